"""The line through the table of *Base of RoPE Bounds Context Length* (arXiv 2405.14591, Figure 1; d
= 128): the least base for a context of L as 0.0424 L^1.628, to a factor of 2 (BC-fit)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from constructions.capacity.rules import rechecked
from constructions.capacity.rules.bases import first_negative
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.writing import FormalClaim


@dataclass(frozen=True)
class Line:
    """A base below coefficient · length^exponent / factor: the sum is ≥ 0 there for 0 ≤ m ≤
    length."""

    length: int = 1_048_576
    base: int = 65_374_956
    factor: int = 2
    coefficient: Fraction = Fraction(424, 10_000)
    exponent: Fraction = Fraction(1628, 1000)
    planes: int = 64
    first: int = 0
    sign: int = 1


BC_FIT = FormalClaim(
    id="BC-fit",
    paper="BC",
    provenance="reading",
    place="Figure 1, the line through the least bases, d = 128",
    statement="At the table's lengths, L = 1,024 · 2^k up to 1,048,576, the least base with Σ_i "
    "cos(m θ_i) ≥ 0 for 0 ≤ m ≤ L is 0.0424 L^1.628 to within a factor of 2 either way.",
    expected=Verdict.REFUTED,
    subject=Line,
    parts={"length": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="The factor is ours: the source's own table lies within 0.67 and 1.90 of its line. "
    "The other ten lengths, at which the line holds so (BC-table-least).",
    repairs=("BC-table-least",),
)


@BC_FIT.witness(
    "a smaller base",
    "every m ≤ 1,048,576 at base 65,374,956; the line has 268,474,000, four times as much",
    confirmed_by="standalone recheck",
)
def below_the_line(subject: Line) -> Outcome:
    """Whole numbers: (factor base / coefficient)^q < length^p, exponent = p/q; then every sum."""
    p, q = subject.exponent.as_integer_ratio()
    if not (subject.factor * subject.base / subject.coefficient) ** q < subject.length**p:
        return false(f"{subject.base} is not below the line by a factor of {subject.factor}")
    at = first_negative(subject.base, subject.planes, subject.first, subject.sign, subject.length)
    if at is not None:
        return false(f"base {subject.base}: the sum at {at} is not positive", at + 1)
    return true(subject.length + 1, f"{subject.base} serves {subject.length}")


BC_FIT.take(rechecked.again(rechecked.line))

BC_FIT.mutant("0.02 L^1.628", Kind.CONSTANT, coefficient=Fraction(2, 100))
BC_FIT.mutant("0.0424 L^1.5", Kind.CONSTANT, exponent=Fraction(3, 2))
BC_FIT.mutant("a factor of 5", Kind.CONSTANT, factor=5)
BC_FIT.mutant("524,288 positions", Kind.QUANTIFIER, length=524_288)
BC_FIT.mutant("angles from i = 2", Kind.INDEX, first=2)
BC_FIT.mutant("sums below 0", Kind.SIGN, sign=-1)
BC_FIT.mutant("base 60,000", Kind.CONSTANT, base=60_000)
