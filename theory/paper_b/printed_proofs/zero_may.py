"""Where a discrepancy of zero leads to a wrong answer, if not on that input (B-zero-may)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, maximisers
from theory.mathematics.constructed import (
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_phases,
    index_target,
    is_proper,
    retrieval_answer,
    retrieval_gap,
    retrieval_phases,
    retrieval_tokens,
)


@dataclass(frozen=True)
class Ties:
    """Right on all inputs only if no two positions (no two tokens) share the largest logit."""

    numbers: bool = True
    alpha: int = 2
    shorter: int = 0
    both_ways: bool = False

    def agrees(self, right: bool, tied: bool) -> bool:
        """Right, so not tied; with ``both_ways`` also the reverse."""
        return right != tied if self.both_ways else not (right and tied)


def _index(subject: Ties, n: int) -> str:
    """Index at length n over two letters and 1 … n - 1; '' if the claim holds at every real θ."""
    inputs = list(index_inputs(n, 2, n - 1 if subject.numbers else 0))
    for u in arc_cells(2 * n):
        best = [maximisers(index_phases(n, index_target(x), u)) for x in inputs]
        right = all(
            gap(index_output(x, hard(b, n), subject.alpha), index_answer(x)) > 0
            for x, b in zip(inputs, best, strict=True)
        )
        if not subject.agrees(right, any(len(b) > 1 for b in best)):
            return f"Index, n = {n}, θ = {u}·2π: right on all is {right}"
    return ""


def _tied(tokens: Sequence[Any], u: Any) -> bool:
    """Two different tokens share the largest logit, two letters."""
    places = maximisers(retrieval_phases(tokens, 2, u))
    return len({tokens[len(tokens) - 1 - t] for t in places}) > 1


def _retrieval(subject: Ties, n0: int) -> str:
    """Retrieval to length n0 over two letters, INT = {1}."""
    inputs = [
        x
        for n in range(1, n0 + 1)
        for x in product(retrieval_tokens(2, 1), repeat=n)
        if is_proper(x)
    ]
    for u in arc_cells(2 * n0, 2):
        asked = [x for x in inputs if len(x) <= n0 - subject.shorter]
        right = all(retrieval_gap(x, 2, u) > 0 and retrieval_answer(x) for x in asked)
        if not subject.agrees(right, any(_tied(x, u) for x in inputs)):
            return f"Retrieval, n0 = {n0}, θ = {u}·2π: right on all is {right}"
    return ""


SMALL = "every small input"
MAY = FormalClaim(
    id="B-zero-may",
    place="§3.5, with its 'potentially'",
    statement="Hard attention, any θ, A ≥ 2. INT = {1..n-1}, numbers pointing inside: the printed "
    "Index head is right on all inputs of length n only if none of them has Δ(σ) = 0. INT not "
    "empty: the printed Retrieval head is right on all proper inputs of length ≤ n0 only if on "
    "none of them two different tokens share the largest logit. So a tie of what may differ leads "
    "to an incorrect response, on that input or on another.",
    subject=Ties,
    quantifiers={
        "n": "every n, n0 ≥ 2, A ≥ 2, every real θ",
        "small": "Index n = 2, 3, two letters; Retrieval n0 = 2, 3, two letters, INT = {1}",
    },
    parts={"numbers": Kind.HYPOTHESIS, "shorter": Kind.INDEX, "both_ways": Kind.RELATION},
    not_covered="Softmax at a finite β: B-lemF1. Ties of equal tokens do no harm: B-zero-fix.",
    rests_on=("B-zero-fix", "B-thm31-retr"),
)


@MAY.exhaustive(
    SMALL,
    "the literal outputs on every input at every real θ: Index n ≤ 3, Retrieval n0 ≤ 3",
    "small",
)
def outputs_at_every_angle(subject: Ties) -> Outcome:
    """Index n = 2, 3 over two letters and 1 … n - 1; Retrieval n0 = 2, 3; every real θ."""
    cases = 0
    for check, sizes in ((_index, (2, 3)), (_retrieval, (2, 3))):
        for n in sizes:
            cases += 1
            if wrong := check(subject, n):
                return false(wrong, cases)
    return true(cases)


@MAY.written(
    "a tie moved to where it harms",
    "every n: the number that points as far back as the tie, or an angle out of range",
    "n",
)
def tie_moved(subject: Ties) -> Outcome:
    """n ≤ 6: at every angle with dθ a full turn, d < n, the number d after one letter a, d back,
    and letters b holds the number among the maximal keys, and is not decoded."""
    cases = 0
    for n in range(2, 7):
        for d, k in ((back, turn) for back in range(1, n) for turn in range(back)):
            cases += 1
            last: Any = d if subject.numbers else "b"
            tokens = tuple("a" if t == d else "b" for t in range(n - 1, 0, -1)) + (last,)
            best = maximisers(index_phases(n, index_target(tokens), Fraction(k, d)))
            y = index_output(tokens, hard(best, n), subject.alpha)
            if not {0, d} <= set(best) or gap(y, index_answer(tokens)) > 0:
                return false(f"n = {n}, d = {d}, θ = {k}/{d}·2π", cases)
    return true(cases)


MAY.coq(
    "zero_ties.B_zero_may_index",
    "zero_ties.B_zero_may_retr",
    decides=("n", "small"),
    axioms=REALS,
    near_misses={
        "zero_ties.B_zero_may_index__letters_alone": Kind.DATA,
        "zero_ties.B_zero_may_retr__shorter": Kind.INDEX,
    },
)

MAY.mutant("letters alone", Kind.HYPOTHESIS, numbers=False)
MAY.mutant("α = 3", Kind.CONSTANT, alpha=3)
MAY.mutant("right to length n0 - 1", Kind.INDEX, outputs_at_every_angle, shorter=1)
MAY.mutant("if and only if", Kind.RELATION, outputs_at_every_angle, both_ways=True)
