"""What the records of a public model beyond its context say: tables and a figure."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from empirical.experiments.beyond.claims import BEYOND, lowered
from empirical.experiments.beyond.records import (
    BLOCK,
    CONTEXT,
    FOLDER,
    WAYS,
    Repeats,
    long_text,
    texts,
)
from empirical.protocol.drawing import SHADES, STYLES, save, subplots
from empirical.protocol.reading import read_record
from empirical.protocol.records import Missing
from empirical.protocol.statistics import mean_interval

Row = tuple[str, ...]
NAMES = {
    "nothing": "nothing changed",
    "symbolic": "log factor, symbolic heads",
    "positional": "log factor, positional heads",
    "random": "log factor, random heads",
    "linear": "linear scaling, factor 2",
    "yarn": "YaRN, factor 2",
}


def loss_rows() -> list[Row]:
    """A row a text and way: the mean loss from half of the context on, and beyond the context, in
    nats a token."""
    rows: list[Row] = []
    for one in texts(FOLDER):
        for way in (way for way in WAYS if way in one.losses):
            row = one.losses[way]
            ends = np.mean(row[BEYOND // 2 : BEYOND]), np.mean(row[BEYOND:])
            rows.append((one.text, NAMES[way], *(f"{end:.2f}" for end in ends)))
    return rows


def effects(folder: Path = FOLDER) -> list[Row]:
    """A row a way: by how many nats a token it lowers the loss beyond the context, over all blocks
    of all texts, with its 95 % interval."""
    records = texts(folder)
    rows: list[Row] = []
    for way in WAYS[1:]:
        every = [x for one in records if way in one.losses for x in lowered(one, way)]
        if every:
            low, mean, high = mean_interval(every)
            rows.append((NAMES[way], f"{mean:.3f} [{low:.3f}, {high:.3f}]"))
    return rows


def longest_rows(folder: Path = FOLDER) -> list[Row]:
    """A row a way: the longest text's mean loss in each quarter, in nats a token."""
    record = long_text(folder)
    if record is None:
        return []
    names = {"nothing": NAMES["nothing"], "yarn": "YaRN, factor 4"}
    return [
        (names[way], *(f"{np.mean(part):.2f}" for part in np.split(np.array(row), 4)))
        for way, row in record.losses.items()
    ]


def repeats(folder: Path = FOLDER) -> list[Row]:
    """A row a length: the share of the second run's tokens that come first, and their loss."""
    path = folder / "repeats.json"
    if not path.is_file():
        return []
    one = read_record(path, Repeats)
    return [
        (f"{length:,}", f"{right / of:.3f}", f"{loss:.2f}")
        for length, right, of, loss in zip(one.lengths, one.right, one.of, one.losses, strict=True)
    ]


def draw_losses(folder: Path, path: Path) -> None:
    """Draw the loss by position in each way, the mean over the texts.

    Raises:
        Missing: there is no record.
    """
    records = texts(folder)
    if not records:
        raise Missing(f"no text in {folder}: run rope-claims run beyond")
    canvas, axes = subplots(1, 1, figsize=(8, 4.5))
    for n, way in enumerate(WAYS):
        rows: list[Sequence[float]] = [one.losses[way] for one in records if way in one.losses]
        if rows:
            style, marker = STYLES[n % len(STYLES)]
            middles = (np.arange(len(rows[0])) + 0.5) * BLOCK
            axes.plot(
                middles,
                np.mean(rows, axis=0),
                linestyle=style,
                marker=marker,
                markevery=(n, 6),
                color=SHADES[0] if n < len(STYLES) else SHADES[-1],
                label=NAMES[way],
            )
    axes.axvline(CONTEXT, color="0.6", linewidth=0.8)
    axes.text(CONTEXT, axes.get_ylim()[1], " context's end", va="top", fontsize="small")
    axes.set(xlabel="position (tokens)", ylabel="loss (nats a token)", xlim=(0, 2 * CONTEXT))
    axes.legend(fontsize="small")
    save(canvas, path)
