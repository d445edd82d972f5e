"""What the claims about runs of the released recipe read: each seed's record in the form that its
criteria judge. Fewer seeds than a verdict needs decide nothing, and say what to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from empirical.criteria import held_out as models
from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.breaks import Broken, Decay, broken, carried
from empirical.criteria.courses import Course, Kept, course, kept
from empirical.criteria.origins import distinct, of_inputs
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.experiments.mechanism.ablation import records as ablation
from empirical.experiments.mechanism.following import records as following
from empirical.models.recipes import NAMED, SCHEDULES, Recipe, kept_steps
from empirical.protocol import settings
from empirical.protocol.family import Measurement
from empirical.protocol.reading import Misread
from empirical.protocol.records import RESULTS
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Undecided

T = TypeVar("T")
RELEASED = RESULTS / "released"
"""Where the records of the released recipe lie, a folder a kind."""
COMMAND = "rope-claims run released --task TASK --seeds 0 1 2 3 4"
FRESH = range(BOUNDS.seeds, 2 * BOUNDS.seeds)
"""Seeds on which a criterion is judged that was hardened after the first ones had been seen."""
FRESH_FOLDER = RESULTS / "fresh"
"""Where their records lie, a folder a kind."""
FRESH_COMMAND = f"rope-claims run released --task TASK --seeds {' '.join(map(str, FRESH))}"
HELD_COMMAND = "rope-claims run released --held-out"


@dataclass(frozen=True)
class Seed(Generic[T]):
    """One model's record, as the criteria read it."""

    task: str
    seed: int
    manifest: dynamics.RunManifest
    found: T


Measured = Measurement[tuple[Seed[T], ...], Bounds]
Reader = Callable[[Path, str], tuple[Seed[T], ...]]


def trained(folder: Path, task: str) -> tuple[Seed[Course], ...]:
    """A task's courses of training."""
    records = over_steps(
        distinct(of_inputs("dynamics", dynamics.of_task(task, folder / "dynamics")))
    )
    return tuple(Seed(task, one.seed, one.manifest, course(one)) for one in records)


def measured(folder: Path, task: str) -> tuple[Seed[Kept], ...]:
    """A task's accuracies against length."""
    records = over_grid(distinct(of_inputs("lengths", lengths.of_task(task, folder / "lengths"))))
    return tuple(Seed(task, one.seed, one.manifest, kept(one)) for one in records)


def decayed(folder: Path, task: str) -> tuple[Seed[Decay], ...]:
    """A task's discrepancies against length."""
    records = over_grid(distinct(of_inputs("lengths", lengths.of_task(task, folder / "lengths"))))
    return tuple(
        Seed(
            task,
            one.seed,
            one.manifest,
            Decay(task, one.lengths, carried(one, one.gaps), kept(one)),
        )
        for one in records
    )


def ablated(folder: Path, task: str) -> tuple[Seed[ablation.AblationRecord], ...]:
    """A task's heads."""
    records = distinct(of_inputs("ablation", ablation.of_task(task, folder / "ablation")))
    return tuple(Seed(task, one.seed, one.manifest, one) for one in records)


def followed(folder: Path, task: str) -> tuple[Seed[following.FollowingRecord], ...]:
    """A task's looks.

    Raises:
        Misread: a record is of another number of inputs than registered.
    """
    records = distinct(of_inputs("following", following.of_task(task, folder / "following")))
    for one in records:
        if one.manifest.sequences != settings.FOLLOWED_INPUTS:
            raise Misread(
                f"the record {task}-{one.seed} is of {one.manifest.sequences} inputs, not"
                f" {settings.FOLLOWED_INPUTS}"
            )
    return tuple(Seed(task, one.seed, one.manifest, one) for one in records)


def held_out_models(folder: Path, task: str) -> tuple[Seed[Broken], ...]:
    """A task's held-out models, numbered in the order of their names.

    Raises:
        Misread: one is not of the recipe that its name says.
    """
    recipes = models.recipes(NAMED["released"])
    runs = sorted(lengths.measured_runs(folder / "held-out").items())
    for name, one in runs:
        if name not in recipes:
            raise Misread(f"{name} is none of the models {', '.join(recipes)}")
        _hold_to(recipes[name], one.manifest, name)
    records = over_grid(
        distinct(of_inputs("lengths", [one for _, one in runs if one.task == task]))
    )
    return tuple(
        Seed(task, i, one.manifest, broken(one, kept(one))) for i, one in enumerate(records)
    )


@cache
def released(reader: Reader[T]) -> Reader[T]:
    """The reader of seeds, which refuses models of another recipe than the released one; one a
    kind, so that the claims about it read its records once."""

    def read(folder: Path, task: str) -> tuple[Seed[T], ...]:
        records = reader(folder, task)
        for one in records:
            recipe = replace(NAMED["released"], task=task, seed=one.seed)
            _hold_to(recipe, one.manifest, f"{task}-{one.seed}")
        return records

    return read


def _hold_to(recipe: Recipe, manifest: dynamics.RunManifest, name: str) -> None:
    """Refuse a model of another recipe; machine and precision are free."""
    if manifest.recipe != recipe.run_as(manifest.recipe):
        raise Misread(f"the record {name} is of a model trained by another recipe")


def over_grid(records: Sequence[lengths.LengthsRecord]) -> Sequence[lengths.LengthsRecord]:
    """Records of accuracy, at every length that they are to be measured at.

    Raises:
        Misread: one is at other lengths.
    """
    for one in records:
        if one.lengths != (grid := settings.LENGTH_GRID[one.task]):
            told = ", ".join(map(str, grid))
            raise Misread(f"a record of {one.task}, seed {one.seed} is not at {told} tokens")
    return records


def over_steps(records: Sequence[dynamics.DynamicsRecord]) -> Sequence[dynamics.DynamicsRecord]:
    """Records of training, at every step after which its run keeps weights.

    Raises:
        Misread: one is at other steps.
    """
    for one in records:
        recipe = one.manifest.recipe
        if recipe.name not in SCHEDULES:
            raise Misread(f"the record {one.task}-{one.seed} is of no recipe {recipe.name!r}")
        _, interval = SCHEDULES[recipe.name]
        kept_at = kept_steps(recipe.steps, interval)
        if one.steps != tuple(sorted(kept_at)):
            raise Misread(
                f"the record {one.task}-{one.seed} is not at each of the {len(kept_at)} steps after"
                f" which weights are kept, every {interval}"
            )
    return records


def seeds(folder: Path, reader: Reader[T]) -> dict[str, tuple[Seed[T], ...]]:
    """Each task's records of a kind; none where there are none. They are read again only if a file
    of the folder is another one by then."""
    files = [(path, path.stat()) for path in sorted(folder.glob("*/*"))]
    stamp = tuple((path, one.st_mtime_ns, one.st_size) for path, one in files)
    return dict(_seeds(folder, reader, stamp))


@lru_cache(maxsize=32)
def _seeds(folder: Path, reader: Reader[T], stamp: object) -> dict[str, tuple[Seed[T], ...]]:
    return {task: reader(folder, task) for task in TASKS}


def of_fresh_seeds(reader: Reader[T]) -> Callable[[], Measured[T]]:
    """What a claim is judged from whose criterion was hardened after seeds 0 to 4 were seen.

    Raises (when called):
        Undecided: a fresh seed is not there.
        Misread: a record is damaged.
    """

    def read() -> Measured[T]:
        every = seeds(FRESH_FOLDER, reader)
        tasks = {t: tuple(one for one in rows if one.seed in FRESH) for t, rows in every.items()}
        if lost := [t for t, rows in tasks.items() if len(rows) < len(FRESH)]:
            raise Undecided(
                f"its criterion was hardened after seeds 0 to {FRESH[0] - 1} were seen, and of"
                f" {' and '.join(lost)} seeds {FRESH[0]} to {FRESH[-1]} are not all recorded: run"
                f" {FRESH_COMMAND}"
            )
        return Measurement(tasks, BOUNDS)

    return read


def folder_of(seed: int) -> Path:
    """Where the records of a seed of the released recipe lie: seeds 0 to 4 are judged by most
    criteria, the fresh ones apart from them."""
    return RELEASED if seed < FRESH[0] else FRESH_FOLDER


def stored(reader: Reader[T], least: Mapping[str, int], command: str) -> Callable[[], Measured[T]]:
    """What a family of claims is judged from; ``least``: models of each task that it needs.

    Raises (when called):
        Undecided: fewer are there.
        Misread: a record is damaged, or seeds are chosen.
    """

    def read() -> Measured[T]:
        tasks = seeds(RELEASED, reader)
        short = [f"{t}: {len(r)} of {least[t]}" for t, r in tasks.items() if len(r) < least[t]]
        if short:
            raise Undecided(f"too few models recorded ({', '.join(short)}): run {command}")
        for task, records in tasks.items():
            if (told := [one.seed for one in records]) != [*range(len(records))]:
                these = ", ".join(map(str, told))
                raise Misread(f"records of {task} are of seeds {these}, not 0 and on: {command}")
        return Measurement(tasks, BOUNDS)

    return read
