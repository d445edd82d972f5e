"""Discrepancy of the printed Index head, in both readings, and pigeonhole on the circle
(B-thm32-index).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away, chebyshev
from theory.mathematics.constructed import index_phases
from theory.mathematics.conversions import pi_ball, to_ball
from theory.mathematics.solvers import Posed, prove_all
from theory.witnesses import witness

MOST = 9


def above_bound(data: dict[str, Any]) -> Outcome:
    """The input's discrepancy exceeds 2π²/n², by balls; cos θ is rational."""
    n, target, c = data["n"], data["target"], Fraction(data["cos"])
    if not (0 <= target < n and n >= 2 and -1 < c < 1):
        return false(f"n = {n}, target {target}, cos θ = {c}: out of range")
    cos = chebyshev(c, n)
    logits = [cos[abs(t - target)] for t in range(n)]
    other = max(value for t, value in enumerate(logits) if t != target)
    delta = 1 - other
    bound = 2 * pi_ball() ** 2 / n**2
    here = to_ball(delta)
    query = f"the integer {target}" if target else "a letter"
    parts = [
        (
            witness.numerals(logits) == data["logits"],
            "other logits",
            f"{n} tokens, the last one {query}: logits cos (t - {target})θ at t = 0 … {n - 1} "
            f"positions back: {witness.fractions(logits)}, as cos tθ = {witness.fractions(cos)} by "
            "cos (t+1)θ = 2 cos θ cos tθ - cos (t-1)θ",
        ),
        (
            str(delta) == data["discrepancy"],
            "another discrepancy",
            f"Δ = largest - largest elsewhere = 1 - ({other}) = {delta}",
        ),
        (
            bool(here > bound) or delta > 1 - c,
            "the printed bound holds",
            f"min{{1 - cos θ, 2π²/n²}} = min{{{1 - c}, {bound.str(6, radius=False)}…}} is below "
            f"Δ = {here.str(6, radius=False)}",
        ),
    ]
    return witness.shown(parts, f"n = {n}, cos θ = {c}: Δ = {delta} > 2π²/{n**2}")


INDEX = witness.RefutedClaim(
    above_bound,
    id="B-thm32-index",
    paper="B",
    place="Theorem 3.2, Index",
    statement="Let n > 1 be an arbitrary input length. Then Δ_Index(n) ≤ min{1 - cos θ, 2π²/n²}. "
    "Here Δ(n) := max_σ Δ(σ), Δ(σ) = 1 minus the largest logit at any position but the one that "
    "σ_n points at (F.2.1: the top logit is taken to be 1).",
    parts={"target": Kind.INDEX, "logits": Kind.DATA, "discrepancy": Kind.DATA},
    not_covered="With the minimum over inputs the bound is true (B-thm32-index-fix). n = 4 is the "
    "smallest length: for n = 2, 3 the maximum is 1 - cos θ ≤ 2 < 2π²/9.",
    repairs=("B-thm32-index-fix",),
)

INDEX.coq(
    "discrepancy.B_thm32_index_refuted",
    axioms=REALS,
    near_misses={"discrepancy.B_thm32_index_refuted__length_three": Kind.HYPOTHESIS},
)

INDEX.edited(
    "a letter query",
    Kind.INDEX,
    lambda w: w.update(target=0, logits=["1", "-3/5", "-7/25", "117/125"], discrepancy="8/125"),
)
INDEX.edited(
    "cos θ = 3/5",
    Kind.SIGN,
    lambda w: w.update(cos="3/5", logits=["3/5", "1", "3/5", "-7/25"], discrepancy="2/5"),
)
INDEX.edited("target outside", Kind.INDEX, lambda w: w.update(target=4))
INDEX.edited("another discrepancy", Kind.DATA, lambda w: w.update(discrepancy="8/5"))
INDEX.edited("cos θ = -4/5", Kind.CONSTANT, lambda w: w.update(cos="-4/5"))


@dataclass(frozen=True)
class IndexDelta:
    """Δ_max(n) = 1 - max_{d ≤ wide(n, m)} cos dθ, Δ_min(n) with d ≤ long(n); pigeonhole;
    Δ_max(n) ≤ ``rate``·π²/(n+1)²."""

    wide: Callable[[int, int], int] = lambda n, m: max(n - 1 - m, n // 2)
    long: Callable[[int], int] = lambda n: n - 1
    targets: Callable[[int, int], range] = lambda n, m: range(m + 1)
    bound: Callable[[int], Fraction] = lambda T: Fraction(1, T + 1)
    strict: bool = False
    start: int = 3
    slope: Callable[[Any], Any] = lambda k: 2 * k + 1
    rate: int = 8

    def least_distance(self, u: Fraction, T: int) -> Fraction:
        """The least ‖dθ‖ in turns, 1 ≤ d ≤ T."""
        return min(away(d * u) for d in range(1, T + 1))


def readings(subject: IndexDelta, n: int, m: int, u: Fraction) -> tuple[Fraction, Fraction]:
    """The literal Δ(σ), as the distance of the second key from the first: max and min over σ.

    The target's logit is 1, at distance 0; numbers outside have a target with no key, which is
    the nearest key's.
    """
    deltas = [_discrepancy(n, s, u) for s in subject.targets(n, m)]
    return max(deltas), min(deltas)


@lru_cache(maxsize=100)
def _discrepancy(n: int, s: int, u: Fraction) -> Fraction:
    """``readings`` for one target."""
    first, second, *_ = sorted(away(x) for x in index_phases(n, s, u))
    return second if first == 0 else second - first


def above_half(rate: int) -> tuple[Any, str]:
    """For z3: (2π/(T+1))²/2 ≤ rate·π²/(n+1)² for every T ≥ (n - 1)/2, as T + 1 ≥ (n + 1)/2."""

    def statement(n: Any, T: Any) -> Posed:
        hypotheses = (n >= 2, n - 1 <= 2 * T)
        return hypotheses, (n + 1 <= 2 * (T + 1), 2 * (n + 1) ** 2 <= rate * (T + 1) ** 2)

    return statement, "n T"


INDEX_FIX = FormalClaim(
    id="B-thm32-index-fix",
    place="Theorem 3.2, Index, repaired",
    statement="For n ≥ 2, INT = {1..m}, 1 ≤ m < n, every θ: the minimum over inputs is Δ_min(n) = "
    "min_{1≤d≤n-1} (1 - cos dθ), the maximum Δ_max(n) = min_{1≤d≤T} (1 - cos dθ), T = max(n-1-m, "
    "⌊n/2⌋). For every θ and T ≥ 1, min_{1≤d≤T} (1 - cos dθ) ≤ 1 - cos(2π/(T+1)), attained at θ = "
    "2π/(T+1). So Δ_min(n) ≤ min{1 - cos θ, 1 - cos(2π/n)} ≤ min{1 - cos θ, 2π²/n²}: the printed "
    "bound with min for max. And Δ_max(n) ≤ min{1 - cos θ, 1 - cos(2π/(T+1))} ≤ 8π²/(n+1)². For "
    "every n ≥ 4 and 1 ≤ m < n some θ has Δ_max(n) > 2π²/n².",
    provenance="repair",
    subject=IndexDelta,
    quantifiers={
        "n": "every n ≥ 2, 1 ≤ m < n",
        "θ": "every real θ",
        "n ≤ 9": "2 ≤ n ≤ 9, every m and real θ",
        "T ≤ 12": "1 ≤ T ≤ 12, every real θ",
    },
    parts={
        "wide": Kind.QUANTIFIER,
        "long": Kind.INDEX,
        "targets": Kind.HYPOTHESIS,
        "strict": Kind.RELATION,
        "start": Kind.DATA,
    },
    not_covered="n = 1 has no other position. A fixed θ may have Δ = 0 from some n on (θ/π "
    "rational) or dip below any rate; 1/n² is the rate of the best θ for each n.",
)


@INDEX_FIX.exhaustive(
    "every length to 9",
    "the literal discrepancy of every input, both readings, every real θ",
    "n ≤ 9",
)
def lengths_to_nine(subject: IndexDelta) -> Outcome:
    """Both readings at 2 ≤ n ≤ 9, every m, every real θ."""
    cases = 0
    for n in range(2, MOST + 1):
        for u in arc_cells(2 * n):
            for m in range(1, n):
                cases += 1
                most, least = readings(subject, n, m, u)
                if most != subject.least_distance(u, subject.wide(n, m)):
                    return false(f"max: n = {n}, m = {m}, θ = {u}·2π", cases)
                if least != subject.least_distance(u, subject.long(n)):
                    return false(f"min: n = {n}, m = {m}, θ = {u}·2π", cases)
    return true(cases, note=f"every real θ at 2 ≤ n ≤ {MOST}, 1 ≤ m < n")


@INDEX_FIX.exhaustive(
    "pigeonhole to T = 12",
    "T arcs cover the circle of all θ, and touch at 2π/(T+1): in Fractions",
    "T ≤ 12",
)
def pigeonhole(subject: IndexDelta) -> Outcome:
    """Some d ≤ T has ‖dθ‖ ≤ 2π/(T+1), for every real θ at T ≤ 12; and equality at 2π/(T+1)."""
    cases = 0
    for T in range(1, 13):
        bound = subject.bound(T)
        ends = tuple(
            (k + s * bound) / d for d in range(1, T + 1) for k in range(d + 1) for s in (1, -1)
        )
        for u in arc_cells(T, 1, ends):
            cases += 1
            least = subject.least_distance(u, T)
            if least > bound or (subject.strict and least == bound):
                return false(f"T = {T}, θ = {u}·2π: nearest {least}", cases)
        if subject.least_distance(Fraction(1, T + 1), T) != bound:
            return false(f"T = {T}: not attained", cases)
    return true(cases, note="every real θ at T ≤ 12")


@INDEX_FIX.written(
    "for every length",
    "every n, m, θ: T+1 points in T+1 arcs; the polynomial inequalities of the last two clauses",
    "n",
    "θ",
)
def every_long_length(subject: IndexDelta) -> Outcome:
    """z3, with k = n - 1 ≥ 3 and any P = π² ≤ 10: (1/k²)(1 - P/(3k²)) > 1/(k+1)², so that
    1 - cos(2π/k) > 2π²/n²; and 2π²/(T+1)² ≤ 8π²/(n+1)² for every T ≥ (n - 1)/2."""

    def statement(k: Any, P: Any) -> Posed:
        hypotheses = (k >= subject.start, P > 0, P <= 10)
        return hypotheses, (3 * subject.slope(k) * k * k > P * (k + 1) * (k + 1),)

    return prove_all([(statement, "k P"), above_half(subject.rate)])


INDEX_FIX.coq(
    "discrepancy.B_thm32_index_fix",
    "discrepancy.B_thm32_index_fix_min",
    "discrepancy.B_thm32_index_fix_max",
    "discrepancy.B_thm32_index_fix_attained",
    "discrepancy.B_thm32_index_refuted",
    "discrepancy.discrepancy_unique",
    "circle.circle_near",
    "circle.circle_best",
    decides=("n", "θ", "n ≤ 9", "T ≤ 12"),
    axioms=REALS,
    near_misses={
        "discrepancy.B_thm32_index_fix__one_multiple_more": Kind.INDEX,
        "discrepancy.B_thm32_index_fix_min__half": Kind.CONSTANT,
        "discrepancy.B_thm32_index_fix_attained__full_turn": Kind.INDEX,
        "discrepancy.B_thm32_index_refuted__length_three": Kind.HYPOTHESIS,
        "circle.circle_near__strict": Kind.RELATION,
        "circle.circle_near__nearer": Kind.INDEX,
        "circle.circle_best__any_multiple": Kind.TERM,
    },
)

INDEX_FIX.mutant(
    "max with d ≤ n - 1 as well", Kind.QUANTIFIER, lengths_to_nine, wide=lambda n, m: n - 1
)
INDEX_FIX.mutant("min with d ≤ n - 2", Kind.INDEX, lengths_to_nine, long=lambda n: max(1, n - 2))
INDEX_FIX.mutant(
    "numbers outside too", Kind.HYPOTHESIS, lengths_to_nine, targets=lambda n, m: range(n + 1)
)
INDEX_FIX.mutant("2π/(T+2)", Kind.CONSTANT, pigeonhole, bound=lambda T: Fraction(1, T + 2))
INDEX_FIX.mutant("strictly below", Kind.RELATION, pigeonhole, strict=True)
INDEX_FIX.mutant("from n = 3 on", Kind.DATA, every_long_length, start=2)
INDEX_FIX.mutant("2k - 1", Kind.SIGN, every_long_length, slope=lambda k: 2 * k - 1)
INDEX_FIX.mutant("7π²/(n+1)²", Kind.CONSTANT, every_long_length, rate=7)
