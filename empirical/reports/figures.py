"""The report's figures as SVG text, each self-contained and readable without colour."""

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from typing import Any

import matplotlib
import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from empirical.protocol import settings
from empirical.protocol.drawing import subplots
from empirical.protocol.findings import CountsBy, HeadScores, LogitShares, Profile, Score
from empirical.protocol.form import Break
from empirical.protocol.statistics import wilson
from empirical.reports.plots import LINES, MARKERS, label

STYLE: Any = {
    "svg.fonttype": "none",
    "font.size": 9,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "legend.fontsize": 8,
}
TOKENS = (10, 30, 100, 300, 1000, 3000)
PILE = 0.04
"""Heads nearer than this on the plane share a label."""
LABELS: dict[Score, str] = {"s_pos": "positional score s_POS", "s_sym": "symbolic score s_SYM"}


class Panels:
    """A picture being drawn: ``canvas``, its ``axes`` (rows, columns), and ``svg`` at the end."""

    def __init__(self, rows: int, columns: int, size: tuple[float, float], **options: Any) -> None:
        self.canvas, self.axes = subplots(rows, columns, figsize=size, squeeze=False, **options)
        self.svg = ""


@contextmanager
def drawing(rows: int, columns: int, size: tuple[float, float], **options: Any) -> Iterator[Panels]:
    """Axes to draw on; the drawing's ``svg`` is there when the block ends."""
    with matplotlib.rc_context(STYLE):
        draft = Panels(rows, columns, size, **options)
        yield draft
        text = io.StringIO()
        draft.canvas.savefig(text, format="svg", metadata={"Date": None})
        draft.svg = text.getvalue()


def plane(models: Sequence[tuple[str, Sequence[HeadScores]]], gamma: float) -> str:
    """Every head of every model (name, scores) at (s_POS, s_SYM); the pure corners boxed."""
    with drawing(1, len(models), (4.4 * len(models) + 0.8, 4.2), sharey=True) as draft:
        deepest = max(head.layer for _, scores in models for head in scores)
        for axes, (name, scores), marker in zip(draft.axes[0], models, MARKERS * 9, strict=False):
            drawn = axes.scatter(
                [head.s_pos for head in scores],
                [head.s_sym for head in scores],
                c=[head.layer for head in scores],
                cmap="viridis",
                vmin=0,
                vmax=max(deepest, 1),
                marker=marker,
                s=34,
                linewidths=0.5,
                edgecolors="black",
            )
            if len(scores) <= 40:
                _numbers(axes, scores)
            for corner in ((1 - gamma, 0), (0, 1 - gamma)):
                axes.add_patch(Rectangle(corner, gamma, gamma, fill=False, linestyle=":"))
            axes.plot([0, 1], [1, 0], color="grey", linewidth=0.6, linestyle="--")
            axes.set(
                title=label(name), xlabel=LABELS["s_pos"], xlim=(-0.03, 1.03), ylim=(-0.03, 1.06)
            )
        draft.axes[0, 0].set_ylabel(LABELS["s_sym"])
        _layers(draft, drawn)
    return draft.svg


def _layers(draft: Panels, drawn: Any) -> None:
    """The colourbar of layers, which are whole numbers."""
    bar = draft.canvas.colorbar(drawn, ax=draft.axes[0].tolist(), label="layer", shrink=0.8)
    bar.locator = MaxNLocator(integer=True)


def _numbers(axes: Any, scores: Sequence[HeadScores]) -> None:
    """Layer and head next to each point, one label for points that lie on each other."""
    many = len({head.head for head in scores}) > 1
    piles: list[tuple[tuple[float, float], list[str]]] = []
    for head in scores:
        name = f"{head.layer}:{head.head}" if many else str(head.layer)
        place = head.s_pos, head.s_sym
        close = (names for at, names in piles if np.hypot(*np.subtract(at, place)) < PILE)
        names = next(close, None)
        if names is None:
            piles.append((place, [name]))
        else:
            names.append(name)
    for place, names in piles:
        text = ", ".join(names) if len(names) < 4 else f"{names[0]} … {names[-1]} ({len(names)})"
        left = {"xytext": (-5, 3), "ha": "right"} if place[0] > 0.9 else {"xytext": (5, 3)}
        axes.annotate(text, place, textcoords="offset points", fontsize=6, **left)


def heat(scores: Sequence[HeadScores]) -> str:
    """Layer × head maps of both scores."""
    layers, heads = (max(getattr(head, axis) for head in scores) + 1 for axis in ("layer", "head"))
    maps = {name: np.full((heads, layers), np.nan) for name in LABELS}
    for head in scores:
        for name, cells in maps.items():
            cells[head.head, head.layer] = getattr(head, name)
    height = min(7.0, 1.3 + 0.26 * heads)
    with drawing(2, 1, (7.6, 2 * height), sharex=True) as draft:
        for axes, (name, cells) in zip(draft.axes[:, 0], maps.items(), strict=True):
            image = axes.imshow(cells, vmin=0, vmax=1, cmap="cividis", aspect="auto")
            axes.set(title=LABELS[name], ylabel="head")
            for axis, count in ((axes.xaxis, layers), (axes.yaxis, heads)):
                axis.set_ticks(range(0, count, -(-count // 16)))
            if heads * layers <= 60:
                _write(axes, cells)
        axes.set_xlabel("layer")
        draft.canvas.colorbar(image, ax=draft.axes[:, 0].tolist(), shrink=0.8)
    return draft.svg


def _write(axes: Any, cells: np.ndarray) -> None:
    for row, column in np.argwhere(np.isfinite(cells)):
        value = cells[row, column]
        colour = "white" if value < 0.5 else "black"
        axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=6, color=colour)


def score_by_frequency(heads: Sequence[Profile], cuts: tuple[slice, slice, slice]) -> str:
    """Both scores by frequency, fastest first: median and middle half over heads; the bands."""
    most = max(len(head.s_pos) for head in heads)
    alike = [head for head in heads if len(head.s_pos) == most]
    names = range(1, most + 1)
    with drawing(1, 1, (7.6, 3.4)) as draft:
        axes = draft.axes[0, 0]
        for n, (score, label) in enumerate(LABELS.items()):
            rows = np.array([getattr(head, score) for head in alike])
            low, middle, high = np.quantile(rows, (0.25, 0.5, 0.75), axis=0)
            look = {"color": f"C{n}", "marker": MARKERS[n], "markersize": 3, "label": label}
            axes.plot(names, middle, LINES[n], **look)
            axes.fill_between(names, low, high, color=f"C{n}", alpha=0.15, linewidth=0)
        for cut, name in zip(cuts, ("fastest", "medium to fast", "slow"), strict=True):
            axes.axvline(cut.stop + 0.5, color="grey", linewidth=0.5)
            axes.text((cut.start + cut.stop + 1) / 2, 1.06, name, ha="center", fontsize=8)
        axes.set(xlabel="frequency ID (1 is the fastest)", ylabel="score", xlim=(0.4, most + 0.6))
        axes.set_ylim(-0.03, 1.13)
        axes.locator_params(axis="x", integer=True)
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return draft.svg


def length_curves(
    measured: dict[str, CountsBy], published: dict[str, dict[int, float]], across: str
) -> str:
    """Accuracy against length, counts {name: {length: [right, total]}} with Wilson's intervals;
    published shares {name: {length: accuracy}} unfilled."""
    with drawing(1, 1, (7.6, 3.6)) as draft:
        axes = draft.axes[0, 0]
        for n, (name, counts) in enumerate(measured.items()):
            lengths = sorted(map(int, counts))
            rows = [counts[str(length)] for length in lengths]
            axes.plot(
                lengths,
                [right / total for right, total in rows],
                LINES[n % 4],
                marker=MARKERS[n % 4],
                color=f"C{n}",
                label=f"{name}, measured",
            )
            low, high = zip(*(wilson(*counts) for counts in rows), strict=True)
            axes.fill_between(lengths, low, high, color=f"C{n}", alpha=0.2, linewidth=0)
        for n, (name, shares) in enumerate(published.items()):
            axes.plot(
                list(shares),
                list(shares.values()),
                LINES[n % 4],
                linewidth=0.8,
                marker=MARKERS[n % 4],
                markerfacecolor="none",
                color=f"C{len(measured) + n // 2}" if len(published) > 2 else f"C{n}",
                label=f"{name}, published",
            )
        axes.axhline(settings.KEEPS, color="grey", linewidth=0.6)
        axes.set(xscale="log", xlabel=across, ylabel="accuracy", ylim=(-0.03, 1.05))
        ticks = sorted(
            {int(n) for counts in measured.values() for n in counts}
            | {n for shares in published.values() for n in shares}
        )
        axes.set_xticks(ticks, [str(tick) for tick in ticks], rotation=45)
        axes.minorticks_off()
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return draft.svg


def predicted(heads: Sequence[LogitShares]) -> str:
    """Each head's share of the logits' deviations (no softmax) against its softmax score."""
    with drawing(1, 2, (7.6, 3.7), sharey=True) as draft:
        for axes, (name, label) in zip(draft.axes[0], LABELS.items(), strict=True):
            scores = attrgetter(f"{name}_logits", name, "layer")
            pairs = [scores(head) for head in heads]
            there = [pair for pair in pairs if None not in pair]
            x, y, layer = np.array(there).T if there else np.empty((3, 0))
            axes.plot([0, 1], [0, 1], color="grey", linewidth=0.6, linestyle="--")
            points = axes.scatter(
                x, y, c=layer, cmap="viridis", s=26, linewidths=0.5, edgecolors="k"
            )
            axes.set(xlabel=f"share of the logits, {label.split()[0]}", title=label)
            axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.06))
        draft.axes[0, 0].set_ylabel("score as measured")
        _layers(draft, points)
    return draft.svg


def breaking(records: Sequence[Break], factor: float) -> str:
    """Each run's breaking length, predicted against measured; controls unfilled, dotted lines
    where one is `factor` times the other. Runs without both are not drawn."""
    there = [one for one in records if one.measured and one.predicted]
    with drawing(1, 1, (5.6, 4.2)) as draft:
        axes = draft.axes[0, 0]
        for n, task in enumerate(sorted({one.task for one in there})):
            for control, kind in ((False, "runs"), (True, "control")):
                runs = [r for r in there if r.task == task and r.control is control]
                label = f"{task}, {len(runs)} {kind}"
                look = {"facecolors": "none" if control else f"C{n}", "edgecolors": f"C{n}"}
                x, y = [run.measured for run in runs], [run.predicted for run in runs]
                axes.scatter(x, y, marker=MARKERS[n], s=40, label=label, **look)
        ends = np.array([10, 3000])
        axes.plot(ends, ends, color="grey", linewidth=0.6, linestyle="--")
        for off in (factor, 1 / factor):
            axes.plot(ends, off * ends, color="grey", linewidth=0.6, linestyle=":")
        axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_ticks(TOKENS, labels=[str(n) for n in TOKENS])
        axes.minorticks_off()
        axes.set(xlabel="breaks at, measured (tokens)", ylabel="breaks at, predicted (tokens)")
        axes.legend(loc="upper left")
    return draft.svg


def paired(points: list[tuple[float, float]], names: tuple[str, str], score: Score) -> str:
    """A score of the same heads in two models."""
    with drawing(1, 1, (4.4, 4.2)) as draft:
        axes = draft.axes[0, 0]
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.6, linestyle="--")
        axes.scatter(*zip(*points, strict=True), s=26, linewidths=0.5, edgecolors="black")
        axes.set(xlabel=label(names[0]), ylabel=label(names[1]), title=LABELS[score])
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.06))
    return draft.svg
