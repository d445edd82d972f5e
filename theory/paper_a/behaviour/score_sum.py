"""Exclusion at the level of the scores (S-score-sum): v = (d_i, d_j) before a swap, v' after."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.pairs import times
from theory.mathematics.solvers import Posed, exhaust, grid, identities, prove, prove_all


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


ONE, LEFT, SUM, SMALL = "one swap", "what is left over", "sum over swaps", "small weights"
SCORE_SUM = FormalClaim(
    id="S-score-sum",
    paper="suite",
    place="Scores",
    statement="s_POS + s_SYM ≤ Σ α_ij · √2 (d_i + d_j)/√(d_i² + d_j²), for every head, input with "
    "at least one swap, and weights α ≥ 0 of sum 1 (whatever τ, bars or not). A swap of positive "
    "weight attains its term iff v'_i = v'_j.",
    subject=ScoreSum,
    quantifiers={
        "swaps": "every number of swaps and all weights α ≥ 0 of sum 1",
        "v": "all positive v and v'",
        "small": "v and v' over {1, 2, 3, 4}",
    },
    parts={"flip": Kind.TERM, "nonnegative": Kind.HYPOTHESIS},
    not_covered="N = 1 (no swap, so no score). Cosines with clamped norms, which are smaller.",
)


@SCORE_SUM.symbolic(
    ONE,
    "squared, for one swap and all positive reals",
    "v",
    confirmed_by="what is left over (sympy)",
)
def swap_by_swap(subject: ScoreSum) -> Outcome:
    """z3: the inequality for one swap, for all positive v and v'."""

    def statement(d: Any, e: Any, p: Any, q: Any) -> Posed:
        return (d > 0, e > 0, p > 0, q > 0), (subject.holds(*subject.sides(d, e, p, q)),)

    return prove(statement, "d e p q")


@SCORE_SUM.symbolic(
    LEFT,
    "right - left = (d_i + d_j)² (v'_i - v'_j)², a polynomial identity",
    "v",
    confirmed_by="one swap (z3)",
)
def square_left_over(subject: ScoreSum) -> Outcome:
    """sympy: right - left is (d_i + d_j)² (v'_i - v'_j)²: equality iff v' is on the diagonal."""
    from sympy import symbols

    d, e, p, q = symbols("d e p q")
    left, right = subject.sides(d, e, p, q)
    return identities({"right - left": right - left - (d + e) ** 2 * (p - q) ** 2})


@SCORE_SUM.inductive(
    SUM,
    "no swap: 0 ≤ 0; one swap more keeps the inequality of the sums",
    "swaps",
    confirmed_by="cvc5",
)
def weighted_sum(subject: ScoreSum) -> Outcome:
    """z3: the root of one swap's inequality; and adding a swap of weight α keeps the sum's."""

    def root(c: Any, b: Any, norm: Any) -> Posed:
        return (norm > 0, b >= 0, c * c * norm <= b * b * norm), (c <= b,)

    def added(so_far: Any, bound: Any, alpha: Any, c: Any, b: Any) -> Posed:
        weight = (alpha >= 0,) if subject.nonnegative else ()
        return (so_far <= bound, c <= b, *weight), (
            subject.holds(so_far + alpha * c, bound + alpha * b),
        )

    return prove_all([(root, "c b norm"), (added, "so_far bound alpha c b")])


@SCORE_SUM.exhaustive(SMALL, "256 pairs of readings in Fractions", "small")
def small_weights(subject: ScoreSum) -> Outcome:
    """One swap, all v and v' over {1, …, 4}, equality cases among them."""
    return exhaust(grid(range(1, 5), 4), lambda case: bool(subject.holds(*subject.sides(*case))))


SCORE_SUM.coq(
    "scores.S_score_sum",
    "scores.S_score_sum_swap",
    decides=("swaps", "v", "small"),
    near_misses={
        "scores.S_score_sum__no_root": Kind.TERM,
        "scores.S_score_sum_swap__before": Kind.DATA,
    },
)

SCORE_SUM.mutant(
    "1.99 for 2",
    Kind.CONSTANT,
    swap_by_swap,
    square_left_over,
    small_weights,
    square=Fraction(199, 100),
)
SCORE_SUM.mutant(
    "d_i - d_j", Kind.SIGN, swap_by_swap, square_left_over, small_weights, weights=(1, -1)
)
SCORE_SUM.mutant(
    "s_POS twice", Kind.TERM, swap_by_swap, square_left_over, small_weights, flip=False
)
SCORE_SUM.mutant("strict", Kind.RELATION, swap_by_swap, weighted_sum, small_weights, relation="<")
SCORE_SUM.mutant("weights of any sign", Kind.HYPOTHESIS, weighted_sum, nonnegative=False)
