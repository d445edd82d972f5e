"""Runs claims, a few at once, each in a process of its own with a time limit.

A solver that hangs is killed with its whole process group, one that crashes is seen to have left
no record: either costs its claim the verdict (UNDECIDED, with the reason), never the run.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from theory.judge import methods_of
from theory.registry import Room
from theory.terms import Claim, Record, Verdict
from theory.worker import decode

TICK = 0.02
"""Seconds between two looks at the running workers."""
TAIL = 4000
"""Bytes of a crashed worker's stderr that are read for the reason."""


class Interrupted(Exception):
    """The run was told to stop; every worker is gone."""


@dataclass(frozen=True)
class Job:
    """A claim to judge, its room, and its time limit in seconds."""

    claim: Claim
    room: Room
    limit: float


@dataclass
class Worker:
    """A running job."""

    job: Job
    process: subprocess.Popen[bytes]
    result: Path
    stderr: Path
    start: float


def run(
    jobs: Sequence[Job], width: int, started: Callable[[str], None], ended: Callable[[Record], None]
) -> dict[str, Record]:
    """Judge every job, at most ``width`` at once; the records by id.

    ``started`` and ``ended`` are told of each claim as it begins and ends.

    Raises:
        Interrupted: SIGINT, SIGTERM or SIGHUP came; all workers have been killed.
    """
    waiting = list(reversed(jobs))
    running: list[Worker] = []
    records: dict[str, Record] = {}
    with _signals() as caught, tempfile.TemporaryDirectory(prefix="rope-claims-") as folder:
        try:
            while waiting or running:
                while waiting and len(running) < width:
                    job = waiting.pop()
                    running.append(_start(job, Path(folder), len(waiting), threads(width)))
                    started(job.claim.id)
                time.sleep(TICK)
                if caught:
                    raise Interrupted
                for worker in list(running):
                    record = _look(worker)
                    if record is not None:
                        running.remove(worker)
                        records[record.id] = record
                        ended(record)
        finally:
            for worker in running:
                _kill(worker)
    return records


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Note the signals that ask for an end, instead of being torn away at any instruction."""
    caught: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        caught.append(number)

    wanted = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, note) for number in wanted}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def threads(width: int) -> int:
    """Threads for each of ``width`` workers side by side: their share of the processors.

    Numerical libraries take every processor they see; two such workers on two processors spend
    their time waiting for each other.
    """
    return max(1, processors() // width)


def _start(job: Job, folder: Path, number: int, share: int) -> Worker:
    """Start a worker that imports what this process can import, under the same ``-O``."""
    start = time.monotonic()
    result, stderr = folder / f"{number}.json", folder / f"{number}.stderr"
    here = str(Path(__file__).resolve().parents[1])
    paths = [here, *(entry or os.getcwd() for entry in sys.path)]
    command = [sys.executable, "-P", *["-O"] * sys.flags.optimize, "-m", "theory.worker"]
    command += [job.room.name, job.room.source, job.claim.id, str(result)]
    command += [str(job.limit), str(os.getpid())]
    with open(stderr, "wb") as stream:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stream,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "OMP_NUM_THREADS": str(share),
            },
            start_new_session=True,
        )
    return Worker(job, process, result, stderr, start)


def _kill(worker: Worker) -> None:
    """End the worker and everything that it started."""
    try:
        os.killpg(worker.process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        worker.process.kill()
    worker.process.wait()


def _look(worker: Worker) -> Record | None:
    """The worker's record if it has ended or its time is up, else None."""
    claim, seconds = worker.job.claim, time.monotonic() - worker.start
    code = worker.process.poll()
    if code is None and seconds < worker.job.limit:
        return None
    _kill(worker)
    if code is None:
        return undecided(claim, f"no verdict within {worker.job.limit:g} s", seconds)
    try:
        if code != 0:
            raise ValueError(f"the check crashed: {_cause(code, worker.stderr)}")
        record = decode(worker.result.read_text(encoding="ascii"))
        if (record.id, record.expected) != (claim.id, claim.expected):
            raise ValueError("the record is another claim's")
    except FileNotFoundError:
        return undecided(claim, "the check ended its process and left no record", seconds)
    except (OSError, ValueError) as error:
        return undecided(claim, " ".join(str(error).split()), seconds)
    return replace(record, seconds=seconds)


def _cause(code: int, stderr: Path) -> str:
    """A crash in words: the signal or exit code, and the last line the worker wrote."""
    try:
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    except ValueError:
        how = f"signal {-code}"
    with open(stderr, "rb") as stream:
        stream.seek(max(0, os.path.getsize(stderr) - TAIL))
        lines = stream.read().decode("utf-8", "replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{how} ({last})" if last else how


def undecided(claim: Claim, reason: str, seconds: float) -> Record:
    """The record of a claim that left none."""
    return Record(
        id=claim.id,
        verdict=Verdict.UNDECIDED,
        expected=claim.expected,
        reason=reason,
        rests_on=claim.rests_on,
        methods=methods_of(claim),
        seconds=seconds,
    )
