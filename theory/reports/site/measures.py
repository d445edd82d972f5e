"""The measured page: for each claim one sentence, one plot, one figure with its interval.

What decides a claim is its list of requirements on the results page. Shown is the first that was
missed, or is open, or the last that has an interval; the whole list is folded.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from theory.reports.site.content import Page
from theory.reports.site.figures import Figure
from theory.reports.site.other_packages import Measured

LOWER = "95 % intervals"
COMPARED = "; compared: "
MEAN = re.compile(r"(?:over seeds )?(mean -?[\d.]+ \[[^\]]+\])")
ALONE = re.compile(r"(-?[\d.]+ \[-?[\d.]+, -?[\d.]+\])")
NEIGHBOUR = re.compile(r"'[^']+' at [^;]* not so")
"""A bound that decides, and a neighbouring one that would decide otherwise."""
LONGEST = 150
"""Characters of what decides a claim."""
DRAWN = {
    "B-e-acc": "Accuracy in training, letter task",
    "B-e-hops": "Accuracy in training, number task",
    "B-e-start": "Scores and entropy in training, number task",
    "B-e-pure": "Pure heads in training, number task",
    "B-e-mix-seeds": "Pure heads in training, letter task",
    "B-e-len-seeds": "Accuracy by length, letter task",
    "B-e-shape": "Accuracy by length, number task",
    "B-e-freq": "Mean frequency ID of each layer, number task",
    "B-e-geom": "Keys and queries in the dominant frequency, number task",
    "B-e-flow": "Where heads attend, share of positions, number task",
}
"""The figure that shows a claim, by the beginning of its title."""


@dataclass(frozen=True)
class MeasureRow:
    """A measured claim: its sentence, what decides it, its figure or None, and its whole row."""

    page: Page
    sentence: str
    decides: str
    figure: Figure | None
    all: Measured


def measured_rows(
    measured: Sequence[Measured], pages: dict[str, Page], figures: Sequence[Figure]
) -> tuple[list[MeasureRow], list[Figure]]:
    """A row a claim, in the table's order; and the figures that belong to none."""
    by_claim = {
        one: next((f for f in figures if f.title.startswith(title)), None)
        for one, title in DRAWN.items()
    }
    rows = [
        MeasureRow(
            pages[one.id],
            first_sentences(pages[one.id].claim.statement),
            deciding(one),
            by_claim.get(one.id),
            one,
        )
        for one in measured
        if one.id in pages
    ]
    used = [row.figure for row in rows]
    return rows, [one for one in figures if one not in used]


def first_sentences(text: str) -> str:
    """A statement's first sentence, and those after it that are short enough to go with it."""
    kept, *others = re.split(r"(?<=[a-z)\]][.]) (?=[A-Z])", " ".join(text.split()))
    for other in others:
        if len(kept) + len(other) > LONGEST:
            break
        kept = f"{kept} {other}"
    return kept


def deciding(measured: Measured) -> str:
    """The requirement that decides, with its interval where it has one, and its bound."""
    if not measured.rows:
        return _short(measured.note)
    missed = [row for row in measured.rows if row[-1] == "**no**"]
    open_ones = [row for row in measured.rows if row[-1] == "*open*"]
    asked = [row for row in measured.rows if not row[0].endswith("is learnt")] or measured.rows
    with_interval = [row for row in asked if ALONE.search(row[1]) or LOWER in row[1]]
    lacking = missed or open_ones
    name, text, bound, _ = lacking[0] if lacking else (with_interval or asked)[-1]
    mean, (listed, _, compared) = MEAN.search(text), text.partition(COMPARED)
    shown = mean[1] if mean else _short(listed)
    if compared.startswith("p "):
        shown += f", {compared}"
    state = ", missed" if missed else ", open" if open_ones else ""
    neighbour = NEIGHBOUR.search(measured.note)
    return f"{name}: {shown} (bound {bound}){state}{f'; {neighbour[0]}' if neighbour else ''}"


def _short(text: str) -> str:
    """The text, or its beginning up to a comma or semicolon."""
    text = text.strip(" (,")
    return text if len(text) <= LONGEST else f"{re.split('[,;] [^,;]*$', text[:LONGEST])[0]} …"
