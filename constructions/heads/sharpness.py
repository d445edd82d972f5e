"""The smallest inverse temperature at which softmax does what hard attention does.

A head's worst inputs are given as *contests*: keys at offsets, whose weights must add up to more
than those of others. With unit-temperature logits λ a contest holds at β iff Σ e^(βλ) of its
winners exceeds Σ e^(βλ) of its rivals; where every rival is below some winner, from one β on.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from constructions.heads.directions import Weights
from theory.mathematics.circle import Sum
from theory.mathematics.conversions import ball_sum, cos_pi, precision, to_ball, to_fmpq

Place = tuple[Any, Any, int]
"""(query token, key token, offset)."""
STEPS = 40
MARGIN = Fraction(1, 2**20)
"""How far above the threshold, which is not attained, the nearly least sufficient β is put."""
BITS = 128


@dataclass(frozen=True)
class Contest:
    """The winners' weights together must exceed the rivals'."""

    winners: tuple[Place, ...]
    rivals: tuple[Place, ...]


def contest(winners: Iterable[Place], rivals: Iterable[Place]) -> Contest:
    """A contest of the places listed."""
    return Contest(tuple(winners), tuple(rivals))


def cosine_sum_value(sum_: Sum) -> float:
    """A sum of cosines in float64, for searching only."""
    return sum(float(c) * float(np.cos(np.pi * float(at))) for at, c in sum_.items())


def logit_ball(sum_: Sum, beta: Fraction) -> Any:
    """e^(β·logit) enclosed."""
    total = ball_sum(cos_pi(at) * to_fmpq(c) for at, c in sum_.items())
    return (total * to_ball(beta)).exp()


def holds(weights: Weights, contests: Sequence[Contest], beta: Fraction) -> Contest | None:
    """None if every contest certainly holds at β, else the first that does not."""
    known: dict[tuple[tuple[Fraction, Fraction], ...], Any] = {}

    def weight(place: Place) -> Any:
        logit = weights.logit(*place)
        spelled = tuple(sorted(logit.items()))
        if spelled not in known:
            known[spelled] = logit_ball(logit, beta)
        return known[spelled]

    with precision(BITS):
        for one in contests:
            left = ball_sum(weight(place) for place in one.winners)
            if not left > ball_sum(weight(place) for place in one.rivals):
                return one
    return None


def threshold(weights: Weights, contests: Sequence[Contest]) -> float:
    """The infimum of the sufficient β in float64; 0 where every β > 0 does, inf where none."""
    rows = [
        (_values(weights, one.winners), _values(weights, one.rivals))
        for one in contests
        if one.rivals
    ]

    def enough(beta: float) -> bool:
        # Divided by the largest winner, so that nothing overflows.
        return all(
            np.exp(beta * (left - left.max())).sum() > np.exp(beta * (right - left.max())).sum()
            for left, right in rows
        )

    if any(right.max() >= left.max() for left, right in rows):
        return float("inf")
    low, high = 0.0, 2.0**-STEPS
    while not enough(high):
        low, high = high, 2 * high
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _values(weights: Weights, places: Iterable[Place]) -> Any:
    return np.array([cosine_sum_value(weights.logit(*place)) for place in places])


def smallest(weights: Weights, contests: Sequence[Contest]) -> Fraction:
    """A β, at most a millionth above the threshold, at which every contest certainly holds.

    Raises:
        ValueError: some contest holds at no β, or none could be seen to hold by balls.
    """
    least = threshold(weights, contests)
    if least == float("inf"):
        raise ValueError("beta: at this θ a rival ties with the key that should win, at every β")
    beta = max(Fraction(least) * (1 + MARGIN), MARGIN)
    if (failed := holds(weights, contests, beta)) is not None:
        raise ValueError(f"beta: {float(beta)} does not certainly win {failed.winners[:1]}")
    return beta


def best(candidates: Sequence[Fraction], sharp: Callable[[Fraction], float]) -> Fraction:
    """The angle among the candidates whose nearly least sufficient β is least."""
    return min(candidates, key=sharp)
