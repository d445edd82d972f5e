"""Discrepancy of the printed Retrieval head, exactly, in both readings (B-thm32-retr-fix, B-rem32).

A difference of two cosines cos 2πa - cos 2πb is held as its *key*, the sorted pair of turns
(a, 1/2 - b), since cos 2πa - cos 2πb = cos 2πa + cos 2π(1/2 - b). Equal keys are equal numbers;
different keys are compared by balls, with certainty or not at all.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import away
from theory.mathematics.balls import surely
from theory.mathematics.constructed import LETTERS, is_proper, number, retrieval_tokens
from theory.mathematics.conversions import cos_pi
from theory.mathematics.solvers import identities

Key = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)


def key(top: Fraction, second: Fraction) -> Key:
    """cos 2π·top - cos 2π·second, in turns."""
    a, b = away(top), HALF - away(second)
    return (min(a, b), max(a, b))


def value(one: Key) -> Any:
    """The number that a key stands for, as a ball."""
    return sum(cos_pi(2 * x) for x in one)


def ball_at_most(one: Key, other: Key) -> bool:
    """Whether one ≤ other.

    Raises:
        Undecided: the balls overlap and the keys differ.
    """
    if one == other:
        return True
    return surely(value(one), value(other))


def _inputs(letters: int, n: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """(left halves, wanted letter) of all proper sequences: wanted is among the left halves."""
    for lefts in product(LETTERS[:letters], repeat=n):
        yield from ((lefts, wanted) for wanted in sorted(set(lefts)))


def literal_inputs(letters: int, n: int, every: bool) -> set[tuple[tuple[str, ...], str]]:
    """The same from the definition of proper, with INT = {1}; or of every sequence."""
    sequences = product(retrieval_tokens(letters, 1), repeat=n)
    return {
        (tuple(left for left, _ in x), x[-1][1] if isinstance(x[-1][1], str) else x[-1][0])
        for x in sequences
        if every or is_proper(x)
    }


def distances(letters: int, n: int, whole: int, step: int) -> dict[tuple[int, int], int]:
    """Of each turn of a logit, d/letters + t·u, to the nearest integer, in units of 1/whole.

    By (t, d): the offset and the difference of the two letters' numbers. u is step units.
    """
    turns = {
        (t, d): (d * (whole // letters) + t * step) % whole
        for t, d in product(range(n), range(1 - letters, letters))
    }
    return {place: min(turn, whole - turn) for place, turn in turns.items()}


def discrepancies(letters: int, n: int, u: Fraction) -> tuple[set[Key], set[Key]]:
    """Keys of Δ(σ) over all inputs, and of the matching minus the best not matching key."""
    whole = lcm(letters, u.denominator)
    by_key = distances(letters, n, whole, int(u * whole))
    every, matched = set(), set()
    for lefts, wanted in _inputs(letters, n):
        own = number(wanted)
        numbers = [number(left) - own for left in reversed(lefts)]
        values = [by_key[place] for place in enumerate(numbers)]
        first, second = sorted(values)[:2]
        every.add((first, second))
        if any(numbers):
            good = min(x for x, d in zip(values, numbers, strict=True) if not d)
            bad = min(x for x, d in zip(values, numbers, strict=True) if d)
            matched.add((good, bad))
    keys = [{key(Fraction(a, whole), Fraction(b, whole)) for a, b in x} for x in (every, matched)]
    return keys[0], keys[1]


@dataclass(frozen=True)
class RetrievalDelta:
    """The exact values of Δ_max, Δ_min and of the gap to keys that do not match, as keys."""

    even: Callable[[int, Fraction], Key] = lambda n, u: key(Fraction(0), HALF - (n - 1) * u)
    odd: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(
        Fraction(0), HALF - (w / 2 - u)
    )
    least: Callable[[Fraction], Key] = lambda u: key(Fraction(0), u)
    apart: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(
        (n - 2) * u, w - (n - 1) * u
    )
    printed: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(Fraction(0), w - n * u)
    parts: tuple[Fraction, ...] = (Fraction(1, 7), HALF, Fraction(19, 20))
    sizes: tuple[tuple[int, int], ...] = tuple(product(range(1, 6), range(2, 5)))
    sign: int = 1
    shift: int = 0
    every: bool = False


def extreme(keys: Iterable[Key], one: Key, largest: bool) -> bool:
    """Whether ``one`` is among the keys and is the largest (smallest) of them."""
    keys = set(keys)
    return one in keys and all(
        ball_at_most(k, one) if largest else ball_at_most(one, k) for k in keys
    )


def _at_angle(subject: RetrievalDelta, letters: int, n: int, u: Fraction) -> str:
    """What is wrong at this size and angle, or ''."""
    w = Fraction(1, letters)
    every, matched = discrepancies(letters, n, u)
    top = subject.odd(n, u, w) if letters % 2 else subject.even(n, u)
    bound, least = subject.printed(n, u, w), subject.least(u)
    tests = {
        "Δ_max": extreme(every, top, largest=True),
        "Δ_min": extreme(every, least, largest=False),
        "printed bound, min": not ball_at_most(bound, least),
        "printed bound, max": ball_at_most(top, bound) == (letters == 1),
        "not matching": letters == 1 or extreme(matched, subject.apart(n, u, w), largest=False),
    }
    return ", ".join(name for name, holds in tests.items() if not holds)


RETR_FIX = FormalClaim(
    id="B-thm32-retr-fix",
    place="Theorem 3.2, Retrieval, repaired",
    statement="Let 2 ≤ n ≤ n0, 0 < θ < ω/(2·n0), A = |ALPH|, INT not empty. The maximum over "
    "proper inputs is Δ_max(n) = 1 + cos((n-1)θ) for even A and 1 + cos(ω/2 - θ) for odd A. For A "
    "≥ 2 it is above the printed 1 - cos(ω - nθ). The minimum is Δ_min(n) = 1 - cos θ, below it "
    "for every A. The least difference to a key that does not match, over letter–letter queries, "
    "is (A ≥ 2) cos((n-2)θ) - cos(ω - (n-1)θ) = 2 sin((ω-θ)/2) sin((ω-(2n-3)θ)/2) ≤ 1 - cos(ω - "
    "(n-1)θ).",
    provenance="repair",
    subject=RetrievalDelta,
    quantifiers={
        "n": "every 2 ≤ n ≤ n0, every A",
        "θ": "every 0 < θ < ω/(2 n0)",
        "sizes": "A ≤ 5, n ≤ 4, θ in {1/7, 1/2, 19/20} of ω/(2n)",
    },
    parts={
        "shift": Kind.INDEX,
        "odd": Kind.QUANTIFIER,
        "apart": Kind.TERM,
        "parts": Kind.HYPOTHESIS,
        "every": Kind.HYPOTHESIS,
    },
    not_covered="At n = 1 there is no other position. Between ω/(2 n0) and ω/(2 n0 - 3), where the "
    "head still works (B-thm31-retr), Δ_min is the smaller of its two expressions if A ≥ 2. For "
    "A = 1 it is the first.",
    rests_on=("B-thm31-retr",),
)


@RETR_FIX.exhaustive(
    "listed angles",
    "all proper inputs; extremes compared by equal phases or certain balls",
    "sizes",
)
def listed_angles(subject: RetrievalDelta) -> Outcome:
    """Up to 5 letters, n ≤ 4, three angles of (0, ω/(2n)); the inputs themselves at small sizes."""
    cases = 0
    for letters, n in ((1, 3), (2, 2), (2, 3), (3, 2)):
        cases += 1
        if set(_inputs(letters, n)) != literal_inputs(letters, n, subject.every):
            return false(f"{letters} letters, n = {n}: other inputs than the proper ones", cases)
    for letters, n in subject.sizes:
        for part in subject.parts:
            cases += 1
            wrong = _at_angle(subject, letters, n, part / (2 * letters * n))
            if wrong:
                return false(f"{letters} letters, n = {n}, θ = {part}·ω/(2n): {wrong}", cases)
    return true(cases)


@RETR_FIX.written(
    "sums as products",
    "every A, n, θ: which key is nearest; the signs by product formulas (sympy)",
    "n",
    "θ",
)
def sums_as_products(subject: RetrievalDelta) -> Outcome:
    """Sums of cosines as products, in e^{iω/4}, e^{iθ/2}, e^{inθ/2}: the signs are read off."""
    from sympy import symbols

    g, q, p = symbols("g q p")

    def cos(z: Any) -> Any:
        return (z + 1 / z) / 2

    def sines(x: Any, y: Any) -> Any:
        return -subject.sign * (x - 1 / x) * (y - 1 / y) / 2

    h = g**2
    late = p**2 / q**2 * q ** (2 * subject.shift)
    return identities(
        {
            "even": cos(late) + cos(h**2 / p**2) - 2 * cos(h / q) * cos(h * q / p**2),
            "odd": cos(h / q**2) + cos(h**2 / p**2) - 2 * cos(g**3 / (p * q)) * cos(g * q / p),
            "apart": cos(p**2 / q**4) - cos(h**2 * q**2 / p**2) - sines(h / q, h * q**3 / p**2),
        }
    )


RETR_FIX.coq(
    "retrieval_extremes.B_thm32_retr_fix_max_even",
    "retrieval_extremes.B_thm32_retr_fix_max_odd",
    "retrieval_extremes.B_thm32_retr_fix_min",
    "retrieval_extremes.B_thm32_retr_fix_apart",
    "retrieval_extremes.discrepancy_exists",
    "retrieval_discrepancy.B_thm32_retr_fix_even",
    "retrieval_discrepancy.B_thm32_retr_fix_odd",
    "retrieval_discrepancy.B_thm32_retr_fix_least",
    "retrieval_discrepancy.B_thm32_retr_refuted",
    "discrepancy.discrepancy_unique",
    decides=("n", "θ", "sizes"),
    axioms=REALS,
    near_misses={
        "retrieval_extremes.B_thm32_retr_fix_max_even__n": Kind.INDEX,
        "retrieval_extremes.B_thm32_retr_fix_max_odd__whole": Kind.CONSTANT,
        "retrieval_extremes.B_thm32_retr_fix_min__twice": Kind.CONSTANT,
        "retrieval_extremes.discrepancy_exists__one_token": Kind.HYPOTHESIS,
        "retrieval_discrepancy.B_thm32_retr_fix_even__one_token": Kind.HYPOTHESIS,
        "retrieval_discrepancy.B_thm32_retr_fix_odd__one_token": Kind.HYPOTHESIS,
        "retrieval_discrepancy.B_thm32_retr_fix_least__one_token": Kind.HYPOTHESIS,
        "retrieval_discrepancy.B_thm32_retr_refuted__one_token": Kind.HYPOTHESIS,
    },
)

RETR_FIX.mutant(
    "even formula at nθ", Kind.INDEX, even=lambda n, u: key(Fraction(0), HALF - n * u), shift=1
)
RETR_FIX.mutant(
    "even formula for odd A",
    Kind.QUANTIFIER,
    listed_angles,
    mutate=lambda s: replace(s, odd=lambda n, u, w: s.even(n, u)),
)
RETR_FIX.mutant(
    "Δ_min = 1 - cos 2θ", Kind.CONSTANT, listed_angles, least=lambda u: key(Fraction(0), 2 * u)
)
RETR_FIX.mutant(
    "Δ_min = 1 - cos(θ/2)", Kind.CONSTANT, listed_angles, least=lambda u: key(Fraction(0), u / 2)
)
RETR_FIX.mutant(
    "Δ_min below 1 - cos θ",
    Kind.TERM,
    listed_angles,
    printed=lambda n, u, w: key(Fraction(0), u),
)
RETR_FIX.mutant(
    "Δ_max above 2",
    Kind.TERM,
    listed_angles,
    printed=lambda n, u, w: key(Fraction(0), HALF),
)
RETR_FIX.mutant(
    "ω/2 + θ", Kind.SIGN, listed_angles, odd=lambda n, u, w: key(Fraction(0), HALF - (w / 2 + u))
)
RETR_FIX.mutant(
    "printed bound for keys that do not match",
    Kind.TERM,
    listed_angles,
    mutate=lambda s: replace(s, apart=s.printed),
)
RETR_FIX.mutant("every input, proper or not", Kind.HYPOTHESIS, listed_angles, every=True)
RETR_FIX.mutant("θ up to ω", Kind.HYPOTHESIS, listed_angles, parts=(Fraction(9, 5),))
RETR_FIX.mutant("minus the product of sines", Kind.SIGN, sums_as_products, sign=-1)
