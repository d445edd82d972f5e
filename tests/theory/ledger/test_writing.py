"""A claim written top down: what its parts become, and which claims a package makes."""

import pytest

from theory.ledger import Kind, Method, Verdict, true
from theory.ledger.writing import FormalClaim, collected


def small():
    claim = FormalClaim(
        id="T-one",
        place="here",
        statement="it is",
        subject=dict,
        quantifiers={"n": "every n"},
        not_covered="",
    )

    @claim.exhaustive("by hand", "all of it", "n")
    def by_hand(subject):
        return true(1)

    @claim.written("on paper", "the rest")
    def on_paper(subject):
        return true(1)

    claim.mutant("one more", Kind.CONSTANT, by_hand, n=2)
    claim.mutant("none", Kind.DATA, "on paper", mutate=lambda subject: {})
    return claim, by_hand


def test_evidence_and_mutants_are_those_written_under_the_claim():
    claim = small()[0].claim
    assert (claim.paper, claim.expected) == ("T", Verdict.PROVED)
    first, second = claim.evidence
    assert (first.name, first.method, first.decides) == (
        "by hand",
        Method.EXHAUSTIVE,
        frozenset({"n"}),
    )
    assert (second.method, second.proof) == (Method.WRITTEN, "proofs.md#t-one")
    assert [m.rejected_by for m in claim.mutants] == [("by hand",), ("on paper",)]


def test_a_decorated_check_stays_a_function():
    assert small()[1]({}).cases == 1


def test_a_mutant_that_names_a_check_of_another_claim_is_refused():
    one, _ = small()
    _, other = small()
    with pytest.raises(ValueError, match="T-one"):
        one.mutant("wrong", Kind.DATA, other)


def test_a_package_has_the_claims_of_all_its_modules_in_the_order_of_the_pins():
    claims = collected("theory.paper_a.behaviour")
    assert claims["A-thm1"][0] == "theory.paper_a.behaviour.exclusion"
    assert list(claims).index("A-def-nope") < list(claims).index("S-slack")
    assert "A-lem1" not in claims
