"""The record of one run's training, as ``empirical.experiments.dynamics`` writes it, and from which
checkpoint on heads are pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from empirical.models.recipes import Recipe
from empirical.models.trained import POSSIBLE, Validation
from empirical.protocol import statistics
from empirical.protocol.reading import (
    Count,
    Counts,
    Held,
    Least0,
    Least1,
    Misread,
    Shares,
    absent,
    naming,
    needing,
    read_once,
)
from empirical.protocol.records import Manifest, Missing
from empirical.protocol.vocabulary import MAX_HOPS, TASKS

NAME = "dynamics"
"""The name of a folder that holds such records."""
SCORES = ("s_pos", "s_sym", "entropy")
FIRST = (
    *("task", "steps", "batch", "rate", "seed", "total", "layers", "width"),
    *("precision", "device", "threads", "base", "nope_from"),
)
"""Of a recipe what the oldest record says; what came later has its default there."""
Errors = tuple[tuple[Least0, ...], ...]
Flags = NDArray[np.bool_]
Tested = Annotated[
    tuple[Count, ...], Held(lambda rows: len(rows) == MAX_HOPS, "(right, of) for each hop count")
]
TABLES = (*SCORES, *(f"{name}_error" for name in SCORES))


@dataclass(frozen=True, kw_only=True)
class RunManifest(Manifest):
    """Where a record of one trained run comes from: its recipe, and the data it was scored on."""

    recipe: Recipe = needing(*FIRST)
    data_sha256: str
    weights_sha256: str | None = absent()
    sequences: int
    seconds: float | None = absent()
    processor_seconds: float | None = absent()


class TrainedRun(Protocol):
    """A record of one run."""

    @property
    def task(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def manifest(self) -> RunManifest: ...


@dataclass(frozen=True, kw_only=True)
class DynamicsRecord:
    """``steps`` (c,) of the checkpoints; ``right`` (c, 4) answers right out of ``of`` a hop count;
    ``s_pos``, ``s_sym``, ``entropy`` (c, layers) means over the scored set, entropy over log of the
    keys seen, with their standard errors. Where training counted: ``validation``, and ``tested``,
    (right, of) of the last model by hop count on the test set."""

    manifest: RunManifest
    task: str
    seed: int
    of: Least1
    validation: Annotated[Validation, POSSIBLE] | None = absent()
    tested: Tested | None = absent()
    steps: Counts
    right: tuple[Counts, ...]
    s_pos: tuple[Shares, ...]
    s_pos_error: Errors
    s_sym: tuple[Shares, ...]
    s_sym_error: Errors
    entropy: tuple[Shares, ...]
    entropy_error: Errors


R = TypeVar("R", bound=TrainedRun)


def read_run(path: Path, kind: type[R], *rules: Callable[[R], None]) -> R:
    """The record of a run in a file, held to its run's recipe and to the rules of its kind.

    Raises:
        Misread: it is none, or its parts do not belong together; the message names the field.
        OSError: it is not there.
    """
    record = read_once(path, kind)
    with naming(path):
        for rule in (hold_to_recipe, *rules):
            rule(record)
    return record


def runs_of_task(read: Callable[[Path], R], task: str, folder: Path) -> tuple[R, ...]:
    """A task's records in a folder, in order of seed."""
    records = map(read, folder.glob(f"{task}-*.json"))
    return tuple(sorted(records, key=lambda one: one.seed))


def recorded_tasks(tasks: dict[str, tuple[R, ...]], folder: Path) -> dict[str, tuple[R, ...]]:
    """Each task's records of a folder.

    Raises:
        Missing: a task without any.
    """
    for task, records in tasks.items():
        if not records:
            raise Missing(f"no record of {task} in {folder}: run rope-claims run released")
    return tasks


def read(path: Path) -> DynamicsRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, DynamicsRecord, _hold_tables, _hold_checks)


def _hold_tables(record: DynamicsRecord) -> None:
    """Refuse tables that have not a row for each step, steps out of order, and counts too large.

    Raises:
        Misread: they are so.
    """
    layers = record.manifest.recipe.layers
    tables = {name: (getattr(record, name), layers) for name in TABLES}
    for name, (rows, wide) in (tables | {"right": (record.right, MAX_HOPS)}).items():
        if len(rows) != len(record.steps) or {len(row) for row in rows} - {wide}:
            raise Misread(f"{name} has not {wide} entries for each of the steps")
    if not record.steps or not rising(record.steps):
        raise Misread("steps do not rise, or are none")
    if not 0 <= min(map(min, record.right)) <= max(map(max, record.right)) <= record.of:
        raise Misread("right is not of that many")


def _hold_checks(record: DynamicsRecord) -> None:
    """Refuse counts on the validation set at other steps than those after which a finished run of
    the recipe has counted, or of none of a hop count.

    Raises:
        Misread: they are.
    """
    recipe, validation = record.manifest.recipe, record.validation
    every = recipe.check_every
    due = tuple(range(every, recipe.steps + 1, every)) if every else ()
    checks = validation.checks if validation else ()
    if tuple(row[0] for row in checks) != due:
        raise Misread(f"validation.checks are not at each of the {len(due)} steps of the recipe")
    if validation and checks and not all(validation.of):
        raise Misread("validation.of is of none of a hop count")


def rising(numbers: Counts) -> bool:
    """Whether each is more than the one before."""
    return all(a < b for a, b in pairwise(numbers))


def hold_to_recipe(one: TrainedRun) -> None:
    """Refuse a record of another task or seed than its run's recipe says.

    Raises:
        Misread: it is.
    """
    recipe = one.manifest.recipe
    if (one.task, one.seed) != (recipe.task, recipe.seed):
        raise Misread(f"it is of {one.task}, seed {one.seed}, and manifest.recipe is of another")


def hold_to_layers(name: str, heads: Sequence[Any], recipe: Recipe) -> None:
    """Refuse heads that are not one for each of the recipe's layers, in order.

    Raises:
        Misread: they are not.
    """
    if [(one.layer, one.head) for one in heads] != [(i, 0) for i in range(recipe.layers)]:
        raise Misread(f"{name} are not one for each layer of the model, in order")


def of_task(task: str, folder: Path) -> tuple[DynamicsRecord, ...]:
    """A task's records in a folder, in order of seed."""
    return runs_of_task(read, task, folder)


def by_task(results: Path) -> dict[str, tuple[DynamicsRecord, ...]]:
    """Each task's records. Raises as ``recorded_tasks``."""
    folder = results / NAME
    return recorded_tasks({task: of_task(task, folder) for task in TASKS}, folder)


def since(flags: Flags) -> NDArray[np.int64]:
    """Index of the first checkpoint from which each column of flags (c, k) stays true; c if none.

    ``flags[-1]`` false gives c: what is not true at the end did not stay.
    """
    failed = ~flags
    last = len(flags) - failed[::-1].argmax(axis=0)
    return np.where(failed.any(axis=0), last, 0)


def pure_at_steps(record: DynamicsRecord, kind: str, gamma: float) -> Flags:
    """(c, layers) bool: one score at least 1 - γ, the other at most γ, by their means."""
    found: Flags = statistics.pure(np.array(record.s_pos), np.array(record.s_sym), kind, gamma)
    return found
