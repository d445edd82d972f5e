"""Condition (1) of B.1 and of B.2 as it is printed, an equality of values (B-num-def-value,
B-let-def-value).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import exhaust
from theory.mathematics.tasks import Pairs, fitting, has_letter, split_numbers
from theory.paper_b.hop_tasks.letter_task import small_pairs
from theory.witnesses import task_witness, witness
from theory.witnesses.witness import RefutedClaim, shown


def mended_ends(n1: int, steps: tuple[int, ...], k: int) -> list[int]:
    """The answers' indices that (2), (3) and the mended n1 + k_H - j_{k_H} allow from k_1 = k."""
    places = []
    while 1 <= k <= len(steps):
        place = n1 + k - steps[k - 1]
        places += [place] if 1 <= place <= n1 else []
        k -= steps[k - 1]
    return places


def two_first_steps(data: dict[str, Any]) -> Outcome:
    """Two positions hold the last integer's value, and lead to two letters."""
    tokens, starts = task_witness.numbers_of(data), data["starts"]
    n1, steps = split_numbers(tokens) or (0, ())
    ends = [mended_ends(n1, steps, k) for k in starts]
    answers = [tokens[place - 1] for end in ends for place in end]
    equal = [k for k in range(1, len(steps) + 1) if steps[k - 1] == steps[-1]]
    parts = [
        (
            starts == equal,
            f"j_k = j_n2 at k in {equal}",
            f"n1 = {n1}, j = {witness.fractions(steps)}:"
            f" j_k = j_n2 at k = {witness.fractions(equal)}",
        ),
        (
            answers == data["answers"],
            f"the answers are {answers}",
            "; ".join(
                f"k_1 = {k}: n1 + k - j_k = {n1} + {k} - {steps[k - 1]}, {answer}"
                for k, answer in zip(starts, answers, strict=False)
            ),
        ),
        (len(set(answers)) == 2, "not two answers", ""),
    ]
    return shown(parts, f"{' '.join(data['tokens'])}: {' or '.join(map(str, answers))}")


NUM_VALUE = RefutedClaim(
    two_first_steps,
    id="B-num-def-value",
    place="B.1, read with (1) as the printed equality of values",
    statement="With n1 + k_H - j_{k_H} for the index in (2) and in the answer, and (1) as printed, "
    "j_{k_1} = j_{n2}, conditions (1)–(3) allow at most one answer on every number-task input.",
    provenance="reading",
    parts={"tokens": Kind.DATA, "starts": Kind.HYPOTHESIS, "answers": Kind.INDEX},
    not_covered="The prose, 'the first element is the last integer', reads k_1 = n2: then B.1, its "
    "index mended, is the hops (B-num-def-fix). With the printed index n2 - j + 1 the two starts "
    "give one answer here, and B-num-def's faults remain.",
    repairs=("B-num-def-fix",),
)

NUM_VALUE.edited("k_1 = n2", Kind.HYPOTHESIS, lambda w: w.update(starts=[2], answers=["B"]))
NUM_VALUE.edited("the printed answer's index", Kind.INDEX, lambda w: w.update(answers=["A", "A"]))
NUM_VALUE.edited(
    "one letter, so one answer",
    Kind.DATA,
    lambda w: w.update(tokens=["A", "1", "1"], answers=["A", "A"]),
)
NUM_VALUE.edited("another first integer", Kind.CONSTANT, lambda w: w["tokens"].__setitem__(2, "1"))


@dataclass(frozen=True)
class ByValue:
    """(answer, H) from every first position that holds the last token, and from n alone, agree.

    ``firsts(tokens)``: the first positions allowed; ``reach(j)``: hops from j go to
    k ≤ reach(j); ``against(n)`` is the position that (1) is read to mean."""

    firsts: Callable[[Pairs], list[int]] = lambda tokens: [
        j for j, token in enumerate(tokens, 1) if token == tokens[-1]
    ]
    reach: Callable[[int], int] = lambda j: j - 1
    hops: int = 0
    against: Callable[[int], int] = lambda n: n


def answers_from(subject: ByValue, tokens: Pairs, first: int) -> set[tuple[Any, int]]:
    """Every (answer, H) of B.2's (2), (3) with k_1 = ``first``."""
    answers, level = set(), {first}
    for h in range(len(tokens) + 1):
        onward: set[int] = set()
        for j in level:
            if not has_letter(tokens[j - 1]):
                answers.add((tokens[j - 1], h))
                continue
            for ks in fitting(tokens, j, subject.reach(j)).values():
                onward |= set(ks)
        level = onward
    return answers


LET_VALUE = FormalClaim(
    id="B-let-def-value",
    place="B.2, read with (1) as the printed equality of values",
    statement="Take any sequence of pairs. With (2), (3) and k_1 > … > k_H, (1) as printed, "
    "(x_{k_1}, y_{k_1}) = (x_{n2}, y_{n2}), allows the same answers after the same numbers H of "
    "hops as (1) read as k_1 = n2.",
    provenance="reading",
    subject=ByValue,
    quantifiers={"σ": "every sequence of pairs", "small": "n ≤ 4, four letters, two integers"},
    parts={"firsts": Kind.QUANTIFIER, "reach": Kind.RELATION, "against": Kind.INDEX},
    not_covered="B.1 differs: there the position counts (B-num-def-value).",
)


@LET_VALUE.exhaustive("every small input", "all (answer, H), n ≤ 4, up to names", "small")
def same_by_value(subject: ByValue) -> Outcome:
    """All first positions of that value together against k_1 = n2, on every small input."""

    def agrees(tokens: Pairs) -> bool:
        n = subject.against(len(tokens))
        every = set().union(*(answers_from(subject, tokens, j) for j in subject.firsts(tokens)))
        return every == {(end, h + subject.hops) for end, h in answers_from(subject, tokens, n)}

    return exhaust(small_pairs(), agrees)


@LET_VALUE.written(
    "from an equal token",
    "every σ: what is earlier than an equal token is earlier than the last one",
    "σ",
)
def nested(subject: ByValue) -> Outcome:
    """One hop from each first position allowed leads nowhere that a hop from the last does not."""

    def agrees(tokens: Pairs) -> bool:
        last = subject.against(len(tokens))
        onward = fitting(tokens, last, subject.reach(last))
        for j in subject.firsts(tokens):
            for token, ks in fitting(tokens, j, subject.reach(j)).items():
                if not set(ks) <= set(onward.get(token, [])):
                    return False
        return True

    return exhaust(small_pairs(), agrees)


LET_VALUE.coq(
    "first_conditions.B_let_def_value",
    decides=("σ", "small"),
    near_misses={
        "first_conditions.B_let_def_value__any_token": Kind.HYPOTHESIS,
        "first_conditions.B_let_def_value__one_more": Kind.INDEX,
    },
)

LET_VALUE.mutant(
    "any first position", Kind.QUANTIFIER, firsts=lambda tokens: list(range(1, len(tokens) + 1))
)
LET_VALUE.mutant(
    "an equal left half",
    Kind.QUANTIFIER,
    firsts=lambda tokens: [j for j, t in enumerate(tokens, 1) if t[0] == tokens[-1][0]],
)
LET_VALUE.mutant("a hop more", Kind.CONSTANT, same_by_value, hops=1)
LET_VALUE.mutant("hops to later pairs", Kind.RELATION, nested, reach=lambda j: 5 - j)
LET_VALUE.mutant("k_1 = n2 - 1", Kind.INDEX, against=lambda n: max(n - 1, 1))
