"""The line through the table of *Base of RoPE Bounds Context Length* (arXiv 2405.14591, Figure 1; d
= 128): the least base for a context of L as 0.0424 L^1.628 (BC-fit)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from constructions.capacity.rules import rechecked
from constructions.capacity.rules.bases import first_negative
from theory.ledger import Claim, Evidence, Kind, Method, Outcome, Verdict, altered, false, true


@dataclass(frozen=True)
class Line:
    """A base below coefficient · length^exponent: the sum is ≥ 0 there for 0 ≤ m ≤ length."""

    length: int = 16_384
    base: int = 231_644
    coefficient: Fraction = Fraction(424, 10_000)
    exponent: Fraction = Fraction(1628, 1000)
    planes: int = 64
    first: int = 0
    sign: int = 1


def below_the_line(subject: Line) -> Outcome:
    """Whole numbers: (base / coefficient)^q < length^p, exponent = p/q; then every sum."""
    p, q = subject.exponent.as_integer_ratio()
    if not (subject.base / subject.coefficient) ** q < subject.length**p:
        return false(f"{subject.base} is not below the line")
    at = first_negative(subject.base, subject.planes, subject.first, subject.sign, subject.length)
    if at is not None:
        return false(f"base {subject.base}: the sum at {at} is not positive", at + 1)
    return true(subject.length + 1, f"{subject.base} serves {subject.length}")


BC_FIT = Claim(
    id="BC-fit",
    paper="BC",
    provenance="reconstructed",
    place="Figure 1, the line through the least bases, d = 128",
    statement="The least base with Σ_i cos(m θ_i) ≥ 0 for 0 ≤ m ≤ L is 0.0424 L^1.628.",
    expected=Verdict.REFUTED,
    subject=Line,
    evidence=(
        Evidence(
            "a smaller base",
            Method.WITNESS,
            "every m ≤ 16,384 at base 231,644, below the line, which has 307,900 there",
            below_the_line,
            confirmed_by="standalone recheck",
        ),
        rechecked.again(rechecked.line),
    ),
    parts={"length": Kind.QUANTIFIER, "first": Kind.INDEX},
    mutants=(
        altered("0.03 L^1.628", Kind.CONSTANT, coefficient=Fraction(3, 100)),
        altered("0.0424 L^1.5", Kind.CONSTANT, exponent=Fraction(3, 2)),
        altered("4,096 positions", Kind.QUANTIFIER, length=4096),
        altered("angles from i = 2", Kind.INDEX, first=2),
        altered("sums below 0", Kind.SIGN, sign=-1),
        altered("base 231,000", Kind.CONSTANT, base=231_000),
    ),
    not_covered="A line as a trend: between L = 1,024 and 65,536 the infima of BC-table-least grow "
    "as L^1.49 on the whole.",
    repairs=("BC-table-least",),
)

CLAIMS: tuple[Claim, ...] = (BC_FIT,)
