"""Canonical tasks with restricted frequencies (paper A).

``rope-claims run canonical --task all``

A task's models, one a frequency and seed, are trained as one program (``canonical_models``),
and tested on held-out inputs by target position: one small record a sweep, ``TASK.json``. With
``--settle`` every head that misses none of them is then settled over all inputs
(``canonical_heads``), ``TASK-heads.json``; where the states are gone, the models are trained anew
and must have the record's counts. Killed at any moment, the same command goes on.
``--reduced`` trains a part anew and holds it to the records.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from empirical.canonical.bounds import bounds
from empirical.canonical.claims import CANONICAL_CLAIMS
from empirical.canonical.records import FOLDER, TASKS
from empirical.canonical.sweeps import STARTS, TaskSweep
from empirical.protocol import settings
from empirical.protocol.registration import hashes
from theory.reports.command import GOES_ON, Parser, command
from theory.reports.files import hold_all


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run canonical``."""
    door = Parser(prog="rope-claims run canonical", description=__doc__)
    door.add_argument(
        "--task", choices=(*TASKS, "all"), default="all", help="which task (default: all)"
    )
    every = range(1, settings.CANONICAL_IDS + 1)
    door.add_argument(
        "--seeds",
        type=int,
        nargs="+",
        default=range(settings.CANONICAL_SEEDS),
        help="one model for each",
    )
    door.add_argument("--ids", type=int, nargs="+", default=every, help="frequency IDs")
    door.add_argument("--steps", type=int, default=settings.CANONICAL_STEPS, help="training steps")
    door.add_argument("--start", choices=STARTS, default="random", help="where the weights start")
    door.add_argument("--null", choices=settings.CANONICAL_NULLS, help="a null model instead")
    door.add_argument("--folder", type=Path, default=Path("runs/canonical"), help="states")
    door.add_argument("--out", type=Path, default=FOLDER, help="where the records go")
    door.add_argument(
        "--device", choices=settings.DEVICES, default="cpu", help="where to train (default: cpu)"
    )
    door.add_argument("--settle", action="store_true", help="certify the heads of finished sweeps")
    door.add_argument("--reduced", action="store_true", help="a part anew, held to the records")
    return door


def jobs(given: argparse.Namespace) -> list[TaskSweep]:
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
    from empirical.models.device import choose_device

    device = choose_device(given.device).type
    steps = 0 if given.null == "untrained" else given.steps
    places = (given.folder.resolve(), given.out.resolve())
    criteria = hashes(CANONICAL_CLAIMS, bounds())
    return [
        TaskSweep(task, seeds, ids, steps, given.start, given.null, *places, criteria, device)
        for task in (TASKS if given.task == "all" else (given.task,))
    ]


@command(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 1 the reduced run differs from the records, 2 bad input, 130 interrupted
    (run it again to go on)."""
    given = parser().parse_args(arguments)
    hold_all(given.out)
    from empirical.protocol import terminal

    console = terminal.console(stderr=True)
    if given.reduced:
        from empirical.canonical.reduced import compare

        differ = [line for task in TASKS for line in compare(task, given.out, console)]
        print("\n".join(differ) or "the reduced run agrees with the records")
        return 1 if differ else 0
    for job in jobs(given):
        print((job.settle if given.settle else job.run)(console))
    return 0
