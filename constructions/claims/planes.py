"""How large the logits of one head must be to single out a position, with many frequencies.

Logits are sums of a_p cos(θ_p t), a_p ≥ 0, t the distance from the target; a budget is Σ a_p, and
it serves n positions if the target has at least half of the softmax weight at every position. Any
frequencies at all need (1 - 1/n) ln(n-1), which some attain (S-planes). What P free frequencies
need is S-angles; what RoPE's own frequencies need is enclosed (S-planes-rope).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from constructions import FOLDER
from constructions.capacity.cosines import angle_balls, other_weights
from theory.gate.reading import read
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.circle import added, sign
from theory.mathematics.conversions import ball_sum, pi_ball, precision, to_ball, to_sympy
from theory.mathematics.solvers import Posed, prove_all

LONGEST = 24


@dataclass(frozen=True)
class AnyPlanes:
    """Σ a ≥ (1 - less/n) ln(n - others), attained at frequencies 2πk/(n + shift), k from first."""

    less: Fraction = Fraction(1)
    others: Fraction = Fraction(1)
    pairs: int = 1
    shift: int = 0
    first: int = 1


ANY_PLANES = FormalClaim(
    id="S-planes",
    paper="suite",
    place="Capacity, any frequencies",
    statement="A head serves n ≥ 2 positions if the target weighs at least as much as all other "
    "keys together, at whatever position it is. With logits in [-B, B], whatever they are: B ≥ "
    "ln(n - 1)/2, attained. With a query for each target and a key at each position, of lengths "
    "at most X and Y, in any dimension: XY ≥ (1 - 1/n) ln(n - 1). So with any frequencies and "
    "phases, and amplitudes a ≥ 0: Σa ≥ that. Equal amplitudes on the n - 1 frequencies 2πk/n "
    "need just this. To point by content is to serve whichever of A ≥ 2 letters is sought, at "
    "whatever position it is, and whichever other letter is at all n - 1 other positions. That "
    "needs XY ≥ (1 - 1/A) ln(n - 1), whether or not keys are turned by their positions. The A - 1 "
    "frequencies 2πk/A of letters need just this. For 3 ≤ n ≤ 24 a program has confirmed, exactly, "
    "that the frequencies 2πk/n need just (1 - 1/n) ln(n - 1).",
    subject=AnyPlanes,
    quantifiers={
        "n, frequencies": "every n ≥ 2, every A ≥ 2, all logits, all queries and keys, all real "
        "angles and phases, all a ≥ 0",
        "n ≤ 24": "3 ≤ n ≤ 24: the frequencies that attain it",
    },
    parts={"shift": Kind.INDEX, "first": Kind.QUANTIFIER},
    not_covered="What P frequencies need (S-angles), what the frequencies of one RoPE "
    "configuration need (S-planes-rope, and certificates from `rope-claims capacity`).",
)


@ANY_PLANES.exhaustive(
    "the frequencies that attain it",
    "3 ≤ n ≤ 24, each offset: exact sums of cosines, and an equation in whole numbers",
    "n ≤ 24",
)
def equal_on_all_frequencies(subject: AnyPlanes) -> Outcome:
    """n = 3 … 24: equal amplitudes on all n - 1 frequencies give every other key the same logit,
    and at the bound their n - 1 weights make exactly the target's.

    Σ_k cos(2πkt/n) = -1 in the cyclotomic field; (n-1) e^{-β n/(n-1)} = 1 at β = (1 - less/n)
    ln(n - others) says (n - others)^(n - less) = (n - 1)^(n - 1), in whole numbers.
    """
    cases = 0
    for n in range(3, LONGEST + 1):
        for t in range(1, n):
            cases += 1
            turns = (Fraction(2 * k * t, n + subject.shift) for k in range(subject.first, n))
            total = added(*((Fraction(1), turn) for turn in turns))
            if sign(total, {Fraction(1): Fraction(1)}) != 0:
                return false(f"n = {n}: the key at offset {t} has another logit", cases)
        if (n - subject.others) ** int(n - subject.less) != (n - 1) ** (n - 1):
            return false(f"n = {n}: the bound is not what these frequencies need", cases)
    return true(cases)


@ANY_PLANES.written(
    "any frequencies",
    "the mean over all pairs of positions, Cauchy, Jensen; attained by the roots of unity",
    "n, frequencies",
)
def case_of_frequencies(subject: AnyPlanes) -> Outcome:
    """Algebra of the case of frequencies, the other steps being in Coq alone: Σ_{i,j} cos((i-j)θ) =
    |Σ e^{ijθ}|², written out for n ≤ 6; and Jensen's equation n(n-1) e^{β(m - 1)} = n at the bound,
    m = -1/(n-1) being the least mean of the pairs, for all n.
    """
    import sympy

    x, y = sympy.symbols("x y", real=True)
    for n in range(2, 7):
        pairs = sum(sympy.cos((i - j) * x) for i in range(n) for j in range(n))
        square = sum(sympy.cos(i * x) for i in range(n)) ** 2
        square += sum(sympy.sin(i * x) for i in range(n)) ** 2
        whole = sympy.expand(pairs - square, trig=True)
        if sympy.simplify(whole.rewrite(sympy.exp).expand()) != 0:
            return false(f"n = {n}: the pairs are no square")
    # y = n - 1 > 0
    beta = (1 - to_sympy(subject.less) / (y + 1)) * sympy.log(y + 1 - to_sympy(subject.others))
    left = sympy.log(y) + beta * (-subject.pairs / y - 1)
    rest = sympy.simplify(left)
    return true(n) if rest == 0 else false(f"ln(n-1) + β(m-1) = {rest} at the bound, y = n - 1")


ANY_PLANES.coq(
    "planes.S_planes_logits",
    "planes.S_planes_logits_attained",
    "planes.S_planes_vectors",
    "planes.S_planes_any",
    "planes.S_planes_attained",
    "planes.S_planes_content",
    "planes.S_planes_content_attained",
    decides=("n, frequencies", "n ≤ 24"),
    axioms=REALS,
    near_misses={
        "planes.S_planes_logits__once": Kind.CONSTANT,
        "planes.S_planes_logits_attained__third": Kind.CONSTANT,
        "planes.S_planes_vectors__any_query": Kind.HYPOTHESIS,
        "planes.S_planes_any__whole": Kind.TERM,
        "planes.S_planes_attained__nth": Kind.CONSTANT,
        "planes.S_planes_content__whole": Kind.TERM,
        "planes.S_planes_content_attained__nth": Kind.CONSTANT,
    },
)

ANY_PLANES.mutant("ln(n - 1) whole", Kind.TERM, less=Fraction(0))
ANY_PLANES.mutant("ln n", Kind.TERM, others=Fraction(0))
ANY_PLANES.mutant("1 - 2/n", Kind.CONSTANT, less=Fraction(2))
ANY_PLANES.mutant("ln(n - 2)", Kind.CONSTANT, others=Fraction(2))
ANY_PLANES.mutant("pairs of mean at least 1/(n-1)", Kind.SIGN, case_of_frequencies, pairs=-1)
ANY_PLANES.mutant("frequencies 2πk/(n+1)", Kind.INDEX, equal_on_all_frequencies, shift=1)
ANY_PLANES.mutant(
    "without the slowest frequency", Kind.QUANTIFIER, equal_on_all_frequencies, first=2
)

INTERVALS = (
    (64, Fraction("5.255"), Fraction("5.260")),
    (256, Fraction("6.873"), Fraction("6.885")),
    (1024, Fraction("8.491"), Fraction("8.514")),
    (4096, Fraction("10.086"), Fraction("10.108")),
)


@dataclass(frozen=True)
class RopePlanes:
    """Least budgets for ``planes`` frequencies base^(-p/planes): (n, lower, upper). Amplitudes are
    at least 0, or of any sign if ``signed``."""

    base: int = 10_000
    planes: int = 64
    intervals: tuple[tuple[int, Fraction, Fraction], ...] = INTERVALS
    falling: int = 1
    nearest: int = 1
    everywhere: bool = True
    signed: bool = False
    share: Fraction = Fraction(8)


@cache
def stored_points() -> dict[str, Any]:
    """By n: amplitudes (planes,) and the positions, with weights, of the tangent."""
    stored: dict[str, Any] = read(FOLDER / "claims" / "points.json")
    return stored


def _interval(subject: RopePlanes, n: int, lower: Fraction, upper: Fraction) -> str:
    """What is wrong with an interval, '' if nothing is."""
    stored = stored_points()[str(n)]
    a = [Fraction(x) for x in stored["amplitudes"]]
    if len(a) != subject.planes:
        return f"another number of amplitudes: {len(a)}, not {subject.planes}"
    if min(a) < 0:
        return f"an amplitude of {float(min(a))}"
    if sum(a) > upper:
        return f"these amplitudes need {float(sum(a))}"
    places = stored["placements"] if subject.everywhere else [[(n - 1) // 2, 1]]
    if min(weight for _, weight in places) <= 0:
        return "a weight that is not above 0"
    total = sum(weight for _, weight in places)
    theta = angle_balls(subject.base, subject.planes)
    balls = [to_ball(x) for x in a]
    weights, mass, moments = [], to_ball(0), [to_ball(0)] * len(a)
    for t in range(subject.nearest, n):
        d = [1 - (angle * t).cos() for angle in theta]
        f = (-subject.falling * ball_sum(x * y for x, y in zip(balls, d, strict=True))).exp()
        weights.append(f)
        often = sum(weight * ((t <= s) + (t <= n - 1 - s)) for s, weight in places)
        if often:
            v = f * to_ball(Fraction(often, total))
            mass += v
            moments = [m + v * y for m, y in zip(moments, d, strict=True)]
    if not all(rest <= 1 for rest in other_weights(weights)):
        return "some position is not served"
    gain = ball_sum(x * m for x, m in zip(balls, moments, strict=True)) / mass
    bound = mass.log() + gain
    means = [m / mass for m in moments]
    return "" if all(bound >= to_ball(lower) * m for m in means) else "the tangent proves less"


ROPE_PLANES = FormalClaim(
    id="S-planes-rope",
    paper="suite",
    place="Capacity, 64 frequencies of base 10,000",
    statement="With the 64 angles 10000^(-p/64), the least budget that serves n positions lies "
    "between 5.255 and 5.260 for n = 64, 6.873 and 6.885 for 256, 8.491 and 8.514 for 1024, "
    "10.086 and 10.108 for 4096. A single frequency of any angle and phase needs more than n²/(8π) "
    "for these n: more than 41,721.5 for 1024.",
    subject=RopePlanes,
    quantifiers={"n": "n in {64, 256, 1024, 4096}"},
    parts={
        "everywhere": Kind.HYPOTHESIS,
        "signed": Kind.HYPOTHESIS,
        "nearest": Kind.INDEX,
        "planes": Kind.DATA,
    },
    not_covered="Other angles and lengths: `rope-claims capacity` certifies each. Phases of the 64 "
    "angles: that they do not help is on paper.",
    seconds=120.0,
    rests_on=("S-angles",),
)


@ROPE_PLANES.enclosed(
    "amplitudes and a tangent",
    "every position of each window: n in {64, 256, 1024, 4096}, exact real angles",
    "n",
)
def amplitudes_enclosed(subject: RopePlanes) -> Outcome:
    """Balls of 64 bits, each n: S(s) ≤ 1 at every position s with amplitudes of sum at most the
    upper end; the tangent there, (ln T + Σ a m)/max m, at least the lower end."""
    with precision(64):
        for n, lower, upper in subject.intervals:
            wrong = _interval(subject, n, lower, upper)
            if wrong:
                return false(f"n = {n}: {wrong}", n)
    return true(sum(n for n, _, _ in subject.intervals))


@ROPE_PLANES.inductive(
    "the tangent for all amplitudes",
    "base: no key, no frequency; one more key keeps Σ w e^x ≥ Σ w (1 + x), one more frequency "
    "Σ b m ≤ max m · Σ b",
    "n",
    confirmed_by="cvc5; by hand in proofs.md",
)
def by_tangent(subject: RopePlanes) -> Outcome:
    """z3: b serves, so T(b) ≤ 1 as S(s) ≤ 1 at each position. With w the weights of T(a) and X the
    logits' difference, x = X - mean and e = e^x ≥ 1 + x give T(b) = e^mean Σ w e ≥ e^mean T(a). So
    ln T(a) + mean ≤ 0, mean = Σ a m - Σ b m, and Σ b is at least (ln T(a) + Σ a m) / max m."""

    def positions(T: Any, V: Any, S: Any, v: Any) -> Posed:
        return (T <= V, S <= 1, v >= 0), (T + v * S <= V + v,)

    def keys(E: Any, W: Any, X: Any, e: Any, w: Any, x: Any) -> Posed:
        return (E >= W + X, w >= 0, e >= 1 + x), (E + w * e >= W + w + X + w * x,)

    def total(E: Any, W: Any, scale: Any) -> Posed:
        # ``scale`` is e to the mean of X; the mean of x is 0
        return (E >= W, scale > 0, scale * E <= 1), (scale * W <= 1,)

    def frequencies(L: Any, most: Any, B: Any, b: Any, m: Any) -> Posed:
        least = () if subject.signed else (b >= 0,)
        return (most * B >= L, m <= most, *least), (most * (B + b) >= L + b * m,)

    def budget(low: Any, log: Any, A: Any, L: Any, most: Any, B: Any) -> Posed:
        known = (log + A - L <= 0, most * B >= L, most > 0, low * most <= log + A)
        return known, (low <= B,)

    return prove_all(
        [
            (positions, "T V S v"),
            (keys, "E W X e w x"),
            (total, "E W scale"),
            (frequencies, "L most B b m"),
            (budget, "low log A L most B"),
        ]
    )


@ROPE_PLANES.written(
    "a single frequency",
    "n in {64, 256, 1024, 4096}: e^{-x} I_0(x) at x = n²/(8π) in balls; S-angles, which has a "
    "written proof, for all angles and phases",
    "n",
)
def single_frequency(subject: RopePlanes) -> Outcome:
    """Balls of 64 bits: n c(n²/(8π)) > 2, so no budget up to n²/(8π) serves with a single
    frequency (S-angles: n c(x) ≤ 2 is needed, and c(x) = e^{-x} I_0(x) falls)."""
    with precision(64):
        for cases, (n, _, _) in enumerate(subject.intervals, 1):
            x = to_ball(n * n) / (to_ball(subject.share) * pi_ball())
            if not n * (-x).exp() * x.bessel_i(0) > 2:
                return false(f"n = {n}: {x} is not shut out", cases)
            if n == 1024 and not x > to_ball(Fraction("41721.5")):
                return false(f"n = {n}: n²/(8π) is {x}", cases)
    return true(cases)


ROPE_PLANES.mutant(
    "at most 5.25 for 64",
    Kind.CONSTANT,
    amplitudes_enclosed,
    intervals=((64, Fraction("5.245"), Fraction("5.250")), *INTERVALS[1:]),
)
ROPE_PLANES.mutant(
    "at least 5.259 for 64",
    Kind.CONSTANT,
    amplitudes_enclosed,
    intervals=((64, Fraction("5.259"), Fraction("5.260")), *INTERVALS[1:]),
)
ROPE_PLANES.mutant(
    "the middle of the window alone", Kind.HYPOTHESIS, amplitudes_enclosed, everywhere=False
)
ROPE_PLANES.mutant("amplitudes of any sign", Kind.HYPOTHESIS, by_tangent, signed=True)
ROPE_PLANES.mutant("the nearest keys left out", Kind.INDEX, amplitudes_enclosed, nearest=2)
ROPE_PLANES.mutant("logits that grow with distance", Kind.SIGN, amplitudes_enclosed, falling=-1)
ROPE_PLANES.mutant("60 frequencies", Kind.DATA, amplitudes_enclosed, planes=60)
ROPE_PLANES.mutant("base 9,000", Kind.CONSTANT, amplitudes_enclosed, base=9_000)
ROPE_PLANES.mutant("n²/(7.99π) alone", Kind.CONSTANT, single_frequency, share=Fraction("7.99"))
ROPE_PLANES.mutant("n²/(9π) is 41,721.5", Kind.CONSTANT, single_frequency, share=Fraction(9))
