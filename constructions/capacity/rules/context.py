"""*Base of RoPE Bounds Context Length* (arXiv 2405.14591): the sum Σ cos(mθ_i), what it measures
and what it does not forbid: what it is the mean of (BC-gap), as a limit on length (BC-bound), and
the printed bases (BC-table, BC-table-fix). Angles are base^(-i/planes), i = 0 … planes - 1; d = 2
planes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Claim, Evidence, Kind, Method, Outcome, Verdict, altered, false, true
from theory.mathematics.conversions import to_ball

BITS = 96


def angles(base: int, planes: int) -> list[Any]:
    """base^(-i/planes) as balls."""
    from flint import arb

    return [arb(base) ** to_ball(Fraction(-i, planes)) for i in range(planes)]


def cosine_sum(theta: list[Any], m: int) -> Any:
    """Σ cos(mθ_i) as a ball."""
    from flint import arb

    return sum(((m * angle).cos() for angle in theta), arb(0))


@dataclass(frozen=True)
class Gap:
    """E[qᵀR k*] - E[qᵀR k] = factor σ² Σ cos(mθ_i), plane by plane."""

    factor: int = 2
    sign: int = 1
    centred: bool = True
    independent: bool = True
    coordinates: tuple[int, ...] = (0, 1)


def gap(subject: Gap) -> Outcome:
    """One plane, by second moments: E[q_i q_j] = μ² + σ² [i = j], E[q_i k_j] = μ², noise of mean ν
    (0 if centred): the difference of the expectations is factor σ² cos x for all μ, σ, x."""
    import sympy

    x, mean, deviation, shift = sympy.symbols("x mu sigma nu", real=True)
    turn = sympy.Matrix([[sympy.cos(x), -sympy.sin(x)], [sympy.sin(x), sympy.cos(x)]])
    noise = 0 if subject.centred else shift
    alike = mean**2 if subject.independent else mean**2 + deviation**2
    difference = sum(
        turn[i, j] * (mean**2 + (deviation**2 if i == j else 0) + mean * noise)
        - turn[i, j] * (mean**2 if i != j else alike)
        for i in subject.coordinates
        for j in subject.coordinates
    )
    rest = sympy.simplify(difference - subject.sign * subject.factor * deviation**2 * sympy.cos(x))
    return true(1) if rest == 0 else false(f"differs by {rest}")


BC_GAP = Claim(
    id="BC-gap",
    paper="BC",
    provenance="reconstructed",
    place="the gap between a similar and a random token",
    statement="For q, k with independent, identically distributed components of variance σ² and "
    "k* = q + noise of mean 0: E[qᵀ R_m k*] - E[qᵀ R_m k] = 2 σ² Σ_i cos(m θ_i), at every m and "
    "for all angles.",
    expected=Verdict.PROVED,
    subject=Gap,
    quantifiers={"m, θ, σ": "every m, all angles, means and variances; noise of mean 0"},
    evidence=(
        Evidence(
            "second moments",
            Method.SYMBOLIC,
            "for all real angles, means and variances, a plane at a time; planes add",
            gap,
            frozenset({"m, θ, σ"}),
        ),
    ),
    parts={"centred": Kind.HYPOTHESIS, "independent": Kind.HYPOTHESIS},
    mutants=(
        altered("σ² Σ cos", Kind.CONSTANT, factor=1),
        altered("- 2σ² Σ cos", Kind.SIGN, sign=-1),
        altered("noise with a mean", Kind.HYPOTHESIS, centred=False),
        altered("a key that is the query's twin", Kind.HYPOTHESIS, independent=False),
        altered("one coordinate of each pair", Kind.TERM, coordinates=(0,)),
    ),
    not_covered="Heads whose components are not alike; noise that hangs on the query.",
)


@dataclass(frozen=True)
class Forbidden:
    """A context that the rule forbids, and one plane that serves it."""

    base: int = 10_000
    planes: int = 64
    length: int = 4096
    at: int = 1707
    plane: int = 63
    alone: bool = True


def forbidden_but_served(subject: Forbidden) -> Outcome:
    """Balls: Σ cos(mθ_i) < 0 at a distance in the context; but the gap of queries that live on one
    plane alone, 2σ² cos(mθ_plane), is positive at every distance of it."""
    from flint import ctx

    with ctx.workprec(BITS):
        theta = angles(subject.base, subject.planes)
        if not (subject.at <= subject.length and cosine_sum(theta, subject.at) < 0):
            return false(f"the rule does not forbid {subject.length} positions at {subject.at}")
        used = [theta[subject.plane]] if subject.alone else theta
        for m in range(subject.length + 1):
            if not cosine_sum(used, m) > 0:
                return false(f"no gap at distance {m}")
    return true(subject.length + 1, f"served at every distance up to {subject.length}")


BC_BOUND = Claim(
    id="BC-bound",
    paper="BC",
    provenance="reconstructed",
    place="the bound as a limit of what heads can do",
    statement="A head tells a similar token from a random one at all distances 0 ≤ m ≤ L only if "
    "Σ_i cos(m θ_i) ≥ 0 for all of them: the least base with this property bounds the context "
    "length absolutely.",
    expected=Verdict.REFUTED,
    subject=Forbidden,
    evidence=(
        Evidence(
            "a head on the slowest plane",
            Method.WITNESS,
            "d = 128, base 10,000, every distance up to 4,096, in balls of 96 bits",
            forbidden_but_served,
        ),
    ),
    parts={
        "length": Kind.QUANTIFIER,
        "plane": Kind.INDEX,
        "alone": Kind.HYPOTHESIS,
        "at": Kind.DATA,
    },
    mutants=(
        altered("base 1,000,000", Kind.CONSTANT, base=1_000_000),
        altered("14,000 positions", Kind.QUANTIFIER, length=14_000),
        altered("plane 40", Kind.INDEX, plane=40),
        altered("all planes alike", Kind.HYPOTHESIS, alone=False),
        altered("a distance with a positive sum", Kind.DATA, at=1706),
    ),
    not_covered="What training finds: the paper's measurements on trained models are not run here.",
    repairs=("BC-gap",),
)


@dataclass(frozen=True)
class Table:
    """Rows (length L, printed bound, a base): the sum is ≥ 0 for 0 ≤ m ≤ L at that base."""

    rows: tuple[tuple[int, int, int], ...] = ((2048, 16_000, 11_640), (16_384, 310_000, 244_921))
    planes: int = 64
    first: int = 0
    sign: int = 1
    unrotated: int = 0


def below_the_table(subject: Table) -> Outcome:
    """Balls: the base lies below the printed bound, and sign · Σ cos(mθ_i) ≥ 0 for 0 ≤ m ≤ L."""
    from flint import ctx

    cases = 0
    with ctx.workprec(BITS):
        for length, printed, base in subject.rows:
            theta = angles(base, subject.planes)[subject.first :]
            if not base < printed:
                return false(f"{base} is not below the printed {printed}")
            for m in range(length + 1):
                cases += 1
                if not subject.sign * cosine_sum(theta, m) > 0:
                    return false(f"base {base}: the sum at {m} is not positive", cases)
    return true(cases, ", ".join(f"{base} serves {length}" for length, _, base in subject.rows))


SHORT, LONG = Table().rows
BC_TABLE = Claim(
    id="BC-table",
    paper="BC",
    provenance="reconstructed",
    place="the table of least bases, d = 128",
    statement="The printed numbers are the least bases with Σ_i cos(m θ_i) ≥ 0 for 0 ≤ m ≤ L: "
    "16,000 for L = 2,048, 310,000 for L = 16,384, and nine more.",
    expected=Verdict.REFUTED,
    subject=Table,
    evidence=(
        Evidence(
            "smaller bases",
            Method.WITNESS,
            "every m ≤ L at two bases below the printed ones, in balls of 96 bits",
            below_the_table,
        ),
    ),
    parts={"rows.0.0": Kind.QUANTIFIER, "first": Kind.INDEX},
    mutants=(
        altered("base 11,000", Kind.CONSTANT, rows=((2048, 16_000, 11_000), LONG)),
        altered("printed 11,000", Kind.CONSTANT, rows=((2048, 11_000, 11_640), LONG)),
        altered("4,096 positions", Kind.QUANTIFIER, rows=((4096, 16_000, 11_640), LONG)),
        altered("angles from i = 1", Kind.INDEX, first=1),
        altered("sums below 0", Kind.SIGN, sign=-1),
    ),
    not_covered="The other nine numbers; printed to two digits, those of 4k, 16k and 32k fail "
    "themselves, which rounding may excuse.",
    repairs=("BC-table-fix",),
)


@dataclass(frozen=True)
class NoThreshold:
    """At ``length`` the sum stays positive at these bases and turns negative at those."""

    length: int = 2048
    good: tuple[int, ...] = (11_640, 16_000)
    bad: tuple[int, ...] = (12_500, 13_000)
    first: int = 0
    sign: int = 1


def no_threshold(subject: NoThreshold) -> Outcome:
    """Balls: all m ≤ L at the good bases, some m ≤ L at the bad ones, between good ones."""
    from flint import ctx

    if not min(subject.good) < min(subject.bad) <= max(subject.bad) < max(subject.good):
        return false("the bases that fail do not lie between those that serve")
    with ctx.workprec(BITS):
        for base in (*subject.good, *subject.bad):
            theta = angles(base, 64)[subject.first :]
            sums = [subject.sign * cosine_sum(theta, m) for m in range(subject.length + 1)]
            fine = all(s > 0 for s in sums) if base in subject.good else any(s < 0 for s in sums)
            if not fine:
                return false(f"base {base} at L = {subject.length}")
    return true((len(subject.good) + len(subject.bad)) * (subject.length + 1))


BC_TABLE_FIX = Claim(
    id="BC-table-fix",
    paper="BC",
    provenance="repair",
    place="no least base, d = 128",
    statement="For d = 128 and L = 2048 the sum Σ_i cos(m θ_i) is ≥ 0 for all 0 ≤ m ≤ L at the "
    "bases 11640 and 16000 and negative for some such m at 12500 and 13000: the bases with "
    "the property are no half-line, so a least one would be no bound for those above it.",
    expected=Verdict.PROVED,
    subject=NoThreshold,
    quantifiers={"m, base": "0 ≤ m ≤ 2048; base in {11640, 12500, 13000, 16000}"},
    evidence=(
        Evidence(
            "every distance",
            Method.ENCLOSED,
            "0 ≤ m ≤ 2048 at bases {11640, 12500, 13000, 16000}, in balls of 96 bits",
            no_threshold,
            frozenset({"m, base"}),
        ),
    ),
    parts={"length": Kind.QUANTIFIER, "first": Kind.INDEX},
    mutants=(
        altered("12,000 serves", Kind.CONSTANT, good=(12_000, 16_000)),
        altered("11,630 fails too", Kind.CONSTANT, bad=(12_500, 15_990)),
        altered("4,096 positions", Kind.QUANTIFIER, length=4096),
        altered("1,024 positions", Kind.QUANTIFIER, length=1024),
        altered("angles from i = 1", Kind.INDEX, first=1),
        altered("sums below 0", Kind.SIGN, sign=-1),
    ),
    not_covered="The infimum for each L; other head sizes.",
)

CLAIMS: tuple[Claim, ...] = (BC_GAP, BC_BOUND, BC_TABLE, BC_TABLE_FIX)
