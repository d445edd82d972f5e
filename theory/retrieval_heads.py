"""Positional heads and Retrieval: what stops them, and what does not (B-rem31-retr, its repair)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory import head_witness, witness
from theory.exact import exact
from theory.ledger import Claim, Evidence, Kind, Method, Mutant, Outcome, Verdict, false, true
from theory.lookup_heads import misled, steep, uniform
from theory.softmax_head import Head, Vector, Weight, computes, one_hot, retrieval, words
from theory.solvers import prove
from theory.witness import mutant, shown

PAIRS = ("AA", "AB", "A1", "BA", "BB", "B1")


def biased_head(data: dict[str, Any]) -> tuple[Head, list[str]]:
    """VAL = identity, F(x, a) = a + B x, logits by content and place; and all its tokens."""
    tokens = [x + y for x, y in product(data["letters"], data["letters"] + data["integers"])]
    bias = {
        q: {t: exact(row.get(t, "0"), f"bias[{q}][{t}]") for t in tokens}
        for q, row in data["bias"].items()
    }
    weights = head_witness.looked_up(head_witness.table(data["weights"]))
    zero = Fraction(0)
    return Head(
        weights, one_hot, lambda q, a: {t: a.get(t, zero) + bias[q][t] for t in tokens}
    ), tokens


def positional_retrieval(data: dict[str, Any]) -> Outcome:
    """A purely positional head answers every proper input up to a length."""
    head, tokens = biased_head(data)
    weights = head_witness.table(data["weights"])
    if not head_witness.purely_positional(weights, tokens, exact("1/20", "level")):
        return false("not purely positional")
    count, failed = computes(head, retrieval, words(tokens, range(1, data["longest"] + 1)))
    parts = [
        (failed is None, f"wrong on {failed}"),
        (data["longest"] >= 3 and len(data["letters"]) >= 2, "degenerate"),
    ]
    return shown(
        parts, f"purely positional, right on all {count} proper inputs, n ≤ {data['longest']}"
    )


REM31_RETR = Claim(
    id="B-rem31-retr",
    paper="B",
    place="Remark 3.1",
    statement="No purely positional head computes Retrieval.",
    expected=Verdict.REFUTED,
    subject=lambda: witness.witness("B-rem31-retr"),
    evidence=witness.evidence("B-rem31-retr", positional_retrieval),
    mutants=(
        mutant("F(x, a) = a", Kind.TERM, lambda w: [row.clear() for row in w["bias"].values()]),
        mutant(
            "uniform: not purely positional",
            Kind.CONSTANT,
            lambda w: head_witness.flatten(w["weights"]),
        ),
        mutant(
            "a logit sees the content",
            Kind.HYPOTHESIS,
            lambda w: w["weights"]["AB"].__setitem__(1, "101"),
        ),
        mutant(
            "the other letter is looked up",
            Kind.INDEX,
            lambda w: w["bias"].update(AB=w["bias"]["AA"], BB=w["bias"]["BA"]),
        ),
        mutant("a bias of -1", Kind.SIGN, lambda w: w["bias"]["BA"].update(A1="-1")),
    ),
    not_covered="Attention of one place alone (hard attention), the printed head's own VAL and F, "
    "and a gap that does not shrink with n: there it holds (B-rem31-retr-fix).",
    repair="B-rem31-retr-fix",
)


@dataclass(frozen=True)
class Looking:
    """F(x, a) = a + height · [the tokens whose left half is x's letter ``asked``; x itself, if it
    asks for none]. ``own``: the own weight of (v) against all others together."""

    height: Fraction = Fraction(1)
    asked: int = 1
    weights: tuple[Weight, ...] = (uniform, steep, misled)
    shared: bool = True
    ties: bool = False
    share: Fraction = Fraction(1, 2)
    least: int = 1
    own: int = 3

    def output(self, query: str, a: Vector) -> Vector:
        """The scores of all tokens."""
        zero, wanted = Fraction(0), self.wanted(query)
        return {t: a.get(t, zero) + (self.height if t in wanted else zero) for t in PAIRS}

    def wanted(self, query: str) -> list[str]:
        """The tokens that could be the answer."""
        return [
            t for t in PAIRS if (t == query if query[1].isdigit() else t[0] == query[self.asked])
        ]

    def own_key_head(self) -> Head:
        """(v): VAL(x) = e_x + 4 Σ e_t over the tokens that x asks for, F(x, a) = a."""

        def value(token: str) -> Vector:
            return {t: Fraction((t == token) + 4 * (t in self.wanted(token))) for t in PAIRS}

        def weight(query: str, n: int, token: str, place: int) -> Fraction:
            return Fraction(self.own * (n - 1) if place == n > 1 else 1)

        return Head(weight, value, lambda query, a: a)


def every_head(claim: Looking) -> Outcome:
    """All proper inputs of n = 1 … 4; the gap is at least the answer's weight."""
    count = 0
    for weight in claim.weights:
        head = Head(weight, one_hot, claim.output)
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
    more, failed = computes(claim.own_key_head(), retrieval, words(PAIRS, range(1, 5)))
    return true(count + more) if failed is None else false(f"(v): {failed}", count + more)


def diagonal_values(claim: Looking) -> Outcome:
    """z3: VAL(x) = α_x e_x, F(x, a) = a + c(x) e_x; the four inputs of places 1 and 2, any n.

    Query BA with A1 at one place and B1 elsewhere asks α w > β (w' + r), query AB with B1 at one
    place and A1 elsewhere the reverse; r is the weight of all other places before the query.
    """

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        w1, w2, r, v1, v2, s, alpha, beta, alpha2, beta2 = x
        first, second = (alpha, beta), (alpha, beta) if claim.shared else (alpha2, beta2)
        gaps = [
            first[0] * w1 - first[1] * (w2 + r),
            first[0] * w2 - first[1] * (w1 + r),
            second[1] * v1 - second[0] * (v2 + s),
            second[0] * (v1 + s) - second[1] * v2,
        ]
        answered = [gap >= 0 if claim.ties else gap > 0 for gap in gaps[:3]]
        present = [y > 0 for y in (w1, w2, v1, v2, alpha, beta, alpha2, beta2)]
        wrong = gaps[3] > 0 if claim.ties else gaps[3] >= 0
        return [*present, r >= 0, s >= 0, *answered], [wrong]

    return prove(statement, "w1 w2 r v1 v2 s alpha beta alpha2 beta2")


def support_and_share(claim: Looking) -> Outcome:
    """z3: the gap of (ii); the share of each place in (iv), and the sum over places."""

    def gap(*x: Any) -> tuple[list[Any], list[Any]]:
        w, other = x
        present = w > 0 if claim.least else w >= 0
        score = claim.height + w
        return [present, other >= 0, w + other <= 1], [
            score - claim.height >= w,
            score - other >= w,
            w > 0,
        ]

    def margin(*x: Any) -> tuple[list[Any], list[Any]]:
        gamma, before, after, change = x  # before, after: y_t - y_u on the two inputs; change: KDw
        met = [gamma > 0, before >= gamma, after <= -gamma, before - after <= change]
        return met, [gamma <= claim.share * change]

    def summed(*x: Any) -> tuple[list[Any], list[Any]]:
        gamma, count, sofar, w = x
        half = claim.share
        return [count * gamma <= half * sofar, gamma <= half * w], [
            (count + 1) * gamma <= half * (sofar + w)
        ]

    def own_key(*x: Any) -> tuple[list[Any], list[Any]]:
        w, other = x  # the own weight, and the attention of any token not asked for
        return [(1 + claim.own) * w >= claim.own, w < 1, other <= 1], [4 * w > other + 4 * (1 - w)]

    steps = ((gap, "w o"), (margin, "g b a c"), (summed, "g k s w"), (own_key, "w o"))
    for statement, names in steps:
        outcome = prove(statement, names)
        if outcome.status != "true" or outcome.cases == 0:
            return outcome
    return true(len(steps), note="z3: gap, margin, sum, own key")


def missing(places: Callable[[int], bool]) -> Weight:
    """Weight 0 at some places before the query: what hard attention does."""
    return lambda q, n, token, p: Fraction(0 if places(p) and p < n else 1)


REM31_RETR_FIX = Claim(
    id="B-rem31-retr-fix",
    paper="B",
    place="Remark 3.1, repaired",
    statement="Retrieval on proper inputs of length n ≥ 3, at least two letters and one integer, "
    "answers read by the largest coordinate. (i) With VAL(x) = α_x e_x and F(x, a) = a + c(x) e_x, "
    "as in the printed heads, no positional head computes it, whatever L, α and c. (ii) With VAL = "
    "identity and F(x, a) = a + Bx every softmax head computes it at every length, whatever L, "
    "with gap at least the answer's weight. (iii) For positional weights that may vanish some VAL "
    "and F compute it iff no place before the query has weight 0. (iv) For a positional head, w_n "
    "its own weight at a query BA, VAL of diameter D and differences of F's coordinates "
    "K-Lipschitz in a, the smallest gap is at "
    "most KD(1 - w_n)/(2(n - 1)); (ii) with equal weights attains it. (v) With F(x, a) = a and a "
    "linear VAL that is not diagonal, a positional head with own weight ≥ 3/4 computes it.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=Looking,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every L, VAL and F as stated in (i) to (v)",
        "diagonal": "every positive weights, α, and weight of the other places",
        "n ≤ 4": "n = 1 … 4, two letters, one integer, three choices of L",
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
            "every n and L: (ii) to (v) from one place's share of the attention",
            support_and_share,
            frozenset({"n", "head"}),
            proof="proofs.md#b-rem31-retr-fix",
        ),
    ),
    mutants=(
        Mutant(
            "a place of weight 0",
            Kind.HYPOTHESIS,
            lambda s: replace(s, least=0, weights=(missing(lambda p: p == 1),)),
            ("every head", "support and share"),
        ),
        Mutant(
            "no bias",
            Kind.TERM,
            lambda s: replace(s, height=Fraction(0)),
            ("every head", "support and share"),
        ),
        Mutant(
            "the left letter looked up",
            Kind.INDEX,
            lambda s: replace(s, asked=0),
            ("every head",),
        ),
        Mutant(
            "VAL sees the query",
            Kind.DATA,
            lambda s: replace(s, shared=False),
            ("diagonal values",),
        ),
        Mutant(
            "ties count as answers",
            Kind.RELATION,
            lambda s: replace(s, ties=True),
            ("diagonal values",),
        ),
        Mutant(
            "own weight a half",
            Kind.QUANTIFIER,
            lambda s: replace(s, own=1),
            ("support and share",),
        ),
        Mutant(
            "half the share",
            Kind.CONSTANT,
            lambda s: replace(s, share=Fraction(1, 4)),
            ("support and share",),
        ),
    ),
    not_covered="One letter: Retrieval is then the identity on proper inputs. Which non-diagonal "
    "VAL serve in (v), exactly.",
)

CLAIMS_B: tuple[Claim, ...] = (REM31_RETR, REM31_RETR_FIX)
