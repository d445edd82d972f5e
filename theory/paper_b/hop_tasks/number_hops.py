"""Iterating Index follows the hops: B-num-comp, and the closed form on every sequence."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, altered
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, exhaust, prove
from theory.mathematics.tasks import (
    Numbers,
    Outside,
    Symbol,
    different_letters,
    index,
    keep_unread,
    number_sequences,
    power,
    reflexive,
    step_back,
)
from theory.paper_b.hop_tasks.index_task import Indexing, jump_to_anything, looked


def a_letter(tokens: Numbers, j: int) -> Symbol:
    """A convention: a letter that is not in the input where the integer points outside."""
    return "Z"


def points_far(tokens: Numbers, j: int) -> Symbol:
    """A convention: an integer that points inside where the integer points outside."""
    return max(j - 1, 1)


CONVENTIONS: tuple[Outside, ...] = (keep_unread, a_letter, points_far)


@dataclass(frozen=True)
class Iterated:
    """The letter where j's walk ends is at j after ``needed(hops)`` applications of ``step``,
    not before; and ``then`` leaves it there."""

    step: Indexing = index
    then: Callable[[Numbers], Numbers] = reflexive
    needed: Callable[[Any], Any] = lambda hops: hops
    end: Callable[[tuple[int, ...]], int] = lambda walk: walk[-1]
    only_inside: bool = True

    def after(self, tokens: Numbers, times: int, outside: Outside = keep_unread) -> Numbers:
        """step^times."""
        return power(lambda x: self.step(x, outside), times, tokens)


def number_inputs() -> Iterable[Numbers]:
    """Number-task inputs with n ≤ 5, n1 ≤ 3 different letters, integers to 5, by length."""
    for n in range(2, 6):
        for n1 in range(1, min(n, 4)):
            for steps in product(range(1, 6), repeat=n - n1):
                yield (*different_letters(n1), *steps)


def one_hop_more(subject: Iterated) -> Outcome:
    """z3: a walk of d + 1 hops is through after t + 1 applications iff the target's is after t."""

    def statement(d: Any, t: Any) -> Posed:
        return (d >= 0, t >= 0), (
            (subject.needed(d) <= t) == (subject.needed(d + 1) <= t + 1),
            subject.needed(d) - subject.needed(0) == d,
            subject.needed(0) == 0,
        )

    return prove(statement, "d t")


def states(n: int) -> Iterator[tuple[Numbers, int]]:
    """Every sequence of length n over two letters and 1 … 4, and t ≤ n."""
    return product(number_sequences(n, 2, 4), range(n + 1))


def _closed_form(
    subject: Iterated, tokens: Numbers, t: int, outside: Outside
) -> list[Symbol | None]:
    """Where j's walk ends within t hops its letter, else σ_j; None if the walk leaves."""
    result: list[Symbol | None] = []
    for j, token in enumerate(tokens, start=1):
        walk = step_back(tokens, j)
        if walk is None:
            result.append(None if subject.only_inside or outside is not keep_unread else token)
        else:
            done = subject.needed(len(walk) - 1) <= t
            result.append(tokens[subject.end(walk) - 1] if done else token)
    return result


def base_and_step(subject: Iterated) -> Outcome:
    """The closed form at t = 0 is σ; one application takes it from t to t + 1; n ≤ 4.

    Positions whose walk leaves hold anything; they are left as the convention fills them.
    """

    def agrees(case: tuple[Numbers, int]) -> bool:
        tokens, t = case
        for outside in CONVENTIONS:
            before = _closed_form(subject, tokens, t, outside)
            if t == 0 and any(b not in (None, x) for b, x in zip(before, tokens, strict=True)):
                return False
            fill = subject.after(tokens, t, outside)
            state = tuple(f if b is None else b for b, f in zip(before, fill, strict=True))
            wanted = _closed_form(subject, tokens, t + 1, outside)
            given = subject.step(state, outside)
            if any(w not in (None, g) for w, g in zip(wanted, given, strict=True)):
                return False
        return True

    outcome = exhaust((case for n in range(1, 5) for case in states(n)), agrees)
    if outcome.status != "true":
        return outcome
    arithmetic = one_hop_more(subject)
    return replace(arithmetic, cases=arithmetic.cases + outcome.cases)


SMALL = "every small input"
STEP = "base and step"
DEPTH = "depth"

WRONG_STEPS = (
    altered("σ_{j-i} taken if an integer too", Kind.INDEX, step=jump_to_anything),
    altered("σ_{j-i+1}", Kind.INDEX, step=lambda x, o: looked(x, o, lambda j, i: j - i + 1, str)),
    altered("σ_{j+i}", Kind.INDEX, step=lambda x, o: looked(x, o, lambda j, i: j + i, str)),
    altered("the walk's start", Kind.DATA, end=lambda walk: walk[0]),
)

PARTS = {"step": Kind.INDEX, "end": Kind.DATA, "needed": Kind.HYPOTHESIS, "then": Kind.TERM}
NUM_COMP_ALL = FormalClaim(
    id="B-num-comp-all",
    place="composition for the number task, for every sequence",
    statement="Let σ be a sequence of letters and integers ≥ 1 in any order, j a position and h ≥ "
    "0, such that the walk from j stays inside. Then Index^h(σ)_j is the letter at which it ends "
    "if that takes at most h hops, and σ_j otherwise. With 'otherwise σ_j' for pointers outside it "
    "is σ_j wherever the walk leaves. So [Index^h(σ)]_n is the answer iff h ≥ H, on every σ whose "
    "last token has one, whatever is at positions that point outside.",
    provenance="repair",
    subject=lambda: Iterated(only_inside=False),
    quantifiers={
        "σ": "every σ of every length, every j",
        "h": "every h ≥ 0",
        "small": "n ≤ 4, two letters, integers to 4, h ≤ 5",
    },
    parts=PARTS,
    not_covered="Integers ≤ 0, which INT does not hold.",
)

NUM_COMP_ALL.symbolic(
    DEPTH,
    "hops left: d(j) = d(target) + 1, done after t + 1 iff the target is after t",
    "h",
    confirmed_by="base and step, case by case to t = 4",
)(one_hop_more)


@NUM_COMP_ALL.exhaustive(
    SMALL,
    "Index^h at every position, n ≤ 4, h ≤ 5, three conventions for pointers outside",
    "small",
)
def direct(subject: Iterated) -> Outcome:
    """Index^h against the closed form: n ≤ 4, two letters, integers to 4, h ≤ 5."""

    def agrees(tokens: Numbers) -> bool:
        return all(
            wanted in (None, given)
            for outside in CONVENTIONS
            for h in range(6)
            for wanted, given in zip(
                _closed_form(subject, tokens, h, outside),
                subject.after(tokens, h, outside),
                strict=True,
            )
        )

    return exhaust((x for n in range(1, 5) for x in number_sequences(n, 2, 4)), agrees)


NUM_COMP_ALL.written(
    STEP,
    "every σ, h: induction on h; base and step machine-checked on every sequence of length "
    "≤ 4 (two letters, integers to 4, three conventions for pointers outside)",
    "σ",
    "h",
)(base_and_step)

NUM_COMP_ALL.coq(
    "composition.B_num_comp_all",
    "composition.B_num_comp_iff",
    decides=("σ", "h", "small"),
    near_misses={
        "composition.B_num_comp_all__strictly_fewer": Kind.RELATION,
        "composition.B_num_comp_iff__strictly_fewer": Kind.RELATION,
    },
)

NUM_COMP_ALL.mutants(*(replace(m, rejected_by=(SMALL, STEP)) for m in WRONG_STEPS))
NUM_COMP_ALL.mutant("one application less", Kind.CONSTANT, needed=lambda hops: hops - 1)
NUM_COMP_ALL.mutant("two applications a hop", Kind.CONSTANT, needed=lambda hops: 2 * hops)
NUM_COMP_ALL.mutant(
    "two hops an application: twice d ≤ t",
    Kind.CONSTANT,
    one_hop_more,
    needed=lambda hops: hops / 2,
)
NUM_COMP_ALL.mutant("no application needed", Kind.HYPOTHESIS, needed=lambda hops: 0)

NUM_COMP = FormalClaim(
    id="B-num-comp",
    place="composition for the number task",
    statement="For number-task inputs with at most h hops and any ℓ ≥ h: f_NUM(σ) = "
    "[Reflexive^(ℓ-h)(Index^h(σ))]_n, with f_NUM = follow the hops.",
    subject=Iterated,
    quantifiers={
        "σ": "every number-task input with at most h hops",
        "h": "every h",
        "ℓ": "every ℓ ≥ h",
        "small": "n ≤ 5, n1 ≤ 3, integers to 5, h ≤ hops + 2, ℓ ≤ h + 2",
    },
    parts=PARTS,
    not_covered="f_NUM by B.1's printed formulas: with those it fails (B-num-comp-printed). Off "
    "the walk an integer may point outside, where Index is not defined (B-index-def); the answer "
    "does not depend on what is put there.",
    rests_on=("B-num-def-fix", "B-index-def-fix", "B-num-comp-all"),
)


@NUM_COMP.exhaustive(
    SMALL,
    "the printed equation, letters all different, under three conventions for pointers outside",
    "small",
)
def printed_composition(subject: Iterated) -> Outcome:
    """[Reflexive^(ℓ-h)(Index^h(σ))]_n is the answer for h = hops … hops + 2, ℓ = h … h + 2."""

    def holds(tokens: Numbers) -> bool | None:
        walk = step_back(tokens, len(tokens))
        if walk is None:
            return None
        answer = tokens[subject.end(walk) - 1]
        first = subject.needed(len(walk) - 1)
        return all(
            power(subject.then, more, subject.after(tokens, h, outside))[-1] == answer
            for outside in CONVENTIONS
            for h in range(first, first + 3)
            for more in range(3)
        )

    return exhaust(number_inputs(), holds)


NUM_COMP.written(
    STEP,
    "B-num-comp-all at j = n, its induction's base and step; Reflexive is the identity",
    "σ",
    "h",
    "ℓ",
)(base_and_step)

NUM_COMP.coq(
    "composition.B_num_comp",
    decides=("σ", "h", "ℓ", "small"),
    near_misses={"composition.B_num_comp__too_few": Kind.HYPOTHESIS},
)

NUM_COMP.mutants(*WRONG_STEPS)
NUM_COMP.mutant("one application less", Kind.CONSTANT, needed=lambda hops: hops - 1)
NUM_COMP.mutant("any h", Kind.HYPOTHESIS, needed=lambda hops: 0)
NUM_COMP.mutant(
    "the last token shifts instead of Reflexive",
    Kind.TERM,
    printed_composition,
    then=lambda x: (x[-1], *x[:-1]),
)
