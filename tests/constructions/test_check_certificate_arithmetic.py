"""The checker's own arithmetic: cosines, exponentials and rounding, by containment at few bits."""

import math
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from constructions import check_certificate as checker

BITS = st.integers(3, 64)
ANGLES = st.fractions(-8, 8, max_denominator=10**6)


@given(ANGLES, BITS)
@example(Fraction(0), 3)
@example(Fraction(-8), 210)
def test_cosine_and_sine_are_enclosed(x, bits):
    ctx.prec = 256
    c, s, error = checker.cos_sin(x, bits)
    ball, unit = arb(fmpq(x.numerator, x.denominator)), arb(2) ** bits
    assert abs(ball.cos() * unit - c) <= error
    assert abs(ball.sin() * unit - s) <= error


@given(st.integers(-(1 << 72), 1 << 72), BITS)
@example(0, 3)
def test_exponentials_of_any_size_are_enclosed(x, bits):
    ctx.prec = 256
    x = (abs(x) % (500 << bits)) * (1 if x > 0 else -1)
    low, high = checker.exponential(x, bits)
    true = (arb(x) / arb(2) ** bits).exp() * arb(2) ** bits
    assert arb(str(low)) <= true <= arb(str(high))
    assert high - low <= 18 * 10 ** max(0, math.ceil(x / 2**bits / math.log(10)))


@given(st.fractions(-100, 100, max_denominator=10**9), BITS)
def test_rounding_to_so_many_bits(x, bits):
    rounded = checker.nearest(x, bits)
    assert checker.nearest(rounded, bits) == rounded
    assert abs(rounded - x) <= abs(x) / 2**bits


@given(ANGLES, st.sampled_from([8, 24, 53]))
@example(Fraction(1, 4), 24)
@example(Fraction(1, 1 << 60), 24)
def test_points_on_the_circle_are_the_nearest(turn, bits):
    ctx.prec = 256
    at = 2 * (turn + Fraction(1, 4))
    ball = fmpq(at.numerator, at.denominator)
    for value, true in zip(
        checker.point(turn, bits), (arb.cos_pi_fmpq(ball), arb.sin_pi_fmpq(ball)), strict=True
    ):
        assert abs(arb(fmpq(value.numerator, value.denominator)) - true) <= abs(true) / 2**bits


def test_constants():
    ctx.prec = 256
    for name, true in (("TAU", 2 * arb.pi()), ("LN_TEN", arb(10).log())):
        given = getattr(checker, name)
        assert abs(arb(fmpq(given.numerator, given.denominator)) - true) < arb(10) ** -58


def test_so_many_roundings_bound_nothing():
    """k·u/(1 - k·u) turns negative at k·u > 1: a bound that a run would be let off by."""
    assert checker.compounded(3, Fraction(1, 6)) == 1
    for factors in (6, 7):
        with pytest.raises(checker.Rejected, match="so many roundings"):
            checker.compounded(factors, Fraction(1, 6))
