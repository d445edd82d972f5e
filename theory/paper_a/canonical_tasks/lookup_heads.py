"""What positional heads look up: nothing if F(x, a) = g(x) + W a, everything with some other F.

A-thm4, and the class of F at which it turns.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import (
    Head,
    Task,
    Tokens,
    Vector,
    Weight,
    computes,
    last_bound,
    lookup,
    one_hot,
    queried,
)
from theory.mathematics.solvers import prove

CONTEXT = ("s1", "s2", "t1", "t2")
TWO_PLACES, OVER_PLACES = "two positions", "sum over the positions"


@dataclass(frozen=True)
class Affine:
    """y_1 > y_2 iff the answer is 1, where y_1 - y_2 = c_q + Σ_p w_q,p D(x_p) times 1/Z_q > 0.

    That is F(x, a) = g(x) + W a read by its largest coordinate, with any VAL: D(x) is the
    difference of the two rows of W at VAL(x), c_q holds g, the own key and Z. ``slope``: W depends
    on the query; ``content``: so do weights on contents; ``ties``: ≥ in place of >.
    """

    task: Task = lookup
    queries: str = "st"
    slope: bool = False
    content: bool = False
    ties: bool = False
    pairs: tuple[Tokens, ...] = (("s1", "t2"), ("t2", "s1"), ("s2", "t1"), ("t1", "s2"))

    def inputs(self) -> list[Tokens]:
        """One token of each symbol, in both orders and with both bindings, and each query."""
        return [(*pair, query) for query in self.queries for pair in self.pairs]

    def names(self, places: str = "12") -> list[str]:
        """The real variables: weights, differences, and constants of the queries."""
        keys = CONTEXT if self.content else ("",)
        weights = [f"w_{q}{p}{c}" for q, p, c in product("st", places, keys)]
        slopes = "st" if self.slope else ("",)
        values = [f"D_{c}{q}" for c, q in product(CONTEXT, slopes)]
        return weights + values + ["c_s", "c_t"]

    def margin(self, at: dict[str, Any], word: Tokens) -> Any:
        """Z_q (y_1 - y_2)."""
        q = word[-1]
        total = 0 if self.content else at[f"c_{q}"]
        for p, token in enumerate(word[:-1], 1):
            weight = at[f"w_{q}{p}{token if self.content else ''}"]
            total = total + weight * at[f"D_{token}{q if self.slope else ''}"]
        return total


def _balance(subject: Affine, size: int) -> Any:
    """Σ_q Π_{q' ≠ q} W_q' · (the margins of query q, each > 0 if its input is answered)."""
    from sympy import prod, symbols

    places = "12345"[:size]
    at = {name: symbols(name) for name in subject.names(places)}
    total = {q: sum(at[f"w_{q}{p}"] for p in places) if not subject.content else 1 for q in "st"}
    balance = 0
    for q in subject.queries:
        factor = prod(total[other] for other in "st" if other != q)
        for p, (s, t) in product(range(size), (("s1", "t2"), ("s2", "t1"))):
            word = (*(s if k == p else t for k in range(size)), q)
            sign = 1 if subject.task(word) == "1" else -1
            balance += factor * sign * subject.margin(at, word)
    return balance


THM4 = FormalClaim(
    id="A-thm4",
    place="Theorem 4",
    statement="No one positional head solves Information Retrieval (at least two symbols and two "
    "attributes, every n ≥ 3): for every positional L, every VAL, and every F(x, a) = g(x) + W a "
    "read by its largest coordinate. Simple heads (identity VAL, F a projection, one-hot "
    "embeddings) are among them.",
    provenance="reconstructed",
    subject=Affine,
    quantifiers={
        "n": "every n ≥ 3, two symbols and two attributes or more",
        "head": "every positional L (weights may depend on the query), VAL, g and W",
        "n = 3": "n = 3, every real weight > 0 and score difference",
    },
    parts={
        "slope": Kind.HYPOTHESIS,
        "content": Kind.TERM,
        "ties": Kind.RELATION,
        "queries": Kind.QUANTIFIER,
        "task": Kind.DATA,
        "pairs": Kind.HYPOTHESIS,
    },
    not_covered="Several positional heads in one layer: one for each symbol, with F linear in what "
    "they attend to, solve it at every n (Coq: lookup.A_thm4_several). Some other F: there it "
    "fails (A-thm4-sharp); n = 2, one symbol or one attribute, where some positional head solves "
    "it.",
)


@THM4.symbolic(
    TWO_PLACES,
    "n = 3: eight inputs cannot all be answered (seven of them can)",
    "n = 3",
    confirmed_by=OVER_PLACES + " (sympy, by hand in proofs.md)",
)
def two_places(subject: Affine) -> Outcome:
    """z3: if all but the last of the eight inputs are answered, the last is not; for all reals."""
    names = subject.names()

    def statement(*values: Any) -> tuple[list[Any], list[Any]]:
        at = dict(zip(names, values, strict=True))
        right = [
            subject.margin(at, word) * (1 if subject.task(word) == "1" else -1)
            for word in subject.inputs()
        ]
        positive = [at[name] > 0 for name in names if name.startswith("w_")]
        answered = [gap >= 0 if subject.ties else gap > 0 for gap in right[:-1]]
        return [*positive, *answered], [right[-1] < 0 if subject.ties else right[-1] <= 0]

    return prove(statement, " ".join(names))


@THM4.written(
    OVER_PLACES,
    "every n: one s-token at each position in turn; the margins for s and t exclude each "
    "other (literally for N = 2 … 5)",
    "n",
    "head",
)
def over_places(subject: Affine) -> Outcome:
    """sympy, N = 2 … 5: s at each position in turn, t elsewhere; the margins exclude each other.

    W_t times those of query s plus W_s times those of query t is 0, W_q = Σ_p w_q,p: so not all
    of them are positive, whatever the weights.
    """
    from sympy import expand

    for cases, size in enumerate(range(2, 6), 1):
        left = expand(_balance(subject, size))
        if left != 0:
            return false(f"N = {size}: {left} is left", cases)
    return true(cases, note="sympy: the margins of N = 2 … 5 balance")


THM4.coq(
    "lookup.A_thm4",
    "lookup.A_thm4_distinct",
    "lookup.A_thm4_several",
    decides=("n", "head", "n = 3"),
    near_misses={
        "lookup.A_thm4__one_attribute": Kind.HYPOTHESIS,
        "lookup.A_thm4_several__unbound": Kind.HYPOTHESIS,
    },
)

THM4.mutant("W depends on the query", Kind.HYPOTHESIS, slope=True)
THM4.mutant("weights see the content", Kind.TERM, content=True)
THM4.mutant("ties count as answers", Kind.RELATION, two_places, ties=True)
THM4.mutant("only s is asked for", Kind.QUANTIFIER, queries="s")
THM4.mutant("the first attribute is the answer", Kind.DATA, task=lambda word: word[0][1])
THM4.mutant("one attribute", Kind.HYPOTHESIS, two_places, pairs=(("s1", "t1"), ("t1", "s1")))
THM4.mutant(
    "one symbol",
    Kind.HYPOTHESIS,
    two_places,
    mutate=lambda s: replace(s, pairs=(("s1", "s1"), ("s2", "s2")), queries="s"),
)


def bilinear(query: str, a: Vector) -> Vector:
    """F(x, a)_t = a_(x, t): linear in a, with a slope that the query selects."""
    return {t: a.get(query + t, Fraction(0)) for t in "12"}


def quadratic(query: str, a: Vector) -> Vector:
    """F(x, a)_t = Σ_s a_s a_(s, t): quadratic in a, x unseen; the own key contributes a_x."""
    zero = Fraction(0)
    return {t: sum((a.get(s, zero) * a.get(s + t, zero) for s in "st"), zero) for t in "12"}


def uniform(query: str, n: int, token: str, place: int) -> Fraction:
    """NoPE with W_Q = 0: positional and symbolic."""
    return Fraction(1)


def steep(query: str, n: int, token: str, place: int) -> Fraction:
    """Each position a hundred times the one before: positional, not symbolic."""
    return Fraction(100**place)


def misled(query: str, n: int, token: str, place: int) -> Fraction:
    """Prefers the wrong symbol, by its position: neither."""
    return Fraction(1 if token[0] == query[0] else 7 * place)


@dataclass(frozen=True)
class Readers:
    """Heads that solve Information Retrieval whatever their logits."""

    outputs: tuple[Callable[[str, Vector], Vector], ...] = (bilinear, quadratic)
    weights: tuple[Weight, ...] = (uniform, steep, misled)
    value: Callable[[str], Vector] = one_hot
    task: Task = lookup
    least: int = 1

    def heads(self) -> Iterable[Head]:
        """Every choice of logits and of F."""
        return (Head(w, self.value, out) for w, out in product(self.weights, self.outputs))


THM4_SHARP = FormalClaim(
    id="A-thm4-sharp",
    place="Theorem 4, its hypothesis",
    statement="That F(x, a) = g(x) + W a, with one W, is needed in A-thm4. Take VAL = identity on "
    "one-hot pairs and F(x, a)_t = a_(x,t) (linear in a, slope selected by x), or F(x, a)_t = Σ_s "
    "a_s a_(s,t) (quadratic in a, x not seen). In the second a_s is the coordinate of the bare "
    "symbol s, which only the query's own key has. Then every softmax head, whatever its logits, "
    "positional ones among them, solves Information Retrieval at every n ≥ 2.",
    provenance="repair",
    subject=Readers,
    quantifiers={
        "n": "every n ≥ 2",
        "L": "every L",
        "N ≤ 4": "N = 1 … 4, three choices of L, two symbols and attributes",
    },
    parts={
        "weights": Kind.HYPOTHESIS,
        "least": Kind.HYPOTHESIS,
        "outputs": Kind.TERM,
        "value": Kind.DATA,
        "task": Kind.QUANTIFIER,
    },
    not_covered="The gap between the two largest coordinates, which is the smallest weight: it "
    "shrinks with n (B-rem31-retr-gap).",
)


@THM4_SHARP.exhaustive(
    "all small inputs", "uniform, steeply positional and misled logits, both F, all inputs", "N ≤ 4"
)
def read_all(subject: Readers) -> Outcome:
    """Every input of N = 1 … 4 context tokens over two symbols and two attributes."""
    total = 0
    for head in subject.heads():
        count, failed = computes(head, subject.task, queried(CONTEXT, "st", range(1, 5)))
        total += count
        if failed is not None:
            return false(f"{failed}", total)
    return true(total)


@THM4_SHARP.written(
    "softmax has full support",
    "every n and L: a coordinate is positive iff its token occurs",
    "n",
    "L",
)
def support(subject: Readers) -> Outcome:
    """z3: a positive weight more leaves the answer's coordinate positive, in both outputs."""

    def statement(*x: Any) -> tuple[list[Any], list[Any]]:
        w, sofar, own = x
        present = [w > 0 if subject.least else w >= 0, sofar >= 0, own > 0]
        return present, [sofar + w > 0, own * (sofar + w) > 0]

    return prove(statement, "w sofar own")


THM4_SHARP.coq(
    "lookup.A_thm4_sharp",
    decides=("n", "L", "N ≤ 4"),
    near_misses={"lookup.A_thm4_sharp__unbound": Kind.HYPOTHESIS},
)

THM4_SHARP.mutant(
    "a position of weight 0",
    Kind.HYPOTHESIS,
    least=0,
    weights=(lambda q, n, token, p: Fraction(int(p != 1 or n == 1)),),
)
THM4_SHARP.mutant(
    "F a projection",
    Kind.TERM,
    read_all,
    outputs=(
        lambda q, a: {t: a.get("s" + t, Fraction(0)) + a.get("t" + t, Fraction(0)) for t in "12"},
    ),
)
THM4_SHARP.mutant(
    "the other symbol read",
    Kind.TERM,
    read_all,
    outputs=(lambda q, a: bilinear("ts"["st".index(q)], a),),
)
THM4_SHARP.mutant(
    "a_s the weight of all pairs with s",
    Kind.TERM,
    read_all,
    outputs=(
        lambda q, a: {
            t: sum(
                (a.get(s + u, Fraction(0)) * a.get(s + t, Fraction(0)) for s in "st" for u in "12"),
                Fraction(0),
            )
            for t in "12"
        },
    ),
)
THM4_SHARP.mutant(
    "symbol and attribute embedded apart",
    Kind.DATA,
    read_all,
    value=lambda token: {name: Fraction(1) for name in token},
)
THM4_SHARP.mutant(
    "the last binding, with repeated symbols", Kind.QUANTIFIER, read_all, task=last_bound
)
