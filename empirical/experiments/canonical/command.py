"""Train one-layer models with one rotary frequency each on paper A's canonical tasks.

The command trains a model for each frequency and seed and tests it on held-out inputs. It writes
one record for each task, TASK.json. An interrupted run continues when you repeat the command.

With --settle, it then checks every head without a test error on all inputs. The record of this is
TASK-heads.json. If the saved weights are missing, it trains the models again; the counts must be
those of the record.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from empirical.experiments.canonical.bounds import bounds
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.canonical.records import FOLDER, TASKS
from empirical.experiments.canonical.sweeps import STARTS, TaskSweep
from empirical.protocol import settings
from empirical.protocol.registration import hashes
from theory.reports.command import GOES_ON, Parser, entry_point
from theory.reports.files import hold_all


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run canonical``."""
    parser = Parser(prog="rope-claims run canonical", description=__doc__)
    tasks = (*TASKS, "all")
    parser.option("--task", "which task", "all", choices=tasks)
    seeds, ids = range(settings.CANONICAL_SEEDS), range(1, settings.CANONICAL_IDS + 1)
    for name, every, description in (
        ("--seeds", seeds, "train one model for each seed"),
        ("--ids", ids, "frequencies, 1 the fastest"),
    ):
        listed = f"{description} (default: {every[0]} to {every[-1]})"
        parser.add_argument(name, type=int, nargs="+", default=every, help=listed)
    parser.option("--steps", "training steps", settings.CANONICAL_STEPS)
    parser.option(
        "--start",
        "initial weights: random, or those of the constructed head",
        "random",
        choices=STARTS,
    )
    null = "a baseline instead: models without training, or trained on shuffled answers"
    parser.add_argument("--null", choices=settings.CANONICAL_NULLS, help=null)
    parser.option("--folder", "folder for saved weights", Path("runs/canonical"))
    parser.option("--out", "folder for the records", FOLDER)
    parser.option("--device", "where to train", "cpu", choices=settings.DEVICES)
    settle = "check heads of finished models on all inputs"
    parser.add_argument("--settle", action="store_true", help=settle)
    reduced = "train a part again and compare it with the records"
    parser.add_argument("--reduced", action="store_true", help=reduced)
    return parser


def sweep_jobs(given: argparse.Namespace) -> list[TaskSweep]:
    """A job a task.

    Raises:
        ValueError: bad input, in one line that says what to do.
    """
    seeds, ids = tuple(given.seeds), tuple(given.ids)
    if len(set(seeds)) < len(seeds) or min(seeds) < 0:
        raise ValueError(f"--seeds {' '.join(map(str, seeds))}: give different seeds from 0 on")
    if sorted({*ids}) != list(ids) or not 1 <= ids[0] <= ids[-1] <= settings.CANONICAL_IDS:
        raise ValueError(f"--ids: give frequency IDs 1 … {settings.CANONICAL_IDS} in order")
    if given.steps < 1:
        raise ValueError("--steps must be at least 1")
    from constructions.heads.device import choose_device

    device = choose_device(given.device).type
    steps = 0 if given.null == "untrained" else given.steps
    places = (given.folder.resolve(), given.out.resolve())
    criteria = hashes(CANONICAL_CLAIMS, bounds())
    return [
        TaskSweep(task, seeds, ids, steps, given.start, given.null, *places, criteria, device)
        for task in named_tasks(given.task)
    ]


def named_tasks(task: str) -> tuple[str, ...]:
    """The tasks that ``--task`` names."""
    return TASKS if task == "all" else (task,)


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 the reduced run differs from the records, 2 bad input, 130 interrupted
    (run it again to go on)."""
    given = parser().parse_args(arguments)
    hold_all(given.out)
    from empirical.protocol import terminal

    console = terminal.console(stderr=True)
    if given.reduced:
        from empirical.experiments.canonical.reduced import compare_reduced

        tasks = named_tasks(given.task)
        differ = [line for task in tasks for line in compare_reduced(task, given.out, console)]
        print("\n".join(differ) or "the reduced run agrees with the records")
        return 1 if differ else 0
    for job in sweep_jobs(given):
        print((job.settle if given.settle else job.run)(console))
    return 0
