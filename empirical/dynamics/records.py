"""The record of one run's training, as ``empirical.dynamics`` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from empirical.models.recipes import Recipe
from empirical.models.trained import Validation
from empirical.protocol.reading import (
    Count,
    Counts,
    Misread,
    Table,
    absent,
    built,
    naming,
    needing,
    parsed,
)
from empirical.protocol.records import RESULTS, Manifest, Missing
from empirical.protocol.vocabulary import MAX_HOPS, TASKS

FOLDER = RESULTS / "dynamics"
"""The records that come with the package."""
SCORES = ("s_pos", "s_sym", "entropy")
FIRST = (
    *("task", "steps", "batch", "rate", "seed", "total", "layers", "width"),
    *("precision", "device", "threads", "base", "nope_from"),
)
"""Of a recipe what the oldest record says; what came later has its default there."""
TABLES = (*SCORES, *(f"{name}_error" for name in SCORES))


@dataclass(frozen=True, kw_only=True)
class RunManifest(Manifest):
    """Where a record of one trained run comes from: its recipe, and the data it was scored on."""

    recipe: Recipe = needing(*FIRST)
    data_sha256: str
    sequences: int
    seconds: float | None = absent()
    processor_seconds: float | None = absent()


@dataclass(frozen=True, kw_only=True)
class Record:
    """``steps`` (c,) of the checkpoints; ``right`` (c, 4) answers right out of ``of`` a hop count;
    ``s_pos``, ``s_sym``, ``entropy`` (c, layers) means over the scored set, entropy over log of the
    keys seen, with their standard errors. Where training counted: ``validation``, and ``tested``,
    (right, of) of the last model by hop count on the test set."""

    manifest: RunManifest
    task: str
    seed: int
    of: int
    validation: Validation | None = absent()
    tested: tuple[Count, ...] | None = absent()
    steps: Counts
    right: tuple[Counts, ...]
    s_pos: Table
    s_pos_error: Table
    s_sym: Table
    s_sym_error: Table
    entropy: Table
    entropy_error: Table


def read(path: Path) -> Record:
    """The record in a file.

    Raises:
        Misread: it is none, or its rows do not belong together; the message names the field.
        OSError: it is not there.
    """
    with naming(path):
        record = built(parsed(path), Record)
        width = len(record.s_pos[0]) if record.s_pos else 0
        tables = {name: (getattr(record, name), width) for name in TABLES}
        for name, (rows, wide) in (tables | {"right": (record.right, MAX_HOPS)}).items():
            if len(rows) != len(record.steps) or {len(row) for row in rows} - {wide}:
                raise Misread(f"{name} has not {wide} entries for each of the steps")
    return record


def of_task(task: str, folder: Path = FOLDER) -> tuple[Record, ...]:
    """A task's records in a folder, in order of seed."""
    return tuple(read(path) for path in sorted(folder.glob(f"{task}-*.json")))


def by_task(results: Path) -> dict[str, tuple[Record, ...]]:
    """Each task's records.

    Raises:
        Missing: a task has none.
    """
    folder = results / FOLDER.name
    found = {task: of_task(task, folder) for task in TASKS}
    for task, records in found.items():
        if not records:
            raise Missing(f"no record of {task} in {folder}: run python -m empirical.dynamics")
    return found
