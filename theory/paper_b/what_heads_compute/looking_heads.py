"""Which positional heads retrieve, and by how much: (iii), (iv) and (v) of B-rem31-retr-fix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Outcome, false, true
from theory.mathematics.softmax_head import (
    Head,
    Tokens,
    Vector,
    Weight,
    computes,
    mistold,
    one_hot,
    queried,
    retrieval,
)
from theory.mathematics.solvers import prove
from theory.paper_a.canonical_tasks.lookup_heads import misled, steep, uniform

PAIRS = ("AA", "AB", "A1", "BA", "BB", "B1")


def asks_another(query: str) -> bool:
    """A letter–letter token whose halves differ: its answer stands before it."""
    return not query[1].isdigit() and query[0] != query[1]


@dataclass(frozen=True)
class Looking:
    """F(x, a) = a + height · [the tokens whose left half is x's letter ``asked``; x itself, if it
    asks for none].

    ``share`` · KD times a place's weight bounds the gap (iv). ``needed``: of (query, place, n),
    must the place have weight (iii)? In (v) an own weight above ``own`` is enough, and one above
    ``beaten`` times that of the places 3 … n - 1 necessary.
    """

    height: Fraction = Fraction(1)
    asked: int = 1
    weights: tuple[Weight, ...] = (uniform, steep, misled)
    shared: bool = True
    ties: bool = False
    share: Fraction = Fraction(1, 2)
    least: int = 1
    own: Fraction = Fraction(1, 2)
    beaten: int = 1
    needed: Callable[[str, int, int], bool] = lambda q, p, n: p < n and asks_another(q)

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
        """(v): VAL(x) = e_x + k Σ e_t over the tokens that x asks for, F(x, a) = a."""
        w = self.own + Fraction(1, 18)
        k = 2 * w / (2 * w - 1)

        def value(token: str) -> Vector:
            return {t: (t == token) + k * (t in self.wanted(token)) for t in PAIRS}

        def weight(query: str, n: int, token: str, place: int) -> Fraction:
            return w / (1 - w) * (n - 1) if place == n > 1 else Fraction(1)

        return Head(weight, value, lambda query, a: a)


def smallest_gap(subject: Looking) -> Outcome:
    """(iv), ℓ1 (K = 1, D = 2): at most 2 · share · (1 - w_n) / (n - 1); equal weights attain it."""
    count = 0
    for weight, attains in ((uniform, True), (steep, False)):
        head = Head(weight, one_hot, subject.output)
        for n in (3, 4, 5):
            before = 1 - head.attention((*PAIRS[:1] * (n - 1), "BA"))[-1]
            bound = 2 * subject.share * before / (n - 1)
            proper = [x for x in queried(PAIRS, ["BA"], [n - 1]) if retrieval(x) is not None]
            gap = min(_gap(head, word) for word in proper)
            count += len(proper)
            if gap > bound or (gap == bound) != attains:
                return false(f"n = {n}: gap {gap}, bound {bound}", count)
    return true(count)


def _gap(head: Head, word: Tokens) -> Fraction:
    """The answer's coordinate less the largest other one."""
    scores = head.output(word[-1], head.attended(word))
    answer = retrieval(word)
    return scores[answer or ""] - max(s for t, s in scores.items() if t != answer)


def vanishing_weights(subject: Looking) -> Outcome:
    """(iii): each query, each set of places that keep weight 2^p, the others none.

    If no needed place lacks weight, F(x, a) = a + 2 · [what x asks for; x, if it asks for its own
    left half] is right; else two inputs have the same (x_n, a_n) under one-hot VAL, of which every
    VAL's a_n is a function, and two answers.
    """
    count = 0
    for n, query in product((3, 4), PAIRS):
        inputs = [x for x in queried(PAIRS, [query], [n - 1]) if retrieval(x) is not None]
        for kept in product((0, 1), repeat=n):
            if not any(kept):
                continue
            head = Head(_kept(kept), one_hot, _marked)
            enough = all(keep or not subject.needed(query, p, n) for p, keep in enumerate(kept, 1))
            count += len(inputs)
            right = computes(head, retrieval, inputs)[1] is None
            told = mistold(head, retrieval, inputs) is None
            if right != enough or told != enough:
                return false(f"query {query}, kept {kept}", count)
    return true(count)


def _kept(kept: tuple[int, ...]) -> Weight:
    return lambda query, n, token, p: Fraction(kept[p - 1] * 2**p)


def _marked(query: str, a: Vector) -> Vector:
    alone = not asks_another(query)
    marks = [t for t in PAIRS if (t == query if alone else t[0] == query[1])]
    return {t: a.get(t, Fraction(0)) + 2 * (t in marks) for t in PAIRS}


def loud_own_key(subject: Looking) -> Outcome:
    """(v), z3: an own weight above ``own`` is enough; and what four inputs of three letters need.

    With A1 and B1 at places 1 and 2 and CA or CB at 3 … n, d = VAL_A1 - VAL_B1, m the mean weight
    of places 1 and 2 and r that of 3 … n - 1, the two orders of A1 and B1 added up.
    """

    def enough(*x: Any) -> tuple[list[Any], list[Any]]:
        w, k, other = x  # own weight, k of VAL, the attention of any token not asked for
        met = [w > subject.own, w < 1, k * (2 * w - 1) == 2 * w, other <= 1]
        return met, [k * w > other + k * (1 - w)]

    def necessary(*x: Any) -> tuple[list[Any], list[Any]]:
        w, r, m, ca, cb, both = x  # both: d(A1) + d(B1)
        right = [w * ca + r * cb + m * both > 0, (w + r) * ca + m * both > 0]
        right += [w * cb + r * ca + m * both < 0, (w + r) * cb + m * both < 0]
        return [w > 0, r >= 0, m > 0, *right], [w > subject.beaten * r]

    for statement, names in ((enough, "w k o"), (necessary, "w r m ca cb both")):
        outcome = prove(statement, names)
        if outcome.status != "true" or outcome.cases == 0:
            return outcome
    cases = list(product((4, 5, 6), (("A1", "B1"), ("B1", "A1")), "AB", "AB"))
    for n, first, filler, asked in cases:
        if retrieval((*first, *["C" + filler] * (n - 3), "C" + asked)) != asked + "1":
            return false(f"{first}, C{filler}, C{asked}")
    return true(2 + len(cases), note="z3: enough, necessary")
