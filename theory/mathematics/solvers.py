"""Interfaces to the solvers: identities (sympy), formulas over the reals (z3), finite lists.

sympy and z3 are imported inside the functions that use them. A statement is an ordinary function
of ring elements, so the very same function is read by z3 on variables and, when z3 offers a model,
by Python on Fractions: a model that does not fail there is no counterexample.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Fault, Outcome, false, true, unknown
from theory.ledger.questions import EXACT, SAT, UNSAT, Question, record, second, text_digest
from theory.mathematics.conversions import from_z3
from theory.mathematics.exact import exact

Statement = Callable[..., tuple[Sequence[Any], Sequence[Any]]]
"""Values → (hypotheses, conclusions): all hypotheses together imply all conclusions."""
Posed = tuple[tuple[Any, ...], tuple[Any, ...]]
"""A statement's hypotheses and conclusions at some values."""

MILLISECONDS = 10_000
DIGITS = (6, 15, 40)


def identity(expression: Any) -> Outcome:
    """Is a rational expression (factorials allowed) of sympy symbols zero for all their values?

    FALSE comes with a point where it is not zero; UNKNOWN if it is neither seen to vanish nor
    found non-zero at one of a few dozen integer points.

    Raises:
        TypeError: the expression holds a float.
    """
    import sympy

    expression = sympy.sympify(expression)
    if expression.atoms(sympy.Float):
        raise TypeError(f"expression: {expression} holds a float; pass exact numbers")
    reduced = expression
    if expression.has(sympy.factorial):
        reduced = sympy.gammasimp(expression.rewrite(sympy.gamma))
    numerator, denominator = sympy.fraction(sympy.together(reduced))
    if sympy.expand(numerator) == 0 and denominator != 0:
        return true(1, note="sympy: expands to 0")
    symbols = sorted(expression.free_symbols, key=str)
    for first, step in product(range(2, 8), range(1, 8)):
        point = {symbol: first + step * i for i, symbol in enumerate(symbols)}
        here = expression.subs(point)
        if here.is_Rational and here != 0:
            return false({str(s): v for s, v in point.items()} | {"value": str(here)})
    return unknown("sympy: neither zero nor non-zero at the points tried")


def identities(expressions: Mapping[str, Any]) -> Outcome:
    """Every named expression vanishes identically (the base and the step of an induction, …)."""
    for name, expression in expressions.items():
        outcome = identity(expression)
        if outcome.status != "true":
            return Outcome(outcome.status, 1, outcome.found, f"{name}: {outcome.note}")
    return true(len(expressions), note="sympy: " + ", ".join(expressions))


def prove(statement: Statement, names: str, milliseconds: int = MILLISECONDS) -> Outcome:
    """Does ``statement`` hold for all reals? z3 on hypotheses ∧ ¬conclusions, then cvc5.

    The question is left with ``theory.ledger.questions``. TRUE has 0 cases if nothing satisfies the
    hypotheses (the ledger calls that a fault). FALSE carries a counterexample in Fractions that
    ``statement`` itself fails on, outside z3. A timeout, 'unknown' or a model that cannot be made
    exact is UNKNOWN.

    Raises:
        Fault: the two solvers contradict each other.
    """
    import z3

    variables, hypotheses, conclusions = pose(statement, names)
    solver = z3.Solver(ctx=variables[0].ctx)
    solver.set("timeout", milliseconds)
    solver.add(*hypotheses)
    met = solver.check()
    if met == z3.unsat:
        return true(0, note="z3: no reals satisfy the hypotheses")
    if met == z3.unknown:
        return unknown(f"z3 on the hypotheses: {solver.reason_unknown()}")
    solver.add(z3.Not(z3.And(*conclusions)))
    text = str(solver.to_smt2())
    answer, name = solver.check(), f"z3 {z3.get_version_string()}"
    if answer == z3.unsat:
        return _confirmed(text, f"{name}: unsat")
    if answer == z3.unknown:
        return unknown(f"z3: {solver.reason_unknown()}")
    outcome = _made_exact(statement, variables, solver.model())
    if outcome.status == "false":
        record(Question(text, f"{name}: sat", EXACT, True))
    return outcome


def prove_all(posed: Iterable[tuple[Statement, str]]) -> Outcome:
    """``prove`` for each (statement, names): the first that is not proved, or whose hypotheses
    nothing satisfies (0 cases: a step that says nothing proves nothing), else one case each.

    Raises: as ``prove``.
    """
    notes = []
    for statement, names in posed:
        outcome = prove(statement, names)
        if outcome.status != "true" or outcome.cases == 0:
            return replace(outcome, note=f"{statement.__name__}: {outcome.note}")
        notes.append(outcome.note)
    return true(len(notes), note="; ".join(notes))


def all_steps(*steps: Callable[[], Outcome]) -> Outcome:
    """Every step holds, with the cases of all of them; else the first that does not, or that went
    through no case (a list that came out empty proves nothing)."""
    cases, notes = 0, []
    for step in steps:
        outcome = step()
        if outcome.status != "true" or outcome.cases == 0:
            return outcome
        cases += outcome.cases
        notes.append(outcome.note)
    return true(cases, note="; ".join(filter(None, notes)))


def _confirmed(text: str, first: str) -> Outcome:
    """TRUE by z3's unsat, with cvc5's answer to the same text; sat there is a contradiction."""
    answer, words = second(text)
    if answer == SAT:
        raise Fault(f"SMT-LIB {text_digest(text)}: {first}, {words}")
    question = record(Question(text, first, words, answer == UNSAT))
    doubt = "" if question.confirmed else " (one solver only)"
    return true(1, note=f"{first}, {words}{doubt}, SMT-LIB {question.digest}")


def pose(statement: Statement, names: str) -> tuple[list[Any], Sequence[Any], Sequence[Any]]:
    """z3's variables of these names, and the statement's hypotheses and conclusions at them.

    Raises:
        ValueError: there is no conclusion, so nothing could fail.
    """
    import z3

    # A context of its own: z3's search depends on every expression its context has seen.
    variables = list(z3.Reals(names, ctx=z3.Context()))
    hypotheses, conclusions = statement(*variables)
    if not conclusions:
        raise ValueError("statement: no conclusion, so nothing could fail")
    return variables, hypotheses, conclusions


def _made_exact(statement: Statement, variables: Sequence[Any], model: Any) -> Outcome:
    """The model as Fractions, believed only if the statement fails on them outside z3."""
    for digits in DIGITS:
        values = [from_z3(model.eval(v, model_completion=True), digits) for v in variables]
        hypotheses, conclusions = statement(*values)
        if all(hypotheses) and not all(conclusions):
            return false({str(v): str(x) for v, x in zip(variables, values, strict=True)})
    return unknown("z3: sat, but its model could not be made exact")


def exhaust(cases: Iterable[Any], predicate: Callable[[Any], bool | None]) -> Outcome:
    """Does ``predicate`` hold on every case? None means that the hypotheses do not hold there.

    Cases come in order of size, so that the first failure, which is reported, is the smallest.

    Raises:
        TypeError: the predicate answers anything but True, False or None.
    """
    count = 0
    for case in cases:
        answer = predicate(case)
        if answer is None:
            continue
        if answer is not True and answer is not False:
            raise TypeError(f"predicate: answered {answer!r}, not a bool, on {case!r}")
        count += 1
        if not answer:
            return false(case, count)
    return true(count)


def grid(values: Iterable[object], size: int) -> Iterable[tuple[Fraction, ...]]:
    """Every tuple of ``size`` exact values.

    Raises:
        TypeError: a value is not exact.
    """
    return product([exact(v, "values") for v in values], repeat=size)
