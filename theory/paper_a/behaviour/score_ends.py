"""Both scores high at a temperature that is small against the largest mean (S-score-ends).

S-score-temp counts every swap as if it could cost as much as any other, so it loses about 2 ln m
temperatures. But a swap weighs something only between a block near the largest mean and one near
the smallest: the sum over swaps is, but for next to nothing, a product of a sum over the one *end*
and one over the other, and p blocks at the largest mean with q at the smallest cost
ρ W((p-1)/e) + W((q-1)/e), W Lambert's function. As τ falls to 0 this is attained.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import to_ball
from theory.mathematics.solvers import Posed, all_steps, identities, prove_all
from theory.paper_a.behaviour.score_temperature import (
    AtTemperature,
    entry,
    listed,
    mean_defect,
    sums,
    tangent,
)

Means = tuple[Fraction, ...]
"""Rising."""


@dataclass(frozen=True)
class _Ends:
    """Both scores ≥ 1 - h(ρ) give ρ d_max - (L + ``within``·E) τ ⋈ d_min: L the largest of
    ``top``·ρ W((p - own)/e)/c + W((q - own)/e) over p + q = m, c = 1 - ``slow``·τ/d_max, and
    E = (m-1)(m-2)/2 · e^{-(1 - ρ) d_max/(``spread``·τ)}."""

    own: int = 1
    top: int = 1
    slow: int = 2
    within: int = 1
    spread: int = 4
    scores: int = 2
    relation: str = "<="

    def holds(self, left: Any, right: Any) -> Any:
        """The relation between the bound and d_min."""
        return left <= right if self.relation == "<=" else left < right


def lambert(count: int) -> Any:
    """W(count/e) as a ball: w ≥ 0 with w e^{1+w} = count; 0 where nothing is left to cost."""
    return (max(count, 0) / to_ball(1).exp()).lambertw()


def split(subject: _Ends, m: int, p: int, rho: Any, slow: Any) -> Any:
    """What p blocks at the upper end and m - p at the lower one cost, as a ball."""
    upper = subject.top * rho * lambert(p - subject.own) / slow
    return upper + lambert(m - p - subject.own)


def _worst(subject: _Ends, m: int, rho: Any, slow: Any) -> Any:
    """L as a ball."""
    costs = [split(subject, m, p, rho, slow) for p in range(1, m)]
    largest = costs[0]
    for cost in costs[1:]:
        largest = largest.max(cost)
    return largest


def _extremal(m: int, rho: Fraction, tau: Fraction, less: Fraction) -> Means:
    """p means near 1 and q near ρ: those but one at either end lie 1 + W((p-1)/e) and 1 +
    W((q-1)/e) times τ from it; the lower end is L - ``less`` temperatures below ρ, or hardly
    more."""
    p = max(range(1, m), key=lambda p: _rounded(split(_Ends(), m, p, to_ball(rho), 1)))
    cost = split(_Ends(), m, p, to_ball(rho), 1)
    high, low = (_rounded(1 + lambert(k - 1)) for k in (p, m - p))
    # A last digit more: what rounding takes off must not make the means easier.
    bottom = rho - tau * (_rounded(cost) + Fraction(1, 10**6) - less)
    return (bottom, *[bottom + tau * low] * (m - p - 1), *[1 - tau * high] * (p - 1), Fraction(1))


def _rounded(ball: Any) -> Fraction:
    """A fraction of six digits near a ball: any choice of means serves."""
    return Fraction(round(float(ball) * 10**6), 10**6)


SIZES = ((3, Fraction(1, 3)), (4, Fraction(1, 3)), (6, Fraction(9, 10)), (16, Fraction(1, 3)))
TAU = Fraction(1, 10**6)


@dataclass(frozen=True)
class Sharp:
    """Means with ρ d_max - d_min ≥ (L - ``less``) τ, L of ``cost``, at which both scores are ⋈ 1 -
    h(ρ)."""

    less: Fraction = Fraction(1, 1000)
    cost: _Ends = _Ends()
    relation: str = ">"


def instances() -> Iterator[tuple[Means, Fraction]]:
    """S-score-temp's list, three means between which a swap within an end counts, and extremal
    means."""
    yield from listed()
    yield (Fraction(23, 2), Fraction(13), Fraction(29, 2)), Fraction(1)
    for m, rho in SIZES:
        yield _extremal(m, rho, Fraction(1, 10**4), Fraction(0)), Fraction(1, 10**4)


def _between(subject: _Ends) -> Outcome:
    """sympy: what a swap between the ends adds, e/d - ρ, times d/τ is b - n + ρ a, where d is a
    and e is b temperatures from its end."""
    from sympy import symbols

    most, tau, rho, a, b, n = symbols("most tau rho a b n")
    d, e = most - tau * a, rho * most - tau * n + tau * b
    return identities(
        {"a swap between the ends": e - rho * d - tau * (b - n + subject.top * rho * a)}
    )


def _ends(subject: _Ends) -> list[Any]:
    """z3: d_max/d ≤ 1 + slow·(d_max - d)/d_max (≤ e^{slow τ a/d_max}) in the upper half; y ≤
    (1 + y/4)² (≤ e^{y/2}); and the product of the two ends' sums against what they cost."""

    def upper(most: Any, d: Any) -> Posed:
        return (d > 0, d <= most, 2 * d >= most), (
            most * most <= (most + subject.slow * (most - d)) * d,
        )

    def small(y: Any) -> Posed:
        return (), (16 * y <= (4 + y) * (4 + y),)

    def product(n: Any, rho: Any, top: Any, low: Any, u: Any, v: Any, little: Any) -> Posed:
        # top, low ≥ 1 the ends' weights, u and v what each costs; n top low ≤ the sum.
        whole = n * top * low <= top * v * low + rho * u * top * low + little
        given = (top >= 1, low >= 1, rho >= 0, little >= 0, u >= 0, v >= 0, whole)
        return given, (n <= rho * u + v + subject.within * little,)

    return [(upper, "most d"), (small, "y"), (product, "n rho top low u v little")]


def one_end(subject: _Ends) -> list[Any]:
    """z3: a swap within an end falls short by y ≥ G/2, G the largest gap; so e^{-y} e^{y/2} is at
    most e^{-G/4}; and of m(m-1)/2 swaps all but pq ≥ m - 1 are such."""

    def high(most: Any, least: Any, d: Any, e: Any) -> Posed:
        given = (least <= e, e <= d, d <= most, 2 * e >= most + least)
        return given, (2 * ((most - least) - (d - e)) >= most - least,)

    def low(most: Any, least: Any, d: Any, e: Any) -> Posed:
        given = (least <= e, e <= d, d <= most, 2 * d <= most + least)
        return given, (2 * ((most - least) - (d - e)) >= most - least,)

    def little(y: Any, gap: Any) -> Posed:
        return (gap >= 0, 2 * y >= gap), (subject.spread * (y - y / 2) >= gap,)

    def count(p: Any, q: Any) -> Posed:
        m = p + q
        return (p >= 1, q >= 1), (m * (m - 1) - 2 * p * q <= (m - 1) * (m - 2),)

    ends_of = "most least d e"
    return [(high, ends_of), (low, ends_of), (little, "y gap"), (count, "p q")]


EVERY, FEW, SHARP = "every number of blocks", "few blocks", "extremal means"
SCORE_ENDS = FormalClaim(
    id="S-score-ends",
    paper="suite",
    place="Scores",
    statement="For every m ≥ 2 blocks, head, input and 0 < τ < d_max/2, with α a softmax of |d_i - "
    "d_j|/τ. If s_POS and s_SYM are ≥ 1 - ε, ε ≤ 1 - 1/√2, then d_min ≥ ρ d_max - (L + E) τ. Here "
    "ρ = tan(45° - arccos(1 - ε)), and L is the largest of ρ W((p-1)/e)/c + W((q-1)/e) over p + q "
    "= m, p, q ≥ 1. Further, c = 1 - 2τ/d_max, W is Lambert's function, and E = (m-1)(m-2)/2 · "
    "e^{-(1 - ρ) d_max/(4τ)}.",
    subject=_Ends,
    quantifiers={
        "m": "every m ≥ 2, every τ > 0 below d_max/2, every ε",
        "M": "every head and input",
        "listed": "m ≤ 4, means over {1, 2, 3, 6}; m ≤ 5, two clusters; extremal means, m ≤ 16",
    },
    parts={"scores": Kind.HYPOTHESIS, "own": Kind.INDEX},
    not_covered="That no smaller L serves as τ/d_max falls to 0 (S-score-ends-sharp). At τ near "
    ".42(1 - ρ) d_max, with few blocks and ρ near 1, more than L is lost (m = 3: .371); there "
    "S-score-temp's w is the better bound.",
    rests_on=("S-score-temp",),
)


@SCORE_ENDS.written(
    EVERY,
    "a swap between the ends (sympy), swaps within an end, each end's sum and the product "
    "of both (z3)",
    "m",
    "M",
    confirmed_by="cvc5",
)
def swaps_between_ends(subject: _Ends) -> Outcome:
    """The tangent and the swap between the ends (sympy), then swaps within an end, each end's sum
    and the product."""
    same = AtTemperature(own=subject.own, scores=subject.scores)
    posed = [*entry(same), *sums(same), *one_end(subject), *_ends(subject)]
    return all_steps(lambda: tangent(same), lambda: _between(subject), lambda: prove_all(posed))


@SCORE_ENDS.exhaustive(
    FEW, "the bound itself at listed means and temperatures, by certain balls", "listed"
)
def bounded(subject: _Ends) -> Outcome:
    """Balls of 256 bits: the bound at listed means, with the smallest ε of their two scores;
    equality at m = 2."""
    from flint import arb, ctx

    ctx.prec, cases = 256, 0
    for means, tau in instances():
        m, most = len(means), to_ball(means[-1])
        cosine = 1 - mean_defect(AtTemperature(scores=subject.scores), means, tau)
        if 2 * tau >= means[-1] or not (cosine < 1 and 2 * cosine * cosine > 1):
            continue
        cases += 1
        if m == 2:
            # Exactly: ρ is e/d, and nothing is lost.
            if not subject.holds(means[0], means[0]):
                return false(f"{means}: ρ d_max is d_min", cases)
            continue
        edge = (1 - cosine * cosine).sqrt() / cosine
        rho = (1 - edge) / (1 + edge)
        cost = _worst(subject, m, rho, 1 - to_ball(subject.slow * tau / means[-1]))
        wide = (1 - rho) * most / (subject.spread * to_ball(tau))
        few = (m - 1) * (m - 2) * (-wide).exp() / arb(2)
        left = rho * most - (cost + subject.within * few) * to_ball(tau)
        if not subject.holds(left, to_ball(means[0])):
            return false(f"{means}, τ = {tau}: {left} > {means[0]}", cases)
    return true(cases)


SCORE_ENDS.coq(
    "score_ends.S_score_ends",
    decides=("m", "M", "listed"),
    axioms=REALS,
    near_misses={
        "score_ends.S_score_ends__strict": Kind.RELATION,
        "score_ends.S_score_ends__one_score": Kind.HYPOTHESIS,
        "score_ends.S_score_ends__one_block_less": Kind.INDEX,
    },
)

SCORE_ENDS.mutant("strict", Kind.RELATION, bounded, relation="<")
SCORE_ENDS.mutant("two blocks free at each end", Kind.INDEX, swaps_between_ends, bounded, own=2)
SCORE_ENDS.mutant("the upper end costs nothing", Kind.TERM, swaps_between_ends, bounded, top=0)
SCORE_ENDS.mutant("the upper end costs twice as much", Kind.CONSTANT, swaps_between_ends, top=2)
SCORE_ENDS.mutant("c = 1 + 2τ/d_max", Kind.SIGN, swaps_between_ends, slow=-2)
SCORE_ENDS.mutant(
    "swaps within an end cost nothing", Kind.TERM, swaps_between_ends, bounded, within=0
)
SCORE_ENDS.mutant("e^{-(1 - ρ) d_max/(3τ)}", Kind.CONSTANT, swaps_between_ends, spread=3)
SCORE_ENDS.mutant("one score high", Kind.HYPOTHESIS, swaps_between_ends, scores=1)
SHARPNESS = FormalClaim(
    id="S-score-ends-sharp",
    paper="suite",
    place="Scores",
    statement="At four (m, ρ) the L of S-score-ends is the best but for 1/1000. Let (m, ρ) be any "
    "of (3, 1/3), (4, 1/3), (6, 9/10) and (16, 1/3), and take L at c = 1. Then some means with τ = "
    "10⁻⁶ d_max and d_min ≤ ρ d_max - (L - 1/1000) τ have s_POS = s_SYM > 1 - ε, by swaps that "
    "leave both blocks alike.",
    subject=Sharp,
    quantifiers={"listed": "(m, ρ) in {(3, 1/3), (4, 1/3), (6, 9/10), (16, 1/3)}"},
    parts={"cost": Kind.INDEX},
    not_covered="Every m and ρ < 1, as τ/d_max falls to 0: written in proofs.md.",
    rests_on=("S-score-ends",),
)


@SHARPNESS.exhaustive(
    SHARP, "the extremal means, whose mean defect is small enough, by certain balls", "listed"
)
def extremal_means(subject: Sharp) -> Outcome:
    """The extremal means at τ = 10⁻⁶ d_max, as balls: after swaps that leave both blocks alike the
    scores are 1 less the mean defect. And they lose L - ``less``, or more in the fifth digit."""
    from flint import arb, ctx

    ctx.prec = 256
    cases = 0
    for m, rho in SIZES:
        cases += 1
        means, ball = _extremal(m, rho, TAU, subject.less), to_ball(rho)
        allowed = 1 - (1 + ball) / (2 * (1 + ball * ball)).sqrt()
        mean = mean_defect(AtTemperature(), means, TAU)
        if not (mean < allowed if subject.relation == ">" else mean > allowed):
            return false(f"m = {m}, ρ = {rho}: the mean defect is {mean}", cases)
        lost = (ball - to_ball(means[0])) / to_ball(TAU)
        claimed = _worst(subject.cost, m, ball, 1) - to_ball(subject.less)
        if not (claimed <= lost and lost < claimed + arb(1) / 10**4):
            return false(f"m = {m}, ρ = {rho}: {lost} of {claimed}", cases)
    return true(cases)


SHARPNESS.mutant("no block free at either end", Kind.INDEX, cost=_Ends(own=0))
SHARPNESS.mutant("L + 1/1000", Kind.SIGN, less=Fraction(-1, 1000))
SHARPNESS.mutant("a tenth of a temperature more", Kind.CONSTANT, less=Fraction(-1, 10))
SHARPNESS.mutant("lower scores", Kind.RELATION, relation="<")
