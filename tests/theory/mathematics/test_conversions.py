"""What leaves a Fraction comes back the same; what goes into a ball is held by it, at few bits."""

from fractions import Fraction

import z3
from flint import ctx, fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational

from theory.mathematics import conversions

NUMBERS = st.fractions() | st.integers()


@given(NUMBERS)
def test_there_and_back(x):
    assert conversions.from_flint(conversions.to_fmpq(x)) == x
    assert Fraction(str(conversions.to_sympy(x))) == x
    assert isinstance(conversions.to_sympy(x), Rational)
    assert conversions.from_z3(z3.Q(x.numerator, x.denominator), 6) == x


@given(NUMBERS, st.integers(2, 80))
def test_a_ball_holds_its_number(x, bits):
    with ctx.workprec(bits):
        assert conversions.to_fmpq(x) in conversions.to_ball(x)


@given(st.fractions(-4, 4, max_denominator=60), st.integers(2, 80))
def test_cosine_and_sine_are_of_one_point(x, bits):
    with ctx.workprec(bits):
        one = conversions.cos_pi(x) ** 2 + conversions.sin_pi(x) ** 2
    assert 1 in one


def test_known_values():
    assert [conversions.cos_pi(Fraction(n, 2)) for n in range(4)] == [1, 0, -1, 0]
    assert [conversions.sin_pi(Fraction(n, 2)) for n in range(4)] == [0, 1, 0, -1]
    assert conversions.from_flint(fmpz(3)) == 3
    assert conversions.from_flint(fmpq(-1, 3)) == Fraction(-1, 3)


def test_an_algebraic_number_is_approximated():
    x = z3.Real("x")
    solver = z3.Solver()
    solver.add(x * x == 2, x > 0)
    assert solver.check() == z3.sat
    root = conversions.from_z3(solver.model()[x], 20)
    assert 0 < abs(root * root - 2) < Fraction(1, 10**18)
