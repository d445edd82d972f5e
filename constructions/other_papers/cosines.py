"""Sums of cosines over RoPE's frequencies, in balls: θ_i = base^(-i/planes), i = 0 … planes - 1."""

from fractions import Fraction
from typing import Any

from theory.mathematics.conversions import ball_sum, to_ball

BITS = 96


def angle_balls(base: Any, planes: int) -> list[Any]:
    """base^(-i/planes) as balls; the base a whole number or a ball."""
    from flint import arb

    return [arb(base) ** to_ball(Fraction(-i, planes)) for i in range(planes)]


def cosine_sum(theta: list[Any], m: int) -> Any:
    """Σ cos(mθ_i) as a ball."""
    return ball_sum((m * angle).cos() for angle in theta)


def mean_size(theta: list[Any], m: int) -> Any:
    """The mean of |S_1|, …, |S_P| as a ball, S_j = Σ_{i<j} e^{i m θ_i}."""
    from flint import acb, arb

    total, sizes = acb(0), arb(0)
    for angle in theta:
        total += acb((m * angle).cos(), (m * angle).sin())
        sizes += abs(total)
    return sizes / len(theta)


def unserved(theta: list[Any], n: int, amplitude: Any, error: Any = 0) -> int | None:
    """The first position of n at which a target does not have half of the weight for certain.

    Balls, with the same ``amplitude`` on every frequency and logits that may be ``error`` off.
    """
    from flint import arb

    prefix = [arb(0)]
    for t in range(1, n):
        distance = ball_sum(1 - (angle * t).cos() for angle in theta)
        prefix.append(prefix[-1] + (-amplitude * distance).exp())
    most = arb(-error).exp()
    return next((s for s in range(n) if not prefix[s] + prefix[n - 1 - s] <= most), None)
