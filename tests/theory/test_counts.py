"""No check goes through fewer cases than ``counts.json`` records."""

import json
from functools import cache

import pytest

from tests.theory.counts import METHODS, STORED, counted, counts

RECORDED = json.loads(STORED.read_text(encoding="utf-8"))
claims = cache(counted)


@pytest.mark.parametrize("name", RECORDED)
def test_no_case_is_lost(name):
    now = counts(claims()[name])
    assert now.keys() == RECORDED[name].keys()
    lost = {one: cases for one, cases in RECORDED[name].items() if now[one] < cases}
    assert lost == {}, "a check covers less than it did; compare it with its claim's quantifiers"


def test_each_claim_is_counted():
    """``python tests/theory/counts.py`` counts those of a new claim."""
    counting = {
        name for name, one in claims().items() if METHODS & {e.method.value for e in one.evidence}
    }
    assert counting == RECORDED.keys()
