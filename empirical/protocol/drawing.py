"""How a curve over seeds is drawn and a picture is saved: style and marker tell lines apart."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from theory.reports.files import replacing

Style = dict[str, Any]
"""Keyword arguments of matplotlib's, which has no type for them."""
STYLES = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "D"))
SHADES = ("black", "0.3", "0.45", "0.6")


def subplots(
    rows: int = 1, columns: int = 1, *, figsize: tuple[float, float], **axes: Any
) -> tuple[Figure, Any]:
    """A picture, and its axes (rows, columns) or, of one, itself; no display is needed."""
    canvas = Figure(figsize, layout="constrained")
    return canvas, canvas.subplots(rows, columns, **axes)


def save(canvas: Figure, path: Path) -> None:
    """Write the picture whole or not at all; its format is the path's ending."""
    with replacing(path) as draft:
        canvas.savefig(draft, format=path.suffix.lstrip("."), dpi=150)


def line(axes: Axes, x: Sequence[int], seeds: NDArray[np.float64], n: int, label: str) -> None:
    """The mean of curves (seeds, points) in the n-th style, their least and most shaded."""
    style, marker = STYLES[n % 4]
    every = slice(3 * n, None, max(1, len(x) // 8))
    look: Style = {"marker": marker, "markevery": every, "markersize": 4, "linewidth": 1.3}
    axes.plot(x, seeds.mean(0), style, color=SHADES[n % 4], label=label, **look)
    axes.fill_between(x, seeds.min(0), seeds.max(0), color=SHADES[n % 4], alpha=0.15, linewidth=0)


def against_measured(
    axes: Axes,
    measured: Sequence[float],
    told: Mapping[str, Sequence[float]],
    look: Sequence[tuple[str, str]],
    what: str,
    ticks: Sequence[int],
) -> None:
    """Lengths in tokens, measured across and ``told`` by predictor upwards: a marker a model and
    predictor, which ``look`` gives with its shade; on the dashed line the prediction is right."""
    for n, ((how, lengths), (marker, shade)) in enumerate(zip(told.items(), look, strict=False)):
        colours: Style = {"facecolors": "none" if n else shade, "edgecolors": shade}
        axes.scatter(measured, lengths, marker=marker, s=42, label=how, **colours)
    every = [*measured, *(length for lengths in told.values() for length in lengths)]
    ends = min(every) / 1.2, max(every) * 1.2
    axes.plot(ends, ends, linestyle="--", linewidth=0.8, color="0.6")
    axes.set(
        xlabel=f"{what}, measured (tokens)",
        ylabel=f"{what}, predicted (tokens)",
        xscale="log",
        yscale="log",
        xlim=ends,
        ylim=ends,
    )
    shown = [n for n in ticks if ends[0] < n < ends[1]]
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks(shown, labels=[str(n) for n in shown])
    axes.minorticks_off()
    axes.legend(fontsize="small")
