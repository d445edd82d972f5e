"""The least budget against the window, one line a configuration."""

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any

from theory.reports.files import replacing

MARKERS = "osv^D<>Pp*hX"
STYLES = ("-", "--", ":")


def plot_capacity(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """Upper ends (they differ from the lower ones by less than a marker); below them the bound for
    any planes at all, (1 - 1/n) ln(n-1)."""
    from matplotlib.figure import Figure

    figure = Figure((9.5, 6))
    panel = figure.subplots()
    rotated = [row for row in rows if row["planes"]]
    names = list(dict.fromkeys((row["model"], row["layers"]) for row in rotated))
    for k, (name, kind) in enumerate(names):
        mine = [row for row in rotated if (row["model"], row["layers"]) == (name, kind)]
        mine.sort(key=lambda row: row["positions"])
        style = MARKERS[k % len(MARKERS)] + STYLES[k // len(MARKERS) % len(STYLES)]
        label = f"{name} {kind}".strip()
        x, y = [row["positions"] for row in mine], [row["upper"] for row in mine]
        panel.plot(x, y, style, color="black", lw=0.7, ms=4, mfc="white", label=label)
    grid = [2**k for k in range(8, 21)]
    bound = [(1 - 1 / n) * log(n - 1) for n in grid]
    panel.plot(grid, bound, color="0.6", lw=3, label="least for any planes")
    panel.set_xscale("log", base=2)
    panel.set(xlabel="positions", ylabel="least budget Σ a")
    panel.legend(fontsize=6.5, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.tight_layout()
    with replacing(file) as draft:
        figure.savefig(draft, dpi=150, metadata={"Software": None})
