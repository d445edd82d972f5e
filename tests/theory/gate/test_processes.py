"""A claim judged in a fork of a process that has imported its package: as in one started anew."""

import socket
import time

import pytest

from tests.theory.gate.test_faults import DOUBTS, FAULTS, RED, UNDECIDED, fault, one_of
from theory.gate import processes
from theory.gate.packages import Package
from theory.gate.processes import Fork, ForkServer

pytestmark = pytest.mark.skipif(not processes.FORKS, reason="claims are forked on Linux")
fork = ForkServer.fork


@pytest.fixture
def forks(monkeypatch):
    """Every claim is forked, as its package's process is waited for; the forks that were made."""
    made = []

    def patient(server, files):
        end = time.monotonic() + 120
        made.append(fork(server, files))
        while made[-1] is None and not server.gone:
            assert time.monotonic() < end
            time.sleep(0.02)
            made[-1] = fork(server, files)
        return made[-1]

    monkeypatch.setattr(processes, "MANY", 1)
    monkeypatch.setattr(ForkServer, "fork", patient)
    return made


def test_few_claims_are_not_forked(command_line, monkeypatch):
    monkeypatch.setattr(processes, "ForkServer", None)
    assert command_line.check("GREEN")[0].code == 0


def test_what_a_check_changes_stays_in_its_fork(command_line, forks):
    run, results = command_line.check("COUNTS", extra=["--jobs", 2])
    assert run.code == 0
    assert all(forks)
    assert len({fork.server for fork in forks}) == 1
    assert len({result["found"] for result in results.values()}) == 1


ENDS = [
    "evidence that exits",
    "mutant that survives",
    "check that segfaults",
    "check that ends its process in silence",
    "check that runs out of memory",
    "worker killed in mid write",
    "worker that ends in mid write",
]
"""Of the faults and doubts: how a process ends, and what it answers with a mutant."""


def test_they_fail_in_a_fork_too(command_line, forks):
    """One process forks for all of them, and outlives each."""
    run, results = command_line.check("ENDS", extra=["--jobs", 1])
    assert run.code == RED
    assert "Traceback" not in run.out + run.err
    assert len(results) == len(ENDS) == len(forks)
    assert all(forks)
    assert len({fork.server for fork in forks}) == 1
    for what in ENDS:
        package, message = (FAULTS | DOUBTS)[what]
        mark, field = ("fault", "fault") if what in FAULTS else ("undecided", "reason")
        _, result = one_of((run.code, results), package, mark)
        assert message in result[field]


def test_a_fork_that_does_not_end_is_killed(command_line, forks):
    result = fault(command_line, "HANGS", code=UNDECIDED, extra=("--timeout", "1"))
    assert "no verdict within 1 s" in result["reason"]
    assert all(forks)


@pytest.mark.parametrize("jobs", [1, 2])
def test_claims_whose_server_has_ended_have_their_verdicts(command_line, forks, jobs):
    run, results = command_line.check("ENDS_SERVER", extra=["--jobs", jobs])
    assert run.code == 0
    assert {result["gate"] for result in results.values()} == {"as expected"}
    assert forks[0]
    assert forks[0].server.gone


def test_a_server_that_ends_as_it_is_asked_costs_no_verdict(command_line, forks, monkeypatch):
    asked = Fork.poll

    def poll(fork):
        fork.server.close()
        return asked(fork)

    monkeypatch.setattr(Fork, "poll", poll)
    monkeypatch.setattr("theory.gate.runner.TICK", 0)
    run, results = command_line.check("COUNTS", extra=["--jobs", 1])
    assert {result["gate"] for result in results.values()} == {"as expected"}, run.err
    assert forks[0]


def test_a_claim_that_stops_its_server_costs_itself(command_line, forks, monkeypatch):
    monkeypatch.setattr("theory.gate.processes.PROMPT", 1.0)
    run, results = command_line.check("STOPS_SERVER", extra=["--jobs", 1])
    assert run.code == UNDECIDED
    assert "no verdict within 3 s" in results["P-square"]["reason"]
    assert results["P-beside"]["gate"] == "as expected"
    assert forks[0]
    assert forks[1:] == [None]


@pytest.mark.parametrize("message", [b"begun 1", b"begun -5", b"begun", b"begun x", b"ended 3"])
def test_a_server_that_sends_what_it_never_should_is_ended(message):
    server = ForkServer(Package("synthetic", "tests/theory/packages/synthetic.py:GREEN"), 1)
    server._channel.close()
    server._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    theirs.send(b"ready")
    theirs.send(message)
    assert server.fork([0, 1, 2]) is None
    assert server.gone
    assert server.lost(3)


def test_a_server_that_ends_forks_nothing(command_line, forks, monkeypatch, tmp_path):
    """It ends as it imports a package, and the claim's own process then says what it can."""
    server = ForkServer(Package("absent", f"{tmp_path / 'absent.py'}:CLAIMS"), 1)
    assert server.fork([0, 1, 2]) is None
    assert server.gone
    monkeypatch.setenv("HOSTILE", "exits at import")
    hostile = Package("hostile", "tests/theory/packages/hostile.py:CLAIMS")
    assert ForkServer(hostile, 1).fork([0, 1, 2]) is None
