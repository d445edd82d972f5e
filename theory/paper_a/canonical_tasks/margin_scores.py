"""The scores of a copying head that computes Index or Retrieval with a margin (S-margin-score).

Two tokens before the query, so one swap, whose cosine is the score at every temperature: of the
attention (p, q) on the two positions before the swap and what is read after it, (p', q') (flipped
for s_SYM). *Ahead by m*: the weight of what is asked for, less the other's, is at least m of all
that is attended to, the query's own weight included.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.theorems import CHECKED
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import identities

SIZES = tuple(map(Fraction, (1, 2, 3, 5, 8)))


@dataclass(frozen=True)
class ScoredMargins:
    """cosine ⋈ (1 - ``cut`` m²)/(1 + ``add`` m²), for p ahead of q and q' of p' by m.

    ``both``: the head is right on both inputs. ``order`` = (1, 0): what is read after the swap
    stands as it is; it is flipped for s_SYM, (0, 1). Equal leads m > 0 attain the bound with an own
    weight of up to ``attained``: with 0, which no head has, and so nearly with a small one.
    """

    cut: int = 1
    add: int = 1
    relation: str = "<="
    both: bool = True
    order: tuple[int, int] = (0, 1)
    attained: int = 0

    def within(self, dot: Fraction, squares: Fraction, m: Fraction) -> bool:
        """dot/√squares ⋈ the bound, for dot ≥ 0 and m in [0, 1)."""
        left = dot**2 * (1 + self.add * m**2) ** 2
        right = squares * (1 - self.cut * m**2) ** 2
        return left <= right if self.relation == "<=" else left < right


def ahead(p: Fraction, q: Fraction, own: int) -> Fraction:
    """By how much of all three p is ahead of q."""
    return (p - q) / (p + q + own)


SMALL, EVERY = "small weights", "every weight"
SCORES = FormalClaim(
    id="S-margin-score",
    paper="suite",
    place="Remark 3.1, with a margin, by the scores",
    statement="Two tokens before the query. A copying head that computes Index with margin m on "
    "both orders of two different letters has s_SYM ≤ (1 - m²)/(1 + m²) there, at every "
    "temperature. One that computes Retrieval with margin m, at either position, has s_POS ≤ (1 - "
    "m²)/(1 + m²). So a score of 1 - ε allows a margin of at most √(ε/(2 - ε)). No head with "
    "margin m > 0 attains the bound. With weights 1 + m and 1 - m the score equals the bound, and "
    "the margin tends to m as the query's weight on itself tends to 0.",
    subject=ScoredMargins,
    quantifiers={
        "m": "every m in [0, 1)",
        "head": "every head, own weight included",
        "small": "weights in {1, 2, 3, 5, 8}, own weight 0 or 1",
    },
    parts={"both": Kind.HYPOTHESIS, "order": Kind.INDEX, "attained": Kind.QUANTIFIER},
    not_covered="More than two tokens: the score is then a mean over swaps, of which those that "
    "leave the position asked for alone are 1 (proofs.md has what follows at small temperatures).",
    rests_on=("S-swap",),
)


@SCORES.exhaustive(
    SMALL,
    "the bound at all small weights; leads that are equal attain it without an own weight, and no "
    "lead above 0 does with one",
    "small",
)
def scored_small_weights(subject: ScoredMargins) -> Outcome:
    """All weights of SIZES: m is the smaller lead, where neither is negative; leads are equal at
    p = q' and q = p'."""
    cases, strict = 0, replace(subject, relation="<")
    for own, p, q, *read in product((0, 1), *(SIZES,) * 4):
        p2, q2 = (read[k] for k in subject.order)
        first, second = ahead(p, q, own), ahead(q2, p2, own)
        m = min(first, second) if subject.both else first
        if m < 0:
            continue
        cases += 1
        dot, squares = p * p2 + q * q2, (p**2 + q**2) * (p2**2 + q2**2)
        if not subject.within(dot, squares, m):
            return false(f"({p}, {q}), ({p2}, {q2}): cosine² {dot**2 / squares}, m = {m}", cases)
        attained = not strict.within(dot, squares, m)
        allowed = m == 0 or own <= subject.attained
        if attained and not allowed:
            return false(f"({p}, {q}), ({p2}, {q2}), own weight {own}: m = {m} is attained", cases)
        if (p, q) == (q2, p2) and allowed and not attained:
            return false(f"({p}, {q}), own weight {own}: m = {m} is not attained", cases)
    return true(cases)


@SCORES.written(
    EVERY, "every head: the two identities (sympy), whose terms are not negative", "m", "head"
)
def every_weight(subject: ScoredMargins) -> Outcome:
    """sympy: with s = (1 - m)p - (1 + m)q ≥ 0 and t = (1 - m)q' - (1 + m)p' ≥ 0 the difference of
    the squares is one of terms that are not negative; a bound of 1 - ε has m² = ε/(2 - ε)."""
    from sympy import symbols

    m, p, q, u, v = symbols("m p q u v")
    s, t = (1 - m) * p - (1 + m) * q, (1 - m) * v - (1 + m) * u
    dot, cross = p * u + q * v, p * v - u * q
    low = 1 - subject.cut * m**2
    difference = (1 - m) ** 2 * (low * cross - 2 * m * dot)
    parts = (1 - m) * ((1 + m**2) * (s * u + t * q) + (1 + m) * s * t)
    squares = (p**2 + q**2) * (u**2 + v**2)
    high = 1 + subject.add * m**2
    whole = low**2 * squares - (dot * high) ** 2
    e = 1 - low / high
    return identities(
        {
            "apart": difference - parts,
            "squares": whole - (low * cross) ** 2 + (2 * m * dot) ** 2,
            "the margin from the score": e / (2 - e) - m**2,
        }
    )


SCORES.coq(
    "margin_scores.S_margin_score",
    "margin_scores.S_margin_score_attained",
    decides=("m",),
    covers="the inequality of four weights and that it is attained without an own weight, "
    f"{CHECKED}; not which weights of a head they are",
    near_misses={
        "margin_scores.S_margin_score__strict": Kind.RELATION,
        "margin_scores.S_margin_score_attained__margin_one": Kind.HYPOTHESIS,
    },
)

SCORES.mutant("1 - 2m² above", Kind.CONSTANT, cut=2)
SCORES.mutant("1 - m² below too", Kind.SIGN, add=-1)
SCORES.mutant("strict", Kind.RELATION, scored_small_weights, relation="<")
SCORES.mutant("attained with an own weight", Kind.QUANTIFIER, scored_small_weights, attained=1)
SCORES.mutant("attained by no lead above 0", Kind.QUANTIFIER, scored_small_weights, attained=-1)
SCORES.mutant("right on one input", Kind.HYPOTHESIS, scored_small_weights, both=False)
SCORES.mutant("m² left out below", Kind.TERM, every_weight, add=0)
