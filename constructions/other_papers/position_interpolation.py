"""*Position Interpolation* (arXiv 2306.15595): Theorem 2.1, the bound between two positions
(PI-bound), and that it is 600 times smaller than the one beyond them (PI-sum).

The text was read; a(s) = Re Σ h_j e^{isθ_j}, θ_j = c^(-2j/d), j = 0 … d/2 - 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from constructions.capacity.cosines import BITS, angle_balls, cosine_sum, mean_size, mean_sizes
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, precision, to_ball


@dataclass(frozen=True)
class Bend:
    """h_j = e^{i · phase · θ_j · spacing/2} between grid points 0 and ``spacing``, so h_j = 1 at
    phase 0; the bound has ``eighths`` · ln c below the line."""

    base: int = 10_000
    planes: int = 64
    first: int = 0
    spacing: int = 1
    eighths: int = 8
    phase: int = 0


PI_BOUND = FormalClaim(
    id="PI-bound",
    place="Theorem 2.1, interpolation bound",
    statement="For a(s) = Re[Σ_{j<d/2} h_j e^{isθ_j}], θ_j = c^{-2j/d}, and s in [s1, s2]: |a(s) - "
    "a_linear(s)| ≤ d (max_j |h_j|) (s - s1)(s2 - s)/(8 ln c), a_linear the line through a(s1) and "
    "a(s2).",
    expected=Verdict.REFUTED,
    subject=Bend,
    parts={"first": Kind.INDEX, "spacing": Kind.QUANTIFIER},
    not_covered="How far a trained head's scores lie from the line. Two more slips of the printed "
    "proof do no harm: wrong signs in (9) and (10), and = for < in (13).",
    repairs=("PI-bound-fix",),
)


@rechecked.refutes(
    PI_BOUND,
    "halfway between two positions",
    "d = 128, c = 10,000, s1 = 0, s2 = 1, every h_j = 1 (q = k, pairs of length 1), "
    "s = 1/2, in balls of 96 bits",
)
def bends_more(subject: Bend) -> Outcome:
    """Balls: a(s) - a_linear(s) midway is more than d (s - s1)(s2 - s)/(eighths ln c); |h_j| = 1.

    a(s) = Σ cos(θ_j (s + phase · spacing/2)).
    """
    with precision(BITS):
        half = to_ball(Fraction(subject.spacing, 2))
        theta = [
            half * angle for angle in angle_balls(subject.base, subject.planes)[subject.first :]
        ]
        at = [cosine_sum(theta, subject.phase + k) for k in range(3)]
        bend = at[1] - (at[0] + at[2]) / 2
        bound = 2 * subject.planes * half**2 / (subject.eighths * to_ball(subject.base).log())
        if not bend > bound:
            return false(f"{bend.str(5)} off the line, the bound is {bound.str(5)}")
    return true(1, f"{bend.str(5)} off the line, the bound is {bound.str(5)}")


PI_BOUND.mutant("7 ln c", Kind.CONSTANT, eighths=7)
PI_BOUND.mutant("angles from j = 1", Kind.INDEX, first=1)
PI_BOUND.mutant("a grid of every fourth position", Kind.QUANTIFIER, spacing=4)
PI_BOUND.mutant("between 1/2 and 3/2", Kind.TERM, phase=1)


@dataclass(frozen=True)
class Bound:
    """|a - a_linear| ≤ share · max|h| (s - s1)(s2 - s) Σθ_j², and Σθ_j² < d/(4 ln c) + extra at
    these bases and d = 2 planes."""

    share: Fraction = Fraction(1, 2)
    extra: Fraction = Fraction(1)
    sign: int = 1
    bases: tuple[Fraction, ...] = (Fraction(1001, 1000), *map(Fraction, (2, 100, 10_000, 10**9)))
    planes: tuple[int, ...] = (1, 2, 8, 32, 64, 128, 4096)


PI_BOUND_FIX = FormalClaim(
    id="PI-bound-fix",
    provenance="repair",
    place="Theorem 2.1, interpolation bound",
    statement="For all complex h_j, c > 1, even d and real s1 < s < s2: |a(s) - a_linear(s)| ≤ ½ "
    "(max_j |h_j|) (s - s1)(s2 - s) Σ_j θ_j², and Σ_j θ_j² < d/(4 ln c) + 1. No factor below ½ Σ_j "
    "θ_j² will do for all s1, s2 and h. With d = 128, c = 10,000 and s2 = s1 + 1 that is d "
    "max|h_j|/256.1 for the printed d max|h_j|/294.73.",
    subject=Bound,
    quantifiers={"h, c, d, s": "all complex h, real c > 1, even d, real s1 < s < s2"},
    parts={"bases": Kind.HYPOTHESIS, "extra": Kind.TERM},
    not_covered="Angles that are no powers of one base: the first inequality holds for them too.",
)


@PI_BOUND_FIX.written(
    "curvature",
    "all h, c, d and s: two Taylor steps, e^x - 1 > x; h_j turned back to the middle",
    "h, c, d, s",
)
def sharp_bound(subject: Bound) -> Outcome:
    """sympy: a parabola of curvature -1 is (s - s1)(s2 - s)/2 above its line, and 1 - cos(θδ/2) is
    θ² (δ/2)²/2 as δ → 0: no less will do. Balls: the sum at the bases and numbers of frequencies
    listed."""
    import sympy

    s, s1, s2, theta, gap = sympy.symbols("s s1 s2 theta delta", real=True)
    line = -(s1**2) / 2 + (s - s1) * (s1**2 - s2**2) / (s2 - s1) / 2
    rest = -(s**2) / 2 - line - subject.sign * subject.share * (s - s1) * (s2 - s)
    if sympy.simplify(rest) != 0:
        return false("a parabola is not that far from its line")
    least = sympy.limit((1 - sympy.cos(theta * gap / 2)) / (gap / 2) ** 2, gap, 0)
    if sympy.simplify(least - subject.share * theta**2) != 0:
        return false(f"as the grid grows finer a frequency needs {least}")
    with precision(BITS):
        for cases, (base, planes) in enumerate(product(subject.bases, subject.planes), 3):
            squares = ball_sum(x * x for x in angle_balls(to_ball(base), planes))
            bound = planes / (2 * to_ball(base).log()) + to_ball(subject.extra)
            if not squares < bound:
                return false(
                    f"c = {base}, d = {2 * planes}: {squares.str(5)}, {bound.str(5)}", cases
                )
    return true(cases)


PI_BOUND_FIX.coq(
    "interpolation.PI_bound_fix",
    "interpolation.PI_bound_fix_sum",
    "interpolation.PI_bound_fix_sharp",
    "interpolation.PI_bound_fix_numbers",
    decides=("h, c, d, s",),
    axioms=REALS,
    near_misses={
        "interpolation.PI_bound_fix__third": Kind.CONSTANT,
        "interpolation.PI_bound_fix_sum__printed": Kind.TERM,
        "interpolation.PI_bound_fix_sharp__whole": Kind.CONSTANT,
        "interpolation.PI_bound_fix_numbers__half_planes": Kind.DATA,
    },
)

PI_BOUND_FIX.mutant("without the 1, as printed", Kind.TERM, extra=Fraction(0))
PI_BOUND_FIX.mutant("a third of the sum", Kind.CONSTANT, share=Fraction(1, 3))
PI_BOUND_FIX.mutant("below the line", Kind.SIGN, sign=-1)
PI_BOUND_FIX.mutant("c = 1/2 too", Kind.HYPOTHESIS, bases=(Fraction(1, 2),))


@dataclass(frozen=True)
class Short:
    """At a distance below ``length`` the sum of the |S_j| is less than ``times`` · planes."""

    base: int = 10_000
    planes: int = 64
    at: int = 8142
    length: int = 8192
    times: int = 2
    sign: int = 1


PI_SUM = FormalClaim(
    id="PI-sum",
    provenance="reading",
    place="after Theorem 2.1, B(s) against d",
    statement="Let B(s) = Σ_k |A_{k+1}(s)| and A_k(s) = Σ_{j<k} e^{isθ_j}. B(s) is at least larger "
    "than d, so that the interpolation bound is at least 2 · 294.73 ≈ 600 times smaller than the "
    "extrapolation bound. Among the cases are d = 128, c = 10,000, windows of 8,192.",
    expected=Verdict.REFUTED,
    subject=Short,
    parts={"at": Kind.DATA, "length": Kind.QUANTIFIER, "planes": Kind.DATA},
    not_covered="Below 4,096, where the paper's figure ends, B(s) is above d (PI-sum-fix). What "
    "Appendix B says, that B(s)/d is almost always larger than 1: in floating point it is below 1 "
    "at 42 of 8,192 distances.",
    repairs=("PI-sum-fix",),
)


@rechecked.refutes(
    PI_SUM, "one distance", "B(8142) is below 0.885 d at d = 128, c = 10,000, in balls of 96 bits"
)
def falls_short(subject: Short) -> Outcome:
    """Balls: the sum at one distance."""
    with precision(BITS):
        size = subject.planes * mean_size(angle_balls(subject.base, subject.planes), subject.at)
        if not 0 < subject.at < subject.length:
            return false(f"{subject.at} is no distance in a window of {subject.length}")
        if not subject.sign * (subject.times * subject.planes - size) > 0:
            return false(f"{size.str(5)} at {subject.at}")
    return true(1, f"{size.str(5)} at {subject.at}")


PI_SUM.mutant("a distance of 8,000", Kind.DATA, at=8000)
PI_SUM.mutant("windows of 4,096", Kind.QUANTIFIER, length=4096)
PI_SUM.mutant("half of d", Kind.CONSTANT, times=1)
PI_SUM.mutant("above d", Kind.SIGN, sign=-1)
PI_SUM.mutant("base 500,000", Kind.CONSTANT, base=500_000)


@dataclass(frozen=True)
class Sums:
    """B(s)/d is at least ``near`` up to ``figure`` and ``least`` up to ``end``, ends excluded, and
    2 B(s) ``times`` the bound that holds; the angles from j = ``first`` on."""

    base: int = 10_000
    planes: int = 64
    first: int = 0
    figure: int = 4096
    near: Fraction = Fraction(111, 100)
    end: int = 8192
    least: Fraction = Fraction(88, 100)
    times: tuple[int, int] = (568, 450)


PI_SUM_FIX = FormalClaim(
    id="PI-sum-fix",
    provenance="repair",
    place="after Theorem 2.1, B(s) against d",
    statement="With d = 128 and c = 10,000 B(s) ≥ 1.11 d for all whole 0 ≤ s < 4096, which the "
    "paper's figure shows, and B(s) ≥ 0.88 d for s < 8192. Compared with the bound that holds "
    "(PI-bound-fix: d max|h|/256.1 between neighbours) the extrapolation bound 2 max|h| B(s) is at "
    "least 568 times as large up to 4,095, and 450 times up to 8,191.",
    subject=Sums,
    quantifiers={"s": "0 ≤ s < 8192, d = 128, c = 10,000"},
    parts={"figure": Kind.QUANTIFIER, "planes": Kind.DATA, "first": Kind.INDEX},
    not_covered="Longer windows: B(22,297) is near 0.63 d in floating point.",
)


@PI_SUM_FIX.exhaustive(
    "every distance", "0 ≤ s < 8192 at base 10,000, 64 frequencies, in balls of 53 bits", "s"
)
def sums_stay(subject: Sums) -> Outcome:
    """Balls of 53 bits: the |S_j| added up, at every whole distance; twice this against ½ · ¼ Σ
    θ_j², the most of PI-bound-fix between neighbours."""
    with precision(53):
        theta = angle_balls(subject.base, subject.planes)[subject.first :]
        bound = ball_sum(angle * angle for angle in theta) / 8
        mean = mean_sizes(subject.base, subject.planes, subject.first, 53)
        for cases, s in enumerate(range(subject.end), 1):
            far = s >= subject.figure
            least, times = subject.least if far else subject.near, subject.times[far]
            size = len(theta) * mean(s)
            if not size >= to_ball(2 * subject.planes * least):
                return false(f"B({s}) is below {least} d", cases)
            if not 2 * size >= times * bound:
                return false(f"the ratio at {s} is {(2 * size / bound).str(4)}", cases)
    return true(cases)


PI_SUM_FIX.mutant("1.11 d to 4,352", Kind.QUANTIFIER, figure=4352)
PI_SUM_FIX.mutant("1.2 d", Kind.CONSTANT, near=Fraction(12, 10))
PI_SUM_FIX.mutant("0.9 d", Kind.CONSTANT, least=Fraction(9, 10))
PI_SUM_FIX.mutant("575 times", Kind.CONSTANT, times=(575, 450))
PI_SUM_FIX.mutant("455 times", Kind.CONSTANT, times=(568, 455))
PI_SUM_FIX.mutant("d = 64", Kind.DATA, planes=32)
PI_SUM_FIX.mutant("angles from j = 1", Kind.INDEX, first=1)


@dataclass(frozen=True)
class Ratio:
    """2 max|h| B(s) is at least ``least`` times d max|h|/(``below`` ln c), 0 ≤ s < ``end``, d = 2
    planes; the angles from j = ``first`` on."""

    base: int = 10_000
    planes: int = 64
    first: int = 0
    below: int = 32
    end: int = 4096
    least: int = 600
    sign: int = 1


PI_RATIO = FormalClaim(
    id="PI-ratio",
    place="after (8), with Figure 5's range",
    statement="The interpolation bound (7) is d max|h|/(32 ln c). The extrapolation bound (8) is 2 "
    "max|h| B(s), B(s) = Σ_k |Σ_{j≤k} e^{isθ_j}|. At d = 128, c = 10,000 the first is at least 600 "
    "times smaller than the second, at every whole distance 0 ≤ s < 4096, the range that the paper "
    "draws.",
    subject=Ratio,
    quantifiers={"s": "0 ≤ s < 4096, d = 128, c = 10,000"},
    parts={"end": Kind.QUANTIFIER, "first": Kind.INDEX, "below": Kind.TERM},
    not_covered="Longer windows (PI-sum). It is a ratio of two bounds, of which (7) is too small "
    "(PI-bound; PI-sum-fix has the ratio to one that holds), and not one of scores.",
)


@PI_RATIO.exhaustive(
    "every distance", "0 ≤ s < 4096 at base 10,000, 64 frequencies, in balls of 53 bits", "s"
)
def ratio_stays(subject: Ratio) -> Outcome:
    """Balls of 53 bits: 2 B(s) ≥ least · d/(below ln c) at every whole distance."""
    with precision(53):
        mean = mean_sizes(subject.base, subject.planes, subject.first, 53)
        many = subject.planes - subject.first
        bound = subject.least * 2 * subject.planes / (subject.below * to_ball(subject.base).log())
        for cases, s in enumerate(range(subject.end), 1):
            size = subject.sign * 2 * many * mean(s)
            if not size >= bound:
                return false(f"at {s} the bound is {(size / bound).str(4)} of what is said", cases)
    return true(cases)


PI_RATIO.mutant("660 times", Kind.CONSTANT, least=660)
PI_RATIO.mutant("windows of 5,120", Kind.QUANTIFIER, end=5120)
PI_RATIO.mutant("8 ln c", Kind.TERM, below=8)
PI_RATIO.mutant("angles from j = 16", Kind.INDEX, first=16)
PI_RATIO.mutant("-B(s)", Kind.SIGN, sign=-1)
