"""Figure 5 of paper B from records of length: discrepancy, and accuracy, by length."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.markers import CARETUPBASE

from empirical.experiments.lengths.breaking import KINDS, Floats, curve, pure_kind
from empirical.experiments.lengths.records import LengthsRecord
from empirical.experiments.lengths.table import exact_gaps
from empirical.protocol import settings
from empirical.protocol.drawing import Style, save, subplots


def discrepancy_and_accuracy(
    tasks: Mapping[str, Sequence[LengthsRecord]],
    published: Mapping[str, Mapping[int, float]],
    path: Path,
) -> None:
    """Fig. 5, a column a task. A: top-two logit gap of the task's pure heads as a share of itself
    at the training length, with the constructions' as shares of the best θ's there. B: accuracy
    measured, predicted, and ``published`` (task: accuracy by tokens in the input) by the figure.
    """
    canvas, rows = subplots(2, len(tasks), figsize=(11, 8))
    for column, (task, records) in zip(rows.T, tasks.items(), strict=True):
        _gaps(column[0], task, records)
        _accuracy(column[1], task, records, published[task])
        column[0].set_title(f"A. {task} task: discrepancy, {len(records)} seeds")
        column[1].set_title(f"B. {task} task: accuracy")
        for axes in column:
            axes.set(xscale="log", xlabel="tokens in the input")
            axes.legend(fontsize="x-small")
    save(canvas, path)


def _band(axes: Axes, x: Sequence[int], seeds: Floats, style: str, label: str, grey: str) -> None:
    """Mean of curves (seeds, points), shaded from the least to the most."""
    axes.plot(x, seeds.mean(0), style, color=grey, markersize=5, label=label)
    axes.fill_between(x, seeds.min(0), seeds.max(0), color=grey, alpha=0.15, linewidth=0)


def relative_gaps(record: LengthsRecord, kind: str) -> Floats | None:
    """(m,) mean gap of a kind's pure heads over its value at the first length; None without any."""
    heads = pure_kind(record, kind, settings.GAMMA)
    if not heads.any():
        return None
    gaps = np.array(record.gaps)[:, heads].mean(1)
    return np.asarray(gaps / gaps[0])


def _gaps(axes: Axes, task: str, records: Sequence[LengthsRecord]) -> None:
    kind, lengths = KINDS[task], records[0].lengths
    measured = [one for one in (relative_gaps(r, kind) for r in records) if one is not None]
    if measured:
        _band(axes, lengths, np.array(measured), "o-", f"measured, {kind} heads", "black")
    best, kept = constructed(task, lengths)
    for share, style, label in ((best, "s--", "best θ for each length"), (kept, "^:", "θ of 17")):
        axes.plot(lengths, share, style, color="0.4", markersize=5, label=f"construction, {label}")
    label = "discrepancy over that at 17 tokens\n(both constructions: over the best θ's)"
    axes.set(ylabel=label, ylim=(-0.03, None))


def constructed(task: str, lengths: Sequence[int]) -> tuple[Floats, Floats]:
    """The construction's gap at each length over its best at the first: with the best θ for each
    length, and with the one for the training length.

    The second from the first length on at which it fails is 0, as the least gap over inputs up to
    a length never grows again; ``exact`` asks for inputs of that very length.
    """
    best, kept = np.array([exact_gaps(task, n) for n in lengths]).T
    return best / best[0], np.minimum.accumulate(kept / best[0]).clip(min=0)


def _accuracy(
    axes: Axes, task: str, records: Sequence[LengthsRecord], published: Mapping[int, float]
) -> None:
    lengths = records[0].lengths
    _band(axes, lengths, np.array([curve(r) for r in records]), "o-", "measured", "black")
    predicted = np.array([curve(r.predicted[settings.JUDGED]) for r in records])
    label = "predicted from 17-token inputs alone"
    _band(axes, lengths, predicted, "s--", label, "0.4")
    x, y = list(published), list(published.values())
    hollow: Style = {"markerfacecolor": "none", "markersize": 7, "color": "black"}
    axes.plot(x, y, "D:", label="published, Fig. 5B", **hollow)
    if task == "letter":
        at, least = settings.KEEPS_UNTIL, settings.KEEPS
        text: Style = {"label": f"published, the text: above {least} up to {at}", "linestyle": ""}
        axes.plot([at], [least], marker=CARETUPBASE, markersize=10, color="black", **text)
    axes.axhline(settings.KEEPS, color="0.7", linewidth=0.8, zorder=0)
    axes.set(ylabel="accuracy", ylim=(-0.03, 1.03))
