"""How a verdict is worded wherever a reader meets it: never without what limits it."""

from __future__ import annotations

from theory.ledger.inspection import on_paper
from theory.ledger.terms import Claim, Verdict
from theory.papers import RECONSTRUCTED

WRITTEN = "written"
"""The mark of a proof with a step that no machine has checked."""


def worded(verdict: str, provenance: str, *marks: str) -> str:
    """A verdict with its marks in brackets, and *as reconstructed* if the text was not at hand."""
    shown = f"{verdict} ({', '.join(marks)})" if marks else verdict
    return f"{shown}, as reconstructed" if provenance == RECONSTRUCTED else shown


def expected(claim: Claim) -> str:
    """The verdict that a claim is expected to get, worded."""
    written = on_paper(claim) and claim.expected is Verdict.PROVED
    return worded(str(claim.expected), claim.provenance, *([WRITTEN] if written else []))
