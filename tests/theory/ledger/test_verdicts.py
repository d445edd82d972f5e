"""The verdict, from answers that are data: what each costs, and what is left without Coq."""

from dataclasses import replace

import pytest

from theory.ledger import Evidence, Fault, Kind, Method, Mutant, Verdict, false, true, unknown
from theory.ledger.judging import look, run_check
from theory.ledger.verdicts import AGAIN, SYNTHETIC, Answers, conclude, decide, methods_of, standing

COQ = "Coq: squares.square"
PROVED, REFUTED, ABSENT = true(1), false("refuted"), unknown("no Coq")


@pytest.fixture
def with_coq(sound):
    """The sound claim with a kernel-checked theorem next to its list of cases.

    Its check reads no subject but the near-miss; one that does not know shares a mutant's rejection
    with the list of cases.
    """

    def made(here=PROVED, near_miss=REFUTED):
        check = lambda subject: near_miss if subject == "near-miss" else here  # noqa: E731
        kernel = Evidence(COQ, Method.KERNEL, "all x", check, frozenset("x"))
        missed = Mutant("near-miss", Kind.HYPOTHESIS, lambda s: "near-miss", (COQ,))
        aimed = [replace(m, rejected_by=("all cases", COQ)) for m in sound.mutants[:1]]
        return replace(
            sound,
            evidence=(*sound.evidence, kernel),
            mutants=(*sound.mutants[1:], missed, *(aimed if here is ABSENT else [])),
        )

    return made


def names(claim):
    return [e.name for e in claim.evidence], [m.name for m in claim.mutants]


def test_without_coq_its_mutants_go_and_those_of_other_evidence_too_stay(with_coq):
    claim = with_coq(ABSENT)
    left = standing(claim, look(claim).seen)
    assert names(left) == (["all cases"], ["minus", "shift 2", "no middle", "last 2"])
    record = decide(claim, look(claim))
    assert (record.verdict, record.found) == (Verdict.PROVED, f"{COQ}: no Coq")
    assert record.methods == ("exhaustive",)


def test_what_is_missing_comes_after_the_findings(with_coq):
    claim = with_coq(ABSENT)
    answers = look(claim)
    first = replace(answers.seen[0], found="21 cases")
    record = decide(claim, replace(answers, seen=(first, *answers.seen[1:])))
    assert record.found == f"21 cases; {COQ}: no Coq"


def test_with_coq_all_of_it_stands(with_coq):
    claim = with_coq()
    assert standing(claim, look(claim).seen) is claim
    record = decide(claim, look(claim))
    assert (record.verdict, record.found) == (Verdict.PROVED, "")
    assert record.methods == ("exhaustive", "kernel")


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (1, {"subject": "mutant: near-miss"}),
        (1, {"subject": "the same again"}),
        (1, {"status": "true"}),
        (1, {"status": "false"}),
        (0, {"status": "unknown"}),
    ],
    ids=str,
)
def test_only_kernel_evidence_unknown_on_the_claim_is_left_out(with_coq, place, change):
    claim = with_coq(ABSENT)
    observations = [*look(claim).seen[:2]]
    observations[1 - place] = replace(observations[1 - place], status="true")
    observations[place] = replace(observations[place], **change)
    assert standing(claim, observations) is claim


def test_evidence_that_is_all_from_coq_is_not_left_out(with_coq):
    claim = with_coq(ABSENT)
    claim = replace(claim, evidence=claim.evidence[1:])
    assert standing(claim, look(claim).seen) is claim
    record = decide(claim, look(claim))
    assert (record.verdict, record.reason) == (Verdict.UNDECIDED, f"{COQ}: no Coq")


def test_a_doubt_about_a_near_miss_is_no_absence(with_coq):
    claim = with_coq(near_miss=unknown("no answer"))
    record = decide(claim, look(claim))
    assert (record.fault, record.reason) == ("", f"{COQ} on mutant 'near-miss': no answer")


def test_a_written_proof_is_no_method_where_the_kernel_has_the_whole(with_coq):
    claim = with_coq()
    paper = replace(claim.evidence[0], method=Method.WRITTEN, proof="proofs.md#x")
    assert methods_of(replace(claim, evidence=(paper,))) == ("written",)
    assert methods_of(replace(claim, evidence=(paper, claim.evidence[1]))) == ("kernel",)
    part = replace(claim.evidence[1], decides=frozenset())
    assert methods_of(replace(claim, evidence=(paper, part))) == ("written", "kernel")


# ---- what stopped the checks --------------------------------------------------------------


def test_answers_are_data_that_nobody_changes():
    assert Answers(()) == Answers((), "", "", 0.0)
    with pytest.raises(AttributeError):
        Answers(()).fault = "x"


def test_a_false_answer_is_a_fault_whatever_stopped_the_rest(sound):
    observations = [replace(look(sound).seen[0], status="false", found="x = 3")]
    record = decide(sound, Answers(tuple(observations), reason="time ran out"))
    assert (record.fault, record.reason) == ("all cases answered false: x = 3", "")


@pytest.mark.parametrize("kept", [0, 1, 3, 6])
def test_what_stopped_the_checks_is_the_reason_wherever_it_did(sound, kept):
    record = decide(sound, replace(look(sound), seen=look(sound).seen[:kept], reason="stopped"))
    assert (record.verdict, record.fault, record.reason) == (Verdict.UNDECIDED, "", "stopped")


def test_a_reason_counts_before_what_is_to_spare(sound):
    observations = look(sound).seen
    record = decide(sound, Answers((*observations, observations[0]), reason="stopped"))
    assert (record.fault, record.reason) == ("", "stopped")


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda s: s[:1], "all cases on mutant: last 2: no answer came back"),
        (lambda s: (s[1],), "all cases on claim: all cases on mutant: last 2 was answered"),
        (lambda s: (*s, s[0]), "answers came back that nobody asked for"),
        (
            lambda s: (replace(s[0], cases=0), *s[1:]),
            "all cases on claim: true on no case (hypotheses never met?)",
        ),
        (
            lambda s: (replace(s[0], method="symbolic"), *s[1:]),
            "all cases on claim: all cases on claim was answered",
        ),
    ],
)
def test_a_fault_says_what_came_back(sound, forge, words):
    answers = look(sound)
    assert decide(sound, replace(answers, seen=forge(answers.seen))).fault == words


def test_findings_come_back_unchanged(synthetic):
    claim = synthetic.SUPPORTED[0]
    record = decide(claim, look(claim))
    assert record.found == "accuracy 0.97"
    answers = look(claim)
    low = replace(answers.seen[1], status="false")
    observations = (answers.seen[0], low, *answers.seen[2:])
    fault = decide(claim, replace(answers, seen=observations)).fault
    assert fault == "accuracy: the synthetic subject was not accepted"


def test_a_synthetic_subject_that_is_not_known_to_hold_is_not_accepted(synthetic):
    """Nor is it if the check, asked again, does not know either."""
    claim = synthetic.SUPPORTED[0]
    answers = look(claim)
    unsure = [
        replace(entry, status="unknown") if entry.subject in (SYNTHETIC, AGAIN) else entry
        for entry in answers.seen
    ]
    record = decide(claim, replace(answers, seen=tuple(unsure)))
    assert record.fault == "accuracy: the synthetic subject was not accepted"


def test_a_verdict_needs_no_false_answer(sound):
    with pytest.raises(Fault, match="answered false"):
        conclude(sound, [false(7)])


def test_measurements_of_which_one_fails_are_not_reproduced(synthetic):
    claim = synthetic.SUPPORTED[0]
    claim = replace(claim, evidence=(claim.evidence[0], replace(claim.evidence[0], name="other")))
    outcomes = [true(1, "high"), false("low")]
    assert conclude(claim, outcomes) == (Verdict.NOT_REPRODUCED, "high; low")
    assert conclude(claim, [outcomes[0], outcomes[0]])[0] is Verdict.SUPPORTED


def test_a_measurement_may_find_a_float_and_an_exact_check_none(synthetic, sound):
    exhaustive, measured = sound.evidence[0], synthetic.SUPPORTED[0].evidence[0]
    witness = replace(exhaustive, method=Method.WITNESS)
    for piece, fits in ((measured, True), (exhaustive, False), (witness, False)):
        piece = replace(piece, check=lambda subject: true(1, 0.5))
        if fits:
            assert run_check(piece, None, "here")[0].found == 0.5
        else:
            with pytest.raises(Fault, match="float"):
                run_check(piece, None, "here")


def test_the_working_of_a_witness_is_lines_of_text(sound):
    for working, right in ((("a", "b"), True), (("a", 1), False), ((), True)):
        piece = replace(sound.evidence[0], check=lambda s, w=working: true(1, working=w))
        if right:
            assert run_check(piece, None, "here")[0].working == working
        else:
            with pytest.raises(Fault) as refused:
                run_check(piece, None, "here")
            words = "all cases on here: working = ('a', 1) is no lines of text"
            assert str(refused.value) == words
