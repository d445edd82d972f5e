"""How large the logits of one head must be to single out a position, with P free frequencies.

Logits are Σ a_p cos(θ_p t + φ_p), a_p ≥ 0, t the distance from the target; a budget is Σ a_p. c(x)
is the mean of e^{-x(1 - cos)} over the circle, e^{-x} I_0(x), and c_m(x) that over a regular m-gon.
P frequencies that serve n positions have n c(budget/P)^P ≤ 2, whatever their angles and phases; and
some angles serve once (n - 1 + ⌊(n-1)/2⌋) c_m(budget/P)^P ≤ 1 for a prime m ≥ n (S-angles).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from constructions.capacity.cosines import other_weights
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, cos_pi, precision, to_ball

BITS = 96
Row = tuple[int, int, Fraction, Fraction, int, tuple[int, ...]]
"""n; P; a budget that no P frequencies serve n positions with; one that these serve them with: m,
and the multiples of 2π/m that are the frequencies, all amplitudes equal."""
ROWS: tuple[Row, ...] = (
    (64, 1, Fraction("163.22"), Fraction("163.23"), 64, (1,)),
    (1024, 1, Fraction("41721"), Fraction("41723"), 1024, (1,)),
    (64, 2, Fraction("10.73"), Fraction("10.86"), 64, (1, 24)),
    (256, 2, Fraction("41.25"), Fraction("42.28"), 260, (1, 35)),
    (256, 3, Fraction("12.97"), Fraction("13.44"), 257, (26, 34, 66)),
    (1024, 4, Fraction("15.55"), Fraction("16.53"), 1035, (190, 340, 495, 503)),
    (
        *(1024, 10, Fraction("7.65"), Fraction("8.49"), 1047),
        (28, 79, 247, 260, 264, 333, 390, 423, 488, 509),
    ),
)
SURE = ((64, 6, 67, Fraction("5.93")), (1024, 10, 1031, Fraction("9.46")))
"""n; P; a prime m; a budget with which some P multiples of 2π/m serve n positions."""


@dataclass(frozen=True)
class FreeAngles:
    """n c(budget/P)^P ≤ most is needed; the window's n is n + longer; weights e^{-falling·…};
    ``corners`` are the polygons whose multiples are all residues."""

    rows: tuple[Row, ...] = ROWS
    sure: tuple[tuple[int, int, int, Fraction], ...] = SURE
    most: Fraction = Fraction(2)
    each: bool = True
    longer: int = 0
    falling: int = 1
    halves: Fraction = Fraction(1, 2)
    corners: tuple[int, ...] = (2, 3, 5, 7, 11, 13)


def circle_mean(budget: Fraction, planes: int, each: bool) -> Any:
    """c(budget/P)^P as a ball; without ``each``, c(budget)^P."""
    x = to_ball(budget / planes if each else budget)
    return ((-x).exp() * x.bessel_i(0)) ** planes


def _others(row: Row, n: int, falling: int) -> list[Any]:
    """What all other keys weigh, the target being 1, for each position of a window of n."""
    _, planes, _, upper, m, multiples = row
    amplitude = to_ball(upper / planes)
    cosines = [cos_pi(Fraction(2 * r, m)) for r in range(m)]
    lost = (ball_sum(1 - cosines[k * t % m] for k in multiples) for t in range(1, n))
    return other_weights((-falling * amplitude * one).exp() for one in lost)


def _power(still: Fraction, turning: Fraction, power: int) -> list[Fraction]:
    """w_0 … w_K of (still + turning cos x)^K = Σ w_k cos kx."""
    weights = [Fraction(1)]
    for _ in range(power):
        longer = [still * w for w in weights] + [Fraction(0)]
        for k, w in enumerate(weights):
            longer[k + 1] += turning * w / 2
            longer[abs(k - 1)] += turning * w / 2
        weights = longer
    return weights


LISTED = "{" + ", ".join(f"({n}, {planes})" for n, planes, *_ in (*ROWS, SURE[0])) + "}"


def _changed(index: int, row: Row) -> tuple[Row, ...]:
    return (*ROWS[:index], row, *ROWS[index + 1 :])


FREE = FormalClaim(
    id="S-angles",
    paper="suite",
    place="Capacity, free frequencies",
    statement="Take P frequencies, equal ones counted apart, of any angles and phases, with "
    "amplitudes a_p ≥ 0. If they serve n positions, n·Π c(a_p) ≤ 2, where c(x) is the mean of "
    "e^{-x(1 - cos)} over the circle (e^{-x} I_0(x)); and n·c(Σa/P)^P ≤ 2. Now let m be a prime ≥ "
    "n, and c_m the same mean over a regular m-gon with a corner at angle 0. If (n - 1 + "
    "⌊(n-1)/2⌋)·Π c_m(a_p) ≤ 1, some P multiples of 2π/m, which may be equal, serve n positions. "
    "So with h = -ln c a budget β serves with no angles if P h(β/P) < ln(n/2), and with some if P "
    "h(β/P) ≥ ln(3n/2). For (n, P) the least lies between "
    + ". It lies between ".join(
        ", ".join(
            f"{float(low):g} and {float(up):g} for ({n}, {p})" for n, p, low, up, _, _ in some
        )
        for some in (ROWS[:4], ROWS[4:])
    )
    + ". And "
    + ", ".join(f"{float(x):g} is enough for ({n}, {p})" for n, p, _, x in SURE)
    + ".",
    subject=FreeAngles,
    quantifiers={
        "n, P": "every n and P ≥ 1, all real angles and phases, all amplitudes ≥ 0, every prime m",
        "rows": f"(n, P) in {LISTED}",
    },
    parts={
        "longer": Kind.INDEX,
        "each": Kind.TERM,
        "halves": Kind.TERM,
        "corners": Kind.HYPOTHESIS,
    },
    not_covered="That the mean over the circle is e^{-x} I_0(x) is used as known. "
    "Geometric angles (S-geometric, S-planes-rope, planes.md). What angles are best.",
    rests_on=("S-planes",),
)


@FREE.enclosed(
    "budgets that no angles serve with",
    f"(n, P) in {LISTED} but (64, 6): e^{{-x}} I_0(x) in balls",
    "rows",
)
def budgets_too_small(subject: FreeAngles) -> Outcome:
    """Balls: at each row's lower budget n c(budget/P)^P > 2; c falls, so no less will serve."""
    with precision(BITS):
        for cases, (n, planes, lower, *_) in enumerate(subject.rows, 1):
            if not n * circle_mean(lower, planes, subject.each) > to_ball(subject.most):
                return false(f"n = {n}, P = {planes}: {lower} is not shut out", cases)
    return true(cases)


@FREE.enclosed(
    "angles that serve",
    f"(n, P) in {LISTED} but (64, 6), every position: exact angles, weights in balls",
    "rows",
)
def served(subject: FreeAngles) -> Outcome:
    """Balls: the angles of each row serve every position with the row's upper budget."""
    cases = 0
    with precision(BITS):
        for row in subject.rows:
            others = _others(row, row[0] + subject.longer, subject.falling)
            if len(row[-1]) != row[1] or not all(total <= 1 for total in others):
                wrong = f"n = {len(others)}, P = {row[1]}: some position is not served"
                return false(wrong, cases + 1)
            cases += len(others)
    return true(cases)


@FREE.enclosed(
    "budgets that some angles serve with",
    "(n, P) in {(64, 6), (1024, 10)}: the mean over the polygon in balls",
    "rows",
)
def budgets_that_serve(subject: FreeAngles) -> Outcome:
    """Balls: m is a prime of n at least, and (n - 1 + ⌊(n-1)/2⌋) c_m(budget/P)^P ≤ 1."""
    with precision(BITS):
        for cases, (n, planes, m, budget) in enumerate(subject.sure, 1):
            if m < n or any(m % d == 0 for d in range(2, isqrt(m) + 1)):
                return false(f"{m} is no prime of {n} at least", n)
            x = to_ball(budget / planes)
            corners = (cos_pi(Fraction(2 * j, m)) for j in range(m))
            mean = ball_sum((x * (y - 1)).exp() for y in corners) / m
            keys = n - 1 + int((n - 1) * subject.halves)
            if not keys * mean**planes <= 1:
                return false(f"n = {n}, P = {planes}: {budget} is not seen to do", cases)
    return true(cases)


@FREE.written(
    "every n and P",
    "Fourier coefficients that are not negative; the mean over all choices of multiples",
    "n, P",
)
def fourier_coefficients(subject: FreeAngles) -> Outcome:
    """The written proof's algebra, exactly: (1 - (a/K)(1 - cos x))^K, K ≥ 2a, as Σ w_k cos kx has
    w_k ≥ 0 of sum 1; and the multiples of 0 < t < m are all residues of a prime m."""
    cases = 0
    for a in (Fraction(1, 2), Fraction(1), Fraction(7, 2), Fraction(10)):
        for power in range(int(2 * a), int(2 * a) + 3):
            cases += 1
            share = subject.falling * a / power
            if min(terms := _power(1 - share, share, power)) < 0 or sum(terms) != 1:
                return false(f"a = {a}, K = {power}: some coefficient is below 0", cases)
            # At x = π and π/2, where cos kx is 1, 0 or -1.
            turns = sum(terms[::2]) - sum(terms[1::2]), sum(terms[::4]) - sum(terms[2::4])
            if turns != ((1 - 2 * share) ** power, (1 - share) ** power):
                return false(f"a = {a}, K = {power}: Σ w_k cos kx is another polynomial", cases)
    for m in subject.corners:
        for t in range(1, m):
            cases += 1
            if {k * t % m for k in range(m)} != set(range(m)):
                return false(f"{t} misses a residue of {m}", cases)
    return true(cases)


FREE.coq(
    "free_angles.S_angles_below",
    "free_angles.S_angles_total",
    "free_angles.S_angles_above",
    "free_angles.S_angles_circle",
    "free_angles.S_angles_order",
    decides=("n, P",),
    covers=f"the statement but for the pairs listed, the circle's mean being the limit of the "
    f"polygons', {CHECKED}",
    axioms=REALS,
    near_misses={
        "free_angles.S_angles_below__one": Kind.CONSTANT,
        "free_angles.S_angles_below__one_polygon": Kind.QUANTIFIER,
        "free_angles.S_angles_total__one": Kind.CONSTANT,
        "free_angles.S_angles_above__any_prime": Kind.HYPOTHESIS,
        "free_angles.S_angles_circle__below_one": Kind.RELATION,
        "free_angles.S_angles_order__third": Kind.CONSTANT,
    },
)

FREE.mutant(
    "at least 10.87 for (64, 2)",
    Kind.CONSTANT,
    budgets_too_small,
    rows=_changed(2, (*ROWS[2][:2], Fraction("10.87"), *ROWS[2][3:])),
)
FREE.mutant(
    "at most 13.40 for (256, 3)",
    Kind.CONSTANT,
    served,
    rows=_changed(4, (*ROWS[4][:3], Fraction("13.40"), *ROWS[4][4:])),
)
FREE.mutant("c(Σa)^P", Kind.TERM, budgets_too_small, each=False)
FREE.mutant("n·c^P ≤ 5/2", Kind.CONSTANT, budgets_too_small, most=Fraction(5, 2))
FREE.mutant("a window of n + 8", Kind.INDEX, served, longer=8)
FREE.mutant("logits that grow", Kind.SIGN, served, fourier_coefficients, falling=-1)
FREE.mutant(
    "a key at every position on both sides", Kind.TERM, budgets_that_serve, halves=Fraction(1)
)
FREE.mutant(
    "half the angle and 400 for (64, 1), which serve the ends of the window",
    Kind.CONSTANT,
    served,
    rows=_changed(0, (*ROWS[0][:3], Fraction(400), 128, (1,))),
)
for name, m in (("61 < 64", 61), ("74 = 2 · 37", 74), ("121 = 11²", 121)):
    FREE.mutant(
        f"a polygon of {name} corners for (64, 6)",
        Kind.CONSTANT,
        budgets_that_serve,
        sure=((64, 6, m, Fraction("5.93")), SURE[1]),
    )
FREE.mutant("9 corners", Kind.HYPOTHESIS, fourier_coefficients, corners=(*FreeAngles().corners, 9))
FREE.mutant(
    "9.45 is enough for (1024, 10)",
    Kind.CONSTANT,
    budgets_that_serve,
    sure=(SURE[0], (1024, 10, 1031, Fraction("9.45"))),
)
