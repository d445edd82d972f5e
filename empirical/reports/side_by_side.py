"""Paper B's Fig. 2A, 2C and 7, 5B and 8 with the published curves and ours in the same axes.

Ours are the released recipe's where any are recorded, else the older runs', and the title says so.
Published ones are black and dashed, ours grey lines; markers tell kinds apart, never colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import numpy as np  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402 (the backend is chosen first)
from matplotlib.axes import Axes  # noqa: E402

from empirical.criteria import published, seeds  # noqa: E402
from empirical.criteria.courses import GAMMAS, KINDS, Course, Kept  # noqa: E402
from empirical.criteria.heads import mean_id  # noqa: E402
from empirical.mechanism.ablation.records import Record as Heads  # noqa: E402
from empirical.protocol.drawing import Style, save  # noqa: E402
from empirical.protocol.records import Missing  # noqa: E402
from empirical.protocol.vocabulary import TASKS  # noqa: E402

PAPER: Style = {"color": "black", "linestyle": "--", "linewidth": 1.4}
OURS: Style = {"color": "0.5", "linewidth": 1.0}
MARKS = {"positional": "s", "symbolic": "o"}


def drawn(results: Path) -> tuple[dict[str, dict[str, list[Any]]], str]:
    """What is drawn: by kind of record and task the records in the form that criteria read; and
    whose they are.

    Raises:
        Missing: a task has no course of training or no curve of length.
    """
    new, old = results / seeds.RELEASED.name, results
    many = seeds.seeds(new, seeds.trained)
    folder, heads, whose = old, old / "earlier", "recipe 'earlier': 3,750 steps, rate 3e-4"
    if all(many.values()):
        folder, heads, whose = new, new, "recipe 'released'"
    readers: dict[str, seeds.Reader[Any]] = {
        "course": seeds.trained,
        "kept": seeds.measured,
        "heads": seeds.ablated,
    }
    found = {
        kind: {
            task: [one.found for one in some]
            for task, some in seeds.seeds(heads if kind == "heads" else folder, reader).items()
        }
        for kind, reader in readers.items()
    }
    if not all(found[kind][task] for kind in ("course", "kept") for task in TASKS):
        raise Missing(f"too few records in {results}: run python -m empirical.released")
    return found, whose


def side_by_side(results: Path, path: Path) -> None:
    """Draw all of it. Raises as ``drawn``."""
    found, whose = drawn(results)
    canvas, rows = plt.subplots(6, 2, figsize=(11, 19), layout="constrained")
    canvas.suptitle(f"paper B (black, dashed) and ours (grey; {whose})")
    for column, task in zip(rows.T, TASKS, strict=True):
        accuracy(column[0], task, found["course"][task])
        for axes, gamma in zip(column[1:4], GAMMAS, strict=True):
            purity(axes, task, found["course"][task], gamma)
        lengths(column[4], task, found["kept"][task])
        frequencies(column[5], task, found["heads"][task])
    save(canvas, path)


def accuracy(axes: Axes, task: str, runs: Sequence[Course]) -> None:
    """Fig. 2A: accuracy by hop count, and the first step at the maximum."""
    theirs = published.course(task)
    for runs_of, look in ((runs, OURS), ((theirs,), PAPER)):
        for one in runs_of:
            shares = np.array(one.right) / np.array(one.of)
            axes.plot(one.steps, shares, **look)
            axes.axvline(one.maximum, linewidth=0.7, linestyle=":", color=look["color"])
    axes.set(title=f"{task}, Fig. 2A", xlabel="step", ylabel="accuracy, 1 to 4 hops")


def purity(axes: Axes, task: str, runs: Sequence[Course], gamma: float) -> None:
    """Fig. 2C (γ about .2) and Fig. 7 (.1, .05): pure heads of each kind over training."""
    theirs = published.course(task)
    for runs_of, look in ((runs, OURS), ((theirs,), PAPER)):
        for one in runs_of:
            for kind in KINDS:
                dates = one.pure[gamma][kind]
                steps = [0, *dates, one.steps[-1]]
                counts = [*range(len(dates) + 1), len(dates)]
                axes.step(steps, counts, where="post", marker=MARKS[kind], markersize=3, **look)
    figure = "Fig. 2C" if gamma == max(GAMMAS) else "Fig. 7"
    axes.set(title=f"{task}, {figure}, γ = {gamma}", xlabel="step", ylabel="pure heads")


def lengths(axes: Axes, task: str, models: Sequence[Kept]) -> None:
    """Fig. 5B: accuracy against the tokens added."""
    for some, look in ((models, OURS), ((published.kept(task),), PAPER)):
        for one in some:
            axes.plot(one.added, [right / of for right, of in one.counts], **look)
    axes.axhline(0.9, linewidth=0.7, linestyle=":", color="black")
    axes.set(title=f"{task}, Fig. 5B", xlabel="tokens added", ylabel="accuracy", xscale="symlog")
    axes.set_xlim(left=0)


def frequencies(axes: Axes, task: str, models: Sequence[Heads]) -> None:
    """Table 1: mean frequency ID by layer, from Fig. 8's values and from ours."""
    ours = [one.largest for one in models]
    for tables, look in ((ours, OURS), ([published.largest(task)], PAPER)):
        for table in tables:
            axes.plot(range(len(table)), [mean_id(row) for row in table], marker="o", **look)
    axes.set(title=f"{task}, Table 1 (Fig. 8)", xlabel="layer", ylabel="weighted mean ID")
