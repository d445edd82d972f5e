"""Every way in which a gate can fail open, tried on the real command line: each must fail."""

import json
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

from tests.theory.conftest import CommandLine
from theory.gate import processes
from theory.gate.worker import decode, encode
from theory.ledger import judging as judge
from theory.ledger.verdicts import decide

RED, UNDECIDED = 1, 7


def fault(command_line, *packages, code=RED, one="P-square", **options):
    """Check synthetic packages, see the exit code and that the claim does not pass; its result."""
    run, results = command_line.check(*packages, **options)
    assert run.code == code, run.err
    assert "Traceback" not in run.out + run.err
    assert results[one]["gate"] == ("undecided" if code == UNDECIDED else "fault")
    assert results[one]["verdict"] == "UNDECIDED"
    assert results[one]["fault"] or results[one]["reason"]
    return results[one]


def test_sound_claims_are_green(command_line):
    """Without this one the others would say nothing."""
    run, results = command_line.check("GREEN", "SUPPORTED", "NOT_REPRODUCED", listed=None)
    assert run.code == RED  # the two measured packages share an id
    run, results = command_line.check("GREEN", "SUPPORTED")
    assert run.code == 0
    assert {r["gate"] for r in results.values()} == {"as expected"}
    run, results = command_line.check("REFUTED", "NOT_REPRODUCED")
    assert run.code == 0
    assert results["P-false"]["verdict"] == "REFUTED"
    assert results["P-accuracy"]["verdict"] == "NOT REPRODUCED"


FAULTS = {
    "evidence that exits": ("EXITS", "SystemExit"),
    "evidence that returns none": ("RETURNS_NONE", "returned None"),
    "evidence that returns true": ("RETURNS_TRUE", "returned True"),
    "evidence on no case": ("NO_CASE", "no case"),
    "unsatisfiable hypotheses": ("UNSATISFIABLE", "no case"),
    "emptied mutant list": ("NO_MUTANTS", "0 mutants"),
    "mutant that survives": ("SURVIVOR", "survived"),
    "expected verdict with no evidence behind it": ("NO_EVIDENCE", "no evidence"),
    "claim that leans on nothing": ("LEANS_ON_NOTHING", "P-nowhere: not registered"),
    "claims that lean in a circle": ("CIRCLE", "circle"),
}
"""What is wrong: the package, and what the fault says."""


@pytest.fixture(scope="module")
def judge_all(tmp_path_factory):
    """Those of a package of ``forks.py``, each claim in a process started anew: the exit code and
    the results by id."""

    @cache
    def judge_all(package):
        command_line = CommandLine(tmp_path_factory.mktemp("all"))
        with pytest.MonkeyPatch.context() as changed:
            changed.setattr(processes, "MANY", 100)
            run, results = command_line.check(package)
        assert "Traceback" not in run.out + run.err
        return run.code, results

    return judge_all


def one_of(judged, package, mark):
    """The result of the claim that was the package's, and the code of the run of all."""
    code, results = judged
    result = results[f"P-{package.lower().replace('_', '-')}"]
    assert (result["gate"], result["verdict"]) == (mark, "UNDECIDED")
    return code, result


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_wrong_is_a_fault(judge_all, what):
    package, message = FAULTS[what]
    code, result = one_of(judge_all("FAULTS"), package, "fault")
    assert code == RED
    assert message in result["fault"]


DOUBTS = {
    "solver says unknown": ("UNKNOWN", "'unknown'"),
    "solver says unknown on a mutant": ("UNKNOWN_ON_MUTANTS", "mutant"),
    "check that segfaults": ("SEGFAULTS", "SIGSEGV"),
    "check that ends its process in silence": ("EXITS_SILENTLY", "no record"),
    "check that runs out of memory": ("OUT_OF_MEMORY", "out of memory"),
    "check that prints a verdict": ("CHATTERS", "really"),
    "missing tool": ("NO_TOOL", "cvc5 is not installed"),
    "missing weights": ("NO_WEIGHTS", "weights"),
    "worker killed in mid write": ("KILLED_IN_WRITE", "SIGKILL"),
    "worker that ends in mid write": ("EXITS_IN_WRITE", "no answers"),
}
"""What leaves a claim undecided: the package, and what the reason says."""


@pytest.mark.parametrize("what", DOUBTS)
def test_what_gives_no_answer_leaves_a_claim_undecided(judge_all, what):
    package, message = DOUBTS[what]
    code, result = one_of(judge_all("DOUBTS"), package, "undecided")
    assert code == UNDECIDED
    assert message in result["reason"]


# ---- evidence -----------------------------------------------------------------------------


def test_evidence_that_raises(command_line):
    assert "ValueError: no such luck" in " ".join(fault(command_line, "RAISES")["fault"].split())


@pytest.mark.parametrize(("package", "one"), [("NAN", "P-accuracy"), ("NAN_BELOW", "P-square")])
def test_evidence_that_measures_nan(command_line, package, one):
    assert "NaN" in fault(command_line, package, one=one)["fault"]


def test_evidence_that_times_out(command_line):
    result = fault(command_line, "HANGS", code=UNDECIDED, extra=("--timeout", "1"))
    assert "no verdict within 1 s" in result["reason"]


def test_a_hanging_claim_costs_only_itself(command_line):
    run, results = command_line.check("HANGS_WITH_GREEN")
    assert run.code == UNDECIDED
    assert results["P-beside"]["gate"] == "as expected"


def test_check_that_ends_its_process_with_last_words(command_line):
    reason = fault(command_line, "EXITS_LOUDLY", code=UNDECIDED)["reason"]
    assert "exit code 3 (last words)" in reason


# ---- claims -------------------------------------------------------------------------------


def test_claim_module_fails_to_import(command_line):
    listed = {"broken": ["P-one", "P-two"], "green": ["P-square", "P-leaning"]}
    run, results = command_line.check("broken", "GREEN", listed=listed)
    assert run.code == RED
    assert results["P-square"]["gate"] == "as expected"
    for one in ("P-one", "P-two"):
        assert "never imports" in results[one]["fault"]


def test_claim_module_fails_to_import_and_the_list_is_empty(command_line):
    assert (
        "never imports" in fault(command_line, "broken", listed={}, one="package:broken")["fault"]
    )


def test_package_that_is_no_tuple_of_claims(command_line):
    listed = {"not_a_tuple": ["P-square"]}
    assert "not a tuple" in fault(command_line, "NOT_A_TUPLE", listed=listed)["fault"]
    listed = {"not_claims": ["P-square"]}
    assert "no Claim" in fault(command_line, "NOT_CLAIMS", listed=listed)["fault"]


def test_claim_is_missing(command_line):
    listed = {"green": ["P-square", "P-leaning", "P-lost"]}
    assert "missing" in fault(command_line, "GREEN", listed=listed, one="P-lost")["fault"]


def test_package_is_missing(command_line):
    listed = {"green": ["P-square", "P-leaning"], "other": ["P-lost"]}
    assert "not registered" in fault(command_line, "GREEN", listed=listed, one="P-lost")["fault"]


def test_claim_that_is_not_listed(command_line):
    assert "not listed" in fault(command_line, "GREEN", listed={"green": ["P-leaning"]})["fault"]


def test_duplicate_id(command_line):
    assert "duplicate" in fault(command_line, "DUPLICATE")["fault"]
    assert "duplicate" in fault(command_line, "GREEN", "UNKNOWN")["fault"]


def test_expected_verdict_edited(command_line):
    """REFUTED by a witness, edited to PROVED; a property, said to be PROVED."""
    run, results = command_line.check("EXPECTED_EDITED")
    assert (run.code, results["P-false"]["gate"]) == (RED, "differs")
    run, results = command_line.check("DIFFERS")
    assert (run.code, results["P-square"]["gate"]) == (RED, "differs")


def test_claim_that_leans_on_a_red_one(command_line):
    assert "rests on P-square" in fault_of_leaning(command_line, "LEANS_ON_RED", RED)
    assert "rests on P-square" in fault_of_leaning(command_line, "LEANS_ON_OPEN", UNDECIDED)


def fault_of_leaning(command_line, package, code):
    """The reason why P-leaning is undecided, when it alone is asked for."""
    run, results = command_line.check(package, extra=("P-leaning",))
    assert run.code == code
    assert set(results) == {"P-square", "P-leaning"}
    assert results["P-leaning"]["gate"] == "undecided"
    return results["P-leaning"]["reason"]


@pytest.mark.parametrize("package", ["REPAIR_RED", "REPAIR_REFUTED"])
def test_refutation_whose_repair_does_not_hold(command_line, package):
    run, results = command_line.check(package)
    assert run.code == (RED if package == "REPAIR_RED" else UNDECIDED)
    assert "repair P-square" in results["P-false"]["reason"]


# ---- the run itself -----------------------------------------------------------------------


def test_python_optimized_stays_red(command_line):
    report = command_line.folder / "report.json"
    synthetic = command_line.synthetic("WRONG_CHECKS", "WRONG_MUTANTS")
    code = command_line.outside("check", *synthetic, "--json", report, python=("-O",)).code
    assert code == RED
    results = {one["id"]: one["result"] for one in json.loads(report.read_text())["claims"]}
    for package in ("RAISES", "NO_CASE", "NO_MUTANTS", "SURVIVOR"):
        assert one_of((code, results), package, "fault")[1]["fault"]
    run = command_line.outside("check", *command_line.synthetic("DUPLICATE"), python=("-O",))
    assert run.code == RED
    assert "fault" in run.out


@pytest.mark.parametrize("level", [1, 2])
def test_python_optimized_stays_green(command_line, level):
    report = command_line.folder / "report.json"
    arguments = ("check", *command_line.synthetic("GREEN"), "--json", report)
    assert command_line.outside(*arguments, python=["-O"] * level).code == 0
    assert json.loads(report.read_text())["software"]["optimize"] == level


def test_a_worker_keeps_its_docstrings(command_line, monkeypatch):
    """Without them transformers cannot be imported; asserts go all the same."""
    for python, variable in ((("-OO",), ""), ((), "2"), (("-O",), "2"), (("-OO",), "2")):
        monkeypatch.setenv("PYTHONOPTIMIZE", variable)
        run = command_line.outside("check", *command_line.synthetic("OPTIMIZED"), python=python)
        assert run.code == 0, run.out
        assert "optimize 1" in run.out


def test_truncated_record_is_no_record(synthetic):
    text = encode(judge.look(synthetic.SOUND))
    assert decide(synthetic.SOUND, decode(text)).as_expected
    for end in range(len(text)):
        with pytest.raises(ValueError, match="no answers"):
            decode(text[:end])


def test_record_without_answers_is_rejected(synthetic):
    data = json.loads(encode(judge.look(synthetic.SOUND)))
    for change in ({"seen": []}, {"verdict": "PROVED"}, {"fault": None}, {"seconds": 3}):
        with pytest.raises(ValueError, match="no answers"):
            decode(json.dumps(data | change))


def wait_for(condition):
    """Wait until a condition holds; the test fails if it never does."""
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def alive(pid):
    """Whether a process runs (a zombie that nobody has buried does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)]
)
def test_run_that_is_stopped_leaves_no_report(command_line, number, code):
    """An old report of a pass goes too, and so does every process that the run started."""
    report, child = command_line.folder / "report.json", command_line.folder / "child"
    report.write_text('{"exit_code": 0}')
    arguments = ("check", *command_line.synthetic("HANGS"), "--json", report)
    process = command_line.start(*arguments, SYNTHETIC_CHILD=str(child))
    wait_for(child.exists)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code
    assert "Traceback" not in out + err
    assert sorted(p.name for p in command_line.folder.iterdir()) == ["child", "packages.json"]
    wait_for(lambda: not alive(int(child.read_text())))


def test_report_killed_in_mid_write(command_line):
    """The process dies when all is written but the name: then there is no report."""
    target = command_line.folder / "report.json"
    code = (
        "import os, signal\n"
        "from theory.reports.files import prepare, write\n"
        f"target = {str(target)!r}\n"
        "prepare([target])\n"
        "os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write(target, 'all is well')\n"
    )
    target.write_text("an old report")
    ended = subprocess.run([sys.executable, "-c", code], cwd=command_line.root, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not target.exists()
