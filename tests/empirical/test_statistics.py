"""Wilson intervals against their closed form, and three-valued comparisons."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from empirical.statistics import above, both, opposite, wilson
from theory.ledger import Status

Z = 1.959963984540054
STATUSES = list(Status)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_solves_wilsons_equation(counts):
    right, total = counts
    share = right / total
    for end in wilson(right, total):  # (p̂ - p)² = z² p (1 - p) / n at both ends
        assert (share - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / total, abs=1e-12)


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_above_is_sure_only_off_the_interval(counts):
    low, high = wilson(*counts)
    assert above(*counts, math.nextafter(low, -1)) is Status.TRUE
    assert above(*counts, (low + high) / 2) is Status.UNKNOWN
    assert above(*counts, math.nextafter(high, 2)) is Status.FALSE


@pytest.mark.parametrize("counts", [(-1, 3), (4, 3), (0, 0)])
def test_what_is_no_proportion_is_refused(counts):
    with pytest.raises(ValueError, match="not a proportion"):
        wilson(*counts)


def test_false_outranks_unknown_and_unknown_true():
    assert both(Status.TRUE, Status.UNKNOWN, Status.FALSE) is Status.FALSE
    assert both(Status.TRUE, Status.UNKNOWN) is Status.UNKNOWN
    assert both(Status.TRUE, Status.TRUE) is Status.TRUE


def test_opposite_keeps_the_unknown():
    assert [opposite(s) for s in (Status.TRUE, Status.FALSE, Status.UNKNOWN)] == [
        Status.FALSE,
        Status.TRUE,
        Status.UNKNOWN,
    ]
