"""How far a run in a number format may stray from the reals: the error model of certificates.

The run rounds the table of cos and sin (to nearest), both rotations, the attention weights and the
outputs to the format, unit roundoff u; dot products, softmax and mixing to float32 or better, unit
v, in any order. Each operation obeys |fl(x op y) - x op y| ≤ unit·|x op y|; a product with 0 or a
power of two is exact; exp is within 4 v; what lies below 2^-126 may become 0.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from constructions.formats import ACCUMULATED, SIGNIFICANT
from constructions.onelayer import OneLayerHead

MODEL = (
    "the table of cos and sin, both rotations, weights and outputs are rounded to the format (unit"
    " u); dot products, softmax and mixing to the accumulator's (unit v), in any order; |fl(x op y)"
    " - x op y| <= unit |x op y|; exp within 4 v; results below 2^-126 may become 0"
)
ROOT = Fraction(17, 12)
"""Above √2: the length of two coordinates that are each off by at most 1."""


def units(number_format: str) -> tuple[Fraction, Fraction]:
    """(u, v), the unit roundoffs of the format and of its accumulator."""
    return (
        Fraction(1, 2 ** SIGNIFICANT[number_format]),
        Fraction(1, 2 ** ACCUMULATED[number_format]),
    )


def compounded(factors: int, unit: Fraction) -> Fraction:
    """γ = ku/(1 - ku): how far a product of k factors (1 + δ)^±1, |δ| ≤ u, is from 1."""
    if factors * unit >= 1:
        raise ValueError(f"{factors} roundings of unit {unit} say nothing; take a shorter n0")
    return factors * unit / (1 - factors * unit)


def mixing(n0: int, number_format: str) -> Fraction:
    """ρ: relative error of each summand of an output, a mix of n0 values and the skip.

    2 n0 + 2 in the accumulator: the softmax sum, division, products, sums; 3 in the format.
    """
    u, v = units(number_format)
    return (1 + compounded(2 * n0 + 2, v)) * (1 + compounded(3, u)) - 1


def length(x: float, y: float) -> Fraction:
    """At least the length of (x, y), by less than 2^-159; 0 for (0, 0)."""
    square = (Fraction(x) ** 2 + Fraction(y) ** 2) * 4**160
    return Fraction(isqrt(-int(-square // 1)) + 1, 2**160) if square else Fraction(0)


def rotation(x: float, y: float, u: Fraction) -> Fraction:
    """1 + the relative error of a rotated pair: the table, then products, then a sum."""
    single = x == 0 or y == 0
    exact = all(z == 0 or _power_of_two(z) for z in (x, y))
    products = Fraction(0) if exact else u if single else ROOT * u
    return (1 + ROOT * u / 2) * (1 + products) * (1 if single else 1 + u)


def _power_of_two(x: float) -> bool:
    top, bottom = abs(Fraction(x)).as_integer_ratio()
    return top & (top - 1) == 0 and bottom & (bottom - 1) == 0


def reach(head: OneLayerHead, query: tuple[float, ...], key: tuple[float, ...]) -> Fraction:
    """At least the largest logit of this query and key at any offset."""
    return Fraction(head.beta) * sum(
        (length(*query[i : i + 2]) * length(*key[i : i + 2]) for i in range(0, len(key), 2)),
        Fraction(0),
    )


def drift(head: OneLayerHead, query: tuple[float, ...], key: tuple[float, ...]) -> Fraction:
    """How far the run's logit may lie from β·keyᵀ R query, at any offset.

    β Σ over planes |q||k| ((1 + e_q)(1 + e_k)(1 + γ) - 1), γ of r products and sums and of β.
    """
    u, v = units(head.number_format)
    dot = 1 + compounded(len(key) + (not _power_of_two(head.beta)), v)
    total = Fraction(0)
    for i in range(0, len(key), 2):
        a, b = query[i : i + 2], key[i : i + 2]
        factor = rotation(*a, u) * rotation(*b, u) * dot
        total += length(*a) * length(*b) * (factor - 1)
    return Fraction(head.beta) * total
