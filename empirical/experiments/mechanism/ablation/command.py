"""Measure accuracy without single heads (paper B, section 4; claim B-e-why).

For each finished run, or checkpoint of a controlled model, the command writes one record,
NAME.json. ``rope-claims run released`` also does this for its own models. An interrupted run
continues when you repeat the command.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from theory.reports.command import GOES_ON, Parser, entry_point, whole_number

if TYPE_CHECKING:
    from empirical.experiments.dynamics.scoring import Told
    from empirical.experiments.mechanism.ablation.records import AblationRecord


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run ablation``."""
    parser = Parser(prog="rope-claims run ablation", description=__doc__)
    parser.add_argument(
        "models", type=Path, nargs="+", metavar="FOLDER", help="a finished run or a checkpoint"
    )
    parser.option("--threads", "threads", 1, type=whole_number)
    parser.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="folder for the records"
    )
    return parser


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    import torch

    from empirical.experiments.dynamics.scoring import Told
    from empirical.protocol.records import recorded_once

    torch.set_num_threads(given.threads)
    for folder in given.models:
        target = given.out / f"{folder.resolve().name}.json"
        told = Told(f"rope-claims run ablation {folder} --out {given.out}", {})
        print(recorded_once(target, partial(_recorded, folder, told), "heads taken away"))
    return 0


def _recorded(folder: Path, told: Told) -> AblationRecord:
    """The record of a run, or of a checkpoint, which is a run's ``final`` alone.

    Raises:
        TrajectoryError: it is neither.
    """
    from empirical.experiments.mechanism.ablation.measure import record
    from empirical.models.trajectory import trajectory

    if not (folder / "manifest.json").is_file():
        return record(trajectory(folder), told)
    with tempfile.TemporaryDirectory() as run:
        (Path(run) / "final").symlink_to(folder.resolve())
        return record(trajectory(Path(run)), told)
