"""Paper B's Fig. 2A, 2C and 7, 5B, 8 and Table 1 with the published values and ours, of the
released recipe, in the same axes.

Published ones are dashed and thick, ours thin and solid; hop counts and kinds of head differ in
lightness as well as hue, and in marker, never by colour alone.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from empirical.criteria import seeds
from empirical.criteria.courses import GAMMAS, KINDS, Course, Kept
from empirical.criteria.heads import mean_id
from empirical.criteria.published import curves, largest
from empirical.experiments.mechanism.ablation.records import AblationRecord as Heads
from empirical.protocol.drawing import Style, save, subplots
from empirical.protocol.records import Missing
from empirical.protocol.vocabulary import TASKS

PAPER: Style = {"linestyle": "--", "linewidth": 1.6, "markersize": 5, "zorder": 3}
OURS: Style = {"linewidth": 0.8, "markersize": 2.5}
BLACK, GREY = "black", "0.55"
TONES = ("#0d0887", "#9c179e", "#e16462", "#fca636")
"""Of 1 to 4 hops, dark to light."""
MARKS = "os^D"
KIND: dict[str, Style] = {
    "positional": {"color": TONES[0], "marker": "s"},
    "symbolic": {"color": TONES[2], "marker": "o"},
}
FIGURE_7 = {0.1: "gamma .1", 0.05: "gamma .05"}
"""What its dates are called in ``published.json``."""


def drawn_records(results: Path) -> dict[str, dict[str, list[Any]]]:
    """What is drawn: by kind of record and task the records in the form that criteria read.

    Raises:
        Missing: a task has no course of training, no curve of length or no heads.
    """
    folder = results / seeds.RELEASED.name
    readers: dict[str, seeds.Reader[Any]] = {
        "course": seeds.trained,
        "kept": seeds.measured,
        "heads": seeds.ablated,
    }
    records = {
        kind: {
            task: [one.found for one in some] for task, some in seeds.seeds(folder, reader).items()
        }
        for kind, reader in readers.items()
    }
    if not all(some for tasks in records.values() for some in tasks.values()):
        raise Missing(f"too few records in {results}: run rope-claims run released")
    return records


def side_by_side(results: Path, path: Path) -> None:
    """Draw all but Fig. 8. Raises as ``drawn_records``."""
    records = drawn_records(results)
    canvas, rows = subplots(6, 2, figsize=(12, 22))
    canvas.suptitle("paper B (dashed) and ours (thin, a line a seed; recipe 'released')")
    for column, task in zip(rows.T, TASKS, strict=True):
        hop_accuracy_rows(column[0], task, records["course"][task])
        for axes, gamma in zip(column[1:4], GAMMAS, strict=True):
            pure_heads_by_step(axes, task, records["course"][task], gamma)
        length_accuracy_rows(column[4], task, records["kept"][task])
        frequency_by_layer(column[5], task, records["heads"][task])
        for axes in column:
            axes.legend(fontsize="x-small")
    save(canvas, path)


def _named(label: str, n: int) -> str:
    """The label of the n-th of several lines that share it: once in the legend."""
    return label if n == 0 else "_"


def hop_accuracy_rows(axes: Axes, task: str, runs: Sequence[Course]) -> None:
    """Fig. 2A: accuracy by hop count, and the first step at the maximum."""
    theirs = curves()["fig2"]
    for hop, (tone, mark) in enumerate(zip(TONES, MARKS, strict=True)):
        name = f"{hop + 1} hop{'s' if hop else ''}"
        look: Style = {"color": tone, "marker": mark, "markevery": (3 * hop, 12)}
        for n, one in enumerate(runs):
            shares = np.array(one.right)[:, hop] / one.of[hop]
            axes.plot(one.steps, shares, label=_named(f"{name}, ours", n), **look, **OURS)
        shares = theirs[task][f"{hop + 1}"]
        axes.plot(theirs["step"], shares, label=f"{name}, paper", **look, **PAPER)
    for n, one in enumerate(runs):
        label = _named("first step at the maximum, ours", n)
        axes.axvline(one.maximum, color=GREY, linestyle=":", linewidth=1, label=label)
    label = "first step at the maximum, paper"
    axes.axvline(curves()["fig2_dashed"][task], color=BLACK, label=label, **PAPER)
    axes.set(title=f"{task}, Fig. 2A", xlabel="step", ylabel="accuracy")


def pure_heads_by_step(axes: Axes, task: str, runs: Sequence[Course], gamma: float) -> None:
    """Fig. 2C (γ about .2) and Fig. 7 (.1, .05): pure heads of each kind over training."""
    for kind in KINDS:
        look = {**KIND[kind], **OURS, "alpha": 0.6}
        for n, one in enumerate(runs):
            dates = one.pure[gamma][kind]
            stairs(axes, dates, one.steps[-1], label=_named(f"{kind}, ours", n), **look)
        published_purity(axes, task, kind, gamma)
    figure = "Fig. 7" if gamma in FIGURE_7 else "Fig. 2C"
    axes.set(title=f"{task}, {figure}, γ = {gamma}", xlabel="step", ylabel="pure heads")
    axes.set(ylim=(-0.6, 13.2), yticks=range(0, 13, 2))


def stairs(axes: Axes, dates: Sequence[int], last: int, **look: Any) -> None:
    """How many heads are pure by each step, from the steps at which one more is."""
    counts = [*range(len(dates) + 1), len(dates)]
    axes.step([0, *dates, last], counts, where="post", **look)


def published_purity(axes: Axes, task: str, kind: str, gamma: float) -> None:
    """What Fig. 2C or 7 has of a kind: all its dates as stairs, or where only one count is stored
    that count as a lone mark, with its words in the legend."""
    last, look = curves()["fig2"]["step"][-1], {**KIND[kind], **PAPER}
    if gamma not in FIGURE_7:
        if rises := curves()["fig2_pure_heads"][task].get(kind):
            steps, counts = zip(*rises, (last, rises[-1][1]), strict=True)
            axes.step(steps, counts, where="post", label=f"{kind}, paper", **look)
        return
    dates = curves()["fig7_dates"][FIGURE_7[gamma]].get(f"{task} {kind}")
    if isinstance(dates, list):
        stairs(axes, dates, last, label=f"{kind}, paper", **look)
    elif dates:
        step, count = _counted(dates, last)
        lone = look | {"linestyle": "", "markersize": 10, "fillstyle": "none", "markeredgewidth": 2}
        label = f"{kind}, paper: {dates} (other dates not read)"
        axes.plot([step], [count], label=label, **lone)


def _counted(words: str, last: int) -> tuple[int, int]:
    """(step, heads) of a count such as '8 by 3200' or '2 at the end', which is at step ``last``."""
    heads, *step = map(int, re.findall(r"\d+", words))
    return (step or [last])[0], heads


def length_accuracy_rows(axes: Axes, task: str, models: Sequence[Kept]) -> None:
    """Fig. 5B: accuracy against the tokens added."""
    for n, one in enumerate(models):
        ours = [right / of for right, of in one.counts]
        axes.plot(one.added, ours, color=GREY, label=_named("ours", n), **OURS)
    added, theirs = zip(*curves()["fig5B"][task], strict=True)
    axes.plot(added, theirs, color=BLACK, label="paper", **PAPER)
    axes.axhline(0.9, linewidth=0.7, linestyle=":", color=BLACK, label="accuracy .9")
    axes.set(title=f"{task}, Fig. 5B", xlabel="tokens added", ylabel="accuracy", xscale="symlog")
    axes.set_xlim(left=0)


def frequency_by_layer(axes: Axes, task: str, models: Sequence[Heads]) -> None:
    """Table 1 as printed: mean frequency ID by layer; ours from the largest logits of each."""
    for n, one in enumerate(models):
        ids = [mean_id(row) for row in one.largest]
        axes.plot(range(len(ids)), ids, "o-", color=GREY, label=_named("ours", n), **OURS)
    printed = curves()["table1"][task]
    axes.plot(range(len(printed)), printed, marker="o", color=BLACK, label="paper", **PAPER)
    axes.set(title=f"{task}, Table 1", xlabel="layer", ylabel="weighted mean ID")


def spectra(results: Path, path: Path) -> None:
    """Fig. 8, an axis a layer: the largest logit of each frequency's plane, published, and ours as
    mean over seeds, shaded from the least to the most of them. Raises as ``drawn_records``."""
    records = drawn_records(results)
    many, wide = max(len(largest(task)) for task in TASKS), 6
    tall = -(-many // wide)
    canvas, grid = subplots(tall * len(TASKS), wide, figsize=(2.7 * wide, 5 * len(TASKS)))
    canvas.suptitle("Fig. 8: paper B and ours (recipe 'released')")
    for rows, task in zip(np.split(grid, len(TASKS)), TASKS, strict=True):
        for layer, axes in enumerate(rows.flat):
            spectrum(axes, task, layer, records["heads"][task])
        for row in rows:
            row[0].set_ylabel("largest logit")
    for axes in grid[-1]:
        axes.set_xlabel("frequency ID, 1 the fastest")
    canvas.legend(handles=grid[0, 0].lines, loc="outside upper right", ncols=2)
    save(canvas, path)


def spectrum(axes: Axes, task: str, layer: int, models: Sequence[Heads]) -> None:
    """A layer of Fig. 8."""
    theirs, ours = largest(task)[layer], np.array([one.largest[layer] for one in models])
    ids = range(1, len(theirs) + 1)
    axes.fill_between(ids, ours.min(0), ours.max(0), color=TONES[2], alpha=0.3, linewidth=0)
    label = f"ours, mean of {len(ours)} seeds, shaded from least to most"
    axes.plot(ids, ours.mean(0), color=TONES[2], label=label)
    axes.plot(ids, theirs, color=BLACK, label="paper", **PAPER | {"linewidth": 1.0})
    axes.set_title(f"{task}, layer {layer}", fontsize="medium")
    axes.set(xlim=(0, len(ids) + 1), ylim=(0, None), xticks=(1, 16, 32, 48, 64))
