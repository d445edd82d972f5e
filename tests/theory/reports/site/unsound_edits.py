"""Edits of the checker in JavaScript that make it accept what is false, as the register has them:
each with a forged certificate (``tests/constructions``) or witness that the edited checker accepts
and the checker refuses. Other edits of the enclosures are seen by containment.

Many witnesses have their recorded numbers recomputed, so that one condition alone is against them.
"""

from collections.abc import Iterable
from typing import Any

from tests.edited import EDITS, listed, sweep
from tests.theory.reports.site.tampering import changed
from theory.witnesses.witness import witness

FOLDER = "theory/reports/site/checker"
FILES = sorted(path.stem for path in (EDITS / FOLDER).glob("*.json"))


def forged(data: Any, changes: Iterable[tuple[list[Any], Any]]) -> Any:
    """A copy of a witness with other values at some places."""
    for path, new in changes:
        data = changed(data, tuple(path), new)
    return data


EVERY = [
    (what, f"{part}.js", *row)
    for part in FILES
    if part != "rules"  # with witnesses of its own: tests.constructions.other_papers
    for what, *row in sweep(f"{FOLDER}/{part}.js")
]
CERTIFICATES = [row for row in EVERY if len(row) == 5]
"""(name, file, old text, new, name of the forged certificate)."""
WITNESSES = [
    (*row[:5], forged(witness(row[4]), row[5]), "".join(row[6:])) for row in EVERY if len(row) > 5
]
"""(name, file, old text, new, claim, the forged witness, why the checker in Python refuses it)."""
ENCLOSURES = [row for row in listed(f"{FOLDER}/enclosures.js") if len(row) == 3]
"""(name, old text, new)."""
