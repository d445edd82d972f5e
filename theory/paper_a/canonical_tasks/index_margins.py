"""With which margin a nearly symbolic head computes Index at any number of positions, whatever its
output makes of what it attends (S-margin-many).

The best output answers with the nearest of the attentions that inputs attend to, so a head's margin
is K/2 times how far apart the attentions of two inputs with different answers are, at least; with
one-hot values and the norm ℓ1 (D = 2) half the sum of the differences between their shares.
Weights stand for logits as in S-margin: r = e^ε.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import from_flint, to_fmpq
from theory.mathematics.solvers import identities
from theory.paper_a.canonical_tasks.margins import OWN, Weights, asked_inputs, extremal, shares

NEARLY = (Fraction(1), Fraction(5, 4), Fraction(3, 2))
"""Ratios up to ``most``."""
RATIOS = (Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(6))
PLACES = (2, 3, 4)


@dataclass(frozen=True)
class Many:
    """Near: the margin, of D = 2 and K = 1, is ⋈ (r - ``cut``)/(r + ``add`` (N - ``places``)),
    attained for r ≤ ``most``. Far, the own weight 0: it is ⋈ the larger of ``floor`` and (r -
    ``lost`` (N - 1))/(r + N - 1). ``near``: the weights are within a factor r."""

    cut: int = 1
    add: int = 1
    places: int = 1
    most: Fraction = Fraction(3, 2)
    floor: Fraction = Fraction(1, 3)
    lost: int = 1
    relation: str = "<="
    near: bool = True

    def bound(self, ratio: Fraction, count: int, own: Fraction = Fraction(0)) -> Fraction:
        """The near bound; with an own weight, what is attained."""
        return (ratio - self.cut) / (ratio + self.add * (count - self.places) + own)

    def far(self, ratio: Fraction, count: int) -> Fraction:
        """The far bound."""
        copying = (ratio - self.lost * (count - 1)) / (ratio + count - 1)
        return max(self.floor, copying)

    def within(self, margin: Fraction, bound: Fraction) -> bool:
        """The relation between a head's margin and a bound."""
        return margin <= bound if self.relation == "<=" else margin < bound


def half_l1_distance(weights: Weights, own: Fraction) -> Fraction:
    """Half the ℓ1 distance between what inputs of different answers attend to, at least: the
    margin of the best output. Index is asked at the first position."""
    attended = [(answer, shares(weights, own, word)) for word, answer in _inputs(weights)]
    # Own shares count too: they are 1 less the others.
    whole = [
        (answer, [*map(to_fmpq, (*given, 1 - sum(given, Fraction(0))))])
        for answer, given in attended
    ]
    return from_flint(
        min(
            sum(abs(x - y) for x, y in zip(one, two, strict=True)) / 2
            for k, (answer, one) in enumerate(whole)
            for other, two in whole[:k]
            if other != answer
        )
    )


def _inputs(weights: Weights) -> Iterator[tuple[tuple[int, ...], int]]:
    """Index's inputs over as many contents as there are weights for."""
    for word, answer in asked_inputs("index", len(weights[0])):
        if max(word) < len(weights):
            yield word, answer


ATTAINED, CORNERS, EVERY = "extremal heads run", "every head of two weights", "every head"
MANY = FormalClaim(
    id="S-margin-many",
    paper="suite",
    place="Remark 3.1, with a margin",
    statement="Take two contents or more, values within D of each other, any output whose "
    "coordinates' differences are K-Lipschitz in what is attended, N ≥ 2 positions before the "
    "query, and r = e^ε. If a head whose logits of each content are within ε over all positions "
    "computes Index, its margin is at most KD/2 · (r - 1)/(r + N - 1). This is attained, up to the "
    "query's own weight, at every N for r ≤ 3/2. If the query takes no attention the margin is at "
    "most KD/2 times the larger of 1/3 and (r - (N - 1))/(r + N - 1). This is attained for r ≥ 2(N "
    "- 1), by copying.",
    subject=Many,
    quantifiers={
        "N": "every N ≥ 2, every ε ≥ 0, every own weight; 0 where the statement says so",
        "head": "every head, VAL and F as stated, any norm",
        "small": "N ≤ 4, three contents, r in {1, 5/4, 3/2, 2(N-1), 3(N-1)}; N ≤ 3 for all heads "
        "of two contents with weights 1 and r, r in {5/4, 3/2, 2, 6}, one at scale 1/2, 1 or 2, "
        "own weight 0 or 1/2",
    },
    parts={"near": Kind.HYPOTHESIS, "places": Kind.INDEX, "most": Kind.QUANTIFIER},
    not_covered="3/2 < r < 2(N - 1), N ≥ 3. At N = 3 the bounds, over KD/2, are (r - 1)/(r + 2) "
    "and 1/3. Heads are known there with margins 1/7 from r = 3/2, (r - 1)/(2r + 1) from 8/5 to 2, "
    "1/5 from 2 and (r - 2)/(r + 2) from 3 on, times KD/2. A search found none larger.",
    rests_on=("S-margin",),
)


@MANY.exhaustive(
    ATTAINED, "the extremal heads on every input: how far apart different answers are", "small"
)
def extremal_heads(subject: Many) -> Outcome:
    """r at the position asked for, 1 elsewhere, on all inputs of three contents: the near bound
    for r up to ``most``; and from r = 2(N - 1) on, by copying, the far one."""
    cases = 0
    for count in PLACES:
        far = (Fraction(2 * count - 2), Fraction(3 * count - 3))
        for ratio, own in product({*NEARLY, subject.most, *far}, OWN):
            if ratio in far and own:
                continue
            cases += 1
            margin = half_l1_distance(extremal("index", ratio, count), own)
            close = subject.bound(ratio, count, own) if ratio <= subject.most else None
            claimed = subject.far(ratio, count) if close is None else close
            if margin != claimed:
                return false(f"N = {count}, r = {ratio}, own {own}: {margin}, not {claimed}", cases)
    return true(cases)


@MANY.exhaustive(CORNERS, "no head of weights 1 and r does better", "small")
def corners(subject: Many) -> Outcome:
    """No head of weights 1 and r on two contents, one of them at three scales, at N = 2 and 3, has
    a larger margin than either bound."""
    cases = 0
    for count, ratio, own in product((2, 3), RATIOS, (Fraction(0), Fraction(1, 2))):
        high = ratio if subject.near else ratio**2
        for flat in product((Fraction(1), high), repeat=2 * count):
            for scale in (Fraction(1, 2), Fraction(1), Fraction(2)):
                weights = (flat[:count], tuple(scale * x for x in flat[count:]))
                margin = half_l1_distance(weights, own)
                cases += 1
                bounds = [subject.bound(ratio, count)]
                bounds += [] if own else [subject.far(ratio, count)]
                if not all(subject.within(margin, bound) for bound in bounds):
                    return false(f"r = {ratio}, own {own}, {weights}: {margin}", cases)
    return true(cases)


@MANY.written(
    EVERY, "every N and head: how far the attention moves between two inputs (sympy)", "N", "head"
)
def shares_moved(subject: Many) -> Outcome:
    """sympy: how far each share moves at the corners of the weights, and what the bound leaves:
    products of terms that are not negative for s ≤ m, n m ≤ c, o ≥ 0 (n = N - 2)."""
    from sympy import symbols

    r, m, s, c, o, z = symbols("r m s c o z")
    e, (B, A, a, b, n) = c + o, symbols("B A a b n")
    lone, rest = r * s + m + e, s + r * m + e
    many, few = r * m + c + s + o, m + c + r * s + o
    one, two = symbols("one two")
    cut, all_places = subject.cut, r + subject.lost * n
    edge = (r + subject.add) * m
    return identities(
        {
            "the lone content moves": r * s * rest - s * lone - (r - cut) * s * (edge + e),
            "it leaves": m * lone * rest
            - s * (edge + e) ** 2
            - (m * r * (s - m) ** 2 + (e * m * (1 + r) + e**2) * (m - s)),
            "the others move": (r * m + c) * few
            - (m + c) * many
            - (r - cut) * (s * (edge + c) + m * o),
            "they leave": m * many * few
            - (s * (edge + c) + m * o) * (edge + c)
            - (m * (r * s + m + c) * (s + r * m + c) - s * (edge + c) ** 2)
            - m * o * (c + s * (1 + r))
            - m * o**2,
            "the own key moves": o * (o + r * z + c) - o * (o + z + c) - (r - cut) * o * z,
            "it leaves too": (o + z + c) * (o + r * z + c)
            - o * z * (r + 1 + n)
            - (o**2 + o * (2 * c - n * z) + (z + c) * (r * z + c)),
            "three gaps": one + (two - one) + (1 - two) - 3 * subject.floor,
            "far": r * ((r - n) * (B + A) * (a + b) - all_places * (B * a - A * b))
            - (r - n) * n * (B - a) ** 2
            - 2 * ((r * b - n * B) * (r * A - n * a) + n * B * (r * A - n * a))
            - 2 * n * a * (r * b - n * B)
            - (r - n) * (B * (r * b - n * B) + a * (r * A - n * a)),
        }
    )


MANY.coq(
    "index_margin.S_margin_many",
    "index_margin.S_margin_many_far",
    "index_margin.S_margin_many_attained",
    decides=("N", "head", "small"),
    near_misses={
        "index_margin.S_margin_many__one_more": Kind.INDEX,
        "index_margin.S_margin_many_far__one_more": Kind.INDEX,
        "index_margin.S_margin_many_attained__any_ratio": Kind.HYPOTHESIS,
    },
)

MANY.mutant("r - 2", Kind.CONSTANT, extremal_heads, corners, shares_moved, cut=2)
MANY.mutant("the others help", Kind.SIGN, shares_moved, add=-1)
MANY.mutant("N positions count against it", Kind.INDEX, extremal_heads, corners, places=0)
MANY.mutant("N - 2 positions", Kind.INDEX, extremal_heads, places=2)
MANY.mutant("attained up to 2", Kind.QUANTIFIER, extremal_heads, most=Fraction(2))
MANY.mutant("copying loses twice as much", Kind.CONSTANT, lost=2)
MANY.mutant("1/4 in place of 1/3", Kind.CONSTANT, shares_moved, floor=Fraction(1, 4))
MANY.mutant("strict", Kind.RELATION, corners, relation="<")
MANY.mutant("any weights", Kind.HYPOTHESIS, corners, near=False)
