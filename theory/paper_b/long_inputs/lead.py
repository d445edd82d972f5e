"""What a target's lead over m irrelevant keys is worth (S-lead)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.balls import surely
from theory.mathematics.conversions import ball_sum, to_ball
from theory.mathematics.solvers import Posed, Statement, prove_all

LOGITS = tuple(map(Fraction, (0, 1, 3)))
TARGETS = tuple(map(Fraction, (0, 2, 5)))
SHARES = (Fraction(7, 20), Fraction(9, 10))
"""Neither is 1/(m + 1), at which equal logits would tie."""
MOST = 4


@dataclass(frozen=True)
class KeptLead:
    """The target's weight is at least p iff lead - ``many`` · ln m - K ⋛ ln ``odds``(p);
    ``below`` ≤ K, and K ≤ ln of ``above``(a, b, e^-a, e^b), which needs the logits within
    [μ - a, μ + b] (``inside``). Equality needs each at μ - a or μ + b, or if ``between`` at μ."""

    odds: Callable[[Any], tuple[Any, Any]] = lambda p: (p, 1 - p)
    many: int = 1
    moment: int = 1
    relation: str = ">="
    above: Callable[[Any, Any, Any, Any], Any] = lambda a, b, low, high: b * low + a * high
    inside: bool = True
    between: bool = False

    def enough(self, left: Any, right: Any) -> bool:
        """The relation between the two sides, by balls that do not overlap."""
        return surely(right, left) if self.relation == ">=" else surely(left, right)


LEAD = FormalClaim(
    id="S-lead",
    paper="suite",
    place="Long inputs",
    statement="A head's target has logit λ, its m ≥ 1 other keys λ_1 … λ_m with mean μ; g = λ - μ, "
    "K = ln((1/m) Σ e^{λ_j - μ}). For 0 < p < 1 the target's weight is at least p iff "
    "g - ln m - K ≥ ln(p/(1 - p)). K ≥ 0, and K = 0 iff the λ_j are equal. If they lie in "
    "[μ - a, μ + b], a, b ≥ 0 not both 0, then K ≤ ln((b e^{-a} + a e^b)/(a + b)), with equality "
    "if each λ_j is μ - a or μ + b. So with g and K as they are the weight falls below p just "
    "beyond m = e^{g - K} (1 - p)/p keys.",
    subject=KeptLead,
    quantifiers={
        "m": "every m ≥ 1 and all real logits",
        "p": "every p, 0 < p < 1",
        "rows": f"m ≤ {MOST}, logits in {{0, 1, 3}}, targets in {{0, 2, 5}}, p = 7/20 and 9/10",
    },
    parts={
        "inside": Kind.HYPOTHESIS,
        "relation": Kind.RELATION,
        "odds": Kind.TERM,
        "above": Kind.INDEX,
        "between": Kind.HYPOTHESIS,
    },
    not_covered="Several heads, and what later layers make of a weight; K of trained heads, which "
    "is measured.",
)


@LEAD.symbolic(
    "odds",
    "every m ≥ 1, weights G = e^g and E = e^K, all positive reals: the logarithm of G/(mE) ≥ "
    "p/(1 - p)",
    "p",
    confirmed_by="cvc5",
)
def by_odds(subject: KeptLead) -> Outcome:
    """z3: with weights divided by e^μ, the target has G = e^g and the m keys Σ e^{λ_j - μ} = m E,
    E = e^K. Then G/(G + mE) ≥ p iff G (1 - p) ≥ m E p."""

    def sides(G: Any, m: Any, E: Any, p: Any) -> tuple[tuple[Any, ...], Any, Any]:
        up, down = subject.odds(p)
        rest = (m if subject.many else 1) * (E if subject.moment > 0 else 1 / E) * up
        needed = G * down >= rest if subject.relation == ">=" else G * down <= rest
        return (G > 0, m >= 1, E > 0, p > 0, p < 1), p * (G + m * E) <= G, needed

    def forward(*v: Any) -> Posed:
        known, served, needed = sides(*v)
        return (*known, served), (needed,)

    def backward(*v: Any) -> Posed:
        known, served, needed = sides(*v)
        return (*known, needed), (served,)

    return prove_all([(forward, "G m E p"), (backward, "G m E p")])


def above_tangent() -> list[tuple[Statement, str]]:
    """With e ≥ 1 + t for each key, strictly but for t = 0, the sum E of r of them is at least r +
    T, and above it from the first t ≠ 0 on; for T = 0 and E = r · M these are M ≥ 1 and M > 1."""

    def tangents(E: Any, T: Any, r: Any, e: Any, t: Any) -> Posed:
        return (r + T <= E, e >= 1 + t), (E + e >= r + 1 + T + t,)

    def strictly(E: Any, T: Any, r: Any, e: Any, t: Any) -> Posed:
        return (r + T <= E, e > 1 + t), (E + e > r + 1 + T + t,)

    def kept(E: Any, T: Any, r: Any, e: Any, t: Any) -> Posed:
        return (r + T < E, e >= 1 + t), (E + e > r + 1 + T + t,)

    def mean(M: Any, r: Any) -> Posed:
        return (r >= 1, r * M >= r), (M >= 1,)

    def more(M: Any, r: Any) -> Posed:
        return (r >= 1, r * M > r), (M > 1,)

    key = "E T r e t"
    return [(tangents, key), (strictly, key), (kept, key), (mean, "M r"), (more, "M r")]


@LEAD.inductive(
    "key by key",
    "base: no key; one key more keeps both sums, from e^t ≥ 1 + t (equal at t = 0 alone) "
    "and the chord of e^t over [-a, b], with equality at t = -a and t = b; then T = 0",
    "m",
    confirmed_by="cvc5; by hand in proofs.md",
)
def by_induction(subject: KeptLead) -> Outcome:
    """z3: ``above_tangent``; and with e at most the chord over [-a, b] for each key, the sum E of
    r of them is at most the chord's sum, and just this if each (t, e) is (-a, e^-a) or (b, e^b);
    for T = 0 and E = r · M that is (a + b) · M ≤ b e^-a + a e^b."""

    def chords(
        a: Any, b: Any, low: Any, high: Any, E: Any, T: Any, r: Any, e: Any, t: Any
    ) -> Posed:
        step, rise = subject.above(a, b, low, high), high - low
        known = (a >= 0, b >= 0, a + b > 0, low > 0, high >= low, r >= 0)
        so_far = (a + b) * E <= r * step + T * rise
        below = (t >= -a, t <= b, (a + b) * e <= (b - t) * low + (t + a) * high)
        # Outside [-a, b] e^t is above the chord.
        known = (*known, so_far, *(below if subject.inside else ()))
        return known, ((a + b) * (E + e) <= (r + 1) * step + (T + t) * rise,)

    def ends(a: Any, b: Any, low: Any, high: Any, E: Any, T: Any, r: Any) -> Posed:
        step, rise = subject.above(a, b, low, high), high - low
        known = (a >= 0, b >= 0, a + b > 0, low > 0, high >= low, r >= 0)
        reached = ((-a, low), (b, high), *(((0, 1),) if subject.between else ()))
        more = [(a + b) * (E + e) == (r + 1) * step + (T + t) * rise for t, e in reached]
        return (*known, (a + b) * E == r * step + T * rise), tuple(more)

    chord = (chords, "a b low high E T r e t")
    return prove_all([*above_tangent(), chord, (ends, "a b low high E T r")])


@LEAD.exhaustive(
    "small rows",
    "120 rows, three targets and two p, in balls, the attained bound among them",
    "rows",
)
def on_rows(subject: KeptLead) -> Outcome:
    """Every row of m ≤ 4 logits and every target: the equivalence and both bounds, by balls."""
    cases = 0
    for m in range(1, MOST + 1):
        for row, target, p in product(product(LOGITS, repeat=m), TARGETS, SHARES):
            cases += 1
            mu = sum(row, Fraction(0)) / m
            moved = [to_ball(x - mu).exp() for x in row]
            mean = ball_sum(moved) / m
            lead, weight = to_ball(target - mu), 1 / (1 + mean * m / to_ball(target - mu).exp())
            up, down = subject.odds(to_ball(p))
            needed = (
                subject.many * to_ball(m).log() + subject.moment * mean.log() + (up / down).log()
            )
            if surely(to_ball(p), weight) != subject.enough(lead, needed):
                return false(f"logits {row}, target {target}, p = {p}", cases)
            if not _bounded(subject, row, mu, mean):
                return false(f"logits {row}: K is out of its bounds", cases)
    return true(cases)


def _bounded(subject: KeptLead, row: tuple[Fraction, ...], mu: Fraction, mean: Any) -> bool:
    """K ≥ 0, zero only for equal logits, and at most the chord's, equal if no logit is between."""
    if len(set(row)) == 1:
        return bool(mean == 1) or bool(mean.overlaps(1))
    a, b = mu - min(row), max(row) - mu
    b = b if subject.inside else b / 2
    low, high = to_ball(-a).exp(), to_ball(b).exp()
    most = subject.above(to_ball(a), to_ball(b), low, high) / to_ball(a + b)
    if len(set(row)) == 2 and subject.inside:
        return bool(mean > 1) and bool(mean.overlaps(most))
    return bool(mean > 1) and bool(mean < most)


LEAD.mutant("without ln m", Kind.TERM, by_odds, on_rows, many=0)
LEAD.mutant("K added", Kind.SIGN, by_odds, on_rows, moment=-1)
LEAD.mutant("ln p for the odds", Kind.TERM, by_odds, on_rows, odds=lambda p: (p, 1))
LEAD.mutant("at most", Kind.RELATION, by_odds, on_rows, relation="<=")
LEAD.mutant(
    "a and b exchanged",
    Kind.INDEX,
    by_induction,
    on_rows,
    above=lambda a, b, low, high: a * low + b * high,
)
LEAD.mutant("logits outside", Kind.HYPOTHESIS, by_induction, on_rows, inside=False)
LEAD.mutant("equal with logits at the mean too", Kind.HYPOTHESIS, by_induction, between=True)
