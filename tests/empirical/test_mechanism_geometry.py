"""The circular statistics: exact cases, the textbook's double sum, and intervals that cover."""

import itertools

import numpy as np
import pytest

from empirical.mechanism_geometry import correlation, geometry, points, resultant

RNG = np.random.default_rng(1)
ALL = np.ones((20, 7), dtype=bool)


def test_resultant_of_one_direction_and_of_opposite_ones():
    assert resultant(np.full((5, 4), 2.0), 50) == [1.0, 1.0, 1.0]
    assert resultant(np.tile([0.0, np.pi], (5, 2)), 50)[0] == 0.0


def test_correlation_is_the_double_sum_of_fisher_and_lee():
    a, b = RNG.uniform(-np.pi, np.pi, (2, 20, 7))
    where = RNG.random((20, 7)) < 0.6
    pairs = list(itertools.combinations(zip(a[where], b[where], strict=True), 2))
    top = sum(np.sin(x[0] - y[0]) * np.sin(x[1] - y[1]) for x, y in pairs)
    below = [sum(np.sin(x[i] - y[i]) ** 2 for x, y in pairs) for i in (0, 1)]
    found = correlation(a, b, where, 50)[0]
    assert found == pytest.approx(top / np.sqrt(below[0] * below[1]), abs=1e-4)


def test_correlation_knows_the_sense_of_turning():
    b = RNG.uniform(-np.pi, np.pi, (20, 7))
    assert correlation(b + 1.3, b, ALL, 50) == [1.0, 1.0, 1.0]
    assert correlation(1.3 - b, b, ALL, 50) == [-1.0, -1.0, -1.0]
    assert correlation(np.full_like(b, 0.4), b, ALL, 50)[0] == 0.0


def test_too_few_places_is_an_error():
    with pytest.raises(ValueError, match="two places"):
        correlation(RNG.random((3, 3)), RNG.random((3, 3)), np.zeros((3, 3), dtype=bool), 10)


def test_intervals_cover_the_resultant_of_planted_angles():
    """von Mises angles, κ = 2: true resultant I1(2)/I0(2) = .6978; 95 % ± 4 % in 400 draws."""
    covered = 0
    for seed in range(400):
        angles = np.random.default_rng(seed).vonmises(0.0, 2.0, (60, 4))
        _, low, high = resultant(angles, 400, seed)
        covered += low <= 0.69777 <= high
    assert 0.91 <= covered / 400 <= 0.99


def construction(angle, inputs=30, tokens=8):
    """Queries and keys of the Index construction: keys at 1, the query of integer i at e^{-iθ}."""
    numbers = RNG.integers(0, 9, (inputs, tokens))
    return np.exp(-1j * angle * numbers), np.ones((inputs, tokens), dtype=complex), numbers


def test_the_construction_aligns_and_fans_out():
    found = geometry(*construction(0.7), 0.7, 50)
    assert found["keys"] == found["queries"] == [1.0, 1.0, 1.0]
    mirrored = geometry(*construction(-0.7), 0.7, 50)
    assert mirrored["queries"][0] == -1.0


def test_points_are_mean_queries_by_integer():
    query, key, numbers = construction(0.7)
    found = points(query, key, numbers)
    assert found["queries"]["2"] == [round(np.cos(1.4), 3), round(-np.sin(1.4), 3)]
    assert "0" not in found["queries"]
    assert found["keys"][0] == [1.0, 0.0]
