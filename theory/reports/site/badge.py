"""The badge *N claims as expected* of the published site, as SVG; ``check --badge`` writes it."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import escape

from theory.ledger.plural import counted

AS_EXPECTED, OTHERWISE = "#14691b", "#a40000"


def badge(report: Mapping[str, Any]) -> str:
    """The badge's SVG, from a report of ``check``."""
    return badge_svg([(claim["result"] or {}).get("gate") for claim in report["claims"]])


def badge_svg(marks: Sequence[str | None]) -> str:
    """The badge of claims with these marks of the gate (None: not judged)."""
    good, left = marks.count("as expected"), marks.count("open")
    wrong = len(marks) - good - left
    # No claim as expected is no success: the check that found them is broken.
    fine = bool(good) and not wrong
    label = f"{counted(good, 'claim')} as expected" + f", {left} open" * bool(left)
    if wrong:
        label = f"{wrong} of {counted(len(marks), 'claim')} differ"
    wide = 12 + 7 * len(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="20" role="img"'
        f' aria-label="{escape(label)}"><title>{escape(label)}</title>'
        f'<rect width="{wide}" height="20" rx="3" fill="{AS_EXPECTED if fine else OTHERWISE}"/>'
        f'<text x="{wide / 2:g}" y="14" fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif"'
        f' font-size="11" text-anchor="middle">{escape(label)}</text></svg>'
    )
