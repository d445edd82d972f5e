"""A check that goes through fewer cases than it did is told, and so is one that nobody counted."""

import pytest

from tests import counts
from theory.claims import CLAIMS
from theory.ledger import Outcome, Status

CLAIM = next(claim for claim in CLAIMS if claim.id == "S-score-sum")
RECORDED = counts.stored()[CLAIM.id]


def hold(less=0):
    """Hold the claim to its counts where each check has so many cases less."""
    many = [RECORDED.get(one.name, 0) - less for one in CLAIM.evidence]
    counts.hold_to_counts(CLAIM, [Outcome(Status.TRUE, cases) for cases in many])


def test_as_many_cases_are_enough_and_one_less_is_not():
    hold()
    hold(less=-1)
    with pytest.raises(AssertionError, match="a check covers less than it did"):
        hold(less=1)


def test_a_check_that_is_not_counted_is_told(monkeypatch):
    monkeypatch.setattr(counts, "stored", dict)
    with pytest.raises(AssertionError, match=r"python -m tests\.counts"):
        hold()


def test_no_count_is_of_a_claim_that_is_gone():
    ids = {one.id for one in counts.judged() if counts.counted(one)}
    assert counts.stored().keys() == ids
