"""One model of the law: train it and predict, or measure it (``rope-claims run law``)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.experiments.law import population
from empirical.experiments.law.bounds import BOUNDS
from empirical.models.recipes import Recipe
from empirical.protocol.records import recorded_once

if TYPE_CHECKING:
    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.trajectory import Trajectory

COMMAND = "rope-claims run law"


@dataclass(frozen=True)
class LawWork:
    """One model: its recipe, where runs and records go, and the hashes of the criteria."""

    name: str
    recipe: Recipe
    runs: Path
    results: Path
    registered: Mapping[str, str]
    measure: bool = False

    def do(self) -> list[str]:
        """Train and predict, or measure; a line on each record. On as many threads as the recipe
        says: more of them, on cores that others use too, wait for one another."""
        if self.measure and not self.finished():
            return [f"{self.name}: not trained yet"]
        import torch

        torch.set_num_threads(self.recipe.threads)
        if self.measure:
            return self.measured()
        run = self.trained()
        return [f"{run}: trained"] if self.recipe.log_scaled else [self.lengths(run, True)]

    def trained(self) -> Path:
        """The folder of the run, trained where it is not yet; with twice the steps where its own
        have not taught it the task."""
        from empirical.models.trained import trained_manifest

        run = self.train(self.recipe, self.runs / self.name)
        if min(trained_manifest(run / "final").test_accuracy_by_hop) >= BOUNDS.learnt:
            return run
        return self.train(population.longer(self.recipe), self.runs / f"{self.name}-longer")

    def train(self, recipe: Recipe, run: Path) -> Path:
        """Train a recipe in a folder, keeping the last weights alone."""
        from empirical.models import training

        training.train_once(recipe, run, recipe.steps, 100)
        return run

    def lengths(self, run: Path, predict_only: bool) -> str:
        """Predict, or go on to measure; ``experiments.lengths`` names records by folder, so the
        longer run's goes by the model's own name."""
        from empirical.experiments.lengths.command import record

        grid = population.GRID[self.recipe.task]
        where = self.results / "lengths"
        known = self.registered
        return record(run, where, predict_only, 1, COMMAND, known, grid, self.name)

    def measured(self) -> list[str]:
        """Run the long inputs of a model that is trained and predicted.

        Raises:
            ValueError: its prediction is not committed.
        """
        from empirical.experiments.dynamics.scoring import Told
        from empirical.experiments.law import remedies, scaled

        run, told = self.trained(), Told(f"{COMMAND} --measure", self.registered)
        if self.recipe.log_scaled:
            return [self.once("scaled", run, scaled.record, told)]
        prediction = self.results / "lengths" / f"{self.name}.json"
        if not committed(prediction):
            raise ValueError(f"{prediction}: commit the prediction before long inputs are run")
        messages = [self.lengths(run, False)]
        if self.name in population.REMEDIED[self.recipe.task]:
            messages.append(self.once("remedies", run, remedies.record, told))
        return messages

    def finished(self) -> bool:
        """Whether a run of the model is trained, by the longer recipe where that was begun."""
        longer = self.runs / f"{self.name}-longer"
        return ((longer if longer.is_dir() else self.runs / self.name) / "final").is_dir()

    def once(
        self, kind: str, run: Path, make: Callable[[Trajectory, Told], object], told: Told
    ) -> str:
        """Make a record of the finished run where it is not there yet; a line on it."""
        from empirical.models.trajectory import trajectory

        target = self.results / kind / f"{self.name}.json"
        return recorded_once(target, lambda: make(trajectory(run), told), "measured")


def committed(path: Path) -> bool:
    """Whether a file is in git as it is on the disk, or git is older than the file's
    measurement: a record that is measured already stays as it is."""
    words = ["git", "-C", str(path.parent), "status", "--porcelain", "--", path.name]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return path.is_file() and not told.strip()
