"""What the claims about mechanism hold their records against."""

from dataclasses import dataclass

from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism.records import MechanismRecord
from empirical.protocol import settings
from empirical.protocol.family import Measurement


@dataclass(frozen=True)
class MechanismBounds:
    """What the checks hold the records against; see ``experiments.mechanism.settings``."""

    seeds: int
    steps: int
    layers: int
    learnt: float
    gamma: float
    explained: float
    kept: float
    lost: float
    most: float
    rarely: float


Measured = Measurement[tuple[MechanismRecord, ...], MechanismBounds]


def bounds() -> MechanismBounds:
    """The bounds as registered."""
    return MechanismBounds(
        seeds=sizes.SEEDS,
        steps=sizes.RUN_STEPS,
        layers=settings.LAYERS,
        learnt=settings.ACCURACY,
        gamma=settings.GAMMA,
        explained=sizes.EXPLAINED,
        kept=sizes.KEPT,
        lost=sizes.LOST,
        most=sizes.MOST,
        rarely=sizes.RARELY,
    )
