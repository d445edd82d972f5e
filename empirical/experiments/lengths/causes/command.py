"""Find out why a model's accuracy breaks on longer inputs (paper B, section 5).

For each finished run, the command counts right answers on longer inputs and writes one record,
NAME.json. It counts for the model as it is, and with one change in what the last 17 tokens attend
to:

- they attend only to each other, in one layer or in all
- their logits are multiplied by a factor
- keys farther away than in training move to the largest distance of training
- the values of irrelevant tokens become zero, or the mean value

An interrupted run continues when you repeat the command.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from theory.reports.command import GOES_ON, Parser, entry_point, whole_number


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run causes``."""
    parser = Parser(prog="rope-claims run causes", description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+", metavar="FOLDER", help="a finished run")
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
    from empirical.experiments.lengths.causes.measure import record
    from empirical.models.trajectory import trajectory
    from empirical.protocol.records import recorded_once

    torch.set_num_threads(given.threads)
    runs = [trajectory(folder) for folder in given.runs]
    for kept in runs:
        name = kept.folder.resolve().name
        told = Told(f"rope-claims run causes runs/released/{name} --out causes", {})
        print(recorded_once(given.out / f"{name}.json", partial(record, kept, told), "measured"))
    return 0
