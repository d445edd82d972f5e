"""What the claims about runs of the released recipe read: each seed's record in the form that its
criteria judge. Fewer seeds than a verdict needs decide nothing, and say what to run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from empirical.criteria.bounds import BOUNDS, Bounds
from empirical.criteria.breaks import Broken, Decay, broken, carried
from empirical.criteria.courses import Course, Kept, course, kept
from empirical.dynamics import records as dynamics
from empirical.lengths import records as lengths
from empirical.mechanism.ablation import records as ablation
from empirical.protocol.family import Measurement
from empirical.protocol.records import RESULTS, Manifest
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Undecided

T = TypeVar("T")
RELEASED = RESULTS / "released"
"""Where the records of the released recipe lie, a folder a kind."""
COMMAND = "python -m empirical.released --task TASK --seeds 0 1 2 3 4"
HELD_COMMAND = "python -m empirical.released --held-out"


@dataclass(frozen=True)
class Seed(Generic[T]):
    """One model's record, as the criteria read it."""

    task: str
    seed: int
    manifest: Manifest
    found: T


Measured = Measurement[tuple[Seed[T], ...], Bounds]


def trained(folder: Path, task: str) -> tuple[Seed[Course], ...]:
    """A task's courses of training."""
    records = dynamics.of_task(task, folder / "dynamics")
    return tuple(Seed(task, one.seed, one.manifest, course(one)) for one in records)


def measured(folder: Path, task: str) -> tuple[Seed[Kept], ...]:
    """A task's accuracies against length."""
    records = lengths.of_task(task, folder / "lengths")
    return tuple(Seed(task, one.seed, one.manifest, kept(one)) for one in records)


def decayed(folder: Path, task: str) -> tuple[Seed[Decay], ...]:
    """A task's discrepancies against length."""
    records = lengths.of_task(task, folder / "lengths")
    return tuple(
        Seed(
            task,
            one.seed,
            one.manifest,
            Decay(task, one.lengths, carried(one, one.gaps), kept(one)),
        )
        for one in records
    )


def ablated(folder: Path, task: str) -> tuple[Seed[ablation.Record], ...]:
    """A task's heads."""
    records = ablation.of_task(task, folder / "ablation")
    return tuple(Seed(task, one.seed, one.manifest, one) for one in records)


def held_out(folder: Path, task: str) -> tuple[Seed[Broken], ...]:
    """A task's held-out models, numbered in the order of their names."""
    found = lengths.measured(folder / "held-out")
    records = [one for _, one in sorted(found.items()) if one.task == task]
    return tuple(
        Seed(task, i, one.manifest, broken(one, kept(one))) for i, one in enumerate(records)
    )


Reader = Callable[[Path, str], tuple[Seed[T], ...]]


def seeds(folder: Path, reader: Reader[T]) -> dict[str, tuple[Seed[T], ...]]:
    """Each task's records of a kind; none where there are none."""
    return {task: reader(folder, task) for task in TASKS}


def stored(reader: Reader[T], least: Mapping[str, int], command: str) -> Callable[[], Measured[T]]:
    """What a family of claims is judged from; ``least``: models of each task that it needs.

    Raises (when called):
        Undecided: fewer are there.
        Misread: a record is damaged.
    """

    def read() -> Measured[T]:
        tasks = seeds(RELEASED, reader)
        short = [f"{t}: {len(r)} of {least[t]}" for t, r in tasks.items() if len(r) < least[t]]
        if short:
            raise Undecided(f"too few models recorded ({', '.join(short)}): run {command}")
        return Measurement(tasks, BOUNDS)

    return read
