"""Judging, word by word: which checks a mutant meets, and what a record says of it all."""

from dataclasses import replace

import pytest

from theory.ledger import (
    Evidence,
    Fault,
    Kind,
    Method,
    Mutant,
    Observation,
    Outcome,
    Status,
    Undecided,
    Verdict,
    false,
    true,
    unknown,
)
from theory.ledger.inspection import left_open
from theory.ledger.judging import judge, run_check, see_mutant, see_mutants
from theory.ledger.questions import ABSENT, Question, record
from theory.ledger.verdicts import conclude, methods_of, refuse_failure


def piece(name, check, method=Method.EXHAUSTIVE, decides=("x",)):
    return Evidence(name, method, "some x", check, frozenset(decides))


def answers(outcome):
    return lambda subject: outcome


def test_the_record_in_full(synthetic):
    claim = synthetic.SOUND
    made = judge(claim)
    labels = ["claim", *(f"mutant: {m.name}" for m in claim.mutants), "the same again"]
    statuses = ["true", *["false"] * len(claim.mutants), "true"]
    assert [(s.evidence, s.method) for s in made.seen] == [("all cases", "exhaustive")] * 6
    assert [s.subject for s in made.seen] == labels
    assert [s.status for s in made.seen] == statuses
    assert made.seen[0] == Observation("all cases", "exhaustive", "claim", "true", 21, "", "")
    assert made.seen[1].found == "0"
    assert 0 < made.seconds < 60
    assert made.as_expected
    assert replace(made, seen=(), seconds=0.0) == replace(
        judge(replace(claim, evidence=())),
        verdict=Verdict.PROVED,
        fault="",
        methods=("exhaustive",),
        seconds=0.0,
    )
    assert (made.id, made.rests_on, made.reason, made.found) == ("P-square", (), "", "")


def test_synthetic_subjects_are_labelled(synthetic):
    labels = [s.subject for s in judge(synthetic.SUPPORTED[0]).seen]
    assert labels[:2] == ["claim", "synthetic"]


def test_a_mutant_meets_the_evidence_aimed_at_it_and_no_other(synthetic):
    red, green = piece("red", answers(false("x"))), piece("green", answers(true(1)))
    claim = replace(synthetic.SOUND, evidence=(red, green))
    mutant = Mutant("m", Kind.SIGN, lambda s: s, ("red",))
    observations = []
    assert see_mutant(claim, mutant, None, observations) == ""
    assert [(s.evidence, s.subject) for s in observations] == [("red", "mutant: m")]
    with pytest.raises(Fault, match="^mutant 'm' survived 'green'$"):
        see_mutant(claim, replace(mutant, rejected_by=()), None, [])
    with pytest.raises(Fault, match="^mutant 'm' survived 'green'$"):
        see_mutant(claim, replace(mutant, rejected_by=("green",)), None, [])


@pytest.mark.parametrize(("note", "why"), [("", "unknown"), ("timeout", "timeout")])
def test_a_doubt_says_where(synthetic, note, why):
    claim = replace(synthetic.SOUND, evidence=(piece("open", answers(unknown(note))),))
    doubt = f"open on mutant 'last 2': {why}"
    assert see_mutant(claim, claim.mutants[0], None, []) == doubt
    assert see_mutants(claim, synthetic.Square(), []) == doubt
    with pytest.raises(Undecided, match=f"^open: {why}$"):
        conclude(claim, [unknown(note)])


@pytest.mark.parametrize("hear", [conclude, refuse_failure])
@pytest.mark.parametrize("outcomes", [[], [true(1), true(1)]])
def test_every_piece_has_one_outcome(synthetic, hear, outcomes):
    with pytest.raises(ValueError, match="zip"):
        hear(synthetic.SOUND, outcomes)


def test_what_is_left_open_is_named(sound):
    open_two = replace(
        sound, quantifiers={"x": "0..20", "y": "0..1", "z": "0..1"}, evidence=(piece("p", id),)
    )
    text = "^no one decisive check names every quantifier, .* Left open: y, z$"
    with pytest.raises(Undecided, match=text):
        conclude(open_two, [true(1)])
    with pytest.raises(Undecided, match="Left open: all, as none is declared$"):
        conclude(replace(sound, quantifiers={}), [true(1)])


def test_the_piece_that_leaves_least_open_counts(sound):
    wide = {"x": "0..2", "y": "0..2", "z": "0..2"}
    pieces = (piece("p", id, decides=("x",)), piece("q", id, decides=("y", "z")))
    assert left_open(replace(sound, quantifiers=wide, evidence=pieces)) == {"x"}
    light = (piece("p", id, Method.PROPERTY, ()),)
    assert left_open(replace(sound, quantifiers=wide, evidence=light)) == set(wide)
    kernel = (pieces[0], piece("q", id, Method.KERNEL, ("y", "z")))
    assert left_open(replace(sound, quantifiers=wide, evidence=kernel)) == {"x"}


def test_words_for_what_says_nothing(sound):
    def silent(error):
        def build():
            raise error

        return judge(replace(sound, subject=build))

    assert silent(Fault()).fault == "a fault that says nothing"
    assert silent(Undecided()).reason == "no reason given"
    assert silent(ValueError("x")).fault.startswith("building a subject: ValueError: x (build, ")
    assert silent(ModuleNotFoundError("gone")).reason == "gone is not installed"


def test_a_check_with_a_memory_is_told_what_it_may_be(synthetic):
    outcomes = iter([true(1), *[false("x")] * 4, unknown("tired")])
    claim = replace(synthetic.SOUND, evidence=(piece("all cases", lambda s: next(outcomes)),))
    assert judge(claim).fault == (
        "all cases: true before the mutants, unknown after them"
        " (a check with a memory, or a mutant that changes the subject in place)"
    )


def test_methods_of_what_is_no_evidence(sound):
    assert methods_of(replace(sound, evidence=(object(),))) == ("?",)
    assert Outcome(Status.TRUE, 1) == true(1)


class Blank:
    """A finding that prints nothing."""

    def __str__(self):
        return " "


@pytest.mark.parametrize(
    ("method", "outcome", "words"),
    [
        (Method.EXHAUSTIVE, None, "returned None, not an Outcome"),
        (Method.EXHAUSTIVE, true(-1), "cases = -1 is not a count"),
        (Method.EXHAUSTIVE, true(1, note=7), "note = 7 is no text"),
        (Method.EXHAUSTIVE, true(0), "true on no case (hypotheses never met?)"),
        (Method.EXHAUSTIVE, false(None), "false, and shows nothing that it found"),
        (Method.EXHAUSTIVE, false(Blank()), "false, and shows nothing that it found"),
        (Method.WITNESS, true(1), "true, and shows nothing that it found"),
        (Method.MEASURED, true(1, Blank()), "true, and shows nothing that it found"),
        (Method.MEASURED, true(1, ["nan"]), "NaN: found[0]"),
        (
            Method.EXHAUSTIVE,
            true(1, [0.5, 1.5, 2.5, 3.5]),
            "float in what exact evidence found: found[0], found[1], found[2]",
        ),
    ],
)
def test_answers_refused_word_by_word(method, outcome, words):
    with pytest.raises(Fault) as refused:
        run_check(piece("p", answers(outcome), method), None, "here")
    assert str(refused.value) == f"p on here: {words}"


def test_what_is_read_and_raised_is_refused_word_by_word():
    with pytest.raises(Fault) as refused:
        run_check(piece("p", answers(true(1))), [0.5], "here")
    assert str(refused.value) == "p on here: float in what exact evidence reads: subject[0]"
    with pytest.raises(Fault, match=r"^p on here: ZeroDivisionError: .* zero \(<lambda>, "):
        run_check(piece("p", lambda subject: 1 / 0), None, "here")


def test_the_answer_of_one_check_is_recorded_in_full():
    asked = Question("text", "z3: unsat", ABSENT, False)

    def check(subject):
        record(asked)
        return true(3, 7, "note")

    outcome, observation = run_check(piece("p", check), None, "here")
    assert outcome == true(3, 7, "note")
    assert observation == Observation("p", "exhaustive", "here", "true", 3, "7", "note", (asked,))


def test_mutants_start_from_the_synthetic_subject(synthetic):
    """Whatever was measured: its mutants could be false because it is."""
    claim, started = synthetic.SUPPORTED[0], []

    def spied(mutant):
        return replace(mutant, mutate=lambda s: started.append(s) or mutant.mutate(s))

    judge(replace(claim, mutants=tuple(map(spied, claim.mutants))), lambda: (0.5, 0.9))
    assert started == [claim.synthetic((0.5, 0.9))] * len(claim.mutants)
    assert started[0] != (0.5, 0.9)


def test_a_check_that_exits_is_broken(sound):
    def check(subject):
        raise SystemExit

    (evidence,) = sound.evidence
    broken = judge(replace(sound, evidence=(replace(evidence, check=check),)))
    assert "SystemExit" in broken.fault
