"""``python -m constructions.other_papers.base_of_rope.leads``: writes the distances at which
BC-table-least finds sums below 0 to ``leads.json``, in a minute or two. Its check tries these first
and goes through all distances where none serves: a wrong or missing one costs time alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction

from constructions.other_papers.base_of_rope.bases import Leads, covered
from constructions.other_papers.base_of_rope.table import LEADS, Least
from theory.reports.command import Parser, command
from theory.reports.files import write_record


@command()
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file anew."""
    prog = "python -m constructions.other_papers.base_of_rope.leads"
    Parser(prog=prog, description=__doc__).parse_args(arguments)
    leads, upto = Leads(), Fraction(1)
    for length, low, *_ in Least().rows:
        upto, intervals = covered(length, upto, low, 0, 1, leads)
        print(f"{length}: {intervals} intervals to {float(upto):.1f}", file=sys.stderr, flush=True)
    write_record(LEADS, {"distances": leads.used})
    print(LEADS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
