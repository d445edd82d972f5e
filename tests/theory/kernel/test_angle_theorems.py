"""The theorems over the reals: whole claims and parts, each from the axioms of the reals."""

import pytest

from theory.claims import CLAIMS
from theory.kernel.angle_theorems import PARTS, THEOREMS
from theory.kernel.audit import AUDIT, REALS, Asked, look, theorems
from theory.ledger import Method, Verdict
from theory.ledger.inspection import on_paper

BY_ID = {claim.id: claim for claim in CLAIMS}
PINNED = theorems((AUDIT.parent / "pinned.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("one", THEOREMS)
def test_the_theorems_rest_on_the_axioms_of_the_reals(one):
    for name in THEOREMS[one]:
        assert look(Asked(name, name, REALS), PINNED) == ""
        assert "rests on" in look(Asked(name, name), PINNED)


@pytest.mark.parametrize("one", THEOREMS)
def test_a_part_says_what_it_leaves_and_the_claim_still_rests_on_paper(one):
    claim = BY_ID[one]
    evidence = next(e for e in claim.evidence if e.method is Method.KERNEL)
    if claim.expected is Verdict.REFUTED:
        assert not evidence.decides
    elif one in PARTS:
        assert evidence.covers == PARTS[one][0]
        assert "on paper" in evidence.covers
        assert evidence.decides < set(claim.quantifiers)
        assert on_paper(claim)
    else:
        assert evidence.decides == set(claim.quantifiers)
        assert not on_paper(claim)


def test_every_part_has_theorems():
    assert set(PARTS) <= set(THEOREMS)
