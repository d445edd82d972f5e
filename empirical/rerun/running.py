"""The commands of a full re-run, side by side, each after those whose models or records it needs.

What is done (``empirical.rerun.rows``) is not run again, unless something that is not needs its
models and they are not below the folder of this re-run: so a pass is made in parts. Every command
has one thread, and its time is that of its process and of what this started."""

import fcntl
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from empirical.rerun import rows
from empirical.rerun.commands import Step, rerun_steps
from empirical.rerun.differences import compared_folders, in_words
from empirical.rerun.rows import INTO, Row, Rows
from theory.reports.command import PROG, Usage
from theory.reports.files import hold_writable

LOCK = ".lock"
"""Below the folder of a re-run, held while it runs and by what it has started."""
POLL = 0.1
"""Seconds between two looks at what runs."""


@dataclass(frozen=True)
class Spent:
    """A command's exit code, its seconds by the clock and those of a processor."""

    code: int
    seconds: float
    processor_seconds: float


@dataclass(frozen=True)
class Running:
    """A command that was started."""

    step: Step
    process: subprocess.Popen[bytes]
    began: float

    def spent(self, wait: bool = False) -> Spent | None:
        """What it took, once it has ended."""
        pid, status, used = os.wait4(self.process.pid, 0 if wait else os.WNOHANG)
        if not pid:
            return None
        self.process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - self.began, used.ru_utime + used.ru_stime
        return Spent(self.process.returncode, *(round(one, 1) for one in seconds))


def _chosen(every: Sequence[Step], only: Sequence[str]) -> list[str]:
    """The records named, or below a folder named; all of them without ``only``.

    Raises:
        Usage: a name is of none.
    """
    names = [name for step in every for name in step.records]
    for word in only:
        if not any(f"{name}/".startswith(f"{word}/") for name in names):
            folders = dict.fromkeys(name.rpartition("/")[0] for name in names)
            raise Usage(f"--only {word}: give a record, or a folder of them: {', '.join(folders)}")
    below = tuple(f"{word}/" for word in only)
    return [name for name in names if not only or f"{name}/".startswith(below)]


def _needed(every: Sequence[Step], names: Collection[str], whole: bool) -> list[Step]:
    """The steps that make these records, and those that make what they need and is not there yet
    (``whole``: or is).

    Raises:
        ValueError: nothing makes what one needs.
    """
    makers = {path: step for step in every for path in step.makes}
    waiting = [step for step in every if not set(step.records).isdisjoint(names)]
    needed = set(waiting)
    while waiting:
        step = waiting.pop()
        for path in (path for path in step.needs if whole or not path.exists()):
            if path not in makers:
                raise ValueError(f"nothing makes {path}, which is needed: {shlex.join(step.words)}")
            if makers[path] not in needed:
                needed.add(makers[path])
                waiting.append(makers[path])
    return [step for step in every if step in needed]


@contextmanager
def run_alone(into: Path) -> Iterator[int]:
    """The folder of a re-run is nobody else's; the lock's descriptor, for what is started to hold.

    Raises:
        Usage: another works there, or what one that was killed had started.
    """
    into.mkdir(parents=True, exist_ok=True)
    hold_writable(into / LOCK)
    with (into / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Usage(f"another re-run works in {into}: give another --into") from error
        yield file.fileno()


def _run(todo: Sequence[Step], jobs: int, ended: Callable[[Step, Spent], str], lock: int) -> bool:
    """Run steps, ``jobs`` at a time; whether all went well: ``ended`` says of each why it did not.

    After the first that did not, the others are stopped; so they are on Ctrl-C and SIGTERM. All
    commands keep what is done.
    """
    waiting, running = list(todo), list[Running]()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while waiting or running:
            for step in ready(waiting, running)[: jobs - len(running)]:
                waiting.remove(step)
                running.append(_start(step, lock))
            time.sleep(POLL)
            for one in tuple(running):
                if spent := one.spent():
                    running.remove(one)
                    if why := ended(one.step, spent):
                        line = f"rope-claims: failed, {why}: {shlex.join(one.step.words)}"
                        print(line, file=sys.stderr, flush=True)
                        return False
        return True
    finally:
        signal.signal(signal.SIGTERM, before)
        alive = [one for one in running if one.process.returncode is None]
        for one in alive:
            os.kill(one.process.pid, signal.SIGTERM)
        for one in alive:
            if spent := one.spent(wait=True):
                ended(one.step, spent)


def ready(waiting: Sequence[Step], running: Sequence[Running]) -> list[Step]:
    """Those that need nothing that another has still to make."""
    open_steps = (*waiting, *(one.step for one in running))
    unmade = {path for step in open_steps for path in step.makes}
    return [step for step in waiting if unmade.isdisjoint(step.needs)]


def _start(step: Step, lock: int) -> Running:
    """Start a step's command with this Python, on one thread; what it says goes to the terminal."""
    print(shlex.join(step.words), flush=True)
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    program = ["-m", "rope_claims"] if step.words[0] == PROG else []
    words = [sys.executable, *program, *step.words[1:]]
    process = subprocess.Popen(words, env=environment, pass_fds=[lock])
    return Running(step, process, time.monotonic())


def todo(
    results: Path, into: Path, only: Sequence[str] = (), again: bool = False, every: bool = False
) -> list[Step]:
    """What is to be run, in order; ``again``: what is done too; ``every``: what is there too.

    Raises:
        Usage: a name in ``only`` is of no record.
        OSError, ValueError, KeyError: the records or rows are missing or damaged.
    """
    all_steps = rerun_steps(results, into)
    names = _chosen(all_steps, only)
    known = rows.merged_rows(rows.read(results), rows.read(into))
    done = {} if again or every else rows.done(known, results)
    return _needed(all_steps, [name for name in names if name not in done], every)


def execute(results: Path, into: Path, only: Sequence[str], again: bool, jobs: int) -> int:
    """Run what is to be run, a row for each below ``into``; 0, or 1 after one that failed.

    Raises:
        Usage: ``into`` is the stored records' folder, has another re-run in it, or has already what
            ``again`` asks for, which commands leave alone; also what ``todo`` raises.
    """
    work = todo(results, into, only, again)
    require_other_folder(results, into)
    there = [name for name in _chosen(work, ()) if (into / f"{name}.json").is_file()]
    if again and there:
        raise Usage(f"{into} holds {there[0]} already: give a new --into with --again")
    with run_alone(into) as lock:
        return executed(results, into, work, jobs, lock)


def require_other_folder(results: Path, into: Path) -> None:
    """Hold the folder of a re-run to be another than that of the stored records.

    Raises:
        Usage: it is the same.
    """
    if into.resolve() == results.resolve():
        raise Usage(f"--into {into} is where the stored records are: give another folder")


def executed(results: Path, into: Path, work: Sequence[Step], jobs: int, lock: int) -> int:
    """As ``execute``, of the steps ``work``."""
    rows.write_rows(into, rows.read(into))
    pairs = zip(rerun_steps(results, into), rerun_steps(results, INTO), strict=True)
    names = {step.words: shlex.join(same.words) for step, same in pairs}

    def ended(step: Step, spent: Spent) -> str:
        row = _row(results, into, step, names[step.words], spent)
        rows.write_rows(into, Rows((*rows.read(into).rows, row)))
        for one in row.records:
            print(in_words(one), flush=True)
        if spent.code:
            return f"exit code {spent.code}"
        lost = sorted(set(step.records) - {one.record for one in row.records})
        return f"it made no {', '.join(lost)}" if lost else ""

    return 0 if _run(work, jobs, ended, lock) else 1


def _row(results: Path, into: Path, step: Step, name: str, spent: Spent) -> Row:
    """The row of a step that has ended; its records are compared if it ended well, and a copy of
    the stored one is none of them."""
    from empirical.models.provenance import commit, processor, versions

    made = [one for one in step.records if (into / f"{one}.json").is_file()]
    held = [compared_folders(one, results, into) for one in made if not spent.code]
    return Row(
        command=name,
        when=datetime.now(UTC).isoformat(timespec="milliseconds"),
        seconds=spent.seconds,
        processor_seconds=spent.processor_seconds,
        code=spent.code,
        commit=commit(),
        versions=versions("torch", "transformers", "numpy"),
        processor=processor(),
        records=tuple(one for one in held if one.anew != one.stored),
    )
