"""Kernel evidence: read off the audit, red on the wrong theorem, undecided without Coq."""

from dataclasses import replace

import pytest

from theory import kernel
from theory.claims import CLAIMS
from theory.inspection import inspect_claim, left_open
from theory.judge import judge
from theory.ledger import Fault, Method, Verdict
from theory.terms import Kind, Mutant, Status, Undecided

CLAIM = next(claim for claim in CLAIMS if claim.id == "S-slack")
PINNED = (kernel.AUDIT.parent / "pinned.txt").read_text(encoding="utf-8")
NAME = "exclusion.S_slack"
GOOD = kernel.Asked(NAME, NAME)


def said(asked):
    return kernel.look(asked, kernel.theorems(PINNED))


def test_the_theorem_asked_for_is_there():
    assert said(GOOD) == ""


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (kernel.Asked("counting.S_fast_counting", NAME), "is proved by exclusion.S_slack"),
        (kernel.Asked(NAME, "exclusion.S_slac"), "is no statement"),
    ],
)
def test_another_theorem_is_refused(asked, why):
    assert why in said(asked)


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
    fault = kernel.look(kernel.Asked(NAME, NAME, allowed), known)
    assert (fault == "") == good
    assert good or f"rests on: {axioms}" in fault


def only(answer):
    """The audit, with a planted answer."""
    return lambda: answer


def missing():
    raise Undecided("coqc is not installed: apt-get install coq libcoq-mathcomp-algebra")


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


def test_without_coq_the_other_evidence_stands(monkeypatch):
    monkeypatch.setattr(kernel, "audited", missing)
    record = judge(CLAIM)
    assert (record.fault, record.verdict) == ("", Verdict.PROVED)
    assert Method.KERNEL not in record.methods
    assert "apt-get install coq" in record.found


def test_without_coq_kernel_evidence_alone_is_undecided(monkeypatch):
    monkeypatch.setattr(kernel, "audited", missing)
    weak = tuple(e for e in CLAIM.evidence if e.method in (Method.KERNEL, Method.EXHAUSTIVE))
    names = {e.name for e in weak}
    mutants = tuple(
        replace(m, rejected_by=tuple(n for n in m.rejected_by if n in names)) for m in CLAIM.mutants
    )
    record = judge(replace(CLAIM, evidence=weak, mutants=mutants))
    assert (record.fault, record.verdict) == ("", Verdict.UNDECIDED)


def test_a_failed_audit_is_a_fault(monkeypatch):
    monkeypatch.setattr(kernel, "audited", only("found and pinned differ"))
    assert "found and pinned differ" in judge(CLAIM).fault


def test_kernel_evidence_that_no_mutant_names_is_refused():
    mutants = tuple(m for m in CLAIM.mutants if not any("Coq" in n for n in m.rejected_by))
    with pytest.raises(Fault, match="no mutant is aimed at evidence .*Coq"):
        inspect_claim(replace(CLAIM, mutants=mutants))


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
