"""Su Jianlin's blog post on *Base of RoPE Bounds Context Length* (kexue.fm/archives/10122): half of
the pairs unrotated (BC-partial)."""

from dataclasses import dataclass
from fractions import Fraction

from constructions.other_papers.cosines import BITS, cosine_sum
from theory.ledger import Kind, Outcome, Verdict, false, true, unknown
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import to_ball


@dataclass(frozen=True)
class Half:
    """Of ``planes`` pairs ``still`` are not rotated and count ``counts`` each; the sum is at least
    ``least`` · planes."""

    planes: int = 64
    still: int = 32
    counts: int = 1
    sign: int = 1
    least: Fraction = Fraction(0)


BC_PARTIAL = FormalClaim(
    id="BC-partial",
    paper="SU",
    place="kexue.fm/archives/10122, partial rotation",
    statement="With half of the pairs not rotated Σ_i cos(m θ_i) ≥ 0 at every m and every base. "
    "With d = 128 and one pair fewer unrotated some base above 1 fails at m = 22.",
    expected=Verdict.PROVED,
    subject=Half,
    quantifiers={"m, b": "every m ≥ 0, every base, all angles of the rotated half"},
    parts={"still": Kind.HYPOTHESIS, "counts": Kind.TERM},
    not_covered="What the rule is for: that a sum below 0 limits a head is refuted (BC-bound).",
)


@BC_PARTIAL.symbolic(
    "cosines are at least -1",
    "all angles and distances: each rotated pair takes at most what a still one gives",
    "m, b",
)
def partial(subject: Half) -> Outcome:
    """still · counts - (planes - still) ≥ least · planes, as cosines are at least -1; if not, a
    base just above 1 and m = 22 (all angles near 1, cos 22 near -1) is tried, in balls."""
    from flint import arb, ctx

    turned = subject.planes - subject.still
    if (
        subject.sign == 1
        and subject.counts * subject.still - turned >= subject.least * subject.planes
    ):
        return true(1)
    with ctx.workprec(BITS):
        base = 1 + arb(2) ** -60
        theta = [base ** to_ball(Fraction(-i, subject.planes)) for i in range(turned)]
        total = subject.sign * (subject.counts * subject.still + cosine_sum(theta, 22))
        if total < to_ball(subject.least * subject.planes):
            return false(f"the sum is {total.str(6)} at m = 22 and a base near 1")
    return unknown("the bound fails and no base against it is known")


BC_PARTIAL.mutant("one unrotated pair fewer", Kind.HYPOTHESIS, still=31)
BC_PARTIAL.mutant("the other half left out", Kind.TERM, counts=0)
BC_PARTIAL.mutant("sums of the other sign", Kind.SIGN, sign=-1)
BC_PARTIAL.mutant("at least d/100", Kind.CONSTANT, least=Fraction(1, 50))
