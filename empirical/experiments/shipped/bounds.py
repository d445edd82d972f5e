"""What the claims about the shipped models hold what was found against."""

from dataclasses import dataclass

from empirical.protocol import settings
from empirical.protocol.measured import OnModels


@dataclass(frozen=True)
class ShippedBounds:
    """See ``empirical.protocol.settings``; ``layers`` are the paper's, ``limit`` is what
    Var / (P + S) may reach, up to the ``tolerance``."""

    at_least: float
    layers: int
    gamma: float
    keeps: float
    until: int
    collapsed_by: int
    barely_at: int
    barely: float
    limit: float
    tolerance: float


Measurement = OnModels[ShippedBounds]


def bounds() -> ShippedBounds:
    """The bounds in force."""
    return ShippedBounds(
        at_least=settings.ACCURACY,
        layers=settings.LAYERS,
        gamma=settings.GAMMA,
        keeps=settings.KEEPS,
        until=settings.KEEPS_UNTIL,
        collapsed_by=settings.COLLAPSED_BY,
        barely_at=settings.BARELY_AT,
        barely=settings.BARELY,
        limit=1.0,
        tolerance=settings.ROUNDING,
    )
