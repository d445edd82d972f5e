"""Number formats: their unit roundoff, and correct rounding into them.

A value of any of them is exact in float64, which is how heads hold it.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

SIGNIFICANT = {"float64": 53, "float32": 24, "bf16": 8}
"""Significant bits; the unit roundoff is 2 to the minus that."""
ACCUMULATED = {"float64": 53, "float32": 24, "bf16": 24}
"""Significant bits of the sums inside dot products and softmax: bf16 is summed in float32."""


def nearest(value: Fraction, number_format: str) -> float:
    """The number of the format nearest to an exact value, ties to even; no limit on exponents.

    Raises:
        ValueError: the format is unknown.
    """
    if number_format not in SIGNIFICANT:
        raise ValueError(f"number_format: {number_format!r}; give one of {sorted(SIGNIFICANT)}")
    if value == 0:
        return 0.0
    magnitude, exponent = abs(value), 0
    while magnitude >= 2:
        magnitude, exponent = magnitude / 2, exponent + 1
    while magnitude < 1:
        magnitude, exponent = magnitude * 2, exponent - 1
    unit = Fraction(2) ** (exponent - SIGNIFICANT[number_format] + 1)
    return float(round(value / unit) * unit)


def unit_vectors(turns_or_angle: str, numbers: list[Fraction], number_format: str) -> np.ndarray:
    """(sin x, cos x), each correctly rounded, for x the numbers in radians or in turns; (n, 2).

    ``turns_or_angle`` is "turns" or "radians".
    """
    from flint import arb, ctx, fmpq

    before, ctx.prec = ctx.prec, 256
    try:
        scale = 2 * arb.pi() if turns_or_angle == "turns" else arb(1)
        angles = [scale * arb(fmpq(x.numerator, x.denominator)) for x in numbers]
        pairs = [(x.sin(), x.cos()) for x in angles]
        return np.array([[_rounded(y, number_format) for y in pair] for pair in pairs])
    finally:
        ctx.prec = before


def _rounded(ball: object, number_format: str) -> float:
    """The one number of the format that every point of a ball rounds to; 0 and ±1 if inside."""
    for whole in (-1, 0, 1):
        if ball.contains(whole):  # type: ignore[attr-defined]
            return float(whole)
    ends = [ball.lower(), ball.upper()]  # type: ignore[attr-defined]
    rounded = {nearest(_fraction(end), number_format) for end in ends}
    if len(rounded) > 1:
        raise ArithmeticError(f"{ball}: too near the middle of two numbers of {number_format}")
    return rounded.pop()


def _fraction(point: object) -> Fraction:
    mantissa, exponent = point.man_exp()  # type: ignore[attr-defined]
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
