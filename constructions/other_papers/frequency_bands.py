"""*Frequency Bands in RoPE* (Oka et al., ICLR 2026), at second hand: which frequency varies most in
a context (FB-band), and what freezing a pair of coordinates changes next to zeroing it (FB-nope).

Angles are base^(-2j/d), j = 0 … d/2 - 1. x = ωL is what the frequency ω turns by in a context of L,
over which the distance m is uniform.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision, to_ball
from theory.mathematics.solvers import Posed, prove_all

Peak = tuple[Fraction, Fraction, Fraction, Fraction]
"""Where a variance is largest (low, high), and what it is there (low, high)."""


def lone(x: Any) -> Any:
    """The variance of cos u, u uniform on [0, x]."""
    return (1 + (2 * x).sin() / (2 * x)) / 2 - (x.sin() / x) ** 2


def phased(x: Any) -> Any:
    """That of a cos u + b sin u, a² + b² = 1, which is odd about the middle."""
    return (1 - x.sin() / x) / 2


def even(x: Any) -> Any:
    """That of the one which is even about the middle."""
    return (1 + x.sin() / x) / 2 - (2 * (x / 2).sin() / x) ** 2


def lone_slope(x: Any) -> Any:
    """The derivative of ``lone``."""
    sine, double = x.sin(), (2 * x).sin()
    return (2 * x).cos() / (2 * x) - (double / 4 + double - 2 * sine**2 / x) / x**2


def phased_slope(x: Any) -> Any:
    """The derivative of ``phased``."""
    return (x.sin() / x - x.cos()) / (2 * x)


@dataclass(frozen=True)
class Band:
    """Peaks of both variances; with ``base`` = context = ``length`` frequency ``best`` of
    ``planes`` varies most, ``best_phased`` with the best phase; ``formula`` is where the peak is,
    among whole and other j, to one decimal."""

    single: Peak = (
        Fraction(3656, 1000),
        Fraction(3658, 1000),
        Fraction(540, 1000),
        Fraction(541, 1000),
    )
    any_phase: Peak = (
        Fraction(4493, 1000),
        Fraction(4494, 1000),
        Fraction(6086, 10_000),
        Fraction(6087, 10_000),
    )
    length: int = 8192
    planes: int = 64
    best: int = 55
    best_phased: int = 53
    formula: Fraction = Fraction(548, 10)
    squares: int = 1


FB_BAND = FormalClaim(
    id="FB-band",
    provenance="reconstructed",
    place="where the band lies, by variance",
    statement="For m uniform on [0, L] the variance of cos(ωm) is 1/2 + sin 2x/(4x) - (sin x/x)², "
    "x = ωL. Over all x > 0 it is largest between 3.656 and 3.658, where it is near .540. So with "
    "base θ = L = 8192 and d = 128 the frequency whose cosine varies most is j = 55 of 64 ((d/2) "
    "log_θ(L/3.657) = 54.8). If each frequency may have its best phase, the variance is largest "
    "where tan x = x, between 4.493 and 4.494, near .6086, and the frequency is j = 53.",
    subject=Band,
    quantifiers={"x": "all real x > 0", "j": "the 64 frequencies, θ = L = 8192"},
    parts={"best": Kind.INDEX, "planes": Kind.DATA, "squares": Kind.TERM},
    not_covered="Where the norms of trained heads are large, which is what the paper measures. "
    "Distances of a causal context are not uniform. A reader's notes name j = 59 here, which this "
    "variance does not give.",
)


@FB_BAND.enclosed(
    "slopes and values",
    "all real x > 0: signs of the slope next to the peak, values elsewhere, a bound for large x; "
    "every frequency",
    "x",
    "j",
)
def largest_variance(subject: Band) -> Outcome:
    """sympy: the integrals. Balls: below 1 a variance is at most a quarter of the square of the
    range; to 8 by intervals; beyond, 1/2 + 1/(4x) bounds the first and 1/2 + 1/(2x) the others."""
    wrong = _formula(subject.squares)
    if not (Fraction(17, 32) < subject.single[2] and Fraction(9, 16) < subject.any_phase[2]):
        wrong = wrong or "beyond 8 a variance may be larger"
    with precision(BITS):
        answers = chain(
            _peak(lone, lone_slope, subject.single),
            _peak(phased, phased_slope, subject.any_phase),
            _below(even, (1, 8), subject.any_phase[2]),
        )
        cases = 2 * subject.planes
        for answer in answers:
            cases += 1
            wrong = wrong or answer
            if wrong:
                break
        for x in subject.single[:2]:
            j = subject.planes * (1 - to_ball(x).log() / to_ball(subject.length).log())
            if not abs(j - to_ball(subject.formula)) < to_ball(Fraction(1, 20)):
                wrong = wrong or f"the formula gives {j.str(5)}"
        theta = angle_balls(subject.length, subject.planes)
        for measure, best in ((lone, subject.best), (_best_phase, subject.best_phased)):
            variances = [measure(angle * subject.length) for angle in theta]
            if not all(variances[best] > v for j, v in enumerate(variances) if j != best):
                wrong = wrong or f"frequency {best} does not vary most"
    return false(wrong) if wrong else true(cases)


def _formula(squares: int) -> str:
    """What is wrong with the closed forms, by sympy; '' if nothing is."""
    import sympy

    u, x = sympy.symbols("u x", positive=True)
    shown = sympy.Rational(1, 2) + sympy.sin(2 * x) / (4 * x) - squares * (sympy.sin(x) / x) ** 2
    mean = sympy.integrate(sympy.cos(u), (u, 0, x)) / x
    spread = sympy.integrate(sympy.cos(u) ** 2, (u, 0, x)) / x - mean**2
    odd = sympy.integrate(sympy.sin(u) ** 2, (u, -x / 2, x / 2)) / x
    rest = sympy.simplify(spread - shown)
    other = sympy.simplify(odd - sympy.Rational(1, 2) + sympy.sin(x) / (2 * x))
    return "" if rest == 0 and other == 0 else f"the variance differs by {rest}"


def _best_phase(x: Any) -> Any:
    """The larger of the two variances that a frequency can have by its phase."""
    return phased(x).max(even(x))


def _peak(measure: Callable[[Any], Any], slope: Callable[[Any], Any], peak: Peak) -> Iterator[str]:
    """Why the largest value over x > 0 does not lie in the peak's box: an answer for the peak and
    for each cell next to it and elsewhere, '' where all is well."""
    low, high, least, most = peak
    at = measure(to_ball(low).union(to_ball(high)))
    fine = measure(to_ball(low)) > to_ball(least) and at < to_ball(most)
    yield "" if fine else f"near the peak it is {at.str(5)}"
    margin = Fraction(3, 10)
    for ends, sign in (((low - margin, low), 1), ((high, high + margin), -1)):
        for cell in _cells(*ends, Fraction(1, 4000)):
            fine = sign * slope(cell) > 0
            yield "" if fine else f"the slope at {cell.str(5)} has the other sign"
    yield from _below(measure, (1, low - margin), least)
    yield from _below(measure, (high + margin, 8), least)


def _below(measure: Callable[[Any], Any], ends: tuple[Any, Any], bound: Fraction) -> Iterator[str]:
    """Why a variance is not below the bound between the ends: for each cell, '' if it is."""
    for cell in _cells(Fraction(ends[0]), Fraction(ends[1]), Fraction(1, 400)):
        fine = measure(cell) < to_ball(bound)
        yield "" if fine else f"at {cell.str(5)} it is {measure(cell).str(5)}"


def _cells(low: Fraction, high: Fraction, step: Fraction) -> list[Any]:
    """Balls that cover an interval."""
    many = -int((low - high) / step // 1)
    ends = [to_ball(min(low + k * step, high)) for k in range(many + 1)]
    return [a.union(b) for a, b in zip(ends, ends[1:], strict=False)]


FB_BAND.mutant("j = 59", Kind.INDEX, best=59)
FB_BAND.mutant("d = 256", Kind.DATA, planes=128)
FB_BAND.mutant(
    "largest near 3.7",
    Kind.CONSTANT,
    single=(Fraction(37, 10), Fraction(38, 10), Fraction(53, 100), Fraction(55, 100)),
)
FB_BAND.mutant("without the mean", Kind.TERM, squares=0)
FB_BAND.mutant("plus the square of the mean", Kind.SIGN, squares=-1)
FB_BAND.mutant("context 4,096 at its own base", Kind.CONSTANT, length=4096)


@dataclass(frozen=True)
class Frozen:
    """A pair of coordinates turned by x at the distance in question: not turning it changes its
    logit by at most ``factor`` |q||k| sin(x/``parts``); zeroing it by as much as |q||k|, for q
    along the turned k (along k itself if not ``along``). The bound grows for 0 ≤ x ≤ ``most`` · π.
    A product q·c is at most |q||c|, |c| being that of the first ``lengths`` coordinates.
    """

    factor: int = 2
    parts: int = 2
    turned: bool = True
    along: bool = True
    sign: int = 1
    most: int = 1
    lengths: int = 2


FB_NOPE = FormalClaim(
    id="FB-nope",
    provenance="reading",
    place="abstract, replacing the dimensions below the band by NoPE, as a bound",
    statement="Not rotating a pair of coordinates (NoPE) changes its part of a logit at distance m "
    "by at most 2 |q||k| sin(θm/2) for 0 ≤ θm ≤ π, and by so much for some q and k. So in a "
    "context of L the pairs with frequencies slower than x/L, 0 < x ≤ π, change it by at most 2 "
    "sin(x/2) Σ|q||k|, which vanishes for slow ones. Zeroing a pair changes it by as much as "
    "|q||k| at every angle, 0 too: freezing is not zeroing.",
    subject=Frozen,
    quantifiers={
        "q, k, θm, x": "all real q, k and 0 ≤ θm ≤ x ≤ π with x > 0, one pair of coordinates at a "
        "time"
    },
    parts=dict.fromkeys(("parts", "along", "lengths"), Kind.TERM)
    | {"turned": Kind.HYPOTHESIS, "most": Kind.QUANTIFIER},
    not_covered="That models lose little performance, which the paper measures: no model is run "
    "here. By this bound a band at a turn of 3.657 is not slow: 2 sin(x/2) is near 2 there.",
)


@FB_NOPE.symbolic(
    "the chord",
    "all real queries, keys and turns: Cauchy–Schwarz; the squared norm of (R - 1)k, and of what "
    "zeroing takes; the bound grows up to x = π",
    "q, k, θm, x",
    confirmed_by="cvc5; by hand in proofs.md",
)
def frozen(subject: Frozen) -> Outcome:
    """sympy: |(R_x - 1) k|² = 4 sin²(x/2) |k|², so q = (R_x - 1) k attains |q| times its root. For
    q = R_x k, as long as k, qᵀ R_x k = |k|², all of which zeroing takes. sin(x/2) - sin(t/2) is a
    product; z3, in half turns: its cosine's angle is at most a quarter turn, its sine's a half. And
    no q has a larger product with a vector than one along it."""
    import sympy

    x = sympy.Symbol("x", real=True)
    k = sympy.Matrix(sympy.symbols("u v", real=True))
    turn = sympy.Matrix([[sympy.cos(x), -sympy.sin(x)], [sympy.sin(x), sympy.cos(x)]])
    still = sympy.eye(2) if subject.turned else sympy.zeros(2, 2)
    change = (turn - still) * k
    bound = subject.sign * subject.factor**2 * sympy.sin(x / subject.parts) ** 2 * k.dot(k)
    rest = change.dot(change) - bound
    if sympy.expand(rest.rewrite(sympy.exp)) != 0:
        return false(f"the change differs by {rest}")
    q = turn * k if subject.along else k
    taken = (q.dot(turn * k) - k.dot(k), q.dot(q) - k.dot(k))
    if any(sympy.expand(other.rewrite(sympy.exp)) != 0 for other in taken):
        return false("zeroing takes less")
    t = sympy.Symbol("t", real=True)
    product = 2 * sympy.cos((x + t) / 4) * sympy.sin((x - t) / 4)
    rest = sympy.sin(x / 2) - sympy.sin(t / 2) - product
    if sympy.simplify(rest.rewrite(sympy.exp).expand()) != 0:
        return false(f"sin(x/2) - sin(t/2) is not {product}")

    def grows(x: Any, t: Any) -> Posed:
        return (t >= 0, t <= x, x > 0, x <= subject.most), (x + t >= 0, x + t <= 2, x - t <= 2)

    def lengths(a: Any, b: Any, u: Any, v: Any) -> Posed:
        squares = sum(c * c for c in (u, v)[: subject.lengths])
        return (), ((a * u + b * v) ** 2 <= (a * a + b * b) * squares,)

    return prove_all([(grows, "x t"), (lengths, "a b u v")])


FB_NOPE.mutant("|q||k| sin(θm/2)", Kind.CONSTANT, factor=1)
FB_NOPE.mutant("2 |q||k| sin(θm/3)", Kind.TERM, parts=3)
FB_NOPE.mutant("zeroed and not frozen", Kind.HYPOTHESIS, turned=False)
FB_NOPE.mutant("zeroed with q along k", Kind.TERM, along=False)
FB_NOPE.mutant("by the first coordinate's length alone", Kind.TERM, lengths=1)
FB_NOPE.mutant("frequencies up to x/L, x ≤ 2π", Kind.QUANTIFIER, most=2)
FB_NOPE.mutant("the square with the other sign", Kind.SIGN, sign=-1)
