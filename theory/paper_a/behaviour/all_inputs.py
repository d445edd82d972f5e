"""Over all inputs a swap score of 1 is the behaviour after all (A-score-all)."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations, product
from typing import Any

from theory.ledger import Kind
from theory.ledger.writing import FormalClaim
from theory.mathematics import equivalence
from theory.mathematics.equivalence import ALL, Equivalence, System
from theory.mathematics.forms import Array


def over_inputs(form: str, sign: int = 1) -> System:
    """The score's form for every input over the alphabet (repetitions too) and every swap:
    of s_POS (``form`` "pos", where ``sign`` = -1 adds what it subtracts) or of s_SYM.

    Here rows are symbols of an alphabet, not tokens: L[c, p] = L(x_n, n, c, p).
    """

    def system(L: Array, own: Any) -> Iterable[Any]:
        symbols, places = L.shape[:2]
        for x in product(range(symbols), repeat=places):
            for i, j in permutations(range(places), 2):
                here, there = L[x[j], i] - L[x[i], i], L[x[i], j] - L[x[j], j]
                if form == "pos":
                    yield here - sign * there
                else:
                    yield (L[x[j], i] - L[x[j], j]) - (L[x[i], j] - L[x[i], i])

    return system


def one_input(L: Array, own: Any) -> Iterable[Any]:
    """The s_POS form on the single input 1, 2, …: content number p at position p, cyclically."""
    symbols, places = L.shape[:2]
    for i, j in permutations(range(places), 2):
        a, b = i % symbols, j % symbols
        yield (L[b, i] - L[a, i]) - (L[a, j] - L[b, j])


def same_content(L: Array, own: Any) -> Iterable[Any]:
    """L[c, p] - L[1, p]: positional on every input."""
    return (L[c, p] - L[0, p] for c, p in product(*map(range, L.shape[:2])))


def same_place(L: Array, own: Any) -> Iterable[Any]:
    """L[c, p] - L[c, 1]: symbolic on every input."""
    return (L[c, p] - L[c, 0] for c, p in product(*map(range, L.shape[:2])))


def all_inputs() -> tuple[Equivalence, ...]:
    """s_POS = 1 everywhere iff positional everywhere (N ≥ 3); s_SYM, symbolic (N ≥ 2)."""
    few, more = tuple(product((1, 2, 3), (3, 4))), tuple(product((1, 2, 3), (2, 3, 4)))
    return (
        Equivalence(over_inputs("pos"), same_content, few, (2, 3), square=False),
        Equivalence(over_inputs("sym"), same_place, more, (2, 2), square=False),
    )


SCORE_ALL = FormalClaim(
    id="A-score-all",
    place="§3.3, repaired over all inputs",
    statement="One token a block (m = N). Fix the query and a set Σ of contents, repetitions "
    "allowed. For N ≥ 3: s_POS = 1 on every input in Σ^N iff the head is positional on every one. "
    "For N ≥ 2: s_SYM = 1 on every input iff the head is symbolic on every one. (N ≥ 3 is needed "
    "for s_POS.)",
    provenance="repair",
    subject=all_inputs,
    quantifiers={
        "N": "every N ≥ 3 for s_POS, every N ≥ 2 for s_SYM; every Σ",
        "M": "every real logit function L(x_n, n, c, p)",
        "small": "|Σ| = 1 … 3, N up to 4, every real L",
        **equivalence.FEW,
    },
    seconds=equivalence.SECONDS,
    parts={"shapes": Kind.HYPOTHESIS, "left": Kind.QUANTIFIER, "right": Kind.INDEX},
    not_covered="Inputs whose contents must all differ (finite Σ without repetition).",
    rests_on=("A-score-fix",),
)

equivalence.add_evidence(SCORE_ALL, "small", ("N", "M"))

SCORE_ALL.coq(
    "score_fix.A_score_all",
    "score_fix.A_score_all_two",
    decides=("N", "M", "small", "≤ 16 entries"),
    near_misses={
        "score_fix.A_score_all__two_places": Kind.HYPOTHESIS,
        "score_fix.A_score_all_two__three_places": Kind.INDEX,
    },
)

SCORE_ALL.mutant(
    "N = 2 for s_POS",
    Kind.HYPOTHESIS,
    *ALL,
    mutate=lambda s: (replace(s[0], shapes=((2, 2), (3, 2)), generic=(2, 2)), s[1]),
)
SCORE_ALL.mutant(
    "s_POS = 1 iff symbolic",
    Kind.INDEX,
    *ALL,
    mutate=lambda s: (replace(s[0], right=same_place), s[1]),
)
SCORE_ALL.mutant(
    "a plus between the shifts",
    Kind.SIGN,
    *ALL,
    mutate=lambda s: (replace(s[0], left=over_inputs("pos", -1)), s[1]),
)
SCORE_ALL.mutant(
    "one input only", Kind.QUANTIFIER, *ALL, mutate=lambda s: (replace(s[0], left=one_input), s[1])
)
