"""What the claims about training hold their records against."""

from __future__ import annotations

from dataclasses import dataclass

from empirical.dynamics.records import Record
from empirical.protocol import settings
from empirical.protocol.family import Measurement


@dataclass(frozen=True)
class Bounds:
    """What the checks hold the records against; see ``empirical.protocol.settings``."""

    seeds: int
    gamma: float
    until: int
    level: float
    learnt: float
    passes: float
    order_p: float
    together: float
    stays: int


Measured = Measurement[tuple[Record, ...], Bounds]


def bounds() -> Bounds:
    """The bounds as registered."""
    return Bounds(
        seeds=settings.SEEDS,
        gamma=settings.GAMMA,
        until=settings.START_UNTIL,
        level=settings.START_LEVEL,
        learnt=settings.LEARNT,
        passes=settings.PASSES,
        order_p=settings.ORDER_P,
        together=settings.TOGETHER,
        stays=settings.STAYS,
    )
