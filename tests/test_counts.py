"""A check that goes through fewer cases than it did is told, and so is one that nobody counted; and
one that does less in its cases."""

import pytest

from tests import counts
from tests.edited import edited
from theory.claims import CLAIMS
from theory.ledger import Outcome, Status

CLAIM = next(claim for claim in CLAIMS if claim.id == "S-score-sum")
COUNTED = [claim for claim in counts.judged() if counts.counted(claim)]
RECORDED = counts.recorded(CLAIM)


def hold(less=0):
    """Hold the claim to its counts where each check has so many cases less."""
    many = [RECORDED.get(one.name, [0])[0] - less for one in CLAIM.evidence]
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
    assert counts.stored().keys() == {claim.id for claim in COUNTED}


def test_an_edit_of_what_a_check_uses_is_noticed(monkeypatch, tmp_path):
    monkeypatch.setattr(counts, "code", counts.code.__wrapped__)
    row = {CLAIM.id: {"code": counts.code_of(CLAIM)}}
    monkeypatch.setattr(counts, "stored", lambda: row)
    assert not counts.changed(CLAIM)
    used = "theory.mathematics.solvers"
    (tmp_path / "edited.py").write_text(counts.MODULES[used].read_text("utf-8") + "\n", "utf-8")
    monkeypatch.setitem(counts.MODULES, used, tmp_path / "edited.py")
    assert counts.changed(CLAIM)


@pytest.mark.parametrize("claim", COUNTED, ids=lambda claim: claim.id)
def test_no_check_does_less_in_its_cases(claim):
    """Of claims whose code changed since it was recorded; the others do what they did."""
    less = counts.less_work(claim) if counts.changed(claim) else {}
    assert less == {}, "compare the check with its claim's quantifiers"


@pytest.mark.parametrize(
    ("one", "old", "new"),
    [
        ("S-beta", "for letters in (2, 5):", "for letters in (2,):"),
    ],
)
def test_a_case_of_fewer_inputs_is_told(one, old, new):
    (claim,) = (claim for claim in COUNTED if claim.id == one)
    assert counts.less_work(claim) == {}
    with edited(claim.evidence[0].check.__module__, old, new):
        assert counts.less_work(claim) != {}
