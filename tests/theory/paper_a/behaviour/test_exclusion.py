"""The exclusion principle on random heads of every kind, seeded with the heads of equality."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given

from tests.strategies import exact_matrices, heads, pythagorean_heads
from theory.mathematics.placement import (
    exact_placement,
    overlap,
    positional_deviation,
    slack,
    symbolic_deviation,
    variance,
)
from theory.paper_a.behaviour.exclusion import THM1, Exclusion

TIGHT = exact_placement([[0, 1, 2], [1, 2, 3], [2, 3, 4]])
"""M[a,p] = (λ_a + λ_p)/2: equality in Theorem 1."""
PURE = exact_placement([[0, 0, 0], [1, 1, 1], [5, 5, 5]])
"""Symbolic: both ends of the two-sided bound meet."""
TIED = exact_placement([[0, 2], [0, 0]])
"""λ = 0 and P = S: the lower end."""
SCALE = 1e-12
"""Rounding of sums of at most 36 squares, relative to the largest of them."""


def bounds(M):
    """Var, P and S, exact or float."""
    return variance(M), positional_deviation(M), symbolic_deviation(M)


def two_sided(var, P, S):
    """Both ends without square roots: |2Var - P - S| ≤ 2√(PS)."""
    return (2 * var - P - S) ** 2 <= 4 * P * S


@given(exact_matrices())
@example(TIGHT)
@example(PURE)
@example(TIED)
@example(exact_placement([[7]]))
def test_exclusion_holds_exactly_on_arbitrary_heads(M):
    var, P, S = bounds(M)
    assert var <= P + S
    assert P + S - var == slack(M)
    assert var == (P + S) / 2 - overlap(M)
    assert two_sided(var, P, S)


@given(pythagorean_heads())
def test_exclusion_holds_exactly_on_rope_heads(M):
    var, P, S = bounds(M)
    assert var <= P + S
    assert two_sided(var, P, S)


@given(heads)
def test_exclusion_holds_on_float_heads_of_every_kind(M):
    var, P, S = bounds(M)
    tolerance = SCALE * max(1.0, np.abs(M).max() ** 2) * len(M) ** 2
    assert var <= P + S + tolerance
    assert np.isclose(P + S - var, slack(M), atol=tolerance)
    assert abs(2 * var - P - S) <= 2 * np.sqrt(P * S) + tolerance


def test_the_equality_heads_are_equal():
    assert variance(TIGHT) == positional_deviation(TIGHT) + symbolic_deviation(TIGHT)
    assert slack(TIGHT) == 0
    assert 2 * variance(PURE) == positional_deviation(PURE)
    assert variance(TIED) == 0
    assert positional_deviation(TIED) == symbolic_deviation(TIED) == 1


STATED = [m for m in THM1.claim.mutants if isinstance(m.mutate(Exclusion()), Exclusion)]
"""Mutants of the statement; near-misses of its theorems are no matter of heads."""


@pytest.mark.parametrize("mutant", STATED, ids=lambda m: m.name)
def test_an_equality_head_rejects_every_mutant_of_the_theorem(mutant):
    subject = mutant.mutate(Exclusion())

    def holds(M):
        left, right = variance(M), subject.bound(M)
        return left == right if subject.relation == "=" else left <= right

    seeds = (TIGHT, PURE, PURE.T, exact_placement([[0, 0], [2, 2]]))
    assert all(variance(M) <= Exclusion().bound(M) for M in seeds)
    assert not all(holds(M) for M in seeds)


@given(exact_matrices())
def test_the_literal_bound_is_p_plus_s(M):
    M = M[:4, :4]
    assert Exclusion().bound(M) == positional_deviation(M) + symbolic_deviation(M)


@given(exact_matrices())
def test_the_bound_is_homogeneous_of_degree_two(M):
    var, P, S = bounds(M)
    assert bounds(M * Fraction(3, 2)) == tuple(Fraction(9, 4) * value for value in (var, P, S))
