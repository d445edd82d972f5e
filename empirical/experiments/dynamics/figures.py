"""Figures 2 and 6 of paper B, and every head's path in training, from records of training.

Lines are distinguished by style and marker, never by colour alone.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from empirical.experiments.dynamics.records import DynamicsRecord, Flags, pure_at_steps
from empirical.protocol import settings
from empirical.protocol.drawing import line, save, subplots

KINDS = ("positional", "symbolic")


def ending_groups(record: DynamicsRecord) -> dict[str, Flags]:
    """(layers,) bool: heads that end positional, symbolic or neither: pure at γ at the last
    checkpoint, as B-e-mix-seeds counts them."""
    ends: dict[str, Flags] = {
        kind: pure_at_steps(record, kind, settings.GAMMA)[-1] for kind in KINDS
    }
    return ends | {"neither": ~(ends["positional"] | ends["symbolic"])}


def draw_course(tasks: Mapping[str, Sequence[DynamicsRecord]], path: Path) -> None:
    """Fig. 2: accuracy by hop count, scores and entropy over training; mean over seeds, shaded
    from the least to the most of them. Entropy is drawn as in the paper, each head's of its own
    range.

    Raises:
        ValueError: a task's records have different steps.
    """
    canvas, rows = subplots(3, len(tasks), figsize=(11, 10.5))
    for column, (task, records) in zip(rows.T, tasks.items(), strict=True):
        steps = records[0].steps
        if any(record.steps != steps for record in records):
            raise ValueError(f"{task}'s records have different steps: score them again")
        hops = np.array([np.array(record.right) / record.of for record in records])
        for hop in range(hops.shape[2]):
            line(column[0], steps, hops[:, :, hop], hop, f"{hop + 1} hop" + "s" * (hop > 0))
        _scores(column[1], column[2], records)
        column[0].set_title(f"{task} task, {len(records)} seeds")
        labels = ("accuracy", "score, mean over heads", "entropy (own range), mean over heads")
        for axes, label in zip(column, labels, strict=True):
            axes.set(xlabel="optimiser step", ylabel=label, ylim=(-0.03, 1.05))
            axes.legend(fontsize="x-small", loc="best")
    save(canvas, path)


def _scores(plane: Axes, below: Axes, records: Sequence[DynamicsRecord]) -> None:
    """Scores and entropy, heads grouped by what they end as; seeds without such heads left out."""
    n = 0
    for i, kind in enumerate((*KINDS, "neither")):
        own = [(r, ending_groups(r)[kind]) for r in records if ending_groups(r)[kind].any()]
        if not own:
            continue
        count = f"heads that end {kind} ({sum(int(g.sum()) for _, g in own)})"

        def mean(name: str, own: list[tuple[DynamicsRecord, Flags]] = own) -> NDArray[np.float64]:
            return np.array([np.array(getattr(r, name))[:, g].mean(1) for r, g in own])

        spread = np.array([normalised(r)[:, g].mean(1) for r, g in own])
        line(below, records[0].steps, spread, i, count)
        if kind != "neither":
            for name, symbol in (("s_pos", "s_POS"), ("s_sym", "s_SYM")):
                line(plane, records[0].steps, mean(name), n, f"{symbol}, {count}")
                n += 1


def normalised(record: DynamicsRecord) -> NDArray[np.float64]:
    """(steps, layers): each head's entropy as the paper draws it, from 0 at the least of its course
    to 1 at the most."""
    entropy = np.array(record.entropy)
    low, high = entropy.min(0), entropy.max(0)
    return np.asarray((entropy - low) / np.where(high > low, high - low, 1.0))


def layers(tasks: Mapping[str, Sequence[DynamicsRecord]], path: Path) -> None:
    """Fig. 6: both scores of each layer's head over training, and its entropy of its own range;
    mean over seeds, shaded from the least to the most of them."""
    many, wide = len(next(iter(tasks.values()))[0].s_pos[0]), 6
    tall = -(-many // wide)
    size = (2.6 * wide, 2.1 * tall * len(tasks))
    canvas, grid = subplots(tall * len(tasks), wide, figsize=size, squeeze=False, sharey=True)
    for i, (task, records) in enumerate(tasks.items()):
        rows = {
            "s_POS": np.array([r.s_pos for r in records]),
            "s_SYM": np.array([r.s_sym for r in records]),
            "entropy": np.array([normalised(r) for r in records]),
        }
        for layer, axes in enumerate(grid[i * tall : (i + 1) * tall].flat):
            if layer >= many:
                axes.axis("off")
                continue
            for n, (name, values) in enumerate(rows.items()):
                line(axes, records[0].steps, values[:, :, layer], n, name)
            axes.set_title(f"{task}, layer {layer}", fontsize="medium")
            axes.set(ylim=(-0.03, 1.05))
        grid[i * tall, 0].legend(fontsize="x-small")
    for axes in grid[-1]:
        axes.set_xlabel("optimiser step")
    save(canvas, path)


def paths(tasks: Mapping[str, Sequence[DynamicsRecord]], path: Path) -> None:
    """Every head's path on the positional-symbolic plane, seed by seed: from a dot at the first
    step to its layer's number at the last; the boxes are the pure corners."""
    wide = max(map(len, tasks.values()))
    size = (3.1 * wide, 3.2 * len(tasks))
    canvas, rows = subplots(len(tasks), wide, figsize=size, squeeze=False)
    for row, (task, records) in zip(rows, tasks.items(), strict=True):
        for axes in row[len(records) :]:
            axes.axis("off")
        for axes, record in zip(row, records, strict=False):
            _plane(axes, record)
            axes.set_title(f"{task}, seed {record.seed}", fontsize="medium")
        row[0].set_ylabel("symbolic score s_SYM")
    for axes in rows.flat:
        axes.set_xlabel("positional score s_POS")
    save(canvas, path)


def _plane(axes: Axes, record: DynamicsRecord) -> None:
    x, y = np.array(record.s_pos), np.array(record.s_sym)
    for layer in range(x.shape[1]):
        axes.plot(x[:, layer], y[:, layer], color="0.65", linewidth=0.6, zorder=1)
    axes.plot(x[0], y[0], "ko", markersize=3)
    _numbers(axes, x[-1], y[-1])
    for corner in ((1 - settings.GAMMA, 0), (0, 1 - settings.GAMMA)):
        size = (settings.GAMMA, settings.GAMMA)
        axes.add_patch(Rectangle(corner, *size, fill=False, linestyle=":", zorder=2))
    axes.set(xlim=(-0.05, 1.05), ylim=(-0.05, 1.05), aspect="equal")


def _numbers(axes: Axes, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Layers' numbers where heads end; those that end in a pure corner in a list below."""
    gamma = settings.GAMMA
    corners = {
        "symbolic": (x <= gamma) & (y >= 1 - gamma),
        "positional": (y <= gamma) & (x >= 1 - gamma),
    }
    axes.plot(x, y, "k^", markersize=4)
    alone = np.ones(len(x), dtype=bool)
    for height, (kind, inside) in zip((0.1, 0.02), corners.items(), strict=True):
        names = ", ".join(str(layer) for layer in np.flatnonzero(inside)) or "none"
        axes.text(0, height, f"{kind}: {names}", fontsize=6.5)
        alone &= ~inside
    for layer in np.flatnonzero(alone):
        where = (x[layer], y[layer])
        axes.annotate(str(layer), where, xytext=(4, 3), textcoords="offset points", fontsize=7)
