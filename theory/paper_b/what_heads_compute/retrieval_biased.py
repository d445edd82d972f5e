"""A bias on what the query asks for: every softmax head then retrieves (B-rem31-retr-all).

Tokens are pairs over two letters and one integer; F(x, a) = a + B x, with B x = 1 on the tokens
whose left half is the letter that x asks for, on x itself if it asks for none.
Source: paper B, F.2 (Retrieval) and Remark 3.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import Head, Vector, Weight, ideal_retrieval, one_hot, words
from theory.mathematics.solvers import prove
from theory.paper_a.canonical_tasks.lookup_heads import misled, steep, uniform

PAIRS = ("AA", "AB", "A1", "BA", "BB", "B1")


def asks_another(query: str) -> bool:
    """A letter–letter token whose halves differ: its answer is before it."""
    return not query[1].isdigit() and query[0] != query[1]


def wanted(query: str, half: int = 1) -> list[str]:
    """The tokens that could be the answer: whose left half is the query's ``half``; or itself."""
    return [t for t in PAIRS if (t == query if query[1].isdigit() else t[0] == query[half])]


@dataclass(frozen=True)
class Biased:
    """F(x, a) = a + ``height`` on what x's half ``asked`` asks for; the gap is at least ``times``
    the answer's weight. ``least``: every position has weight."""

    height: Fraction = Fraction(1)
    asked: int = 1
    times: Fraction = Fraction(1)
    weights: tuple[Weight, ...] = (uniform, steep, misled)
    least: int = 1

    def output(self, query: str, a: Vector) -> Vector:
        """The scores of all tokens."""
        marked = wanted(query, self.asked)
        return {t: a.get(t, Fraction(0)) + (self.height if t in marked else 0) for t in PAIRS}


def _missing(places: Callable[[int], bool]) -> Weight:
    """Weight 0 at some positions before the query: what hard attention does."""
    return lambda q, n, token, p: Fraction(0 if places(p) and p < n else 1)


SMALL, WEIGHT = "every head", "one weight"
ALL = FormalClaim(
    id="B-rem31-retr-all",
    place="Remark 3.1, repaired for F with a bias",
    statement="Take Retrieval on proper inputs, answers read by the largest coordinate. With VAL = "
    "identity and F(x, a) = a + Bx, B fixed, every softmax head computes it at every length, "
    "whatever L, with gap at least the answer's weight. Positional heads are among them.",
    provenance="repair",
    subject=Biased,
    quantifiers={
        "n": "every n ≥ 1, every alphabet",
        "head": "every L",
        "n ≤ 4": "n = 1 … 4, two letters, one integer, three choices of L",
    },
    parts={"weights": Kind.HYPOTHESIS, "least": Kind.HYPOTHESIS, "asked": Kind.INDEX},
    not_covered="How small the gap is: it shrinks with n at every positional head "
    "(B-rem31-retr-gap). Weights of 0 (B-rem31-retr-places).",
)


@ALL.exhaustive(SMALL, "uniform, steep and misled logits on all proper inputs, gaps too", "n ≤ 4")
def gap_on_proper_inputs(subject: Biased) -> Outcome:
    """All proper inputs of n = 1 … 4; the gap is at least the answer's weight."""
    count = 0
    for weight in subject.weights:
        head = Head(weight, one_hot, subject.output)
        for word in words(PAIRS, range(1, 5)):
            answer = ideal_retrieval(word)
            if answer is None:
                continue
            a = head.attended(word)
            scores = head.output(word[-1], a)
            gap = scores[answer] - max(s for t, s in scores.items() if t != answer)
            count += 1
            if not gap >= subject.times * a.get(answer, Fraction(0)) > 0:
                return false(f"{' '.join(word)}: gap {gap}", count)
    return true(count)


@ALL.written(
    WEIGHT,
    "every n and L: the answer's weight against absent and against unmarked tokens (z3)",
    "n",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def one_weight(subject: Biased) -> Outcome:
    """z3: the answer has weight w > 0, a marked token that does not occur none, any other 1 - w."""

    def gap(*x: Any) -> tuple[list[Any], list[Any]]:
        w, other = x
        present = w > 0 if subject.least else w >= 0
        score, enough = subject.height + w, subject.times * w
        ahead = [score - subject.height >= enough, score - other >= enough, w > 0]
        return [present, other >= 0, w + other <= 1], ahead

    return prove(gap, "w o")


ALL.coq(
    "retrieval_heads.B_rem31_retr_fix_all",
    decides=("n", "head", "n ≤ 4"),
    near_misses={"retrieval_heads.B_rem31_retr_fix_all__improper": Kind.HYPOTHESIS},
)

ALL.mutant(
    "a position of weight 0", Kind.HYPOTHESIS, least=0, weights=(_missing(lambda p: p == 1),)
)
ALL.mutant("no bias", Kind.TERM, height=Fraction(0))
ALL.mutant("the left letter looked up", Kind.INDEX, gap_on_proper_inputs, asked=0)
ALL.mutant("a gap of 11/10 of the weight", Kind.CONSTANT, times=Fraction(11, 10))
