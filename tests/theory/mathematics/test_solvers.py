"""The interfaces to sympy, z3 and finite lists: three answers, exact counterexamples, no floats."""

import math
import re
from fractions import Fraction

import pytest
import sympy

from theory.ledger import Status, false, true, unknown
from theory.ledger.questions import listening
from theory.mathematics.solvers import (
    all_steps,
    exhaust,
    grid,
    identities,
    identity,
    prove,
    prove_all,
)

x, y, N = sympy.symbols("x y N", positive=True)


def squares(a, b):
    return (), ((a - b) ** 2 >= 0,)


def below(a, b):
    return (a > b,), (a > b + 1,)


def below_plus_one(a, b):
    """False without its hypothesis, so that the text must hold both."""
    return (a > b,), (a + 1 > b + 1,)


def test_identities_and_their_counterexamples():
    assert identity((x + y) ** 2 - x**2 - 2 * x * y - y**2).status is Status.TRUE
    assert identity(sympy.factorial(N) - N * sympy.factorial(N - 1)).status is Status.TRUE
    wrong = identity((x + y) ** 2 - x**2 - y**2)
    assert wrong.status is Status.FALSE
    assert wrong.found["value"] == "12"
    assert identity(sympy.Integer(1)).status is Status.FALSE


def test_identity_refuses_floats():
    with pytest.raises(TypeError, match="float"):
        identity(0.5 * x)


def test_identities_name_the_one_that_fails():
    outcome = identities({"base": x - x, "step": x - y})
    assert outcome.status is Status.FALSE
    assert outcome.note.startswith("step")
    assert identities({"base": x - x, "other": y - y}).cases == 2


def test_prove():
    assert prove(squares, "a b").status is Status.TRUE
    assert prove(below, "a b").status is Status.FALSE


def test_a_counterexample_is_exact_and_fails_outside_the_solver():
    counterexample = prove(below, "a b").found
    hypotheses, conclusions = below(Fraction(counterexample["a"]), Fraction(counterexample["b"]))
    assert all(hypotheses)
    assert not all(conclusions)


def test_hypotheses_that_nothing_satisfies_are_no_case():
    outcome = prove(lambda a: ((a > 1, a < 0), (a == 5,)), "a")
    assert outcome == true(0, note="z3: no reals satisfy the hypotheses")


def grows(x):
    return (x > 1,), (x * x > x,)


def says_nothing(x):
    return (x > 1, x < 0), (x > 2,)


def shrinks(x):
    return (x > 0,), (x * x < x,)


def test_every_statement_is_a_case():
    outcome = prove_all([(grows, "x"), (grows, "y")])
    assert (outcome.status, outcome.cases) == (Status.TRUE, 2)


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_step_that_says_nothing_is_no_step_wherever_it_stands(at):
    """Else a chain with one contradiction among its hypotheses would count as proved."""
    posed = [(grows, "x"), (grows, "x")]
    posed.insert(at, (says_nothing, "x"))
    outcome = prove_all(posed)
    assert outcome.cases == 0
    assert outcome.note.startswith("says_nothing: ")


def test_the_first_step_that_fails_is_named():
    outcome = prove_all([(grows, "x"), (shrinks, "x"), (says_nothing, "x")])
    assert outcome.status == Status.FALSE
    assert outcome.note.startswith("shrinks: ")


def test_an_irrational_counterexample_is_not_believed():
    outcome = prove(lambda a: ((a * a == 2,), (a < 0,)), "a")
    assert outcome == unknown("z3: sat, but its model could not be made exact")


def test_a_timeout_is_unknown():
    """The inequality of means in six variables: true, and far beyond 20 ms."""

    def means(*v):
        return tuple(x > 0 for x in v), (sum(x**6 for x in v) >= 6 * math.prod(v),)

    outcome = prove(means, "a b c d e f", milliseconds=20)
    assert outcome.status is Status.UNKNOWN
    assert re.fullmatch("z3: (timeout|canceled|.*timeout.*)", outcome.note)


def test_hypotheses_that_z3_cannot_meet_are_unknown(monkeypatch):
    """The answer 'unknown' is z3's; a formula that takes it there would take its time too."""
    import z3

    monkeypatch.setattr(z3.Solver, "check", lambda solver: z3.unknown)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda solver: "tired")
    assert prove(squares, "a b") == unknown("z3 on the hypotheses: tired")


def test_what_the_question_leaves_open_is_made_whole():
    """A variable that the model does not mention still gets a value."""
    outcome = prove(lambda a, b: ((), (a < 0,)), "a b")
    assert outcome.status is Status.FALSE
    assert set(outcome.found) == {"a", "b"}
    for numerator, value in ((3, "1/3"), (-3, "-1/3")):
        outcome = prove(lambda a, n=numerator: ((n * a == 1,), (a * a * a == a,)), "a")
        assert outcome.found == {"a": value}


def test_a_statement_without_conclusion_is_refused():
    with pytest.raises(ValueError, match="^statement: no conclusion, so nothing could fail$"):
        prove(lambda a: ((a > 0,), ()), "a")


def test_the_smtlib_text_stands_by_itself():
    import z3

    solver = z3.Solver()
    with listening() as heard:
        prove(below_plus_one, "a b")
    solver.from_string(heard[0].text)
    assert solver.check() == z3.unsat


def test_exhaust_reports_the_first_failure_and_counts_the_cases():
    assert exhaust(range(5), lambda n: n < 9).cases == 5
    failed = exhaust(range(9), lambda n: None if n % 2 else n < 4)
    assert (failed.status, failed.found, failed.cases) == (Status.FALSE, 4, 3)
    assert exhaust(range(5), lambda n: None).cases == 0


@pytest.mark.parametrize("answer", [1, 0, "yes", Fraction(1)])
def test_exhaust_refuses_answers_that_are_no_bool(answer):
    with pytest.raises(TypeError, match="not a bool"):
        exhaust([1], lambda n: answer)


@pytest.mark.parametrize("bad", [0.5, True, float("nan"), "nan"])
def test_a_grid_of_inexact_values_is_refused(bad):
    with pytest.raises(TypeError, match="^values: "):
        list(grid([bad], 2))


def test_a_grid_is_every_tuple_of_exact_values():
    assert list(grid(["1/2", 3], 2)) == [
        (Fraction(1, 2), Fraction(1, 2)),
        (Fraction(1, 2), Fraction(3)),
        (Fraction(3), Fraction(1, 2)),
        (Fraction(3), Fraction(3)),
    ]


def test_an_identity_says_what_it_saw():
    zero = identity(x - x)
    assert (zero.cases, zero.note) == (1, "sympy: expands to 0")
    open_one = identity(sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1)
    assert open_one.note == "sympy: neither zero nor non-zero at the points tried"
    assert identity(x - 2 * y).found == {"x": 2, "y": 3, "value": "-4"}
    both = identities({"base": x - x, "step": y - y})
    assert (both.cases, both.note) == (2, "sympy: base, step")
    failed = identities({"base": x - x, "step": x - y})
    assert (failed.cases, failed.found["value"]) == (1, "-1")


def test_steps_together_count_all_their_cases_and_stop_at_one_that_shows_nothing():
    held = all_steps(lambda: true(3, note="one"), lambda: true(4), lambda: true(1, note="two"))
    assert (held.status, held.cases, held.note) == (Status.TRUE, 8, "one; two")
    late = [lambda: true(1), lambda: false("here", 2), lambda: pytest.fail("asked")]
    assert all_steps(*late) == false("here", 2)
    assert all_steps(lambda: exhaust([], bool), lambda: true(5)).cases == 0
    assert all_steps(lambda: true(1), lambda: unknown("no time")).status is Status.UNKNOWN
