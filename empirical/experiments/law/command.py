"""Predict the length at which a trained model breaks, then measure it.

The command trains the registered models and predicts from 17-token inputs where each breaks. It
writes the predictions to lengths/NAME.json in the folder of --results. Commit them. Then --measure
runs the long inputs of these models, tries the remedies, and measures the models with log-scaled
logits.

A model that has not learnt its task is trained again with twice the steps. An interrupted run
continues when you repeat the command.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from empirical.experiments.law import population
from empirical.experiments.law.bounds import BOUNDS
from empirical.experiments.law.records import FOLDER
from empirical.experiments.law.work import COMMAND, LawWork
from empirical.protocol.cluster import in_processes
from theory.reports.command import GOES_ON, Parser, entry_point, whole_number


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run law``."""
    parser = Parser(prog=COMMAND, description=__doc__)
    parser.add_argument(
        "--measure", action="store_true", help="run the long inputs of committed predictions"
    )
    parser.add_argument(
        "--power",
        action="store_true",
        help="print how often a perfect predictor meets each criterion, and train nothing",
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these models")
    parser.option("--runs", "folder that holds the runs", Path("runs/law"))
    parser.option("--results", "folder for the records", FOLDER)
    parser.option("--jobs", "models at a time", 1, type=whole_number)
    return parser


def work(given: argparse.Namespace) -> list[LawWork]:
    """A piece of work a model, log-scaled ones last.

    Raises:
        ValueError: there is no model of a name.
    """
    from empirical.experiments.law.claims import LAW_CLAIMS
    from empirical.protocol.registration import hashes

    known = population.population_recipes() | population.scaled_recipes()
    if unknown := [name for name in given.only or () if name not in known]:
        raise ValueError(f"--only {' '.join(unknown)}: no such model; there are {', '.join(known)}")
    places = (
        given.runs.resolve(),
        given.results.resolve(),
        hashes(LAW_CLAIMS, BOUNDS),
        given.measure,
    )
    return [LawWork(name, known[name], *places) for name in given.only or known]


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    if given.power:
        from empirical.experiments.law.power import print_power

        print_power()
        return 0
    for lines in in_processes(LawWork.do, work(given), given.jobs):
        print("\n".join(lines), flush=True)
    return 0
