"""How small a positional head's gap on Retrieval is (B-rem31-retr-gap).

Source: paper B, F.2 (Retrieval) and Remark 3.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import Head, Tokens, ideal_retrieval, one_hot, words
from theory.mathematics.solvers import prove_all
from theory.paper_a.canonical_tasks.lookup_heads import steep, uniform
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS, Biased


@dataclass(frozen=True)
class LeastGap:
    """The smallest gap is at most ``share`` · KD (1 - w_n)/``places``(n), w_n left out if
    ``own_apart``. Weights 1/n attain it; steep ones only if ``steep_too``, and those that are
    equal before a lighter own one only if ``light_too``."""

    share: Fraction = Fraction(1, 2)
    places: Callable[[int], int] = lambda n: n - 1
    own_apart: bool = True
    steep_too: bool = False
    light_too: bool = False


def light(query: str, n: int, token: str, place: int) -> Fraction:
    """Equal weights before the query, a tenth of one on its own key."""
    return Fraction(1 if place == n else 10)


def _gap(head: Head, word: Tokens) -> Fraction:
    """The answer's coordinate less the largest other one."""
    scores = head.output(word[-1], head.attended(word))
    answer = ideal_retrieval(word)
    return scores[answer or ""] - max(s for t, s in scores.items() if t != answer)


SMALL, PLACE = "smallest gap", "each position's share"
GAP = FormalClaim(
    id="B-rem31-retr-gap",
    place="Remark 3.1, repaired for the gap",
    statement="Retrieval on proper inputs of length n ≥ 3, at least two letters and one integer. "
    "For a positional head, w_n its own weight at a query BA, VAL of diameter D and differences of "
    "F's coordinates K-Lipschitz in a, the smallest gap is at most KD(1 - w_n)/(2(n - 1)). All "
    "weights equal, the own one too (1/n), with VAL = identity and F(x, a) = a + Bx attain it.",
    provenance="repair",
    subject=LeastGap,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every positional L, every VAL and F as stated",
        "n ≤ 5": "n = 3 … 5, two letters, one integer, every query, equal, light and steep weights",
    },
    parts={
        "places": Kind.INDEX,
        "own_apart": Kind.TERM,
        "steep_too": Kind.QUANTIFIER,
        "light_too": Kind.HYPOTHESIS,
    },
    not_covered="Symbolic heads, whose gap need not shrink with n (proofs.md, on paper).",
)


@GAP.exhaustive(
    SMALL,
    "the bound on all proper inputs, attained by weights 1/n and not by two other heads",
    "n ≤ 5",
)
def smallest_gap(subject: LeastGap) -> Outcome:
    """ℓ1 (K = 1, D = 2), F(x, a) = a + Bx: the bound at n = 3 … 5, and which weights attain it.

    The bound holds the own weight at a query BA; the gap is the least over every query.
    """
    count = 0
    tried = ((uniform, True), (steep, subject.steep_too), (light, subject.light_too))
    for weight, attains in tried:
        head = Head(weight, one_hot, Biased().output)
        for n in (3, 4, 5):
            own = head.attention((*PAIRS[:1] * (n - 1), "BA"))[-1]
            before = 1 - own if subject.own_apart else Fraction(1)
            bound = 2 * subject.share * before / subject.places(n)
            proper = [x for x in words(PAIRS, [n]) if ideal_retrieval(x) is not None]
            gap = min(_gap(head, word) for word in proper)
            count += len(proper)
            if gap > bound or (gap == bound) != attains:
                return false(f"n = {n}: gap {gap}, bound {bound}", count)
    return true(count)


@GAP.written(
    PLACE,
    "every n and L: twice the gap is at most KD times one position's weight; the sum (z3)",
    "n",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def each_place(subject: LeastGap) -> Outcome:
    """z3: the gap against one position's share of the attention, and the sum over the positions."""

    def margin(*x: Any) -> tuple[list[Any], list[Any]]:
        gamma, before, after, change = x  # before, after: y_t - y_u on the two inputs; change: KDw
        met = [gamma > 0, before >= gamma, after <= -gamma, before - after <= change]
        return met, [gamma <= subject.share * change]

    def summed(*x: Any) -> tuple[list[Any], list[Any]]:
        gamma, count, sofar, w = x
        half = subject.share
        return [count * gamma <= half * sofar, gamma <= half * w], [
            (count + 1) * gamma <= half * (sofar + w)
        ]

    return prove_all([(margin, "g b a c"), (summed, "g k s w")])


GAP.coq(
    "retrieval_gaps.B_rem31_retr_fix_gap",
    "retrieval_gaps.B_rem31_retr_fix_gap_attained",
    decides=("n", "head", "n ≤ 5"),
    near_misses={"retrieval_gaps.B_rem31_retr_fix_gap_attained__twice": Kind.CONSTANT},
)

GAP.mutant("half the share", Kind.CONSTANT, share=Fraction(1, 4))
GAP.mutant("a bound that is not attained", Kind.CONSTANT, smallest_gap, share=Fraction(3, 5))
GAP.mutant("n positions", Kind.INDEX, smallest_gap, places=lambda n: n)
GAP.mutant("the own weight too", Kind.TERM, smallest_gap, own_apart=False)
GAP.mutant("steep weights attain it too", Kind.QUANTIFIER, smallest_gap, steep_too=True)
GAP.mutant("a light own key attains it too", Kind.HYPOTHESIS, smallest_gap, light_too=True)
