"""The longest inputs that the printed heads answer at a given angle (B-rem32-limits)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away, maximisers
from theory.mathematics.constructed import index_phases
from theory.mathematics.solvers import Posed, prove
from theory.paper_b.printed_heads.retrieval import Range


@dataclass(frozen=True)
class Limits:
    """At θ = 2πu Retrieval is right up to n0 iff u is no integer (unless ``zero``) and n0 is below
    (``scale``/(A‖u‖) + ``more``)/2 (``closed``: or at it); Index iff n0 is at most ``last``(t), t
    the least with tu an integer."""

    scale: Fraction = Fraction(1)
    more: int = 3
    zero: bool = False
    closed: bool = False
    last: Callable[[int], int] = lambda t: t

    def retrieval(self, n0: int, letters: int, u: Fraction) -> bool:
        """Whether the claim says that Retrieval is right."""
        if away(u) == 0:
            return self.zero
        limit = (self.scale / (letters * away(u)) + self.more) / 2
        return n0 < limit or (self.closed and n0 == limit)

    def index(self, n0: int, u: Fraction) -> bool:
        """Whether the claim says that Index is; u is a fraction in lowest terms."""
        return n0 <= self.last(u.denominator)


LIMITS = FormalClaim(
    id="B-rem32-limits",
    place="Remark 3.2, its first half, read of hard attention",
    statement="'Hard limitations on the ability of the model to achieve perfect accuracy when the "
    "length of the input increases, for given choices of the corresponding angle'. There are such "
    "at every angle for Retrieval, and for Index exactly at the rational multiples of π. Let ‖θ‖ "
    "be the distance of θ to 2πZ. The printed Retrieval head (A = |ALPH| ≥ 2, INT not empty) is "
    "right on all proper inputs of length ≤ n0, n0 ≥ 2, iff θ ∉ 2πZ and n0 < (ω/‖θ‖ + 3)/2. The "
    "printed Index head has a unique largest logit on all inputs of length ≤ n0 whose number "
    "points inside (letters point to themselves) iff n0 ≤ t, t ≥ 1 the least with tθ ∈ 2πZ. If "
    "there is no such t, there is no bound. So it has one at every length iff θ/π is irrational.",
    provenance="reading",
    subject=Limits,
    quantifiers={
        "n0": "every n0 ≥ 2, every A ≥ 2",
        "θ": "every real θ",
        "n0 ≤ 7": "2 ≤ n0 ≤ 7, 2 ≤ A ≤ 4, every real θ",
    },
    parts={
        "more": Kind.INDEX,
        "last": Kind.INDEX,
        "zero": Kind.HYPOTHESIS,
        "closed": Kind.RELATION,
    },
    not_covered="Softmax: there each β has a longest length (S-beta). Whether Theorem 3.2's bounds "
    "impose these limits: under hard attention a positive discrepancy is enough, however small.",
    rests_on=("B-thm31-retr", "B-irr-fix"),
)


@LIMITS.exhaustive(
    "every angle to n0 = 7",
    "both directions at every real θ: each target against each rival, each Index query",
    "n0 ≤ 7",
)
def limits_at_every_angle(subject: Limits) -> Outcome:
    """Both heads at 2 ≤ n0 ≤ 7 and every real θ: the cells' ends, and one point of each."""
    cases = 0
    for n0 in range(2, 8):
        for u in arc_cells(2 * n0):
            cases += 1
            alone = all(
                len(maximisers(index_phases(n, s, u))) == 1
                for n in range(1, n0 + 1)
                for s in range(n)
            )
            if alone != subject.index(n0, u):
                return false(f"Index, n0 = {n0}, θ = {u}·2π: unique is {alone}", cases)
        for letters in range(2, 5):
            end = subject.scale / (letters * (2 * n0 - subject.more))
            for u in {*Range().cells(n0, letters), *arc_cells(1, 1, (end, 1 - end))}:
                cases += 1
                right = Range().right(n0, letters, u)
                if right != subject.retrieval(n0, letters, u):
                    where = f"{letters} letters, n0 = {n0}, θ = {u}·2π"
                    return false(f"Retrieval, {where}: right is {right}", cases)
    return true(cases, note="every real θ at 2 ≤ n0 ≤ 7")


@LIMITS.written(
    "where it ends",
    "every n0, A and θ: B-thm31-retr's range solved for n0 (z3); B-irr-fix's by the least t",
    "n0",
    "θ",
)
def where_it_ends(subject: Limits) -> Outcome:
    """z3, x = ‖θ‖: 0 < x < w/(2n - 3) iff x > 0 and n < (w/x + 3)/2, every real n ≥ 2 and w > 0."""
    scale, more = subject.scale, subject.more

    def statement(n: Any, x: Any, w: Any, y: Any) -> Posed:
        hypotheses = (n >= 2, w > 0, x > 0, x * y == w)  # y = w/x
        p, q = scale.numerator, scale.denominator
        limit = 2 * q * n <= p * y + q * more if subject.closed else 2 * q * n < p * y + q * more
        return hypotheses, (((2 * n - 3) * x < w) == limit,)

    return prove(statement, "n x w y")


LIMITS.coq(
    "feasibility.B_thm31_retr",
    "discrepancy.B_irr_fix",
    "discrepancy.B_irr_fix_all",
    decides=("n0", "θ", "n0 ≤ 7"),
    axioms=REALS,
    near_misses={
        "feasibility.B_thm31_retr__next_length": Kind.INDEX,
        "discrepancy.B_irr_fix__one_more": Kind.INDEX,
        "discrepancy.B_irr_fix_all__irrational": Kind.DATA,
    },
)

LIMITS.mutant("n0 < (ω/‖θ‖ + 2)/2", Kind.INDEX, more=2)
LIMITS.mutant("n0 ≤ (ω/‖θ‖ + 3)/2", Kind.RELATION, closed=True)
LIMITS.mutant("n0 < (99ω/100‖θ‖ + 3)/2", Kind.CONSTANT, scale=Fraction(99, 100))
LIMITS.mutant("θ = 0 too", Kind.HYPOTHESIS, limits_at_every_angle, zero=True)
LIMITS.mutant("Index to t - 1", Kind.INDEX, limits_at_every_angle, last=lambda t: t - 1)
LIMITS.mutant("Index to t + 1", Kind.INDEX, limits_at_every_angle, last=lambda t: t + 1)
