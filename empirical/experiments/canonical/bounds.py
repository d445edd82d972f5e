"""What the claims about the canonical tasks hold their records against."""

from dataclasses import dataclass

from empirical.experiments.canonical.records import SettledHeads, SweepRecord
from empirical.protocol import settings
from empirical.protocol.family import Measurement


@dataclass(frozen=True)
class SweepBounds:
    """What the checks hold the records against; see ``empirical.protocol.settings``."""

    seeds: int
    frequencies: int
    learnt: float
    share: float
    ends: int
    ranks: float
    least: int
    judged: int
    above: float
    aligned: float


Measured = Measurement[SweepRecord, SweepBounds]
Settled = Measurement[tuple[SweepRecord, SettledHeads], SweepBounds]


def bounds() -> SweepBounds:
    """The bounds as registered."""
    return SweepBounds(
        seeds=settings.CANONICAL_SEEDS,
        frequencies=settings.CANONICAL_IDS,
        learnt=settings.CANONICAL_LEARNT,
        share=settings.CANONICAL_SHARE,
        ends=settings.CANONICAL_ENDS,
        ranks=settings.CANONICAL_RANKS,
        least=settings.CANONICAL_LEAST,
        judged=settings.CANONICAL_JUDGED,
        above=settings.CANONICAL_ABOVE,
        aligned=settings.CANONICAL_ALIGNED,
    )
