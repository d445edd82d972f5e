"""Sums of cosines over RoPE's frequencies, in balls: θ_i = base^(-i/planes), i = 0 … planes - 1."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import isqrt
from typing import Any

from theory.mathematics.conversions import ball_sum, precision, to_ball

BITS = 96


def angle_balls(base: Any, planes: int) -> list[Any]:
    """base^(-i/planes) as balls; the base a whole number or a ball."""
    from flint import arb

    return [arb(base) ** to_ball(Fraction(-i, planes)) for i in range(planes)]


def cosine_sum(theta: list[Any], m: int) -> Any:
    """Σ cos(mθ_i) as a ball."""
    return ball_sum((m * angle).cos() for angle in theta)


def cosine_sums(theta: list[Any], count: int) -> list[Any]:
    """``cosine_sum`` at 0 ≤ m < count, as one product of matrices of balls: with s the start of a
    block and h a place in it, cos(s + h) = cos s cos h - sin s sin h."""
    from flint import arb_mat

    size = isqrt(count) + 1
    starts = [[(s * x).sin_cos() for x in theta] for s in range(0, count, size)]
    places = [[(h * x).sin_cos() for h in range(size)] for x in theta]
    left = [[c for _, c in row] + [-s for s, _ in row] for row in starts]
    right = [[z[part] for z in row] for part in (1, 0) for row in places]
    sums: list[Any] = (arb_mat(left) * arb_mat(right)).entries()
    return sums[:count]


def mean_size(theta: list[Any], m: int) -> Any:
    """The mean of |S_1|, …, |S_P| as a ball, S_j = Σ_{i<j} e^{i m θ_i}."""
    from flint import acb

    total, sizes = acb(0), to_ball(0)
    for angle in theta:
        sine, cosine = (m * angle).sin_cos()
        total += acb(cosine, sine)
        sizes += abs(total)
    return sizes / len(theta)


@cache
def mean_sizes(base: int, planes: int, first: int, bits: int) -> Callable[[int], Any]:
    """``mean_size`` at the angles from i = first on, in balls of so many bits; each m once."""
    with precision(bits):
        theta = angle_balls(base, planes)[first:]

    @cache
    def at(m: int) -> Any:
        with precision(bits):
            return mean_size(theta, m)

    return at


def other_weights(by_distance: Iterable[Any]) -> list[Any]:
    """What all other keys weigh together, for each position of a target that weighs 1, given what
    a key weighs 1, 2, … positions away from it, on either side."""
    nearest = list(accumulate(by_distance, initial=to_ball(0)))
    return [before + after for before, after in zip(nearest, reversed(nearest), strict=True)]


def unserved(theta: list[Any], n: int, amplitude: Any, error: Any = 0) -> int | None:
    """The first position of n at which a target does not have half of the weight for certain.

    Balls, with the same ``amplitude`` on every frequency and logits that may be ``error`` off.
    """
    from flint import arb

    weights = ((-amplitude * (len(theta) - total)).exp() for total in cosine_sums(theta, n)[1:])
    most = arb(-error).exp()
    return next((s for s, rest in enumerate(other_weights(weights)) if not rest <= most), None)
