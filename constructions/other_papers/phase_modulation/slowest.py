"""What is left of the limits of *RoPE as Phase Modulation* (arXiv 2602.10959): what they are for
the slowest frequency (PM-slowest), and where positions merge in a format (PM-precision-fix)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from constructions.capacity.cosines import BITS
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import pi_ball, precision, to_ball


@dataclass(frozen=True)
class Slowest:
    """The frequency b^(-1 + 2·last/d): its phase stays within a turn up to turns · π ·
    b^(1 - 2/d), cos^N stays at ε or above up to ``share`` · arccos(ε^(1/N)) b^(1 - 2/d), the root
    taken if ``root``; b^(1 - ``short``/d) is below b."""

    last: int = 1
    turns: int = 2
    share: Fraction = Fraction(1)
    root: bool = True
    sign: int = 1
    short: int = 2
    thresholds: tuple[Fraction, ...] = (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10))
    layers: tuple[int, ...] = (1, 2, 3, 32)
    bases: tuple[Fraction, ...] = (Fraction(11, 10), *map(Fraction, (2, 100, 10_000, 10**9)))
    widths: tuple[int, ...] = (2, 4, 64, 128)


PM_SLOWEST = FormalClaim(
    id="PM-slowest",
    provenance="repair",
    place="aliasing limit and stability, of the slowest mode",
    statement="Take the slowest frequency alone, θ = b^(-1+2/d), at every real b > 1, even d and L "
    "> 0. Its phase takes no value twice on 0 ≤ x < L iff L ≤ 2π b^(1-2/d). And for 0 < ε < 1 and "
    "N layers cos(xθ)^N ≥ ε for all real 0 ≤ x ≤ L iff b^(1-2/d) ≥ L / arccos(ε^(1/N)). As "
    "b^(1-2/d) < b, the first needs L < 2π·b and the second b ≥ L / arccos(ε^(1/N)), as the "
    "summaries have them.",
    subject=Slowest,
    quantifiers={"b, d, L, ε, N": "all real b > 1, L > 0 and ε in (0, 1), every even d, all N"},
    parts={"last": Kind.INDEX, "root": Kind.TERM, "thresholds": Kind.HYPOTHESIS},
    not_covered="Whole distances alone, at which a frequency may step over the end of its window; "
    "what other frequencies do beyond it (PM-alias, PM-dc).",
)


@PM_SLOWEST.written(
    "where its window ends",
    "all b, d, L, ε and N: cosine falls on a half turn; the ends in balls at some of them",
    "b, d, L, ε, N",
)
def window_ends(subject: Slowest) -> Outcome:
    """Balls: at the bases, widths d, thresholds and layers listed a distance short of the end by
    2^-20 of it keeps what is said, one beyond by as much does not; and b^(1 - 2/d) < b."""
    cases, margin = 0, Fraction(1, 2**20)
    with precision(BITS):
        inside, outside = to_ball(1 - margin), to_ball(1 + margin)
        for base, d in ((to_ball(b), d) for b in subject.bases for d in subject.widths):
            over = (d - 2, 2 * subject.last - d, d - subject.short)
            power, angle, below = (base ** to_ball(Fraction(k, d)) for k in over)
            if not below < base:
                return false(f"d = {d}: the rule's base is not the larger", cases + 1)
            turn = subject.turns * pi_ball() * power * angle
            if not turn * inside < 2 * pi_ball() < turn * outside:
                return false(f"d = {d}: no turn ends there", cases + 1)
            reach = to_ball(subject.share) * power * angle
            for least, many in ((e, n) for e in subject.thresholds for n in subject.layers):
                threshold = to_ball(least)
                most = (threshold.root(many) if subject.root else threshold).acos() * reach
                kept, lost = (subject.sign * (most * x).cos() ** many for x in (inside, outside))
                cases += 1
                if not kept > threshold > lost:
                    return false(f"d = {d}, ε = {least}, N = {many}: no window ends there", cases)
    return true(cases)


PM_SLOWEST.coq(
    "limits.PM_slowest_turn",
    "limits.PM_slowest_stable",
    "limits.PM_slowest_printed",
    decides=("b, d, L, ε, N",),
    axioms=REALS,
    near_misses={
        "limits.PM_slowest_turn__half": Kind.CONSTANT,
        "limits.PM_slowest_stable__no_root": Kind.TERM,
        "limits.PM_slowest_printed__any_base": Kind.TERM,
    },
)

PM_SLOWEST.mutant("the slowest frequency but one", Kind.INDEX, last=2)
PM_SLOWEST.mutant("half a turn", Kind.CONSTANT, turns=1)
PM_SLOWEST.mutant("a turn and a half", Kind.CONSTANT, turns=3)
PM_SLOWEST.mutant("a window 1 % wider", Kind.CONSTANT, share=Fraction(101, 100))
PM_SLOWEST.mutant("a window 1 % narrower", Kind.CONSTANT, share=Fraction(99, 100))
PM_SLOWEST.mutant("b itself below b", Kind.TERM, short=0)
PM_SLOWEST.mutant("ε for every N", Kind.TERM, root=False)
PM_SLOWEST.mutant("-cos", Kind.SIGN, sign=-1)
PM_SLOWEST.mutant("thresholds below 0", Kind.HYPOTHESIS, thresholds=(Fraction(-1, 2),))


@dataclass(frozen=True)
class Formats:
    """Rows (p, n): in a format of p bits the first n positions differ, points being off by 4 ·
    2^-p, and 2^p and 2^p + its ``apart`` merge; by frequency ``plane`` of d/2."""

    rows: tuple[tuple[int, int], ...] = ((24, 10_838_702), (11, 710), (8, 44))
    plane: int = 0
    off: int = 4
    apart: tuple[int, ...] = (1, 1, 1)
    even: bool = True


@cache
def nearest_turn(n: int) -> Fraction:
    """A lower bound, within 2^-70, of |k - 2πj| over whole 0 < k < n ≤ 2^24 and all j: in
    multiples of 2^-96, 2π floored, so that 2πj is low by less than j of them."""
    with precision(160):
        scaled: Any = 2 * pi_ball() * 2**96
        turn = int(scaled.floor().unique_fmpz())
    best, j, at = 1 << 96, 1, turn
    while (at >> 96) < n:
        k = at + (1 << 95) >> 96
        if k < n:
            best = min(best, abs(at - (k << 96)) - j)
        elif n > 1:
            best = min(best, at - (n - 1 << 96))
        j, at = j + 1, at + turn
    return Fraction(best, 1 << 96)


def rounded_position(position: int, bits: int, even: bool) -> int:
    """A position rounded to ``bits`` bits, to nearest; a tie to the even one, or upwards."""
    unit: int = 1 << max(0, position.bit_length() - bits)
    low, rest = divmod(position, unit)
    up = 2 * rest > unit or (2 * rest == unit and (low % 2 == 1 or not even))
    return (low + up) * unit


DIFFER, FIRST, MERGE = "every distance", "the first frequency", "rounding"
PM_PRECISION_FIX = FormalClaim(
    id="PM-precision-fix",
    provenance="repair",
    place="precision wall",
    statement="Let positions and phases be rounded to p bits, to nearest, ties to even, and "
    "cosines and sines be off by at most 2·2^-p. At every base b > 1 and every d the tables differ "
    "at any two of the first n positions, 10,838,702 in float32 (p = 24), 710 in float16 (p = 11) "
    "and 44 in bfloat16 (p = 8). At every base positions 2^p and 2^p + 1 merge. So at every "
    "base the first position that merges with an earlier one is one of n to 2^p + 1.",
    subject=Formats,
    quantifiers={
        "b, d": "every real b > 1, every even d",
        "m": "any two of the first n positions, n = 10,838,702 (p = 24), 710 (p = 11), 44 (p = 8)",
        "p": "p in {24, 11, 8}",
    },
    parts={
        **{f"rows.{i}.0": Kind.DATA for i in range(3)},
        **{f"rows.{i}.1": Kind.QUANTIFIER for i in range(3)},
        "plane": Kind.INDEX,
        "even": Kind.HYPOTHESIS,
    },
    not_covered="How large an amplitude tells neighbours of such tables apart (PM-precision: 7/8 "
    "on each frequency for 1,024 positions at base 10⁹). Where from n to 2^p + 1 positions first "
    "merge, which may depend on b, d and how cosines round. Formats have exponents without bounds "
    "here: the largest number, the least one and subnormal numbers of a real format are not "
    "modelled.",
)


@PM_PRECISION_FIX.written(
    FIRST,
    "every b and d: the first frequency turns by one radian a position, so its phases are exact",
    "b, d",
)
def first_plane(subject: Formats) -> Outcome:
    """sympy: b^(-2i/d) = 1 at i = ``plane`` for every b and d; and a format holds every position
    up to 2^p, as n ≤ 2^p + 1 asks."""
    import sympy

    base, d = sympy.symbols("b d", positive=True)
    if base ** (-2 * subject.plane / d) != 1:
        return false(f"frequency {subject.plane} depends on the base")
    for cases, (bits, n) in enumerate(subject.rows, 1):
        if n > 2**bits + 1:
            return false(f"{bits} bits do not hold position {n - 1}", cases)
    return true(cases)


@PM_PRECISION_FIX.enclosed(
    DIFFER,
    "each distance 0 < k < n from the turn nearest to it, (p, n) in {(24, 10838702), (11, "
    "710), (8, 44)}",
    "m",
)
def positions_differ(subject: Formats) -> Outcome:
    """Balls: 2 sin(δ/2), δ the least distance of a whole 0 < k < n from a multiple of 2π, is above
    twice what a point is off."""
    with precision(BITS):
        cases = 0
        for bits, n in subject.rows:
            cases += n - 1
            gap = 2 * (to_ball(nearest_turn(n)) / 2).sin()
            if not gap > 2 * subject.off * to_ball(Fraction(1, 2**bits)):
                return false(f"{bits} bits: two of {n} positions may be one, {gap.str(5)} apart")
    return true(cases)


@PM_PRECISION_FIX.exhaustive(MERGE, "2^p and 2^p + 1 at p in {24, 11, 8}, in whole numbers", "p")
def positions_merge(subject: Formats) -> Outcome:
    """Whole numbers: 2^p and 2^p + ``apart`` are one number of the format."""
    pairs = zip(subject.rows, subject.apart, strict=True)
    for cases, ((bits, _), distance) in enumerate(pairs, 1):
        first, second = (rounded_position(2**bits + k, bits, subject.even) for k in (0, distance))
        if first != second:
            return false(f"{bits} bits: {first} and {second}", cases)
    return true(cases)


PM_PRECISION_FIX.coq(
    "precision.PM_precision_fix",
    "precision.PM_precision_fix_merge",
    "precision.PM_precision_fix_first",
    decides=("b, d", "p"),
    covers="the statement for every p ≥ 2 and every n ≤ 2^p + 1 for which 'every distance' finds "
    "whole numbers below n far enough from multiples of 2π",
    given=(DIFFER,),
    axioms=REALS,
    near_misses={
        "precision.PM_precision_fix__any_format": Kind.HYPOTHESIS,
        "precision.PM_precision_fix_merge__any_format": Kind.HYPOTHESIS,
        "precision.PM_precision_fix_first__any_format": Kind.HYPOTHESIS,
    },
)

PM_PRECISION_FIX.mutant("the second frequency", Kind.INDEX, first_plane, plane=1)
PM_PRECISION_FIX.mutant(
    "23 bits", Kind.DATA, first_plane, rows=((23, 10_838_702), (11, 710), (8, 44))
)
PM_PRECISION_FIX.mutant(
    "9 bits", Kind.DATA, first_plane, rows=((24, 10_838_702), (9, 710), (8, 44))
)
PM_PRECISION_FIX.mutant(
    "5 bits", Kind.DATA, first_plane, rows=((24, 10_838_702), (11, 710), (5, 44))
)
PM_PRECISION_FIX.mutant(
    "45", Kind.QUANTIFIER, positions_differ, rows=((24, 10_838_702), (11, 710), (8, 45))
)
PM_PRECISION_FIX.mutant(
    "711", Kind.QUANTIFIER, positions_differ, rows=((24, 10_838_702), (11, 711), (8, 44))
)
PM_PRECISION_FIX.mutant(
    "10,838,703", Kind.QUANTIFIER, positions_differ, rows=((24, 10_838_703), (11, 710), (8, 44))
)
PM_PRECISION_FIX.mutant("off by 5 · 2^-p", Kind.CONSTANT, positions_differ, off=5)
PM_PRECISION_FIX.mutant("2^24 and 2^24 - 1", Kind.SIGN, positions_merge, apart=(-1, 1, 1))
PM_PRECISION_FIX.mutant("2^24 and 2^24 + 2", Kind.CONSTANT, positions_merge, apart=(2, 1, 1))
PM_PRECISION_FIX.mutant("2^11 and 2^11 + 2", Kind.CONSTANT, positions_merge, apart=(1, 2, 1))
PM_PRECISION_FIX.mutant("2^8 and 2^8 + 2", Kind.CONSTANT, positions_merge, apart=(1, 1, 2))
PM_PRECISION_FIX.mutant("ties upwards", Kind.HYPOTHESIS, positions_merge, even=False)
