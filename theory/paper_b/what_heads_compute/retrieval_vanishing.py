"""Where a positional head's weights may vanish if some VAL and F are to retrieve
(B-rem31-retr-places): hard attention is the extreme case.

Source: paper B, F.2 (Retrieval) and Remark 3.1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.softmax_head import (
    Head,
    Vector,
    Weight,
    computes,
    ideal_retrieval,
    mistold,
    one_hot,
    queried,
)
from theory.mathematics.solvers import prove_all
from theory.paper_b.what_heads_compute.retrieval_biased import PAIRS, asks_another


@dataclass(frozen=True)
class Vanishing:
    """``needed``: of (query, position, n), must the position have weight? If those have, F(x, a) =
    a + ``mark`` on the tokens whose left half is x's half ``asked``, or on x alone, is right.
    ``kept``: a position that is needed has weight."""

    needed: Callable[[str, int, int], bool] = lambda q, p, n: p < n and asks_another(q)
    mark: int = 2
    asked: int = 1
    kept: bool = True

    def output(self, query: str, a: Vector) -> Vector:
        """The scores of all tokens; a query that is its own answer is marked alone."""
        alone = not asks_another(query)
        marks = [t for t in PAIRS if (t == query if alone else t[0] == query[self.asked])]
        return {t: a.get(t, Fraction(0)) + self.mark * (t in marks) for t in PAIRS}


def _kept(kept: tuple[int, ...]) -> Weight:
    return lambda query, n, token, p: Fraction(kept[p - 1] * 2**p)


SMALL, PLACE = "vanishing weights", "one position"
PLACES = FormalClaim(
    id="B-rem31-retr-places",
    place="Remark 3.1, repaired for weights that may vanish",
    statement="Retrieval on proper inputs of length n ≥ 3, at least two letters and one integer, "
    "answers read by the largest coordinate. For positional weights that may vanish, some VAL and "
    "F compute it iff no query that asks for a letter other than its own left half has a position "
    "of weight 0 before it. So attention to one position alone (hard attention) serves for no VAL "
    "and F.",
    provenance="repair",
    subject=Vanishing,
    quantifiers={
        "n": "every n ≥ 3",
        "head": "every positional weight ≥ 0, VAL and F",
        "n ≤ 4": "n = 3 … 4, two letters, one integer, every set of positions of weight 0",
    },
    parts={"needed": Kind.QUANTIFIER, "kept": Kind.HYPOTHESIS, "asked": Kind.INDEX},
    not_covered="One letter: Retrieval is then the identity on proper inputs. Several heads that "
    "attend to different positions between them.",
)


@PLACES.exhaustive(
    SMALL,
    "right for the sets of positions stated, and (x_n, a_n) tells no answer for others",
    "n ≤ 4",
)
def vanishing_weights(subject: Vanishing) -> Outcome:
    """Each query, each set of positions that keep weight 2^p, the others none.

    If no needed position lacks weight the stated F is right; else two inputs have the same
    (x_n, a_n) under one-hot VAL, of which every VAL's a_n is a function, and two answers.
    """
    count = 0
    for n, query in product((3, 4), PAIRS):
        inputs = [x for x in queried(PAIRS, [query], [n - 1]) if ideal_retrieval(x) is not None]
        for kept in product((0, 1), repeat=n):
            if not any(kept):
                continue
            head = Head(_kept(kept), one_hot, subject.output)
            enough = all(keep or not subject.needed(query, p, n) for p, keep in enumerate(kept, 1))
            count += len(inputs)
            right = computes(head, ideal_retrieval, inputs)[1] is None
            told = mistold(head, ideal_retrieval, inputs) is None
            if right != enough or told != enough:
                return false(f"query {query}, kept {kept}", count)
    return true(count)


@PLACES.written(
    PLACE,
    "every n: the answer's own weight decides; what has weight 0 is not seen (z3)",
    "n",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def one_place(subject: Vanishing) -> Outcome:
    """z3: the answer's weight w > 0 decides; and a position of weight 0 leaves a_n as it is."""

    def enough(*x: Any) -> tuple[list[Any], list[Any]]:
        w, other = x
        present = w > 0 if subject.kept else w >= 0
        score = subject.mark + w
        return [present, other >= 0, w + other <= 1], [score > subject.mark, score > other]

    def unseen(*x: Any) -> tuple[list[Any], list[Any]]:
        rest, weight, value, changed = x
        return [weight == 0], [rest + weight * value == rest + weight * changed]

    return prove_all([(enough, "w o"), (unseen, "r w v c")])


PLACES.coq(
    "retrieval_heads.B_rem31_retr_fix_hard",
    "retrieval_gaps.B_rem31_retr_fix_vanishing",
    decides=("n", "head", "n ≤ 4"),
    near_misses={"retrieval_gaps.B_rem31_retr_fix_vanishing__improper": Kind.HYPOTHESIS},
)

PLACES.mutant(
    "no query may lack a position", Kind.QUANTIFIER, vanishing_weights, needed=lambda q, p, n: p < n
)
PLACES.mutant(
    "nor its own", Kind.QUANTIFIER, vanishing_weights, needed=lambda q, p, n: asks_another(q)
)
PLACES.mutant("no marks", Kind.TERM, mark=0)
PLACES.mutant("the left letter looked up", Kind.INDEX, vanishing_weights, asked=0)
PLACES.mutant("a needed position of weight 0", Kind.HYPOTHESIS, one_place, kept=False)
