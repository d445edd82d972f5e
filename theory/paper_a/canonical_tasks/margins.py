"""With which margin heads compute Index that are nearly symbolic, Retrieval that are nearly
positional (S-margin-copy, S-margin).

Weights stand for logits: r = e^ε, so logits within ε are weights within a factor r. A *margin* is
the answer's output less the largest other one, at its smallest over the inputs.
Index is asked at a fixed position; Retrieval at a fixed query, which one or more contents *fit*, on
the inputs in which all that fits is one content.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.pairs import times
from theory.mathematics.solvers import all_steps, identities, prove_all

RATIOS = (Fraction(1), Fraction(3, 2), Fraction(3), Fraction(8))
OWN = (Fraction(0), Fraction(1, 7), Fraction(2))
PLACES = (1, 2, 3, 4)
CONTENTS = 3
FITTING = (0, 1)
"""The contents that fit the query; 2 does not."""
Weights = tuple[tuple[Fraction, ...], ...]
"""By content, then position."""
Shares = tuple[Fraction, ...]
"""The attention on each content, all its positions together."""


def shares(weights: Weights, own: Fraction, word: tuple[int, ...]) -> Shares:
    """Softmax, summed over each content's positions."""
    sums = [Fraction(0)] * len(weights)
    for place, content in enumerate(word):
        sums[content] += weights[content][place]
    total = sum(sums) + own
    return tuple(x / total for x in sums)


def asked_inputs(task: str, count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The task's inputs on ``count`` positions, each with its answer; Index asks for the first."""
    for word in product(range(CONTENTS), repeat=count):
        if task == "index":
            yield word, word[0]
        elif len(fits := {c for c in word if c in FITTING}) == 1:
            yield word, fits.pop()


def extremal(task: str, ratio: Fraction, count: int) -> Weights:
    """r at the position asked for, or at the contents that fit; 1 elsewhere."""
    return tuple(
        tuple(
            ratio if (p == 0 if task == "index" else c in FITTING) else Fraction(1) for p in places
        )
        for c, places in ((c, range(count)) for c in range(CONTENTS))
    )


@dataclass(frozen=True)
class Copying:
    """The largest margin m of a copying head: m · (r + ``rest`` (N - 1)) ⋈ r - ``lost`` (N - 1).

    N - 1 is N - ``places``. ``near``: the weights are within a factor r. ``own``: whether the
    query's own weight takes its share.
    """

    places: int = 1
    rest: int = 1
    lost: int = 1
    relation: str = "<="
    near: bool = True
    own: int = 1

    def bound(self, ratio: Fraction, count: int, own: Fraction = Fraction(0)) -> Fraction:
        """The margin at N = ``count`` that is claimed to be the largest."""
        others = count - self.places
        return (ratio - self.lost * others) / (ratio + self.rest * others + self.own * own)


def _smallest(task: str, weights: Weights, own: Fraction, plus: int = 0) -> Fraction:
    """The margin over all inputs, of shares, ``plus`` more on contents that fit."""
    ahead = []
    for word, answer in asked_inputs(task, len(weights[0])):
        given = shares(weights, own, word)
        out = [s + (plus if c in FITTING else 0) for c, s in enumerate(given)]
        ahead.append(out[answer] - max(x for c, x in enumerate(out) if c != answer))
    return min(ahead)


TASKS = ("index", "retrieval")


def _corners(ratio: Fraction, count: int) -> Iterator[Weights]:
    """Every head whose weights are 1 or r."""
    for flat in product((Fraction(1), ratio), repeat=CONTENTS * count):
        yield tuple(flat[c * count : (c + 1) * count] for c in range(CONTENTS))


ATTAINED, CORNERS, EVERY = "extremal heads run", "every head of two weights", "every head"
COPY = FormalClaim(
    id="S-margin-copy",
    paper="suite",
    place="Remark 3.1, with a margin",
    statement="A copying head answers with the content that it attends most, all its positions "
    "before the query together. There are N of these, two contents or more, and r = e^ε. Let a "
    "copying head be nearly symbolic: the logits of each content are within ε over all positions. "
    "Then it computes Index with a margin of at most (r - (N - 1))/(r + (N - 1)) = tanh((ε - ln(N "
    "- 1))/2) (N ≥ 2), or not at all. For a copying head that is nearly positional (the logits at "
    "each position are within ε over all contents), the same holds of Retrieval, where one content "
    "fits and another does not. Logits ε at the position asked for, or on what fits, and 0 "
    "elsewhere attain both, up to the query's own weight.",
    subject=Copying,
    quantifiers={
        "N": "every N ≥ 1, every ε ≥ 0, every own weight",
        "head": "every head, two contents; for Retrieval one that fits and one that does not",
        "small": "N ≤ 4, three contents, r in {1, 3/2, 3, 8}, own weights 0, 1/7 and 2; N ≤ 3 for "
        "all heads of weights 1 and r",
    },
    parts={"near": Kind.HYPOTHESIS, "own": Kind.TERM, "places": Kind.INDEX},
    not_covered="Outputs that do not copy (S-margin); values that say more than one content; heads "
    "of which only the scores are known (S-margin-score).",
)


@COPY.exhaustive(ATTAINED, "the extremal heads on every input: the bound is their margin", "small")
def copying_attained(subject: Copying) -> Outcome:
    """The extremal heads run on all inputs of N = 1 … 4 positions over three contents: their margin
    is the bound, for every r and own weight listed."""
    cases = 0
    for task, ratio, own, count in product(TASKS, RATIOS, OWN, PLACES):
        margin = _smallest(task, extremal(task, ratio, count), own)
        cases += 1
        if margin != (bound := subject.bound(ratio, count, own)):
            return false(
                f"{task}, r = {ratio}, N = {count}, own {own}: {margin}, not {bound}", cases
            )
    return true(cases)


@COPY.exhaustive(CORNERS, "no head of weights 1 and r does better", "small")
def copying_corners(subject: Copying) -> Outcome:
    """No head of weights 1 and r, at N = 1 … 3, is ahead by more than the bound."""
    cases = 0
    for task, ratio, count in product(TASKS, RATIOS[1:], PLACES[:3]):
        for weights in _corners(ratio, count):
            margin, bound = _smallest(task, weights, Fraction(0)), subject.bound(ratio, count)
            cases += 1
            within = margin <= bound if subject.relation == "<=" else margin < bound
            if not within and margin >= 0:
                return false(f"{task}, r = {ratio}, {weights}: {margin} > {bound}", cases)
    return true(cases)


@COPY.written(
    EVERY,
    "every N and head: the two inputs that decide, added (z3)",
    "N",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def copying_every(subject: Copying) -> Outcome:
    """z3: what is asked for, B, against the rest, A, of which r A ≥ (N - 1) B."""

    def bound(n: Any, r: Any, m: Any, B: Any, A: Any, o: Any) -> tuple[list[Any], list[Any]]:
        met = [B > 0, A >= 0, o >= 0, m >= 0, r >= 1, n >= 0, m * (o + B + A) <= B - A]
        others = n + 1 - subject.places
        bounded = [n * B <= r * A] if subject.near else []
        left, right = m * (r + subject.rest * others), r - subject.lost * others
        return met + bounded, [left <= right if subject.relation == "<=" else left < right]

    def added(*x: Any) -> tuple[list[Any], list[Any]]:
        m, o, x1, y1, x2, y2 = x
        two = [m * (o + x1 + y1) <= x1 - y1, m * (o + x2 + y2) <= x2 - y2]
        return two, [m * (2 * o + (x1 + x2) + (y1 + y2)) <= (x1 + x2) - (y1 + y2)]

    return prove_all([(bound, "n r m B A o"), (added, "m o a b c d")])


COPY.coq(
    "margins.S_margin_copy_index",
    "margins.S_margin_copy_retr",
    "margins.S_margin_copy_attained",
    decides=("N", "head", "small"),
    near_misses={
        "margins.S_margin_copy_index__one_more": Kind.INDEX,
        "margins.S_margin_copy_retr__one_more": Kind.INDEX,
        "margins.S_margin_copy_attained__own_left_out": Kind.TERM,
    },
)

COPY.mutant("N positions count against it", Kind.INDEX, places=0)
COPY.mutant("strict", Kind.RELATION, copying_corners, copying_every, relation="<")
COPY.mutant("a rest that counts twice", Kind.CONSTANT, rest=2)
COPY.mutant("the rest helps", Kind.SIGN, copying_attained, lost=-1)
COPY.mutant("any weights", Kind.HYPOTHESIS, copying_every, near=False)
COPY.mutant("the own weight left out", Kind.TERM, copying_attained, own=0)


@dataclass(frozen=True)
class AnyOutput:
    """Index: 2g (r + ``add``) ⋈ KD (r - ``cut``); Retrieval: 2g (r + ``rest`` (N - ``places``)) ⋈
    KD r.

    ``near``: the weights are within a factor r.
    """

    add: int = 1
    cut: int = 1
    places: int = 1
    rest: int = 1
    half: Fraction = Fraction(1, 2)
    relation: str = "<="
    near: bool = True

    def reached(
        self, margin: Fraction, task: str, ratio: Fraction, count: int, own: Fraction
    ) -> bool:
        """Whether an extremal head's margin is the bound: of Index at N = 2."""
        if task == "index":
            return margin * (ratio + self.add + own) == 2 * self.half * (ratio - self.cut)
        others = self.rest * (count - self.places)
        return margin * (ratio + others + own) == 2 * self.half * ratio


def any_square(subject: AnyOutput) -> Outcome:
    """sympy: (r - 1)(s + t)(s + r²t) less (r + 1)((s + r²t)s - (s + t)s) is (r - 1)(s - rt)²."""
    from sympy import symbols

    s, t, r = symbols("s t r")
    moved = s * (s + r**2 * t) - s * (s + t)
    left = (r - subject.cut) * (s + t) * (s + r**2 * t) - (r + subject.add) * moved
    return identities({"a share's way": left - (r - 1) * (s - r * t) ** 2})


ANY, WHOLE = "extremal heads run", "every head and output"
OUTPUT = FormalClaim(
    id="S-margin",
    paper="suite",
    place="Remark 3.1, with a margin",
    statement="Take two contents or more, values within D of each other, any output whose "
    "coordinates' differences are K-Lipschitz in what is attended, N positions before the query, "
    "and r = e^ε. If a head whose logits of each content are within ε over all positions computes "
    "Index, N ≥ 2, its margin is at most KD/2 · (r - 1)/(r + 1) = KD/2 · tanh(ε/2). The bound is "
    "attained at N = 2, so no smaller function of ε serves. If a head whose logits at each "
    "position are within ε over all contents computes Retrieval, two contents that fit and one "
    "that does not, its margin is at most KD/2 · r/(r + N - 1). This bound is attained at every N. "
    "Both are attained up to the query's own weight.",
    subject=AnyOutput,
    quantifiers={
        "N": "every N ≥ 2 (Index), N ≥ 1 (Retrieval), every ε ≥ 0, every own weight",
        "head": "every head, VAL and F as stated, any norm",
        "small": "N ≤ 4, three contents, r in {1, 3/2, 3, 8}, own weights 0, 1/7 and 2",
    },
    parts={"near": Kind.HYPOTHESIS, "places": Kind.INDEX},
    not_covered="The largest margin on Index at N ≥ 3, which is smaller (S-margin-many).",
    rests_on=("B-rem31-retr-gap",),
)


@OUTPUT.exhaustive(ANY, "the extremal heads on every input, N = 2 for Index", "small")
def any_attained(subject: AnyOutput) -> Outcome:
    """The extremal heads with the norm ℓ1 (K = 1, D = 2): Index at N = 2, F(x, a) = a; Retrieval
    at N = 1 … 4, F(x, a) = a + 1 on what fits."""
    cases = 0
    for task, ratio, own, count in product(TASKS, RATIOS, OWN, PLACES):
        if task == "index" and count != 2:
            continue
        margin = _smallest(task, extremal(task, ratio, count), own, plus=int(task == "retrieval"))
        cases += 1
        if not subject.reached(margin, task, ratio, count, own):
            return false(f"{task}, r = {ratio}, N = {count}, own {own}: {margin}", cases)
    return true(cases)


@OUTPUT.written(
    WHOLE,
    "every N and head: how far the attention moves between two inputs (sympy, z3)",
    "N",
    "head",
    confirmed_by="cvc5; by hand in proofs.md",
)
def any_every(subject: AnyOutput) -> Outcome:
    """The square (sympy); how far a share moves, and twice the margin against that (z3)."""

    def least(s: Any, t: Any, u: Any, v: Any, r: Any) -> tuple[list[Any], list[Any]]:
        """s, t before and u, v after: u/(u + v) ≥ s/(s + r²t)."""
        bounded = [s <= r * u, v <= r * t] if subject.near else []
        return [s > 0, t >= 0, u > 0, v >= 0, r >= 1, *bounded], [s * v <= r * r * u * t]

    def part(c: Any, o: Any, U: Any, n: Any, r: Any) -> tuple[list[Any], list[Any]]:
        """A content that fits, c, at the position of the least other weight: its share."""
        met = [c > 0, o >= 0, U >= 0, n >= 0, r >= 1, n * c <= r * U]
        left, right = c * (r + subject.rest * (n + 1 - subject.places)), r * (c + o + U)
        return met, [left <= right if subject.relation == "<=" else left < right]

    def margin(*x: Any) -> tuple[list[Any], list[Any]]:
        g, before, after, change = x  # y_t - y_u on the two inputs; change: K times the way of a
        met = [g > 0, before >= g, after <= -g, before - after <= change]
        return met, [g <= times(subject.half, change)]

    posed = [(least, "s t u v r"), (part, "c o U n r"), (margin, "g b a c")]
    return all_steps(lambda: any_square(subject), lambda: prove_all(posed))


OUTPUT.coq(
    "margins.S_margin_index",
    "margins.S_margin_retr",
    "margins.S_margin_retr_attained",
    "index_margin.S_margin_many_attained",
    decides=("N", "head", "small"),
    near_misses={
        "margins.S_margin_index__one_place": Kind.HYPOTHESIS,
        "margins.S_margin_retr__one_more": Kind.INDEX,
        "margins.S_margin_retr_attained__own_left_out": Kind.TERM,
        "index_margin.S_margin_many_attained__any_ratio": Kind.HYPOTHESIS,
    },
)

OUTPUT.mutant("half the margin", Kind.CONSTANT, half=Fraction(1, 4))
OUTPUT.mutant("r - 2", Kind.CONSTANT, cut=2)
OUTPUT.mutant("r - 1 below too", Kind.SIGN, add=-1)
OUTPUT.mutant("N - 2 positions", Kind.INDEX, any_attained, places=2)
OUTPUT.mutant("N positions", Kind.INDEX, places=0)
OUTPUT.mutant("a rest that counts twice", Kind.CONSTANT, rest=2)
OUTPUT.mutant("strict", Kind.RELATION, any_every, relation="<")
OUTPUT.mutant("any weights", Kind.HYPOTHESIS, any_every, near=False)
