"""How a curve over seeds is drawn and a picture is saved: style and marker tell lines apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402 (the backend is chosen first)
from matplotlib.axes import Axes  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from theory.reports.files import replacing  # noqa: E402

Style = dict[str, Any]
"""Keyword arguments of matplotlib's, which has no type for them."""
STYLES = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "D"))
SHADES = ("black", "0.3", "0.45", "0.6")


def save(canvas: Figure, path: Path) -> None:
    """Write the picture whole or not at all; its format is the path's ending."""
    try:
        with replacing(path) as draft:
            canvas.savefig(draft, format=path.suffix.lstrip("."), dpi=150)
    finally:
        plt.close(canvas)


def line(axes: Axes, x: Sequence[int], seeds: NDArray[np.float64], n: int, label: str) -> None:
    """The mean of curves (seeds, points) in the n-th style, their least and most shaded."""
    style, marker = STYLES[n % 4]
    every = slice(3 * n, None, max(1, len(x) // 8))
    look: Style = {"marker": marker, "markevery": every, "markersize": 4, "linewidth": 1.3}
    axes.plot(x, seeds.mean(0), style, color=SHADES[n % 4], label=label, **look)
    axes.fill_between(x, seeds.min(0), seeds.max(0), color=SHADES[n % 4], alpha=0.15, linewidth=0)
