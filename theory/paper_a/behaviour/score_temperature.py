"""Both scores high at the swaps' own temperature τ (S-score-temp).

A-score-high holds for every τ, so its factor m - 1 makes it empty at the papers' own 16 blocks and
γ = 0.1. At a small τ the swaps of nearly the largest gap carry all the weight, and what they say of
the largest and the smallest block mean is lost by a multiple of τ only.

x = 1 - (d + e)/√(2(d² + e²)) is the *defect* of a swap, h(s) that of d = 1 and e = s; h falls and
is convex on [0, 1]. A swap *falls short* by y τ: its gap is d_max - d_min - y τ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import to_ball
from theory.mathematics.pairs import times
from theory.mathematics.solvers import Posed, all_steps, identities, prove_all


@dataclass(frozen=True)
class AtTemperature:
    """Both scores ≥ 1 - ε = 1 - h(ρ) on m blocks give ρ d_max - lost·w τ ⋈ d_min for w ≥ 0 with
    w e^{power + w} = m(m-1)/2 - own.

    ``reach`` = (p, q): h(s) = 1 - (p + q s)/√(2(1 + s²)). ``largest``: a larger gap has a larger
    weight (true of |d_i - d_j|).
    """

    power: int = 1
    own: int = 1
    lost: Fraction = Fraction(1)
    relation: str = "<="
    scores: int = 2
    reach: tuple[int, int] = (1, 1)
    largest: bool = True

    def holds(self, left: Any, right: Any) -> Any:
        """The relation between ρ d_max - w τ and d_min."""
        return left <= right if self.relation == "<=" else left < right


def tangent(subject: AtTemperature) -> Outcome:
    """sympy: the square of h's tangent at ρ less that of its cosine is (s - ρ)² times a polynomial
    without negative terms on [0, 1]: h lies above its tangents, so it is convex."""
    from sympy import symbols

    s, rho = symbols("s rho")
    p, q = subject.reach
    # (1 + ρ²)^{3/2} times the tangent of (p + q s)/√(1 + s²), of slope (q - p ρ)/(1 + ρ²)^{3/2}.
    line = (p + q * rho) * (1 + rho**2) + (q - p * rho) * (s - rho)
    rest = (1 + rho) ** 2 + 4 * rho**3 + s**2 * (1 - rho) ** 2 + 2 * s * (1 - rho**4)
    square = line**2 * (1 + s**2) - (p + q * s) ** 2 * (1 + rho**2) ** 3
    return identities({"tangent": square - (s - rho) ** 2 * rest})


def entry(subject: AtTemperature) -> list[Any]:
    """What the scores say of the mean defect (S-score-sum: their sum is ≤ 2 - 2 Σ α x), and a
    swap's ratio: one that falls short by δ has e/d ≤ (d_min + δ)/d_max."""

    def mean(positional: Any, symbolic: Any, defect: Any, eps: Any) -> Posed:
        high = (positional >= 1 - eps, positional <= 1, symbolic <= 1)
        both = (symbolic >= 1 - eps,) if subject.scores == 2 else (symbolic >= -1,)
        return (*high, *both, positional + symbolic <= 2 - 2 * defect), (defect <= eps,)

    def ratio(most: Any, least: Any, d: Any, e: Any) -> Posed:
        given = (least > 0, least <= e, e <= d, d <= most)
        short = (most - least) - (d - e)
        return given, (e * most <= (least + times(subject.lost, short)) * d,)

    return [(mean, "positional symbolic defect eps"), (ratio, "most least d e")]


def sums(subject: AtTemperature) -> list[Any]:
    """Σ e^{-y} (y - n) over the swaps is < 0 for n > w: one term is -n, each other one at most
    e^{-(1 + n)}, as 1 + u ≤ e^u at u = y - n - 1."""

    def term(y: Any, n: Any, grown: Any, weight: Any) -> Posed:
        # grown = e^{y - n - power}, weight = e^{-y}; their product is e^{-(power + n)}.
        return (weight > 0, grown >= 1 + (y - n - subject.power)), (
            (y - n) * weight <= grown * weight,
        )

    def added(so_far: Any, count: Any, bound: Any, new: Any) -> Posed:
        return (so_far <= count * bound, new <= bound), (so_far + new <= (count + 1) * bound,)

    def total(pairs: Any, bound: Any, below: Any, w: Any, n: Any, others: Any) -> Posed:
        # bound = e^{-(1 + w)}, below = e^{-(1 + n)}.
        given = (pairs >= 1, w >= 0, n > w, bound > 0, below > 0, below < bound)
        enough = (pairs - subject.own) * bound <= w
        return (*given, enough, others <= (pairs - 1) * below), (others - n < 0,)

    return [
        (term, "y n grown weight"),
        (added, "so_far count bound new"),
        (total, "pairs bound below w n others"),
    ]


def listed() -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """Means over {1, 2, 3, 6}, rising, not all equal, at three τ; then two clusters 2 τ wide."""
    for m in range(2, 5):
        for means in combinations_with_replacement(map(Fraction, (1, 2, 3, 6)), m):
            if means[0] < means[-1]:
                yield from product([means], (Fraction(1, 2), Fraction(2), Fraction(20)))
    for m, tau in product((3, 4, 5), (Fraction(1, 50), Fraction(1, 1000))):
        low, high = (m - 2) // 2, m - 2 - (m - 2) // 2
        ends = [Fraction(1), *[1 + 2 * tau] * low, *[4 - 2 * tau] * high, Fraction(4)]
        yield tuple(ends), tau


def defect(subject: AtTemperature, d: Fraction, e: Fraction) -> Any:
    """1 - (p d + q e)/√(2(d² + e²)) as a ball, d ≥ e."""
    p, q = subject.reach
    return 1 - (to_ball(d) * p + to_ball(e) * q) / to_ball(2 * (d * d + e * e)).sqrt()


def mean_defect(subject: AtTemperature, means: tuple[Fraction, ...], tau: Fraction) -> Any:
    """Σ α x as a ball; the smallest ε of a head whose two scores are equal."""
    total, weights = to_ball(0), to_ball(0)
    for e, d in combinations(means, 2):
        weight = to_ball((d - e if subject.largest else e - d) / tau).exp()
        total, weights = total + weight * defect(subject, d, e), weights + weight
    mean = total / weights
    return mean if subject.scores == 2 else 2 * mean - 1


EVERY, FEW = "every number of blocks", "few blocks"
SCORE_TEMPERATURE = FormalClaim(
    id="S-score-temp",
    paper="suite",
    place="Scores",
    statement="For every m ≥ 2 blocks, head, input and τ > 0, with α a softmax of |d_i - d_j|/τ. "
    "If s_POS and s_SYM are ≥ 1 - ε, ε ≤ 1 - 1/√2, then the smallest and the largest block mean "
    "satisfy d_min ≥ ρ d_max - w τ. Here ρ = tan(45° - arccos(1 - ε)), and w ≥ 0 solves w e^{1+w} "
    "= m(m-1)/2 - 1. At m = 2, where w is 0, equality can hold.",
    subject=AtTemperature,
    quantifiers={
        "m": "every m ≥ 2, every τ > 0, every ε",
        "M": "every head and input",
        "listed": "m ≤ 4, means over {1, 2, 3, 6} at τ in {1/2, 2, 20}; m ≤ 5, two clusters",
    },
    parts={"scores": Kind.HYPOTHESIS, "largest": Kind.QUANTIFIER},
    not_covered="The best constant at m ≥ 3 that serves every τ: as τ falls to 0 it is "
    "S-score-ends's, 1.95 for 16 blocks and ε near 0, where w is 2.76. Clamped norms; ε above 1 - "
    "1/√2, which excludes no d_min.",
    rests_on=("S-score-sum",),
)


@SCORE_TEMPERATURE.written(
    EVERY,
    "h above its tangents (sympy), the ratio of a swap that falls short, the sum over swaps (z3)",
    "m",
    "M",
    confirmed_by="cvc5",
)
def above_its_tangents(subject: AtTemperature) -> Outcome:
    """The tangent (sympy), then the entry and the sums (z3)."""
    return all_steps(lambda: tangent(subject), lambda: prove_all([*entry(subject), *sums(subject)]))


@SCORE_TEMPERATURE.exhaustive(
    FEW, "the bound itself at listed means and temperatures, by certain balls", "listed"
)
def blocks_at_temperatures(subject: AtTemperature) -> Outcome:
    """Balls of 256 bits: no listed means contradict the bound, some with ε ≤ 1 - 1/√2 at m ≥ 3; at
    m = 2 it is an equality."""
    from flint import arb, ctx

    ctx.prec, cases, several = 256, 0, 0
    for means, tau in listed():
        cosine = 1 - mean_defect(subject, means, tau)
        pairs = len(means) * (len(means) - 1) // 2
        if cosine > 1 or any(defect(subject, d, e) < 0 for e, d in combinations(means, 2)):
            return false(f"{means}: a defect below 0", cases + 1)
        if len(means) == 2:
            # Exactly: ρ is e/d, and w = 0 if the largest gap's own pair is taken off.
            if pairs != subject.own or not subject.holds(means[0], means[0]):
                return false(f"{means}: ρ d_max is d_min", cases + 1)
        elif not 2 * cosine * cosine > 1:
            continue
        else:
            several += 1
            # tan(45° - φ) = (1 - tan φ)/(1 + tan φ), cos φ = 1 - ε.
            slope = (1 - cosine * cosine).sqrt() / cosine
            rho = (1 - slope) / (1 + slope)
            w = ((pairs - subject.own) / arb(subject.power).exp()).lambertw()
            left = rho * to_ball(means[-1]) - w * to_ball(tau * subject.lost)
            if not subject.holds(left, to_ball(means[0])):
                return false(f"{means}, τ = {tau}: {left} > {means[0]}", cases + 1)
        cases += 1
    return true(cases) if several else false("no ε ≤ 1 - 1/√2 at m ≥ 3", cases + 1)


SCORE_TEMPERATURE.coq(
    "score_temperature.S_score_temp",
    "score_temperature.S_score_temp_pairs",
    "score_temperature.S_score_temp_scores",
    "score_temperature.S_score_temp_attained",
    decides=("m", "M", "listed"),
    axioms=REALS,
    near_misses={
        "score_temperature.S_score_temp__strict": Kind.RELATION,
        "score_temperature.S_score_temp__at_no_temperature": Kind.TERM,
        "score_temperature.S_score_temp__fewer_pairs": Kind.CONSTANT,
        "score_temperature.S_score_temp_pairs__both_ways": Kind.CONSTANT,
        "score_temperature.S_score_temp_scores__strict": Kind.RELATION,
        "score_temperature.S_score_temp_attained__above": Kind.RELATION,
    },
)

SCORE_TEMPERATURE.mutant("strict", Kind.RELATION, blocks_at_temperatures, relation="<")
SCORE_TEMPERATURE.mutant("w e^{2+w}", Kind.CONSTANT, above_its_tangents, power=2)
SCORE_TEMPERATURE.mutant(
    "two pairs taken off", Kind.CONSTANT, above_its_tangents, blocks_at_temperatures, own=2
)
SCORE_TEMPERATURE.mutant(
    "nothing lost to τ", Kind.TERM, above_its_tangents, blocks_at_temperatures, lost=Fraction(0)
)
SCORE_TEMPERATURE.mutant(
    "one score high", Kind.HYPOTHESIS, above_its_tangents, blocks_at_temperatures, scores=1
)
SCORE_TEMPERATURE.mutant(
    "defect of d_i - d_j", Kind.SIGN, above_its_tangents, blocks_at_temperatures, reach=(1, -1)
)
SCORE_TEMPERATURE.mutant(
    "any weights, the sign of d_i - d_j kept",
    Kind.QUANTIFIER,
    blocks_at_temperatures,
    largest=False,
)
