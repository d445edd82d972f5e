"""The theorems that claims name: pinned, of the axioms that they say, with near-misses."""

import pytest

from constructions.claims import CLAIMS as CONSTRUCTIONS
from theory.claims import CLAIMS
from theory.ledger import Kind, Method, Verdict, kernel
from theory.ledger.inspection import on_paper
from theory.ledger.kernel import AUDIT, PREFIX, REALS, Asked, audit_theorem, refuted, theorems
from theory.ledger.terms import Status
from theory.ledger.theorems import CHECKED, proves, refuting_theorems

ALL_PINNED = theorems((AUDIT.parent / "pinned.txt").read_text(encoding="utf-8"))
THEOREMS = {name: theorem for name, theorem in ALL_PINNED.items() if not theorem.near_miss}
BY_KERNEL = {
    claim.id: (claim, evidence)
    for claim in (*CLAIMS, *CONSTRUCTIONS)
    for evidence in claim.evidence
    if evidence.method is Method.KERNEL
}
NAMES = {
    one: evidence.name.removeprefix(PREFIX).split(", ") for one, (_, evidence) in BY_KERNEL.items()
}
MISSED = {
    one: {
        m.mutate(None).statement
        for m in claim.mutants
        if evidence.name in m.rejected_by and isinstance(m.mutate(None), Asked)
    }
    for one, (claim, evidence) in BY_KERNEL.items()
}
"""The near-misses that a claim names, as topic.name__word."""
OVER_REALS = {
    name for name, theorem in THEOREMS.items() if audit_theorem(Asked(name, name), THEOREMS)
}


@pytest.fixture
def audited(monkeypatch):
    """The audit's answer, as it is pinned."""
    monkeypatch.setattr(kernel, "audited", lambda: ALL_PINNED)


@pytest.mark.parametrize("one", NAMES)
def test_a_claim_names_pinned_theorems_that_carry_it(one, audited):
    claim, evidence = BY_KERNEL[one]
    assert set(NAMES[one]) <= set(THEOREMS)
    assert MISSED[one]
    assert [e.method for e in claim.evidence].count(Method.KERNEL) == 1
    assert evidence.check(claim.subject()).status is Status.TRUE


def test_every_pinned_theorem_carries_a_claim():
    assert set(THEOREMS) == {name for names in NAMES.values() for name in names}


def test_theorems_over_the_reals_rest_on_their_axioms_and_no_others():
    assert 0 < len(OVER_REALS) < len(THEOREMS)
    for name in OVER_REALS:
        assert "rests on" in audit_theorem(Asked(name, name), THEOREMS)
        assert audit_theorem(Asked(name, name, REALS), THEOREMS) == ""


def test_axioms_that_no_claim_allows_are_a_fault(audited):
    name = min(OVER_REALS)
    assert proves(name, decides=("n",), axioms=REALS).evidence.check(None).status is Status.TRUE
    assert proves(name, decides=("n",)).evidence.check(None).status is Status.FALSE


def test_every_near_miss_is_pinned_and_refuted():
    """Of each theorem that has some, from no axioms but those that the theorem itself may use."""
    listed = {missed: missed.split("__")[0] for every in MISSED.values() for missed in every}
    assert set(listed) == {name for name, theorem in ALL_PINNED.items() if theorem.near_miss}
    for missed, name in listed.items():
        axioms = REALS if name in OVER_REALS else ()
        assert refuted(Asked(name, missed, axioms), ALL_PINNED)


def test_every_topic_has_near_misses():
    assert {name.split(".")[0] for name in THEOREMS} == {
        missed.split(".")[0] for every in MISSED.values() for missed in every
    }


@pytest.mark.parametrize("one", NAMES)
def test_the_kernel_evidence_rejects_the_near_misses_of_its_own_theorems(one, audited):
    claim, evidence = BY_KERNEL[one]
    aimed = [m for m in claim.mutants if evidence.name in m.rejected_by]
    expected = {name for name, theorem in ALL_PINNED.items() if theorem.near_miss}
    expected = {name for name in expected if name.split("__")[0] in NAMES[one]}
    assert {mutant.mutate(None).statement for mutant in aimed} == expected
    for mutant in aimed:
        asked = mutant.mutate(None)
        assert asked.proof in NAMES[one]
        assert asked.statement.startswith(f"{asked.proof}__")
        assert evidence.check(asked).status is Status.FALSE


@pytest.mark.parametrize("one", NAMES)
def test_what_the_theorems_cover_is_what_they_decide(one):
    """All of a proved claim, and then it rests on no paper; or a part, which says which; a
    refutation decides no quantifier."""
    claim, evidence = BY_KERNEL[one]
    if claim.expected is Verdict.REFUTED:
        assert not evidence.decides
        assert evidence.covers.startswith("the refutation")
    elif evidence.covers == f"the statement, {CHECKED}":
        assert evidence.decides == set(claim.quantifiers)
        assert not on_paper(claim)
    else:
        assert evidence.decides <= set(claim.quantifiers)


def test_a_refutation_says_so():
    assert refuting_theorems("a.b").evidence.covers.startswith("the refutation at every size")
    assert refuting_theorems("a.b").near_misses == ()


def test_a_near_miss_of_another_theorem_is_refused():
    with pytest.raises(ValueError, match="a.c__strict"):
        proves("a.b", near_misses={"a.c__strict": Kind.RELATION})


PROVED = {claim.id: claim for claim in CLAIMS if claim.expected is Verdict.PROVED}


@pytest.mark.parametrize("one", PROVED)
def test_without_coq_other_evidence_decides_every_quantifier(one):
    """Who installs the wheel has no proofs to audit; the claim's verdict must be the same there."""
    claim = PROVED[one]
    others = [e.decides for e in claim.evidence if e.method is not Method.KERNEL]
    assert frozenset(claim.quantifiers) <= frozenset().union(*others)
