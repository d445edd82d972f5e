"""Exact comparisons of cosines at rational multiples of π, and the cells between critical angles.

Angles are Fractions in units of π. ``fold`` takes an angle to its distance from the nearest full
turn, a number in [0, 1] on which the cosine is strictly decreasing: two cosines are compared by
their folds, without a float. Sums of cosines are compared exactly too: their vanishing is decided
in the cyclotomic field, their sign by balls that are certainly on one side.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from theory.mathematics.conversions import ball_sum, cos_pi, precision, to_ball, to_fmpq

MOST_BITS = 4096
HALF = Fraction(1, 2)
Sum = Mapping[Fraction, Fraction]
"""A sum of cosines: fold → coefficient; the fold 0 holds the constant."""


def fold(angle: Fraction) -> Fraction:
    """The distance of ``angle`` (units of π) from 2Z, in [0, 1]: cos(πa) = cos(π fold(a))."""
    whole = 2 * angle.denominator
    part = angle.numerator % whole
    return Fraction(min(part, whole - part), angle.denominator)


def added(*parts: tuple[Fraction, Fraction]) -> dict[Fraction, Fraction]:
    """Σ coefficient · cos(π angle), from pairs (coefficient, angle)."""
    total: dict[Fraction, Fraction] = {}
    for coefficient, angle in parts:
        at = fold(angle)
        total[at] = total.get(at, Fraction(0)) + coefficient
    return total


def sign(left: Sum, right: Sum) -> int:
    """The sign of left - right: -1, 0 or 1, exactly."""
    difference = {f: left.get(f, Fraction(0)) - right.get(f, Fraction(0)) for f in {*left, *right}}
    terms = {f: c for f, c in difference.items() if c}
    if not terms or _vanishes(terms):
        return 0
    return _ball_sign(lambda: _value(terms))


def _vanishes(terms: Sum) -> bool:
    """Whether Σ c cos(πp/q) = 0: the polynomial Σ c (z^p + z^(2q-p))/2 modulo the 2q-th
    cyclotomic polynomial, z = e^(iπ/q) being a primitive 2q-th root of unity."""
    from flint import fmpq, fmpq_poly

    q = lcm(*(f.denominator for f in terms))
    coefficients = [fmpq(0)] * (2 * q + 1)
    for at, c in terms.items():
        p = int(at * q)
        for power in (p, (2 * q - p) % (2 * q)):
            coefficients[power] += to_fmpq(c) / 2
    remainder = fmpq_poly(coefficients) % _cyclotomic(2 * q)
    return not any(remainder.coeffs())


@cache
def _cyclotomic(n: int) -> Any:
    """The n-th cyclotomic polynomial over the rationals."""
    from flint import fmpq_poly, fmpz_poly

    return fmpq_poly(fmpz_poly.cyclotomic(n))


def _value(terms: Sum) -> Any:
    return ball_sum(to_ball(c) * cos_pi(at) for at, c in terms.items())


def _ball_sign(ball: Any) -> int:
    """The sign of a number that is not 0, from balls of growing precision."""
    bits = 64
    while bits <= MOST_BITS:
        with precision(bits):
            value = ball()
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2
    raise ArithmeticError(f"no sign at {MOST_BITS} bits: is it 0?")


def exponential_sign(left: Iterable[Sum], right: Iterable[Sum]) -> int:
    """The sign of Σ e^left - Σ e^right, each term's exponent a sum of cosines.

    Common exponents are cancelled first (so equal multisets give 0); what is left is compared by
    balls.

    Raises:
        ArithmeticError: the balls decide nothing.
    """
    sides: tuple[list[Sum], list[Sum]] = (list(left), list(right))
    for one in list(sides[0]):
        equal = next((other for other in sides[1] if sign(one, other) == 0), None)
        if equal is not None:
            sides[0].remove(one)
            sides[1].remove(equal)
    if not sides[0] or not sides[1]:
        return bool(sides[0]) - bool(sides[1])
    if len(sides[0]) == len(sides[1]) == 1:
        return sign(sides[0][0], sides[1][0])

    def difference() -> Any:
        high, low = (ball_sum(_value(t).exp() for t in side) for side in sides)
        return high - low

    return _ball_sign(difference)


def cells(points: Iterable[Fraction], end: Fraction) -> list[Fraction]:
    """Every critical point in [0, end] and one point between each two neighbours.

    What changes only at critical points is decided on all of [0, end] by its values there.
    """
    ordered = sorted({p for p in points if 0 <= p <= end} | {Fraction(0), end})
    between = [(a + b) / 2 for a, b in zip(ordered, ordered[1:], strict=False)]
    return sorted([*ordered, *between])


def critical_angles(most: int) -> list[Fraction]:
    """The angles in [0, 2] (units of π) of which some multiple t ≤ ``most`` is a full turn."""
    return sorted({Fraction(2 * k, t) for t in range(1, most + 1) for k in range(t + 1)})
