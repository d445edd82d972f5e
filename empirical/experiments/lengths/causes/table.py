"""What the records of causes say: how much of the lost accuracy each change gives back."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.lengths.causes.records import FOLDER, CausesRecord, stored_causes
from empirical.experiments.lengths.causes.window import NONE
from empirical.protocol.reading import Misread
from empirical.protocol.statistics import wilson
from empirical.protocol.vocabulary import TASKS


@dataclass(frozen=True)
class Causes:
    """A task's table: a row a change, a cell a length, over the runs named."""

    task: str
    runs: tuple[str, ...]
    lengths: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


def causes_tables(folder: Path = FOLDER) -> list[Causes]:
    """The tables of the tasks that have records.

    Raises:
        Misread: records of one task are of different lengths or changes.
    """
    stored = stored_causes(folder)
    by_task = {task: {k: x for k, x in stored.items() if x.task == task} for task in TASKS}
    return [_table(task, records) for task, records in by_task.items() if records]


def _table(task: str, records: dict[str, CausesRecord]) -> Causes:
    lengths = {one.lengths for one in records.values()}
    names = {tuple(one.right) for one in records.values()}
    if len(lengths) > 1 or len(names) > 1:
        raise Misread(f"records of {task} are of different lengths or changes: make them alike")
    (grid,), (changes,) = lengths, names
    every = list(records.values())
    rows = [(name, *(_cell(every, name, at) for at in range(len(grid)))) for name in changes]
    return Causes(task, tuple(records), grid, tuple(rows))


def _cell(records: Sequence[CausesRecord], change: str, at: int) -> str:
    """Accuracy with its interval over inputs; and the mean over runs of the share given back."""
    right, of = sum(one.right[change][at] for one in records), sum(one.of for one in records)
    low, high = wilson(right, of)
    accuracy = f"{right / of:.2f} [{low:.2f}, {high:.2f}]"
    shares = [share for one in records if (share := one.returned(change, at)) is not None]
    if change == NONE or not shares:
        return accuracy
    return f"{accuracy}, {sum(shares) / len(shares):+.2f}"
