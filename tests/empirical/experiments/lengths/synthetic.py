"""Synthetic records for the claims about length. Nothing here is a result.

A synthetic run: accuracy falls along a logistic curve in log length, number at 50 and letter at
2,500 tokens; the judged prediction is the same curve a little early; gaps decay as a power of
length.
"""

import numpy as np

from empirical.experiments.dynamics.synthetic import synthetic_manifest
from empirical.experiments.lengths.records import Curve, LengthsRecord
from empirical.protocol import settings
from empirical.protocol.reading import Counts

BREAKS = {"number": 50.0, "letter": 2500.0}
POWER = {"number": -0.8, "letter": -0.2}
OF = 200


def _falls(task: str, at: float) -> Counts:
    """Right answers out of ``OF``, a half at ``at`` tokens."""
    steep = 8 * np.log(np.array(settings.LENGTH_GRID[task]) / at)
    return tuple(int(x) for x in np.round(OF / (1 + np.exp(steep))))


def record(task: str, seed: int) -> LengthsRecord:
    """One synthetic run; seeds differ in where they break."""
    lengths, at = tuple(settings.LENGTH_GRID[task]), BREAKS[task] * (1 + 0.03 * seed)
    kinds = (0.98,) * 4 + (0.02,) * 8 if task == "number" else (0.02,) * 12
    gaps = tuple((5 * (n / 17) ** POWER[task],) * 12 for n in lengths)
    of = (OF,) * len(lengths)
    return LengthsRecord(
        manifest=synthetic_manifest(task, seed),
        task=task,
        seed=seed,
        control=False,
        lengths=lengths,
        right=_falls(task, at),
        of=of,
        gaps=gaps,
        s_pos=kinds,
        s_sym=tuple(1 - x for x in kinds),
        predicted={settings.JUDGED: Curve(_falls(task, 0.9 * at), of, gaps)},
    )
