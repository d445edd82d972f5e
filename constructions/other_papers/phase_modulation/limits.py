"""*RoPE as Phase Modulation* (arXiv 2602.10959): its limits on length and base, as limits of what
heads can do (PM-alias, PM-dc, PM-precision; what is left of them is in ``slowest.py``)."""

from dataclasses import dataclass
from fractions import Fraction

from constructions.capacity.cosines import BITS, angle_balls, unserved
from constructions.other_papers import rechecked
from theory.ledger import Claim, Kind, Mutant, Outcome, Verdict, altered, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, pi_ball, precision, to_ball


@dataclass(frozen=True)
class Beyond:
    """A head with the same ``amplitude`` on every frequency, at a length or base that a rule
    forbids.

    ``quarters`` of a turn: the rule allows lengths up to quarters · base · π/2; ``format_bits`` (if
    not 0): it allows bases up to 2^format_bits, and phases are computed in this format.
    """

    base: int = 100
    planes: int = 64
    length: int = 1024
    amplitude: Fraction = Fraction(1, 4)
    quarters: int = 4
    format_bits: int = 0
    fastest: int = 0
    falling: int = 1


def serves(subject: Beyond) -> Outcome:
    """Balls: the rule forbids this length and base, and S(s) e^{error} ≤ 1 at every position s.

    A tabulated point of frequency p is off by ε = 4u(nθ_p + 1) at most, u = 2^-bits: its phase by
    4u of itself (angle and product rounded), cosine and sine by 2u each; a logit by 2(2ε + ε²) a
    frequency; 0 where no format is meant.
    """
    with precision(BITS):
        n = subject.length
        if subject.format_bits and subject.base <= 2**subject.format_bits:
            return false(f"the rule allows base {subject.base}")
        if not subject.format_bits and not pi_ball() * subject.quarters * subject.base < 2 * n:
            return false(f"the rule allows {n} positions")
        theta = angle_balls(subject.base, subject.planes)[subject.fastest :]
        a = to_ball(subject.amplitude)
        unit = to_ball(Fraction(1, 2**subject.format_bits) if subject.format_bits else Fraction(0))
        off = [4 * unit * (n * angle + 1) for angle in theta]
        error = a * ball_sum(2 * (2 * e + e * e) for e in off)
        place = unserved(theta, n, subject.falling * a, error)
        if place is not None:
            return false(f"position {place} has less than half of the weight", place + 1)
    return true(n, f"budget {subject.amplitude * subject.planes} at base {subject.base}")


Left = tuple[str, *tuple[str, ...]]
"""What a limit's claim does not cover, and the ids of its repairs."""


def limit(
    name: str,
    source: tuple[str, str, str],
    heads: tuple[Beyond, Beyond],
    left: Left,
    more: tuple[Mutant, ...] = (),
) -> Claim:
    """A limit that a head beyond it refutes: the first of two. The rule allows the other."""
    (subject, other), (provenance, place, statement) = heads, source
    within = f"within 2^{subject.format_bits}" if subject.format_bits else "within the limit"
    formal = FormalClaim(
        id=name,
        paper="PM",
        provenance=provenance,
        place=place,
        statement=statement,
        expected=Verdict.REFUTED,
        subject=lambda: subject,
        parts={"length": Kind.QUANTIFIER, "base": Kind.QUANTIFIER, "fastest": Kind.INDEX},
        not_covered=left[0],
        repairs=left[1:],
    )
    covers = f"every one of {subject.length:,} positions, balls of 96 bits"
    refuted = rechecked.refutes(
        formal, "a head beyond the limit", f"equal amplitudes on 64 frequencies, {covers}"
    )
    refuted(serves)
    formal.mutant(within, Kind.QUANTIFIER, base=other.base, length=other.length)
    formal.mutant("half the amplitude", Kind.CONSTANT, amplitude=subject.amplitude / 2)
    formal.mutant("without the 40 fastest frequencies", Kind.INDEX, fastest=40)
    formal.mutant("logits that grow with distance", Kind.SIGN, falling=-1)
    formal.mutant("no amplitude", Kind.TERM, amplitude=Fraction(0))
    formal.mutants(*more)
    return formal.claim


SLOWEST = (
    "The slowest frequency alone over real distances, of which it holds, ε above 0 (PM-slowest); "
    "over whole ones it need not (B-standard-fix: width 2, θ = 1)."
)
PM_ALIAS = limit(
    "PM-alias",
    (
        "reading",
        "aliasing limit, as a limit of what heads can do",
        "Positions stay distinguishable only for L < 2π·b: beyond it no head tells all of them "
        "apart.",
    ),
    (Beyond(), Beyond(length=600)),
    (SLOWEST, "PM-slowest", "RR-any-distance"),
)
PM_DC = limit(
    "PM-dc",
    (
        "reading",
        "stability of the slowest mode, as a limit of what heads can do",
        "A context of L needs b ≥ L / arccos ε for a threshold 0 ≤ ε < 1, and over N layers b ≥ L "
        "/ arccos(ε^(1/N)). So b ≥ 2L/π, whichever is chosen, or no head tells all positions "
        "apart.",
    ),
    (
        Beyond(base=10_000, length=20_000, amplitude=Fraction(1, 2), quarters=1),
        Beyond(base=10_000, length=15_000, amplitude=Fraction(1, 2), quarters=1),
    ),
    (
        f"{SLOWEST} The author's words are of phase drift and coherence. That the bound is for "
        "telling all positions apart is our reading.",
        "PM-slowest",
        "RR-any-distance",
    ),
)
PM_PRECISION = limit(
    "PM-precision",
    (
        "reading",
        "precision wall, as a limit of what heads can do",
        "Positions merge unless b < 1/ε_mach of the format in which phases are computed: in "
        "float32, b below 2^24 (2^23 by the other convention for ε_mach).",
    ),
    (
        Beyond(base=10**9, amplitude=Fraction(7, 8), format_bits=24),
        Beyond(base=10**7, amplitude=Fraction(7, 8), format_bits=24),
    ),
    (
        "Other lengths and formats of fewer bits (PM-precision-fix); phases all of whose values "
        "are off by ε_mach of a radian. Increments of the slowest phase alone.",
        "PM-precision-fix",
    ),
    # Without rounding this head has .999 of what it may.
    (altered("an amplitude that rounding undoes", Kind.CONSTANT, amplitude=Fraction(6, 7)),),
)
