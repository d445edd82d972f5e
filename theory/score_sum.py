"""Exclusion at the level of the scores (S-score-sum), and what both scores high entails.

S-score-sum and A-score-high. v = (d_i, d_j) is read before a swap, v' after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from theory.ledger import Claim, Evidence, Kind, Method, Mutant, Outcome, Verdict, true
from theory.pairs import times
from theory.solvers import exhaust, grid, identities, identity, prove

Posed = tuple[tuple[Any, ...], tuple[Any, ...]]


@dataclass(frozen=True)
class ScoreSum:
    """(cos(v', v) + cos(v', flip v))² |v|² ⋈ square · (p d_i + q d_j)², ``weights`` = (p, q);
    the swaps are averaged with weights α ≥ 0 (``nonnegative``)."""

    square: Fraction = Fraction(2)
    weights: tuple[int, int] = (1, 1)
    relation: str = "<="
    flip: bool = True
    nonnegative: bool = True

    def sides(self, d: Any, e: Any, p: Any, q: Any) -> tuple[Any, Any]:
        """Both sides times |v'|², for v = (d, e), v' = (p, q); the left is (Σ cos)² |v|² |v'|²."""
        second = p * e + q * d if self.flip else p * d + q * e
        left = (p * d + q * e + second) ** 2
        reach = self.weights[0] * d + self.weights[1] * e
        return left, times(self.square, reach**2) * (p**2 + q**2)

    def holds(self, left: Any, right: Any) -> Any:
        """The relation between the two sides."""
        return left <= right if self.relation == "<=" else left < right


def swap_by_swap(claim: ScoreSum) -> Outcome:
    """z3: the inequality for one swap, for all positive v and v'."""

    def statement(d: Any, e: Any, p: Any, q: Any) -> Posed:
        return (d > 0, e > 0, p > 0, q > 0), (claim.holds(*claim.sides(d, e, p, q)),)

    return prove(statement, "d e p q")


def square_left_over(claim: ScoreSum) -> Outcome:
    """sympy: right - left is (d_i + d_j)² (v'_i - v'_j)²: equality iff v' is on the diagonal."""
    from sympy import symbols

    d, e, p, q = symbols("d e p q")
    left, right = claim.sides(d, e, p, q)
    return identities({"right - left": right - left - (d + e) ** 2 * (p - q) ** 2})


def weighted_sum(claim: ScoreSum) -> Outcome:
    """z3: the root of one swap's inequality; and adding a swap of weight α keeps the sum's."""

    def root(c: Any, b: Any, norm: Any) -> Posed:
        return (norm > 0, b >= 0, c * c * norm <= b * b * norm), (c <= b,)

    def added(so_far: Any, bound: Any, alpha: Any, c: Any, b: Any) -> Posed:
        weight = (alpha >= 0,) if claim.nonnegative else ()
        return (so_far <= bound, c <= b, *weight), (
            claim.holds(so_far + alpha * c, bound + alpha * b),
        )

    first = prove(root, "c b norm")
    return prove(added, "so_far bound alpha c b") if first.status == "true" else first


def small_weights(claim: ScoreSum) -> Outcome:
    """One swap, all v and v' over {1, …, 4}, equality cases among them."""
    return exhaust(grid(range(1, 5), 4), lambda case: bool(claim.holds(*claim.sides(*case))))


ONE, LEFT, SUM, SMALL = "one swap", "what is left over", "sum over swaps", "small weights"
SCORE_SUM = Claim(
    id="S-score-sum",
    paper="suite",
    place="Scores",
    statement="s_POS + s_SYM ≤ Σ α_ij · √2 (d_i + d_j)/√(d_i² + d_j²), for every head, input with "
    "at least one swap, and weights α ≥ 0 (whatever τ, bars or not); a swap attains it iff "
    "v'_i = v'_j.",
    expected=Verdict.PROVED,
    provenance="suite",
    subject=ScoreSum,
    quantifiers={
        "swaps": "every number of swaps and all weights α ≥ 0",
        "v": "all positive v and v'",
        "small": "v and v' over {1, 2, 3, 4}",
    },
    evidence=(
        Evidence(
            ONE,
            Method.SYMBOLIC,
            "squared, for one swap and all positive reals",
            swap_by_swap,
            frozenset({"v"}),
            confirmed_by="what is left over (sympy)",
        ),
        Evidence(
            LEFT,
            Method.SYMBOLIC,
            "right - left = (d_i + d_j)² (v'_i - v'_j)², a polynomial identity",
            square_left_over,
            frozenset({"v"}),
            confirmed_by="one swap (z3)",
        ),
        Evidence(
            SUM,
            Method.INDUCTIVE,
            "no swap: 0 ≤ 0; one swap more keeps the inequality of the sums",
            weighted_sum,
            frozenset({"swaps"}),
            confirmed_by="cvc5",
        ),
        Evidence(
            SMALL,
            Method.EXHAUSTIVE,
            "256 pairs of readings in Fractions",
            small_weights,
            frozenset({"small"}),
        ),
    ),
    mutants=(
        Mutant(
            "1.99 for 2",
            Kind.CONSTANT,
            lambda s: replace(s, square=Fraction(199, 100)),
            (ONE, LEFT, SMALL),
        ),
        Mutant("d_i - d_j", Kind.SIGN, lambda s: replace(s, weights=(1, -1)), (ONE, LEFT, SMALL)),
        Mutant("s_POS twice", Kind.TERM, lambda s: replace(s, flip=False), (ONE, LEFT, SMALL)),
        Mutant("strict", Kind.RELATION, lambda s: replace(s, relation="<"), (ONE, SUM, SMALL)),
        Mutant(
            "weights of any sign",
            Kind.HYPOTHESIS,
            lambda s: replace(s, nonnegative=False),
            (SUM,),
        ),
    ),
    not_covered="N = 1 (no swap, so no score). Cosines with clamped norms, which are smaller.",
)


@dataclass(frozen=True)
class BothHigh:
    """Scores ≥ 1 - ε on m blocks: the defect x of (d_max, d_min) is ≤ factor(m) · ε, and
    ≤ three · ε if m = 3; 1 - x = (p d + q e)/√(outer (d² + e²)), ``reach`` = (p, q).

    ``largest``: the swap of d_max and d_min has the largest weight α (true of |d_i - d_j|).
    """

    factor: Callable[[Any], Any] = lambda m: m * (m - 1) / 2
    three: Fraction = Fraction(2)
    scores: int = 2
    largest: bool = True
    outer: int = 2
    reach: tuple[int, int] = (1, 1)

    def mean(self, eps: Any) -> Any:
        """What the weighted mean of the defects is at most: 1 - (s_POS + s_SYM)/2."""
        return eps if self.scores == 2 else (eps + 1) / 2

    def cosine(self, d: Any, e: Any) -> tuple[Any, Any]:
        """Numerator, and square of the denominator, of 1 - x for a swap of means d and e."""
        return self.reach[0] * d + self.reach[1] * e, self.outer * (d * d + e * e)


def first_that_fails(posed: Iterable[tuple[Callable[..., Posed], str]]) -> Outcome:
    """Prove each statement; the first that is not proved, or the number of those proved."""
    outcomes = []
    for statement, names in posed:
        outcomes.append(prove(statement, names))
        if outcomes[-1].status != "true":
            return outcomes[-1]
    return true(len(outcomes), note="; ".join(outcome.note for outcome in outcomes))


def largest_weight(claim: BothHigh) -> Outcome:
    """z3: the largest of C weights with sum 1 is ≥ 1/C, by induction; then the defect's bound.

    w is that weight, x the defect of its swap, all defects are ≥ 0 (S-score-sum at s_POS + s_SYM
    = 2 is their mean) and the weighted mean of the defects is ≤ ε.
    """

    def step(total: Any, count: Any, w: Any, alpha: Any) -> Posed:
        largest = (alpha <= w,) if claim.largest else ()
        return (total <= count * w, count >= 0, *largest), (total + alpha <= (count + 1) * w,)

    def bound(m: Any, C: Any, w: Any, x: Any, rest: Any, eps: Any) -> Posed:
        mean = w * x + rest <= claim.mean(eps)
        return (m >= 2, m * (m - 1) == 2 * C, C * w >= 1, x >= 0, rest >= 0, mean), (
            x <= claim.factor(m) * eps,
        )

    def angle(d: Any, e: Any) -> Posed:
        top, bottom = claim.cosine(d, e)
        return (d > 0, e > 0), (top > 0, top**2 <= bottom)

    return first_that_fails(
        ((step, "total count w alpha"), (bound, "m C w x rest eps"), (angle, "d e"))
    )


def unit(*tangents: Any) -> tuple[Any, ...]:
    """Every tangent is in [0, 1)."""
    return tuple(part for t in tangents for part in (t >= 0, t < 1))


def slopes(d: Any, k: Any, e: Any, u: Any, v: Any, w: Any) -> Posed:
    """The tangents, and that of the whole angle from the two parts."""
    tangents = (u * (d + k) == d - k, v * (k + e) == k - e, w * (d + e) == d - e)
    return (d >= k, k >= e, e > 0, *tangents), (w * (1 + u * v) == u + v, *unit(u, v, w))


def chord(x: Any, y: Any, z: Any, u: Any, v: Any, w: Any) -> Posed:
    """The angle of (d, e) is at most the sum of those of (d, k) and (k, e)."""
    pairs = ((x, u), (y, v), (z, w))
    cosines = [part for c, t in pairs for part in (c < 1, (1 - c) ** 2 * (1 + t * t) == 1)]
    wider = 1 - z >= (1 - x) * (1 - y) * (1 - u * v)
    return (w * (1 + u * v) == u + v, *unit(u, v, w), *cosines), (wider,)


def parallelogram(x: Any, y: Any, z: Any, u: Any, v: Any) -> Posed:
    """So its chord's square, 2z, is at most twice the sum of theirs, 2x and 2y."""
    cosines = ((1 - x) ** 2 * (1 + u * u) == 1, (1 - y) ** 2 * (1 + v * v) == 1)
    return (*cosines, 1 - z >= (1 - x) * (1 - y) * (1 - u * v)), (z <= 2 * (x + y),)


def two_squares() -> Outcome:
    """sympy: twice what ``parallelogram`` concludes is what it is given, and two squares."""
    from sympy import symbols

    x, y, z, u, v = symbols("x y z u v")
    circles = (1 - x) ** 2 * (1 + u * u) - 1 + (1 - y) ** 2 * (1 + v * v) - 1
    given = 2 * (1 - z - (1 - x) * (1 - y) * (1 - u * v)) - circles
    squares = (x + y) ** 2 + ((1 - x) * u - (1 - y) * v) ** 2
    return identity(2 * (2 * (x + y) - z) - given - squares)


def three_blocks(claim: BothHigh) -> Outcome:
    """z3: m = 2; and m = 3 with means d ≥ k ≥ e, in steps that give z ≤ 2(x + y), then z ≤ 2ε.

    x, y, z are the defects of (d, k), (k, e), (d, e): 1 - x is the cosine of the angle in [0, 45°)
    whose tangent is u = (d - k)/(d + k), and so on with v and w.
    """

    def single(x: Any, eps: Any, m: Any) -> Posed:
        return (x >= 0, x <= claim.mean(eps), m == 2), (x <= claim.factor(m) * eps,)

    def slope(d: Any, e: Any) -> Posed:
        top, bottom = claim.cosine(d, e)
        return (d >= e, e > 0), (
            top > 0,
            top**2 * ((d + e) ** 2 + (d - e) ** 2) == bottom * (d + e) ** 2,
        )

    def weighted(x: Any, y: Any, z: Any, a: Any, b: Any, c: Any, eps: Any) -> Posed:
        order = (c >= a, c >= b) if claim.largest else ()
        defects = (x >= 0, y >= 0, z >= 0, z <= 2 * (x + y))
        mean = a * x + b * y + c * z <= claim.mean(eps)
        given = (*defects, a > 0, b > 0, c > 0, a + b + c == 1, mean, *order)
        return given, (z <= times(claim.three, eps),)

    certified = two_squares()
    if certified.status != "true":
        return certified
    return first_that_fails(
        (
            (single, "x eps m"),
            (slope, "d e"),
            (slopes, "d k e u v w"),
            (chord, "x y z u v w"),
            (parallelogram, "x y z u v"),
            (weighted, "x y z a b c eps"),
        )
    )


LARGEST, THREE = "largest weight", "two and three blocks"
SCORE_HIGH = Claim(
    id="A-score-high",
    paper="A",
    place="§3.3, 'both high', repaired",
    statement="For every m ≥ 2 blocks (m = N with one token a block), head, input and τ > 0, with "
    "α a softmax of |d_i - d_j|/τ: if s_POS and s_SYM are ≥ 1 - ε then the largest and smallest "
    "block mean satisfy d_max + d_min ≥ (1 - κε) · √(2(d_max² + d_min²)), κ = 1 for m = 2, 2 for "
    "m = 3, m(m-1)/2 for m ≥ 4. At m = 2 no smaller κ will do.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=BothHigh,
    quantifiers={
        "m": "every m ≥ 2, every τ > 0",
        "M": "every head and input",
        "small": "m in {2, 3}: all positive d, all weights α in the order of the gaps",
    },
    evidence=(
        Evidence(
            LARGEST,
            Method.WRITTEN,
            "every m: the largest of C weights of sum 1 is ≥ 1/C (induction, z3), it is that of "
            "d_max and d_min (paper), and bounds its swap's defect (z3)",
            largest_weight,
            frozenset({"m", "M"}),
            proof="proofs.md#a-score-high",
            confirmed_by="cvc5",
        ),
        Evidence(
            THREE,
            Method.SYMBOLIC,
            "m = 2 and m = 3, for all real means and weights, in six formulas",
            three_blocks,
            frozenset({"small"}),
            confirmed_by="two squares for the parallelogram (sympy); cvc5 for the rest",
        ),
    ),
    mutants=(
        Mutant(
            "a percent less",
            Kind.CONSTANT,
            lambda s: replace(s, factor=lambda m: 99 * m * (m - 1) / 200),
        ),
        Mutant(
            "199/100 for three blocks",
            Kind.CONSTANT,
            lambda s: replace(s, three=Fraction(199, 100)),
            (THREE,),
        ),
        Mutant("factor m - 2", Kind.INDEX, lambda s: replace(s, factor=lambda m: m - 2)),
        Mutant("one score high", Kind.HYPOTHESIS, lambda s: replace(s, scores=1)),
        Mutant("defect of d_i - d_j", Kind.SIGN, lambda s: replace(s, reach=(1, -1))),
        Mutant("defect without its 2", Kind.TERM, lambda s: replace(s, outer=1)),
        Mutant(
            "any weights, the sign of d_i - d_j kept",
            Kind.QUANTIFIER,
            lambda s: replace(s, largest=False),
        ),
    ),
    not_covered="Sharpness for m ≥ 3; κ = m - 1 is conjectured (proofs.md: it holds for equal "
    "weights α). Some growth in m is needed: proofs.md shows heads with both scores near 1 and "
    "nearly all attention on one key, at every fixed τ.",
    rests_on=("S-score-sum",),
)
