"""The distances at which BC-table-least finds sums below 0, which ``rope-claims generate --leads``
writes to ``leads.json``, in a minute or two. Its check tries these first and goes through all
distances where none serves: a wrong or missing one costs time alone."""

import sys
from fractions import Fraction
from pathlib import Path

from constructions.other_papers.base_of_rope.bases import Leads, covered
from constructions.other_papers.base_of_rope.table import LEADS, Least
from theory.reports.files import write_record


def write_leads() -> Path:
    """Write the file again and return its path."""
    leads, upto = Leads(), Fraction(1)
    for length, low, *_ in Least().rows:
        upto, intervals = covered(length, upto, low, 0, 1, leads)
        print(f"{length}: {intervals} intervals to {float(upto):.1f}", file=sys.stderr, flush=True)
    write_record(LEADS, {"distances": leads.used})
    return LEADS
