"""Retrieval by a positional head that mostly attends to itself, with F(x, a) = a and a VAL that is
not diagonal (B-rem31-retr-own).

Source: paper B, F.2 (Retrieval) and Remark 3.1.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import Head, Vector, computes, ideal_retrieval, words
from theory.mathematics.solvers import prove_all
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS, wanted


@dataclass(frozen=True)
class OwnKey:
    """An own weight above ``own`` is enough, and one above ``needed`` necessary if the weights are
    the same at all queries (``same``). VAL(x) = e_x + ``spread`` · k Σ e_t over the tokens that x's
    half ``asked`` asks for. ``equal``: inputs of equal tokens are asked too."""

    own: Fraction = Fraction(1, 2)
    needed: Fraction = Fraction(1, 2)
    same: bool = True
    equal: bool = True
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
    place="Remark 3.1, repaired for a VAL that is not diagonal",
    statement="Retrieval on proper inputs of a length n ≥ 2, at least two letters and one integer, "
    "answers read by the largest coordinate. Take F(x, a) = a and a positional head whose own "
    "weights w_n are above 1/2. With a linear VAL that is not diagonal, chosen for the least own "
    "weight, it computes the task. If the weights are the same at all queries, some VAL does so "
    "iff w_n > 1/2.",
    provenance="repair",
    subject=OwnKey,
    quantifiers={
        "enough": "every n ≥ 2, positional L with own weights above 1/2",
        "needed": "every n ≥ 2, positional L with the same weights at all queries, every VAL",
        "n ≤ 4": "n = 1 … 4, two letters, one integer, own weight 5/9",
    },
    parts={"asked": Kind.INDEX, "same": Kind.HYPOTHESIS, "equal": Kind.QUANTIFIER},
    not_covered="Which own weights serve, exactly, where they depend on the query; whether one VAL "
    "serves every own weight above 1/2.",
)


@OWN.exhaustive(SMALL, "the head with own weight 5/9 on all proper inputs", "n ≤ 4")
def own_weight_on_inputs(subject: OwnKey) -> Outcome:
    """The head with own weight 5/9 on all proper inputs of n = 1 … 4."""
    count, failed = computes(subject.head(), ideal_retrieval, words(PAIRS, range(1, 5)))
    return true(count) if failed is None else false(f"wrong on {' '.join(failed)}", count)


@OWN.written(
    LOUD,
    "every n: own weights above 1/2 are enough; four inputs show that with the same weights at all "
    "queries they are needed",
    "enough",
    "needed",
    confirmed_by="cvc5; by hand in proofs.md",
)
def loud_own_key(subject: OwnKey) -> Outcome:
    """z3: an own weight above ``own`` is enough; and what four inputs of A1 and B1 need.

    w is the own weight at the query A1, v that at B1; the n - 1 other keys, all alike, have 1 - w
    and 1 - v together. f(x) is coordinate A1 of VAL(x) less coordinate B1; fa = f(A1), fb = f(B1).
    """

    def enough(*x: Any) -> tuple[list[Any], list[Any]]:
        w, k, other = x  # own weight, k of VAL, the attention of any token not asked for
        met = [w > subject.own, w < 1, k * (2 * w - 1) == 2 * w * subject.spread, other <= 1]
        return met, [k * w > other + k * (1 - w)]

    def necessary(*x: Any) -> tuple[list[Any], list[Any]]:
        w, v, fa, fb = x
        met = [w > 0, w < 1, v > 0, v < 1, *([v == w] if subject.same else [])]
        met += [w * fa + (1 - w) * fb > 0, v * fb + (1 - v) * fa < 0]  # B1 … B1 A1, A1 … A1 B1
        met += [fa > 0, fb < 0] if subject.equal else []  # A1 … A1, B1 … B1
        return met, [w > subject.needed]

    outcome = prove_all([(enough, "w k o"), (necessary, "w v fa fb")])
    if outcome.status != "true" or outcome.cases == 0:
        return outcome
    cases = list(product(range(2, 7), ("A1", "B1"), ("A1", "B1")))
    for n, filler, query in cases:
        if ideal_retrieval((*[filler] * (n - 1), query)) != query:
            return false(f"{n - 1} of {filler}, then {query}")
    return true(outcome.cases + len(cases), note=outcome.note)


OWN.coq(
    "retrieval_gaps.B_rem31_retr_fix_loud",
    "retrieval_gaps.B_rem31_retr_own_needed",
    "retrieval_gaps.B_rem31_retr_fix_quiet",
    "retrieval_gaps.B_rem31_retr_fix_half",
    decides=("enough", "needed", "n ≤ 4"),
    near_misses={
        "retrieval_gaps.B_rem31_retr_own_needed__two_thirds": Kind.CONSTANT,
        "retrieval_gaps.B_rem31_retr_fix_half__above": Kind.SIGN,
        "retrieval_gaps.B_rem31_retr_fix_half__third": Kind.CONSTANT,
    },
)

OWN.mutant("own weight above 2/5", Kind.CONSTANT, own=Fraction(2, 5))
OWN.mutant("an own weight above 3/5 needed", Kind.CONSTANT, loud_own_key, needed=Fraction(3, 5))
OWN.mutant("weights that depend on the query", Kind.HYPOTHESIS, loud_own_key, same=False)
OWN.mutant("no inputs of equal tokens", Kind.QUANTIFIER, loud_own_key, equal=False)
OWN.mutant("VAL = identity", Kind.TERM, spread=0)
OWN.mutant("the left letter looked up", Kind.INDEX, own_weight_on_inputs, asked=0)
