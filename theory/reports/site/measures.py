"""The measured page: for each claim one sentence, one plot, one figure with its interval.

What decides a claim is a list of requirements in the results' table. Shown is the first that was
missed, or the last that has an interval where none was; the whole list is folded.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from theory.reports.site.content import Page
from theory.reports.site.figures import Figure
from theory.reports.site.other_packages import Measured

MISSED = " **missed**"
LOWER = "95 % intervals"
MEAN = re.compile(r"(?:over seeds )?(mean -?[\d.]+ \[[^\]]+\])")
ALONE = re.compile(r"(-?[\d.]+ \[-?[\d.]+, -?[\d.]+\])")
BOUND = re.compile(r"(?:\([^()]* against|,? ?\(?bound) (-?[\d.e-]+)\)")
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
            deciding(one.measured),
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


def requirements(text: str) -> list[str]:
    """The parts of a cell: a part without a name belongs to the one before it."""
    parts: list[str] = []
    for part in text.split("; "):
        if parts and not re.match(r"[^:()\[\]]{3,80}: ", part):
            parts[-1] += f"; {part}"
        else:
            parts.append(part)
    return parts


def deciding(text: str) -> str:
    """The requirement that decides, with its interval and its bound where it has them."""
    if not BOUND.search(text):
        return _short(text)
    parts = requirements(text)
    missed = [part for part in parts if MISSED in part]
    with_interval = [part for part in parts[1:] if ALONE.search(part) or LOWER in part]
    chosen = (missed or with_interval or parts)[0 if missed else -1].replace(MISSED, "")
    name, _, value = chosen.partition(": ")
    mean, bound = MEAN.search(value), BOUND.search(value)
    shown = mean[1] if mean else value[: bound.start()] if bound else value
    shown = shown.replace(" (p ", ", p ")
    against = f" (bound {bound[1]})" if bound else ""
    return f"{name}: {_short(shown)}{against}{', missed' if missed else ''}"


def _short(text: str) -> str:
    """The text, or its beginning up to a comma or semicolon."""
    text = text.strip(" (,")
    return text if len(text) <= LONGEST else f"{re.split('[,;] [^,;]*$', text[:LONGEST])[0]} …"
