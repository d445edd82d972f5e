"""DU-both's check holds each stored head to what its sentence says of it; DU-tokens' the degree."""

import json
import math
from copy import deepcopy
from fractions import Fraction

import pytest

from constructions.capacity import check_capacity
from constructions.other_papers.positions_and_tokens import heads
from constructions.other_papers.positions_and_tokens.heads import Figures
from constructions.other_papers.positions_and_tokens.limits import Reversed, behind
from theory.gate.reading import read
from theory.ledger import Status

ROWS = Figures().rows[:1]
LOWER = "4.907687"
"""What the raised amplitudes prove to be needed."""


@pytest.fixture
def stored():
    return deepcopy(read(heads.HEADS))


def raised(entry):
    """The head with amplitudes larger by a tenth, and its certificate's words made to fit."""
    amplitudes = [f"{math.ceil(Fraction(x) * 1_100_000) / 10**6:.6f}" for x in entry["amplitudes"]]
    upper = f"{float(sum(map(Fraction, amplitudes))):.6f}"
    claim = entry["claim"].replace(entry["upper"], upper).replace(entry["lower"], LOWER)
    return entry | {"amplitudes": amplitudes, "upper": upper, "lower": LOWER, "claim": claim}


def test_a_head_of_more_than_the_least_budget_is_rejected_though_it_is_certified(
    stored, monkeypatch
):
    """An auditor found that it passed."""
    stored[0]["least"] = raised(stored[0]["least"])
    check_capacity.check(json.dumps(stored[0]["least"]))
    monkeypatch.setattr(heads, "read", lambda _: stored)
    outcome = heads.certificates_and_pairs(Figures(rows=ROWS))
    assert outcome.status is Status.FALSE
    assert "the least budget lies between 4.907687 and 5.78" in str(outcome)


def test_a_budget_outside_those_stated_is_named():
    outcome = heads.certificates_and_pairs(Figures(rows=ROWS, budgets=(Fraction(6), Fraction(14))))
    assert outcome.status is Status.FALSE
    assert "a least budget of 5.259169" in str(outcome)


def test_another_head_that_serves_fewer_positions_is_rejected(stored, monkeypatch):
    """A reader found that it passed."""
    stored[1]["local"] = stored[0]["local"]
    monkeypatch.setattr(heads, "read", lambda _: stored)
    outcome = heads.certificates_and_pairs(Figures(rows=Figures().rows[1:2]))
    assert outcome.status is Status.FALSE
    assert "the other head is for 64 positions" in str(outcome)


@pytest.mark.parametrize("other", [(10_000, 64), (4, 2), (64, 3)])
def test_a_base_whose_root_has_a_smaller_degree_is_told(other):
    assert "has a smaller degree" in behind(Reversed(other=other)).found


def test_what_the_checker_rejects_and_a_head_of_another_base_are_rejected(stored):
    """Neither the call of the checker nor the comparison of angles may be left out."""
    entry = stored[0]["least"]
    assert heads._head(10_000, entry, (4042, 4044), 1) == ""
    assert heads._head(10_001, entry, (4042, 4044), 1) == "other angles"
    smaller = entry | {"amplitudes": [f"{float(x) * 0.99:.6f}" for x in entry["amplitudes"]]}
    with pytest.raises(check_capacity.Rejected, match="not the sum"):
        heads._head(10_000, smaller, (0, 10_000), 1)
