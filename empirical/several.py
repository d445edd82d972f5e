"""Several models by one command: ``python -m empirical.validate --model A --model B``.

Each is validated by a process of its own, into a folder of its own below ``--out``, so that one
model's memory or failure does not touch another's; ``rope-claims compare`` then sets the reports
side by side. With ``--cluster`` each is a job of its own.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from theory.gate.reading import printable

WORST = (2, 70, 1, 7, 0)
"""Exit codes, the one that speaks for all first."""


@dataclass(frozen=True)
class ModelJob:
    """A model, its report's folder, and the options that are the same for all."""

    model: str
    out: Path
    words: tuple[str, ...]

    @property
    def done(self) -> bool:
        """Whether a report is there already, and the command goes on where another was."""
        return "--resume" in self.words and (self.out / "report.json").is_file()

    def run(self) -> int:
        """Validate the model in a process of its own; its exit code."""
        words = ["--model", self.model, "--out", str(self.out), *self.words]
        return subprocess.run([sys.executable, "-m", "empirical.validate", *words]).returncode


def common(arguments: Sequence[str]) -> tuple[str, ...]:
    """The command line without what is each model's own or the cluster's."""
    own = argparse.ArgumentParser(add_help=False)
    for option in ("--model", "--out", "--cluster", "--minutes"):
        own.add_argument(option, action="append")
    return tuple(own.parse_known_args(arguments)[1])


def folders(models: Sequence[str], out: Path) -> list[Path]:
    """A folder a model, by its last name; the second of a name gets a number."""
    chosen: list[Path] = []
    for model in models:
        name = Path(model.rstrip("/")).name.removesuffix(".gguf") or "model"
        names = [name, *(f"{name}-{i}" for i in range(2, len(models) + 2))]
        chosen.append(next(out / one for one in names if out / one not in chosen))
    return chosen


def validate(given: argparse.Namespace, arguments: Sequence[str], out: Path) -> int:
    """Validate each model and set the reports side by side in ``out``.

    The exit code is the worst of the models': bad input first, then a verdict that differs, then
    one that is open.

    Raises:
        ValueError: a model is named twice, submitit is missing, or a job failed.
    """
    from empirical.models import hub
    from empirical.reports import many

    models: list[str] = given.model
    if twice := sorted({one for one in models if models.count(one) > 1}):
        raise ValueError(f"--model {twice[0]} is given twice: name each model once")
    for model in models:  # what is wrong with a name is said before anything runs
        hub.named_files(model, getattr(given, "revision", None))
    words = common(arguments)
    jobs = [
        ModelJob(one, place.resolve(), words)
        for one, place in zip(models, folders(models, out), strict=True)
    ]
    codes = _codes(given, [one for one in jobs if not one.done], out)
    for one in jobs:
        outcome = f"exit code {codes[one]}" if one in codes else "there already"
        print(f"{printable(one.model)}: {outcome}; {printable(one.out)}")
    reports = [one.out for one in jobs if (one.out / "report.json").is_file()]
    if len(reports) > 1:
        many.compare_reports(reports, out)
    return worst_code({_code(one) for one in jobs if one not in codes} | set(codes.values()))


def worst_code(codes: set[int]) -> int:
    """The exit code that speaks for all."""
    return next((code for code in WORST if code in codes), max(codes))


def _codes(given: argparse.Namespace, jobs: list[ModelJob], out: Path) -> dict[ModelJob, int]:
    """Run the jobs, one after another or on a cluster; each one's exit code."""
    if "cluster" not in given:
        return {one: one.run() for one in jobs}
    from empirical.protocol.cluster import on_cluster

    device = getattr(given, "device", "auto")
    minutes = getattr(given, "minutes", 60)
    work = [partial(ModelJob.run, one) for one in jobs]
    codes = on_cluster(work, out / "jobs", given.cluster, minutes, 4, device != "cpu")
    return dict(zip(jobs, codes, strict=True))


def _code(job: ModelJob) -> int:
    """The exit code in a report that an earlier run left."""
    from empirical.protocol.form import read_report

    return read_report(job.out / "report.json").exit_code
