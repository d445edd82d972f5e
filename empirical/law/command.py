"""The law of the break: train its models, predict where each breaks, then measure.

``rope-claims run law``: train the registered models that are not there yet, one after another,
and write what 17-token inputs say of each (``lengths/NAME.json`` in --results). Commit that. Then
``rope-claims run law --measure`` runs the long inputs of the models whose predictions are
committed, tries the remedies, and measures the models with log-scaled logits. Killed at any moment,
the same command goes on. --only NAME … takes the models named alone; --jobs N several side by side.
A model that has not learnt its task is trained anew with twice the steps.

--power says how often an oracle that knows the truth meets each criterion.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from empirical.law import population
from empirical.law.bounds import BOUNDS
from empirical.law.records import FOLDER
from empirical.law.work import COMMAND, Work
from theory.reports.command import GOES_ON, Parser, command, count


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run law``."""
    door = Parser(prog=COMMAND, description=__doc__)
    door.add_argument("--measure", action="store_true", help="run long inputs too")
    door.add_argument("--power", action="store_true", help="of each criterion; nothing is trained")
    door.add_argument("--only", nargs="+", metavar="NAME", help="such models")
    door.add_argument("--runs", type=Path, default=Path("runs/law"), help="holds a folder a model")
    door.add_argument("--results", type=Path, default=FOLDER, help="where the records go")
    door.add_argument("--jobs", type=count, default=1, help="models side by side")
    return door


def work(given: argparse.Namespace) -> list[Work]:
    """A piece of work a model, log-scaled ones last.

    Raises:
        ValueError: there is no model of a name.
    """
    from empirical.law.claims import LAW_CLAIMS
    from empirical.protocol.registration import hashes

    known = population.recipes() | population.scaled()
    if unknown := [name for name in given.only or () if name not in known]:
        raise ValueError(f"--only {' '.join(unknown)}: no such model; there are {', '.join(known)}")
    places = (
        given.runs.resolve(),
        given.results.resolve(),
        hashes(LAW_CLAIMS, BOUNDS),
        given.measure,
    )
    return [Work(name, known[name], *places) for name in given.only or known]


@command(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    if given.power:
        from empirical.law.power import show

        show()
        return 0
    every = work(given)
    if given.jobs == 1:
        for one in every:
            print("\n".join(one.do()), flush=True)
        return 0
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for lines in pool.map(Work.do, every):
            print("\n".join(lines), flush=True)
    return 0
