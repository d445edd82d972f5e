"""What solvers were asked: every text is left, cvc5 answers the same, and a contradiction shows."""

import os
import resource
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from tests.tools import CVC5, needs
from theory.ledger import Fault, Status, questions, true
from theory.ledger.questions import ABSENT, EXACT, Question, listening, record, second, text_digest
from theory.mathematics import solvers
from theory.mathematics.solvers import prove

UNTRUE = "(declare-const a Real)(assert (= (* a a) 2.0))(check-sat)"


def squares(a, b):
    return (), ((a - b) ** 2 >= 0,)


def asked(statement, names):
    with listening() as heard:
        outcome = prove(statement, names)
    return outcome, heard


def test_the_question_asked_is_the_text_for_another_solver():
    outcome, (question,) = asked(squares, "a b")
    assert question.text.endswith("(check-sat)\n")
    assert question.digest == text_digest(question.text)
    assert text_digest("text") == "982d9e3eb996"
    assert question.first.startswith("z3 ")
    note = f"{question.first}, {question.second}, SMT-LIB {question.digest}"
    assert outcome == true(1, note=note.replace(ABSENT, f"{ABSENT} (one solver only)"))


@needs(CVC5)
def test_cvc5_confirms_the_same_text():
    outcome, (question,) = asked(squares, "a b")
    assert question.confirmed
    assert question.second.startswith("cvc5 ")
    assert question.second.endswith(": unsat")
    assert question.second in outcome.note
    assert "one solver only" not in outcome.note
    assert second(UNTRUE)[0] == "sat"


@needs(CVC5)
def test_cvc5_decides_polynomials():
    outcome, (question,) = asked(
        lambda a, b, s, t: ((s > 0, t > 0), (s * t * (a - b) ** 2 >= 0, (a * b) ** 2 >= 0)),
        "a b s t",
    )
    assert outcome.status is Status.TRUE
    assert question.confirmed


def test_a_counterexample_is_confirmed_outside_the_solvers():
    outcome, (question,) = asked(lambda a: ((a > 1,), (a > 2,)), "a")
    assert outcome.status is Status.FALSE
    assert (question.second, question.confirmed) == (EXACT, True)
    assert question.first.endswith(": sat")
    assert "(check-sat)" in question.text


def test_a_counterexample_that_is_not_exact_confirms_nothing():
    outcome, heard = asked(lambda a: ((a * a == 2,), (a < 0,)), "a")
    assert outcome.status is Status.UNKNOWN
    assert heard == []


@pytest.mark.parametrize("words", [ABSENT, "cvc5 1: unknown (INCOMPLETE)"])
def test_without_a_second_answer_the_note_says_one_solver_only(monkeypatch, words):
    monkeypatch.setattr(solvers, "second", lambda text: ("unknown", words))
    outcome, (question,) = asked(squares, "a b")
    assert outcome.status is Status.TRUE
    assert not question.confirmed
    assert f"{words} (one solver only)" in outcome.note


def test_a_contradiction_between_the_solvers_is_a_fault(monkeypatch):
    monkeypatch.setattr(solvers, "second", lambda text: ("sat", "cvc5 1: sat"))
    with pytest.raises(Fault, match="z3 .*: unsat, cvc5 1: sat"):
        prove(squares, "a b")


def test_absence_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "cvc5", None)
    second.cache_clear()
    assert second(UNTRUE) == ("unknown", ABSENT)
    second.cache_clear()


@needs(CVC5)
def test_a_text_that_cvc5_refuses_is_an_error():
    with pytest.raises(RuntimeError, match="cvc5 .* on SMT-LIB [0-9a-f]{12}: error"):
        second("(assert (= a 1.0))(check-sat)")


def test_an_endless_answer_ends_with_its_processor_time():
    def endless(text):
        while True:
            pass

    assert questions._limited(endless, "", 0.2) is None
    assert questions._limited(str.upper, "sat", 1) == "SAT"


def spin(text):
    """Take so many seconds of processor time; say in which process."""
    end = time.process_time() + float(text)
    while time.process_time() < end:
        pass
    return str(os.getpid())


def test_one_child_answers_in_turn_and_another_where_it_has_ended():
    first = questions._limited(spin, "0.15", 0.25)
    assert questions._limited(spin, "0.15", 0.25) == first, "each text has its own time"
    assert questions._limited(spin, "9", 0.25) is None
    assert questions._limited(spin, "0", 1) not in (first, str(os.getpid()))


def test_an_answer_that_was_not_waited_for_is_no_later_texts(monkeypatch):
    """The wait is interrupted: the child still answers, and nobody hears it."""
    assert questions._limited(str.upper, "one", 1) == "ONE"
    key = os.getpid(), str.upper
    child, channel = questions._waiting[key]

    def interrupted():
        raise KeyboardInterrupt

    given = SimpleNamespace(send=channel.send, recv=interrupted)
    monkeypatch.setitem(questions._waiting, key, (child, given))
    with pytest.raises(KeyboardInterrupt):
        questions._limited(str.upper, "two", 1)
    assert questions._limited(str.upper, "three", 1) == "THREE"


@needs(CVC5)
def test_cvc5_in_its_own_words():
    assert questions._cvc5(UNTRUE) == "sat"
    assert questions._cvc5(UNTRUE + "(assert (< a 0.0))(assert (> a 0.0))(check-sat)") == "unsat"
    assert questions._cvc5(UNTRUE + "(set-info :status unsat)") == "sat"
    assert questions._cvc5("") == "error: no answer"
    assert questions._cvc5("(declare-const a Int)(check-sat)").startswith("error: ")


def test_the_child_is_limited_before_it_begins(monkeypatch):
    done, texts = [], [("sat", 2)]
    monkeypatch.setattr(resource, "setrlimit", lambda what, to: done.append((what, to)))
    monkeypatch.setattr(signal, "setitimer", lambda what, to: done.append((what, to)))
    monkeypatch.setattr(signal, "signal", lambda what, to: done.append((what, to)))
    with pytest.raises(IndexError):  # no text is left
        questions._serve(str.upper, SimpleNamespace(send=done.append, recv=texts.pop))
    limits = [
        (resource.RLIMIT_CORE, (0, 0)),
        (signal.SIGPROF, signal.SIG_DFL),
        (signal.SIGINT, signal.SIG_DFL),
        (signal.ITIMER_PROF, 2),
    ]
    assert done == [*limits, (signal.ITIMER_PROF, 0), "SAT"]


@needs(CVC5)
def test_second_in_words(monkeypatch):
    import cvc5

    name = f"cvc5 {cvc5.__version__}"
    assert second(UNTRUE) == ("sat", f"{name}: sat")
    for answer, told in (
        (None, ("unknown", f"{name}: no answer within 3 s")),
        ("unknown (INCOMPLETE)", ("unknown", f"{name}: unknown (INCOMPLETE)")),
    ):
        heard = []
        monkeypatch.setattr(
            questions, "_limited", lambda *a, heard=heard, answer=answer: heard.append(a) or answer
        )
        second.cache_clear()
        assert second("text") == told
        assert second("text") == told
        assert heard == [(questions._cvc5, "text", 3)]
    second.cache_clear()


def test_listeners_hear_their_own_questions_only():
    one = Question("text", "z3: unsat", ABSENT, False)
    assert record(one) is one
    with listening() as outer:
        with listening() as inner:
            record(one)
        assert inner == [one]
    assert outer == []
