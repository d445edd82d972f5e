"""The weights best on validation, which the paper's released scripts keep, against the last ones,
which the claims read: accuracy by length on the same inputs."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.experiments.dynamics.records import RunManifest, read_run, rising
from empirical.protocol import settings
from empirical.protocol.reading import Counts, Least1, Misread

if TYPE_CHECKING:
    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.trajectory import Trajectory


@dataclass(frozen=True, kw_only=True)
class BestRecord:
    """Of one model's weights best on validation, kept at ``step``: ``right`` (m,) of ``of`` (m,)
    at each of ``lengths`` (m,) tokens."""

    manifest: RunManifest
    task: str
    seed: int
    step: Least1
    lengths: Counts
    right: Counts
    of: Counts


def best_step(checks: tuple[tuple[int, ...], ...]) -> int:
    """The first step at which most is right on the validation set; ``checks``: rows of (step, right
    for 1 to 4 hops)."""
    return max(checks, key=lambda row: sum(row[1:]))[0]


def measure(kept: Trajectory, told: Told) -> BestRecord:
    """Count a finished run's best weights on the inputs on which its last ones are counted."""
    from empirical.experiments.dynamics.scoring import manifest
    from empirical.experiments.lengths.command import at_length, inputs_of_purpose, sequences_at
    from empirical.models.checkpoint import WEIGHTS
    from empirical.models.trained import trained_manifest

    task, letters = kept.recipe.task, kept.recipe.letters
    about = trained_manifest(kept.folder / "final").validation
    if about is None:
        raise ValueError(f"{kept.folder} was not counted on a validation set: it has no best")
    step, grid = best_step(about.checks), settings.LENGTH_GRID[task]
    model, counts = kept.model(step), []
    for length in grid:
        right, of, _ = at_length(model, task, letters, length)
        counts.append((right, of))
        print(f"{task} best: {length} tokens {right}/{of}", file=sys.stderr)
    data = inputs_of_purpose(task, "measured", sequences_at(grid[0]), letters, grid[0])
    weights = sha256((kept.folder / "best" / WEIGHTS).read_bytes()).hexdigest()
    right_of, of_all = zip(*counts, strict=True)
    return BestRecord(
        manifest=replace(manifest(kept, data, told), weights_sha256=weights),
        task=task,
        seed=kept.recipe.seed,
        step=step,
        lengths=grid,
        right=right_of,
        of=of_all,
    )


def read(path: Path) -> BestRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, BestRecord, _hold_counts)


def _hold_counts(record: BestRecord) -> None:
    """Refuse counts that are not one a length, or more than there were inputs."""
    if not rising(record.lengths):
        raise Misread("lengths do not rise")
    if not len(record.lengths) == len(record.right) == len(record.of):
        raise Misread("right and of have not an entry for each of the lengths")
    if not all(0 <= right <= of for right, of in zip(record.right, record.of, strict=True)):
        raise Misread("right is not of that many")
