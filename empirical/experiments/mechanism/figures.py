"""Figures 3 and 4 of paper B from our records (``empirical/results/mechanism``).

Distinguished by marker, line and label as well as by shade, so that print without colour is read.
"""

import math
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from empirical.experiments.mechanism.records import Example, MechanismRecord, Points
from empirical.protocol.drawing import Style, save, subplots
from empirical.protocol.vocabulary import vocabulary


def draw_flow(records: Sequence[MechanismRecord], path: Path) -> None:
    """Fig. 3: on one solved input a record, where each position looks, layer by layer; next to
    it the share of looks explained, by layer.

    Raises:
        ValueError: a record has no solved input of several hops.
    """
    drawn = [(one, one.example) for one in records if one.example is not None]
    if len(drawn) < len(records):
        lost = next(one.name for one in records if one.example is None)
        raise ValueError(f"{lost} has no solved input to draw")
    size = (11, 4.5 * len(records))
    canvas, rows = subplots(len(records), 2, figsize=size, width_ratios=(2.2, 1), squeeze=False)
    for (left, right), (record, example) in zip(rows, drawn, strict=True):
        _looks(left, record, example)
        _shares(right, record)
    save(canvas, path)


def _looks(axes: Axes, record: MechanismRecord, example: Example) -> None:
    """Lines from source (one layer down) to position; the hops' own positions heavy."""
    held, names = example.held, vocabulary(record.task).names
    for layer, sources in enumerate(example.sources):
        for place, source in enumerate(sources):
            moved = held[layer + 1][place] != held[layer][place]
            style: Style = {"color": "black", "linewidth": 2.2} if moved else {"color": "0.75"}
            if place in example.path and not moved:
                style = {"color": "0.35", "linewidth": 1.2, "linestyle": "--"}
            axes.plot((source, place), (layer, layer + 1), **style)
    for layer, row in enumerate(held):
        for place, token in enumerate(row):
            bold = "bold" if place in example.path else "normal"
            mark: Style = {"fontsize": 7, "fontweight": bold, "ha": "center", "va": "center"}
            box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none"}
            axes.text(place, layer, names[token], bbox=box, **mark)
    axes.set(xlabel="position", ylabel="layers passed", ylim=(-0.6, len(held) - 0.4))
    axes.set_title(
        f"{record.name}: arg-max looks and what is held (solid: a token moves; dashed: others of"
        " the hops' positions)",
        fontsize="small",
    )


def _shares(axes: Axes, record: MechanismRecord) -> None:
    """Share of looks explained by layer: all positions, the hops' positions, chance."""
    layers = range(len(record.layers))
    flow, step = record.flow, f"{'Index' if record.task == 'number' else 'Retrieval'} step"
    for what, label, style in (
        ("either", "explained, all positions", "ko-"),
        ("chance", "by chance, all positions", "k:"),
    ):
        axes.plot(layers, [getattr(x, what) for x in flow.layers], style, label=label)
    for what, label, style in (
        ("either", "explained, hops' positions", "s--"),
        ("step", f"{step}, hops' positions", "^-."),
    ):
        axes.plot(layers, [getattr(x, what) for x in flow.path], style, color="0.45", label=label)
    axes.set(xlabel="layer", ylabel="share of looks", ylim=(-0.03, 1.03))
    axes.legend(fontsize="x-small")


def draw_plane(record: MechanismRecord, path: Path) -> None:
    """Fig. 4: queries (by the integer held) and keys in the dominant plane of every positional
    head of a number model, before rotation.

    Raises:
        ValueError: the model has no positional head.
    """
    heads = [(one, one.points) for one in record.layers if one.points is not None]
    if not heads:
        raise ValueError(f"{record.name} has no positional head to draw")
    canvas, row = subplots(1, len(heads), figsize=(4.2 * len(heads), 5.2), squeeze=False)
    for axes, (head, points) in zip(row[0], heads, strict=True):
        _vectors(axes, points)
        keys, queries = (x[0] if x else math.nan for x in (head.keys, head.queries))
        axes.set_title(
            f"layer {head.layer}, frequency ID {head.dominant}: keys' R = {keys:.2f},"
            f" queries' ρ = {queries:.2f}",
            fontsize="small",
        )
    canvas.suptitle(record.name)
    canvas.legend(*row[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    save(canvas, path)


def _vectors(axes: Axes, points: Points) -> None:
    keys, queries = points.keys, points.queries
    reach = max(max(abs(x), abs(y)) for x, y in keys)
    far = max(max(abs(x), abs(y)) for x, y in queries.values())
    axes.plot(
        *zip(*([x / reach, y / reach] for x, y in keys), strict=True),
        "x",
        color="0.55",
        markersize=4,
        label="keys",
    )
    for number, (x, y) in queries.items():
        axes.annotate(
            "", (x / far, y / far), (0, 0), arrowprops={"arrowstyle": "-", "color": "black"}
        )
        axes.text(x / far * 1.08, y / far * 1.08, number, ha="center", va="center", fontsize=9)
    axes.plot([], [], "k-", label="mean query, by the integer held")
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
