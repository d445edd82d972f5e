"""A test that lacks a tool is skipped and counted, and fails where the tool is required."""

import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import tools
from tests.claims import by_kernel, judged_here, mutants, refused
from tests.processes import python
from tests.tools import ACCELERATE, BROWSER, COQ, GEMMA, NODE, lacked, refuse_skip, summary
from theory.claims import CLAIMS
from theory.ledger import Undecided, kernel
from theory.ledger.judging import see
from theory.ledger.terms import Fault, unknown
from theory.ledger.verdicts import conclude

ROOT = Path(__file__).resolve().parents[1]
CLAIM = next(claim for claim in CLAIMS if claim.id == "B-num-def")
"""Coq checks it, and its other evidence carries the verdict alone."""


def skipped(reason):
    """What pytest reports of a skipped test."""
    return SimpleNamespace(outcome="skipped", longrepr=("test_x.py", 1, f"Skipped: {reason}"))


def run(**environment):
    """A file of tests that need Coq, by pytest in a process of its own on an empty PATH."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("REQUIRE_", "PYTEST_"))}
    command = ["-m", "pytest", "-p", "no:cacheprovider", "tests/proofs/test_ties.py"]
    return python(*command, cwd=ROOT, env={**kept, "PATH": "", **environment})


def test_what_is_left_out_on_a_computer_without_tools_asks_for_none():
    """Neither these files nor their synthetic claims name a theorem, a tool or a program to look
    for. Of hostile.py they take CLAIMS, which are not by Coq."""
    (listed,) = re.findall(r"^left_out=\(\n(.*?)^\)", (ROOT / ".ci/bare").read_text(), re.M | re.S)
    theory = ROOT / "tests" / "theory"
    left_out = [theory / name for name in listed.split()]
    assert all(one.exists() for one in left_out)
    folders = [one for one in left_out if one.is_dir()]
    files = [one for one in left_out if one.is_file()]
    files += [file for one in folders for file in one.rglob("*.py")]
    asks = r"coq|kernel|chrom|tests.tools|import tools|which\(|site.browser|site.node"
    assert len(files) > 15
    packages = [theory / "packages" / f"{name}.py" for name in ("broken", "forks", "synthetic")]
    for file in (*files, *packages, theory / "conftest.py"):
        assert not re.search(asks, file.read_text("utf-8"), re.I), file


def test_the_last_line_counts_the_skipped_tests_and_names_the_command():
    done = run()
    assert done.returncode == 0, done.stdout
    assert re.fullmatch(
        r"Tests skipped: \d+ for lack of Coq\. To run them too:"
        r" apt-get install -y coq libcoq-mathcomp-algebra",
        done.stdout.splitlines()[-1],
    )


WITHOUT = """
import importlib.util, sys, pytest
absent, found = sys.argv[1:], importlib.util.find_spec
class Absent:
    def find_spec(self, name, *_):
        if name in absent:
            raise ModuleNotFoundError(name)
importlib.util.find_spec = lambda name, *more: None if name in absent else found(name, *more)
sys.meta_path.insert(0, Absent())
sys.exit(pytest.main(["-pno:cacheprovider", "-pno:hypothesispytest", "tests/test_mutate.py"]))
"""


@pytest.mark.parametrize("absent", [["hypothesis"], ["jsonschema"], ["hypothesis", "jsonschema"]])
def test_tests_that_are_partly_installed_end_with_one_line(absent):
    done = python("-c", WITHOUT, *absent, cwd=ROOT)
    assert done.returncode == 4
    assert (done.stdout + done.stderr).strip() == (
        f"ERROR: the tests need {' and '.join(absent)}: python -m pip install --editable '.[test]'"
    )


def test_a_required_tool_that_is_missing_fails_the_run():
    done = run(REQUIRE_COQ="1")
    assert done.returncode == 1
    assert "REQUIRE_COQ=1 forbids this skip: Coq is not installed" in done.stdout
    assert "Tests skipped" not in done.stdout


def test_one_command_installs_all_that_is_missing():
    reports = [skipped(COQ.reason)] * 3 + [skipped(BROWSER.reason), skipped("/proc is Linux's")]
    assert summary(reports) == (
        "Tests skipped: 3 for lack of Coq, 1 for lack of a browser."
        " To run them too: apt-get install -y coq libcoq-mathcomp-algebra chromium"
    )
    text = summary([skipped(NODE.reason), skipped(ACCELERATE.reason)])
    assert text.endswith(f"apt-get install -y nodejs && {tools.PACKAGES}")
    text = summary([skipped(one.reason) for one in (ACCELERATE, GEMMA, tools.GGUF)])
    assert text.endswith(f"To run them too: {tools.PACKAGES} && {GEMMA.install}")
    assert summary([skipped("/proc is Linux's")]) == ""
    assert summary([]) == ""


def test_only_a_skip_for_lack_of_a_required_tool_becomes_a_failure():
    for reason, required in ((COQ.reason, True), (NODE.reason, False), ("another", False)):
        report = skipped(reason)
        refuse_skip(report, {"REQUIRE_COQ": "1", "REQUIRE_NODE": "0"})
        assert report.outcome == ("failed" if required else "skipped")
    passed = SimpleNamespace(outcome="passed", longrepr=None)
    assert lacked(passed) is None


def test_no_test_decides_on_a_tool_by_itself():
    """Else its skip is not counted, and it stays a skip where the tool is required."""
    alone = re.compile(r"importorskip|(?:skipif|pytest\.skip)\([^)]*(?:which|find_spec)")
    files = set((ROOT / "tests").rglob("*.py")) - {Path(__file__), Path(tools.__file__)}
    assert [path.name for path in files if alone.search(path.read_text(encoding="utf-8"))] == []


# ---- claims, without Coq and with an audit that does not pass ------------------------------


@pytest.fixture
def answered(monkeypatch):
    """What the audit of the proofs answers in this process."""
    return lambda answer: monkeypatch.setitem(kernel._heard, "answer", answer)


def test_without_coq_the_other_evidence_is_judged(answered):
    answered(Undecided("coqc is not installed"))
    subject = CLAIM.subject()
    claim = judged_here(CLAIM, subject)
    assert by_kernel(CLAIM)
    assert not by_kernel(claim)
    assert conclude(claim, see(claim.evidence, subject, "claim", []))[0] is CLAIM.expected
    left = {mutant.name for mutant in claim.mutants}
    needing = {one.values[1] for one in mutants([CLAIM]) if one.marks}
    assert left == {mutant.name for mutant in CLAIM.mutants} - needing
    assert needing == {m.name for m in CLAIM.mutants if m.name.startswith("Near_misses.")} != set()


@pytest.mark.parametrize(
    "why", ["the audit did not pass (exit code 1)", "not audited: no audit.py"]
)
def test_an_audit_that_does_not_pass_is_no_missing_coq(answered, why):
    answered(why)
    subject = CLAIM.subject()
    assert judged_here(CLAIM, subject) is CLAIM
    assert refused(CLAIM, subject) == [why]
    with pytest.raises(Fault, match=re.escape(why)):
        conclude(CLAIM, see(CLAIM.evidence, subject, "claim", []))


def test_evidence_that_does_not_know_is_no_missing_coq(answered, monkeypatch):
    answered(kernel.theorems((kernel.AUDIT.parent / "pinned.txt").read_text(encoding="utf-8")))
    assert refused(CLAIM, CLAIM.subject()) == []
    monkeypatch.setattr(kernel, "true", lambda *cases, **more: unknown("out of memory"))
    with pytest.raises(AssertionError, match="said to be unknown, but not by the audit"):
        judged_here(CLAIM, CLAIM.subject())


def test_a_mutant_of_other_evidence_is_tested_without_coq():
    """Each mutant that needs Coq is rejected by Coq alone, and is the near-miss of a theorem."""
    for one in mutants(CLAIMS):
        assert bool(one.marks) == one.values[1].startswith("Near_misses."), one.id
