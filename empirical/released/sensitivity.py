"""What one factor of the recipe changes: models trained by the released recipe but for it, next
to its five seeds (``rope-claims run released --sensitivity``). No claim is judged by it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from empirical.experiments.dynamics.records import RunManifest, since
from empirical.models.recipes import NAMED, Recipe
from empirical.models.trained import POSSIBLE, Validation, trained_manifest
from empirical.protocol import settings
from empirical.protocol.findings import HeadScores
from empirical.protocol.reading import Counts, Misread, naming, read_once
from empirical.protocol.records import RESULTS
from empirical.protocol.statistics import pure
from empirical.protocol.vocabulary import LENGTH, TASKS

if TYPE_CHECKING:
    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.trajectory import Trajectory

FOLDER = RESULTS / "released" / "sensitivity"
"""The records that come with the package."""
FACTORS: Mapping[str, Mapping[str, Any]] = {
    "rate": {"rate": 3e-4},
    "adam": {"beta1": 0.9, "beta2": 0.999, "decay": 0.01, "decays": "all"},
    "dropout": {"embedding_dropout": 0.1},
    "steps": {"steps": 3750},
    "float32": {"precision": "float32"},
    "letters": {"letters": "distinct"},
}
"""Each sets one factor to what the recipe ``earlier`` has, or the arithmetic to another."""
DESCRIPTIONS = {
    "": "the recipe `released`",
    "rate": "peak rate 3e-4, for 1e-4",
    "adam": "AdamW betas .9 and .999, decay .01 on everything, for .95, .999 and 1e-4 on weights",
    "dropout": "embeddings dropped at .1, for not",
    "steps": "3,750 steps, for 6,750",
    "float32": "float32, for bf16",
    "letters": "no letter twice in a window, for drawn with replacement",
}
ADDED = (50, 300, 850)
"""Tokens before the target window."""
INPUTS, STREAM = 200, 54
"""Inputs a length; their stream, and the next one that of the heads' scores."""
SCORED = 256
"""Inputs that heads are scored on."""


def factors(task: str) -> tuple[str, ...]:
    """Those that change something for a task: letters are number's matter."""
    return tuple(name for name in FACTORS if task == "number" or name != "letters")


def recipe(task: str, factor: str, seed: int, released: Recipe) -> Recipe:
    """The released recipe but for one factor, or as it is for ''."""
    return replace(released, task=task, seed=seed, **FACTORS.get(factor, {}))


@dataclass(frozen=True, kw_only=True)
class SensitivityRecord:
    """``factor``: of ``FACTORS``, or '' for the recipe as it is; ``right`` of ``INPUTS`` with each
    of ``ADDED`` tokens; ``heads``: each layer's scores at the last token of 256 inputs."""

    manifest: RunManifest
    task: str
    seed: int
    factor: str
    validation: Annotated[Validation, POSSIBLE]
    right: Counts
    heads: tuple[HeadScores, ...]


def read(path: Path) -> SensitivityRecord:
    """The record in a file.

    Raises:
        Misread: it is none, or its rows do not belong together; the message names the field.
        OSError: it is not there.
    """
    record = read_once(path, SensitivityRecord)
    with naming(path):
        if len(record.right) != len(ADDED):
            raise Misread("right has not a count for each number of added tokens")
        if record.factor not in DESCRIPTIONS:
            raise Misread(f"factor is none of {', '.join(FACTORS)}")
        trained_by = record.manifest.recipe
        if trained_by != recipe(
            record.task, record.factor, record.seed, NAMED["released"].run_as(trained_by)
        ):
            raise Misread(
                f"manifest.recipe is not the released one but for {record.factor or 'nothing'}"
            )
    return record


def measure(kept: Trajectory, told: Told, factor: str = "") -> SensitivityRecord:
    """The record of a finished run.

    Raises:
        TrajectoryError: a damaged run. Misread: its manifest has no counts on the validation set.
    """
    from empirical.experiments.dynamics.scoring import clocks, manifest
    from empirical.instrument import measure as instrument
    from empirical.models.data import sequences

    began = clocks()
    seed, validation = (
        instrument.EVALUATION_SEED,
        trained_manifest(kept.folder / "final").validation,
    )
    if validation is None:
        raise Misread(f"{kept.folder}: trained without counts on the validation set")
    model, task, letters = kept.fill(kept.reader()), kept.recipe.task, kept.recipe.letters
    data = sequences(task, SCORED, seed, stream=STREAM + 1, letters=letters)
    right = []
    for lead in ADDED:
        long = sequences(task, INPUTS, seed, lead=lead, stream=STREAM, letters=letters)
        right.append(int(instrument.hits(model, long).sum()))
    return SensitivityRecord(
        manifest=manifest(kept, data, told, began),
        task=task,
        seed=kept.recipe.seed,
        factor=factor,
        validation=validation,
        right=tuple(right),
        heads=instrument.measured_heads(model, data.tokens).scores,
    )


@dataclass(frozen=True)
class ModelRow:
    """What a model shows: heads pure of each kind (γ = .1), the spread of the steps from which hop
    counts stay above .9 as a share of the last, right of ``INPUTS`` with each of ``ADDED``."""

    positional: int
    symbolic: int
    spread: float
    right: Counts

    @property
    def values(self) -> tuple[float, ...]:
        """All of them, in order."""
        return (self.positional, self.symbolic, self.spread, *self.right)


def record_row(record: SensitivityRecord) -> ModelRow:
    """What a record shows."""
    positional, symbolic = (
        sum(pure(head.s_pos, head.s_sym, kind, settings.GAMMA) for head in record.heads)
        for kind in ("positional", "symbolic")
    )
    return ModelRow(positional, symbolic, _spread(record.validation), record.right)


def _spread(validation: Validation) -> float:
    """(last - first) / last of the steps from which hop counts stay above ``settings.PASSES``; NaN
    where one does not."""
    checks = np.array(validation.checks)
    steps, flags = checks[:, 0], checks[:, 1:] / validation.of > settings.PASSES
    if not flags[-1].all():
        return math.nan
    dates = steps[since(flags)]
    return float((dates.max() - dates.min()) / dates.max())


def every_variant() -> list[tuple[str, str, int]]:
    """Task, factor and seed of every model that may be asked for."""
    return [(task, factor, seed) for task in TASKS for factor in factors(task) for seed in (0, 1)]


def wanted_variants(folder: Path) -> list[tuple[str, str, int]]:
    """Those asked for by now: seed 0, and seed 1 where that lies outside the range of the seeds of
    the recipe as it is."""
    return [one for one in every_variant() if one[2] == 0 or _outside(folder, *one[:2])]


def _outside(folder: Path, task: str, factor: str) -> bool:
    """Whether seed 0 with a factor changed is recorded, and leaves the seeds' range somewhere."""
    path = folder / f"{task}-{factor}-0.json"
    base = [record_row(read(one)) for one in folder.glob(f"{task}-[0-9].json")]
    if not path.is_file() or not base:
        return False
    pairs = zip(record_row(read(path)).values, _ranges(base), strict=True)
    return not all(low <= value <= high for value, (low, high) in pairs)


def _ranges(base: Sequence[ModelRow]) -> list[tuple[float, float]]:
    """Least and largest over rows of each of their values."""
    columns = zip(*(one.values for one in base), strict=True)
    return [(min(column), max(column)) for column in columns]


@dataclass(frozen=True)
class SensitivityTable:
    """A task's table: a row a factor; what lies outside the seeds' own range is marked.
    ``statistics``: factors times columns; ``alike``: those in which both seeds of a factor lie
    beyond the same end of that range."""

    task: str
    seeds: int
    rows: tuple[tuple[str, ...], ...]
    statistics: int
    alike: int


def tables(folder: Path = FOLDER) -> list[SensitivityTable]:
    """The tables of the tasks whose seeds by the recipe as it is are there."""
    records = [read(path) for path in sorted(folder.glob("*.json"))]
    by_task = []
    for task in TASKS:
        own = [one for one in records if one.task == task]
        if base := [record_row(one) for one in own if not one.factor]:
            by_task.append(_table(task, base, [one for one in own if one.factor]))
    return by_task


def _table(
    task: str, base: Sequence[ModelRow], others: Sequence[SensitivityRecord]
) -> SensitivityTable:
    ends = _ranges(base)
    cells = [
        " to ".join(dict.fromkeys((_value_text(i, a), _value_text(i, b))))
        for i, (a, b) in enumerate(ends)
    ]
    rows = [(DESCRIPTIONS[""], f"0 to {len(base) - 1}", *cells)]
    order = list(FACTORS)
    for one in sorted(others, key=lambda one: (order.index(one.factor), one.seed)):
        values = record_row(one).values
        marked = [
            _value_text(i, value) + ("" if low <= value <= high else ", **outside**")
            for i, (value, (low, high)) in enumerate(zip(values, ends, strict=True))
        ]
        rows.append((DESCRIPTIONS[one.factor], str(one.seed), *marked))
    many = len({one.factor for one in others}) * len(ends)
    return SensitivityTable(task, len(base), tuple(rows), many, twice_outside(ends, others))


def twice_outside(ends: Sequence[tuple[float, float]], others: Sequence[SensitivityRecord]) -> int:
    """In how many columns, over factors, both seeds lie beyond the same end; 'not learnt' (NaN) is
    beyond each."""
    count = 0
    for factor in {one.factor for one in others}:
        values = [record_row(one).values for one in others if one.factor == factor]
        for column, (low, high) in zip(zip(*values, strict=True), ends, strict=True):
            below = all(not x >= low for x in column)
            beyond = all(not x <= high for x in column)
            count += len(column) > 1 and (below or beyond)
    return count


def _value_text(column: int, value: float) -> str:
    if math.isnan(value):
        return "not learnt"
    return f"{value:.3f}" if column == 2 else f"{value:.0f}"


def titles() -> tuple[str, ...]:
    """Of the table's columns."""
    lengths = (f"right of {INPUTS} at {LENGTH + n} tokens" for n in ADDED)
    return ("recipe", "seed", "positional heads", "symbolic heads", "spread of hops", *lengths)
