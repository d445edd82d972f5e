"""When a lag beyond training turns back to the target's angle (S-alias-every, S-alias-lags)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.terms import Undecided
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, to_ball
from theory.mathematics.solvers import Posed, prove_all

PARTS = 12
"""Denominators of the turns tried exactly."""


@dataclass(frozen=True)
class Every:
    """For P frequencies, a first lag T and N: some lag from T to ``last``(T, N^P) turns every
    frequency to within a quotient, ``within``(T, N), of full turns of the target; ``every``: with
    N^P for all P, else N."""

    last: Callable[[Any, Any], Any] = lambda T, many: T + many - 1
    within: Callable[[Any, Any], tuple[Any, Any]] = lambda T, N: (T, N)
    every: bool = True


def off(turns: Fraction) -> Fraction:
    """The distance of a number of turns from a whole one."""
    part = turns % 1
    return min(part, 1 - part)


EVERY = FormalClaim(
    id="S-alias-every",
    paper="suite",
    place="Long inputs",
    statement="Whatever the P frequencies of a head, for all whole T, N ≥ 1 some lag t with "
    "T ≤ t ≤ T + N^P - 1 turns every one of them to within T/N of whole turns. So no choice of "
    "frequencies keeps every lag from T on away from the target's angles. The kernel "
    "Σ a_p cos(θ_p t) of amplitudes a_p ≥ 0 comes back to cos(2πT/N) of its peak (N ≥ 2T) by the "
    "lag T + N^P - 1.",
    subject=Every,
    quantifiers={
        "θ": "all P ≥ 1 real frequencies, all whole T, N ≥ 1",
        "turns": "T ≤ 3; P = 1, N ≤ 8; P = 2, N ≤ 3; turns a/12",
    },
    parts={"every": Kind.QUANTIFIER, "last": Kind.INDEX, "within": Kind.TERM},
    not_covered="The first such lag, which is much earlier for most frequencies (S-alias-lags); "
    "kernels with negative amplitudes.",
)


@EVERY.exhaustive("rational turns", "1,833 choices of turns in twelfths, exactly", "turns")
def lags_of_rational_turns(subject: Every) -> Outcome:
    """Every T ≤ 3 and N ≤ 8, one frequency of every turn a/12, and two: a lag is there."""
    cases = 0
    turns = [Fraction(a, PARTS) for a in range(PARTS + 1)]
    for count, most in ((1, 8), (2, 3)):
        for T, N in product(range(1, 4), range(1, most + 1)):
            lags = range(T, subject.last(T, N**count if subject.every else N) + 1)
            most_off = Fraction(*subject.within(T, N))
            for angles in product(turns, repeat=count):
                cases += 1
                if not any(all(off(t * angle) <= most_off for angle in angles) for t in lags):
                    return false(f"turns {angles}, T = {T}, N = {N}", cases)
    return true(cases)


@EVERY.written(
    "multiples",
    "pigeonhole gives a lag s ≤ N^P within 1/N; its multiple (z3) lies where it should",
    "θ",
)
def multiples(subject: Every) -> Outcome:
    """z3: a lag s ≥ 1, at most L, that is within 1/N of whole turns has a multiple k s from T on,
    at most T + L - 1, with k ≤ T, which is within T/N."""

    def reach(T: Any, L: Any, s: Any, k: Any) -> Posed:
        known = (T >= 1, s >= 1, s <= L, k >= 1, (k - 1) * s <= T - 1, k * s >= T)
        return known, (k * s <= subject.last(T, L), k <= T)

    def distance(T: Any, N: Any, k: Any, d: Any) -> Posed:
        up, down = subject.within(T, N)
        return (k >= 1, k <= T, N >= 1, d >= 0, d * N <= 1), (k * d * down <= up,)

    return prove_all([(reach, "T L s k"), (distance, "T N k d")])


EVERY.coq(
    "aliases.S_alias_every",
    "aliases.S_alias_every_kernel",
    decides=("θ", "turns"),
    axioms=REALS,
    near_misses={
        "aliases.S_alias_every__lag_fewer": Kind.INDEX,
        "aliases.S_alias_every__twice_as_near": Kind.CONSTANT,
        "aliases.S_alias_every_kernel__any_sign": Kind.HYPOTHESIS,
    },
)

EVERY.mutant("a lag fewer", Kind.INDEX, last=lambda T, many: T + many - 2)
EVERY.mutant("within 1/N", Kind.TERM, within=lambda T, N: (1, N))
EVERY.mutant("one frequency's lags for all", Kind.QUANTIFIER, lags_of_rational_turns, every=False)
EVERY.mutant("twice as near", Kind.CONSTANT, within=lambda T, N: (T, 2 * N))
EVERY.mutant("a lag from 0 on", Kind.INDEX, last=lambda T, many: many - 1)

FIRST = MappingProxyType(
    {5: 238, 30: 119, 60: 100, 100: 94, 300: 75, 1000: 70, 10000: 50, 30000: 51, 100000: 44}
)


@dataclass(frozen=True)
class Lags:
    """The first lag from ``trained`` on at which the mean of cos(θ_k t) over the ``planes`` fastest
    frequencies θ_k = base^(-(k + ``shift``)/64), k = 0 …, is at least ``level``, by base; of the
    whole bases 2 … ``bases`` none has a later one than the first listed."""

    first: Mapping[int, int] = field(default_factory=lambda: FIRST)
    planes: int = 4
    shift: int = 0
    level: Fraction = Fraction(4, 5)
    trained: int = 17
    bases: int = 400


def back(subject: Lags, angles: list[Any], t: int) -> bool:
    """Whether the kernel is at least the level at a lag, by balls.

    Raises:
        Undecided: the balls overlap.
    """
    value = ball_sum((angle * t).cos() for angle in angles) / subject.planes
    level = to_ball(subject.level)
    if value > level:
        return True
    if value < level:
        return False
    raise Undecided(f"the kernel at {t} and {subject.level} overlap")


def angles_of(subject: Lags, base: int) -> list[Any]:
    """The fastest frequencies of a base, as balls."""
    log = to_ball(base).log()
    return [(-log * (k + subject.shift) / 64).exp() for k in range(subject.planes)]


def none_later(subject: Lags) -> Outcome:
    """Every whole base comes back by the first listed base's lag."""
    latest = next(iter(subject.first.values()))
    for base in range(2, subject.bases + 1):
        angles = angles_of(subject, base)
        if not any(back(subject, angles, t) for t in range(subject.trained, latest + 1)):
            return false(f"base {base} does not come back by {latest}", base - 1)
    return true(subject.bases - 1)


LAGS = FormalClaim(
    id="S-alias-lags",
    paper="suite",
    place="Long inputs",
    statement="Width 128, θ_k = base^{-k/64}. Take the first lag t ≥ 17 at which the mean of "
    "cos(θ_k t), k = 0 … 3, is at least 4/5. It is 238 at base 5, 119 at 30, 100 at 60, 94 at 100 "
    "and 75 at 300. It is 70 at 1,000, 50 at 10,000, 51 at 30,000 and 44 at 100,000. Of the whole "
    "bases from 2 to 400 none has a later one than base 5.",
    subject=Lags,
    quantifiers={"bases": "{5, 30, 60, 100, 300, 1000, 10000, 30000, 100000}", "whole": "2 … 400"},
    parts={"shift": Kind.INDEX, "trained": Kind.QUANTIFIER, "planes": Kind.TERM},
    not_covered="Trained heads, whose amplitudes are not alike (S-alias measures what the rule "
    "says of them); bases that are no whole numbers.",
)


@LAGS.enclosed(
    "kernel",
    "by balls: the kernel at every lag from 17 to the one named, nine bases; a lag at most "
    "238 at which it is back, 399 bases",
    "bases",
    "whole",
)
def lags_by_balls(subject: Lags) -> Outcome:
    """Each base's lag, and that none before it from ``trained`` on comes back."""
    cases = 0
    for base, lag in subject.first.items():
        if lag < subject.trained:
            return false(f"base {base}: lag {lag} lies before {subject.trained}", cases)
        angles = angles_of(subject, base)
        for t in range(subject.trained, lag + 1):
            cases += 1
            if back(subject, angles, t) != (t == lag):
                return false(f"base {base}: lag {t}", cases)
    later = none_later(subject)
    return later if later.status != "true" else true(cases + later.cases)


LAGS.mutant("level 3/4", Kind.CONSTANT, level=Fraction(3, 4))
LAGS.mutant("k from 1", Kind.INDEX, shift=1)
LAGS.mutant("two frequencies", Kind.TERM, planes=2)
LAGS.mutant("lags from 51 on", Kind.QUANTIFIER, trained=51)
LAGS.mutant("base 6 is the latest", Kind.DATA, first={6: 213})
