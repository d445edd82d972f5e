"""*RoPE as Phase Modulation* (arXiv 2602.10959): its limits on length and base, as limits of what
heads can do (PM-alias, PM-dc, PM-precision; what is left of them is in ``limits.py``); and *Round
and Round We Go* (arXiv 2410.06205), Prop. 3.1, which holds without any (RR-any-distance)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.rules import rechecked
from constructions.capacity.rules.context import BITS, angles
from theory.kernel.audit import REALS
from theory.ledger import (
    Claim,
    Evidence,
    Kind,
    Method,
    Mutant,
    Outcome,
    Verdict,
    altered,
    false,
    true,
)
from theory.mathematics.conversions import to_ball
from theory.writing import FormalClaim


@dataclass(frozen=True)
class Beyond:
    """A head with the same ``amplitude`` on every plane, at a length or base that a rule forbids.

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
    """Balls: the rule forbids this length and base, and S(s) e^{error} ≤ 1 at every place s.

    A tabulated point of plane p is off by ε = 4u(nθ_p + 1) at most, u = 2^-bits: its phase by 4u
    of itself (angle and product rounded), cosine and sine by 2u each; a logit by 2(2ε + ε²) a
    plane; 0 where no format is meant.
    """
    from flint import arb, ctx

    with ctx.workprec(BITS):
        n = subject.length
        if subject.format_bits and subject.base <= 2**subject.format_bits:
            return false(f"the rule allows base {subject.base}")
        if not subject.format_bits and not arb.pi() * subject.quarters * subject.base < 2 * n:
            return false(f"the rule allows {n} positions")
        theta = angles(subject.base, subject.planes)[subject.fastest :]
        a = to_ball(subject.amplitude)
        unit = to_ball(Fraction(1, 2**subject.format_bits) if subject.format_bits else Fraction(0))
        off = [4 * unit * (n * angle + 1) for angle in theta]
        error = a * sum((2 * (2 * e + e * e) for e in off), arb(0))
        place = unserved(theta, n, subject.falling * a, error)
        if place is not None:
            return false(f"the target at place {place} has less than half of the weight", place + 1)
    return true(n, f"budget {subject.amplitude * subject.planes} at base {subject.base}")


def unserved(theta: list[Any], n: int, amplitude: Any, error: Any) -> int | None:
    """The first place of n at which a target does not have half of the weight for certain, with the
    same ``amplitude`` on every plane and logits that may be ``error`` off; balls."""
    from flint import arb

    prefix = [arb(0)]
    for t in range(1, n):
        distance = sum((1 - (angle * t).cos() for angle in theta), arb(0))
        prefix.append(prefix[-1] + (-amplitude * distance).exp())
    most = (-error).exp()
    return next((s for s in range(n) if not prefix[s] + prefix[n - 1 - s] <= most), None)


Again = Callable[[Beyond], Outcome]
Left = tuple[str, *tuple[str, ...]]
"""What a limit's claim does not cover, and the ids of its repairs."""


def limit(
    name: str,
    said: tuple[str, str, str],
    heads: tuple[Beyond, Beyond],
    again: Again,
    left: Left,
    more: tuple[Mutant, ...] = (),
) -> Claim:
    """A limit that a head beyond it refutes: the first of two, the other is what the rule allows;
    ``again`` judges the first without shared code; ``more`` mutants of this one."""
    subject, other = heads
    provenance, place, statement = said
    return Claim(
        id=name,
        paper="PM",
        provenance=provenance,
        place=place,
        statement=statement,
        expected=Verdict.REFUTED,
        subject=lambda: subject,
        evidence=(
            Evidence(
                "a head beyond the limit",
                Method.WITNESS,
                "equal amplitudes on 64 planes, every place of 1,024 positions, balls of 96 bits",
                serves,
                confirmed_by="standalone recheck",
            ),
            rechecked.again(again),
        ),
        parts={"length": Kind.QUANTIFIER, "base": Kind.QUANTIFIER, "fastest": Kind.INDEX},
        mutants=(
            altered("within the limit", Kind.QUANTIFIER, base=other.base, length=other.length),
            altered("half the amplitude", Kind.CONSTANT, amplitude=subject.amplitude / 2),
            altered("without the 40 fastest planes", Kind.INDEX, fastest=40),
            altered("logits that grow with distance", Kind.SIGN, falling=-1),
            altered("no amplitude", Kind.TERM, amplitude=Fraction(0)),
            *more,
        ),
        not_covered=left[0],
        repairs=left[1:],
    )


SLOWEST = (
    "The slowest plane alone over real distances, of which it holds, ε above 0 (PM-slowest); over "
    "whole ones it need not (B-standard-fix: width 2, θ = 1)."
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
    rechecked.beyond_alias,
    (SLOWEST, "PM-slowest", "RR-any-distance"),
)
PM_DC = limit(
    "PM-dc",
    (
        "reading",
        "stability of the slowest mode, as a limit of what heads can do",
        "A context of L needs b ≥ L / arccos ε for a threshold 0 ≤ ε < 1, and over N layers b ≥ L "
        "/ arccos(ε^(1/N)): so b ≥ 2L/π, whichever is chosen, or no head tells all positions "
        "apart.",
    ),
    (Beyond(quarters=1), Beyond(quarters=1, length=150)),
    rechecked.beyond_slowest,
    (SLOWEST, "PM-slowest", "RR-any-distance"),
)
PM_PRECISION = limit(
    "PM-precision",
    (
        "reconstructed",
        "precision wall",
        "Positions merge unless b < 1/ε_mach of the format in which phases are computed: in "
        "float32, b below 2^24.",
    ),
    (
        Beyond(base=10**9, amplitude=Fraction(7, 8), format_bits=24),
        Beyond(base=10**7, amplitude=Fraction(7, 8), format_bits=24),
    ),
    rechecked.beyond_precision,
    (
        "Other lengths and formats of fewer bits (PM-precision-fix); phases all of whose values "
        "are off by ε_mach of a radian.",
        "PM-precision-fix",
    ),
    # Without rounding this head has .999 of what it may.
    (altered("an amplitude that rounding undoes", Kind.CONSTANT, amplitude=Fraction(6, 7)),),
)


@dataclass(frozen=True)
class Distances:
    """The key R^{turn·r} q, scaled: its logit at distance t is Σ |q_i|² cos(θ_i(t - r))."""

    turn: int = -1
    scale: int = 1
    order: tuple[int, int] = (0, 1)
    coordinates: tuple[int, ...] = (0, 1)
    query: bool = True


RR_ANY_DISTANCE = FormalClaim(
    id="RR-any-distance",
    paper="RR",
    provenance="reconstructed",
    place="Proposition 3.1",
    statement="For every query that is not 0 and every distance r there is a key whose logit is "
    "largest at distance r, and only there, however long the context: at angles b^(-2i/d) with an "
    "integer base b ≥ 2.",
    expected=Verdict.PROVED,
    subject=Distances,
    quantifiers={"q, r, t, b": "every q that is not 0, all distances r and t, every integer b ≥ 2"},
    parts={"query": Kind.HYPOTHESIS, "order": Kind.INDEX},
    not_covered="How large the lead is (S-planes); transcendental bases, of which some tie.",
)


@RR_ANY_DISTANCE.written(
    "the key turned back",
    "the logit for all real q, θ, t, r; no other distance ties, as π is transcendental",
    "q, r, t, b",
)
def any_distance(subject: Distances) -> Outcome:
    """One plane, all real q, θ, t, r: qᵀ R^t R^{-r} q = |q|² cos(θ(t - r)); and |q|² is not 0."""
    import sympy

    x, y, angle, t, r = sympy.symbols("x y theta t r", real=True)
    q = sympy.Matrix([x, y]) if subject.query else sympy.zeros(2, 1)

    def turned(by: sympy.Expr) -> sympy.Matrix:
        return sympy.Matrix([[sympy.cos(by), -sympy.sin(by)], [sympy.sin(by), sympy.cos(by)]])

    ordered = sympy.Matrix([q[i] for i in subject.order])
    key = subject.scale * turned(subject.turn * r * angle) * ordered
    at_t = turned(t * angle) * key
    logit = sum(q[i] * at_t[i] for i in subject.coordinates)
    wanted = (q[0] ** 2 + q[1] ** 2) * sympy.cos(angle * (t - r))
    rest = sympy.simplify(sympy.expand_trig(sympy.expand(logit - wanted)))
    if q[0] == 0:
        return false("a query of 0 has the same logit at every distance")
    return true(1) if rest == 0 else false(f"the logit differs by {rest}")


RR_ANY_DISTANCE.coq(
    "turned_back.RR_any_distance_best",
    "turned_back.RR_any_distance_tie",
    covers="all but one step: the key has no better distance at any angles, and a tie at these "
    "angles makes π^(d/2) rational; on paper: π is transcendental, so no tie",
    axioms=REALS,
    near_misses={
        "turned_back.RR_any_distance_best__every_plane": Kind.HYPOTHESIS,
        "turned_back.RR_any_distance_tie__same_distance": Kind.HYPOTHESIS,
    },
)

RR_ANY_DISTANCE.mutant("the key turned on", Kind.SIGN, turn=1)
RR_ANY_DISTANCE.mutant("the key turned back twice as far", Kind.CONSTANT, turn=-2)
RR_ANY_DISTANCE.mutant("coordinates exchanged", Kind.INDEX, order=(1, 0))
RR_ANY_DISTANCE.mutant("one coordinate of the pair", Kind.TERM, coordinates=(0,))
RR_ANY_DISTANCE.mutant("a query of 0", Kind.HYPOTHESIS, query=False)
