"""How far a run in a number format may stray from the reals: the error model of certificates.

The run has a table of cos and sin within u/2, as rounding to nearest leaves it; it rounds both
rotations, the attention weights and the outputs to the format, unit roundoff u; dot products,
softmax and mixing to float32 or better, unit v, in any order. Each operation obeys |fl(x op y) - x
op y| ≤ unit·|x op y|; in a rotation products with 0 or a power of two and sums with 0 are exact;
exp is within 4 v; what lies below 2^-126 may become 0.

What is flushed on the way to a logit takes r (1 + β + reach)·2^-119 at most, r the coordinates of a
key: within the sizes of ``constructions.certificate.admission`` less than 4 v. So each weight is
given 8 v."""

from fractions import Fraction
from functools import lru_cache

from constructions.heads.formats import ACCUMULATED, SIGNIFICANT
from constructions.heads.onelayer import OneLayerHead

MODEL = (
    "rotations, attention weights and outputs are rounded to the format (unit u), all else to its"
    " accumulator (unit v), in any order; |fl(x op y) - x op y| <= unit |x op y|, but in a rotation"
    " products with 0 or powers of two and sums with 0 are exact; the table of cos and sin is"
    " within u/2; exp within 4 v; results below 2^-126 may become 0"
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
    # Higham's γ_k bounds a product of k roundings only while k·unit < 1.
    if factors * unit >= 1:
        raise ValueError(f"{factors} roundings of unit {unit} say nothing; take a shorter n0")
    return factors * unit / (1 - factors * unit)


def mixing(n0: int, number_format: str) -> Fraction:
    """ρ: relative error of each summand of an output, a mix of n0 values and the skip.

    2 n0 + 2 in the accumulator: the softmax sum, division, products, sums; 3 in the format.
    """
    # Of a summand's own size: summands of either sign may cancel while their errors add, which is
    # why margins takes ρ of |V| and not of the gain.
    u, v = units(number_format)
    return (1 + compounded(2 * n0 + 2, v)) * (1 + compounded(3, u)) - 1


def largest_logit(head: OneLayerHead, query: tuple[float, ...], key: tuple[float, ...]) -> Fraction:
    """At least the largest logit of this query and key at any offset: β(|q|² + |k|²)/2."""
    # |q·k| ≤ |q||k| ≤ (|q|² + |k|²)/2: no square root, so it stays a fraction.
    return Fraction(head.beta) * (_square(query) + _square(key)) / 2


@lru_cache(maxsize=4096)
def _square(vector: tuple[float, ...]) -> Fraction:
    return sum((Fraction(x) ** 2 for x in vector), Fraction(0))


@lru_cache(maxsize=4096)
def roughness(vector: tuple[float, ...], u: Fraction) -> Fraction:
    """1 + the relative error of a rotated vector: the table, then two products and a sum a
    coordinate, exact where each pair of coordinates holds at most one number and that a power of
    two."""
    # Where x = 0 or y = 0 in every plane, one product of a rotation is 0 and its sum is exact.
    alone = not any(x and y for x, y in zip(vector[::2], vector[1::2], strict=True))
    exact = alone and all(map(_power_of_two, vector))
    # To nearest, an entry of the table is off by u/2 at most; both entries together by √2 of that.
    return (1 + ROOT * u / 2) * (1 if exact else (1 + ROOT * u) * (1 + u))


def _power_of_two(x: float) -> bool:
    top, bottom = abs(Fraction(x)).as_integer_ratio()
    return top & (top - 1) == 0 and bottom & (bottom - 1) == 0


def drift(head: OneLayerHead, query: tuple[float, ...], key: tuple[float, ...]) -> Fraction:
    """How far the run's logit may lie from β·keyᵀ R query, at any offset.

    reach times the roughness of both vectors and 1 + γ, γ of r products and sums and β's.
    """
    u, v = units(head.number_format)
    # A term meets one product, r - 1 sums at most, and the factor β: r + 1 roundings.
    factor = roughness(query, u) * roughness(key, u) * (1 + compounded(len(key) + 1, v))
    return largest_logit(head, query, key) * (factor - 1)
