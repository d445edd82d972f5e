"""Number formats: their unit roundoff, and correct rounding into them.

A value of any of them is exact in float64, which is how heads hold it.
"""

from fractions import Fraction
from typing import Any

from theory.mathematics.conversions import pi_ball, precision, to_ball

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


def nearest_angle(turns: Fraction, number_format: str) -> float:
    """2π times a number of turns, correctly rounded."""
    with precision(256):
        angle = 2 * pi_ball() * to_ball(turns)
        return nearest_ball(angle, number_format)


def nearest_ball(ball: Any, number_format: str) -> float:
    """The one number of the format that every point of a ball rounds to; 0 and ±1 if inside.

    Raises:
        ArithmeticError: the ball reaches across the middle of two numbers.
    """
    for whole in (-1, 0, 1):
        if ball.contains(whole):
            return float(whole)
    ends = [ball.lower(), ball.upper()]
    rounded = {nearest(_fraction(end), number_format) for end in ends}
    if len(rounded) > 1:
        raise ArithmeticError(f"{ball}: too near the middle of two numbers of {number_format}")
    return rounded.pop()


def _fraction(point: Any) -> Fraction:
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
