"""Exact numbers between Fractions and the deciders: flint's, sympy's, z3's; nothing is rounded
on the way but into a ball, which holds the number."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flint import arb, fmpq


@cache
def _rationals() -> type[fmpq]:
    """Imported once: what needs them is called millions of times."""
    from flint import fmpq

    return fmpq


@cache
def _balls() -> type[arb]:
    from flint import arb

    return arb


def to_fmpq(x: Fraction | int) -> fmpq:
    """The number as flint's rational."""
    return _rationals()(x.numerator, x.denominator)


def to_ball(x: Fraction | int) -> arb:
    """A ball that holds the number, of the working precision."""
    return _balls()(to_fmpq(x))


def ball_sum(terms: Iterable[Any]) -> arb:
    """The sum of balls; of none, the ball of 0."""
    return sum(terms, _balls()(0))


def pi_ball() -> arb:
    """A ball that holds π."""
    return _balls().pi()


def precision(bits: int) -> AbstractContextManager[Any]:
    """In this context balls are computed with so many bits."""
    from flint import ctx

    manager: AbstractContextManager[Any] = ctx.workprec(bits)
    return manager


def cos_pi(x: Fraction | int) -> arb:
    """A ball that holds cos(πx)."""
    return _balls().cos_pi_fmpq(to_fmpq(x))


def sin_pi(x: Fraction | int) -> arb:
    """A ball that holds sin(πx)."""
    return _balls().sin_pi_fmpq(to_fmpq(x))


def to_sympy(x: Fraction | int) -> Any:
    """The number as sympy's Rational."""
    from sympy import Rational

    return Rational(x.numerator, x.denominator)


def from_flint(x: Any) -> Fraction:
    """flint's integer or rational as a Fraction."""
    return Fraction(int(x.numerator), int(x.denominator))


def from_z3(x: Any, digits: int) -> Fraction:
    """A number of z3's model as a Fraction; an algebraic one to so many digits."""
    import z3

    if z3.is_algebraic_value(x):
        x = x.approx(digits)
    return Fraction(x.numerator_as_long(), x.denominator_as_long())
