"""The badge of the published site: *N claims as expected*, as SVG, from a report of ``check``.

``python -m theory.reports.site.badge REPORT.json`` prints it; exit code 2 if that is no report.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import escape

from theory.gate.reading import read
from theory.reports.command import Parser, Usage, command

AS_EXPECTED, OTHERWISE = "#14691b", "#a40000"


def badge(report: Mapping[str, Any]) -> str:
    """The badge's SVG.

    Raises:
        KeyError: no report of ``check``.
    """
    return drawn([(claim["result"] or {}).get("gate") for claim in report["claims"]])


def drawn(marks: Sequence[str | None]) -> str:
    """The badge of claims with these marks of the gate (None: not judged)."""
    good, left = marks.count("as expected"), marks.count("open")
    wrong = len(marks) - good - left
    # No claim as expected is no success: the check that found them is broken.
    fine = bool(good) and not wrong
    said = f"{wrong} of {len(marks)} claims differ"
    if fine:
        said = f"{good} claims as expected" + f", {left} open" * bool(left)
    wide = 12 + 7 * len(said)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="20" role="img"'
        f' aria-label="{escape(said)}"><title>{escape(said)}</title>'
        f'<rect width="{wide}" height="20" rx="3" fill="{AS_EXPECTED if fine else OTHERWISE}"/>'
        f'<text x="{wide / 2:g}" y="14" fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif"'
        f' font-size="11" text-anchor="middle">{escape(said)}</text></svg>'
    )


@command(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Print the badge of a report."""
    door = Parser(prog="python -m theory.reports.site.badge", description=__doc__)
    door.add_argument("report", type=Path, metavar="REPORT.json")
    report = door.parse_args(arguments).report
    try:
        print(badge(read(report)))
    except (KeyError, TypeError, AttributeError) as error:
        raise Usage(f"{report}: no report of check: {error}") from error
    return 0


if __name__ == "__main__":
    sys.exit(main())
