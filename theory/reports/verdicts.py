"""How a verdict is worded wherever a reader meets it: never without what limits it."""

from collections.abc import Mapping, Sequence
from typing import Any

from theory.ledger.inspection import ONE_SOLVER, on_paper
from theory.ledger.plural import counted
from theory.ledger.terms import Claim, Evidence, Method, Record, Verdict
from theory.papers import BROUGHT, PAPERS, RECONSTRUCTED

WRITTEN = "written"
"""The mark of a proof with a step that no machine has checked."""
ALONE = (ONE_SOLVER, "cvc5")


def worded(
    verdict: str, provenance: str, *marks: str, paper: str = "", unread: bool = False
) -> str:
    """A verdict with its marks in brackets, that of a reading too, and *as reconstructed* if the
    text was not at hand: the statement's, or (``unread``) what it is a reading of, or the whole
    paper of which it is one, another package's paper too."""
    if provenance == "reading":
        marks = ("reading", *marks)
        source = PAPERS.get(paper) or BROUGHT.get(paper)
        unread = unread or (source is not None and source.text == RECONSTRUCTED)
    shown = f"{verdict} ({', '.join(marks)})" if marks else verdict
    return f"{shown}, as reconstructed" if unread or provenance == RECONSTRUCTED else shown


def with_reading(verdict: str, provenance: str) -> str:
    """A verdict, that of a reading marked."""
    return f"{verdict} (reading)" if provenance == "reading" else verdict


def verdict_text(entry: Mapping[str, Any]) -> str:
    """The verdict that a claim is expected to get, worded; ``entry`` is how a report describes
    the claim."""
    written = entry.get("written") is True
    return _described(entry["expected"], entry, *_marks(entry["expected"], written))


def expected(claim: Claim) -> str:
    """The verdict that a claim is expected to get, worded."""
    return of_claim(str(claim.expected), claim, *_marks(claim.expected, on_paper(claim)))


def of_claim(verdict: str, claim: Claim, *marks: str) -> str:
    """A verdict of a claim, worded."""
    return worded(verdict, claim.provenance, *marks, paper=claim.paper, unread=claim.unread)


def one_solver(claim: Claim | None, record: Record) -> list[str]:
    """Evidence that one solver alone decided in this run, with no other confirmation: z3, of a
    question that cvc5 was not asked, or sympy, where Coq has not checked the claim either.

    ``confirmed_by`` that begins with 'cvc5' is a promise, kept only where cvc5 answered.
    """
    own = [one for one in record.seen if one.subject == "claim"]
    doubted = {one.evidence for one in own if not all(q.confirmed for q in one.questions)}
    unasked = {one.evidence for one in own if not one.questions}
    in_coq = Method.KERNEL in record.methods

    def alone(e: Evidence) -> bool:
        if e.name in doubted:
            return (e.confirmed_by or ONE_SOLVER).startswith(ALONE)
        by_sympy = e.method is Method.SYMBOLIC and e.name in unasked
        return by_sympy and not e.confirmed_by and not in_coq

    return [e.name for e in (claim.evidence if claim else ()) if alone(e)]


def of_record(record: Record, claim: Claim) -> str:
    """The verdict that a claim has in this run, worded as in the table at the end."""
    written, alone = Method.WRITTEN in record.methods, one_solver(claim, record)
    return of_claim(str(record.verdict), claim, *_marks(record.verdict, written, alone))


def _marks(verdict: str, written: bool, alone: Sequence[str] = ()) -> list[str]:
    """The marks of a verdict: of a proof that it rests on a written step, of any that evidence of
    it is by one solver ``alone``."""
    marks = [WRITTEN] if written and verdict == Verdict.PROVED else []
    return marks + [ONE_SOLVER] * bool(alone)


def _described(verdict: str, entry: Mapping[str, Any], *marks: str) -> str:
    unread = entry.get("unread") is True
    return worded(verdict, entry["provenance"], *marks, paper=entry["paper"], unread=unread)


def outline(result: Mapping[str, Any]) -> str:
    """A result in one line: what is wrong where something is, else what was found.

    A proof finds nothing but the cases that it went through and the mutants it rejected.
    """
    if result["gate"] == "differs":
        text = f"{result['verdict']}, expected {result['expected']}: {result['found']}"
    else:
        text = result["fault"] or result["reason"] or result["found"]
    if not text:
        cases = sum(entry["cases"] for entry in result["seen"] if entry["subject"] == "claim")
        mutants = {s["subject"] for s in result["seen"] if s["subject"].startswith("mutant: ")}
        text = f"{counted(cases, 'case')}, {counted(len(mutants), 'mutant')} rejected"
    return " ".join(text.split())


def verdict_of(entry: Mapping[str, Any]) -> str:
    """A checked entry's verdict as it is shown everywhere: with a reading, a written step, one
    solver only, or a reconstructed statement marked."""
    result, claim = entry["result"], entry["claim"] or {"provenance": "", "paper": ""}
    verdict = str(result["verdict"])
    return _described(verdict, claim, *_marks(verdict, result["written"], result["one_solver"]))
