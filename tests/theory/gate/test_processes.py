"""A claim judged in a fork of a process that has imported its package: as in one started anew."""

import time

import pytest

from tests.theory.gate.test_faults import DOUBTS, FAULTS, RED, UNDECIDED, fault
from theory.gate import runner
from theory.gate.packages import Package
from theory.gate.processes import ForkServer

pytestmark = pytest.mark.skipif(not runner.FORKS, reason="claims are forked on Linux")
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

    monkeypatch.setattr(runner, "MANY", 1)
    monkeypatch.setattr(ForkServer, "fork", patient)
    return made


def test_few_claims_are_not_forked(command_line, monkeypatch):
    monkeypatch.setattr(runner, "ForkServer", None)
    assert command_line.check("GREEN")[0].code == 0


def test_what_a_check_changes_stays_in_its_fork(command_line, forks):
    run, results = command_line.check("COUNTS", extra=["--jobs", 2])
    assert run.code == 0
    assert all(forks)
    assert len({fork.server for fork in forks}) == 1
    # Its mutants and the claim again have subjects of their own.
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


@pytest.mark.parametrize("what", ENDS)
def test_it_fails_in_a_fork_too(command_line, forks, what):
    package, message = (FAULTS | DOUBTS)[what]
    result = fault(command_line, package, code=RED if what in FAULTS else UNDECIDED)
    assert message in result["fault" if what in FAULTS else "reason"]
    assert all(forks)


def test_a_fork_that_does_not_end_is_killed(command_line, forks):
    result = fault(command_line, "HANGS", code=UNDECIDED, extra=("--timeout", "1"))
    assert "no verdict within 1 s" in result["reason"]
    assert all(forks)


@pytest.mark.parametrize(
    ("package", "reason"), [("ENDS_SERVER", "SIGKILL"), ("STOPS_SERVER", "no verdict within 4 s")]
)
def test_a_check_that_ends_or_stops_its_server_costs_its_own_claim(
    command_line, forks, monkeypatch, package, reason
):
    """The next one is started anew."""
    monkeypatch.setattr("theory.gate.processes.PROMPT", 1.0)
    run, results = command_line.check(package, extra=["--jobs", 1])
    assert run.code == UNDECIDED
    assert reason in results["P-square"]["reason"]
    assert results["P-beside"]["gate"] == "as expected"
    assert forks[0]
    assert forks[1:] == [None]


def test_a_server_that_ends_forks_nothing(command_line, forks, monkeypatch, tmp_path):
    """It ends as it imports a package, and the claim's own process then says what it can."""
    server = ForkServer(Package("absent", f"{tmp_path / 'absent.py'}:CLAIMS"), 1)
    assert server.fork([0, 1, 2]) is None
    assert server.gone
    monkeypatch.setenv("HOSTILE", "exits at import")
    hostile = Package("hostile", "tests/theory/packages/hostile.py:CLAIMS")
    assert ForkServer(hostile, 1).fork([0, 1, 2]) is None
