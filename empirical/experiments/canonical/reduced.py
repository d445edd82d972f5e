"""A part of ``empirical.experiments.canonical``, retrained and compared with the records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from empirical.protocol import settings

if TYPE_CHECKING:
    from rich.console import Console

IDS = tuple(range(2, settings.CANONICAL_IDS + 1, 8))
SEEDS = (10, 11)
"""Not the records' own: what is compared is what they say of other seeds."""
TOLERANCE = 0.02
"""Added to a prediction interval: seeds that agree to the last digit give one of width 0."""
AGREES = 0.75
"""Least share of frequencies inside their interval: each interval misses one in twenty, and single
seeds stop early (see ``settings.CANONICAL_LEARNT``)."""


def outside(stored: np.ndarray, retrained: np.ndarray) -> np.ndarray:
    """Which means of new seeds (F, n) lie outside Student's 95 % prediction interval from the
    stored ones (F, m)."""
    from scipy.stats import t

    m, n = stored.shape[1], retrained.shape[1]
    reach = t.ppf(0.975, m - 1) * stored.std(1, ddof=1) * (1 / m + 1 / n) ** 0.5 + TOLERANCE
    return np.abs(stored.mean(1) - retrained.mean(1)) > reach


def compare_reduced(task: str, records: Path, console: Console) -> list[str]:
    """Lines that say where the reduced run differs; none if it agrees.

    Raises:
        OSError: the record is not there.
    """
    from empirical.experiments.canonical.models import Sweep
    from empirical.experiments.canonical.records import read
    from empirical.experiments.canonical.shapes import frequency_accuracy

    record = read(records / f"{task}.json")
    sweep = Sweep(task, list(SEEDS), list(IDS), record.steps)
    sweep.train(lambda loss: None)
    right, of = (x.numpy() for x in sweep.right(4000))
    retrained = (right.sum(-1) / of.sum(-1)[:, None]).T
    stored = frequency_accuracy(record)[[record.ids.index(k) for k in IDS]]
    bad = outside(stored, retrained)
    console.print(f"{task}: {len(IDS) - bad.sum()} of {len(IDS)} frequencies as recorded")
    if 1 - bad.mean() >= AGREES:
        return []
    return [
        f"{task}, ID {k}: {a.mean():.3f}, recorded {b.mean():.3f}"
        for k, a, b, wrong in zip(IDS, retrained, stored, bad, strict=True)
        if wrong
    ]
