"""Position Interpolation's and YaRN's statements in doubles, from their own words."""

from dataclasses import asdict

import numpy as np
import pytest

from constructions.capacity.rules import recheck
from constructions.other_papers import position_interpolation as interpolation
from constructions.other_papers import yarn as stretch
from constructions.other_papers.position_interpolation import Bend
from constructions.other_papers.rechecked import exact_fields


def scores(h, theta, s):
    """a(s) = Re Σ h_j e^{isθ_j}."""
    return float((h * np.exp(1j * s * theta)).sum().real)


def off_the_line(h, theta, ends, s):
    """|a(s) - a_linear(s)|."""
    share = (s - ends[0]) / (ends[1] - ends[0])
    line = (1 - share) * scores(h, theta, ends[0]) + share * scores(h, theta, ends[1])
    return abs(scores(h, theta, s) - line)


def test_the_witness_is_what_the_theorem_speaks_of():
    theta = 1e4 ** (-np.arange(64) / 64)
    bound = 128 / (32 * np.log(1e4))
    plain = off_the_line(np.ones(64), theta, (0, 1), 0.5)
    tuned = off_the_line(np.exp(-0.5j * theta), theta, (0, 1), 0.5)
    assert (plain, tuned) == (pytest.approx(0.45928, abs=1e-5), pytest.approx(0.49388, abs=1e-5))
    assert bound < plain < tuned
    assert interpolation.bends_more(Bend()).found.startswith("[0.45928")
    assert recheck.recheck("PI-bound", exact_fields(asdict(Bend()))) == "0.4593 above its line"
    assert Bend().phase == 0  # every h_j = 1: query and key are one vector


def test_the_slips_of_the_printed_proof_are_those_that_are_named():
    """One inequality reversed; signs that cancel; = where < is meant."""
    x, c, d = np.linspace(-3, -0.01, 50), 1e4, 128
    assert (c**x > 1 + x * np.log(c)).all()
    assert 1 / (1 - c ** (-4 / d)) > d / (4 * np.log(c))
    finite = (c ** (-4 * np.arange(d // 2) / d)).sum()
    assert finite < 1 / (1 - c ** (-4 / d))
    assert finite == pytest.approx((1 - c**-2) / (1 - c ** (-4 / d)))
    first, s, second, slope = 0.0, 0.3, 1.0, 2.0  # a(s) = slope s: no second order
    for sign in (1, -1):
        left, right = (slope * s + sign * slope * (end - s) for end in (first, second))
        assert (left == pytest.approx(slope * first)) == (sign == 1)
        crosswise = (s - second) * left - (s - first) * right
        assert crosswise / (first - second) == pytest.approx(slope * s)


def test_the_repaired_bound_is_not_broken_and_the_printed_one_is():
    draw = np.random.default_rng(0)
    broken = 0
    for _ in range(2000):
        c, d = float(np.exp(draw.uniform(0.01, 15))), 2 * int(draw.integers(1, 65))
        theta = c ** (-2 * np.arange(d // 2) / d)
        first, gap, share = draw.uniform(-50, 50), draw.exponential(1), draw.uniform(0.01, 0.99)
        s = first + share * gap
        h = np.exp(-1j * theta * (s + draw.normal(0, 0.3)))  # near the worst phases
        error = off_the_line(h, theta, (first, first + gap), s)
        factor = share * (1 - share) * gap**2
        assert error <= factor * (theta**2).sum() / 2 + 1e-9
        assert (theta**2).sum() < d / (4 * np.log(c)) + 1
        broken += error > factor * d / (8 * np.log(c))
    assert broken > 100


def test_the_sums_are_short_from_4861_on():
    theta = 1e4 ** (-np.arange(64) / 64)
    s = np.arange(8192)
    sums = np.abs(np.cumsum(np.exp(1j * np.outer(theta, s)), axis=0)).sum(axis=0)
    below = np.flatnonzero(sums < 128)
    assert (len(below), below[0], sums.argmin()) == (42, 4861, 8142)
    assert sums[:4096].argmin() == 3643


def test_close_tokens_come_closer_and_others_need_not():
    theta, draw = 1e4 ** (-np.arange(64) / 64), np.random.default_rng(1)
    for scale in 1 + draw.exponential(2, 200):
        for m in (1, 2, 3):
            assert (np.cos(m * theta / scale) > np.cos(m * theta)).all()
    for m in range(4, 40):
        assert np.cos(m / (m / np.pi)) < np.cos(m)
    halved = [np.cos(m * theta / 2).sum() > np.cos(m * theta).sum() for m in range(1, 145)]
    assert halved.index(False) == 143
    assert stretch.one_distance(stretch.Stretched(scale=1)).found == "the angles are not stretched"


@pytest.mark.parametrize("scale", [1.5, 8.0])
def test_all_planes_but_the_last_turn_further_than_before(scale):
    i = np.arange(64)
    before = 1e4 ** (-i / 64)
    after = (1e4 * scale ** (128 / 126)) ** (-i / 64)
    times = scale * after / before
    assert (times[:-1] > 1 + 1e-6).all()
    assert times[-1] == pytest.approx(1)
    assert times[46] == pytest.approx(scale ** (17 / 63))
    assert (2 * np.pi / before > 4096).sum() == 18
