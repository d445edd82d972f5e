"""Horizons and the growth of β as plots that read in black and white: marker and line differ."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from theory.reports.files import replacing

STYLES = {"Index": ("o", "-"), "Retrieval": ("s", "--")}


def plot_horizons(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """One panel a number format: n0 by base and head size, one line a head; hollow: at the end
    of the lengths tried or, at n0 = 1, not even two tokens."""
    from matplotlib.lines import Line2D

    formats = list(dict.fromkeys(row["number_format"] for row in rows))
    columns = sorted({(row["base"], row["head_size"]) for row in rows})
    figure, panels = _panels(len(formats))
    for panel, number_format in zip(panels, formats, strict=True):
        for task, (marker, line) in STYLES.items():
            mine = [r for r in rows if (r["task"], r["number_format"]) == (task, number_format)]
            mine.sort(key=lambda r: (r["base"], r["head_size"]))
            places = [columns.index((r["base"], r["head_size"])) for r in mine]
            heights = [r["n0"] for r in mine]
            panel.plot(places, heights, line, color="black", lw=1)
            solid = ["black" if r["failed"] and r["n0"] > 1 else "white" for r in mine]
            style = {"s": 36, "marker": marker, "edgecolors": "black", "zorder": 3}
            panel.scatter(places, heights, c=solid, label=task, **style)
        names = [f"{_short(base)}\n{size}" for base, size in columns]
        panel.set_xticks(range(len(columns)), names)
        panel.set(
            yscale="log", title=number_format, xlabel="RoPE base, head size", ylim=(0.7, 9000)
        )
        panel.tick_params(labelsize=7)
    panels[0].set_ylabel("largest certified n0\n(hollow: 4096 is the longest tried, 1 is none)")
    handles = [
        Line2D([], [], color="black", marker=marker, ls=line, label=task)
        for task, (marker, line) in STYLES.items()
    ]
    panels[0].legend(handles=handles, fontsize=8, loc="upper right")
    _save(figure, file)


def plot_growth(rows: Sequence[dict[str, Any]], file: Path) -> None:
    """One panel a head: the smallest β against n0 between S-beta's two closed forms."""
    figure, panels = _panels(len(STYLES))
    for panel, (task, (marker, _)) in zip(panels, STYLES.items(), strict=True):
        mine = [r for r in rows if r["task"] == task]
        for field, line, label in (
            ("always", "--", "always enough at this θ"),
            ("never", ":", "too small at every θ"),
        ):
            known = [r for r in mine if r[field] is not None]
            x, y = [r["n0"] for r in known], [r[field] for r in known]
            panel.plot(x, y, line, color="black", label=label)
        x, y = [r["n0"] for r in mine], [r["beta"] for r in mine]
        panel.plot(x, y, marker, color="black", mfc="white", label="smallest at this θ")
        panel.set(xscale="log", yscale="log", title=task, xlabel="n0", ylabel="β")
        panel.set_xticks([3, 6, 12, 24, 48], ["3", "6", "12", "24", "48"])
        panel.set_xticks([], minor=True)
        panel.legend(fontsize=8)
    _save(figure, file)


def _short(base: int) -> str:
    return "1M" if base == 10**6 else f"{base // 1000}k"


def _panels(count: int) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure((4.2 * count, 3.8))
    return figure, figure.subplots(1, count, sharey=count > len(STYLES), squeeze=False)[0]


def _save(figure: Any, file: Path) -> None:
    figure.tight_layout()
    with replacing(file) as draft:
        figure.savefig(draft, dpi=150, metadata={"Software": None})
