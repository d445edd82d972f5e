"""Runs claims, a few at once, each in a process of its own with a time limit, and decides on them.

A solver that hangs is killed with its whole process group, one that crashes is seen to have given
no answers: either costs its claim the verdict (UNDECIDED, with the reason), never the run. This
process imports no package: what it knows of a claim is its description, and the audit's answer it
has asked for itself.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any

from theory.gate import worker
from theory.gate.packages import Package
from theory.gate.processes import TICK, ForkServers, Worker, kill, read, start, threads
from theory.gate.registry import NotImported, Unsound, all_pins, fetch, reachable
from theory.ledger import kernel
from theory.ledger.terms import Claim, Method, Record, Undecided, Verdict
from theory.ledger.verdicts import decide, methods_of

SILENT = 10.0
"""Seconds that the audit of the proofs may take before whoever waits is told of it."""
AUDITING = "the Coq proofs are audited first: some 5 minutes on 2 cores, then remembered"
NOT_ASKED = Undecided("no claim asks for it")
"""What is known of the proofs in a run that does not rest on them."""
DESCRIBING = 120.0
"""Seconds in which a package has to describe its claims."""


class Interrupted(Exception):
    """The run was told to stop; every worker is gone."""


@dataclass(frozen=True)
class Job:
    """A claim to judge, its package, and its time limit in seconds."""

    claim: Claim
    package: Package
    limit: float


def described(package: Package) -> tuple[Claim | Unsound, ...]:
    """A package's claims as it describes them, in a process of its own.

    Raises:
        NotImported: it cannot be imported, or describes nothing.
    """
    request = {"package": package.name, "source": package.source, "id": None, "limit": DESCRIBING}
    running = start(request)
    try:
        code = running.process.wait(DESCRIBING)
    except subprocess.TimeoutExpired:
        raise NotImported(f"no answer within {DESCRIBING:g} s") from None
    finally:
        kill(running)
    try:
        return worker.revived(read(running, code))
    except (ValueError, KeyError, TypeError) as error:
        raise NotImported(f"it describes no claims: {error}") from None


def imported(package: Package) -> tuple[Claim | Unsound, ...]:
    """A package's claims, imported into this process.

    One of another distribution is described in a process of its own before: what ends a process as
    it is imported, or never ends, would do so here.

    Raises:
        NotImported: that process described nothing.
        Exception: whatever the import raises.
    """
    if package.distribution:
        described(package)
    return fetch(package)


def audited_first(ids: Sequence[str]) -> kernel.Answer:
    """The audit's answer, if a claim asked for (all, if none is named) is pinned to rest on it.

    So is one that leans on such a claim, as it is judged too. The audit is asked before any
    package's code has run, which could forge what an audit before it left; where none is pinned to
    rest on it, Coq need not be built, and this run is never asked again.

    Raises:
        Interrupted: the run was told to stop.
    """
    pins = all_pins()
    formal = {one for one, row in pins.items() if Method.KERNEL in row["evidence"].values()}
    links = {one: row["leans_on"] for one, row in pins.items()}
    if ids and formal.isdisjoint(reachable(ids, links)):
        return NOT_ASKED
    with _signals() as caught:
        return _asked(caught)


def run(
    jobs: Sequence[Job],
    width: int,
    started: Callable[[str], None],
    ended: Callable[[Record], None],
    audit: kernel.Answer | None = None,
) -> dict[str, Record]:
    """Judge every job, at most ``width`` at once; the records by id.

    ``started`` and ``ended`` are told of each claim as it begins and ends. ``audit`` is what
    ``audited`` answered; without it the proofs are audited first, where a claim has such evidence.
    A fork whose server has ended is started anew, once.

    Raises:
        Interrupted: SIGINT, SIGTERM or SIGHUP came; all workers have been killed.
    """
    waiting = list(reversed(jobs))
    share = threads(width)
    servers = ForkServers([job.package for job in jobs], share)
    running: list[tuple[Job, Worker]] = []
    records: dict[str, Record] = {}
    with _signals() as caught:
        audit = _audit(jobs, caught) if audit is None else audit
        try:
            while waiting or running:
                while waiting and len(running) < width:
                    job = waiting.pop()
                    server = servers.of(job.package)
                    running.append((job, start(_request(job, audit), share, server)))
                    started(job.claim.id)
                time.sleep(TICK)
                if caught:
                    raise Interrupted
                for one in running[:]:
                    job, begun = one
                    code = begun.process.poll()
                    if begun.lost:  # asked for last: a server may end between two questions
                        kill(begun)
                        running[running.index(one)] = job, start(_request(job, audit), share)
                    elif record := _look(job, begun, code, audit):
                        running.remove(one)
                        records[record.id] = record
                        ended(record)
        finally:
            for _, process in running:
                kill(process)
            servers.close()
    return records


def _by_kernel(claim: Claim) -> bool:
    return any(e.method is Method.KERNEL for e in claim.evidence)


def _audit(jobs: Sequence[Job], caught: list[int]) -> kernel.Answer:
    """What the audit of the proofs answers, if any job needs it.

    Raises:
        Interrupted: the run was told to stop.
    """
    if not any(_by_kernel(job.claim) for job in jobs):
        return NOT_ASKED
    return _asked(caught)


def _asked(caught: list[int]) -> kernel.Answer:
    """The audit's answer, with a word where it takes long.

    Raises:
        Interrupted: the run was told to stop.
    """
    told = threading.Timer(SILENT, print, [AUDITING], {"file": sys.stderr, "flush": True})
    told.start()
    try:
        answer = kernel.ask(lambda: caught)
    finally:
        told.cancel()
    if caught:
        raise Interrupted
    return answer


def _request(job: Job, audit: kernel.Answer) -> dict[str, Any]:
    """What the job's worker is asked."""
    return {
        "package": job.package.name,
        "source": job.package.source,
        "id": job.claim.id,
        "limit": job.limit,
        "audit": worker.pack(audit) if _by_kernel(job.claim) else None,
    }


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


def _look(job: Job, running: Worker, code: int | None, audit: kernel.Answer) -> Record | None:
    """The claim's record if its worker has ended, with that code, or its time is up, else None."""
    claim, seconds = job.claim, time.monotonic() - running.start
    if code is None and seconds < job.limit:
        return None
    kill(running)
    if code is None:
        return undecided(claim, f"no verdict within {job.limit:g} s", seconds)
    try:
        answers = worker.decode(read(running, code))
    except ValueError as error:
        return undecided(claim, " ".join(str(error).split()), seconds)
    fault = answers.fault or kernel.contradicted(answers.seen, audit)
    return replace(decide(claim, replace(answers, fault=fault)), seconds=seconds)


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
