"""The Retrieval head without positions (θ = 0), and the separation from Index (B-rem32)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away
from theory.mathematics.balls import surely
from theory.mathematics.constructed import is_proper, retrieval_gap, retrieval_tokens
from theory.mathematics.conversions import cos_pi, pi_ball
from theory.mathematics.solvers import Posed, prove_all
from theory.paper_b.printed_heads.index_discrepancy import IndexDelta, above_half, readings
from theory.paper_b.printed_heads.retrieval_discrepancy import (
    HALF,
    Key,
    ball_at_most,
    discrepancies,
    extreme,
    key,
)

ZERO = Fraction(0)


def farthest(letters: int) -> Key:
    """2 for an even number of letters, 1 + cos(π/letters) for an odd one."""
    return key(ZERO, HALF - Fraction(letters % 2, 2 * letters))


@dataclass(frozen=True)
class Separation:
    """θ = ``angle``: Retrieval's Δ_max is ``top``, at least 1 + cos 2π·``floor``, from ``fewest``
    letters on; Index's Δ_max at most 1 - cos 2π/(``arc(n)`` + 1) ≤ ``rate``·π²/(n+1)², INT = {1 …
    n-1}."""

    top: Callable[[int], Key] = farthest
    floor: Fraction = Fraction(1, 6)
    fewest: int = 2
    angle: Fraction = ZERO
    arc: Callable[[int], int] = lambda n: n // 2
    rate: int = 8
    largest: bool = True


REM = FormalClaim(
    id="B-rem32",
    place="Remark 3.2, its second half",
    statement="If θ = 0 (NoPE), Δ_Retrieval(n), the maximum over proper inputs that are not "
    "constant (|ALPH| ≥ 2, INT not empty), remains away from zero for arbitrary lengths n ≥ 2. At "
    "θ = 0 it is 2 or 1 + cos(π/|ALPH|), at least 3/2. Index's maximum, at any angle (INT = "
    "{1..n-1}), is at most 1 - cos(2π/(⌊n/2⌋+1)) ≤ 8π²/(n+1)²: separated in how they decay.",
    subject=Separation,
    quantifiers={
        "n": "every n ≥ 2",
        "A": "every A ≥ 2",
        "A ≤ 6": "2 ≤ A ≤ 6, n ≤ 4; Index n ≤ 9, every real θ",
    },
    parts={
        "top": Kind.TERM,
        "fewest": Kind.HYPOTHESIS,
        "arc": Kind.INDEX,
        "largest": Kind.QUANTIFIER,
    },
    not_covered="That Index's maximum decays *like* 1/n² is our reading of an upper bound; it does "
    "at the best angle of each n (B-thm32-index-fix). At every other angle Retrieval's maximum is "
    "at least 1 too (B-thm32-retr-all). The remark's first half, hard limitations on perfect "
    "accuracy at longer inputs for given angles: B-rem32-limits.",
    rests_on=("B-rem32-fix", "B-thm32-index-fix", "B-thm32-retr-all"),
)


@REM.exhaustive(
    "floor and ceiling",
    "all proper inputs at θ = 0, A ≤ 6, n ≤ 4; Index n ≤ 9 at every real θ, 8π²/(n+1)² too",
    "A ≤ 6",
)
def separated(subject: Separation) -> Outcome:
    """All proper inputs, up to 6 letters, 2 ≤ n ≤ 4; Index at every real θ, n ≤ 9."""
    cases = 0
    for letters, n in product(range(subject.fewest, 7), range(2, 5)):
        cases += 1
        every, _ = discrepancies(letters, n, subject.angle)
        test = any if subject.largest else all
        if not test(ball_at_most(key(ZERO, HALF - subject.floor), one) for one in every):
            return false(f"{letters} letters, n = {n}: below the floor", cases)
        if not extreme(every, subject.top(letters), largest=True):
            return false(f"{letters} letters, n = {n}: another maximum", cases)
    for n in range(2, 10):
        T = subject.arc(n)
        most = subject.rate * pi_ball() ** 2 / (n + 1) ** 2
        if not surely(1 - cos_pi(Fraction(2, T + 1)), most):
            return false(f"Index: n = {n}: 1 - cos 2π/{T + 1} above the rate", cases)
        for u in arc_cells(2 * n):
            cases += 1
            if min(away(d * u) for d in range(1, n // 2 + 1)) > Fraction(1, T + 1):
                return false(f"Index: n = {n}, θ = {u}·2π: above 1 - cos(2π/{T + 1})", cases)
    return true(cases)


@REM.written(
    "for every alphabet and length",
    "every A, n: the exact values of B-rem32-fix; π/A ≤ π/3 for odd A ≥ 3; T = ⌊n/2⌋ ≥ (n-1)/2 "
    "gives 2π²/(T+1)² ≤ 8π²/(n+1)²",
    "n",
    "A",
)
def floor_and_rate(subject: Separation) -> Outcome:
    """z3: π/A ≤ π/3 from A = 3 on, in turns 1/(2A) ≤ floor; ``above_half`` at T = ⌊n/2⌋."""

    part, whole = subject.floor.numerator, subject.floor.denominator

    def statement(w: Any) -> Posed:
        return (w > 0, 3 * w <= 1), (whole * w <= 2 * part,)

    return prove_all([(statement, "w"), above_half(subject.rate)])


REM.coq(
    "retrieval_extremes.B_rem32_fix_even",
    "retrieval_extremes.B_rem32_fix_odd",
    "retrieval_extremes.B_rem32_fix_index",
    "discrepancy.B_thm32_index_fix_max",
    decides=("n", "A", "A ≤ 6"),
    axioms=REALS,
    near_misses={
        "retrieval_extremes.B_rem32_fix_even__one": Kind.CONSTANT,
        "retrieval_extremes.B_rem32_fix_odd__strict": Kind.RELATION,
    },
)

REM.mutant(
    "1 + cos(π/A) for even A too",
    Kind.TERM,
    separated,
    top=lambda A: key(ZERO, HALF - Fraction(1, 2 * A)),
)
REM.mutant("floor 1 + cos(2π/10)", Kind.CONSTANT, floor=Fraction(1, 10))
REM.mutant("one letter too", Kind.HYPOTHESIS, separated, fewest=1)
REM.mutant("the minimum", Kind.QUANTIFIER, separated, largest=False)
REM.mutant("Index at n", Kind.INDEX, separated, arc=lambda n: n)
REM.mutant("7π²/(n+1)²", Kind.CONSTANT, rate=7)


@dataclass(frozen=True)
class NoPositions:
    """Exact values at θ = 0: Δ_max, Δ_min, and the gap to keys that do not match. At any θ: Index's
    least and largest discrepancy are at most 1 - cos 2π/``index_least(n)`` and ``index_most(n)``;
    all of Retrieval needs 0 < ‖θ‖ < ω/``needs(n)``, where Δ_min ≤ 1 - cos(ω/``rate(n)``)."""

    even: Key = key(ZERO, HALF)
    odd: Callable[[Fraction], Key] = lambda w: key(ZERO, HALF - w / 2)
    least: Key = key(ZERO, ZERO)
    apart: Callable[[Fraction], Key] = lambda w: key(ZERO, w)
    one_letter: bool = True
    angle: Fraction = ZERO
    most: Callable[[Any, Any], Any] = lambda x, w: x >= w
    index_least: Callable[[int], int] = lambda n: n
    index_most: Callable[[int], int] = lambda n: n // 2 + 1
    needs: Callable[[int], int] = lambda n: 2 * n - 3
    rate: Callable[[int], int] = lambda n: 2 * n - 3


REM_FIX = FormalClaim(
    id="B-rem32-fix",
    place="Remark 3.2, repaired",
    statement="At θ = 0, for every n ≥ 2 and A = |ALPH|, INT not empty. Maximum over proper "
    "inputs: 2 for even A, 1 + cos(π/A) ≥ 3/2 for odd A ≥ 3, 0 for A = 1. Minimum: 0 for every A. "
    "Least difference to a key that does not match (A ≥ 2): 1 - cos ω, whatever n. Index, any θ: "
    "at most 1 - cos(2π/n) (min), 1 - cos(2π/(⌊n/2⌋+1)) (max, m = n - 1), both attained. So the "
    "separation holds with max for A ≥ 2, and between letter–letter queries (difference to keys "
    "that do not match, θ = 0) and Index. On all of Retrieval the printed head (A ≥ 2) needs 0 < "
    "‖θ‖ < ω/(2n - 3), where its minimum is at most 1 - cos(ω/(2n - 3)). That is the same 1/n² as "
    "Index.",
    provenance="repair",
    subject=NoPositions,
    quantifiers={
        "n": "every n ≥ 2",
        "A": "every A ≥ 1",
        "A ≤ 6": "A ≤ 6, n ≤ 4",
        "n ≤ 9": "Index: n ≤ 9, every real θ",
        "angles": "all of Retrieval: (A, n) in {(2, 2), (2, 3), (3, 2)}, seven angles to 6/5 of "
        "the bound",
    },
    parts={
        "one_letter": Kind.HYPOTHESIS,
        "index_least": Kind.INDEX,
        "index_most": Kind.INDEX,
        "needs": Kind.INDEX,
    },
    not_covered="Another F, such as one that returns the query's own letter–integer token, would "
    "let θ = 0 serve the whole task; the printed F(x, a) = a does not.",
    rests_on=("B-thm31-retr", "B-thm32-index-fix", "B-thm32-retr-fix"),
)


@REM_FIX.exhaustive(
    "every input to A = 6",
    "all proper inputs at θ = 0, 2 ≤ n ≤ 4; extremes by equal phases or certain balls",
    "A ≤ 6",
)
def without_positions(subject: NoPositions) -> Outcome:
    """All proper inputs, up to 6 letters, 2 ≤ n ≤ 4."""
    cases = 0
    for letters, n in product(range(1, 7), range(2, 5)):
        cases += 1
        w = Fraction(1, letters)
        every, matched = discrepancies(letters, n, subject.angle)
        top = subject.odd(w) if letters % 2 else subject.even
        if letters == 1 and subject.one_letter:
            top = subject.least
        tests = {
            "Δ_max": extreme(every, top, largest=True),
            "Δ_min": extreme(every, subject.least, largest=False),
            "not matching": letters == 1 or extreme(matched, subject.apart(w), largest=False),
            "floor": letters == 1 or ball_at_most(key(ZERO, Fraction(1, 3)), top),
        }
        wrong = [name for name, holds in tests.items() if not holds]
        if wrong:
            return false(f"{letters} letters, n = {n}: {', '.join(wrong)}", cases)
    return true(cases)


@REM_FIX.exhaustive(
    "Index at every angle",
    "both readings of the literal discrepancy at every real θ, n ≤ 9, and at the best θ",
    "n ≤ 9",
)
def index_extremes(subject: NoPositions) -> Outcome:
    """No θ is above either bound, n ≤ 9, INT = {1 … n-1}; each is attained at 2π over its number.

    In turns: ‖dθ‖ is linear between the cells' points, so its extremes are at those.
    """
    cases = 0
    for n in range(2, 10):
        bounds = Fraction(1, subject.index_most(n)), Fraction(1, subject.index_least(n))
        for u in arc_cells(2 * n):
            cases += 1
            most, least = readings(IndexDelta(), n, n - 1, u)
            if most > bounds[0] or least > bounds[1]:
                return false(f"n = {n}, θ = {u}·2π: ‖dθ‖ = {most}, {least} turns", cases)
        for reading, bound in enumerate(bounds):
            if readings(IndexDelta(), n, n - 1, bound)[reading] != bound:
                return false(f"n = {n}: 1 - cos 2π·{bound} is not attained there", cases)
    return true(cases)


@REM_FIX.exhaustive(
    "all of Retrieval about the bound",
    "every proper sequence with INT = {1}: right or not, and Δ_min, at angles below, at and above "
    "ω/(2n - 3), and at 0",
    "angles",
)
def whole_task(subject: NoPositions) -> Outcome:
    """The decoding gap on every proper sequence of lengths to n; Δ_min where all gaps are > 0."""
    cases = 0
    for letters, n in ((2, 2), (2, 3), (3, 2)):
        tokens = retrieval_tokens(letters, 1)
        inputs = [x for k in range(2, n + 1) for x in product(tokens, repeat=k) if is_proper(x)]
        for part in (0, 20, 180, 199, 200, 201, 240):
            cases += 1
            edge = Fraction(1, letters * subject.needs(n))
            u = Fraction(part, 200 * letters * (2 * n - 3))
            right = all(retrieval_gap(x, letters, u) > 0 for x in inputs)
            if right != (0 < away(u) < edge):
                return false(f"{letters} letters, n = {n}, θ = {u}·2π: right is {right}", cases)
            top = key(ZERO, Fraction(1, letters * subject.rate(n)))
            deltas, _ = discrepancies(letters, n, u)
            if right and not any(ball_at_most(one, top) for one in deltas):
                return false(f"{letters} letters, n = {n}, θ = {u}·2π: Δ_min is larger", cases)
    return true(cases)


@REM_FIX.written(
    "nearest and farthest letter",
    "every A, n: logits are cos dω; the rest from B-thm31-retr and B-thm32-index-fix",
    "n",
    "A",
)
def nearest_letters(subject: NoPositions) -> Outcome:
    """z3, in turns: a multiple dw of w = 1/A with 1 ≤ d ≤ A - 1 is at least w from 0 and from 1;
    the farthest from 0 is at 1/2 for A = 2d, w/2 short of it for A = 2d + 1."""

    def statement(d: Any, w: Any) -> Posed:
        return (w > 0, d >= 1, d * w <= 1 - w), (subject.most(d * w, w), subject.most(1 - d * w, w))

    def middle(d: Any, w: Any) -> Posed:
        return (w > 0, (2 * d + 1) * w == 1, d >= 1), (2 * d * w == 1 - w, 3 * w <= 1)

    return prove_all([(statement, "d w"), (middle, "d w")])


REM_FIX.coq(
    "retrieval_extremes.B_rem32_fix_even",
    "retrieval_extremes.B_rem32_fix_odd",
    "retrieval_extremes.B_rem32_fix_one",
    "retrieval_extremes.B_rem32_fix_min",
    "retrieval_extremes.B_rem32_fix_index",
    "retrieval_extremes.B_rem32_fix_rate",
    "retrieval_discrepancy.B_rem32_fix",
    "retrieval_discrepancy.B_rem32_refuted_max",
    "retrieval_discrepancy.B_rem32_refuted_min",
    decides=("n", "A", "A ≤ 6", "n ≤ 9", "angles"),
    axioms=REALS,
    near_misses={
        "retrieval_extremes.B_rem32_fix_even__one": Kind.CONSTANT,
        "retrieval_extremes.B_rem32_fix_odd__strict": Kind.RELATION,
        "retrieval_extremes.B_rem32_fix_one__one": Kind.CONSTANT,
        "retrieval_extremes.B_rem32_fix_min__one": Kind.CONSTANT,
        "retrieval_discrepancy.B_rem32_fix__one_token": Kind.HYPOTHESIS,
        "retrieval_discrepancy.B_rem32_refuted_max__two_letters": Kind.CONSTANT,
        "retrieval_discrepancy.B_rem32_refuted_min__one_token": Kind.HYPOTHESIS,
    },
)

REM_FIX.mutant(
    "A = 1 as the other odd ones, at 2",
    Kind.HYPOTHESIS,
    without_positions,
    mutate=lambda s: replace(s, one_letter=False, odd=lambda w: s.even),
)
REM_FIX.mutant("Δ_min = 1 - cos ω", Kind.TERM, without_positions, least=key(ZERO, Fraction(1, 2)))
REM_FIX.mutant(
    "1 - cos 2ω",
    Kind.CONSTANT,
    without_positions,
    nearest_letters,
    apart=lambda w: key(ZERO, 2 * w),
    most=lambda x, w: x >= 2 * w,
)
REM_FIX.mutant("Index, min: 2π/(n+1)", Kind.INDEX, index_extremes, index_least=lambda n: n + 1)
REM_FIX.mutant("Index, min: 2π/(n-1)", Kind.INDEX, index_extremes, index_least=lambda n: n - 1)
REM_FIX.mutant("Index, max: 2π/n", Kind.INDEX, index_extremes, index_most=lambda n: n)
REM_FIX.mutant(
    "Index, max: 2π/⌊n/2⌋", Kind.INDEX, index_extremes, index_most=lambda n: max(1, n // 2)
)
REM_FIX.mutant("‖θ‖ < ω/(2n - 2) needed", Kind.INDEX, whole_task, needs=lambda n: 2 * n - 2)
REM_FIX.mutant("Δ_min ≤ 1 - cos(ω/2n)", Kind.CONSTANT, whole_task, rate=lambda n: 2 * n)
REM_FIX.mutant("a small angle", Kind.TERM, without_positions, angle=Fraction(1, 100))
REM_FIX.mutant("nearest strictly", Kind.RELATION, nearest_letters, most=lambda x, w: x > w)
REM_FIX.mutant("ω/2 the other way", Kind.TERM, without_positions, odd=lambda w: key(ZERO, w / 2))
