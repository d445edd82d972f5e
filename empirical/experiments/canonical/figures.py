"""Figures 2 and 3 of paper A, on restricted frequencies, from ``empirical/results/canonical``."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from empirical.experiments.canonical.records import SweepRecord
from empirical.experiments.canonical.shapes import by_place, frequency_accuracy
from empirical.protocol.drawing import line, save, subplots

SWEEPS = {
    "index": "Index, one angle",
    "retrieval": "Information Retrieval, one angle",
    "induction-1": "Partial Induction, one angle",
    "induction-2": "Partial Induction, (0, θ)",
}
SHAPED = {
    "index": ("Index", (1, 12, 17, 22, 64)),
    "retrieval": ("Information Retrieval", (1, 10, 14, 17, 64)),
}
"""Frequencies drawn by position: the ends, and where accuracy passes from good to poor."""


def by_frequency(records: Mapping[str, SweepRecord], path: Path) -> None:
    """Fig. 2: accuracy against frequency ID, a panel a task; mean over seeds, shaded from the
    least to the most; dotted: uniform attention."""
    canvas, grid = subplots(2, 2, figsize=(11, 7), sharey=True)
    for axes, (name, title) in zip(grid.flat, SWEEPS.items(), strict=True):
        record = records[name]
        line(axes, list(record.ids), frequency_accuracy(record).T, 0, f"{len(record.of)} seeds")
        axes.axhline(np.mean(record.uniform), linestyle=":", color="0.4", label="uniform")
        axes.set(title=title, xlabel="frequency ID (1 is the fastest)", ylabel="accuracy")
        axes.set(ylim=(-0.03, 1.05))
        axes.legend(fontsize="x-small")
    save(canvas, path)


def by_position(records: Mapping[str, SweepRecord], path: Path) -> None:
    """Fig. 3: accuracy against target position, a panel a task and frequency; mean over seeds,
    shaded from the least to the most."""
    wide = max(len(ids) for _, ids in SHAPED.values())
    canvas, rows = subplots(len(SHAPED), wide, figsize=(12, 5.5), sharex=True, sharey=True)
    for row, (name, (title, ids)) in zip(rows, SHAPED.items(), strict=True):
        record = records[name]
        curves = by_place(record)
        places = list(range(1, curves.shape[2] + 1))
        for axes, one in zip(row, ids, strict=True):
            line(axes, places, curves[record.ids.index(one)], 0, "")
            axes.axhline(np.mean(record.uniform), linestyle=":", color="0.4")
            axes.set_title(f"{title}, ID {one}", fontsize="medium")
            axes.set(xlabel="target position", ylim=(-0.03, 1.05))
        row[0].set_ylabel("accuracy (dotted: uniform)")
    save(canvas, path)
