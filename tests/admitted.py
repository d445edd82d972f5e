"""Cases that each question to a solver must admit: ``python -m tests.admitted``.

A hypothesis that a check adds or narrows (r ≥ 1 to r ≥ 2, ≤ to <) makes the check prove less than
its claim's sentence, and every mutant is still rejected. So ``admitted.json`` holds, for each
question, points at which its hypotheses hold. Together they touch the edge of each inequality, make
each variable large, negative and zero, and order each two variables both ways, where the hypotheses
allow it. The command adds points for questions that have none. Whoever removes points, to have
others, compares the question with the claim's quantifiers first.

A conclusion that a check weakens (< to ≤, or one of two left out) does the same. ``concluded.json``
holds, for each question, a digest of how many of its conclusions hold at each of many points.
"""

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import z3

from theory.gate.registry import load
from theory.mathematics import solvers
from theory.mathematics.conversions import from_z3

STORED = Path(__file__).with_suffix(".json")
CONCLUDED = STORED.with_name("concluded.json")
METHODS = {"symbolic", "inductive", "written"}
"""Of evidence that may ask a solver; what enumerates takes minutes and asks nothing."""
LARGE, CLOSE = 1000, Fraction(1, 1000)
SIMPLE = (1, 0, 2, 3, LARGE, -1, -LARGE, Fraction(1, 2), CLOSE)
ORDERED = {z3.Z3_OP_LE, z3.Z3_OP_GE, z3.Z3_OP_LT, z3.Z3_OP_GT}
SMALL = [Fraction(x) for x in ("-2", "-1", "0", "1/2", "1", "2", "3")]
Asked = dict[str, tuple[solvers.Statement, str]]


@contextmanager
def questions() -> Iterator[list[tuple[solvers.Statement, str]]]:
    """The statements put to ``prove``, each with its names; a trivial one is decided instead."""
    heard, pose = [], solvers.pose

    def trivial(statement: solvers.Statement, names: str) -> Any:
        heard.append((statement, names))
        return pose(lambda x: ((x > 0,), (x > 0,)), "x")

    solvers.pose = trivial
    try:
        yield heard
    finally:
        solvers.pose = pose


def asked(claims: dict[str, Any]) -> Asked:
    """Every question that the claims' checks ask, by claim, evidence, number and name."""
    gathered: Asked = {}
    for one, claim in claims.items():
        for evidence in (e for e in claim.evidence if e.method.value in METHODS):
            with questions() as heard:
                evidence.check(claim.subject())
            for at, (statement, names) in enumerate(heard):
                name = f"{one}, {evidence.name}, {at}: {statement.__name__} ({names})"
                gathered[name] = (statement, names)
    return gathered


def edges(hypotheses: Any) -> list[Any]:
    """Both sides' difference in each inequality among the hypotheses, those inside others too."""
    stack, sides = [h for h in hypotheses if z3.is_expr(h)], []
    while stack:
        one = stack.pop(0)
        if one.decl().kind() in ORDERED:
            sides.append(one.arg(0) - one.arg(1))
        elif z3.is_bool(one):
            stack.extend(one.children())
    return sides


def refused(statement: solvers.Statement, point: str) -> bool:
    """Whether the hypotheses fail at a point ('1 1/2 0'), in Fractions."""
    return not all(statement(*map(Fraction, point.split()))[0])


def points(statement: solvers.Statement, names: str) -> list[str]:
    """Points at which the hypotheses hold, each at as many edges and as far out as z3 can have."""
    variables, hypotheses, _ = solvers.pose(statement, names)
    sides = edges(hypotheses)
    goals = [e == 0 for e in sides] + [z3.And(e <= CLOSE, e >= -CLOSE) for e in sides]
    goals += [far for v in variables for far in (v >= LARGE, v <= -LARGE, v == 0)]
    goals += [v < w for v, w in permutations(variables, 2)]
    chosen: list[str] = []
    while goals:
        solver = z3.Solver(ctx=variables[0].ctx)
        solver.set("timeout", 1000)
        solver.add(*hypotheses)
        met = [goal for goal in goals if _added(solver, goal)]
        if not met:
            break
        goals = [goal for goal in goals if not any(goal is one for one in met)]
        for v in variables:
            any(_added(solver, v == value) for value in SIMPLE)
        solver.check()
        model = solver.model()
        values = [from_z3(model.eval(v, model_completion=True), 40) for v in variables]
        point = " ".join(map(str, values))
        if not refused(statement, point):
            chosen.append(point)
    return chosen


def concluded(statement: solvers.Statement, names: str) -> str:
    """A digest of how many conclusions hold at points drawn among small numbers, where sides are
    often equal; the hypotheses may fail there."""
    draw, many = random.Random(0), len(names.split())
    held = [_held(statement, draw.choices(SMALL, k=many)) for _ in range(80)]
    return hashlib.sha256(repr(held).encode()).hexdigest()[:12]


def _held(statement: solvers.Statement, point: list[Fraction]) -> int | None:
    """How many conclusions hold at a point; None where a quotient has no value."""
    try:
        return sum(map(bool, statement(*point)[1]))
    except ZeroDivisionError:
        return None


def _added(solver: Any, condition: Any) -> bool:
    """Whether the condition can hold too; it is kept then."""
    solver.push()
    solver.add(condition)
    if solver.check() == z3.sat:
        return True
    solver.pop()
    return False


def main() -> None:
    """Add points for the questions that have none; drop those of questions no longer asked. The
    conclusions are recorded as they are, and those that changed are named."""
    stored = json.loads(STORED.read_text("utf-8")) if STORED.is_file() else {}
    questions = asked(load().claims)
    now = {name: stored.get(name) or points(*question) for name, question in questions.items()}
    ends = {name: concluded(*question) for name, question in questions.items()}
    before = json.loads(CONCLUDED.read_text("utf-8")) if CONCLUDED.is_file() else {}
    for path, data in ((STORED, now), (CONCLUDED, ends)):
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    new = [name for name in now if name not in stored]
    print(f"{STORED.name}: {len(now)} questions, {len(new)} new", *new)
    others = [name for name in ends if before.get(name) != ends[name]]
    print(f"{CONCLUDED.name}: {len(others)} new or changed", *others)


if __name__ == "__main__":
    main()
