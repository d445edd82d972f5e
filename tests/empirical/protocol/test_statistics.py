"""Wilson intervals against their closed form, and three-valued comparisons."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import binom, binomtest, norm, ttest_1samp

from empirical.experiments.mechanism import settings as mechanism_settings
from empirical.protocol import settings, statistics
from empirical.protocol.statistics import (
    above,
    between,
    both,
    margin,
    mean_interval,
    opposite,
    pure,
    wilson,
)
from theory.ledger import Status

Z = 1.959963984540054


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_solves_wilsons_equation(counts):
    right, total = counts
    share = right / total
    for end in wilson(right, total):  # (p̂ - p)² = z² p (1 - p) / n at both ends
        assert (share - end) ** 2 == pytest.approx(Z**2 * end * (1 - end) / total, abs=1e-12)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_is_scipys_bit_for_bit(counts):
    right, total = counts
    for count in {(right, total), (0, total), (total, total)}:
        interval = binomtest(*count).proportion_ci(statistics.LEVEL, method="wilson")
        assert wilson(*count) == (interval.low, interval.high)


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


def test_seed_intervals_cover_95_percent_of_synthetic_means_and_a_bootstrap_does_not():
    rng = np.random.default_rng(0)
    samples = rng.normal(size=(4000, 5))
    ours = coverage([(low, high) for low, _, high in map(mean_interval, samples.tolist())])
    assert abs(ours - 0.95) <= 0.02
    draws = rng.integers(0, 5, (400, 5))
    percentile = coverage(np.quantile(x[draws].mean(1), [0.025, 0.975]) for x in samples[:1000])
    assert percentile < 0.9


def test_seed_intervals_cover_synthetic_steps_read_off_a_grid_of_checkpoints():
    rng = np.random.default_rng(1)
    steps = np.ceil(rng.normal(1000, 80, (4000, 5)) / 25) * 25
    truth = 1000 + 12.5  # rounded up to the next of 25: half a checkpoint late on average
    shifted = [mean_interval(row) for row in (steps - truth).tolist()]
    assert abs(coverage([(low, high) for low, _, high in shifted]) - 0.95) <= 0.02


LENGTH_COUNTS = {settings.LENGTH_SEQUENCES, *(count for _, count in settings.LONGEST_SEQUENCES)}
CAUSAL = (mechanism_settings.CAUSAL_SEQUENCES, mechanism_settings.DECIDING_SEQUENCES)
BANDS = mechanism_settings.RANDOM_BANDS * mechanism_settings.CAUSAL_SEQUENCES
HELD_OUT = round(0.095 * settings.TOTAL)
JUDGED = {
    *((settings.ACCURACY, n // 4) for n in (settings.ACCURACY_SEQUENCES, HELD_OUT)),
    *((settings.KEEPS, n) for n in LENGTH_COUNTS),
    (mechanism_settings.EXPLAINED, mechanism_settings.SCORED),
    *((p, n) for p in (mechanism_settings.KEPT, mechanism_settings.LOST) for n in (*CAUSAL, BANDS)),
}


@pytest.mark.parametrize(("p", "n"), sorted(JUDGED))
def test_wilson_intervals_cover_95_percent_at_each_threshold_and_size_judged(p, n):
    """Exactly, by the binomial distribution."""
    low, high = binom.ppf((1e-9, 1 - 1e-9), n, p).astype(int)
    limits = ((k, wilson(k, n)) for k in range(low, high + 1))
    covered = sum(binom.pmf(k, n, p) for k, (a, b) in limits if a <= p <= b)
    assert abs(covered - 0.95) <= 0.02


@pytest.mark.parametrize("count", [settings.SCORED_SEQUENCES, settings.DYNAMICS_SEQUENCES])
def test_intervals_of_means_over_inputs_cover_95_percent_of_skewed_scores(count):
    """Scores in [0, 1] with mean .9, most of them near 1, as pure heads' are."""
    scores = np.random.default_rng(3).beta(4.5, 0.5, (4000, count))
    reach = statistics.NORMAL * scores.std(1, ddof=1) / count**0.5
    assert abs((abs(scores.mean(1) - 0.9) <= reach).mean() - 0.95) <= 0.02


def test_one_seed_bounds_nothing():
    assert mean_interval([3.0]) == (float("-inf"), 3.0, float("inf"))


@given(st.lists(st.integers(-50, 50).map(float), min_size=2, max_size=12, unique=True))
def test_the_interval_of_a_mean_is_students(values):
    expected = ttest_1samp(values, 0.0).confidence_interval(0.95)
    low, mean, high = mean_interval(values)
    assert (low, high) == pytest.approx((expected.low, expected.high), rel=1e-9, abs=1e-9)
    assert mean == pytest.approx(sum(values) / len(values))


def test_the_reach_over_inputs_is_that_of_95_percent():
    assert round(norm.ppf(0.975), 2) == statistics.NORMAL


@pytest.mark.parametrize(
    ("own", "other", "is_pure"),
    [(0.9, 0.1, True), (0.89, 0.1, False), (0.9, 0.11, False), (0.1, 0.9, False), (0.5, 0.5, False),
     (1.0, 1.0, False), (0.0, 0.0, False)],
)  # fmt: skip
def test_a_pure_head_has_its_own_score_high_and_the_other_low(own, other, is_pure):
    gamma = 0.1
    assert pure(own, other, "positional", gamma) == is_pure
    assert pure(other, own, "symbolic", gamma) == is_pure


@pytest.mark.parametrize(
    ("low", "high", "status"),
    [(0.6, 0.7, Status.TRUE), (0.5, 0.7, Status.UNKNOWN), (0.4, 0.6, Status.UNKNOWN),
     (0.4, 0.5, Status.FALSE), (0.3, 0.4, Status.FALSE)],
)  # fmt: skip
def test_an_interval_that_reaches_the_threshold_from_above_decides_nothing(low, high, status):
    assert between(low, high, 0.5) is status


def test_a_margin_is_a_low_end_and_the_high_end_by_chance():
    assert margin((30, 40), (9, 50)) == (wilson(30, 40)[0], wilson(9, 50)[1])
    assert margin((0, 0), (9, 50)) == (0.0, wilson(9, 50)[1])
    assert margin((30, 40), (0, 0)) == (wilson(30, 40)[0], 1.0)


def test_ranks_are_the_shares_of_all_orders():
    """With ties and without; of the very order one of 720, which Student's p is far below."""
    for told, measured in (
        ([1.0, 2.0, 2.0, 3.0, 5.0, 0.0], [3.0, 1.0, 2.0, 2.0, 5.0, 9.0]),
        ([4.0, 1.0, 3.0, 2.0, 5.0], [2.0, 1.0, 4.0, 3.0, 5.0]),
        ([1.0, 1.0, 2.0, 2.0], [7.0, 8.0, 8.0, 9.0]),
    ):
        one, other = (stats.rankdata(x) for x in (told, measured))
        sums = np.array([float(np.dot(one, x)) for x in itertools.permutations(other)])
        shares = ((sums >= one @ other - 1e-9).mean(), (sums <= one @ other + 1e-9).mean())
        assert statistics.ranks(told, measured) == pytest.approx(shares)
    assert statistics.ranks(range(6), range(6)) == pytest.approx((1 / 720, 1.0))
    assert statistics.ranks(range(6), range(6, 0, -1)) == pytest.approx((1.0, 1 / 720))


def test_what_is_told_alike_of_all_has_no_order():
    assert statistics.ranks([3.0] * 5, range(5)) == (1.0, 0.0)


def test_many_models_have_nearly_students_p():
    rng = np.random.default_rng(0)
    told, measured = rng.random(11), rng.random(11)
    exact = statistics.ranks(told, measured)[0]
    assert exact == pytest.approx(
        stats.spearmanr(told, measured, alternative="greater").pvalue, abs=0.02
    )


@pytest.mark.parametrize(
    ("p", "reverse", "without", "status"),
    [
        (0.05, 0.96, 0.96, Status.TRUE),
        (0.06, 0.95, 0.05, Status.UNKNOWN),
        (0.9, 0.11, 0.05, Status.UNKNOWN),
        (0.96, 0.05, 0.06, Status.UNKNOWN),  # without the second model it is not shown
        (0.96, 0.05, 0.05, Status.FALSE),
    ],
)
def test_a_p_that_is_not_small_is_open_unless_the_reverse_is(p, reverse, without, status):
    def tested(rows):
        return p, without if rows == ["a", "c"] else reverse

    one = statistics.by_test("x", ["a", "b", "c"], tested, 0.05)
    assert (one.holds, one.found, one.bound) == (status, p, 0.05)


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (range(1, 9), Status.TRUE),
        ([1, 2, 3, 5, 4, 8, 7, 6], Status.TRUE),
        ([3, 1, 4, 2, 8, 5, 7, 6][::-1], Status.UNKNOWN),
        ([8, 7, 5, 6, 4, 3, 1, 2], Status.FALSE),
        ([8, 7, 6, 5, 4, 1, 2, 3], Status.UNKNOWN),  # .002 the wrong way, .012 without the first
    ],
)
def test_ranks_are_met_not_met_or_open(told, status):
    assert statistics.by_ranks("x", list(told), list(range(1, 9)), 0.01).holds is status


MEASURED = [100.0 * 2**k for k in range(6)]
CLOSE, FAR = ([one * by for one in MEASURED] for by in (1.1, 0.5))


@pytest.mark.parametrize(
    ("told", "rival", "status"),
    [
        (CLOSE, FAR, Status.TRUE),
        (FAR, FAR, Status.UNKNOWN),
        (FAR, CLOSE, Status.FALSE),
        (FAR[:4] + CLOSE[4:], CLOSE, Status.UNKNOWN),
    ],
)
def test_closeness_is_met_not_met_or_open(told, rival, status):
    assert statistics.by_closeness("x", told, rival, MEASURED, 0.05).holds is status


def test_of_five_models_one_decides_that_a_rival_is_closer():
    """All five are told worse, p = 1/32; of four no p is smaller than 1/16."""
    five = [rows[:5] for rows in (FAR, CLOSE, MEASURED)]
    assert statistics.by_closeness("x", *five, 0.05).holds is Status.UNKNOWN


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ([1.0, 1.2, 0.8], Status.TRUE),
        ([1.0, 1.0, 1.4], Status.UNKNOWN),  # mean 1.13, from .56 on
        ([1.2, 1.25, 1.3, 1.25], Status.FALSE),
        ([1.12, 1.25, 1.3, 1.3], Status.UNKNOWN),  # not without the second
        ([1.3], Status.UNKNOWN),
        ([0.9], Status.TRUE),
    ],
)
def test_a_mean_above_its_bound_is_open_unless_its_interval_is(values, status):
    assert statistics.by_mean("x", values, 1.1).holds is status
    logs = [math.log(x) for x in values]
    assert statistics.by_factor("x", logs, 1.1).holds is status
    assert statistics.by_factor("x", logs, 1.1).found == pytest.approx(stats.gmean(values))


def test_each_value_is_left_out_once():
    assert statistics.without_each([1.0, 2.0, 3.0]) == [[2.0, 3.0], [1.0, 3.0], [1.0, 2.0]]
    assert statistics.without_each([1.0]) == []


@pytest.mark.parametrize(
    ("values", "is_sure"), [([3, 4, 5], True), ([3, 1, 4], True), ([3, 1, -1], False), ([3], True)]
)
def test_what_depends_on_one_model_is_not_sure(values, is_sure):
    """Their sum is above 2."""
    assert statistics.surely(values, lambda some: sum(some) > 2) is is_sure


@pytest.mark.parametrize(
    ("first", "others", "whole"),
    [
        (Status.TRUE, Status.FALSE, Status.FALSE),
        (Status.TRUE, Status.TRUE, Status.TRUE),
        (Status.UNKNOWN, Status.FALSE, Status.UNKNOWN),
        (Status.UNKNOWN, Status.TRUE, Status.UNKNOWN),
        (Status.FALSE, Status.TRUE, Status.UNKNOWN),
        (Status.FALSE, Status.FALSE, Status.UNKNOWN),
    ],
)
def test_without_its_precondition_nothing_is_decided(first, others, whole):
    asked = (
        statistics.Precondition("learnt", first, 1, 2),
        statistics.Requirement("x", others, 1, 2),
    )
    assert statistics.status([*asked[::-1]]) is whole
    assert statistics.unmet([*asked]) == ["learnt"] * (first is Status.FALSE)
    assert statistics.status([statistics.Requirement("learnt", first, 1, 2), asked[1]]) is (
        statistics.both(first, others)
    )


def test_what_equals_its_bound_is_met():
    for one in (statistics.at_least("x", 2, 2), statistics.at_most("x", 2, 2)):
        assert one.holds is Status.TRUE
    assert statistics.at_least("x", 1, 2).holds is Status.FALSE
    assert statistics.at_most("x", 3, 2).holds is Status.FALSE
