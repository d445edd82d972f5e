"""*Positional Encoding via Token-Aware Phase Attention* (arXiv 2509.12635), Theorem 2.2: RoPE's
mean attention favours near tokens by a definite amount (TP-gap). The text was read."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS
from theory.ledger import Kind, Outcome, false
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import pi_ball, precision, to_ball
from theory.mathematics.solvers import Posed, prove


@dataclass(frozen=True)
class ExpectedGap:
    """With ln 1/θ0 ≥ ``start`` + ``slope`` |ν0/μ0| a distance below θ0^(-``near``)/8 is more than
    |μ0|/``eighths`` ahead of one beyond 1/θ0, in the limit of D; the mean is odd in ``sign``."""

    start: Fraction = Fraction(2)
    slope: Fraction = Fraction(5)
    near: Fraction = Fraction(1, 4)
    eighths: int = 8
    sign: int = 1


TP_GAP = FormalClaim(
    id="TP-gap",
    place="Theorem 2.2",
    statement="Let E A_d = μ0 ≠ 0 and E B_d = ν0 for all d, angles 2π θ0^(2d/D). Let X be "
    "sgn(μ0)/√D times the difference of the mean attention at |m - n| and at |m' - n'|. There is "
    "θ(μ0, ν0), such as e^(-2 - 5|ν0/μ0|), so that for θ0 below it, any 1 < |m - n| < θ0^(-1/4)/8 "
    "and |m' - n'| > 1/θ0, X is above |μ0|/8 for all D from some D on. That D depends on the "
    "distances: for each D, and ν0 = 0, there are |m' - n'| > 1/θ0 at which X is not above 0.",
    subject=ExpectedGap,
    quantifiers={"θ0, μ0, ν0, m, n": "all real μ0 ≠ 0, ν0 and θ0 below the bound, all distances"},
    parts={"near": Kind.QUANTIFIER, "slope": Kind.HYPOTHESIS},
    not_covered="One head size: at base 10,000 no whole distance lies between 1 and θ0^(-1/4)/8 = "
    "1.25. Heads whose pairs are not alike, which the assumption excludes.",
)


@TP_GAP.written(
    "the integral",
    "all θ0, μ0, ν0 and distances: Riemann sums, integrals of cos u/u and sin u/u, Dirichlet",
    "θ0, μ0, ν0, m, n",
)
def definite_gap(subject: ExpectedGap) -> Outcome:
    """Balls: what is left of the near and far integrals. z3: with L = ln 1/θ0 and r = |ν0/μ0| the
    bound |μ0|((1 - near) L - c - s r)/(2L) is above |μ0|/eighths."""
    from flint import arb

    most = Fraction(82, 100), Fraction(218, 100)
    with precision(BITS):
        pi = pi_ball()
        far = 2 / (2 * pi)
        cosines = arb.const_euler() + (pi / 4).log() + 2 / (4 * pi) + far
        sines = pi.si() + far
        if not (cosines < to_ball(most[0]) and sines < to_ball(most[1])):
            return false(f"the integrals leave {cosines.str(4)} and {sines.str(4)}")

    def ahead(x: Any, r: Any) -> Posed:
        known = (r >= 0, x >= subject.start + subject.slope * r, x > 0)
        left = subject.sign * ((1 - subject.near) * x - most[0] - most[1] * r)
        return known, (subject.eighths * left > 2 * x,)

    return prove(ahead, "x r")


TP_GAP.mutant("|μ0|/2", Kind.CONSTANT, eighths=2)
TP_GAP.mutant("distances up to θ0^(-7/8)/8", Kind.QUANTIFIER, near=Fraction(7, 8))
TP_GAP.mutant("θ0 below e^-2, whatever ν0", Kind.HYPOTHESIS, slope=Fraction(0))
TP_GAP.mutant("θ0 below 1", Kind.CONSTANT, start=Fraction(0))
TP_GAP.mutant("far ahead of near", Kind.SIGN, sign=-1)
