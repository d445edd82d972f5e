"""The table of theorems: each row names a claim and statements that are there and pinned."""

import pytest

from theory.claims import CLAIMS
from theory.kernel import AUDIT, theorems
from theory.ledger import Method
from theory.theorems import STRANGER, THEOREMS

BY_ID = {claim.id: claim for claim in CLAIMS}
PINNED = theorems((AUDIT.parent / "pinned.txt").read_text(encoding="utf-8"))


def test_every_row_is_a_claim_of_this_room():
    assert set(THEOREMS) <= set(BY_ID)


@pytest.mark.parametrize("one", THEOREMS)
def test_a_row_names_pinned_theorems_and_the_claim_bears_them(one):
    assert set(THEOREMS[one]) <= set(PINNED)
    assert THEOREMS[one][0] != STRANGER
    assert [e.method for e in BY_ID[one].evidence].count(Method.KERNEL) == 1


def test_every_pinned_theorem_carries_a_claim():
    assert set(PINNED) == {name for names in THEOREMS.values() for name in names}
