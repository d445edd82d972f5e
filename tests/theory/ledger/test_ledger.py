"""Evidence counts if it passes on the claim and fails on its mutants, and else for nothing."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy

from theory.ledger import (
    Evidence,
    Kind,
    Method,
    Mutant,
    Outcome,
    Status,
    Undecided,
    Verdict,
    false,
    judge,
    true,
    unknown,
)
from theory.ledger.judging import run_check
from theory.ledger.verdicts import conclude


def says(outcome):
    """A check that always gives the same answer."""
    return lambda subject: outcome


@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("expected", list(Verdict))
def test_green_needs_a_check_that_tells_claim_from_mutants(make, status, expected):
    """A check that always says the same never earns a verdict, whatever is expected."""
    claim = replace(make(check=says(Outcome(status, 1, "same"))), expected=expected)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert record.fault or record.reason
    assert not record.as_expected


# ---- answers ------------------------------------------------------------------------------


class Flattering(Outcome):
    """An outcome whose class could say anything."""


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        True,
        "true",
        math.nan,
        Status.TRUE,
        Flattering(Status.TRUE, 1),
        Outcome("true", 1),
        Outcome(Status.TRUE, True),
        Outcome(Status.TRUE, 1.0),
        Outcome(Status.TRUE, -1),
        Outcome(Status.TRUE, 0),
        Outcome(Status.UNKNOWN, -1),
        Outcome(Status.UNKNOWN, None),
        Outcome(Status.TRUE, 1, note=None),
        Outcome(Status.TRUE, 1, found=math.nan),
        Outcome(Status.TRUE, 1, found={"mean": [1, "nan"]}),
        Outcome(Status.TRUE, 1, found=np.array([1.0, np.nan])),
        Outcome(Status.TRUE, 1, found=0.5),
        Outcome(Status.TRUE, 1, found=sympy.Float(0.5) * sympy.Symbol("y")),
        Outcome(Status.FALSE, 1, "a counterexample"),
        Outcome(Status.FALSE, 1),
        Outcome(Status.FALSE, 0, "x"),
    ],
    ids=repr,
)
def test_answer_that_earns_nothing(make, sound, outcome):
    """On the claim it is a fault, though the mutants are all rejected as they should be."""
    check = sound.evidence[0].check
    record = judge(make(check=lambda s: outcome if s == sound.subject() else check(s)))
    assert record.fault
    assert record.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("shift", [1.0, np.float32(1), sympy.Float(1)])
def test_float_in_the_subject_of_exact_evidence(sound, synthetic, shift):
    claim = replace(sound, subject=lambda: synthetic.Square(shift=shift))
    assert "subject.shift" in judge(claim).fault
    mutant = Mutant("float", Kind.INDEX, lambda s: replace(s, shift=shift + 2))
    assert "subject.shift" in judge(replace(sound, mutants=(*sound.mutants, mutant))).fault


@pytest.mark.parametrize("package", ["theory", "constructions", "empirical"])
def test_missing_modules_of_ours_are_no_missing_tool(make, package):
    def check(subject):
        raise ModuleNotFoundError("no", name=f"{package}.nowhere")

    assert judge(make(check=check)).fault


def test_interrupt_is_not_swallowed(make):
    def check(subject):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge(make(check=check))


def test_memory_and_missing_tools_leave_the_claim_open(synthetic):
    assert judge(synthetic.OUT_OF_MEMORY[0]).reason == "all cases: out of memory"
    assert judge(synthetic.NO_TOOL[0]).reason == "all cases: cvc5 is not installed"
    assert not judge(synthetic.NO_TOOL[0]).fault


def test_long_findings_are_cut(make):
    for length, kept in ((4000, 4000), (4001, 4002), (10**6, 4002)):
        claim = make(check=lambda s, n=length: false("w" * n), method=Method.PROPERTY)
        claim = replace(claim, evidence=(replace(claim.evidence[0], decides=frozenset()),))
        _, observation = run_check(claim.evidence[0], None, "claim")
        assert len(observation.found) == kept


def test_record_holds_methods_and_findings(synthetic):
    record = judge(synthetic.REFUTED[0])
    assert record.verdict is Verdict.REFUTED
    assert record.found == "x = 3: 9 ≠ 6"
    assert record.methods == ("witness",)
    assert record.seen[0].found == record.found
    assert judge(synthetic.SOUND).seen[0].found == ""


def test_fault_says_where_it_was_raised(make):
    def deepest():
        raise ValueError("deep down")

    fault = judge(make(check=lambda s: deepest())).fault
    assert re.fullmatch(r"all cases on claim: ValueError: deep down \(deepest, line \d+\)", fault)


def test_what_does_not_pass_inspection_is_not_run(sound):
    def never(subject):
        raise AssertionError

    assert judge(replace(sound, mutants=())).fault == "0 mutants, at least 4 are needed"
    claim = replace(sound, evidence=(replace(sound.evidence[0], check=never),), place="")
    assert judge(claim).fault == "field 'place' is empty"


# ---- mutants ------------------------------------------------------------------------------


def with_mutant(claim, mutate):
    return replace(claim, mutants=(*claim.mutants, Mutant("new", Kind.DATA, mutate)))


def test_mutant_that_changes_nothing(sound):
    for mutate in (lambda s: s, lambda s: replace(s), lambda s: replace(s, shift=Fraction(1))):
        fault = "mutant 'new' changes nothing (or the subject in place)"
        assert judge(with_mutant(sound, mutate)).fault == fault


def test_mutant_under_two_names(sound):
    fault = judge(with_mutant(sound, lambda s: replace(s, last=2))).fault
    assert fault == "mutants 'last 2' and 'new' are the same"


def test_mutant_that_changes_the_subject_in_place(sound):
    """The subject is spoilt, a copy is handed over: the later mutants would be rejected anyhow."""

    def check(subject):
        return true(1) if subject == [1, 2, 3, 4] else false(tuple(subject))

    def spoil(subject, at):
        subject[at] = 0
        return [*subject]

    kinds = (Kind.HYPOTHESIS, Kind.QUANTIFIER, Kind.INDEX, Kind.TERM)
    mutants = tuple(
        Mutant(f"at {at}", kind, lambda s, at=at: spoil(s, at)) for at, kind in enumerate(kinds)
    )
    evidence = (replace(sound.evidence[0], check=check),)
    claim = replace(
        sound,
        subject=lambda: [1, 2, 3, 4],
        evidence=evidence,
        mutants=mutants,
        parts={str(at): kind for at, kind in enumerate(kinds)},
    )
    assert "in place" in judge(claim).fault


# ---- verdicts -----------------------------------------------------------------------------


def pieces(sound, *items):
    """The sound claim about x and y, with evidence of the methods and for the letters given."""
    evidence = tuple(
        Evidence(
            f"{method} {letters}",
            method,
            f"all {letters}",
            lambda s: sound.evidence[0].check(s),
            frozenset(letters),
            proof="p" if method is Method.WRITTEN else "",
        )
        for method, letters in items
    )
    ranges = {"x": "all reals", "y": "all reals"}
    return judge(replace(sound, evidence=evidence, quantifiers=ranges))


def test_two_partial_proofs_make_no_whole(sound):
    """'for all x at y = 0' and 'for all y at x = 0' do not give 'for all x and y'."""
    record = pieces(sound, (Method.SYMBOLIC, "x"), (Method.ENCLOSED, "y"))
    assert record.verdict is Verdict.UNDECIDED
    assert "joins" in record.reason


@pytest.mark.parametrize("method", [Method.WRITTEN, Method.INDUCTIVE])
def test_an_argument_joins_partial_proofs(sound, method):
    assert pieces(sound, (Method.SYMBOLIC, "x"), (method, "y")).verdict is Verdict.PROVED
    assert pieces(sound, (Method.SYMBOLIC, "x"), (method, "x")).verdict is Verdict.UNDECIDED


def test_one_proof_of_everything(sound):
    record = pieces(sound, (Method.SYMBOLIC, "xy"), (Method.PROPERTY, ""))
    assert record.verdict is Verdict.PROVED


def test_properties_only_support(sound):
    assert pieces(sound, (Method.PROPERTY, "")).verdict is Verdict.SUPPORTED


def test_one_unknown_leaves_everything_open(sound):
    doubtful = Evidence("doubt", Method.PROPERTY, "x", lambda s: unknown("who knows"))
    record = judge(replace(sound, evidence=(*sound.evidence, doubtful)))
    assert record.verdict is Verdict.UNDECIDED
    outcomes = [true(21), unknown("who knows")]
    with pytest.raises(Undecided, match="doubt: who knows"):
        conclude(replace(sound, evidence=(*sound.evidence, doubtful)), outcomes)


def test_a_false_answer_outweighs_an_unknown_one(sound):
    doubtful = Evidence("doubt", Method.PROPERTY, "x", lambda s: unknown("who knows"))
    failing = Evidence("fails", Method.PROPERTY, "x", lambda s: false(3))
    assert judge(replace(sound, evidence=(*sound.evidence, doubtful, failing))).fault


def test_subject_can_be_replaced(synthetic):
    record = judge(synthetic.SUPPORTED[0], lambda: (0.5, 0.9))
    assert record.verdict is Verdict.NOT_REPRODUCED
    assert not record.as_expected
