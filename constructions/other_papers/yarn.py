"""*YaRN* (arXiv 2309.00071), §3.1 and §3.2, on what stretching does to the frequencies: all tokens
come closer (YN-closer), and a change of the base turns some frequencies too far (YN-out). The text
was read.

Angles are b^(-2i/d), i = 0 … d/2 - 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls, cosine_sum
from constructions.other_papers import rechecked
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import pi_ball, precision, to_ball
from theory.mathematics.solvers import Posed, prove_all


@dataclass(frozen=True)
class Stretched:
    """A query and a key with like coordinates ``at`` positions apart; angles are divided by
    ``scale``."""

    base: int = 10_000
    planes: int = 64
    first: int = 0
    at: int = 3764
    scale: int = 2
    sign: int = 1


YN_CLOSER = FormalClaim(
    id="YN-closer",
    provenance="reading",
    place="§3.2, all tokens become closer to each other",
    statement="When all RoPE dimensions are stretched, by a scale s or a base change, all tokens "
    "become closer to each other, as the dot product of two vectors rotated by a lesser amount is "
    "bigger. For like coordinates, Σ cos(mθ_i/s) > Σ cos(mθ_i) at every distance m.",
    expected=Verdict.REFUTED,
    subject=Stretched,
    parts={"at": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="The section's conclusion, which is on close-by tokens and holds of them: "
    "YN-closer-fix.",
    repairs=("YN-closer-fix",),
)


@rechecked.refutes(
    YN_CLOSER, "one distance", "d = 128, base 10,000, s = 2, m = 3,764, in balls of 96 bits"
)
def one_distance(subject: Stretched) -> Outcome:
    """Balls: Σ cos(mθ_i/s) is certainly below Σ cos(mθ_i)."""
    if not subject.scale > 1:
        return false("the angles are not stretched")
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)[subject.first :]
        before = cosine_sum(theta, subject.at)
        after = cosine_sum([angle / subject.scale for angle in theta], subject.at)
        if not subject.sign * (before - after) > 0:
            return false(f"{before.str(4)} before, {after.str(4)} after")
    return true(1, f"{before.str(4)} before, {after.str(4)} after")


YN_CLOSER.mutant("a distance of 100", Kind.QUANTIFIER, at=100)
YN_CLOSER.mutant("s = 16", Kind.CONSTANT, scale=16)
YN_CLOSER.mutant("s = -2", Kind.SIGN, scale=-2)
YN_CLOSER.mutant("base 500,000", Kind.CONSTANT, base=500_000)
YN_CLOSER.mutant("the slower half of the frequencies", Kind.INDEX, first=32)
YN_CLOSER.mutant("apart where they come closer", Kind.SIGN, sign=-1)


@dataclass(frozen=True)
class Nearby:
    """With angles up to ``fastest`` every stretch brings tokens ``most`` apart closer, at every
    frequency, and at any distance beyond some stretch does not: cos x/s - cos x is ``factor`` times
    two sines, s above ``stretch``."""

    most: int = 3
    fastest: Fraction = Fraction(1)
    factor: int = 2
    stretch: Fraction = Fraction(1)
    scales: tuple[Fraction, ...] = (Fraction(101, 100), Fraction(4, 3), Fraction(2), Fraction(32))


YN_CLOSER_FIX = FormalClaim(
    id="YN-closer-fix",
    provenance="repair",
    place="§3.2, all tokens become closer to each other",
    statement="For angles 0 < θ_i ≤ 1, one of them 1, and whole m ≥ 1: cos(mθ_i/s) > cos(mθ_i) at "
    "every frequency for all s > 1 iff m ≤ 3. So all stretches by a scale bring all tokens closer "
    "up to three positions apart and no further, frequency by frequency: at m ≥ 4 and s = m/π the "
    "frequency θ_i = 1 has cos(mθ_i/s) = -1.",
    subject=Nearby,
    quantifiers={"m, θ, s": "every whole m ≥ 1, all angles 0 < θ ≤ 1, every s > 1"},
    parts={"most": Kind.QUANTIFIER}
    | dict.fromkeys(("fastest", "scales", "stretch"), Kind.HYPOTHESIS),
    not_covered="Sums over frequencies, whose slow ones carry them further: at base 10,000, d = "
    "128, s = 2 the first loss in floating point is at 144.",
)


@YN_CLOSER_FIX.symbolic(
    "the cosine falls up to π",
    "all real x = mθ and s > 1: the difference is a product of two sines of angles inside "
    "a half turn while x < π; 3 < π < 4, and no cosine is below -1",
    "m, θ, s",
    confirmed_by="cvc5; by hand in proofs.md",
)
def short_distances(subject: Nearby) -> Outcome:
    """sympy: cos x/s - cos x = 2 sin((x + x/s)/2) sin((x - x/s)/2). z3, in half turns: both
    angles are in (0, π) if s > 1 and 0 < x < π. Balls: ``most`` · ``fastest`` < π < (``most`` + 1)
    · ``fastest``, so that beyond it the fastest angle may be stretched to π, where no cosine is
    less; and the cosines at the scales listed."""
    import sympy

    x, s = sympy.symbols("x s", positive=True)
    sines = sympy.sin((x + x / s) / 2) * sympy.sin((x - x / s) / 2)
    gain = sympy.cos(x / s) - sympy.cos(x) - subject.factor * sines
    if sympy.expand(gain.rewrite(sympy.exp)) != 0:
        return false("the difference is another")

    def inside(x: Any, y: Any, s: Any) -> Posed:
        known = (x > 0, x < 1, s > subject.stretch, s * y == x)
        return known, (x + y > 0, x + y < 2, x - y > 0, x - y < 2)

    outcome = prove_all([(inside, "x y s")])
    if outcome.status != "true" or outcome.cases == 0:
        return outcome
    with precision(BITS):
        if not subject.most * to_ball(subject.fastest) < pi_ball():
            return false(f"at {subject.most} a frequency may have turned beyond π")
        if not (subject.most + 1) * to_ball(subject.fastest) > pi_ball():
            return false(f"nothing is lost at {subject.most + 1}")
        furthest = subject.most * to_ball(subject.fastest)
        for cases, scale in enumerate(subject.scales, 4):
            if not (furthest / to_ball(scale)).cos() > furthest.cos():
                return false(f"no closer at s = {scale}", cases)
    return true(cases)


YN_CLOSER_FIX.mutant("four positions", Kind.QUANTIFIER, most=4)
YN_CLOSER_FIX.mutant(
    "four positions, s from 2 on",
    Kind.QUANTIFIER,
    most=4,
    scales=(Fraction(2), Fraction(32)),
)
YN_CLOSER_FIX.mutant("two and no further", Kind.QUANTIFIER, most=2)
YN_CLOSER_FIX.mutant("angles to 2", Kind.HYPOTHESIS, fastest=Fraction(2))
YN_CLOSER_FIX.mutant("angles to 1/2", Kind.HYPOTHESIS, fastest=Fraction(1, 2))
YN_CLOSER_FIX.mutant("angles that grow", Kind.HYPOTHESIS, scales=(Fraction(99, 100),))
YN_CLOSER_FIX.mutant("s above 1/2", Kind.HYPOTHESIS, stretch=Fraction(1, 2))
YN_CLOSER_FIX.mutant("further apart", Kind.SIGN, factor=-2)
YN_CLOSER_FIX.mutant("half of that", Kind.CONSTANT, factor=1)


@dataclass(frozen=True)
class Extrapolated:
    """b' = b s^{d/(d - less)}; frequencies i < d/2 - ``still`` turn further at sL than ever up to
    L, by s^{1 - 2i/(d - 2)}; of Llama 2's ``unturned`` ones without a full turn ``further`` do, by
    s^{``fastest``} at most."""

    less: int = 2
    still: int = 1
    sign: int = 1
    scales: tuple[Fraction, ...] = (Fraction(101, 100), Fraction(2), Fraction(32))
    length: int = 4096
    unturned: int = 18
    further: int = 17
    fastest: Fraction = Fraction(17, 63)


YN_OUT = FormalClaim(
    id="YN-out",
    place="§3.1, NTK-aware interpolation",
    statement="With b' = b s^{d/(d-2)} some dimensions are slightly extrapolated to out-of-bound "
    "values. For all even d ≥ 4, b > 1, s > 1 and L every frequency i but the last turns further "
    "by position sL than before by L, s^{1 - 2i/(d-2)} times as far. The last turns exactly as "
    "far. Of Llama 2's 18 frequencies that make no full turn within 4,096 positions 17 turn "
    "further, the fastest of them s^{17/63} times as far.",
    subject=Extrapolated,
    quantifiers={"d, b, s, i": "all even d ≥ 4, real b > 1 and s > 1, every frequency i"},
    parts={
        "still": Kind.INDEX,
        "scales": Kind.HYPOTHESIS,
        "length": Kind.DATA,
        "unturned": Kind.DATA,
        "further": Kind.DATA,
    },
    not_covered="Whether that is slight (at s = 8 the fastest such frequency turns 1.75 times as "
    "far), and what it does to a fine-tuned model, which the paper measured.",
)


@YN_OUT.symbolic(
    "exponents of s",
    "for all real d, i, b, s and L: the exponents; Llama 2's periods in balls",
    "d, b, s, i",
)
def exponents_of_scale(subject: Extrapolated) -> Outcome:
    """sympy, all d ≥ 4, 0 ≤ i < d/2, s > 1: ln of (sL θ'_i)/(L θ_i) over ln s, and its sign; balls:
    the frequencies of base 10,000, d = 128, whose period is longer than L, and their exponents."""
    import sympy

    d, i = sympy.symbols("d i", positive=True)
    gain = 1 - 2 * i / d * (d / (d - subject.less))
    wanted = 1 - subject.sign * 2 * i / (d - 2)
    if sympy.simplify(gain - wanted) != 0:
        return false(f"the last frequency turns {gain.subs(i, d / 2 - 1)}")
    at_end = sympy.simplify(gain.subs(i, d / 2 - subject.still))
    before = sympy.simplify(gain.subs(i, d / 2 - subject.still - 1) - 2 / (d - 2))
    if at_end != 0 or before != 0:
        return false("the frequencies that turn too far are others")
    with precision(BITS):
        periods = [2 * pi_ball() / angle for angle in angle_balls(10_000, 64)]
        slow = [k for k, period in enumerate(periods) if period > subject.length]
        if len(slow) != subject.unturned or any(subject.length in period for period in periods):
            return false(f"{len(slow)} frequencies have no full turn")
        exponents = [Fraction(str(gain.subs({d: 128, i: k}))) for k in slow]
        further = [one for one in exponents if one > 0]
        if (len(further), max(exponents)) != (subject.further, subject.fastest):
            return false(f"{len(further)} of them turn further, by s^({max(exponents)}) at most")
        for cases, scale in enumerate(subject.scales, 4):
            if not all(to_ball(scale) ** to_ball(one) > 1 for one in further):
                return false(f"s = {scale}: no further than before", cases)
    return true(cases)


YN_OUT.mutant("b' = b s", Kind.TERM, less=0)
YN_OUT.mutant("the last two as far", Kind.INDEX, still=2)
YN_OUT.mutant("s below 1", Kind.HYPOTHESIS, scales=(Fraction(1, 2),))
YN_OUT.mutant("s^{1 + 2i/(d-2)}", Kind.SIGN, sign=-1)
YN_OUT.mutant("within 2,048 positions", Kind.DATA, length=2048)
YN_OUT.mutant("all 18 turn further", Kind.DATA, further=18)
YN_OUT.mutant("the fastest s^{18/63} times", Kind.CONSTANT, fastest=Fraction(18, 63))


@dataclass(frozen=True)
class Sharper:
    """Logits times (rate · x + one)², x = ln s: with a lead of at least ``lead`` over n - 1 others
    the target keeps its weight as they become s times as many, s ≥ 1 (x ≥ ``from_x``)."""

    lead: Fraction = Fraction(5)
    rate: Fraction = Fraction(1, 10)
    one: Fraction = Fraction(1)
    from_x: Fraction = Fraction(0)
    square: bool = True


YN_TEMP = FormalClaim(
    id="YN-temp",
    provenance="reading",
    place="§3.4, (21) and (22), as a rule for keeping attention",
    statement="A target leads every one of n - 1 ≥ 1 other keys by Δ > 0, and at scale s each of "
    "these occurs s times. With logits multiplied by 1/t, √(1/t) = 0.1 ln s + 1, the target has at "
    "least the weight that it had, at every s ≥ 1, iff Δ ≥ 5. With a smaller lead it has as much "
    "again from ln s = 100/Δ - 20 on, and less between s = 1 and there.",
    subject=Sharper,
    quantifiers={"s, n, Δ": "all real s ≥ 1 and Δ > 0, every n - 1 ≥ 1"},
    parts={"square": Kind.TERM, "from_x": Kind.QUANTIFIER, "lead": Kind.HYPOTHESIS},
    not_covered="Why the paper recommends it: a fit to the perplexity of LLaMA models, not run "
    "here. The factor that keeps the weight exactly is 1 + ln s/Δ. Leads of trained heads: "
    "S-dilution.",
)


@YN_TEMP.symbolic(
    "the lead against the number of keys",
    "all real x = ln s ≥ 0 and leads, by z3: the weight is kept iff the larger lead is at least "
    "the old one plus x",
    "s, n, Δ",
    confirmed_by="cvc5; by hand in proofs.md",
)
def keeps_weight(subject: Sharper) -> Outcome:
    """z3. The weight 1/(1 + (n-1) s e^{-cΔ}) is at least 1/(1 + (n-1) e^{-Δ}) iff cΔ ≥ Δ + ln s.

    With x = ln s ≥ 0: from the lead on that is so. At each smaller lead y it is so, for x > 0, iff
    x ≥ 100/y - 20; and half of this is an x > 0 at which it is not.
    """

    def factor(x: Any) -> Any:
        root = subject.rate * x + subject.one
        return root * root if subject.square else root

    def large(x: Any, y: Any) -> Posed:
        return (x >= subject.from_x, y >= subject.lead), (factor(x) * y >= y + x,)

    def small(x: Any, y: Any) -> Posed:
        known = (x > 0, y > 0, y < subject.lead)
        return known, ((factor(x) * y >= y + x) == (x * y >= 100 - 20 * y),)

    def lost(x: Any, y: Any) -> Posed:
        known = (y > 0, y < subject.lead, 2 * x * y == 100 - 20 * y)
        return known, (x > 0, factor(x) * y < y + x)

    return prove_all([(large, "x y"), (small, "x y"), (lost, "x y")])


YN_TEMP.mutant("a lead of 4", Kind.HYPOTHESIS, lead=Fraction(4))
YN_TEMP.mutant("a lead of 6", Kind.HYPOTHESIS, lead=Fraction(6))
YN_TEMP.mutant("0.09 ln s + 1", Kind.CONSTANT, rate=Fraction(9, 100))
YN_TEMP.mutant("1/t = 0.1 ln s + 1", Kind.TERM, square=False)
YN_TEMP.mutant("shorter contexts too", Kind.QUANTIFIER, from_x=Fraction(-25))
YN_TEMP.mutant("1 - 0.1 ln s", Kind.SIGN, rate=Fraction(-1, 10))
