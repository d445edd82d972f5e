"""Draw every figure again from the stored records.

With --out FOLDER, the command writes each figure as PNG and PDF:

- paper B's Figures 2 to 6; Figures 2, 5 and 6 use the seeds that claims are judged on
- paper A's Figures 2 and 3
- the scores of heads during training, for each seed
- paper B's published curves and ours in the same axes, and Figure 8 alone
- the lengths at which held-out models and the law's models break, predicted and measured
- the share right on long inputs under the law's remedies
- the loss of a public model by position, before and beyond its context

If a record is missing, the command names its figure and draws the others.

With --table, it writes the pages ``README.md``, ``measurements.md``, ``criteria.md`` and
``canonical.md`` in ``empirical/results``. With --digests, it writes the SHA-256 of each stored
record to ``digests.json`` there.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from empirical.protocol.records import RESULTS, Missing
from theory.ledger import Undecided
from theory.ledger.plural import counted
from theory.reports.command import Parser, Usage, entry_point

FORMATS = ("png", "pdf")

CODES = """exit codes:
    0  all done
    1  a record is missing
    2  bad usage or output"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims redraw``."""
    parser = Parser(prog="rope-claims redraw", description=__doc__, epilog=CODES)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=Path, metavar="FOLDER", help="write the figures to this folder")
    what.add_argument("--table", action="store_true", help="write the tables of results")
    what.add_argument("--digests", action="store_true", help="write the digests of the records")
    parser.add_argument(
        "--why", default="", metavar="TEXT", help="with --digests: why records changed"
    )
    parser.add_argument("--results", type=Path, help="folder of the records")
    return parser


def _draw(results: Path, out: Path) -> list[str]:
    """Draw every figure; returns a line for each that was not drawn."""
    from empirical.reports.every_figure import FIGURES

    lost = []
    for name, one in FIGURES.items():
        try:
            for ending in FORMATS:
                one(results, out / f"{name}.{ending}")
        except Missing as error:
            lost.append(f"{name} not drawn: {error}")
        else:
            print(out / f"{name}.{FORMATS[0]}")
    return lost


def _held(given: argparse.Namespace) -> argparse.Namespace:
    """The options, each where it has a meaning.

    Raises:
        Usage: one has none, or there is no such folder.
    """
    if given.results and not given.out:
        raise Usage(
            "--results goes with --out: tables and digests are of the package's own records"
        )
    if given.why and not given.digests:
        raise Usage("--why goes with --digests")
    if given.results and not given.results.is_dir():
        raise Usage(f"--results {given.results}: there is no such folder")
    return given


@entry_point(ValueError, KeyError, OSError, Undecided)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 all done, 1 a record is missing, 2 bad input, 130 interrupted."""
    given = _held(parser().parse_args(arguments))
    if given.digests:
        from empirical.protocol import digests

        changed = digests.write_digests(given.why)
        path = digests.STORED / digests.NAME
        print(f"{path}: {counted(len(changed), 'record')} changed", *changed, sep="\n")
        return 0
    if given.table:
        from empirical.reports.every_figure import FIGURES
        from empirical.reports.table import write_pages

        print(*write_pages(RESULTS, FIGURES), sep="\n")
        return 0
    lost = _draw(given.results or RESULTS, given.out)
    for line in lost:
        print(f"rope-claims: {line}", file=sys.stderr)
    return 1 if lost else 0
