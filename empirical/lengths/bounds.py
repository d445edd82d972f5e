"""What the claims about length hold their records against."""

from __future__ import annotations

from dataclasses import dataclass

from empirical.lengths.records import Record
from empirical.protocol import settings
from empirical.protocol.family import Measurement

KINDS = {"number": "positional", "letter": "symbolic"}
"""The heads that carry a task."""


@dataclass(frozen=True)
class Bounds:
    """What the checks hold the records against; see ``empirical.protocol.settings``."""

    seeds: int
    gamma: float
    keeps: float
    until: int
    collapsed_by: int
    judged: str
    factor: float
    right_share: float
    curve_error: float
    decay: tuple[int, int]


Measured = Measurement[tuple[Record, ...], Bounds]


def bounds() -> Bounds:
    """The bounds as registered."""
    return Bounds(
        seeds=settings.SEEDS,
        gamma=settings.GAMMA,
        keeps=settings.KEEPS,
        until=settings.KEEPS_UNTIL,
        collapsed_by=settings.COLLAPSED_BY,
        judged=settings.JUDGED,
        factor=settings.FACTOR,
        right_share=settings.RIGHT_SHARE,
        curve_error=settings.CURVE_ERROR,
        decay=settings.DECAY,
    )
