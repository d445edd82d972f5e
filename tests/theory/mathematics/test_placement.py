"""The placement matrix's functions: one formula on floats and Fractions, and the literal sums."""

from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings

from tests.placements import swap_cosines
from tests.strategies import arbitrary_heads, exact_matrices, heads
from theory.mathematics import placement as p


@given(exact_matrices())
def test_floats_and_fractions_agree(M):
    floats = M.astype(float)
    for f in (p.variance, p.positional_deviation, p.symbolic_deviation, p.overlap, p.slack):
        assert f(floats) == pytest.approx(float(f(M)), rel=1e-9, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(exact_matrices())
def test_fast_deviations_equal_the_literal_permutation_sums(M):
    n = len(M)
    if n > 5:
        M = M[:5, :5]
        n = 5
    moves = list(p.all_moves(n))
    for shift, fast in (
        (p.positional_shift, p.positional_deviation),
        (p.symbolic_shift, p.symbolic_deviation),
    ):
        assert p.permutation_sum(M, shift, moves) / (factorial(n) * n) == fast(M)


@given(exact_matrices())
def test_a_head_is_positional_iff_it_has_no_positional_deviation(M):
    assert bool(p.is_positional(M)) == (p.positional_deviation(M) == 0)
    assert bool(p.is_symbolic(M)) == (p.symbolic_deviation(M) == 0)
    constant_columns = np.broadcast_to(np.diagonal(M)[None, :], M.shape)
    assert p.is_positional(constant_columns)
    assert p.is_symbolic(constant_columns.T)


def test_leading_axes_are_vectorised():
    M = np.random.default_rng(0).normal(size=(2, 3, 4, 4))
    for f in (p.variance, p.positional_deviation, p.symbolic_deviation, p.slack, p.is_positional):
        assert f(M).shape == (2, 3)
        assert f(M)[1, 2] == pytest.approx(f(M[1, 2]))
    assert p.own_logits(M).shape == (2, 3, 4)


@given(heads)
def test_swap_cosines_are_those_of_the_two_readings(M):
    same, flipped = swap_cosines(M)
    for i, j in p.combinations(range(len(M)), 2):
        top = max(M[i, i], M[j, j])
        v = np.exp(np.array([M[i, i], M[j, j]]) - top)
        w = np.exp(np.array([M[j, i], M[i, j]]) - max(M[j, i], M[i, j]))
        norm = np.linalg.norm(v) * np.linalg.norm(w)
        assert same[i, j] == pytest.approx(v @ w / norm, rel=1e-7, abs=1e-12)
        assert flipped[i, j] == pytest.approx(v[::-1] @ w / norm, rel=1e-7, abs=1e-12)


@given(arbitrary_heads())
def test_swap_cosines_stay_in_range_at_huge_logits(M):
    for cosines in swap_cosines(M * 1e4):
        assert np.isfinite(cosines).all()
        assert ((cosines >= 0) & (cosines <= 1)).all()


def test_moves_are_all_permutations_and_all_transpositions():
    assert [len(list(p.all_moves(n))) for n in range(1, 6)] == [1, 2, 6, 24, 120]
    assert [len(list(p.swaps(n))) for n in range(1, 6)] == [0, 1, 3, 6, 10]
    assert all(move[move[j]] == j for move in p.swaps(5) for j in range(5))


@pytest.mark.parametrize(
    "bad", [np.zeros((2, 3)), np.zeros(4), np.zeros((0, 0)), np.zeros((2, 0, 0))]
)
def test_other_shapes_are_refused(bad):
    with pytest.raises(ValueError, match="shape"):
        p.placement(bad)


@pytest.mark.parametrize(
    "bad",
    [
        [[1, 2], [3, 4]],
        np.array([[True]]),
        np.array([[1, Fraction(1)], [0.5, Fraction(2)]], dtype=object),
        np.array([["a"]]),
    ],
)
def test_what_is_neither_float_nor_exact_is_refused(bad):
    with pytest.raises(TypeError, match="M"):
        p.placement(bad)


@pytest.mark.parametrize("bad", [0.5, np.float32(0.5), True, float("nan"), "nan", "one"])
def test_exact_placement_refuses_and_names_the_entry(bad):
    with pytest.raises(TypeError, match=r"rows\[0\]\[0\]"):
        p.exact_placement([[bad]])
