"""The record of one run's accuracy against length, as ``experiments.lengths`` writes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import (
    RunManifest,
    Tested,
    hold_to_recipe,
    recorded_tasks,
    rising,
)
from empirical.protocol.reading import (
    Counts,
    Least0,
    Least1,
    Misread,
    Shares,
    absent,
    built,
    naming,
    parsed,
)
from empirical.protocol.vocabulary import TASKS

NAME = "lengths"
"""The name of a folder that holds such records."""
PREDICTORS = ("mean-field", "drawn", "population")
"""What predicts accuracy at long lengths from inputs as trained on; a record has all."""
Gaps = tuple[tuple[Least0, ...], ...]
Ofs = tuple[Least1, ...]


@dataclass(frozen=True)
class Curve:
    """A predictor's: ``right`` of ``of`` (m,), and but for the mean field ``gaps`` (m, layers)."""

    right: Counts
    of: Ofs
    gaps: Gaps | None = absent()


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """What is written before a single long input is run: ``lengths`` (m,) tokens; ``s_pos`` and
    ``s_sym`` (layers,) at the training length; ``predicted``: each predictor's curve. A control's
    positions are not the papers'. ``tested``: (right, of) by hop count on the whole test set, which
    the oldest records lack."""

    manifest: RunManifest
    task: str
    seed: int
    control: bool
    tested: Tested | None = absent()
    lengths: Counts
    predicted: Mapping[str, Curve]
    s_pos: Shares
    s_sym: Shares


@dataclass(frozen=True, kw_only=True)
class LengthsRecord(Prediction):
    """And what was then measured: ``right`` of ``of`` (m,), and ``gaps`` (m, layers), the mean
    top-two logit gaps at the last position."""

    right: Counts
    of: Ofs
    gaps: Gaps


def read(path: Path) -> Prediction:
    """The record in a file; a ``LengthsRecord`` once it is measured.

    Raises:
        Misread: it is none, or its rows do not belong together; the message names the field.
        OSError: it is not there.
    """
    with naming(path):
        value = parsed(path)
        done = isinstance(value, dict) and {"right", "of", "gaps"} & set(value)
        record = built(value, LengthsRecord if done else Prediction)
        _hold_together(record)
        hold_to_recipe(record)
    return record


def _hold_together(record: Prediction) -> None:
    """Refuse rows that are not one a length, lengths out of order, and missing heads."""
    if not rising(record.lengths):
        raise Misread("lengths do not rise")
    layers = record.manifest.recipe.layers
    if {len(record.s_pos), len(record.s_sym)} != {layers}:
        raise Misread(f"s_pos and s_sym have not {layers} entries, one for each of the layers")
    if lost := [name for name in PREDICTORS if name not in record.predicted]:
        raise Misread(f"predicted has no {lost[0]}, and needs each of {', '.join(PREDICTORS)}")
    curves: dict[str, Curve | LengthsRecord] = {
        f"predicted.{k}.": x for k, x in record.predicted.items()
    }
    if isinstance(record, LengthsRecord):
        curves[""] = record
    for at, one in curves.items():
        for name, rows in (("right", one.right), ("of", one.of), ("gaps", one.gaps)):
            if rows is not None and len(rows) != len(record.lengths):
                raise Misread(f"{at}{name} has not an entry for each of the lengths")
        if not all(0 <= right <= of for right, of in zip(one.right, one.of, strict=True)):
            raise Misread(f"{at}right is not of that many")
        if {len(row) for row in one.gaps or ()} - {layers}:
            raise Misread(f"{at}gaps has not {layers} entries a row, one for each of the layers")


def measured_runs(folder: Path) -> dict[str, LengthsRecord]:
    """By run, the records in a folder that are measured."""
    records = {path.stem: read(path) for path in sorted(folder.glob("*.json"))}
    return {name: one for name, one in records.items() if isinstance(one, LengthsRecord)}


def of_task(task: str, folder: Path) -> tuple[LengthsRecord, ...]:
    """A task's measured records in a folder, in order of seed; controls, which a folder of one's
    own may hold, left out."""
    records = measured_runs(folder).values()
    return tuple(one for one in records if one.task == task and not one.control)


def by_task(results: Path) -> dict[str, tuple[LengthsRecord, ...]]:
    """Each task's measured records; controls left out. Raises as ``recorded_tasks``."""
    folder = results / NAME
    return recorded_tasks({task: of_task(task, folder) for task in TASKS}, folder)
