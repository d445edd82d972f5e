"""Kernel evidence: read off the audit, failing on the wrong theorem, undecided without Coq."""

import shutil
from dataclasses import replace

import pytest

from tests.tools import COQ, needs
from theory.claims import CLAIMS
from theory.ledger import Method, Observation, Verdict, kernel
from theory.ledger.inspection import inspect_claim, left_open
from theory.ledger.judging import judge
from theory.ledger.terms import Kind, Mutant, Status, Undecided

CLAIM = next(claim for claim in CLAIMS if claim.id == "S-slack")
PINNED = (kernel.AUDIT.parent / "pinned.txt").read_text(encoding="utf-8")
REAL = kernel.AUDIT.parent
NAME = "exclusion.S_slack"
GOOD = kernel.Asked(NAME, NAME)


def objection(asked):
    return kernel.audit_theorem(asked, kernel.theorems(PINNED))


def test_the_theorem_asked_for_is_there():
    assert objection(GOOD) == ""


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (kernel.Asked("counting.S_fast_counting", NAME), "is proved by exclusion.S_slack"),
        (kernel.Asked(NAME, "exclusion.S_slac"), "is no statement"),
    ],
)
def test_another_theorem_is_refused(asked, why):
    assert why in objection(asked)


@pytest.mark.parametrize(
    ("axioms", "allowed", "good"),
    [
        (kernel.CLOSED, (), True),
        (kernel.CLOSED, kernel.REALS, True),
        (f"Axioms: {' '.join(kernel.REALS)}", kernel.REALS, True),
        (f"Axioms: {kernel.REALS[1]}", kernel.REALS, True),
        (f"Axioms: {' '.join(kernel.REALS)}", kernel.REALS[:3], False),
        (f"Axioms: {' '.join(kernel.REALS)}", (), False),
        (f"Axioms: {kernel.REALS[0]} choice : AC", kernel.REALS, False),
        (f"Axioms: {kernel.REALS[3]} -> False", kernel.REALS, False),
        ("Axioms: choice : AC", (), False),
    ],
)
def test_axioms(axioms, allowed, good):
    known = {NAME: kernel.Theorem(NAME, axioms, "")}
    fault = kernel.audit_theorem(kernel.Asked(NAME, NAME, allowed), known)
    assert (fault == "") == good
    assert good or f"rests on: {axioms}" in fault


def only(answer):
    """The audit, with a synthetic answer."""
    return lambda: answer


def test_with_coq_the_claim_rests_on_the_kernel(monkeypatch):
    monkeypatch.setattr(kernel, "audited", only(kernel.theorems(PINNED)))
    record = judge(CLAIM)
    assert (record.fault, record.verdict) == ("", Verdict.PROVED)
    assert Method.KERNEL in record.methods
    red = [s for s in record.seen if s.method == Method.KERNEL and s.status == Status.FALSE]
    assert {s.subject for s in red} == {
        "mutant: Near_misses.exclusion.S_slack__three",
        "mutant: Near_misses.exclusion.S_slack_equality__sum",
    }
    assert all("is refuted, so exclusion.S_slack" in s.found for s in red)


@pytest.mark.parametrize(
    "asked",
    [
        kernel.Asked(NAME, "exclusion.S_slack__nowhere"),
        kernel.Asked("exclusion.A_thm1", "exclusion.S_slack__three"),
        GOOD,
    ],
)
def test_a_mutant_that_is_no_refuted_near_miss_is_a_fault(asked, monkeypatch):
    monkeypatch.setattr(kernel, "audited", only(kernel.theorems(PINNED)))
    evidence = next(e for e in CLAIM.evidence if e.method is Method.KERNEL)
    stray = Mutant("stray", Kind.DATA, lambda subject: asked, (evidence.name,))
    record = judge(replace(CLAIM, mutants=(*CLAIM.mutants, stray)))
    assert f"the audit does not refute {asked.statement}" in record.fault


def test_a_near_miss_refuted_from_other_axioms_is_none():
    known = {f"{NAME}__x": kernel.Theorem(NAME, "Axioms: cheat : False", "", near_miss=True)}
    assert not kernel.refuted(kernel.Asked(NAME, f"{NAME}__x", kernel.REALS), known)


def test_a_failed_audit_is_a_fault(monkeypatch):
    monkeypatch.setattr(kernel, "audited", only("found and pinned differ"))
    assert "found and pinned differ" in judge(CLAIM).fault


# ---- asking for the audit -----------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path, tmp_path_factory, monkeypatch):
    """A checkout with Coq whose audit is a script of ours: ``checkout(text)``."""
    tool = tmp_path_factory.mktemp("bin") / "coqc"
    tool.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    tool.chmod(0o755)
    proofs = tmp_path / "proofs"
    proofs.mkdir()
    monkeypatch.setattr(kernel, "ROOT", tmp_path)
    monkeypatch.setattr(kernel, "AUDIT", proofs / "audit.py")
    monkeypatch.setenv("PATH", str(tool.parent))

    def write(text):
        kernel.AUDIT.write_text(text, encoding="utf-8")
        return tmp_path

    return write


PASSED = f"print({PINNED!r})\n"


def test_a_passed_audit_is_heard(checkout):
    checkout(PASSED)
    assert kernel.ask() == kernel.theorems(PINNED)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("raise SystemExit(2)", "exit code 2"),
        (PASSED + "raise SystemExit(2)", "exit code 2"),
        (PASSED + "raise SystemExit(1)", "exit code 1"),
        ("raise OSError('cache')", "OSError: cache"),
        ("import os; os._exit(0)", "named no theorem"),
        ("this is no Python", "SyntaxError"),
        (PASSED + "import os; os.kill(os.getpid(), 9)", "exit code -9"),
    ],
)
def test_with_coq_whatever_is_no_passed_audit_is_refused(checkout, script, why):
    checkout(script)
    answer = kernel.ask()
    assert isinstance(answer, str)
    assert why in answer


def test_with_coq_a_checkout_without_its_audit_is_refused(checkout):
    checkout("")
    kernel.AUDIT.unlink()
    assert "audit.py is missing, though Coq is here" in kernel.ask()
    kernel.AUDIT.parent.rmdir()
    (kernel.ROOT / "pyproject.toml").touch()
    assert "audit.py is missing, though Coq is here" in kernel.ask()


def test_without_a_checkout_there_is_no_audit(checkout):
    checkout("")
    kernel.AUDIT.unlink()
    kernel.AUDIT.parent.rmdir()
    assert "not with a wheel" in str(kernel.ask())
    assert isinstance(kernel.ask(), Undecided)


def test_without_coq_there_is_no_audit(checkout, monkeypatch):
    checkout(PASSED)
    monkeypatch.setenv("PATH", "")
    assert isinstance(kernel.ask(), Undecided)
    assert "apt-get install coq" in str(kernel.ask())


@needs(COQ)
def test_with_coq_that_fails_the_real_audit_refuses(checkout):
    """A coqc that is there and answers nothing is no missing Coq."""
    place = checkout("")
    shutil.copytree(REAL, place / "proofs", dirs_exist_ok=True)
    answer = kernel.ask()
    assert isinstance(answer, str)
    assert "coqc failed" in answer or "is not installed, though coqc is" in answer


def test_an_audit_that_hangs_is_ended_and_refused(checkout, monkeypatch):
    checkout("import time; time.sleep(600)")
    monkeypatch.setattr(kernel, "LIMIT", 0.5)
    assert "not audited" in kernel.ask()
    monkeypatch.setattr(kernel, "LIMIT", 600)
    assert "not audited" in kernel.ask(lambda: True)


def test_the_audit_hears_no_variable_and_no_neighbour(checkout, monkeypatch):
    place = checkout("import difflib, subprocess\n" + PASSED)
    for name in ("difflib", "subprocess", "sitecustomize"):
        (place / "proofs" / f"{name}.py").write_text("raise SystemExit(7)", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(place / "proofs"))
    assert kernel.ask() == kernel.theorems(PINNED)


def test_the_audit_is_asked_once(monkeypatch):
    asked = []
    monkeypatch.setattr(kernel, "_heard", {})
    monkeypatch.setattr(kernel, "ask", lambda: asked.append(1) or "refused")
    assert [kernel.audited(), kernel.audited(), asked] == ["refused", "refused", [1]]
    kernel.tell(Undecided("none here"))
    with pytest.raises(Undecided, match="none here"):
        kernel.audited()


def entry(status, name=f"Coq: {NAME}", method=Method.KERNEL):
    return Observation(name, method, "claim", status, 1, "", "")


@pytest.mark.parametrize(
    ("observation", "answer", "good"),
    [
        (entry("true"), kernel.theorems(PINNED), True),
        (entry("true", f"Coq: {NAME}, counting.S_fast_counting"), kernel.theorems(PINNED), True),
        (entry("true", f"Coq: {NAME}, counting.nothing"), kernel.theorems(PINNED), False),
        (entry("true", "trust me"), kernel.theorems(PINNED), False),
        (entry("unknown"), kernel.theorems(PINNED), False),
        (entry("false"), kernel.theorems(PINNED), True),
        (entry("true"), "refused", False),
        (entry("unknown"), "refused", False),
        (entry("false"), "refused", True),
        (entry("true"), Undecided("no Coq"), False),
        (entry("unknown"), Undecided("no Coq"), True),
        (entry("true", "z3", Method.SYMBOLIC), "refused", True),
    ],
)
def test_answers_of_kernel_evidence_are_compared_with_the_audit(observation, answer, good):
    assert (kernel.contradicted([observation], answer) == "") == good


def part(decides):
    """The claim by its lists of cases and a part of it that the kernel has checked."""
    kept = tuple(e for e in CLAIM.evidence if e.method in (Method.KERNEL, Method.EXHAUSTIVE))
    kept = tuple(replace(e, decides=decides) if e.method is Method.KERNEL else e for e in kept)
    names = {e.name for e in kept}
    mutants = tuple(
        replace(m, rejected_by=tuple(n for n in m.rejected_by if n in names)) for m in CLAIM.mutants
    )
    return replace(CLAIM, evidence=kept, mutants=mutants)


def test_a_part_may_decide_nothing_and_joins_nothing():
    everything = frozenset(CLAIM.quantifiers)
    assert left_open(part(everything)) == set()
    listed = {q for e in CLAIM.evidence if e.method is Method.EXHAUSTIVE for q in e.decides}
    assert listed
    assert left_open(part(everything - listed)) == listed
    assert left_open(part(frozenset())) == everything - listed
    inspect_claim(part(frozenset()))
