"""What holds in the limit of long contexts: inversions of positions (DU-invert) and of tokens
(DU-tokens). Angles are B^(-p/h), p = 0 … h - 1."""

from dataclasses import dataclass
from fractions import Fraction

from constructions.capacity.cosines import BITS, angle_balls
from constructions.other_papers.positions_and_tokens.inversions import inversions, rounded
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, pi_ball, precision, to_ball


@dataclass(frozen=True)
class Limit:
    """Rows (base, planes, amplitudes in halves, phases in eighths of a turn): near ``limit`` at
    ``length`` positions, to within ``within``. ``turn``: one angle instead of those, in turns.
    ``by_rank``: m1 decides m2 (``by_rank`` below)."""

    rows: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...]], ...] = (
        (2, 1, (2,), (0,)),
        (100, 2, (2, 1), (0, 3)),
        (100, 2, (1, 6), (5, 0)),
        (10, 4, (1, 2, 3, 4), (1, 0, 2, 7)),
    )
    length: int = 8192
    limit: Fraction = Fraction(1, 2)
    within: Fraction = Fraction(1, 50)
    turn: Fraction = Fraction(0)
    by_rank: bool = False


DU_INVERT = FormalClaim(
    id="DU-invert",
    provenance="reading",
    place="abstract; Theorem 1, position inversion",
    statement="As the context grows the probability that a far key outscores a near one tends to "
    "1/2. Let θ_p = B^(-p/h) for an integer B ≥ 2 and p < h, S(m) = Σ a_p cos(mθ_p + φ_p), some "
    "a_p > 0. Let m1 and m2 be independent, m1 uniform on 0 ≤ m < M/2 and m2 on M/2 ≤ m < M. For "
    "every such fixed head, P(S(m2) > S(m1)) → 1/2 as M → ∞. No normal approximation is needed, "
    "and no head size that grows.",
    subject=Limit,
    quantifiers={"B, h, a, φ": "every integer B ≥ 2, every h ≥ 1, all a ≥ 0 but a = 0, all φ"},
    parts=dict.fromkeys(("turn", "by_rank"), Kind.HYPOTHESIS)
    | {"length": Kind.QUANTIFIER, "rows": Kind.DATA},
    not_covered="How fast: at a given M the probability is whatever the head makes it (DU-both). "
    "What it means for telling positions apart (DU-points). Angles that are rational turns.",
)


@DU_INVERT.written(
    "equidistribution",
    "every integer base, head size, amplitudes and phases: Weyl's criterion; π is transcendental; "
    "the distribution has no atoms",
    "B, h, a, φ",
)
def near_half(subject: Limit) -> Outcome:
    """Balls: at the rows' heads the probability at ``length`` positions is near the limit."""
    with precision(BITS):
        turn = 2 * pi_ball() * to_ball(subject.turn)
        for cases, (base, planes, amplitudes, phases) in enumerate(subject.rows, 1):
            theta = [turn] * planes if subject.turn else angle_balls(base, planes)
            parts = [
                (x, to_ball(Fraction(a, 2)), to_ball(Fraction(p, 4)) * pi_ball())
                for x, a, p in zip(theta, amplitudes, phases, strict=True)
            ]
            scores = [
                ball_sum(a * (m * x + p).cos() for x, a, p in parts) for m in range(subject.length)
            ]
            whole = rounded(scores)
            low, high = by_rank(whole, 2) if subject.by_rank else inversions(whole, 2)
            if not abs(low - subject.limit) + high - low <= subject.within:
                return false(f"base {base}, {planes} frequencies: {float(low):.4f}", cases)
    return true(cases)


def by_rank(scores: list[int], doubt: int) -> tuple[Fraction, Fraction]:
    """Bounds of P(S(m2) > S(m1)) where m1 decides m2: if its score has rank r among the near ones,
    that of m2 has rank r + a tenth of all among the far ones (modulo all). Both are uniform."""
    half = len(scores) // 2
    nearby, far = sorted(scores[:half]), sorted(scores[half:])
    leads = [far[(r + half // 10) % half] - x for r, x in enumerate(nearby)]
    low, high = (sum(lead > off for lead in leads) for off in (4 * doubt, -4 * doubt))
    return Fraction(low, half), Fraction(high, half)


DU_INVERT.mutant("tends to 2/5", Kind.CONSTANT, limit=Fraction(2, 5))
DU_INVERT.mutant("already at 16 positions", Kind.QUANTIFIER, length=16)
DU_INVERT.mutant("an angle of a third of a turn", Kind.HYPOTHESIS, turn=Fraction(1, 3))
DU_INVERT.mutant("m2 drawn by m1", Kind.HYPOTHESIS, by_rank=True)
DU_INVERT.mutant("a head of amplitude 0", Kind.DATA, rows=((100, 1, (0,), (0,)),))


@dataclass(frozen=True)
class Reversed:
    """The share of distances at which cos m + cos(m/``ratio``) is below 0 (above, ``sign`` -1).
    ``other``: B and h, B^(1/h) having degree h."""

    ratio: int = 10
    share: Fraction = Fraction(50, 99)
    sign: int = 1
    circle: Fraction = Fraction(2)
    other: tuple[int, int] = (500_000, 64)


DU_TOKENS = FormalClaim(
    id="DU-tokens",
    provenance="reading",
    place="abstract; Theorem 3, token inversion",
    statement="For every query and two keys whose scores differ somewhere, angles B^(-p/h) with an "
    "integer B ≥ 2, the one that is ahead at one distance is behind at others. The share of "
    "distances m < M at which S1(m) < S2(m) tends, as M → ∞, to a limit strictly between 0 and 1. "
    "The limit is 1/2 if B^(1/h) has degree h, as for B = 500,000 and h = 64. In general it need "
    "not be: for B = 10,000, h = 64 and S1 - S2 = cos m + cos(m/10) it is 50/99.",
    subject=Reversed,
    quantifiers={"B, h, q, k": "every integer B ≥ 2, every h ≥ 1, all real queries and keys"},
    parts={"ratio": Kind.INDEX, "circle": Kind.QUANTIFIER},
    not_covered="How long a context must be: on the slowest frequency of base 10,000 two keys "
    "keep their order for 13,603 distances (DU-trade), or, with a suitable phase, for 27,206. The "
    "probability that random keys are reversed at a given distance: here keys are fixed, and "
    "distances are counted. How that probability depends on the base, which a reader's notes say "
    "the theorem treats.",
    rests_on=("DU-invert",),
)


@DU_TOKENS.written(
    "mean 0",
    "every integer base, head size, queries and keys: Weyl's criterion, a mean of 0; the example "
    "exactly",
    "B, h, q, k",
)
def behind(subject: Reversed) -> Outcome:
    """Fractions: with y = m/10 cos 10y + cos y = 2 cos(11y/2) cos(9y/2), whose signs change at odd
    multiples of π/11 and π/9; the length of the arcs with opposite signs. 1/10 is 10000^(-16/64),
    and X^h - B, at the other base, has no factor, by flint."""
    from flint import fmpz_poly

    factors = (subject.ratio + 1, subject.ratio - 1)
    zeros = {Fraction(2 * k + 1, n) for n in factors for k in range(n)}
    ends = sorted(z for z in zeros | {Fraction(0), subject.circle} if z <= subject.circle)
    total = Fraction(0)
    for low, high in zip(ends, ends[1:], strict=False):
        middle = (low + high) / 2
        positive = [(n * middle / 2 + Fraction(1, 2)) % 2 < 1 for n in factors]
        product = 1 if positive[0] == positive[1] else -1
        total += (high - low) * (subject.sign * product < 0)
    share = total / subject.circle
    if share != subject.share:
        return false(f"the share is {share}")
    base, h = subject.other
    divisors = fmpz_poly([-base, *[0] * (h - 1), 1]).factor()[1]
    if len(divisors) != 1 or subject.ratio**64 != 10_000**16:
        return false(f"{base}^(1/{h}) has a smaller degree, or 1/{subject.ratio} is no angle")
    return true(3)


DU_TOKENS.mutant("1/2", Kind.CONSTANT, share=Fraction(1, 2))
DU_TOKENS.mutant("cos m + cos(m/9)", Kind.INDEX, ratio=9)
DU_TOKENS.mutant("distances of a quarter of the circle", Kind.QUANTIFIER, circle=Fraction(1, 2))
DU_TOKENS.mutant("the share above 0", Kind.SIGN, sign=-1)
