"""Angles, turns and heads: one formula on floats and Fractions; every matrix is a RoPE head."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.placements import nope_placement
from tests.strategies import additive_heads, nope_heads, pythagorean_heads, rope_heads
from theory.mathematics.placement import exact_placement, is_positional, is_symbolic
from theory.mathematics.rope import angles, exact_turns, rope_placement, rotated, turns


def test_angles_are_those_of_the_paper():
    assert angles(4, 10000.0) == pytest.approx([1.0, 0.01])
    assert angles(8) == pytest.approx([1, 0.1, 0.01, 0.001])


@pytest.mark.parametrize("d", [0, 1, 3, -2])
def test_odd_or_empty_dimensions_are_refused(d):
    with pytest.raises(ValueError, match="d:"):
        angles(d)


def test_logits_are_those_of_rotated_keys_and_queries():
    """L = (R_j k)ᵀ (R_i q), with R_t written as a block-diagonal matrix."""
    rng = np.random.default_rng(1)
    n, d = 5, 6
    keys, query, g = rng.normal(size=(n, d)), rng.normal(size=d), angles(d, 50.0)

    def rotation(t):
        R = np.zeros((d, d))
        for k, angle in enumerate(g):
            c, s = np.cos(t * angle), np.sin(t * angle)
            R[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [[c, -s], [s, c]]
        return R

    M = rope_placement(keys, query, turns(range(n, 0, -1), g))
    for a in range(n):
        for p in range(n):
            literal = (rotation(p + 1) @ keys[a]) @ (rotation(n + 1) @ query)
            assert M[a, p] == pytest.approx(literal)


@given(st.integers(1, 6))
def test_exact_turns_are_the_float_ones(count):
    exact = exact_turns([("3/5", "4/5"), ("-5/13", "12/13")], count)
    g = [np.arctan2(4, 3), np.arctan2(12, -5)]
    assert exact.astype(float) == pytest.approx(turns(range(count, 0, -1), g))
    assert all(c * c + s * s == 1 for c, s in exact.reshape(-1, 2))


@given(pythagorean_heads())
def test_pythagorean_heads_are_exact(M):
    assert all(isinstance(entry, Fraction) for entry in M.flat)


@given(nope_heads())
def test_nope_heads_are_symbolic(M):
    assert is_symbolic(M)


@given(rope_heads())
def test_equal_keys_make_a_head_positional(M):
    equal = np.broadcast_to(M[:1], M.shape)
    assert is_positional(equal)


@given(additive_heads())
def test_additive_heads_have_constant_differences(M):
    gap = M[1:] - M[:1]
    assert np.allclose(gap, gap[:, :1], atol=1e-9)


def test_nope_is_rope_at_rest():
    keys, query = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 6.0])
    still = turns(range(2, 0, -1), [0.0])
    assert rope_placement(keys, query, still) == pytest.approx(nope_placement(keys, query))


def test_a_two_dimensional_rope_head_has_the_witness_of_a_score():
    """Keys dual to R_1 q and R_2 q give M = [[0, 1], [1, 0]] (proofs.md, 'Which matrices …')."""
    table = exact_turns([("3/5", "4/5")], 2)
    q = np.array([Fraction(1), Fraction(0)], dtype=object)
    (a, b), (c, d) = rotated(q, table)
    det = a * d - b * c
    on_first = [d / det, -c / det]  # 1 on R_2 q, 0 on R_1 q
    on_second = [-b / det, a / det]
    dual = np.array([on_second, on_first], dtype=object)
    assert (rope_placement(dual, q, table) == exact_placement([[0, 1], [1, 0]])).all()


@given(st.integers(1, 6))
def test_every_matrix_is_a_rope_head_of_dimension_at_least_n(n):
    d = n + n % 2
    spread = rotated(np.ones(d), turns(range(n, 0, -1), angles(d, 2.0)))
    assert np.linalg.matrix_rank(spread, tol=1e-12) == n


@pytest.mark.parametrize("bad", [0.6, True, "cos"])
def test_exact_turns_refuse_what_is_not_exact(bad):
    with pytest.raises(TypeError, match="cos"):
        exact_turns([(bad, 0)], 1)


def test_a_step_off_the_circle_is_refused():
    with pytest.raises(ValueError, match="not 1"):
        exact_turns([("1/2", "1/2")], 1)


def test_a_query_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="query"):
        rotated(np.ones(3), turns([1], [1.0]))
