"""The figures of the stored records: what draws each, and from which records."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from empirical.experiments.beyond.shown import draw_losses
from empirical.experiments.canonical import figures as canonical
from empirical.experiments.canonical.records import of_sweep
from empirical.experiments.dynamics import figures as dynamics
from empirical.experiments.dynamics.records import by_task as courses
from empirical.experiments.law.figures import draw_breaks, draw_remedies
from empirical.experiments.lengths.figures import discrepancy_and_accuracy
from empirical.experiments.lengths.records import by_task as lengths
from empirical.experiments.mechanism.figures import draw_flow, draw_plane
from empirical.experiments.mechanism.reading import longest_run
from empirical.protocol.settings import LENGTH_GRID
from empirical.protocol.vocabulary import TASKS
from empirical.released.figures import predicted_against_measured
from empirical.reports.plots import published
from empirical.reports.side_by_side import side_by_side, spectra

RELEASED = "released"
"""Below the records, those of the recipe that the claims about training are judged on."""


def _lengths(results: Path, path: Path) -> None:
    theirs = {task: published(task, grid) for task, grid in LENGTH_GRID.items()}
    discrepancy_and_accuracy(lengths(results / RELEASED), theirs, path)


def _of_courses(draw: Callable[[Any, Path], None]) -> Callable[[Path, Path], None]:
    return lambda results, path: draw(courses(results / RELEASED), path)


FIGURES: dict[str, Callable[[Path, Path], None]] = {
    "B-figure-2": _of_courses(dynamics.draw_course),
    "B-figure-3": lambda at, path: draw_flow([longest_run(at, task) for task in TASKS], path),
    "B-figure-4": lambda at, path: draw_plane(longest_run(at, "number"), path),
    "B-figure-5": _lengths,
    "B-figure-6": _of_courses(dynamics.layers),
    "B-figure-8": spectra,
    "B-heads-by-seed": _of_courses(dynamics.paths),
    "B-side-by-side": side_by_side,
    "B-held-out": lambda at, path: predicted_against_measured(at / RELEASED, path),
    "S-law": lambda at, path: draw_breaks(at / "law", path),
    "S-law-remedies": lambda at, path: draw_remedies(at / "law", path),
    "S-beyond": lambda at, path: draw_losses(at / "beyond", path),
    "A-figure-2": lambda at, path: canonical.by_frequency(
        {name: of_sweep(at, name) for name in canonical.SWEEPS}, path
    ),
    "A-figure-3": lambda at, path: canonical.by_position(
        {name: of_sweep(at, name) for name in canonical.SHAPED}, path
    ),
}
"""By name what draws a figure from the folder of records to a file."""
