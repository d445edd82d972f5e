"""Su Jianlin's blog post on *Base of RoPE Bounds Context Length* (kexue.fm/archives/10122): half of
the pairs unrotated (BC-partial)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS, cosine_sum
from theory.ledger import Kind, Outcome, false, true, unknown
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision, to_ball


@dataclass(frozen=True)
class Half:
    """Of ``planes`` pairs ``still`` are not rotated and count ``counts`` each; the sum is at least
    ``least`` · planes. With one fewer that is not rotated it is less at distance ``at``."""

    planes: int = 64
    still: int = 32
    counts: int = 1
    sign: int = 1
    least: Fraction = Fraction(0)
    at: int = 22


BC_PARTIAL = FormalClaim(
    id="BC-partial",
    paper="SU",
    place="kexue.fm/archives/10122, partial rotation; the second sentence is ours",
    statement="If half of the pairs are not rotated, for any even number of pairs, Σ_i cos(m θ_i) "
    "≥ 0 at every m and every base. With d = 128 and one pair fewer unrotated some base above 1 "
    "fails at m = 22.",
    subject=Half,
    quantifiers={
        "m, b": "every m ≥ 0, every base, every even number of pairs, all angles of rotated ones"
    },
    parts={"still": Kind.HYPOTHESIS, "counts": Kind.TERM},
    not_covered="What the rule is for: that a sum below 0 limits a head is refuted (BC-bound).",
)


@BC_PARTIAL.symbolic(
    "cosines are at least -1",
    "all angles and distances, every even number of pairs: each rotated pair takes at most what a "
    "still one gives; that one pair fewer fails, in balls",
    "m, b",
)
def partial(subject: Half) -> Outcome:
    """still · counts - (planes - still) ≥ least · planes, as cosines are at least -1: both sides
    are proportional to the number of pairs, so 64 pairs decide every even number. If so, one pair
    fewer has to fail at a base just above 1 (all angles near 1, cos 22 near -1); if not, the same
    is tried against the bound."""
    turned = subject.planes - subject.still
    least = subject.least * subject.planes
    if subject.sign != 1 or subject.counts * subject.still - turned < least:
        if (beyond := _beyond(subject)) < 0:
            return false(f"the sum is {beyond.str(6)} off the bound at m = {subject.at}")
        return unknown("the bound fails and no base against it is known")
    beyond = _beyond(replace(subject, still=subject.still - 1))
    if beyond > 0:
        return false(f"one pair fewer does not fail at m = {subject.at}: {beyond.str(6)} above")
    return true(2) if beyond < 0 else unknown("one pair fewer: undecided in balls")


def _beyond(subject: Half) -> Any:
    """The sum at ``at`` and base 1 + 2^-60, less its bound: a ball."""
    with precision(BITS):
        base = 1 + to_ball(2) ** -60
        turned = range(subject.planes - subject.still)
        theta = [base ** to_ball(Fraction(-i, subject.planes)) for i in turned]
        total = subject.counts * subject.still + cosine_sum(theta, subject.at)
        return subject.sign * total - to_ball(subject.least * subject.planes)


BC_PARTIAL.mutant("one unrotated pair fewer", Kind.HYPOTHESIS, still=31)
BC_PARTIAL.mutant("the other half left out", Kind.TERM, counts=0)
BC_PARTIAL.mutant("sums of the other sign", Kind.SIGN, sign=-1)
BC_PARTIAL.mutant("at least d/100", Kind.CONSTANT, least=Fraction(1, 50))
BC_PARTIAL.mutant("one pair fewer at m = 21", Kind.CONSTANT, at=21)
