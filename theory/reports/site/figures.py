"""Paper B's figures with the published curves and ours in the same axes, each with its table.

Records are read as files: theory imports nothing upward. Ours are the released recipe's, or in
Fig. 3 and 4 an earlier one's, and the figure says so. Where none are recorded, the published curve
is shown without ours, with the command that would run it.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.reports.site.charts import ChartCurve, chart, curve_rows

TRAINED = 17
"""Tokens of an input in training: paper B's Figure 5B counts those added to them."""
TASKS = ("number", "letter")
KINDS = ("positional", "symbolic")
HOPS = 4
SEEDS = 5
GRID = 50
"""Steps of training between two points: the grid of the published curves."""
PURE = 0.2
"""γ of Figure 2C: a head is pure if one score is at least 1 - γ and the other at most γ."""
LAYERS = 12
SHOWN = (1, 11)
"""The layers of Figure 8 that are drawn: the number task's fastest, and the last."""
COMMAND = "rope-claims run released --task {} --seeds 0 1 2 3 4"
EARLIER = "Measured: an earlier recipe of ours. The released one is not run here: {}."
UNSTORED = "The published figure shows single heads or one input; its values are not stored."

Curves = list[ChartCurve]
Records = list[Any]


@dataclass(frozen=True)
class Figure:
    """A figure: its SVG, where its values come from, and the same as rows of a table."""

    title: str
    drawn: str
    note: str
    columns: tuple[str, ...]
    rows: list[list[str]]


def figures(root: Path = paths.CHECKOUT) -> list[Figure]:
    """Figures 2A to 2C, 3, 4, 5B and 8 for both tasks; none without the published values."""
    results = root / "empirical" / "results"
    published = root / "empirical" / "criteria" / "published.json"
    if not published.is_file():
        return []
    curves = read(published)
    return [
        figure
        for make in (_accuracy, _scores, _pure, _looks, _fans, _lengths, _weights, _ids)
        for task in TASKS
        for figure in make(results, curves, task)
    ]


def _figure(
    title: str, across: str, curves: Sequence[ChartCurve], note: str, **look: Any
) -> Iterator[Figure]:
    """One figure, or none where there is no curve."""
    drawn = chart(title, across, curves, **look)
    if drawn:
        columns = (across, *(curve.name for curve in curves))
        yield Figure(title, drawn, note, columns, curve_rows(curves))


def _accuracy(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "dynamics", task)
    measured = [
        ChartCurve(f"{_hops(h)}, measured, {_mean(records)}", points, h)
        for h in range(HOPS)
        if (points := _course(records, partial(_right, h)))
    ]
    figure = curves["fig2"]
    published = [
        ChartCurve(
            f"{_hops(h)}, published",
            [
                (x, y)
                for x, y in zip(figure["step"], figure[task][str(h + 1)], strict=True)
                if y is not None
            ],
            h,
            published=True,
        )
        for h in range(HOPS)
    ]
    title = f"Accuracy in training, {task} task (paper B, Fig. 2A)"
    return _figure(title, "optimiser step", [*measured, *published], note)


def _scores(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "dynamics", task)
    names = {"s_pos": "s_POS", "s_sym": "s_SYM", "entropy": "attention entropy"}
    means = f"mean of the heads, {_mean(records)}"
    measured = _named(names, means, lambda field: _course(records, partial(_of_heads, field)))
    title = f"Scores and entropy in training, {task} task (paper B, Fig. 2B)"
    return _figure(title, "optimiser step", measured, f"{note} {UNSTORED}")


def _pure(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "dynamics", task)
    end = max(curves["fig2"]["step"])
    plotted: Curves = []
    for kind in KINDS:
        points = _course(records, partial(_count, kind))
        if points:
            plotted.append(ChartCurve(f"{kind}, measured, {_mean(records)}", points, len(plotted)))
        steps = curves["fig2_pure_heads"][task].get(kind)
        if steps:
            name = f"{kind}, published"
            plotted.append(ChartCurve(name, _stairs(steps, end), KINDS.index(kind), published=True))
    title = f"Pure heads in training, {task} task (paper B, Fig. 2C)"
    drawn = f"A head counts with γ = {PURE}, which the published dates fit."
    return _figure(title, "optimiser step", plotted, f"{note} {drawn}", top=LAYERS)


def _looks(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    models, note = _models(results, task)
    names = {
        "step": "a hop's step",
        "stay": "the token itself",
        "either": "one of the two",
        "chance": "one of the two, by chance",
    }
    measured = _named(names, _mean(models), lambda field: _by_layer(models, partial(_flow, field)))
    title = f"Where heads attend, share of positions, {task} task (paper B, Fig. 3)"
    return _figure(title, "layer", measured, f"{note} {UNSTORED}")


def _fans(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    models, note = _models(results, task)
    names = {"keys": "keys align (resultant)", "queries": "queries fan out (circular correlation)"}
    measured = _named(names, _mean(models), lambda field: _by_layer(models, partial(_plane, field)))
    title = f"Keys and queries in the dominant frequency, {task} task (paper B, Fig. 4)"
    return _figure(title, "layer", measured, f"{note} {UNSTORED}")


def _lengths(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "lengths", task, needs="right")
    measured = []
    for k, record in enumerate(records):
        shares = [right / of for right, of in zip(record["right"], record["of"], strict=True)]
        points = list(zip(record["lengths"], shares, strict=True))
        measured.append(ChartCurve(f"measured, seed {record['seed']}", points, k))
    printed = [(TRAINED + added, accuracy) for added, accuracy in curves["fig5B"][task]]
    title = f"Accuracy by length, {task} task (paper B, Fig. 5B)"
    both = [*measured, ChartCurve("published", printed, 0, published=True)]
    return _figure(title, "tokens of the input", both, note, logarithmic=True)


def _weights(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "ablation", task)
    tables = [(f"published, layer {at}", curves["fig8"][task][at], True, k) for k, at in _shown()]
    for k, at in _shown():
        for record in records[:1]:
            name = f"measured, layer {at}, seed {record['seed']}"
            tables.append((name, record["largest"][at], False, k))
    plotted = [
        ChartCurve(name, list(enumerate(row, 1)), k, published=theirs)
        for name, row, theirs, k in tables
    ]
    top = 10.0 * math.ceil(max(y for curve in plotted for _, y in curve.points) / 10)
    title = f"Largest logit of each frequency, {task} task (paper B, Fig. 8)"
    return _figure(title, "frequency ID, 1 the fastest", plotted, note, top=top)


def _ids(results: Path, curves: Mapping[str, Any], task: str) -> Iterator[Figure]:
    records, note = _recorded(results, "ablation", task)
    measured = [
        ChartCurve(
            f"measured, seed {record['seed']}",
            [(at, weighted_mean_id(row)) for at, row in enumerate(record["largest"])],
            k,
        )
        for k, record in enumerate(records)
    ]
    printed = [(at, float(value)) for at, value in enumerate(curves["table1"][task])]
    title = f"Mean frequency ID of each layer, {task} task (paper B, Table 1, from Fig. 8)"
    both = [*measured, ChartCurve("published", printed, 0, published=True)]
    return _figure(title, "layer", both, note, top=64)


def _recorded(results: Path, kind: str, task: str, needs: str = "manifest") -> tuple[Records, str]:
    """A kind's records of a task by the released recipe, and what they are.

    ``needs``: a field without which a record is no result yet (a prediction has not been measured).
    """
    command = COMMAND.format(task)
    files = [results / "released" / kind / f"{task}-{seed}.json" for seed in range(SEEDS)]
    records = [one for f in files if f.is_file() and needs in (one := read(f))]
    if records:
        return records, f"Measured: the released recipe ({command})."
    return [], f"Published alone. Not run here: {command}."


def _named(
    names: Mapping[str, str], means: str, points: Callable[[str], list[tuple[float, float]]]
) -> Curves:
    """A measured curve for each field that has points, by its name."""
    return [
        ChartCurve(f"{name}, measured, {means}", drawn, k)
        for k, (field, name) in enumerate(names.items())
        if (drawn := points(field))
    ]


def _models(results: Path, task: str) -> tuple[Records, str]:
    """The models whose mechanism was looked into, one a seed."""
    path = results / "mechanism" / f"{task}.json"
    models = read(path)["models"] if path.is_file() else []
    least = min((model["steps"] for model in models), default=0)
    chosen = [model for model in models if model["steps"] == least]
    command = COMMAND.format(task)
    return chosen, EARLIER.format(command)


def _course(records: Records, value: Callable[[Any, int], float]) -> list[tuple[float, float]]:
    """Means over the seeds that share their steps, on the published curves' grid."""
    if not records:
        return []
    steps = records[0]["steps"]
    same = [r for r in records if r["steps"] == steps]
    return [
        (x, sum(value(r, k) for r in same) / len(same))
        for k, x in enumerate(steps)
        if x % GRID == 0
    ]


def _by_layer(
    models: Records, value: Callable[[Any, int], float | None]
) -> list[tuple[float, float]]:
    """Means over the models that have a value, of the layers where any has."""
    rows = [(at, [value(model, at) for model in models]) for at in range(LAYERS)]
    kept = [(at, [y for y in row if y is not None]) for at, row in rows]
    return [(at, sum(row) / len(row)) for at, row in kept if row]


def _right(h: int, record: Any, k: int) -> float:
    """Accuracy on h + 1 hops at the k-th step."""
    return float(record["right"][k][h] / record["of"])


def _of_heads(field: str, record: Any, k: int) -> float:
    """A score's mean over the heads at the k-th step."""
    return float(sum(record[field][k]) / len(record[field][k]))


def _count(kind: str, record: Any, k: int) -> float:
    """How many heads are pure of a kind at the k-th step."""
    rows = (record["s_pos"][k], record["s_sym"][k])
    high, low = rows if kind == "positional" else rows[::-1]
    return float(sum(a >= 1 - PURE and b <= PURE for a, b in zip(high, low, strict=True)))


def _flow(field: str, model: Any, at: int) -> float | None:
    return float(model["flow"]["layers"][at][field])


def _plane(field: str, model: Any, at: int) -> float | None:
    """Of the positional heads; the others have none."""
    row = model["layers"][at].get(field)
    return float(row[0]) if row else None


def _stairs(steps: Sequence[Sequence[int]], end: int) -> list[tuple[float, float]]:
    """[step, count] at each rise, as points on the grid."""
    return [
        (x, max((count for step, count in steps if step <= x), default=0))
        for x in range(GRID, end + 1, GRID)
    ]


def weighted_mean_id(row: Sequence[float]) -> float:
    """The mean ID from 1, weighted by the softmax of the values."""
    weights = [math.exp(y - max(row)) for y in row]
    return sum((i + 1) * w for i, w in enumerate(weights)) / sum(weights)


def _shown() -> Iterator[tuple[int, int]]:
    return iter(enumerate(SHOWN))


def _mean(records: Records) -> str:
    return f"mean of {len(records)} seeds"


def _hops(h: int) -> str:
    return f"{h + 1} hop{'s' if h else ''}"
