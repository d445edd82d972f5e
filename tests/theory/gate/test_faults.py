"""Every way in which a gate can fail open, tried at the real door: each must end red."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theory.gate.worker import decode, encode
from theory.ledger import judging as judge
from theory.ledger.verdicts import decide

RED, UNDECIDED = 1, 7


def fault(door, *rooms, code=RED, one="P-square", **options):
    """Check planted rooms, see the exit code and that the claim is not green; its result."""
    run, results = door.check(*rooms, **options)
    assert run.code == code, run.err
    assert "Traceback" not in run.out + run.err
    assert results[one]["gate"] == ("undecided" if code == UNDECIDED else "fault")
    assert results[one]["verdict"] == "UNDECIDED"
    assert results[one]["fault"] or results[one]["reason"]
    return results[one]


def test_sound_claims_are_green(door):
    """Without this one the others would say nothing."""
    run, results = door.check("GREEN", "SUPPORTED", "NOT_REPRODUCED", listed=None)
    assert run.code == RED  # the two measured rooms share an id
    run, results = door.check("GREEN", "SUPPORTED")
    assert run.code == 0
    assert {r["gate"] for r in results.values()} == {"as expected"}
    run, results = door.check("REFUTED", "NOT_REPRODUCED")
    assert run.code == 0
    assert results["P-false"]["verdict"] == "REFUTED"
    assert results["P-accuracy"]["verdict"] == "NOT REPRODUCED"


# ---- evidence -----------------------------------------------------------------------------


def test_evidence_that_raises(door):
    assert "ValueError: no such luck" in " ".join(fault(door, "RAISES")["fault"].split())


def test_evidence_that_exits(door):
    assert "SystemExit" in fault(door, "EXITS")["fault"]


def test_evidence_that_returns_none(door):
    assert "returned None" in fault(door, "RETURNS_NONE")["fault"]


def test_evidence_that_returns_true(door):
    assert "returned True" in fault(door, "RETURNS_TRUE")["fault"]


@pytest.mark.parametrize(("room", "one"), [("NAN", "P-accuracy"), ("NAN_BELOW", "P-square")])
def test_evidence_that_measures_nan(door, room, one):
    assert "NaN" in fault(door, room, one=one)["fault"]


def test_solver_says_unknown(door):
    assert "'unknown'" in fault(door, "UNKNOWN", code=UNDECIDED)["reason"]


def test_solver_says_unknown_on_a_mutant(door):
    assert "mutant" in fault(door, "UNKNOWN_ON_MUTANTS", code=UNDECIDED)["reason"]


def test_evidence_that_times_out(door):
    result = fault(door, "HANGS", code=UNDECIDED, extra=("--timeout", "1"))
    assert "no verdict within 1 s" in result["reason"]


def test_a_hanging_claim_costs_only_itself(door):
    run, results = door.check("HANGS_BESIDE_GREEN")
    assert run.code == UNDECIDED
    assert results["P-beside"]["gate"] == "as expected"


def test_evidence_on_no_case(door):
    assert "no case" in fault(door, "NO_CASE")["fault"]


def test_unsatisfiable_hypotheses(door):
    assert "no case" in fault(door, "UNSATISFIABLE")["fault"]


def test_check_that_segfaults(door):
    assert "SIGSEGV" in fault(door, "SEGFAULTS", code=UNDECIDED)["reason"]


def test_check_that_ends_its_process_in_silence(door):
    assert "no record" in fault(door, "EXITS_SILENTLY", code=UNDECIDED)["reason"]


def test_check_that_ends_its_process_with_last_words(door):
    reason = fault(door, "EXITS_LOUDLY", code=UNDECIDED)["reason"]
    assert "exit code 3 (last words)" in reason


def test_check_that_runs_out_of_memory(door):
    assert "out of memory" in fault(door, "OUT_OF_MEMORY", code=UNDECIDED)["reason"]


def test_check_that_prints_a_verdict(door):
    assert "really" in fault(door, "CHATTERS", code=UNDECIDED)["reason"]


def test_missing_tool(door):
    assert "cvc5 is not installed" in fault(door, "NO_TOOL", code=UNDECIDED)["reason"]


def test_missing_weights(door):
    assert "weights" in fault(door, "NO_WEIGHTS", code=UNDECIDED)["reason"]


# ---- claims -------------------------------------------------------------------------------


def test_claim_module_fails_to_import(door):
    listed = {"broken": ["P-one", "P-two"], "green": ["P-square", "P-leaning"]}
    run, results = door.check("broken", "GREEN", listed=listed)
    assert run.code == RED
    assert results["P-square"]["gate"] == "as expected"
    for one in ("P-one", "P-two"):
        assert "never imports" in results[one]["fault"]


def test_claim_module_fails_to_import_and_the_list_is_empty(door):
    assert "never imports" in fault(door, "broken", listed={}, one="room:broken")["fault"]


def test_room_that_is_no_tuple_of_claims(door):
    listed = {"not_a_tuple": ["P-square"]}
    assert "not a tuple" in fault(door, "NOT_A_TUPLE", listed=listed)["fault"]
    listed = {"not_claims": ["P-square"]}
    assert "no Claim" in fault(door, "NOT_CLAIMS", listed=listed)["fault"]


def test_claim_is_missing(door):
    listed = {"green": ["P-square", "P-leaning", "P-lost"]}
    assert "missing" in fault(door, "GREEN", listed=listed, one="P-lost")["fault"]


def test_room_is_missing(door):
    listed = {"green": ["P-square", "P-leaning"], "other": ["P-lost"]}
    assert "not registered" in fault(door, "GREEN", listed=listed, one="P-lost")["fault"]


def test_claim_that_is_not_listed(door):
    assert "not listed" in fault(door, "GREEN", listed={"green": ["P-leaning"]})["fault"]


def test_duplicate_id(door):
    assert "duplicate" in fault(door, "DUPLICATE")["fault"]
    assert "duplicate" in fault(door, "GREEN", "UNKNOWN")["fault"]


def test_emptied_mutant_list(door):
    assert "0 mutants" in fault(door, "NO_MUTANTS")["fault"]


def test_mutant_that_survives(door):
    assert "survived" in fault(door, "SURVIVOR")["fault"]


def test_expected_verdict_with_no_evidence_behind_it(door):
    assert "no evidence" in fault(door, "NO_EVIDENCE")["fault"]


def test_expected_verdict_edited(door):
    """REFUTED by a witness, edited to PROVED; a property, said to be PROVED."""
    run, results = door.check("EXPECTED_EDITED")
    assert (run.code, results["P-false"]["gate"]) == (RED, "differs")
    run, results = door.check("DIFFERS")
    assert (run.code, results["P-square"]["gate"]) == (RED, "differs")


def test_claim_that_leans_on_a_red_one(door):
    assert "rests on P-square" in fault_of_leaning(door, "LEANS_ON_RED", RED)
    assert "rests on P-square" in fault_of_leaning(door, "LEANS_ON_OPEN", UNDECIDED)


def fault_of_leaning(door, room, code):
    """The reason why P-leaning is undecided, when it alone is asked for."""
    run, results = door.check(room, extra=("P-leaning",))
    assert run.code == code
    assert set(results) == {"P-square", "P-leaning"}
    assert results["P-leaning"]["gate"] == "undecided"
    return results["P-leaning"]["reason"]


@pytest.mark.parametrize("room", ["REPAIR_RED", "REPAIR_REFUTED"])
def test_refutation_whose_repair_does_not_hold(door, room):
    run, results = door.check(room)
    assert run.code == (RED if room == "REPAIR_RED" else UNDECIDED)
    assert "repair P-square" in results["P-false"]["reason"]


def test_claim_that_leans_on_nothing(door):
    assert "P-nowhere: not registered" in fault(door, "LEANS_ON_NOTHING")["fault"]


def test_claims_that_lean_in_a_circle(door):
    assert "circle" in fault(door, "CIRCLE")["fault"]


# ---- the run itself -----------------------------------------------------------------------


@pytest.mark.parametrize("room", ["RAISES", "NO_CASE", "NO_MUTANTS", "SURVIVOR", "DUPLICATE"])
def test_python_optimized_stays_red(door, room):
    run = door.outside("check", "--planted", door.rooms(room), python=("-O",))
    assert run.code == RED
    assert "fault" in run.out


@pytest.mark.parametrize("level", [1, 2])
def test_python_optimized_stays_green(door, level):
    report = door.folder / "report.json"
    arguments = ("check", "--planted", door.rooms("GREEN"), "--json", report)
    assert door.outside(*arguments, python=["-O"] * level).code == 0
    assert json.loads(report.read_text())["software"]["optimize"] == level


def test_a_worker_keeps_its_docstrings(door, monkeypatch):
    """Without them transformers cannot be imported; asserts go all the same."""
    for python, variable in ((("-OO",), ""), ((), "2"), (("-O",), "2"), (("-OO",), "2")):
        monkeypatch.setenv("PYTHONOPTIMIZE", variable)
        run = door.outside("check", "--planted", door.rooms("OPTIMIZED"), python=python)
        assert run.code == 0, run.out
        assert "optimize 1" in run.out


def test_worker_killed_in_mid_write(door):
    assert "SIGKILL" in fault(door, "KILLED_IN_WRITE", code=UNDECIDED)["reason"]


def test_worker_that_ends_in_mid_write(door):
    assert "no answers" in fault(door, "EXITS_IN_WRITE", code=UNDECIDED)["reason"]


def test_truncated_record_is_no_record(planted):
    text = encode(judge.look(planted.SOUND))
    assert decide(planted.SOUND, decode(text)).as_expected
    for end in range(len(text)):
        with pytest.raises(ValueError, match="no answers"):
            decode(text[:end])


def test_record_without_anything_seen_is_no_record(planted):
    data = json.loads(encode(judge.look(planted.SOUND)))
    for change in ({"seen": []}, {"verdict": "PROVED"}, {"fault": None}, {"seconds": 3}):
        with pytest.raises(ValueError, match="no answers"):
            decode(json.dumps(data | change))


def wait_for(condition, seconds=120):
    """Wait until a condition holds; the test fails if it never does."""
    end = time.monotonic() + seconds
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
def test_run_that_is_stopped_leaves_no_report(door, number, code):
    """An old green report goes too, and so does every process that the run started."""
    report, child = door.folder / "report.json", door.folder / "child"
    report.write_text('{"exit_code": 0}')
    arguments = ("check", "--planted", door.rooms("HANGS"), "--json", report)
    process = door.start(*arguments, PLANTED_CHILD=str(child))
    wait_for(child.exists)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code
    assert "Traceback" not in out + err
    assert sorted(p.name for p in door.folder.iterdir()) == ["child", "rooms.json"]
    wait_for(lambda: not alive(int(child.read_text())))


def test_report_killed_in_mid_write(door):
    """The process dies when all is written but the name: then there is no report."""
    target = door.folder / "report.json"
    code = (
        "import os, signal\n"
        "from theory.reports.files import prepare, write\n"
        f"target = {str(target)!r}\n"
        "prepare([target])\n"
        "os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)\n"
        "write(target, 'all is well')\n"
    )
    target.write_text("an old report")
    ended = subprocess.run([sys.executable, "-c", code], cwd=door.root, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not target.exists()
