"""Where accuracy breaks, and how far a prediction of it is off.

A *record* is the result of ``empirical.lengths``: ``lengths`` (m,) tokens; ``right`` and ``of``
(m,) measured; ``gaps`` (m, layers) mean top-two logit gaps at the last position; ``s_pos`` and
``s_sym`` (layers,) at the training length; ``predicted``: for each predictor the same ``right``,
``of`` and (but for the mean field) ``gaps``.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from empirical.protocol import paths, settings

Record = dict[str, Any]
RECORDS = paths.RESULTS / "lengths"
"""The records that come with the package."""


def curve(found: Record) -> np.ndarray:
    """(m,) accuracy."""
    return np.array(found["right"]) / np.array(found["of"])


def breaks_at(lengths: list[int], accuracy: np.ndarray, keeps: float = settings.KEEPS) -> float:
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


def lengths_of(record: Record, how: str) -> tuple[float, float]:
    """(measured, predicted) breaking length."""
    lengths = record["lengths"]
    return (
        breaks_at(lengths, curve(record)),
        breaks_at(lengths, curve(record["predicted"][how])),
    )


def factor(record: Record, how: str) -> float:
    """How many times the predicted breaking length is off, at least 1.

    Beyond the grid nothing is known but that: two such are level, one counts as the last length.
    """
    one, other = (min(x, record["lengths"][-1]) for x in lengths_of(record, how))
    return max(one / other, other / one)


def curve_error(record: Record, how: str) -> float:
    """Mean absolute error of the predicted accuracies over the grid."""
    return float(np.abs(curve(record) - curve(record["predicted"][how])).mean())


def pure_kind(record: Record, kind: str, gamma: float) -> np.ndarray:
    """(layers,) bool: the heads that are pure of a kind at the training length."""
    high, low = ("s_pos", "s_sym") if kind == "positional" else ("s_sym", "s_pos")
    return (np.array(record[high]) >= 1 - gamma) & (np.array(record[low]) <= gamma)


def gaps_of(record: Record, kind: str, gamma: float) -> np.ndarray | None:
    """(m,) mean gap of a kind's pure heads at each length; None if there are no such heads."""
    heads = pure_kind(record, kind, gamma)
    return np.array(record["gaps"])[:, heads].mean(axis=1) if heads.any() else None


def decay(record: Record, kind: str, ends: tuple[int, int], gamma: float) -> float | None:
    """Mean gap of a kind's pure heads at the second length over that at the first; None if there
    are no such heads."""
    gaps = gaps_of(record, kind, gamma)
    if gaps is None:
        return None
    first, second = (gaps[record["lengths"].index(n)] for n in ends)
    return float(second / first)


def together(record: Record, kind: str, gamma: float) -> float:
    """Spearman's rank correlation, over the lengths, of that mean gap with accuracy; 0 if there are
    no such heads, or either is the same at every length."""
    from scipy.stats import spearmanr

    gaps, right = gaps_of(record, kind, gamma), curve(record)
    if gaps is None or np.ptp(gaps) == 0 or np.ptp(right) == 0:
        return 0.0
    return float(spearmanr(gaps, right).statistic)


def recorded(folder: Path = RECORDS) -> list[dict[str, Any]]:
    """What the records in a folder say, one entry a run: its name, task, training seed and steps,
    whether it is a control, and its breaking lengths, measured and predicted from inputs of the
    training length alone (None: not within the lengths tried)."""
    found = []
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text())
        if "right" not in record:
            continue
        ends = zip(("measured", "predicted"), lengths_of(record, settings.JUDGED), strict=True)
        about = {name: record[name] for name in ("task", "seed", "control")}
        steps = record["manifest"]["recipe"]["steps"]
        lengths = {name: x if math.isfinite(x) else None for name, x in ends}
        found.append({"run": path.stem, **about, "steps": steps, **lengths})
    return found
