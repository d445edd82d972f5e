"""Figures 2 and 3 of paper A from ``empirical/results/canonical``: heads with restricted
frequencies.

A record: ``ids`` (F,) frequency IDs; ``right`` (F, seeds, N) answers right by target position, of
``of`` (seeds, N); ``uniform`` (seeds,) what uniform attention gets right.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402 (the backend is chosen first)

from empirical.figures_dynamics import line, save  # noqa: E402

Record = dict[str, Any]
SWEEPS = {
    "index": "Index, one angle",
    "retrieval": "Information Retrieval, one angle",
    "induction-1": "Partial Induction, one angle",
    "induction-2": "Partial Induction, (0, θ)",
}
SHAPED = {"index": "Index", "retrieval": "Information Retrieval"}
SHARES = (0.0, 1 / 3, 2 / 3, 1.0)
"""Frequencies drawn by position: from the first of the record to its last, a third apart."""


def accuracy(record: Record) -> np.ndarray:
    """(F, seeds)."""
    return np.asarray(np.array(record["right"]).sum(-1) / np.array(record["of"]).sum(-1))


def by_frequency(records: dict[str, Record], path: Path) -> None:
    """Fig. 2: accuracy against frequency ID, a panel a task; mean over seeds, shaded from the
    least to the most; dotted: uniform attention."""
    canvas, grid = plt.subplots(2, 2, figsize=(11, 7), layout="constrained", sharey=True)
    for axes, (name, title) in zip(grid.flat, SWEEPS.items(), strict=True):
        record = records[name]
        line(axes, record["ids"], accuracy(record).T, 0, f"{len(record['of'])} seeds")
        axes.axhline(np.mean(record["uniform"]), linestyle=":", color="0.4", label="uniform")
        axes.set(title=title, xlabel="frequency ID (1 is the fastest)", ylabel="accuracy")
        axes.set(ylim=(-0.03, 1.05))
        axes.legend(fontsize="x-small")
    save(canvas, path)


def by_position(records: dict[str, Record], path: Path) -> None:
    """Fig. 3: accuracy against target position for four frequencies; mean over seeds, shaded from
    the least to the most."""
    canvas, row = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained", sharey=True)
    for axes, (name, title) in zip(row, SHAPED.items(), strict=True):
        record = records[name]
        curves = np.array(record["right"]) / np.array(record["of"])
        places = list(range(1, curves.shape[2] + 1))
        for n, share in enumerate(SHARES):
            i = round(share * (len(curves) - 1))
            line(axes, places, curves[i], n, f"frequency ID {record['ids'][i]}")
        axes.set(title=title, xlabel="target position", ylabel="accuracy", ylim=(-0.03, 1.05))
        axes.legend(fontsize="x-small")
    save(canvas, path)
