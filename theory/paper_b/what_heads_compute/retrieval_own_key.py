"""Retrieval by a positional head that mostly attends to itself, with F(x, a) = a and a VAL that is
not diagonal (B-rem31-retr-own).

Source: paper B, F.2 (Retrieval) and Remark 3.1.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import Head, Vector, computes, ideal_retrieval, words
from theory.mathematics.solvers import prove_all
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS, wanted


@dataclass(frozen=True)
class OwnKey:
    """An own weight above ``own`` is enough, one above ``beaten`` times that of the positions
    3 … n - 1 necessary. VAL(x) = e_x + ``spread`` · k Σ e_t over the tokens that x's half
    ``asked`` asks for."""

    own: Fraction = Fraction(1, 2)
    beaten: int = 1
    spread: int = 1
    asked: int = 1

    def head(self) -> Head:
        """Own weight a little above ``own``, equal weights before the query, F(x, a) = a."""
        w = self.own + Fraction(1, 18)
        k = self.spread * 2 * w / (2 * w - 1)

        def value(token: str) -> Vector:
            return {t: (t == token) + k * (t in wanted(token, self.asked)) for t in PAIRS}

        def weight(query: str, n: int, token: str, place: int) -> Fraction:
            return w / (1 - w) * (n - 1) if place == n > 1 else Fraction(1)

        return Head(weight, value, lambda query, a: a)


SMALL, LOUD = "every input to n = 4", "loud own key"
OWN = FormalClaim(
    id="B-rem31-retr-own",
    paper="B",
    place="Remark 3.1, repaired for a VAL that is not diagonal",
    statement="Retrieval on proper inputs of a length n ≥ 3, at least two letters and one integer, "
    "answers read by the largest coordinate. Take F(x, a) = a and a positional head whose own "
    "weights w_n are above 1/2. With a linear VAL that is not diagonal, chosen for the least own "
    "weight, it computes the task. With three letters or more, no VAL makes up for weights, the "
    "same at all queries, of which that of the positions 3 … n - 1 together is ≥ w_n: so 1/2 is "
    "the best bound for all n.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=OwnKey,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every positional L, every own weight and linear VAL",
        "n ≤ 4": "n = 1 … 4, two letters, one integer, own weight 5/9",
    },
    parts={"asked": Kind.INDEX},
    not_covered="Which non-diagonal VAL and own weights serve, exactly; whether one VAL serves "
    "every own weight above 1/2.",
)


@OWN.exhaustive(SMALL, "the head with own weight 5/9 on all proper inputs", "n ≤ 4")
def every_input(subject: OwnKey) -> Outcome:
    """The head with own weight 5/9 on all proper inputs of n = 1 … 4."""
    count, failed = computes(subject.head(), ideal_retrieval, words(PAIRS, range(1, 5)))
    return true(count) if failed is None else false(f"wrong on {' '.join(failed)}", count)


@OWN.written(
    LOUD,
    "every n: own weights above 1/2 are enough; four inputs show how far that is needed",
    "n",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def loud_own_key(subject: OwnKey) -> Outcome:
    """z3: an own weight above ``own`` is enough; and what four inputs of three letters need.

    With A1 and B1 at positions 1 and 2 and CA or CB at 3 … n, d = VAL_A1 - VAL_B1, m the mean
    weight of positions 1 and 2 and r that of 3 … n - 1, the two orders of A1 and B1 added up.
    """

    def enough(*x: Any) -> tuple[list[Any], list[Any]]:
        w, k, other = x  # own weight, k of VAL, the attention of any token not asked for
        met = [w > subject.own, w < 1, k * (2 * w - 1) == 2 * w * subject.spread, other <= 1]
        return met, [k * w > other + k * (1 - w)]

    def necessary(*x: Any) -> tuple[list[Any], list[Any]]:
        w, r, m, ca, cb, both = x  # both: d(A1) + d(B1)
        right = [w * ca + r * cb + m * both > 0, (w + r) * ca + m * both > 0]
        right += [w * cb + r * ca + m * both < 0, (w + r) * cb + m * both < 0]
        return [w > 0, r >= 0, m > 0, *right], [w > subject.beaten * r]

    outcome = prove_all([(enough, "w k o"), (necessary, "w r m ca cb both")])
    if outcome.status != "true" or outcome.cases == 0:
        return outcome
    cases = list(product((4, 5, 6), (("A1", "B1"), ("B1", "A1")), "AB", "AB"))
    for n, first, filler, asked in cases:
        if ideal_retrieval((*first, *["C" + filler] * (n - 3), "C" + asked)) != asked + "1":
            return false(f"{first}, C{filler}, C{asked}")
    return true(outcome.cases + len(cases), note=outcome.note)


OWN.coq(
    "retrieval_gaps.B_rem31_retr_fix_loud",
    "retrieval_gaps.B_rem31_retr_fix_quiet",
    "retrieval_gaps.B_rem31_retr_fix_half",
    decides=("n", "head", "n ≤ 4"),
    near_misses={
        "retrieval_gaps.B_rem31_retr_fix_half__above": Kind.SIGN,
        "retrieval_gaps.B_rem31_retr_fix_half__third": Kind.CONSTANT,
    },
)

OWN.mutant("own weight above 2/5", Kind.CONSTANT, own=Fraction(2, 5))
OWN.mutant("own weight above twice the others'", Kind.CONSTANT, loud_own_key, beaten=2)
OWN.mutant("VAL = identity", Kind.TERM, spread=0)
OWN.mutant("the left letter looked up", Kind.INDEX, every_input, asked=0)
