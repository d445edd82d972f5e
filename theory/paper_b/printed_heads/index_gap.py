"""The decoding gap of the printed Index head under hard attention (paper B, F.2.1: B-gap-index)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, maximisers
from theory.mathematics.constructed import (
    Vector,
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_phases,
    index_target,
)
from theory.mathematics.solvers import identities
from theory.paper_b.printed_heads.index_ties import ties


@dataclass(frozen=True)
class IndexGap:
    """The gaps of the three cases are ``gaps`` on all inputs of length ≤ n0 iff not ``bad``. A
    letter that ties with k - 1 integers has ``lost``·(k - 1)/k less."""

    gaps: tuple[int, int, int] = (3, 1, 1)
    alpha: int = 2
    bad: Callable[[int], frozenset[Fraction]] = ties
    inside: bool = True
    skip: Fraction = Fraction(1)
    lost: int = 2

    def output(self, tokens: tuple[Any, ...], weights: list[Fraction]) -> Vector:
        """x + a, or skip·x + a."""
        y = index_output(tokens, weights, self.alpha)
        y[tokens[-1]] += self.skip - 1
        return y


def case_of(tokens: tuple[Any, ...]) -> int:
    """Which of the three cases: 0 a letter, 1 an integer that finds a letter, 2 an integer."""
    if isinstance(tokens[-1], str):
        return 0
    return 1 if isinstance(index_answer(tokens), str) else 2


def gaps_hold(subject: IndexGap, n0: int, u: Fraction) -> bool:
    """Every input of length ≤ n0 over two letters and 1 … n0 - 1 has the gap of its case."""
    for n in range(1, n0 + 1):
        best = {s: maximisers(index_phases(n, s, u)) for s in range(n0)}
        for tokens in index_inputs(n, 2, n0 - 1):
            s = index_target(tokens)
            if subject.inside and s >= n:
                continue
            y = subject.output(tokens, hard(best[s], n))
            if gap(y, index_answer(tokens)) != subject.gaps[case_of(tokens)]:
                return False
    return True


GAP_INDEX = FormalClaim(
    id="B-gap-index",
    place="F.2.1, decoding gap",
    statement="Let INT be non-empty. Under hard attention the Index construction's decoding gap "
    "is 3 (letter query), at least 1 (integer that finds a letter), 1 (integer that finds an "
    "integer). Sharper: it is 3, 1, 1 exactly on all inputs of length ≤ n0 whose number points "
    "inside, iff θ ∉ {2πk/t : 1 ≤ t ≤ n0 - 1}.",
    subject=IndexGap,
    quantifiers={
        "n0": "every n0 ≥ 2, ALPH ≥ 1 letter, INT ≥ 1 integer",
        "θ": "every real θ",
        "n0 ≤ 4": "2 ≤ n0 ≤ 4, two letters, m = n0 - 1, every real θ",
    },
    parts={"gaps": Kind.DATA, "inside": Kind.HYPOTHESIS, "bad": Kind.QUANTIFIER},
    not_covered="Hard attention is uniform on its maximisers. A number that points before the "
    "start may find a letter: then the gap to the right answer is -1.",
    rests_on=("B-irr-fix",),
)


@GAP_INDEX.exhaustive(
    "every input to n0 = 4",
    "the literal gap on every input, both directions, every real θ",
    "n0 ≤ 4",
)
def index_gaps(subject: IndexGap) -> Outcome:
    """Both directions at 2 ≤ n0 ≤ 4 for every real θ."""
    points = [
        (n0, u) for n0 in range(2, 5) for u in arc_cells(2 * n0, 1, tuple(sorted(subject.bad(n0))))
    ]
    for cases, (n0, u) in enumerate(points, 1):
        if gaps_hold(subject, n0, u) == (u in subject.bad(n0)):
            return false(f"n0 = {n0}, θ = {u}·2π", cases)
    return true(cases, note="every real θ at 2 ≤ n0 ≤ 4, two letters, m = n0 - 1")


@GAP_INDEX.written(
    "three sums",
    "every n0, θ: 1 + 2, 2 - 1, 1 - 0; a tie with integers leaves the letter 1 + 2/k",
    "n0",
    "θ",
)
def index_arithmetic(subject: IndexGap) -> Outcome:
    """The three gaps from x + a, and that a second maximiser that is an integer lowers the first:
    with k maximisers, one of them the query, the letter's gap is ``lost``·(k - 1)/k less."""
    from sympy import symbols

    k = symbols("k", positive=True)
    alpha, skip = subject.alpha, subject.skip
    return identities(
        {
            "letter": (skip + alpha) - 0 - subject.gaps[0],
            "finds a letter": alpha - skip - subject.gaps[1],
            "finds an integer": skip - 0 - subject.gaps[2],
            "tie": subject.gaps[0] - (skip + alpha / k) - subject.lost * (k - 1) / k,
        }
    )


GAP_INDEX.coq(
    "feasibility.B_gap_index",
    decides=("n0", "θ", "n0 ≤ 4"),
    axioms=REALS,
    near_misses={"feasibility.B_gap_index__one_more": Kind.INDEX},
)

GAP_INDEX.mutant("α = 3", Kind.CONSTANT, alpha=3)
GAP_INDEX.mutant("3, 2, 1", Kind.DATA, gaps=(3, 2, 1))
GAP_INDEX.mutant("a tie costs a letter 3(k - 1)/k", Kind.CONSTANT, index_arithmetic, lost=3)
GAP_INDEX.mutant("no skip connection", Kind.TERM, skip=Fraction(0))
GAP_INDEX.mutant("F(x, a) = a - x", Kind.SIGN, skip=Fraction(-1))
GAP_INDEX.mutant("numbers outside too", Kind.HYPOTHESIS, index_gaps, inside=False)
GAP_INDEX.mutant("every θ", Kind.QUANTIFIER, index_gaps, bad=lambda n0: frozenset())
