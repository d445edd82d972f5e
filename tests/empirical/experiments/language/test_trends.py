"""Statistics across heads, against known answers and under the null."""

import numpy as np
import pytest

from empirical.experiments.language import checks, trends
from empirical.experiments.language.settings import THRESHOLDS
from theory.ledger import Status

RNG = np.random.default_rng(0)


def test_a_straight_line_correlates_fully():
    x = RNG.random(30)
    estimate = trends.correlation(x, 1 - x)
    assert estimate.value == pytest.approx(-1)
    assert estimate.low == pytest.approx(-1)
    assert estimate.p < 1e-4


def test_correlation_of_noise_has_an_interval_around_zero():
    estimate = trends.correlation(RNG.random(200), RNG.random(200))
    assert estimate.low < 0 < estimate.high
    assert estimate.p > 0.01


def test_coverage_of_the_interval_is_close_to_its_level():
    inside = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=60)
        y = -0.8 * x + 0.6 * rng.normal(size=60)
        estimate = trends.correlation(x, y)
        inside += estimate.low <= -0.8 <= estimate.high
    assert inside >= 50


def test_trend_finds_ranks_falling_with_depth_and_no_trend_in_noise():
    depths = np.repeat(range(10), 4)
    falling = trends.trend(depths, np.exp(-depths + 0.1 * RNG.random(40)))
    assert falling.value < -0.95
    assert falling.p == 1 / (trends.RESAMPLES + 1)
    assert trends.trend(depths, RNG.random(40)).p > 0.01


def test_permutation_p_values_are_uniform_under_the_null():
    depths = np.repeat(range(9), 3)
    values = [trends.trend(depths, layered(s, 9, 3)).p for s in range(40)]
    assert 0.3 < np.mean(values) < 0.7


@pytest.mark.parametrize(
    ("value", "p", "answer"),
    [
        (-0.9, 0.001, Status.TRUE),
        (-0.9, 0.002, Status.UNKNOWN),
        (-0.9, None, Status.UNKNOWN),
        (-0.2, 0.6, Status.UNKNOWN),
        (0.9, 0.001, Status.FALSE),
        (0.9, 0.002, Status.UNKNOWN),
    ],
)
def test_only_a_trend_the_other_way_refutes(value, p, answer):
    assert checks._trending(trends.Trend(value, p), -1, THRESHOLDS) is answer


@pytest.mark.parametrize(
    ("late", "answer"),
    [
        ((0.5, 0.3, 0.8), Status.TRUE),
        ((0.7, 0.5, 0.8), Status.UNKNOWN),
        ((0.9, 0.8, 1.0), Status.FALSE),
    ],
)
def test_only_separate_medians_the_other_way_refute(late, answer):
    early = trends.Estimate(0.6, 0.55, 0.65)
    assert checks._moving(early, trends.Estimate(*late), -1) is answer


def layered(seed, layers, heads):
    """Values of heads, as different within a layer as between layers (n,)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=layers).repeat(heads) + rng.normal(size=layers * heads)


def test_heads_of_a_layer_are_no_independent_cases(monkeypatch):
    """Dealt and drawn singly they reject in 26 of these and cover in 43 and 49."""
    monkeypatch.setattr(trends, "RESAMPLES", 999)
    at = np.repeat(range(26), 8)
    samples = [layered(seed, 26, 8) for seed in range(60)]
    assert sum(trends.trend(at, values).p <= 0.05 for values in samples) <= 8
    for statistic in (trends.mean, trends.median):
        ends = [statistic(values, at) for values in samples]
        assert sum(one.low <= 0 <= one.high for one in ends) >= 48


def test_layers_may_have_different_numbers_of_heads():
    at = [0] * 3 + [1] * 5 + [*range(2, 10)] * 2
    values = np.arange(24.0)
    assert trends.mean(values, at).value == pytest.approx(values.mean())
    assert trends.median(values, at).value == pytest.approx(11.5)
    alone = trends.median(values[8:], at[8:])
    assert alone.low < alone.value < alone.high


def test_few_layers_have_a_statistic_and_nothing_that_bounds_it():
    at, values = np.repeat(range(7), 4), np.arange(28.0)
    for statistic in (trends.mean, trends.median):
        assert statistic(values, at)[1:3] == (-np.inf, np.inf)
    assert trends.trend(at, values).p is None


def test_mean_and_median_lie_in_their_intervals():
    values, at = RNG.random(50), np.repeat(range(10), 5)
    for statistic, exact in ((trends.mean, values.mean()), (trends.median, np.median(values))):
        estimate = statistic(values, at)
        assert estimate.low < estimate.value < estimate.high
        assert estimate.value == pytest.approx(exact)


@pytest.mark.parametrize(
    "call",
    [
        lambda: trends.correlation([1, 2, 3], [3, 2, 1]),
        lambda: trends.correlation([1] * 9, range(9)),
        lambda: trends.trend([0] * 9, range(9)),
        lambda: trends.mean([1.0], [0]),
    ],
)
def test_too_little_is_refused(call):
    with pytest.raises(ValueError, match="head"):
        call()
