"""Train and measure models by paper B's released recipe.

For each task and seed, the command trains a model for 6,750 steps and keeps its weights every 50
steps. It then writes one record TASK-SEED.json in each of these folders below --results:

- dynamics: scores of all heads at every checkpoint
- lengths: accuracy on longer inputs, predicted and measured
- ablation: accuracy without single heads
- following: where the heads' attention leads
- sensitivity: what --sensitivity compares with
- best: accuracy by length of the checkpoint best on validation

An interrupted run continues when you repeat the command. The claims read the last weights of a run;
the paper's scripts keep the checkpoint best on validation. The claims need five seeds of each task,
trained from clean commits.

With --together, a GPU trains the seeds of a task as one program. The random numbers of dropout then
depend on which seeds you name.

With --sensitivity, the command trains models that differ from the recipe in one factor. If one of
them leaves the range of the five seeds, repeat the command: it trains a second seed.

With --held-out, it trains the models of the claims B-e-disc-gap and B-e-disc-sim and predicts their
accuracy on longer inputs. Commit the predictions, then add --measure to run these inputs.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.criteria import held_out
from empirical.criteria.command import criteria
from empirical.criteria.seeds import RELEASED, folder_of
from empirical.experiments.dynamics.command import SeedRun
from empirical.models.recipes import NAMED, Recipe, add_machine
from empirical.protocol import settings
from empirical.protocol.cluster import in_processes
from empirical.protocol.records import recorded_once
from empirical.protocol.vocabulary import vocabulary
from theory.reports.command import GOES_ON, Parser, Usage, entry_point
from theory.reports.files import hold_all

if TYPE_CHECKING:
    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.trajectory import Trajectory


@dataclass(frozen=True)
class ModelRun:
    """One model: its recipe, where it is trained and where its records go.

    ``name`` is that of its folder and records; ``registered``: by kind of record the hashes of the
    criteria, taken before anything is scored; ``factor``: what alone differs from the released
    recipe, in ``sensitivity``.
    """

    recipe: Recipe
    name: str
    folder: Path
    results: Path
    registered: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    measure: bool = True
    factor: str = ""
    together: tuple[int, ...] = ()
    """The seeds that are trained as one program with it, its own among them."""

    @property
    def run(self) -> Path:
        """The folder of the run."""
        return self.folder / self.name

    @property
    def command(self) -> str:
        """The command that makes its records again."""
        how = f"--device {self.recipe.device} --precision {self.recipe.precision}"
        how += f" --threads {self.recipe.threads}"
        which = f"--task {self.recipe.task} --seeds {self.recipe.seed}"
        if self.together:
            which = f"--task {self.recipe.task} --seeds {' '.join(map(str, self.together))}"
            which += " --together"
        return f"rope-claims run released {which} {how}"

    @property
    def finished(self) -> bool:
        """Whether its last weights are there."""
        return (self.run / "final").is_dir()

    def folder_made(self) -> Path:
        """The folder of the run, which is there from now on."""
        self.run.mkdir(parents=True, exist_ok=True)
        return self.run

    def seed(self) -> list[str]:
        """Train, score, measure lengths and heads; a line on each record."""
        from empirical.experiments.dynamics.scoring import Told
        from empirical.experiments.lengths.command import record as by_length
        from empirical.experiments.mechanism.ablation.measure import record as ablate
        from empirical.experiments.mechanism.following.measure import record as follow
        from empirical.released import best, sensitivity

        scored = SeedRun(
            self.recipe,
            self.run,
            self.results / "dynamics",
            settings.RELEASED_KEEP_EVERY,
            settings.DYNAMICS_SEQUENCES,
            self.registered["dynamics"],
            self.command,
        )
        lines = [scored.run()]
        told = Told(self.command, self.registered["ablation"])
        lines.append(self.once("ablation", ablate, told, "heads taken away"))
        told = Told(self.command, self.registered["following"])
        lines.append(self.once("following", follow, told, "looks followed"))
        plain = Told(self.command, {})
        lines.append(self.once("sensitivity", sensitivity.measure, plain, "as it is"))
        lines.append(self.once("best", best.measure, plain, "best weights measured"))
        where, threads = self.results / "lengths", self.recipe.threads
        lines.append(
            by_length(self.run, where, False, threads, self.command, self.registered["lengths"])
        )
        return lines

    def once(
        self, kind: str, make: Callable[[Trajectory, Told], object], told: Told, done: str
    ) -> str:
        """Make a record of the finished run where it is not there yet; a line on it."""
        from empirical.models.trajectory import trajectory

        target = self.results / kind / f"{self.name}.json"
        return recorded_once(target, lambda: make(trajectory(self.run), told), done)

    def train(self) -> None:
        """Train what is not yet, keeping the last weights alone, on the recipe's threads."""
        import torch

        from empirical.models import training

        torch.set_num_threads(self.recipe.threads)
        training.train_once(self.recipe, self.run, self.recipe.steps, 250)

    def other(self) -> list[str]:
        """Train with one factor changed and record what that does; a line on the record."""
        from empirical.experiments.dynamics.scoring import Told
        from empirical.released import sensitivity

        self.train()
        make = partial(sensitivity.measure, factor=self.factor)
        told = Told("rope-claims run released --sensitivity", {})
        return [self.once("sensitivity", make, told, self.factor)]

    def held_out(self) -> list[str]:
        """Train, predict, and where asked for measure; a line on the record."""
        from empirical.experiments.lengths.command import record as by_length

        self.train()
        where = self.results / "held-out"
        command = "rope-claims run released --held-out --measure"
        told = self.registered["held-out"]
        return [by_length(self.run, where, not self.measure, self.recipe.threads, command, told)]


FLAGS = {
    "held-out": "train the models of claims B-e-disc-gap and B-e-disc-sim instead",
    "sensitivity": "train models that differ in one factor instead",
    "measure": "with --held-out: run the long inputs as well",
    "together": "train the seeds of a task as one program (GPU)",
}
"""What options without a value say of themselves."""


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run released``."""
    line = Parser(prog="rope-claims run released", description=__doc__)
    line.add_argument("--task", nargs="+", metavar="TASK", help="one or both of number and letter")
    line.add_argument("--seeds", type=int, nargs="+", help="train one model for each seed")
    for name, text in FLAGS.items():
        line.add_argument(f"--{name}", action="store_true", help=text)
    only = "with --held-out or --sensitivity: only these models, named as their records"
    line.add_argument("--only", nargs="+", metavar="NAME", help=only)
    line.option("--folder", "folder that holds the runs", Path("runs/released"))
    records = "folder for the records (default: empirical/results/released; for seeds above 4,"
    line.add_argument("--results", type=Path, help=f"{records} empirical/results/fresh)")
    add_machine(line)
    line.option("--threads", "threads per model", 1)
    line.option("--jobs", "models at a time", 1)
    return line


def jobs(given: argparse.Namespace) -> list[ModelRun]:
    """A job a model.

    Raises:
        ValueError: bad input, in one line that says what to do.
    """
    if (given.held_out, given.sensitivity, bool(given.task or given.seeds)).count(True) != 1:
        raise Usage("give --task and --seeds, or --held-out, or --sensitivity")
    if given.measure and not given.held_out:
        raise Usage("--measure goes with --held-out: seeds are measured anyway")
    if given.only and not (given.held_out or given.sensitivity):
        raise Usage("--only goes with --held-out or --sensitivity: a seed is named by --seeds")
    if given.together and not given.task:
        raise Usage("--together goes with --task and --seeds")
    if min(given.threads, given.jobs) < 1:
        raise ValueError("--threads and --jobs must be at least 1")
    from constructions.heads.device import choose_device
    from empirical.models.device import choose_precision

    device = choose_device(given.device)
    released = replace(
        NAMED["released"],
        precision=choose_precision(given.precision, device),
        device=device.type,
        threads=given.threads,
    )
    results = (given.results or RELEASED).resolve()
    hashes = {kind: criteria(kind) for kind in KINDS}
    places = (given.folder.resolve(), results, hashes, given.measure)
    if given.held_out:
        held = held_out.recipes(released).items()
        return _named([ModelRun(recipe, name, *places) for name, recipe in held], given.only)
    if given.sensitivity:
        return _changed(released, places[:2], given.only)
    return seeded(given, released, places[2:])


def seeded(given: argparse.Namespace, released: Recipe, rest: tuple[Any, ...]) -> list[ModelRun]:
    """A job a task and seed; ``rest``: what else every run is told. Raises as ``jobs``."""
    if not given.task or not given.seeds:
        raise Usage("give both --task and --seeds")
    for task in given.task:
        vocabulary(task)
    if len(set(given.task)) < len(given.task):
        raise ValueError(f"--task {' '.join(given.task)}: each of them once")
    if len(set(given.seeds)) < len(given.seeds) or min(given.seeds) < 0:
        raise ValueError(f"--seeds {' '.join(map(str, given.seeds))}: different ones, from 0 on")
    folder = given.folder.resolve()
    where = {seed: (given.results or folder_of(seed)).resolve() for seed in given.seeds}
    told = tuple(given.seeds) if given.together else ()
    one = partial(ModelRun, together=told)
    return [
        one(replace(released, task=task, seed=seed), f"{task}-{seed}", folder, at, *rest)
        for task in given.task
        for seed, at in where.items()
    ]


def _changed(
    released: Recipe, places: tuple[Path, Path], only: Sequence[str] = ()
) -> list[ModelRun]:
    """A job a task and factor, seed 0; a second seed where that leaves the range of the five, or is
    named."""
    from empirical.released import sensitivity

    folder, results = places
    told = (
        sensitivity.every_variant()
        if only
        else sensitivity.wanted_variants(results / "sensitivity")
    )
    runs = [
        ModelRun(
            sensitivity.recipe(task, factor, seed, released),
            f"{task}-{factor}-{seed}",
            folder,
            results,
            factor=factor,
        )
        for task, factor, seed in told
    ]
    return _named(runs, only)


def _named(every: Sequence[ModelRun], only: Sequence[str]) -> list[ModelRun]:
    """Those of these names; all of them where none is given.

    Raises:
        ValueError: there is none of a name.
    """
    names = [one.name for one in every]
    only = only or names
    if others := [name for name in only if name not in names]:
        raise ValueError(f"--only {' '.join(others)}: no such model; there are {', '.join(names)}")
    return [one for one in every if one.name in only]


KINDS = ("dynamics", "lengths", "ablation", "following", "held-out")
"""Of records that criteria read."""


def _train_together(work: Sequence[ModelRun]) -> None:
    """Train each task's models that are not finished, as one program."""
    import torch

    from empirical.models import training
    from empirical.protocol import terminal

    for task in dict.fromkeys(job.recipe.task for job in work):
        left = [job for job in work if job.recipe.task == task and not job.finished]
        if left:
            torch.set_num_threads(left[0].recipe.threads)
            runs = [training.Run(job.recipe, job.folder_made(), job.command) for job in left]
            console = terminal.console(stderr=True)
            training.train_together(runs, settings.RELEASED_KEEP_EVERY, 250, console)


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 all records there, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    work = jobs(given)
    for folder in {job.results for job in work}:
        hold_all(folder)
    do = ModelRun.other if given.sensitivity else ModelRun.seed
    do = ModelRun.held_out if given.held_out else do
    if given.together:
        _train_together(work)
    for lines in in_processes(do, work, given.jobs):
        print("\n".join(lines), flush=True)
    return 0
