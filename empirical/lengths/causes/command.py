"""What of long inputs costs a trained model its accuracy (paper B, §5).

``rope-claims run causes FOLDER… --out FOLDER``: for each finished run one record
``NAME.json``: answers right at long inputs as the model is, and with one thing changed in how the
target window reads. It sees the window alone, in one layer or in all; its logits are multiplied;
keys farther than in training stand at the largest distance of training; the values of irrelevant
tokens are zero, or the mean value. Records that are there are left alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from theory.reports.command import GOES_ON, Parser, command, count
from theory.reports.files import write_record


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run causes``."""
    door = Parser(prog="rope-claims run causes", description=__doc__)
    door.add_argument("runs", type=Path, nargs="+", metavar="FOLDER", help="finished runs")
    door.add_argument("--threads", type=count, default=1, help="threads (default: 1)")
    door.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="of the records")
    return door


@command(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    import torch

    from empirical.dynamics.scoring import Told
    from empirical.lengths.causes.measure import record
    from empirical.models.trajectory import trajectory
    from empirical.protocol.reading import plain

    given = parser().parse_args(arguments)
    torch.set_num_threads(given.threads)
    runs = [trajectory(folder) for folder in given.runs]
    given.out.mkdir(parents=True, exist_ok=True)
    for kept in runs:
        target = given.out / f"{kept.folder.resolve().name}.json"
        if target.is_file():
            print(f"{target}: there already")
            continue
        run = f"runs/released/{kept.folder.resolve().name}"
        told = Told(f"rope-claims run causes {run} --out causes", {})
        write_record(target, plain(record(kept, told)))
        print(f"{target}: measured")
    return 0
