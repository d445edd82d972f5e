"""Statistics across heads, against known answers and under the null."""

import numpy as np
import pytest

from empirical.language import trends

RNG = np.random.default_rng(0)


def test_a_straight_line_correlates_fully():
    x = RNG.random(30)
    found = trends.correlation(x, 1 - x)
    assert found.value == pytest.approx(-1)
    assert found.low == pytest.approx(-1)
    assert found.p < 1e-4


def test_correlation_of_noise_has_an_interval_around_zero():
    found = trends.correlation(RNG.random(200), RNG.random(200))
    assert found.low < 0 < found.high
    assert found.p > 0.01


def test_coverage_of_the_interval_is_near_its_level():
    inside = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=60)
        y = -0.8 * x + 0.6 * rng.normal(size=60)
        found = trends.correlation(x, y)
        inside += found.low <= -0.8 <= found.high
    assert inside >= 50


def test_trend_finds_ranks_falling_with_depth_and_no_trend_in_noise():
    depths = np.repeat(range(10), 4)
    falling = trends.trend(depths, np.exp(-depths + 0.1 * RNG.random(40)))
    assert falling.value < -0.95
    assert falling.p == 1 / (trends.RESAMPLES + 1)
    assert trends.trend(depths, RNG.random(40)).p > 0.01


def test_permutation_p_values_are_uniform_under_the_null():
    depths = np.repeat(range(6), 3)
    values = [trends.trend(depths, np.random.default_rng(s).random(18)).p for s in range(40)]
    assert 0.3 < np.mean(values) < 0.7


def test_mean_and_median_lie_in_their_intervals():
    values = RNG.random(50)
    for found, exact in ((trends.mean(values), values.mean()), (trends.median(values), None)):
        assert found.low < found.value < found.high
        assert exact is None or found.value == pytest.approx(exact)


@pytest.mark.parametrize(
    "call",
    [
        lambda: trends.correlation([1, 2, 3], [3, 2, 1]),
        lambda: trends.correlation([1] * 9, range(9)),
        lambda: trends.trend([0] * 9, range(9)),
        lambda: trends.mean([1.0]),
    ],
)
def test_too_little_is_refused(call):
    with pytest.raises(ValueError, match="heads"):
        call()
