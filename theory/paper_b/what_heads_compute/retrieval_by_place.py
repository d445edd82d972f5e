"""Positional heads and Retrieval: what stops them, and what does not (B-rem31-retr-fix)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory.kernel.theorems import proves
from theory.ledger import (
    Claim,
    Evidence,
    Kind,
    Method,
    Outcome,
    Verdict,
    altered,
    false,
    true,
)
from theory.mathematics.softmax_head import Head, Weight, computes, one_hot, retrieval, words
from theory.mathematics.solvers import prove
from theory.paper_b.what_heads_compute.looking_heads import (
    PAIRS,
    Looking,
    asks_another,
    loud_own_key,
    smallest_gap,
    vanishing_weights,
)
from theory.paper_b.what_heads_compute.positional_retrieval import REM31_RETR


def every_head(subject: Looking) -> Outcome:
    """All proper inputs of n = 1 … 4; the gap is at least the answer's weight."""
    count = 0
    for weight in subject.weights:
        head = Head(weight, one_hot, subject.output)
        for word in words(PAIRS, range(1, 5)):
            answer = retrieval(word)
            if answer is None:
                continue
            a = head.attended(word)
            scores = head.output(word[-1], a)
            gap = scores[answer] - max(s for t, s in scores.items() if t != answer)
            count += 1
            if not gap >= a.get(answer, Fraction(0)) > 0:
                return false(f"{' '.join(word)}: gap {gap}", count)
    more, failed = computes(subject.own_key_head(), retrieval, words(PAIRS, range(1, 5)))
    return true(count + more) if failed is None else false(f"(v): {failed}", count + more)


def diagonal_values(subject: Looking) -> Outcome:
    """z3: VAL(x) = α_x e_x, F(x, a) = a + c(x) e_x; the four inputs of places 1 and 2, any n.

    Query BA with A1 at one place and B1 elsewhere asks α w > β (w' + r), query AB with B1 at one
    place and A1 elsewhere the reverse; r is the weight of all other places before the query.
    """

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        w1, w2, r, v1, v2, s, alpha, beta, alpha2, beta2 = x
        first, second = (alpha, beta), (alpha, beta) if subject.shared else (alpha2, beta2)
        gaps = [
            first[0] * w1 - first[1] * (w2 + r),
            first[0] * w2 - first[1] * (w1 + r),
            second[1] * v1 - second[0] * (v2 + s),
            second[0] * (v1 + s) - second[1] * v2,
        ]
        answered = [gap >= 0 if subject.ties else gap > 0 for gap in gaps[:3]]
        present = [y > 0 for y in (w1, w2, v1, v2, alpha, beta, alpha2, beta2)]
        wrong = gaps[3] > 0 if subject.ties else gaps[3] >= 0
        return [*present, r >= 0, s >= 0, *answered], [wrong]

    return prove(statement, "w1 w2 r v1 v2 s alpha beta alpha2 beta2")


def support_and_share(subject: Looking) -> Outcome:
    """z3: the gap of (ii); the share of each place in (iv), and the sum over places."""

    def gap(*x: Any) -> tuple[list[Any], list[Any]]:
        w, other = x
        present = w > 0 if subject.least else w >= 0
        score = subject.height + w
        return [present, other >= 0, w + other <= 1], [
            score - subject.height >= w,
            score - other >= w,
            w > 0,
        ]

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

    steps = ((gap, "w o"), (margin, "g b a c"), (summed, "g k s w"))
    for statement, names in steps:
        outcome = prove(statement, names)
        if outcome.status != "true" or outcome.cases == 0:
            return outcome
    return true(len(steps), note="z3: gap, margin, sum")


def missing(places: Callable[[int], bool]) -> Weight:
    """Weight 0 at some places before the query: what hard attention does."""
    return lambda q, n, token, p: Fraction(0 if places(p) and p < n else 1)


REM31_RETR_FIX_COQ = proves(
    "retrieval_heads.B_rem31_retr_fix",
    "retrieval_heads.B_rem31_retr_fix_all",
    "retrieval_heads.B_rem31_retr_fix_hard",
    "retrieval_gaps.B_rem31_retr_fix_vanishing",
    "retrieval_gaps.B_rem31_retr_fix_gap",
    "retrieval_gaps.B_rem31_retr_fix_gap_attained",
    "retrieval_gaps.B_rem31_retr_fix_loud",
    "retrieval_gaps.B_rem31_retr_fix_quiet",
    "retrieval_gaps.B_rem31_retr_fix_half",
    decides=("n", "head", "diagonal", "n ≤ 4", "n ≤ 5", "vanishing", "own"),
)
REM31_RETR_FIX = Claim(
    id="B-rem31-retr-fix",
    paper="B",
    place="Remark 3.1, repaired",
    statement="Retrieval on proper inputs of length n ≥ 3, at least two letters and one integer, "
    "answers read by the largest coordinate. (i) With VAL(x) = α_x e_x and F(x, a) = a + c(x) e_x, "
    "as in the printed heads, no positional head computes it, whatever L, α and c. (ii) With VAL = "
    "identity and F(x, a) = a + Bx every softmax head computes it at every length, whatever L, "
    "with gap at least the answer's weight. (iii) For positional weights that may vanish some VAL "
    "and F compute it iff no query that asks for a letter other than its own left half has a place "
    "of weight 0 before it. (iv) For a positional head, w_n its own weight at a query BA, VAL of "
    "diameter D and differences of F's coordinates K-Lipschitz in a, the smallest gap is at most "
    "KD(1 - w_n)/(2(n - 1)); (ii) with equal weights attains it. (v) With F(x, a) = a and a linear "
    "VAL that is not diagonal, every positional head with own weights w_n > 1/2 computes it; with "
    "three letters or more, no VAL makes up for weights, the same at all queries, of which that of "
    "the places 3 … n - 1 together is ≥ w_n: so 1/2 is the best bound for all n.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=Looking,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every L, VAL and F as stated in (i) to (v)",
        "diagonal": "every positive weights, α, and weight of the other places",
        "n ≤ 4": "n = 1 … 4, two letters, one integer, three choices of L",
        "n ≤ 5": "n = 3 … 5, two letters, one integer, query BA, equal and steep weights",
        "vanishing": "n = 3 … 4, two letters, one integer, every set of places of weight 0",
        "own": "every own weight, and weight of the other places",
    },
    evidence=(
        Evidence(
            "every head",
            Method.EXHAUSTIVE,
            "uniform, steep and misled logits on all proper inputs, gaps too; the head of (v)",
            every_head,
            frozenset({"n ≤ 4"}),
        ),
        Evidence(
            "smallest gap",
            Method.EXHAUSTIVE,
            "(iv): the bound on all proper inputs, attained by equal weights and not by steep ones",
            smallest_gap,
            frozenset({"n ≤ 5"}),
        ),
        Evidence(
            "vanishing weights",
            Method.EXHAUSTIVE,
            "(iii): right for the sets of places stated, and (x_n, a_n) tells no answer for others",
            vanishing_weights,
            frozenset({"vanishing"}),
        ),
        Evidence(
            "loud own key",
            Method.SYMBOLIC,
            "(v): own weights above 1/2 are enough, and how far that is necessary",
            loud_own_key,
            frozenset({"own"}),
            confirmed_by="cvc5; by hand in proofs.md",
        ),
        Evidence(
            "diagonal values",
            Method.SYMBOLIC,
            "(i): the inputs that exchange two places cannot all be answered, any n",
            diagonal_values,
            frozenset({"diagonal"}),
            confirmed_by="cvc5; by hand in proofs.md",
        ),
        Evidence(
            "support and share",
            Method.WRITTEN,
            "every n and L: (ii) to (iv) from one place's share of the attention",
            support_and_share,
            frozenset({"n", "head"}),
            proof="proofs.md#b-rem31-retr-fix",
        ),
        REM31_RETR_FIX_COQ.evidence,
    ),
    parts={
        "weights": Kind.HYPOTHESIS,
        "least": Kind.HYPOTHESIS,
        "asked": Kind.INDEX,
        "ties": Kind.RELATION,
        "needed": Kind.QUANTIFIER,
        "shared": Kind.DATA,
    },
    mutants=(
        altered(
            "a place of weight 0",
            Kind.HYPOTHESIS,
            "every head",
            "support and share",
            least=0,
            weights=(missing(lambda p: p == 1),),
        ),
        altered("no bias", Kind.TERM, "every head", "support and share", height=Fraction(0)),
        altered("the left letter looked up", Kind.INDEX, "every head", asked=0),
        altered("VAL sees the query", Kind.DATA, "diagonal values", shared=False),
        altered("ties count as answers", Kind.RELATION, "diagonal values", ties=True),
        altered(
            "own weight above 2/5", Kind.CONSTANT, "every head", "loud own key", own=Fraction(2, 5)
        ),
        altered("own weight above twice the others'", Kind.CONSTANT, "loud own key", beaten=2),
        altered(
            "half the share",
            Kind.CONSTANT,
            "support and share",
            "smallest gap",
            share=Fraction(1, 4),
        ),
        altered(
            "a bound that is not attained", Kind.CONSTANT, "smallest gap", share=Fraction(3, 5)
        ),
        altered(
            "no query may lack a place",
            Kind.QUANTIFIER,
            "vanishing weights",
            needed=lambda q, p, n: p < n,
        ),
        altered(
            "nor its own",
            Kind.QUANTIFIER,
            "vanishing weights",
            needed=lambda q, p, n: asks_another(q),
        ),
        *REM31_RETR_FIX_COQ.near_misses,
    ),
    not_covered="One letter: Retrieval is then the identity on proper inputs. Which non-diagonal "
    "VAL and own weights serve in (v), exactly.",
)

CLAIMS_B: tuple[Claim, ...] = (REM31_RETR, REM31_RETR_FIX)
