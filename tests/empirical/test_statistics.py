"""Wilson intervals against their closed form, and three-valued comparisons."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from empirical.statistics import above, both, mean_interval, opposite, wilson
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


def coverage(intervals):
    return np.mean([low <= 0 <= high for low, high in intervals])


def test_seed_intervals_cover_95_percent_of_planted_means_and_a_bootstrap_does_not():
    rng = np.random.default_rng(0)
    samples = rng.normal(size=(4000, 5))
    ours = coverage([(low, high) for low, _, high in map(mean_interval, samples.tolist())])
    assert abs(ours - 0.95) <= 0.02
    draws = rng.integers(0, 5, (400, 5))
    percentile = coverage(np.quantile(x[draws].mean(1), [0.025, 0.975]) for x in samples[:1000])
    assert percentile < 0.9


def test_seed_intervals_cover_planted_steps_read_off_a_grid_of_checkpoints():
    rng = np.random.default_rng(1)
    steps = np.ceil(rng.normal(1000, 80, (4000, 5)) / 25) * 25
    truth = 1000 + 12.5  # rounded up to the next of 25: half a checkpoint late on average
    shifted = [mean_interval(row) for row in (steps - truth).tolist()]
    assert abs(coverage([(low, high) for low, _, high in shifted]) - 0.95) <= 0.02


def test_wilson_intervals_cover_95_percent_of_planted_proportions():
    rng = np.random.default_rng(2)
    for p, n in ((0.9, 200), (0.5, 200), (0.9, 800)):
        right = rng.binomial(n, p, 4000)
        limits = {int(k): wilson(int(k), n) for k in np.unique(right)}
        held = np.mean([limits[int(k)][0] <= p <= limits[int(k)][1] for k in right])
        assert abs(held - 0.95) <= 0.02


def test_one_seed_bounds_nothing():
    assert mean_interval([3.0]) == (float("-inf"), 3.0, float("inf"))
