"""Follow the heads of a model during training, for several seeds (paper B).

For each seed, the command trains a model, keeps weights at many steps, and scores the heads of
every checkpoint on the same sequences. It writes one record, TASK-SEED.json. With --cluster, each
seed is a job of its own (submitit). An interrupted run continues when you repeat the command.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.models.recipes import (
    SCHEDULES,
    Recipe,
    add_factors,
    add_machine,
    chosen,
    factor_options,
    kept_steps,
)
from empirical.protocol import settings
from empirical.protocol.cluster import CLUSTERS, in_processes, on_cluster
from empirical.protocol.vocabulary import vocabulary
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import hold_all, write_record

if TYPE_CHECKING:
    from empirical.models.trajectory import Trajectory


@dataclass(frozen=True)
class SeedRun:
    """One seed, start to record."""

    recipe: Recipe
    folder: Path
    results: Path
    keep_every: int
    sequences: int
    criteria: Mapping[str, str] = field(default_factory=dict)
    """By claim that will read the record, the hash of its criterion."""
    recorded_command: str = ""
    """The text of the command that makes the record, if it is another than this one."""

    @property
    def record(self) -> Path:
        """Where the record goes."""
        return self.results / f"{self.recipe.task}-{self.recipe.seed}.json"

    @property
    def command(self) -> str:
        """The command that makes the record again."""
        recipe = self.recipe
        return self.recorded_command or (
            f"rope-claims run dynamics --task {recipe.task} --seeds {recipe.seed}"
            f" --steps {recipe.steps} --keep-every {self.keep_every}"
            f" --sequences {self.sequences} --precision {recipe.precision}"
            f" --device {recipe.device} --threads {recipe.threads}{factor_options(recipe)}"
        )

    def run(self) -> str:
        """Train and score what is not there yet; returns a line that says how it stands."""
        import torch

        from empirical.experiments.dynamics.scoring import Told, score_one_checkpoint
        from empirical.models import training
        from empirical.models.trajectory import trajectory
        from empirical.protocol import terminal
        from empirical.protocol.reading import plain

        torch.set_num_threads(self.recipe.threads)
        console = terminal.console(stderr=True)
        if self.record.is_file():
            return f"{self.record}: there already"
        training.train_once(self.recipe, self.folder, self.keep_every, 250)
        kept = trajectory(self.folder)
        self.hold(kept)
        told = Told(self.command, self.criteria)
        write_record(self.record, plain(score_one_checkpoint(kept, self.sequences, told, console)))
        return f"{self.record}: {len(kept.steps)} checkpoints scored"

    def hold(self, kept: Trajectory) -> None:
        """Refuse a folder that holds another run.

        Raises:
            TrajectoryError: another recipe, or checkpoints missing.
        """
        from empirical.models.trajectory import TrajectoryError

        if kept.recipe != self.recipe:
            raise TrajectoryError(f"{self.folder} holds a run with other settings: choose --folder")
        missing = kept_steps(self.recipe.steps, self.keep_every) - set(kept.steps)
        if missing:
            raise TrajectoryError(
                f"{self.folder} kept no weights at step {min(missing)}: choose its --keep-every,"
                " or another --folder"
            )


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run dynamics``."""
    parser = Parser(prog="rope-claims run dynamics", description=__doc__)
    parser.add_argument("--task", required=True, help="the task: number or letter")
    parser.add_argument(
        "--seeds", type=int, nargs="+", required=True, help="train one model for each seed"
    )
    add_factors(parser)
    for name, at, description in (
        ("--steps", 0, "training steps"),
        ("--keep-every", 1, "steps between two sets of kept weights"),
    ):
        usual = ", ".join(f"{pair[at]} for {recipe}" for recipe, pair in SCHEDULES.items())
        parser.add_argument(name, type=int, help=f"{description} (default: {usual})")
    parser.option("--sequences", "sequences that heads are scored on", settings.DYNAMICS_SEQUENCES)
    parser.option("--layers", "layers", 12)
    parser.option("--width", "width of the model", 128)
    parser.option("--jobs", "seeds at a time", 1)
    parser.option("--threads", "threads per seed", 1)
    add_machine(parser)
    parser.option("--folder", "folder that holds the runs", Path("runs"))
    parser.option("--results", "folder for the records", Path("runs") / "dynamics")
    parser.add_argument("--cluster", choices=CLUSTERS, help="run each seed as a job (submitit)")
    parser.option("--minutes", "time limit of a cluster job", 60)
    return parser


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 all records there, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    hold_all(given.results)
    for line in launch(given, _jobs(given)):
        print(line)
    return 0


def _jobs(given: argparse.Namespace) -> list[SeedRun]:
    """A job a seed.

    Raises:
        ValueError: bad input, in one line that says what to do.
    """
    vocabulary(given.task)
    steps, keep_every = SCHEDULES[given.recipe]
    given.steps = steps if given.steps is None else given.steps
    given.keep_every = keep_every if given.keep_every is None else given.keep_every
    for name in ("steps", "keep_every", "sequences", "jobs", "threads", "layers", "width"):
        if getattr(given, name) < 1:
            raise ValueError(f"--{name.replace('_', '-')} must be at least 1")
    if len(set(given.seeds)) < len(given.seeds) or min(given.seeds) < 0:
        raise ValueError(f"--seeds {given.seeds}: give different seeds from 0 on")
    from constructions.heads.device import choose_device
    from empirical.models.device import choose_precision

    device = choose_device(given.device)
    names = ("task", "steps", "layers", "width", "threads")
    told = {name: getattr(given, name) for name in names}
    precision = choose_precision(given.precision, device)
    same = replace(chosen(given), precision=precision, device=device.type, **told)
    places = (given.results.resolve(), given.keep_every, given.sequences)
    return [
        SeedRun(replace(same, seed=s), (given.folder / f"{given.task}-{s}").resolve(), *places)
        for s in given.seeds
    ]


def launch(given: argparse.Namespace, work: list[SeedRun]) -> list[str]:
    """Run the jobs here, side by side, or on a cluster; what each has to say, in order."""
    if given.cluster:
        places = given.folder / "jobs", given.cluster, given.minutes, given.threads
        return on_cluster([job.run for job in work], *places, given.device != "cpu")
    return list(in_processes(SeedRun.run, work, given.jobs))
