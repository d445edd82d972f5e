"""What a report says of a verdict that one solver alone stands behind."""

from dataclasses import replace

import pytest

from theory.gate.registry import load
from theory.ledger import Observation, Record, Verdict
from theory.ledger.questions import ABSENT, Question
from theory.reports.report import to_smtlib
from theory.reports.verdicts import one_solver, verdict_of

CLAIMS = load().claims
ALONE = Question("alone", "z3 5: unsat", ABSENT, False)
BOTH = Question("both", "z3 5: unsat", "cvc5 1: unsat", True)


def judged(*questions, subject="claim", one="P-square"):
    observation = Observation("all cases", "symbolic", subject, "true", 1, "", "", tuple(questions))
    return Record(one, Verdict.PROVED, Verdict.PROVED, seen=(observation,))


@pytest.mark.parametrize("word", ["", "one solver only; by hand", "cvc5", "cvc5; by hand"])
def test_a_promise_that_was_not_kept_in_this_run(make, word):
    claim = make(confirmed_by=word)
    assert one_solver(claim, judged(BOTH, ALONE)) == ["all cases"]
    assert one_solver(claim, judged(BOTH, BOTH)) == []
    assert one_solver(claim, judged()) == []
    assert one_solver(claim, judged(ALONE, subject="mutant: minus")) == []


def test_another_confirmation_stands_without_the_second_solver(make):
    assert one_solver(make(confirmed_by="two squares (sympy)"), judged(ALONE)) == []
    assert one_solver(None, judged(ALONE)) == []


def test_what_sympy_alone_decides_puts_no_question():
    """It has no second decision but one that the evidence names, or a theorem of Coq's."""
    claim, alone = CLAIMS["BC-gap"], CLAIMS["BC-gap"].evidence[0].name
    answer = Observation(alone, "symbolic", "claim", "true", 1, "", "")
    record = replace(judged(one=claim.id), seen=(answer,), methods=("symbolic",))
    assert one_solver(claim, record) == [alone]
    assert one_solver(claim, replace(record, methods=("symbolic", "kernel"))) == []
    named = replace(claim.evidence[0], confirmed_by="the same by hand")
    assert one_solver(replace(claim, evidence=(named,)), record) == []


@pytest.mark.parametrize(
    ("written", "alone", "marks"),
    [
        (False, [], []),
        (True, [], ["written"]),
        (False, ["all cases"], ["one solver only"]),
        (True, ["all cases"], ["written", "one solver only"]),
    ],
)
def test_the_verdict_shows_it(written, alone, marks):
    result = {"verdict": "PROVED", "written": written, "one_solver": alone}

    def shown(**claim):
        return verdict_of({"claim": claim or None, "result": result})

    plain = f"PROVED ({', '.join(marks)})" if marks else "PROVED"
    reading = f"PROVED ({', '.join(['reading', *marks])})"
    assert shown() == plain
    assert {shown(provenance=one, paper="A") for one in ("printed", "repair")} == {plain}
    assert shown(provenance="reconstructed", paper="A") == f"{plain}, as reconstructed"
    assert shown(provenance="reading", paper="B") == reading
    assert shown(provenance="reading", paper="A") == f"{reading}, as reconstructed"
    assert shown(provenance="reading", paper="B", unread=True) == f"{reading}, as reconstructed"


def test_texts_are_named_by_claim_evidence_and_digest():
    record = judged(ALONE, BOTH, ALONE)
    odd = replace(record, seen=(replace(record.seen[0], evidence="n = 3, 'any'", note="x"),))
    texts = to_smtlib({"P-square": record, "odd": replace(odd, id="odd")})
    assert sorted(texts) == sorted(
        f"{name}--{q.digest}.smt2"
        for name in ("P-square--all-cases", "odd--n-3-any")
        for q in (ALONE, BOTH)
    )
    first = texts[f"P-square--all-cases--{ALONE.digest}.smt2"]
    assert first == f"; P-square, all cases, claim: z3 5: unsat; {ABSENT}\nalone"
