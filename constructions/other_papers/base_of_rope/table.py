"""The printed table of *Base of RoPE Bounds Context Length* (arXiv 2405.14591), d = 128, number by
number: smaller bases that serve (BC-table), no threshold (BC-table-fix), and where the least
serving bases lie (BC-table-least); and the line through it in Figure 1 (BC-fit). A base
serves L if Σ cos(mθ_i) ≥ 0 for 0 ≤ m ≤ L, θ_i = base^(-i/64).
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from constructions.capacity.cosines import BITS, angle_balls, cosine_sums
from constructions.other_papers import rechecked
from constructions.other_papers.base_of_rope import bases
from constructions.other_papers.base_of_rope.bases import Leads, covered
from theory.gate.reading import read
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision

first_negative = cache(bases.first_negative)  # three claims ask for the same sums


@dataclass(frozen=True)
class BaseTable:
    """Rows (length L, printed bound, a base): the sum is ≥ 0 for 0 ≤ m ≤ L at that base."""

    rows: tuple[tuple[int, int, int], ...] = (
        (2048, 16_000, 11_640),
        (16_384, 310_000, 231_644),
        (32_768, 640_000, 629_979),
        (131_072, 7_800_000, 4_869_105),
        (262_144, 36_000_000, 23_662_398),
        (524_288, 64_000_000, 58_496_174),
        (1_048_576, 510_000_000, 65_374_956),
    )
    planes: int = 64
    first: int = 0
    sign: int = 1


SHORT, *LONG = BaseTable().rows
BC_TABLE = FormalClaim(
    id="BC-table",
    place="Table 2, d = 128",
    statement="At d = 128 the printed numbers are the least bases with Σ_i cos(m θ_i) ≥ 0 for 0 ≤ "
    "m ≤ L. They are 16,000 for L = 2,048, 310,000 for 16,384, 640,000 for 32,768, 7.8e6 for "
    "131,072, 3.6e7 for 262,144, 6.4e7 for 524,288, 5.1e8 for 1,048,576; and four more.",
    expected=Verdict.REFUTED,
    subject=BaseTable,
    parts={"rows.0.0": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="The numbers for 1k, 4k, 8k and 64k (BC-table-least: right to the digits printed). "
    "Table 2 names no head size; 128 is that of Method 2 in §5.5.",
    repairs=("BC-table-least", "BC-table-fix"),
    seconds=120.0,
)


@rechecked.refutes(
    BC_TABLE,
    "smaller bases",
    "every m ≤ L at seven bases below the printed ones, L from 2,048 to 1,048,576",
)
def below_the_table(subject: BaseTable) -> Outcome:
    """Whole numbers: the base lies below the printed bound, the sum is positive up to L."""
    cases = 0
    for length, printed, base in subject.rows:
        if not base < printed:
            return false(f"{base} is not below the printed {printed}")
        at = first_negative(base, subject.planes, subject.first, subject.sign, length)
        if at is not None:
            return false(f"base {base}: the sum at {at} is not positive", cases + at + 1)
        cases += length + 1
    return true(cases, ", ".join(f"{base} serves {length}" for length, _, base in subject.rows))


BC_TABLE.mutant("base 11,000", Kind.CONSTANT, rows=((2048, 16_000, 11_000), *LONG))
BC_TABLE.mutant("printed 11,000", Kind.CONSTANT, rows=((2048, 11_000, 11_640), *LONG))
BC_TABLE.mutant("4,096 positions", Kind.QUANTIFIER, rows=((4096, 16_000, 11_640), *LONG))
BC_TABLE.mutant("angles from i = 1", Kind.INDEX, first=1)
BC_TABLE.mutant("sums below 0", Kind.SIGN, sign=-1)


@dataclass(frozen=True)
class NoThreshold:
    """At ``length`` the sum stays positive at these bases and turns negative at those."""

    length: int = 2048
    good: tuple[int, ...] = (11_640, 16_000)
    bad: tuple[int, ...] = (12_500, 13_000)
    first: int = 0
    sign: int = 1


BC_TABLE_FIX = FormalClaim(
    id="BC-table-fix",
    provenance="repair",
    place="no least base, d = 128",
    statement="For d = 128 and L = 2048 the sum Σ_i cos(m θ_i) is ≥ 0 for all 0 ≤ m ≤ L at the "
    "bases 11640 and 16000 and negative for some such m at 12500 and 13000. The bases with the "
    "property are no half-line, so a least one would be no bound for those above it.",
    subject=NoThreshold,
    quantifiers={"m, base": "0 ≤ m ≤ 2048; base in {11640, 12500, 13000, 16000}"},
    parts={"length": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="The least serving base (BC-table-least); other head sizes. The paper's is not "
    "printed; 128 is inferred.",
)


@BC_TABLE_FIX.enclosed(
    "every distance",
    "0 ≤ m ≤ 2048 at bases {11640, 12500, 13000, 16000}, in balls of 96 bits",
    "m, base",
)
def no_threshold(subject: NoThreshold) -> Outcome:
    """Balls: all m ≤ L at the good bases, some m ≤ L at the bad ones, between good ones."""
    if not min(subject.good) < min(subject.bad) <= max(subject.bad) < max(subject.good):
        return false("the bases that fail do not lie between those that serve")
    cases = 0
    with precision(BITS):
        for base in (*subject.good, *subject.bad):
            theta = angle_balls(base, 64)[subject.first :]
            sums = [subject.sign * x for x in cosine_sums(theta, subject.length + 1)]
            fine = all(s > 0 for s in sums) if base in subject.good else any(s < 0 for s in sums)
            if not fine:
                return false(f"base {base} at L = {subject.length}")
            cases += len(sums)
    return true(cases)


BC_TABLE_FIX.mutant("12,000 serves", Kind.CONSTANT, good=(12_000, 16_000))
BC_TABLE_FIX.mutant("15,990 fails too", Kind.CONSTANT, bad=(12_500, 15_990))
BC_TABLE_FIX.mutant("4,096 positions", Kind.QUANTIFIER, length=4096)
BC_TABLE_FIX.mutant("1,024 positions", Kind.QUANTIFIER, length=1024)
BC_TABLE_FIX.mutant("angles from i = 1", Kind.INDEX, first=1)
BC_TABLE_FIX.mutant("sums below 0", Kind.SIGN, sign=-1)


@dataclass(frozen=True)
class Least:
    """Rows (L, low, high, printed, agrees): every base with 1 < base ≤ low fails L, high serves it,
    and to two digits all in between are ``printed`` if it agrees, and none is if not."""

    rows: tuple[tuple[int, int, int, int, bool], ...] = (
        (1024, 4292, 4299, 4300, True),
        (2048, 11_580, 11_640, 16_000, False),
        (4096, 26_940, 26_963, 27_000, True),
        (8192, 83_750, 83_858, 84_000, True),
        (16_384, 231_640, 231_644, 310_000, False),
        (32_768, 629_976, 629_979, 640_000, False),
        (65_536, 2_090_171, 2_090_180, 2_100_000, True),
        (131_072, 4_869_096, 4_869_105, 7_800_000, False),
        (262_144, 23_662_397, 23_662_398, 36_000_000, False),
        (524_288, 58_496_173, 58_496_174, 64_000_000, False),
        (1_048_576, 65_374_955, 65_374_956, 510_000_000, False),
    )
    first: int = 0
    sign: int = 1


LEADS = Path(__file__).with_name("leads.json")


def two_digits(number: int) -> int:
    """Rounded to two leading digits."""
    unit: int = 10 ** (len(str(number)) - 2)
    return (2 * number + unit) // (2 * unit) * unit


_ONE, *_MORE = Least().rows
BC_TABLE_LEAST = FormalClaim(
    id="BC-table-least",
    provenance="repair",
    place="Table 2, d = 128",
    statement="For d = 128 take the infimum of the bases above 1 with Σ_i cos(m θ_i) ≥ 0 for 0 ≤ m "
    "≤ L. It lies between 4292 and 4299 for L = 1024, 11580 and 11640 for 2048, 26940 and 26963 "
    "for 4096, 83750 and 83858 for 8192, 231640 and 231644 for 16384, 629976 and 629979 for 32768. "
    "It lies between 2090171 and 2090180 for 65536, 4869096 and 4869105 for 131072, 23662397 and "
    "23662398 for 262144, 58496173 and 58496174 for 524288, 65374955 and 65374956 for 1048576. To "
    "two digits it is the printed number at L = 1024, 4096, 8192 and 65536 (4.3e3, 2.7e4, 8.4e4, "
    "2.1e6), and not at the other seven (1.6e4, 3.1e5, 6.4e5, 7.8e6, 3.6e7, 6.4e7, 5.1e8).",
    subject=Least,
    quantifiers={"base, m": "all real bases above 1, all m ≤ L; L = 1024, 2048, …, 1048576"},
    parts={"rows.0.0": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="Other head sizes; Table 2 names none, and 128 is that of Method 2 in §5.5. Which "
    "bases above the infimum serve (BC-table-fix).",
    seconds=240.0,
)


@BC_TABLE_LEAST.enclosed(
    "every base",
    "all real bases in intervals, each with a distance at which the sum is negative, for L "
    "= 1024, 2048, …, 1048576; and every m ≤ L at the upper ends",
    "base, m",
)
def enclosed_least(subject: Least) -> Outcome:
    """Balls over intervals of bases, and ``first_negative`` at the upper end. What fails one row
    fails the next, which is longer: its intervals go on from there."""
    cases, upto, before, leads = 0, Fraction(1), 0, Leads(read(LEADS)["distances"])
    for length, low, high, printed, agrees in subject.rows:
        if length < before:
            return false("the rows do not grow longer")
        ends = two_digits(low), two_digits(high)
        if ends != (printed, printed) if agrees else ends[0] <= printed <= ends[1]:
            return false(f"L = {length}: {low} to {high} and {printed}, to two digits")
        if first_negative(high, 64, subject.first, subject.sign, length) is not None:
            return false(f"base {high} fails L = {length}", cases + 1)
        upto, intervals = covered(length, upto, low, subject.first, subject.sign, leads)
        cases, before = cases + intervals, length
        if upto < low:
            return false(f"L = {length}: nothing found against bases above {float(upto):.1f}")
    return true(cases + len(subject.rows))


BC_TABLE_LEAST.mutant("from 4298 on", Kind.CONSTANT, rows=((1024, 4299, 4299, 4300, True), *_MORE))
BC_TABLE_LEAST.mutant("below 4290", Kind.CONSTANT, rows=((1024, 4280, 4290, 4300, True), *_MORE))
BC_TABLE_LEAST.mutant(
    "2,048 positions", Kind.QUANTIFIER, rows=((2048, 4292, 4299, 4300, True), *_MORE)
)
BC_TABLE_LEAST.mutant(
    "1,000 positions", Kind.QUANTIFIER, rows=((1000, 4292, 4299, 4300, True), *_MORE)
)
BC_TABLE_LEAST.mutant(
    "not the printed 1.2e4",
    Kind.CONSTANT,
    rows=(_ONE, (2048, 11_580, 11_640, 12_000, False), *_MORE[1:]),
)
BC_TABLE_LEAST.mutant("angles from i = 1", Kind.INDEX, first=1)
BC_TABLE_LEAST.mutant("sums below 0", Kind.SIGN, sign=-1)


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
    provenance="reading",
    unread=True,
    place="Figure 1 as a description has it, the line through the least bases, d = 128",
    statement="Take d = 128 and the table's lengths, L = 1,024 · 2^k up to 1,048,576. The least "
    "base with Σ_i cos(m θ_i) ≥ 0 for 0 ≤ m ≤ L is 0.0424 L^1.628 to within a factor of 2 either "
    "way. The formula is as a description of Figure 1 gives it.",
    expected=Verdict.REFUTED,
    subject=Line,
    parts={"length": Kind.QUANTIFIER, "first": Kind.INDEX},
    not_covered="Head sizes other than 128, which is from Method 2 in §5.5. The factor is ours: "
    "the source's own table lies within 0.67 and 1.90 of its line. The other ten lengths, at "
    "which the line holds so (BC-table-least). As a fit of the printed points the line is right: "
    "their least-squares line in logarithms is 0.04235 L^1.6284.",
    repairs=("BC-table-least",),
)


@rechecked.refutes(
    BC_FIT,
    "a smaller base",
    "every m ≤ 1,048,576 at base 65,374,956; the line has 268,474,000, four times as much",
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


BC_FIT.mutant("0.02 L^1.628", Kind.CONSTANT, coefficient=Fraction(2, 100))
BC_FIT.mutant("0.0424 L^1.5", Kind.CONSTANT, exponent=Fraction(3, 2))
BC_FIT.mutant("a factor of 5", Kind.CONSTANT, factor=5)
BC_FIT.mutant("524,288 positions", Kind.QUANTIFIER, length=524_288)
BC_FIT.mutant("angles from i = 2", Kind.INDEX, first=2)
BC_FIT.mutant("sums below 0", Kind.SIGN, sign=-1)
BC_FIT.mutant("base 60,000", Kind.CONSTANT, base=60_000)
