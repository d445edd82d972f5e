"""The two figures of ``validate``: the score plane and accuracy against length.

Told apart by marker and line style as well as by colour, so that print without colour is read.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from empirical.criteria.published import curves
from empirical.protocol.drawing import save, subplots
from empirical.protocol.findings import Model
from empirical.protocol.form import Document
from empirical.protocol.statistics import wilson
from empirical.protocol.vocabulary import LENGTH
from theory.gate.reading import one_line

MARKERS = ("o", "s", "^", "D")
LABEL = 80
"""Characters of a name in a figure."""
LINES = ("-", "--", "-.", ":")


def label(name: object) -> str:
    """A model's name as a figure shows it: short, no formula, and never taken for "no label"."""
    text = one_line(name, LABEL).replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text


def published(task: str, lengths: Iterable[int]) -> dict[int, float]:
    """Paper B's Fig. 5B: accuracy at so many tokens in the input, on the line as drawn over the
    tokens added to those of training; nan past its ends."""
    added, accuracy = zip(*curves()["fig5B"][task], strict=True)
    return {
        n: float(np.interp(n - LENGTH, added, accuracy, left=np.nan, right=np.nan)) for n in lengths
    }


@contextmanager
def _figure(path: Path, title: str) -> Iterator[Axes]:
    """Axes to draw on; the picture is written whole when the block ends."""
    canvas, axes = subplots(figsize=(6.5, 5.0))
    yield axes
    axes.set_title(title)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize="small")
    save(canvas, path)


def score_plane(report: Document, path: Path) -> None:
    """Every head at (s_POS, s_SYM), shade by depth; the pure corners are boxed."""
    gamma = report.thresholds.gamma
    with _figure(path, "Heads on the positional–symbolic plane") as axes:
        for model, marker in zip(report.models, MARKERS, strict=False):
            scores = model.scores
            drawn = axes.scatter(
                [h.s_pos for h in scores],
                [h.s_sym for h in scores],
                c=[h.layer for h in scores],
                marker=marker,
                cmap="viridis",
                edgecolors="black",
                label=label(model.name),
            )
            for head in scores:
                where = (head.s_pos, head.s_sym)
                axes.annotate(
                    str(head.layer),
                    where,
                    xytext=(4, 3),
                    textcoords="offset points",
                    fontsize="x-small",
                )
        bar = axes.figure.colorbar(drawn, label="layer (also written at each head)")
        bar.locator = MaxNLocator(integer=True)
        for x, y in ((1 - gamma, 0), (0, 1 - gamma)):
            axes.add_patch(Rectangle((x, y), gamma, gamma, fill=False, linestyle=":"))
        axes.set(xlabel="positional score s_POS", ylabel="symbolic score s_SYM")
        axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        axes.text(0.02, 0.02, report.models[0].convention, fontsize="x-small")


def extrapolation(report: Document, path: Path) -> None:
    """Accuracy against length with 95 % intervals, the published figures with it."""
    spoken = [model for model in report.models if model.lengths]
    title = "Accuracy as irrelevant tokens lengthen the target window"
    with _figure(
        path, title if spoken else "No model here speaks the number or letter task"
    ) as axes:
        for n, model in enumerate(spoken):
            _curve(axes, model, n)
        axes.axhline(report.thresholds.keeps, color="grey", linewidth=0.8)
        axes.set(xscale="log", xlabel="tokens in the input", ylabel="accuracy", ylim=(-0.03, 1.03))


def _curve(axes: Axes, model: Model, n: int) -> None:
    counts_by_length = model.lengths or {}
    lengths = [int(length) for length in counts_by_length]
    shares = [right / total for right, total in counts_by_length.values()]
    intervals = [wilson(*counts) for counts in counts_by_length.values()]
    axes.plot(lengths, shares, LINES[n], marker=MARKERS[n], color=f"C{n}", label=label(model.name))
    low, high = zip(*intervals, strict=True)
    axes.fill_between(lengths, low, high, color=f"C{n}", alpha=0.2)
    axes.plot(
        lengths,
        list(published(str(model.task), lengths).values()),
        linestyle="",
        marker=MARKERS[n],
        markerfacecolor="none",
        color=f"C{n}",
        label=f"published (Fig. 5B), {model.task}",
    )
