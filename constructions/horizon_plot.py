"""Horizons as a plot that reads in black and white: marker and line tell the heads apart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

STYLES = {"Index": ("o", "-"), "Retrieval": ("s", "--"), "Letter retrieval": ("^", ":")}


def plot(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """One panel a number format: n0 by base and head size, one line a head."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    formats = list(dict.fromkeys(row["number_format"] for row in rows))
    figure, panels = pyplot.subplots(
        1, len(formats), figsize=(4 * len(formats), 3.4), sharey=True, squeeze=False
    )
    for panel, number_format in zip(panels[0], formats, strict=True):
        for task, (marker, line) in STYLES.items():
            mine = [r for r in rows if (r["task"], r["number_format"]) == (task, number_format)]
            names = [f"{r['base'] // 1000}k\n{r['head_size']}" for r in mine]
            heights = [r["n0"] for r in mine]
            panel.plot(names, heights, line, marker=marker, color="black", label=task, ms=5)
        panel.set(yscale="log", title=number_format, xlabel="base, head size")
        panel.tick_params(labelsize=7)
    panels[0][0].set_ylabel("largest certified n0")
    panels[0][0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(file, dpi=150, metadata={"Software": None})
    pyplot.close(figure)
