"""What one trained model's heads are needed for, as ``experiments.mechanism.ablation`` records it.

Counts are (right, of).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from empirical.experiments.dynamics.records import RunManifest, Tested, hold_to_layers, read_run
from empirical.experiments.mechanism.records import (
    CARRIES,
    POSSIBLE,
    Courses,
    Layer,
    Looks,
    pure_layers,
)
from empirical.protocol import settings
from empirical.protocol.reading import (
    Count,
    Count0,
    Counts,
    Least1,
    Misread,
    Table,
    absent,
    renamed_field,
)
from empirical.protocol.vocabulary import MAX_HOPS


@dataclass(frozen=True, kw_only=True)
class Jumps:
    """4-hop queries of the letter model: their looks' courses with nothing cut, with hop 2's place
    made to look at itself, and for looks at random places."""

    none: Annotated[Courses, POSSIBLE]
    hop_2: Annotated[Courses, POSSIBLE] = renamed_field("hop 2")
    by_chance: Annotated[Courses, POSSIBLE] = renamed_field("by chance")


@dataclass(frozen=True)
class AblationRecord:
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
    of: Least1
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


def carriers(task: str, layers: Sequence[Layer]) -> list[int]:
    """The layers whose head is pure of the task's kind."""
    kind, _ = CARRIES[task]
    return [one.layer for one in pure_layers(layers, kind, settings.GAMMA)]


def read(path: Path) -> AblationRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, AblationRecord, _hold_layers, _hold_removed, _hold_stays, _hold_jump)


def _hold_layers(record: AblationRecord) -> None:
    """Refuse tables that have not an entry for each layer, or a plane."""
    recipe = record.manifest.recipe
    hold_to_layers("layers", record.layers, recipe)
    for name in ("largest", "removed", "stays", "looks"):
        if len(getattr(record, name)) != recipe.layers:
            raise Misread(f"{name} has not an entry for each of the layers")
    planes = recipe.width // 2  # one head a layer, two numbers a plane
    if {len(row) for row in record.largest} - {planes}:
        raise Misread(f"largest has not {planes} entries a row, one for each plane")


def _hold_removed(record: AblationRecord) -> None:
    """Refuse answers right of more than there are, and rows that tell of one and the same model,
    nothing or the last carrying head removed, two things."""
    for name in ("right", "removed", "first"):
        rows = [record.right] if name == "right" else getattr(record, name)
        if {len(row) for row in rows} - {MAX_HOPS}:
            raise Misread(f"right, removed and first have {MAX_HOPS} entries a row")
        if not all(0 <= n <= record.of for row in rows for n in row):
            raise Misread(f"{name} is not of that many")
    if record.of * MAX_HOPS != record.manifest.sequences:
        raise Misread("of is not a hop count's share of the inputs that the manifest counts")
    heads = carriers(record.task, record.layers)
    if len(record.first) != len(heads) + 1:
        raise Misread(f"first has not {len(heads) + 1} rows: of none to all of the pure heads")
    if record.first[-1] != record.right:
        raise Misread("first ends with other answers than right, where no head is removed either")
    if heads and record.first[-2] != record.removed[heads[-1]]:
        raise Misread("first, but for its last head, is not what is removed of that layer")


def _hold_stays(record: AblationRecord) -> None:
    """Refuse queries done that are not of the solved ones, or wait again."""
    solved, of = record.solved
    if of > record.manifest.sequences:
        raise Misread("solved is of more inputs than the manifest counts")
    done = [many for _, many in record.stays]
    if done[:1] != [0] or done[-1] > solved or any(a > b for a, b in pairwise(done)):
        raise Misread(f"stays are not of 0 queries, then of more, up to the {solved} solved")


def _hold_jump(record: AblationRecord) -> None:
    """Refuse courses of another task, and cuts on others than the solved queries."""
    jump = record.jump
    if (jump is None) is (record.task == "letter"):
        raise Misread("jump is of letter alone, and of each letter model")
    if jump and not jump.none.jumped[1] == jump.hop_2.jumped[1] <= jump.by_chance.jumped[1]:
        raise Misread("jump is not of the same solved queries with and without the cut")
