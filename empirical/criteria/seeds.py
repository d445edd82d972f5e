"""What the claims about runs of the released recipe read: each seed's record in the form that its
criteria judge. Two records of one training are refused, and one of another recipe, or on other
inputs, steps or lengths than its kind. Fewer seeds than a verdict needs decide nothing, and say
what to run."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, Generic, TypeVar

from empirical.criteria import held_out as models
from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.breaks import Broken, Decay, broken, carried, carried_first
from empirical.criteria.courses import Course, Kept, course, kept, widened
from empirical.experiments.dynamics import records as dynamics
from empirical.experiments.lengths import records as lengths
from empirical.experiments.mechanism.ablation import records as ablation
from empirical.experiments.mechanism.following import records as following
from empirical.models.recipes import NAMED, SCHEDULES, Recipe, kept_steps
from empirical.protocol import settings
from empirical.protocol.family import Measurement
from empirical.protocol.reading import Misread, plain
from empirical.protocol.records import RESULTS
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Undecided

T = TypeVar("T")
R = TypeVar(
    "R",
    dynamics.DynamicsRecord,
    lengths.LengthsRecord,
    ablation.AblationRecord,
    following.FollowingRecord,
)
RELEASED = RESULTS / "released"
"""Where the records of the released recipe lie, a folder a kind."""
COMMAND = "rope-claims run released --task TASK --seeds 0 1 2 3 4"
FRESH = range(BOUNDS.seeds, 2 * BOUNDS.seeds)
"""Seeds on which a criterion is judged that was hardened after the first ones had been seen."""
FRESH_FOLDER = RESULTS / "fresh"
"""Where their records lie, a folder a kind."""
FRESH_COMMAND = f"rope-claims run released --task TASK --seeds {' '.join(map(str, FRESH))}"
HELD_COMMAND = "rope-claims run released --held-out"
DATA: Mapping[str, Mapping[str, str]] = {
    "dynamics": {
        "number": "c9bbb65062e2dd7747041a2fe0b2ba77b7005876f08c23b8b5cda70c5f2845b2",
        "letter": "dedc56dc20ecb18d0f2a86d7229a27e201cb4ab405d7ed3f04f0b1baf2751a06",
    },
    "lengths": {
        "number": "a99d9f4706ee6211ac9db911305148e3c6e33cf7eb286170b608e87af0d25b69",
        "letter": "d490a61b2d957af074ee40dd9a43699b18c5190d22056bd21c2a43c7d2f514f6",
    },
    "ablation": {
        "number": "c148f91dde0f090553f1db0d51bee8dc8009f048beac57e549c21da54193daf4",
        "letter": "566c96ca14efa74089654ff70f73513d8b81ce2099f26ba502a666529ab0b05f",
    },
    "following": {
        "number": "0542926b6aa8b84f601de36a305c08f85df54eb667cb037897f2dee55fe2a4e8",
        "letter": "fe80abf529522160cb7196434d5dafc6550ae4126f4724987777aff8363c1f2b",
    },
}
"""By kind of record and task the digest of the inputs that every model is measured on: they depend
on no model, so that anybody makes them again (``tests/empirical/criteria/test_origins.py``)."""
SHARED = 0.25
"""Two records with this share of equal numbers are of one run; of two runs it is below .1."""


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
    return _formed(_in_training(folder, task), course)


def purities(folder: Path, task: str) -> tuple[Seed[Course], ...]:
    """The same, with the dates at one more γ."""
    return _formed(_in_training(folder, task), widened)


def _in_training(folder: Path, task: str) -> Sequence[dynamics.DynamicsRecord]:
    """A task's records of training."""
    return over_steps(admitted("dynamics", dynamics.of_task(task, folder / "dynamics")))


def measured(folder: Path, task: str) -> tuple[Seed[Kept], ...]:
    """A task's accuracies against length."""
    return _formed(_at_lengths(folder, task), kept)


def decayed(folder: Path, task: str) -> tuple[Seed[Decay], ...]:
    """A task's discrepancies against length."""

    def decay(one: lengths.LengthsRecord) -> Decay:
        first = carried_first(one, one.gaps)
        return Decay(task, one.lengths, carried(one, one.gaps), kept(one), first)

    return _formed(_at_lengths(folder, task), decay)


def _at_lengths(folder: Path, task: str) -> Sequence[lengths.LengthsRecord]:
    """A task's records of accuracy against length."""
    return over_grid(admitted("lengths", lengths.of_task(task, folder / "lengths")))


def ablated(folder: Path, task: str) -> tuple[Seed[ablation.AblationRecord], ...]:
    """A task's heads."""
    records = dynamics.runs_of_task(ablation.read, task, folder / "ablation")
    return _formed(admitted("ablation", records), lambda one: one)


def followed(folder: Path, task: str) -> tuple[Seed[following.FollowingRecord], ...]:
    """A task's looks.

    Raises:
        Misread: a record is of another number of inputs than registered.
    """
    records = dynamics.runs_of_task(following.read, task, folder / "following")
    for one in admitted("following", records):
        if one.manifest.sequences != settings.FOLLOWED_INPUTS:
            raise Misread(
                f"the record {task}-{one.seed} is of {one.manifest.sequences} inputs, not"
                f" {settings.FOLLOWED_INPUTS}"
            )
    return _formed(records, lambda one: one)


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
    records = over_grid(admitted("lengths", [one for _, one in runs if one.task == task]))
    broken_models = _formed(records, lambda one: broken(one, kept(one)))
    return tuple(replace(one, seed=i) for i, one in enumerate(broken_models))


def _formed(records: Sequence[R], form: Callable[[R], T]) -> tuple[Seed[T], ...]:
    """Records of seeds in the form that criteria read."""
    return tuple(Seed(one.task, one.seed, one.manifest, form(one)) for one in records)


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


def admitted(kind: str, records: Sequence[R]) -> Sequence[R]:
    """Records of a task and a kind, on the inputs of their kind, no two of one training.

    Raises:
        Misread: they are not.
    """
    return distinct(of_inputs(kind, records))


def distinct(records: Sequence[R]) -> Sequence[R]:
    """Records of a task, no two of one training.

    Raises:
        Misread: two name the same weights, or share many of their numbers.
    """
    told = [_numbers(plain(one)) for one in records]
    for (one, mine), (other, theirs) in combinations(zip(records, told, strict=True), 2):
        weights = one.manifest.weights_sha256
        as_other: Any = {"manifest": other.manifest, "seed": other.seed}
        same = sum(value == theirs.get(place) for place, value in mine.items())
        if (
            (weights is not None and weights == other.manifest.weights_sha256)
            or replace(one, **as_other) == other
            or same > SHARED * max(1, len(mine))
        ):
            raise Misread(
                f"two records of {one.task}, seeds {one.seed} and {other.seed}, hold the same"
                " numbers or weights: one run stands twice"
            )
    return records


def _numbers(part: Any, place: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], float]:
    """What a record measured, by place: its numbers that are not whole, its manifest left out."""
    told: dict[tuple[Any, ...], float] = {}
    for name, value in part.items() if isinstance(part, dict) else enumerate(part):
        if isinstance(value, float):
            if not value.is_integer():
                told[*place, name] = value
        elif isinstance(value, dict | list) and name != "manifest":
            told |= _numbers(value, (*place, name))
    return told


def of_inputs(kind: str, records: Sequence[R]) -> Sequence[R]:
    """Records of a kind, each measured on the inputs of its kind; older recipes drew others.

    Raises:
        Misread: one names others.
    """
    for one in records:
        released = one.manifest.recipe.name == "released"
        if released and one.manifest.data_sha256 != DATA[kind][one.task]:
            raise Misread(
                f"the record {one.task}-{one.seed} of {kind} is of other inputs:"
                f" {one.manifest.data_sha256 or 'none'}"
            )
    return records


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
