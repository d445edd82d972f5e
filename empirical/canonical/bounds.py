"""What the claims about the canonical tasks hold their records against."""

from __future__ import annotations

from dataclasses import dataclass

from empirical.canonical.records import SweepRecord
from empirical.protocol import settings
from empirical.protocol.family import Measurement


@dataclass(frozen=True)
class Bounds:
    """What the checks hold the records against; see ``empirical.protocol.settings``."""

    seeds: int = settings.CANONICAL_SEEDS
    frequencies: int = settings.CANONICAL_IDS
    learnt: float = settings.CANONICAL_LEARNT
    share: float = settings.CANONICAL_SHARE
    ends: int = settings.CANONICAL_ENDS
    judged: int = settings.CANONICAL_JUDGED
    above: float = settings.CANONICAL_ABOVE
    aligned: float = settings.CANONICAL_ALIGNED


Measured = Measurement[SweepRecord, Bounds]
