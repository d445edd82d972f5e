"""Does B.1 define the number task? Its index formulas against 'follow the hops' (B-num-def).

The printed answer s_{n2 - j_{k_H} + 1} is at fault, and so is condition (2), whose index
n1 - j_{k_H} + 1 is right only where the path ends at the first number.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, exhaust, prove
from theory.mathematics.tasks import (
    PRINTED,
    NumberRules,
    different_letters,
    split_numbers,
    step_back,
)
from theory.witnesses import task_witness, witness
from theory.witnesses.witness import RefutedClaim, shown


def _followed(n1: int, steps: tuple[int, ...]) -> tuple[int, ...] | None:
    """Positions visited from the last of n1 letters and then integers, or None."""
    return step_back((*different_letters(n1), *steps), n1 + len(steps))


def hops_and_answers(part: dict[str, Any]) -> tuple[tuple[int, ...] | None, list[list[int]], int]:
    """The walk, [H, printed index] for every solution of (1)–(3), and n1."""
    form = split_numbers(task_witness.numbers_of(part))
    if form is None:
        return None, [], 0
    solutions = [[len(path), answer] for path, answer in PRINTED.solutions(*form)]
    return _followed(*form), solutions, form[0]


def formulas_fail(data: dict[str, Any]) -> Outcome:
    """Five ways in which (1)–(3) and the printed answer differ from following the hops."""
    parts: list[witness.Part] = []
    for name, part in data.items():
        walk, solutions, n1 = hops_and_answers(part)
        end = part["tokens"][walk[-1] - 1] if walk else ""
        inside = {part["tokens"][i - 1] for _, i in solutions if 1 <= i <= n1}
        ways = {
            "worked": bool(walk)
            and bool(solutions)
            and not inside
            and part["hops"] not in {h for h, _ in solutions},
            "wrong": bool(walk) and len(solutions) == 1 and bool(inside - {end}),
            "two": bool(walk) and len(inside) == 2,
            "shut out": bool(walk) and not solutions,
            "let in": not walk and bool(solutions),
        }
        route = f"visit positions {witness.fractions(walk)}, {end}" if walk else "leave the input"
        letters = [
            f"H = {h}: s_{i} = {part['tokens'][i - 1]}" for h, i in solutions if 1 <= i <= n1
        ]
        letters += [f"H = {h}: s_{i}, no letter" for h, i in solutions if not 1 <= i <= n1]
        parts += [
            (part["follow"] == end, f"{name}: the hops lead to {end!r}", ""),
            (not walk or part["hops"] == len(walk) - 1, f"{name}: not {part['hops']} hops", ""),
            (part["printed"] == solutions, f"{name}: (1)–(3) give {solutions}", ""),
            (
                ways[name],
                f"{name}: not shown",
                f"{name}: {' '.join(part['tokens'])}: the hops {route}; by (1)–(3) "
                f"{'; '.join(letters) or 'nothing'}",
            ),
        ]
    return shown(parts, "B.1 against the hops: " + ", ".join(data))


NUM_DEF = RefutedClaim(
    formulas_fail,
    id="B-num-def",
    place="B.1",
    statement="B.1 defines a function on number-task inputs. Its conditions are (1) j_{k_1} = "
    "j_{n2}, read, as the prose does, as k_1 = n2, (2) n1 - j_{k_H} + 1 ∈ {1..n1}, (3) k_i - "
    "k_{i+1} = j_{k_i}. They and the printed answer s_{n2 - j_{k_H} + 1} agree with 'follow the "
    "hops'.",
    parts={
        "worked": Kind.DATA,
        "wrong": Kind.INDEX,
        "two": Kind.HYPOTHESIS,
        "let in": Kind.QUANTIFIER,
    },
    not_covered="Nothing: the words after the formulas ('start at the last token …') do define a "
    "function, and with n1 for n2 in the answer alone A B 1 2 still fails.",
    repairs=("B-num-def-fix",),
)

NUM_DEF.coq(
    "composition.B_num_def",
    covers="the refutation for every n1 ≥ 2 at n2 = 1, and one input for each other fault, checked "
    "by Coq's kernel",
    near_misses={"composition.B_num_def__other_answer": Kind.INDEX},
)

NUM_DEF.edited(
    "another last step of the worked example",
    Kind.DATA,
    lambda w: w["worked"]["tokens"].__setitem__(4, "2"),
)
NUM_DEF.edited(
    "the answer's index n1 + k_H - j", Kind.INDEX, lambda w: w["wrong"].update(printed=[[1, 2]])
)
NUM_DEF.edited(
    "one letter, so one answer",
    Kind.HYPOTHESIS,
    lambda w: w["two"].update(tokens=["A", "1", "1"], follow="A", printed=[[1, 2], [2, 2]]),
)
NUM_DEF.edited("one hop more", Kind.CONSTANT, lambda w: w["shut out"].update(hops=2))
NUM_DEF.edited(
    "a walk that stays inside",
    Kind.QUANTIFIER,
    lambda w: w["let in"].update(
        tokens=["A", "1", "1"], follow="A", hops=2, printed=[[1, 2], [2, 2]]
    ),
)


def corrected() -> NumberRules:
    """B.1 with n1 + k_H - j_{k_H} both in (2) and as the answer's index."""

    def place(n1: int, n2: int, k: int, j: int) -> int:
        return n1 + k - j

    return NumberRules(tested=place, answer=place)


@dataclass(frozen=True)
class NumberDef:
    """``rules`` are the hops; the printed index exceeds the right one by ``excess(n1, n2, k_H)``.

    ``excess1`` is the same with n1 for n2 in the printed answer.
    """

    rules: NumberRules
    excess: Callable[[Any, Any, Any], Any] = lambda n1, n2, k: n2 + 1 - n1 - k
    excess1: Callable[[Any, Any, Any], Any] = lambda n1, n2, k: 1 - k


def small_inputs() -> Iterator[tuple[int, tuple[int, ...]]]:
    """(n1, steps) with n1 ≤ 3, n2 ≤ 4, steps ≤ 7, by length; the letters are all different."""
    for n in range(2, 8):
        for n1 in range(1, 4):
            if 1 <= n - n1 <= 4:
                yield from ((n1, steps) for steps in product(range(1, 8), repeat=n - n1))


NUM_DEF_FIX = FormalClaim(
    id="B-num-def-fix",
    place="B.1, repaired",
    statement="Put n1 + k_H - j_{k_H} for the index in B.1's rule (2) and in its answer. Then the "
    "rules (1)–(3) are 'follow the hops'. For all n1, n2 ≥ 1 and all integers j ≥ 1 they have at "
    "most one solution, and one iff the walk from the last token ends at a letter. Then H is its "
    "number of hops, H ≤ n2, and the answer its letter. The printed index is larger by n2 + 1 - n1 "
    "- k_H, so right iff k_H = n2 - n1 + 1; with n1 for n2 it is right iff k_H = 1.",
    provenance="repair",
    subject=lambda: NumberDef(corrected()),
    quantifiers={"input": "every n1, n2 ≥ 1 and j_1 … j_n2 ≥ 1", "small": "n1 ≤ 3, n2 ≤ 4, j ≤ 7"},
    parts={
        "rules.answer": Kind.INDEX,
        "rules.tested": Kind.HYPOTHESIS,
        "rules.start": Kind.QUANTIFIER,
    },
    not_covered="Inputs with n2 = 0, to which (1) gives no k_1. Integers ≤ 0 are not in INT.",
)


@NUM_DEF_FIX.exhaustive(
    "every small input",
    "solutions of the rules against the walk, letters all different, n1 ≤ 3, n2 ≤ 4, j ≤ 7",
    "small",
)
def rules_are_hops(subject: NumberDef) -> Outcome:
    """The rules have a solution iff the walk ends at a letter: the walk; and the printed excess."""

    def agrees(case: tuple[int, tuple[int, ...]]) -> bool:
        n1, steps = case
        n2, walk, solutions = len(steps), _followed(n1, steps), subject.rules.solutions(n1, steps)
        if walk is None:
            return solutions == []
        path = tuple(p - n1 for p in walk[:-1])
        k, j = path[-1], steps[path[-1] - 1]
        literal = PRINTED.answer(n1, n2, k, j) - walk[-1]
        with_n1 = n1 - j + 1 - walk[-1]
        return (
            solutions == [(path, walk[-1])]
            and literal == subject.excess(n1, n2, k)
            and with_n1 == subject.excess1(n1, n2, k)
        )

    return exhaust(small_inputs(), agrees)


@NUM_DEF_FIX.written(
    "hop by hop",
    "every input: by (3) each k gives the next, which is smaller, and (2) holds exactly "
    "where the hop leaves the numbers for the letters (z3)",
    "input",
    confirmed_by="cvc5; every small input",
)
def one_hop(subject: NumberDef) -> Outcome:
    """z3: where a hop leads, and that (2) holds exactly where it leads to a letter.

    An integer d satisfies d(d - 1) ≥ 0, all that is used of k - j being one; t lies in {1..n1}
    iff (t - 1)(n1 - t) ≥ 0, for n1 ≥ 1.
    """

    def statement(n1: Any, n2: Any, k: Any, j: Any) -> Posed:
        rules, place = subject.rules, n1 + k - j
        tested = rules.tested(n1, n2, k, j)
        numbers = (n1 >= 1, k >= 1, k <= n2, j >= 1, (k - j) * (k - j - 1) >= 0)
        return numbers, (
            n1 + rules.following(k, j) == place,
            rules.answer(n1, n2, k, j) == place,
            PRINTED.answer(n1, n2, k, j) - place == subject.excess(n1, n2, k),
            n1 - j + 1 - place == subject.excess1(n1, n2, k),
            ((tested - 1) * (n1 - tested) >= 0) == ((place - 1) * (n1 - place) >= 0),
            ((place - n1 >= 1) == (k - j >= 1)),
        )

    return prove(statement, "n1 n2 k j")


NUM_DEF_FIX.coq(
    "composition.B_num_def_fix",
    decides=("input", "small"),
    near_misses={"composition.B_num_def_fix__fewer_hops": Kind.RELATION},
)

NUM_DEF_FIX.mutant(
    "the printed answer",
    Kind.INDEX,
    mutate=lambda s: replace(s, rules=replace(s.rules, answer=PRINTED.answer)),
)
NUM_DEF_FIX.mutant(
    "the printed (2)",
    Kind.HYPOTHESIS,
    mutate=lambda s: replace(s, rules=replace(s.rules, tested=PRINTED.tested)),
)
NUM_DEF_FIX.mutant(
    "k_i + k_{i+1} = j",
    Kind.INDEX,
    mutate=lambda s: replace(s, rules=replace(s.rules, following=lambda k, j: j - k)),
)
NUM_DEF_FIX.mutant(
    "one number further back",
    Kind.CONSTANT,
    mutate=lambda s: replace(s, rules=replace(s.rules, following=lambda k, j: k - j - 1)),
)
NUM_DEF_FIX.mutant(
    "start at the first number",
    Kind.QUANTIFIER,
    rules_are_hops,
    mutate=lambda s: replace(s, rules=replace(s.rules, start=lambda n1, n2: 1)),
)
NUM_DEF_FIX.mutant(
    "printed index right iff k_H = n2 - n1", Kind.CONSTANT, excess=lambda n1, n2, k: n2 - n1 - k
)
