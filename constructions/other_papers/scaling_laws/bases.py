"""The critical base (SL-a), the critical dimension at another base (SL-c), and the three bases
below which contexts extrapolate (SL-d)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import BITS, angle_balls
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import pi_ball, precision, to_ball
from theory.mathematics.solvers import Posed, prove_all


@dataclass(frozen=True)
class Base:
    """β0 = 10000^(log_{T_train/turns π} T_tune/(turns π)); LLaMA 2's bound just above it, with
    ``dimensions``/128 as exponent, lies between ``low`` and ``high``. ``whole``: a jump also where
    (d/2) log_10000(T_train/2π) is whole. ``shortest``: the one base at T_train = 2π too."""

    turns: int = 2
    dimensions: int = 92
    low: Fraction = Fraction(4711)
    high: Fraction = Fraction(4712)
    share: Fraction = Fraction(1)
    inverse: bool = False
    whole: bool = False
    shortest: bool = False


SL_A = FormalClaim(
    id="SL-a",
    place="Theorem 3, (16a), the critical base",
    statement="β0 = 10000^(log_{T_train/2π}(T_tune/2π)), for T_tune ≥ T_train > 2π, is the one "
    "base at which 2π β^{log_10000(T_train/2π)} is T_tune, and it is at least 10000. (16b) rounds "
    "that exponent up to d_extra/d, so that its bound jumps there unless (d/2) "
    "log_10000(T_train/2π) is a whole number. For LLaMA 2 (d = 128, T_train = T_tune = 4096) β0 is "
    "10000; the bound is 4096 at it and above 4711 at every base above it.",
    subject=Base,
    quantifiers={"T, d": "all real T_tune ≥ T_train > 2π, every even d"},
    parts=dict.fromkeys(("inverse", "whole", "shortest"), Kind.HYPOTHESIS)
    | {"turns": Kind.TERM, "dimensions": Kind.DATA},
    not_covered="That contexts end where the formula says: SL-extra reads it as a limit of heads, "
    "and the paper measures it on tuned models.",
)


@SL_A.symbolic(
    "logarithms",
    "all real T_tune ≥ T_train > 2π: an identity of logarithms, and a quotient of two of them; "
    "the jump, and that no other base serves, by z3; the jump of LLaMA 2 in balls",
    "T, d",
    confirmed_by="cvc5",
)
def critical_base(subject: Base) -> Outcome:
    """sympy, with T_train = 2π e^u and T_tune = 2π e^{u + v}, u > 0, v ≥ 0: β0 = 10000^((u+v)/u),
    and 2π β0^{u/ln 10000} = T_tune; the exponent (u + v)/u is at least 1. z3, with b = ln β0, c =
    ln 10000, w = u + v, h = d/2: a k above h u/c has b k/h > w; and another base x with x u/c = w
    is b. Balls: the jump of LLaMA 2."""
    import sympy

    u, v = sympy.symbols("u", positive=True), sympy.symbols("v", nonnegative=True)
    train, tune = 2 * sympy.pi * sympy.exp(u), 2 * sympy.pi * sympy.exp(u + v)
    scale, share = subject.turns * sympy.pi, sympy.Rational(subject.share)
    logs = [sympy.expand_log(sympy.log(x / scale), force=True) for x in (tune, train)]
    power = share * (logs[1] / logs[0] if subject.inverse else logs[0] / logs[1])
    # ln(2π β0^(log_10000 T_train/2π)) = ln 2π + power · u
    rest = sympy.simplify(sympy.log(2 * sympy.pi) + power * u - sympy.log(2 * sympy.pi) - (u + v))
    if rest != 0 or sympy.simplify(power - 1).is_nonnegative is not True:
        return false(f"T_tune is not reached: the logarithms differ by {rest}")

    def jumps(*reals: Any) -> Posed:
        b, c, u, w, h, k = reals
        above = k * c >= h * u if subject.whole else k * c > h * u
        return (b > 0, c > 0, u > 0, w >= u, b * u == c * w, h > 0, above), (b * k > w * h,)

    def one_base(b: Any, c: Any, u: Any, w: Any, x: Any) -> Posed:
        known = (c > 0, u >= 0 if subject.shortest else u > 0, w >= u)
        return (*known, b * u == c * w, x * u == c * w), (x == b,)

    outcome = prove_all([(jumps, "b c u w h k"), (one_base, "b c u w x")])
    if outcome.status != "true" or outcome.cases == 0:
        return outcome
    with precision(BITS):
        jump = 2 * pi_ball() * to_ball(10_000) ** to_ball(Fraction(subject.dimensions, 128))
        if not to_ball(subject.low) < jump < to_ball(subject.high):
            return false(f"(16b) is {jump.str(6)} at β0")
    return true(4)


SL_A.mutant("T/π", Kind.TERM, turns=1)
SL_A.mutant("d_extra = 90", Kind.DATA, dimensions=90)
SL_A.mutant("no jump", Kind.CONSTANT, low=Fraction(4096), high=Fraction(4097))
SL_A.mutant("half of the logarithm", Kind.CONSTANT, share=Fraction(1, 2))
SL_A.mutant("a jump also from a whole number", Kind.HYPOTHESIS, whole=True)
SL_A.mutant("T_train = 2π too", Kind.HYPOTHESIS, shortest=True)
SL_A.mutant("T_train and T_tune exchanged", Kind.HYPOTHESIS, inverse=True)
SL_A.mutant("the logarithm with the other sign", Kind.SIGN, share=Fraction(-1))


@dataclass(frozen=True)
class Again:
    """Rows (β, T_tune, dimensions): 2 ⌈planes log_β(T_tune/(turns π))⌉, at least ``old``, have a
    period of up to T_tune, or all 2 planes. ``whole``: also where log_β(…) · planes is whole.
    ``edge``: more than 2 planes at β = T_tune/2π too."""

    rows: tuple[tuple[int, int, int], ...] = (
        (10_000, 4096, 92),
        (652, 4096, 128),
        (500, 4096, 134),
        (500, 16_384, 164),
        (10_000, 16_384, 110),
    )
    turns: int = 2
    planes: int = 64
    old: int = 92
    capped: bool = True
    order: int = 1
    whole: bool = False
    edge: bool = False


SL_C = FormalClaim(
    id="SL-c",
    place="Theorem 3, (16c), the critical dimension updated",
    statement="For 1 < β ≤ β0 the number 2⌈(d/2) log_β(T_tune/2π)⌉ is at least d_extra = 2⌈(d/2) "
    "log_10000(T_train/2π)⌉, T_tune ≥ T_train > 2π. Unless (d/2) log_β(T_tune/2π) is a whole "
    "number, it counts the dimensions with a whole period within T_tune, but for those beyond the "
    "head: below β = T_tune/2π it is more than d. For LLaMA 2, d = 128, T_tune = 4096: 92 at base "
    "10,000, 128 at 652, 134 at 500.",
    subject=Again,
    quantifiers={"β, T, d": "all real 1 < β ≤ β0 and T_tune ≥ T_train > 2π, every even d"},
    parts=dict.fromkeys(("capped", "whole", "edge"), Kind.HYPOTHESIS)
    | {"turns": Kind.TERM, "rows": Kind.DATA},
    not_covered="That a tuned model uses these dimensions, and that its bound is T_tune. If the "
    "number under the ceiling is whole and below d/2, one frequency more has a period of T_tune "
    "itself.",
    rests_on=("SL-a",),
)


@SL_C.symbolic(
    "logarithms",
    "all real β, T_tune and T_train, by z3 on their logarithms; rounding up keeps an order; of the "
    "frequencies 0, 1, 2 … those below the ceiling have a whole period; below β = T_tune/2π more "
    "than d",
    "β, T, d",
    confirmed_by="cvc5; the rows of the statement counted in balls",
)
def more_dimensions(subject: Again) -> Outcome:
    """z3, with b = ln β, c = ln 10000, u = ln(T_train/2π), w = ln(T_tune/2π): b ≤ c w/u gives
    w/b ≥ u/c; and the last frequency with n b ≤ P w, a period of at most T_tune, is k - 1, where k
    is the whole number above x = P w/b; and for b < w any k from x on is above P. Balls: the rows,
    counted one by one."""

    def proved(*reals: Any) -> Posed:
        b, c, u, w, p, x, k = reals
        known = (b > 0, c > 0, u > 0, w >= u, b * u <= c * w, x * b == p * w, k - 1 < x)
        order = subject.order * (w * c - u * b) >= 0
        top = x <= k if subject.whole else x < k
        return (*known, top), (order, (k - 1) * b <= p * w, k * b > p * w)

    def beyond(b: Any, w: Any, p: Any, x: Any, k: Any) -> Posed:
        below = b <= w if subject.edge else b < w
        return (b > 0, below, p > 0, x * b == p * w, x <= k), (k > p,)

    outcome = prove_all([(proved, "b c u w p x k"), (beyond, "b w p x k")])
    if outcome.status != "true" or outcome.cases == 0:
        return outcome
    with precision(BITS):
        for cases, (base, length, stated) in enumerate(subject.rows, 3):
            many = 2 * sum(2 * pi_ball() / x < length for x in angle_balls(base, subject.planes))
            turns = (length / (subject.turns * pi_ball())).log() / to_ball(base).log()
            dimensions = 2 * (subject.planes * turns).ceil()
            if dimensions.unique_fmpz() != stated or stated < subject.old:
                return false(f"β = {base}: {dimensions.str(5)} dimensions by the formula")
            if many != (min(stated, 2 * subject.planes) if subject.capped else stated):
                return false(f"β = {base}: {many} dimensions have a whole period", cases)
    return true(cases)


SL_C.mutant("T/π", Kind.TERM, turns=1)
SL_C.mutant("dimensions beyond the head", Kind.HYPOTHESIS, capped=False)
SL_C.mutant("a whole number under the ceiling", Kind.HYPOTHESIS, whole=True)
SL_C.mutant("more than d at β = T_tune/2π too", Kind.HYPOTHESIS, edge=True)
SL_C.mutant("at most d_extra", Kind.SIGN, order=-1)
SL_C.mutant("at least 94", Kind.CONSTANT, old=94)
SL_C.mutant("132 at base 500", Kind.DATA, rows=((500, 4096, 132),))


@dataclass(frozen=True)
class Turns:
    """Rows (quarters, p, q): the bases up to (p T_tune/(q π))^(d/(d - ``short``)) are those with
    which each frequency turns by that many quarters of a turn within T_tune > ``longer`` · π."""

    rows: tuple[tuple[int, int, int], ...] = ((1, 2, 1), (2, 1, 1), (4, 1, 2))
    short: int = 2
    slowest: int = 2
    longer: int = 2
    sign: int = 1


SL_D = FormalClaim(
    id="SL-d",
    provenance="reading",
    place="Theorem 3, (16d), as what the three bases mean",
    statement="Take every T_tune > 2π, even d ≥ 4 and β > 1. Within T_tune every frequency turns "
    "by at least a quarter of a turn if β ≤ β1 = 2 T_tune/π. Within T_tune every frequency turns "
    "by at least half a turn if β ≤ β2 = T_tune/π, and by at least a whole one if β ≤ β3 = "
    "T_tune/2π. The largest bases with which that is so are β_k^{d/(d-2)}: the slowest frequency "
    "is β^{-(d-2)/d} and not 1/β.",
    subject=Turns,
    quantifiers={"β, T, d": "all real β > 1, T_tune > 2π, every even d ≥ 4"},
    parts={"short": Kind.TERM, "slowest": Kind.INDEX, "longer": Kind.HYPOTHESIS, "rows": Kind.DATA},
    not_covered="That extrapolation improves significantly below these bases, which the paper "
    "measures.",
)


@SL_D.symbolic(
    "the slowest frequency",
    "all real T_tune > 2π and even d ≥ 4: its turn at the bases of the statement, exactly",
    "β, T, d",
)
def three_bases(subject: Turns) -> Outcome:
    """sympy: at β = (f T/π)^{d/(d-2)} the slowest frequency's turn T β^{-(d-2)/d} is π/f, quarters
    of 2π/4 each; it falls as β grows; and d/(d - 2) > 1, f T/π > 1, so β_k is the smaller one."""
    import sympy

    length, half = sympy.symbols("T", positive=True), sympy.symbols("h", nonnegative=True)
    d = 2 * half + 4
    for cases, (quarters, times, parts) in enumerate(subject.rows, 1):
        scaled = sympy.Rational(times, parts) * length / sympy.pi
        base = scaled ** (d / (d - subject.short))
        turn = subject.sign * length * base ** (-(d - subject.slowest) / d)
        rest = sympy.simplify(sympy.powdenest(turn, force=True) - sympy.pi * quarters / 2)
        if rest != 0:
            return false(f"{quarters} quarters: the turn is off by {rest}", cases)
        if subject.longer * times < parts:
            return false(f"{quarters} quarters: {times} T/{parts}π may be below 1")
    if sympy.simplify(d / (d - subject.short) - 1).is_positive is not True:
        return false("the bases of the paper are not the smaller ones")
    return true(cases)


SL_D.mutant("3 T_tune/π", Kind.DATA, rows=((1, 3, 1),))
SL_D.mutant("a slowest frequency of 1/β", Kind.INDEX, slowest=0)
SL_D.mutant("β_k themselves", Kind.TERM, short=0)
SL_D.mutant("T_tune above π", Kind.HYPOTHESIS, longer=1)
SL_D.mutant("turns backwards", Kind.SIGN, sign=-1)
