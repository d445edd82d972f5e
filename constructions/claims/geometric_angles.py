"""How large the logits of one head must be to single out a position, with geometric angles.

Logits are Σ a_j cos(θ_j t), a_j ≥ 0, t the distance from the target; a budget is Σ a_j. Angles
R^-j, j = 0 … J, the slowest of which makes at most half a turn in the window, serve with a budget
of order R² J ln J (S-geometric): ln n ln ln n, where any frequencies need at least about ln n.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from constructions.capacity.cosines import other_weights
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, pi_ball, precision, to_ball

BITS = 96
FAR = 60
"""M's terms of larger |t| are bounded together."""
RUN = 1024
"""The frequencies of a row are run, position by position, up to this n."""
Row = tuple[int, int, int, int, int, Fraction]
"""b; P; n; q and J, for R = b^(q/P); a budget with which these frequencies serve n positions."""
ROWS: tuple[Row, ...] = (
    (10_000, 64, 1024, 4, 11, Fraction("22.92")),
    (10_000, 64, 4096, 5, 10, Fraction("26.05")),
    (10_000, 64, 16384, 4, 15, Fraction("30.80")),
    (500_000, 64, 1024, 3, 10, Fraction("22.26")),
    (500_000, 64, 131072, 3, 18, Fraction("39.53")),
    (1_000_000, 64, 131072, 3, 17, Fraction("39.37")),
    (10_000, 16, 1024, 1, 11, Fraction("22.92")),
    (10_000, 8, 1024, 1, 6, Fraction("31.49")),
    (10_000, 4, 1024, 1, 3, Fraction("117.73")),
)


@dataclass(frozen=True)
class GeometricAngles:
    """Amplitudes ln first/(1 - cos 1), then a = eighth R² ln(share J + more), last of them
    a R²/(R² - 1); the product must be most at most; weights e^{-falling·…}."""

    rows: tuple[Row, ...] = ROWS
    first: Fraction = Fraction(10)
    share: Fraction = Fraction(4)
    more: Fraction = Fraction(8)
    eighth: Fraction = Fraction(1, 8)
    most: Fraction = Fraction(2)
    falling: int = 1
    fewer: int = 0


def _fastest(subject: GeometricAngles) -> Any:
    """The fastest frequency's amplitude, a ball."""
    return to_ball(subject.first).log() / (1 - to_ball(1).cos())


def _product(subject: GeometricAngles, a: Any, ratio: Any, last: int) -> Any:
    """M (1 + 2/(e^(8a/R²) - 1))^(J-1), a ball."""
    k, fastest = 2 * a / (pi_ball() ** 2 * (ratio**2 - 1)), _fastest(subject)
    terms = ((-k * t * t - fastest * (1 - to_ball(t).cos())).exp() for t in range(1, FAR))
    total = sum(terms, (-k * FAR * FAR).exp() / (1 - (-k * FAR).exp()))
    return (1 + 2 * total) * (1 + 2 / ((8 * a / ratio**2).exp() - 1)) ** (last - 1)


def _wrong(subject: GeometricAngles, row: Row) -> str:
    """What is wrong with a row, '' if nothing is."""
    base, planes, n, stride, last, budget = row
    last -= subject.fewer
    if stride * last > planes - 1:
        return "there is no such frequency"
    ratio = to_ball(base) ** to_ball(Fraction(stride, planes))
    if not n - 1 <= pi_ball() * ratio**last:
        return "the slowest frequency makes more than half a turn"
    a = to_ball(subject.eighth) * ratio**2 * to_ball(subject.share * last + subject.more).log()
    if not _product(subject, a, ratio, last) <= to_ball(subject.most):
        return "the others may outweigh the target"
    slowest = a * ratio**2 / (ratio**2 - 1)
    amplitudes = [_fastest(subject), *[a] * (last - 1), slowest]
    if not ball_sum(amplitudes) <= to_ball(budget):
        return "these amplitudes need more"
    if n <= RUN and not _served(subject, amplitudes, ratio, n):
        return "some position is not served"
    return ""


def _served(subject: GeometricAngles, amplitudes: list[Any], ratio: Any, n: int) -> bool:
    """Whether at every position of n the others weigh 1 at most, the target being 1."""

    def weight(t: int) -> Any:
        lost = ball_sum(a * (1 - (t / ratio**j).cos()) for j, a in enumerate(amplitudes))
        return (-subject.falling * lost).exp()

    return all(rest <= 1 for rest in other_weights(map(weight, range(1, n))))


def _numbers(subject: GeometricAngles) -> str:
    """What is wrong with step 6's numbers, '' if nothing is: c = cos 1 ≥ 1/2; u = 1/X, X = 4J + 8;
    tangents of u^(5/8) and u^(9/10) by a polynomial identity in more points than its degree."""
    c, least, first = Fraction(1, 2), subject.share + subject.more, 1 / subject.first
    if (
        min(2 * (1 + c), (1 + 2 * c) ** 2, 8 * c**2 * (1 + c)) < 3
        or (4 * c**2 + 2 * c - 1) ** 2 < 1
    ):
        return "some cosine of 2 to 5 is too large"
    for z in range(12):
        if 5 * z**8 - 8 * z**5 + 3 != (z - 1) ** 2 * _at(z, (5, 10, 15, 12, 9, 6, 3)):
            return "no tangent of u^(5/8)"
        if 9 * z**10 - 10 * z**9 + 1 != (z - 1) ** 2 * _at(z, (9, 8, 7, 6, 5, 4, 3, 2, 1)):
            return "no tangent of u^(9/10)"
    if Fraction(289, 500) ** 9 * least**2 < 1 or Fraction(2, 5) ** 8 * least**3 < 1:
        return "the far keys weigh more"
    still = 1 + 2 * (first + 3 * first**3 + first * Fraction(3, 256) + Fraction(1, 5120))
    slope = 2 * (5 * first + Fraction(9, 5) + Fraction(289, 500) / (1 - Fraction(2, 5)))
    root = Fraction(256, 255) ** 128
    power = 2 / subject.share * (least - 1)
    if any(root * (still + slope * u) > subject.most * (1 + power * u) for u in (0, 1 / least)):
        return "the product may exceed its bound"
    return ""


def _at(z: int, coefficients: tuple[int, ...]) -> int:
    """The polynomial at z, highest power first."""
    return sum(a * z**k for k, a in enumerate(reversed(coefficients)))


def _grid() -> list[tuple[Fraction, ...]]:
    """v, w > 0, s and t of the product of two bells: more than its degree in each."""
    positive = [Fraction(1, 3), Fraction(1), Fraction(5, 2), Fraction(7)]
    anywhere = [Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(3)]
    return [(k, w, s, t) for k in positive for w in positive for s in anywhere for t in anywhere]


LISTED = "{" + ", ".join(f"({b}, {p}, {n})" for b, p, n, *_ in ROWS) + "}"


def _changed(index: int, row: Row) -> tuple[Row, ...]:
    return (*ROWS[:index], row, *ROWS[index + 1 :])


GEOMETRIC = FormalClaim(
    id="S-geometric",
    paper="suite",
    place="Capacity, geometric angles",
    statement="Take the frequencies R^(-j), j = 0 … J, J ≥ 1, R > 1, with amplitudes A for j = 0, "
    "a for 0 < j < J and aR²/(R² - 1) for J. They serve n positions, n - 1 ≤ πR^J, if M (1 + "
    "2/(e^(8a/R²) - 1))^(J-1) ≤ 2. Here M = Σ e^(-kt² - A(1 - cos t)) over all integers t, k = "
    "2a/(π²(R² - 1)). A = ln 10/(1 - cos 1) and a = R² ln(4J + 8)/8 do, whatever J and R. So take "
    "the frequencies b^(-p/P), 0 ≤ p < P, and R = b^(q/P), qJ ≤ P - 1. A budget of "
    "ln 10/(1 - cos 1) + (R²/8)(J + 1/(R² - 1)) ln(4J + 8) serves n positions if n - 1 ≤ πR^J. As "
    "(b, P, n), it is at most "
    + ". It is at most ".join(
        ", ".join(f"{float(x):g} for ({b}, {p}, {n})" for b, p, n, _, _, x in some)
        for some in (ROWS[:5], ROWS[5:])
    )
    + ".",
    subject=GeometricAngles,
    quantifiers={
        "R, J, n": "every real R > 1, every J ≥ 1 and n with n - 1 ≤ πR^J, all A ≥ 0, a > 0",
        "rows": f"(b, P, n) in {LISTED}",
    },
    parts={"fewer": Kind.INDEX},
    not_covered="Windows in which the slowest frequency makes more than half a turn. What is "
    "least: S-planes-rope and planes.md enclose it.",
    rests_on=("S-planes",),
)


@GEOMETRIC.enclosed(
    "budgets",
    f"(b, P, n) in {LISTED}: product and sum in balls; every position run up to n = 1024",
    "rows",
)
def budgets(subject: GeometricAngles) -> Outcome:
    """Balls, each row: qJ ≤ P - 1, n - 1 ≤ πR^J, the product is at most 2, the amplitudes' sum at
    most the budget; up to n = 1024 the weights of every position as well."""
    cases = 0
    with precision(BITS):
        for row in subject.rows:
            cases += 1 + (row[2] if row[2] <= RUN else 0)
            wrong = _wrong(subject, row)
            if wrong:
                return false(f"b = {row[0]}, P = {row[1]}, n = {row[2]}: {wrong}", cases)
    return true(cases)


@GEOMETRIC.written(
    "every R, J and n",
    "a frequency is a row of bells; pairs of positions weigh most where the bell is not moved",
    "R, J, n",
)
def two_bells(subject: GeometricAngles) -> Outcome:
    """The written proof's algebra, exactly: two bells side by side are one between them; bells of
    k_j = k/R^(2j) and frequencies of a/R^(2j) add up to k_(j-1), the last one starts the row, and
    the peaks' rate is 8a/R²; the sum of the amplitudes; and step 6's numbers."""
    if wrong := _numbers(subject):
        return false(wrong)
    cases = 0
    for v, w, s, t in _grid():
        cases += 1
        one = v * t * t + w * (t - s) ** 2
        between = subject.falling * v * w / (v + w) * s * s + (v + w) * (t - w * s / (v + w)) ** 2
        if one != between:
            return false("two bells are no bell", cases)
    for square in (Fraction(6, 5), Fraction(2), Fraction(11, 4), Fraction(10)):
        for last in range(1, 6):
            cases += 1
            a = subject.eighth * square
            k = [2 * a / (square - 1) / square**j for j in range(last)]
            plane = [2 * a / square**j for j in range(last + 1)]
            slowest = plane[last] * square / (square - 1)
            rates = [k[j] + plane[j] == k[j - 1] for j in range(1, last)]
            rates += [8 * a * k[j] / k[j - 1] == 1 for j in range(1, last)]
            total = (last - 1) * a + a * square / (square - 1)
            if not (slowest == k[-1] and all(rates)):
                return false(f"R² = {square}, J = {last}: the bells do not follow", cases)
            if total != square / 8 * (last + 1 / (square - 1)):
                return false(f"R² = {square}, J = {last}: another sum", cases)
    return true(cases)


GEOMETRIC.coq(
    "geometric_angles.S_geometric",
    "geometric_angles.S_geometric_total",
    "geometric_angles.S_geometric_closed",
    decides=("R, J, n",),
    covers=f"the statement but the budgets listed, {CHECKED}",
    axioms=REALS,
    near_misses={
        "geometric_angles.S_geometric__whole_turn": Kind.HYPOTHESIS,
        "geometric_angles.S_geometric__nine": Kind.CONSTANT,
        "geometric_angles.S_geometric_total__square": Kind.TERM,
        "geometric_angles.S_geometric_closed__fastest_left_out": Kind.TERM,
    },
)

GEOMETRIC.mutant("ln 4", Kind.CONSTANT, first=Fraction(4))
GEOMETRIC.mutant("ln(2J + 8)", Kind.CONSTANT, share=Fraction(2))
GEOMETRIC.mutant("a = R² ln(4J + 8)/12", Kind.CONSTANT, eighth=Fraction(1, 12))
GEOMETRIC.mutant("the fastest frequency alone", Kind.TERM, eighth=Fraction(0))
GEOMETRIC.mutant("one frequency fewer", Kind.INDEX, budgets, fewer=1)
GEOMETRIC.mutant("logits that grow", Kind.SIGN, falling=-1)
GEOMETRIC.mutant(
    "at most 22.91 for (10000, 64, 1024)",
    Kind.CONSTANT,
    budgets,
    rows=_changed(0, (*ROWS[0][:5], Fraction("22.91"))),
)
GEOMETRIC.mutant(
    "(10000, 64, 2048) as (10000, 64, 1024)",
    Kind.CONSTANT,
    budgets,
    rows=_changed(0, (10_000, 64, 2048, *ROWS[0][3:])),
)
GEOMETRIC.mutant(
    "a frequency 1/b", Kind.CONSTANT, budgets, rows=_changed(8, (*ROWS[8][:4], 4, Fraction(1000)))
)
GEOMETRIC.mutant("the product at most 9/5", Kind.CONSTANT, most=Fraction(9, 5))
