"""What the limits do not imply: a head points to every position whatever its inversions
(DU-points), built heads have both (DU-both), and one head keeps positions and tokens (DU-trade)."""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from constructions import FOLDER
from constructions.capacity import check_capacity
from constructions.capacity.cosines import BITS, angle_balls, cosine_sums, unserved
from constructions.other_papers import rechecked
from constructions.other_papers.positions_and_tokens.inversions import (
    inversions,
    rounded,
    scaled_sums,
)
from theory.gate.reading import read
from theory.ledger import Kind, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import precision, to_ball

HEADS = FOLDER / "other_papers" / "positions_and_tokens" / "heads.json"
"""Certificates of heads: of least budget, and with few inversions."""
certified = cache(check_capacity.check)  # the same files for each mutant


@dataclass(frozen=True)
class HeadPoints:
    """A head of one ``amplitude``: its inversion probability is at least ``share``."""

    base: int = 100
    planes: int = 64
    length: int = 1024
    amplitude: Fraction = Fraction(1, 4)
    share: Fraction = Fraction(1, 2)
    fastest: int = 0
    falling: int = 1


DU_POINTS = FormalClaim(
    id="DU-points",
    provenance="reading",
    place="title, as a consequence of the limit",
    statement="Where a far key outscores a near one with probability 1/2 or more, a head does not "
    "tell positions apart. With such an inversion probability, counted from the query's own "
    "position in a window of M positions, one query and key cannot give half of the softmax weight "
    "to the query's own position at every one of the M positions.",
    expected=Verdict.REFUTED,
    subject=HeadPoints,
    parts={"length": Kind.QUANTIFIER, "fastest": Kind.INDEX},
    not_covered="The limit itself, which holds (DU-invert), and a preference for near keys, of "
    "which it speaks. Queries turned to another distance r: their inversion probability is "
    "another, and for even M those of r and M - 1 - r add up to 1 less the share of ties. Equal "
    "scores at two distances, which the paper also names: by a reader's notes these are scores "
    "that agree once rounded to few bits. Trained heads and the paper's tests of models.",
    repairs=("DU-invert", "DU-both"),
)


@rechecked.refutes(
    DU_POINTS,
    "a head that points anywhere",
    "base 100, d = 128, 1,024 positions, the same amplitude 1/4 on every frequency: inversion "
    "probability near .541, and half of the weight at every position; balls of 96 bits",
)
def points_anywhere(subject: HeadPoints) -> Outcome:
    """Balls: S(s) ≤ 1 at every position; and the pairs that are inverted for certain."""
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)[subject.fastest :]
        scores = [subject.falling * x for x in cosine_sums(theta, subject.length)]
        low, _ = inversions(rounded(scores), 2)
        if low < subject.share:
            return false(f"the inversion probability is {float(low):.4f}")
        a = subject.falling * to_ball(subject.amplitude)
        place = unserved(theta, subject.length, a)
        if place is not None:
            return false(f"position {place} has less than half of the weight", place + 1)
    return true(
        subject.length, f"{float(low):.3f}, half of the weight at {subject.length} positions"
    )


DU_POINTS.mutant("half the amplitude", Kind.CONSTANT, amplitude=Fraction(1, 8))
DU_POINTS.mutant("256 positions", Kind.QUANTIFIER, length=256)
DU_POINTS.mutant("without the 40 fastest frequencies", Kind.INDEX, fastest=40)
DU_POINTS.mutant("logits that grow with distance", Kind.SIGN, falling=-1)
DU_POINTS.mutant("base 10,000", Kind.CONSTANT, base=10_000)


@dataclass(frozen=True)
class Figures:
    """Rows (base, n, inversions in ten thousandths of the head of least budget, those of another
    head that serves, its budget at most in thousandths; 0: there is none in the file)."""

    rows: tuple[tuple[int, int, int, int, int], ...] = (
        (10_000, 64, 4043, 999, 6105),
        (10_000, 256, 4854, 999, 8133),
        (10_000, 1024, 4690, 999, 9979),
        (10_000, 4096, 4828, 999, 11_619),
        (10_000, 16_384, 4838, 999, 13_135),
        (10_000, 65_536, 4964, 0, 0),
        (10_000, 131_072, 4956, 0, 0),
        (500_000, 65_536, 4889, 999, 15_556),
        (500_000, 131_072, 4927, 999, 16_300),
    )
    within: int = 2
    sign: int = 1
    swapped: bool = False
    spread: Fraction = Fraction(3, 100)
    """A head of least budget has at most so much more than what is proved to be needed."""
    budgets: tuple[Fraction, Fraction] = (Fraction("5.25"), Fraction("13.83"))
    """Of the heads of least budget at base 10,000."""


DU_BOTH = FormalClaim(
    id="DU-both",
    provenance="repair",
    place="inversion and pointing, for heads that are built",
    statement="With 64 angles base^(-p/64) as doubles there are heads that give their target half "
    "of the weight at each of n positions. Their inversion probability is, to 2 units of the "
    "last digit: base 10,000, n = 64: .4043, 256: .4854, 1024: .4690, 4096: .4828, 16384: .4838, "
    "65536: .4964, 131072: .4956. Their budgets lie between 5.25 and 13.83; each is within "
    ".03 of the least that serves. Other heads that serve the same n have an inversion "
    "probability below .1. At base 10,000 their budgets are at most 6.11, 8.14, 9.98, 11.62 and "
    "13.14 for n = 64, 256, 1024, 4096 and 16384. At base 500,000 they are at most 15.56 and "
    "16.30 for 65536 and 131072.",
    subject=Figures,
    quantifiers={"n": "n in {64, 256, 1024, 4096, 16384, 65536, 131072} at these bases"},
    parts={"swapped": Kind.DATA, "rows": Kind.DATA},
    not_covered="The least budget with an inversion probability below .1: it lies between the "
    "least that serves and the second budget. At base 10,000 none was found for 65,536 or 131,072 "
    "positions, more than the slowest frequency's period of 54,410. Queries turned to another "
    "distance r: their inversion probability is another, and those of r and n - 1 - r add up to 1 "
    "less the share of ties.",
    seconds=240.0,
)


@DU_BOTH.enclosed(
    "certificates and pairs",
    "every position of each window by the checker of certificates, all pairs of a near and a far "
    "position: n in {64, 256, 1024, 4096, 16384, 65536, 131072}",
    "n",
)
def certificates_and_pairs(subject: Figures) -> Outcome:
    """The certificates of ``heads.json``, each checked whole; scores to 2^-20 in whole numbers, and
    pairs counted."""
    cases, stored = 0, {(one["base"], len_of(one)): one for one in read(HEADS)}
    for base, n, least, most, budget in subject.rows:
        if (base, n) not in stored:
            return false(f"no head of base {base} for {n} positions")
        names = ("local", "least") if subject.swapped else ("least", "local")
        first, second = (stored[base, n][name] for name in names)
        if wrong := _least(subject, base, stored[base, n]["least"]):
            return false(f"base {base}, n = {n}: {wrong}", n)
        wrong = _head(base, first, (least - subject.within, least + subject.within), subject.sign)
        if not wrong and budget:
            wrong = _head(base, second, (0, most), subject.sign)
            if not wrong and second["positions"] != n:
                wrong = f"the other head is for {second['positions']} positions"
            if not wrong and Fraction(second["upper"]) * 1000 > budget:
                wrong = f"a budget of {second['upper']}"
        if wrong:
            return false(f"base {base}, n = {n}: {wrong}", n)
        cases += n
    return true(cases)


def _least(subject: Figures, base: int, entry: dict[str, Any]) -> str:
    """Why a stored budget is not the least to ``spread``, or is not among ``budgets``; or ''."""
    low, high = Fraction(entry["lower"]), Fraction(entry["upper"])
    if high - low > subject.spread:
        return f"the least budget lies between {entry['lower']} and {entry['upper']}"
    if base == 10_000 and not subject.budgets[0] <= low <= high <= subject.budgets[1]:
        return f"a least budget of {entry['upper']}"
    return ""


def len_of(one: dict[str, Any]) -> int:
    """The positions of an entry's certificate."""
    return int(one["least"]["positions"])


def _head(base: int, entry: dict[str, Any] | None, bounds: tuple[int, int], sign: int) -> str:
    """What is wrong with a certificate, its angles or its inversions (ten thousandths); or ''."""
    if entry is None:
        return "no certificate"
    certified(json.dumps(entry))
    theta = [Fraction(x) for x in entry["angles"]]
    with precision(BITS):
        eps = Fraction(1, 2**52)
        for x, y in zip(theta, angle_balls(base, 64), strict=True):
            if not (to_ball(x * (1 - eps)) < y < to_ball(x * (1 + eps))):
                return "other angles"
    low, high = _inversions(json.dumps(entry), sign)
    if bounds[0] <= 10_000 * low and 10_000 * high <= bounds[1]:
        return ""
    return f"inversion probability between {float(low):.4f} and {float(high):.4f}"


@cache
def _inversions(certificate: str, sign: int) -> tuple[Fraction, Fraction]:
    """Bounds of the inversion probability of a certificate's head."""
    entry = json.loads(certificate)
    theta, amplitudes = ([Fraction(x) for x in entry[name]] for name in ("angles", "amplitudes"))
    return inversions(*scaled_sums(theta, amplitudes, entry["positions"], sign))


DU_BOTH.mutant(".41 for 64", Kind.DATA, rows=((10_000, 64, 4100, 999, 6105),))
DU_BOTH.mutant("a budget of 6 for 64", Kind.DATA, rows=((10_000, 64, 4043, 999, 6000),))
DU_BOTH.mutant("the least to .01", Kind.CONSTANT, spread=Fraction(1, 100))
DU_BOTH.mutant(
    "least budgets up to 13.8", Kind.CONSTANT, budgets=(Fraction("5.25"), Fraction("13.8"))
)
DU_BOTH.mutant(
    "least budgets from 5.26 on", Kind.CONSTANT, budgets=(Fraction("5.26"), Fraction("13.83"))
)
DU_BOTH.mutant("128 positions", Kind.QUANTIFIER, rows=((10_000, 128, 4043, 999, 6105),))
DU_BOTH.mutant("to no unit of the last digit", Kind.TERM, within=0)
DU_BOTH.mutant("the other head", Kind.DATA, swapped=True)
DU_BOTH.mutant("scores that grow with distance", Kind.SIGN, sign=-1)


@dataclass(frozen=True)
class Both:
    """Key 1 has ``amplitude`` on every frequency, key 2 the same but nothing on ``plane``."""

    base: int = 10_000
    planes: int = 64
    length: int = 4096
    amplitude: Fraction = Fraction(1, 2)
    plane: int = 63
    falling: int = 1


DU_TRADE = FormalClaim(
    id="DU-trade",
    provenance="reading",
    place="abstract, on the base, as a limit of what heads can do",
    statement="No base preserves both at the same time. In a context of 4,096 positions no head "
    "with d = 128, whatever its base, keeps the order of two keys at every distance and gives a "
    "target half of the weight at each position.",
    expected=Verdict.REFUTED,
    subject=Both,
    parts={"length": Kind.QUANTIFIER, "plane": Kind.INDEX},
    not_covered="The trade-off of probabilities for a head that is given, and contexts that grow "
    "without end at a fixed base, where every pair of keys is reversed somewhere (DU-tokens). "
    "Whether a larger base makes inversions more likely: proofs.md has both. The paper's sentence "
    "is of growing contexts; 4,096 is short next to base 10,000.",
    repairs=("DU-tokens", "DU-invert", "DU-both"),
)


@rechecked.refutes(
    DU_TRADE,
    "one head, two keys",
    "base 10,000, 4,096 positions: the order of two keys is the same at every distance, and among "
    "copies of either each position gets half of the weight; balls of 96 bits",
)
def both_kept(subject: Both) -> Outcome:
    """Balls: a cos(mθ_plane), the difference of the scores, is above 0 at every distance; S(s) ≤ 1
    at every position with all frequencies, and without that one."""
    with precision(BITS):
        theta = angle_balls(subject.base, subject.planes)
        for m, lead in enumerate(cosine_sums([theta[subject.plane]], subject.length)):
            if not subject.falling * lead > 0:
                return false(f"the other key is ahead at distance {m}", m + 1)
        a = subject.falling * to_ball(subject.amplitude)
        rest = [x for p, x in enumerate(theta) if p != subject.plane]
        for used in (theta, rest):
            place = unserved(used, subject.length, a)
            if place is not None:
                return false(f"less than half of the weight at position {place}", place + 1)
    return true(subject.length, f"order and positions kept in {subject.length} positions")


DU_TRADE.mutant("half the amplitude", Kind.CONSTANT, amplitude=Fraction(1, 4))
DU_TRADE.mutant("16,384 positions", Kind.QUANTIFIER, length=16_384)
DU_TRADE.mutant("keys that differ on frequency 40", Kind.INDEX, plane=40)
DU_TRADE.mutant("logits that grow with distance", Kind.SIGN, falling=-1)
DU_TRADE.mutant("base 1,000", Kind.CONSTANT, base=1000)
DU_TRADE.mutant(
    "two frequencies, of which one alone does not serve",
    Kind.INDEX,
    planes=2,
    plane=1,
    length=64,
    amplitude=Fraction(60),
)
