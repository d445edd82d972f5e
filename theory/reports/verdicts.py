"""How a verdict is worded wherever a reader meets it: never without what limits it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory.ledger.inspection import on_paper
from theory.ledger.terms import Claim, Verdict
from theory.papers import BROUGHT, PAPERS, RECONSTRUCTED

WRITTEN = "written"
"""The mark of a proof with a step that no machine has checked."""


def worded(verdict: str, provenance: str, *marks: str, paper: str = "") -> str:
    """A verdict with its marks in brackets, and *as reconstructed* if the text was not at hand: the
    statement's, or that of the paper of which it is a reading, another package's paper too."""
    shown = f"{verdict} ({', '.join(marks)})" if marks else verdict
    source = PAPERS.get(paper) or BROUGHT.get(paper)
    unread = provenance == "reading" and source is not None and source.text == RECONSTRUCTED
    return f"{shown}, as reconstructed" if unread or provenance == RECONSTRUCTED else shown


def verdict_text(entry: Mapping[str, Any]) -> str:
    """The verdict that a claim is expected to get, worded; ``entry`` is how it describes itself."""
    return worded(entry["expected"], entry["provenance"], paper=entry["paper"])


def expected(claim: Claim) -> str:
    """The verdict that a claim is expected to get, worded."""
    written = on_paper(claim) and claim.expected is Verdict.PROVED
    marks = [WRITTEN] if written else []
    return worded(str(claim.expected), claim.provenance, *marks, paper=claim.paper)
