"""What one trained model's heads are needed for, as ``empirical.mechanism.ablation`` records it.

Counts are (right, of).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from empirical.dynamics.records import RunManifest, Tested, hold_to_recipe
from empirical.mechanism.records import Courses, Layer, Looks
from empirical.protocol.reading import (
    Count,
    Count0,
    Counts,
    Misread,
    Table,
    absent,
    built,
    named,
    naming,
    parsed,
)
from empirical.protocol.records import RESULTS
from empirical.protocol.vocabulary import MAX_HOPS

FOLDER = RESULTS / "released" / "ablation"
"""The records that come with the package."""


@dataclass(frozen=True, kw_only=True)
class Jumps:
    """4-hop queries of the letter model: their looks' courses with nothing cut, with hop 2's place
    made to look at itself, and for looks at random places."""

    none: Courses
    hop_2: Courses = named("hop 2")
    by_chance: Courses = named("by chance")


@dataclass(frozen=True)
class Record:
    """``tested`` (4,): the model's counts on its whole test set; ``right`` (4,) answers right out
    of ``of`` a hop count; ``layers``: each one head, with its
    scores and geometry; ``largest`` (layers, frequencies): each plane's largest logit over the
    visible pairs of an input, mean over inputs; ``removed`` (layers, 4): ``right`` with one head's
    output taken away; ``first`` (k + 1, 4): with all but the first 0, 1, …, k heads taken away of
    those pure of the task's kind (number: positional, letter: symbolic); ``stays`` (layers,): of
    the solved inputs whose query is done before the layer, how many of its looks find what it
    holds; ``looks`` (layers,); ``jump``: of letter alone."""

    manifest: RunManifest
    task: str
    seed: int
    of: int
    tested: Tested
    right: Counts
    layers: tuple[Layer, ...]
    largest: Table
    removed: tuple[Counts, ...]
    first: tuple[Counts, ...]
    stays: tuple[Count0, ...]
    solved: Count
    looks: tuple[Looks, ...]
    jump: Jumps | None = absent()


def read(path: Path) -> Record:
    """The record in a file.

    Raises:
        Misread: it is none, or its rows do not belong together; the message names the field.
        OSError: it is not there.
    """
    with naming(path):
        record = built(parsed(path), Record)
        hold_to_recipe(record)
        for name in ("largest", "removed", "stays", "looks"):
            if len(getattr(record, name)) != len(record.layers):
                raise Misread(f"{name} has not an entry for each of the layers")
        if {len(row) for row in (record.right, *record.removed, *record.first)} - {MAX_HOPS}:
            raise Misread(f"right, removed and first have {MAX_HOPS} entries a row")
        if (record.jump is None) is (record.task == "letter"):
            raise Misread("jump is of letter alone, and of each letter model")
    return record


def of_task(task: str, folder: Path = FOLDER) -> tuple[Record, ...]:
    """A task's records in a folder, in order of seed."""
    return tuple(read(path) for path in sorted(folder.glob(f"{task}-*.json")))
