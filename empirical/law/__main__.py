"""The law of the break: train its models, predict where each breaks, then measure.

``python -m empirical.law``: train the registered models that are not there yet, one after another,
and write what 17-token inputs say of each (``lengths/NAME.json`` in --results). Commit that. Then
``python -m empirical.law --measure`` runs the long inputs of the models whose predictions are
committed, tries the remedies, and measures the models with log-scaled logits. Killed at any moment,
the same command goes on. --only NAME … takes the models named alone; --jobs N several side by side.
A model that has not learnt its task is trained anew with twice the steps.

--power says how often an oracle that knows the truth meets each criterion.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.law import population
from empirical.law.bounds import BOUNDS
from empirical.law.records import FOLDER
from empirical.models.recipes import Recipe
from theory.reports.command import GOES_ON, Parser, command, count
from theory.reports.files import write_record

if TYPE_CHECKING:
    from empirical.dynamics.scoring import Told
    from empirical.models.trajectory import Trajectory

COMMAND = "python -m empirical.law"


@dataclass(frozen=True)
class Work:
    """One model: its recipe, where runs and records go, and the hashes of the criteria."""

    name: str
    recipe: Recipe
    runs: Path
    results: Path
    registered: Mapping[str, str]
    measure: bool = False

    def do(self) -> list[str]:
        """Train and predict, or measure; a line on each record."""
        if self.measure:
            return self.measured()
        run = self.trained()
        return [f"{run}: trained"] if self.recipe.log_scaled else [self.lengths(run, True)]

    def trained(self) -> Path:
        """The folder of the run, trained where it is not yet; with twice the steps where its own
        have not taught it the task."""
        from empirical.models.trained import trained

        run = self.train(self.recipe, self.runs / self.name)
        if min(trained(run / "final").test_accuracy_by_hop) >= BOUNDS.learnt:
            return run
        return self.train(population.longer(self.recipe), self.runs / f"{self.name}-longer")

    def train(self, recipe: Recipe, run: Path) -> Path:
        """Train a recipe in a folder, keeping the last weights alone."""
        from empirical.models import training
        from empirical.protocol import terminal

        if not (run / "final").is_dir():
            run.mkdir(parents=True, exist_ok=True)
            console = terminal.console(stderr=True)
            training.train(training.Run(recipe, run), recipe.steps, 100, console)
        return run

    def lengths(self, run: Path, predict_only: bool) -> str:
        """Predict, or go on to measure; ``empirical.lengths`` names records by folder, so the
        longer run's goes by the model's own name."""
        from empirical.lengths.__main__ import record

        grid = population.GRID[self.recipe.task]
        where = self.results / "lengths"
        known = self.registered
        return record(run, where, predict_only, 1, COMMAND, known, grid, self.name)

    def measured(self) -> list[str]:
        """Run the long inputs of a model that is trained and predicted.

        Raises:
            ValueError: its prediction is not committed.
        """
        from empirical.dynamics.scoring import Told
        from empirical.law import remedies, scaled

        if not self.finished():
            return [f"{self.name}: not trained yet"]
        run, told = self.trained(), Told(f"{COMMAND} --measure", self.registered)
        if self.recipe.log_scaled:
            return [self.once("scaled", run, scaled.record, told)]
        prediction = self.results / "lengths" / f"{self.name}.json"
        if not committed(prediction):
            raise ValueError(f"{prediction}: commit the prediction before long inputs are run")
        said = [self.lengths(run, False)]
        if self.name in population.REMEDIED[self.recipe.task]:
            said.append(self.once("remedies", run, remedies.record, told))
        return said

    def finished(self) -> bool:
        """Whether a run of the model is trained, by the longer recipe where that was begun."""
        longer = self.runs / f"{self.name}-longer"
        return ((longer if longer.is_dir() else self.runs / self.name) / "final").is_dir()

    def once(
        self, kind: str, run: Path, make: Callable[[Trajectory, Told], object], told: Told
    ) -> str:
        """Make a record of the finished run where it is not there yet; a line on it."""
        from empirical.models.trajectory import trajectory
        from empirical.protocol.reading import plain

        target = self.results / kind / f"{self.name}.json"
        if target.is_file():
            return f"{target}: there already"
        target.parent.mkdir(parents=True, exist_ok=True)
        write_record(target, plain(make(trajectory(run), told)))
        return f"{target}: measured"


def committed(path: Path) -> bool:
    """Whether a file stands in git as it stands on the disk, or git is older than the file's
    measurement: a record that is measured already stays as it is."""
    words = ["git", "-C", str(path.parent), "status", "--porcelain", "--", path.name]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return path.is_file() and not told.strip()


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.law``."""
    door = Parser(prog=COMMAND, description=__doc__)
    door.add_argument("--measure", action="store_true", help="run long inputs too")
    door.add_argument("--power", action="store_true", help="of each criterion; nothing is trained")
    door.add_argument("--only", nargs="+", metavar="NAME", help="such models")
    door.add_argument("--runs", type=Path, default=Path("runs/law"), help="holds a folder a model")
    door.add_argument("--results", type=Path, default=FOLDER, help="where the records go")
    door.add_argument("--jobs", type=count, default=1, help="models side by side")
    return door


def work(given: argparse.Namespace) -> list[Work]:
    """A piece of work a model, log-scaled ones last.

    Raises:
        ValueError: there is no model of a name.
    """
    from empirical.law.claims import LAW_CLAIMS
    from empirical.protocol.registration import hashes

    known = population.recipes() | population.scaled()
    if unknown := [name for name in given.only or () if name not in known]:
        raise ValueError(f"--only {' '.join(unknown)}: no such model; there are {', '.join(known)}")
    places = (
        given.runs.resolve(),
        given.results.resolve(),
        hashes(LAW_CLAIMS, BOUNDS),
        given.measure,
    )
    return [Work(name, known[name], *places) for name in given.only or known]


@command(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    if given.power:
        from empirical.law.power import show

        show()
        return 0
    every = work(given)
    if given.jobs == 1:
        for one in every:
            print("\n".join(one.do()), flush=True)
        return 0
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for lines in pool.map(Work.do, every):
            print("\n".join(lines), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
