"""A sweep draws a tenth by the files under test, and says in the last line what it left out."""

import os
import re
import shutil

import pytest

from tests.processes import python
from tests.sampled import ROOT, Sweeps, drawn, sampled, tenth

NAMES = [f"{i}" for i in range(95)]


@pytest.fixture
def given(tmp_path, monkeypatch):
    """A file under test, as the tests name it."""
    monkeypatch.setattr("tests.sampled.ROOT", tmp_path)
    monkeypatch.setattr(Sweeps, "every", False)
    monkeypatch.setattr(Sweeps, "left_inside", 0)
    (tmp_path / "code.py").write_text("one")
    return tmp_path / "code.py"


def test_the_same_code_draws_the_same_tenth_and_a_changed_file_another(given):
    first = tenth(NAMES, ["code.py"])
    assert len(first) == 10
    assert tenth(NAMES, ["code.py"]) == first
    given.write_text("two")
    assert tenth(NAMES, ["code.py"]) != first


def test_after_enough_changes_every_case_was_drawn(given):
    chosen = set()
    for i in range(150):
        given.write_text(f"{i}")
        chosen |= tenth(NAMES, ["code.py"])
    assert chosen == set(range(95))


def test_a_short_sweep_draws_one(given):
    assert len(tenth(["a", "b"], ["code.py"])) == 1
    assert drawn([], ["code.py"]) == []


def test_what_is_left_out_is_counted_and_nothing_if_all_run(given, monkeypatch):
    assert len(drawn(NAMES, ["code.py"])) == 10
    assert Sweeps.left_inside == 85
    monkeypatch.setattr(Sweeps, "every", True)
    assert drawn(NAMES, ["code.py"]) == NAMES
    assert Sweeps.left_inside == 85


def test_cases_not_drawn_are_marked_slow(given):
    marked = [one for one in sampled([(n, "x") for n in NAMES], ["code.py"], 1) if one.marks]
    assert len(marked) == 85


SWEEPS = """
import pytest
from tests.sampled import drawn, sampled

@pytest.mark.parametrize("x", sampled([(f"{i}", i) for i in range(20)], ["Makefile"], 1))
def test_a_case(x):
    assert x != FAULT

def test_inside():
    assert len(drawn(range(30), ["Makefile"])) in (3, 30)
"""


def run(folder, *options, fault=-1):
    """A run of the tests above under the project's settings; its code, and what it prints."""
    shutil.copy(ROOT / "tests/conftest.py", folder / "conftest.py")
    (folder / "test_it.py").write_text(SWEEPS.replace("FAULT", str(fault)))
    command = ["-m", "pytest", "-p", "no:cacheprovider", "-c", "pyproject.toml"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    done = python(*command, *options, folder, cwd=ROOT, env=environment)
    return done.returncode, done.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_last_line_says_how_many_were_not_drawn(tmp_path, workers):
    code, out = run(tmp_path, "-n", workers)
    assert code == 0, out
    left = "45 cases were not drawn and have not run (18 tests, 27 inside tests)"
    assert re.search(rf"^Sweeps: {re.escape(left)}.*make test-all$", out.splitlines()[-1]), out
    assert re.search(r"\b3 passed", out), out


def test_every_case_runs_when_asked_and_a_fault_fails_the_run(tmp_path):
    code, out = run(tmp_path, "-n", "0", "--every-case")
    assert (code, "Sweeps:" in out) == (0, False), out
    assert "21 passed" in out
    chosen = tenth([f"{i}" for i in range(20)], ["Makefile"])
    assert run(tmp_path, "-n", "0", fault=min(chosen))[0] == 1
    other = next(i for i in range(20) if i not in chosen)
    assert run(tmp_path, "-n", "0", fault=other)[0] == 0
    assert run(tmp_path, "-n", "0", "--every-case", fault=other)[0] == 1
