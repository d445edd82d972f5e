"""Where accuracy breaks, and how far a prediction of it is off (``lengths.records``)."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from empirical.experiments.lengths.records import (
    Curve,
    LengthsRecord,
    Prediction,
    measured_runs,
)
from empirical.protocol import settings, statistics
from empirical.protocol.form import Break

Floats = NDArray[np.float64]
KINDS = {"number": "positional", "letter": "symbolic"}
"""The heads that carry a task."""


def curve(found: LengthsRecord | Curve) -> Floats:
    """(m,) accuracy."""
    shares: Floats = np.array(found.right) / np.array(found.of)
    return shares


def breaks_at(lengths: Sequence[int], accuracy: Floats, keeps: float = settings.KEEPS) -> float:
    """Tokens at which accuracy first falls below ``keeps``, between two lengths of the grid on a
    straight line against log length; ∞ if it does not, the first length if it starts below."""
    below = np.flatnonzero(accuracy < keeps)
    if not len(below):
        return math.inf
    i = int(below[0])
    if i == 0:
        return float(lengths[0])
    share = (accuracy[i - 1] - keeps) / (accuracy[i - 1] - accuracy[i])
    return float(lengths[i - 1] * (lengths[i] / lengths[i - 1]) ** share)


def lengths_of(record: LengthsRecord, how: str) -> tuple[float, float]:
    """(measured, predicted) breaking length."""
    lengths = record.lengths
    return (breaks_at(lengths, curve(record)), breaks_at(lengths, curve(record.predicted[how])))


def error_factor(record: LengthsRecord, how: str) -> float:
    """How many times the predicted breaking length is off, at least 1.

    Beyond the grid nothing is known but that: two such are level, one counts as the last length.
    """
    one, other = (min(x, record.lengths[-1]) for x in lengths_of(record, how))
    return max(one / other, other / one)


def curve_error(record: LengthsRecord, how: str) -> float:
    """Mean absolute error of the predicted accuracies over the grid."""
    return float(np.abs(curve(record) - curve(record.predicted[how])).mean())


def pure_kind(record: Prediction, kind: str, gamma: float) -> NDArray[np.bool_]:
    """(layers,) bool: the heads that are pure of a kind at the training length."""
    found: NDArray[np.bool_] = statistics.pure(
        np.array(record.s_pos), np.array(record.s_sym), kind, gamma
    )
    return found


def recorded_runs(folder: Path) -> list[Break]:
    """What the measured records in a folder say, one entry a run."""
    return [_ends(name, record) for name, record in measured_runs(folder).items()]


def _ends(run: str, record: LengthsRecord) -> Break:
    measured, predicted = (
        x if math.isfinite(x) else None for x in lengths_of(record, settings.JUDGED)
    )
    return Break(
        run=run,
        task=record.task,
        seed=record.seed,
        control=record.control,
        steps=record.manifest.recipe.steps,
        measured=measured,
        predicted=predicted,
    )
