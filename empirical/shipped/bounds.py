"""What the claims about the shipped models hold what was found against."""

from __future__ import annotations

from dataclasses import dataclass

from empirical.protocol import settings
from empirical.protocol.measured import OnModels


@dataclass(frozen=True)
class Bounds:
    """See ``empirical.protocol.settings``; ``limit`` is what Var / (P + S) may reach, up to the
    ``tolerance``."""

    at_least: float = settings.ACCURACY
    gamma: float = settings.GAMMA
    keeps: float = settings.KEEPS
    until: int = settings.KEEPS_UNTIL
    collapsed_by: int = settings.COLLAPSED_BY
    limit: float = 1.0
    tolerance: float = settings.ROUNDING


Measurement = OnModels[Bounds]
