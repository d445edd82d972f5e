"""Theorem 3.2's Retrieval bound beyond n0, read of the least discrepancy, and what holds at every
length and angle (B-thm32-retr-min, B-thm32-retr-all).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.terms import Undecided
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import away, chebyshev
from theory.mathematics.circle import added, sign
from theory.mathematics.constructed import is_proper, retrieval_phases, retrieval_tokens
from theory.mathematics.solvers import identities
from theory.paper_b.printed_heads.retrieval_discrepancy import (
    HALF,
    Key,
    ball_at_most,
    discrepancies,
    key,
)
from theory.witnesses import witness

ZERO = Fraction(0)


def least_above_printed(data: dict[str, Any]) -> Outcome:
    """Two letters, INT = {1}, a rational cosine: every proper input of length n has a discrepancy
    above 1 - cos(π - nθ) = 1 + cos nθ."""
    c, n, n0 = Fraction(data["cos"]), data["n"], data["n0"]
    cos = chebyshev(c, max(n, n0))
    inputs = [x for x in product(retrieval_tokens(data["letters"], 1), repeat=n) if is_proper(x)]
    deltas = set()
    for tokens in inputs:
        # Turns at θ = 0: the letters' part of each phase, a whole or half turn, which flips a sign.
        turns = retrieval_phases(tokens, data["letters"], ZERO)
        row = [(1 if x.denominator == 1 else -1) * cos[t] for t, x in enumerate(turns)]
        second, first = sorted(row)[-2:]
        deltas.add(first - second)
    parts = [
        (data["letters"] == 2 and min(n0, n) >= 2, "not two letters, or no other position", ""),
        (
            c < 1 and min(cos[1 : n0 + 1]) > 0,
            "θ not in (0, ω/(2 n0))",
            f"cos tθ at t = 0 … {max(n, n0)}: {witness.fractions(cos)};"
            f" positive up to t = n0 = {n0}, "
            "so 0 < n0·θ < π/2 = ω/2",
        ),
        (
            len(inputs) == data["inputs"],
            f"{len(inputs)} proper inputs",
            f"{len(inputs)} proper inputs of length {n}: logits ± cos tθ, t positions back",
        ),
        (
            str(min(deltas)) == data["least"],
            f"the least discrepancy is {min(deltas)}",
            f"their discrepancies: {witness.fractions(sorted(deltas))}; the least {min(deltas)}",
        ),
        (
            str(1 + cos[n]) == data["bound"],
            f"the bound is {1 + cos[n]}",
            f"1 - cos(ω - nθ) = 1 + cos {n}θ = 1 + ({cos[n]}) = {1 + cos[n]}",
        ),
        (min(deltas) > 1 + cos[n], "the printed bound holds", f"{min(deltas)} > {1 + cos[n]}"),
    ]
    return witness.shown(parts, f"{len(inputs)} inputs: Δ ≥ {min(deltas)} > {1 + cos[n]}")


LEAST = witness.RefutedClaim(
    least_above_printed,
    id="B-thm32-retr-min",
    paper="B",
    place="Theorem 3.2, Retrieval, read with the least discrepancy",
    statement="Let n > 1 be an arbitrary input length, ω = 2π/|ALPH| and 0 < θ < ω/(2·n0). Then "
    "Δ_Retrieval(n) ≤ 1 - cos(ω - nθ). Here Δ(n) is the minimum over proper inputs of length n of "
    "the largest logit minus the largest logit at any other position.",
    provenance="reading",
    parts={
        "n": Kind.INDEX,
        "letters": Kind.QUANTIFIER,
        "n0": Kind.HYPOTHESIS,
        "inputs": Kind.DATA,
        "least": Kind.DATA,
        "bound": Kind.DATA,
    },
    not_covered="By B-thm32-retr-all, whatever |ALPH| and n0 ≥ 2, for n ≤ 2·n0 - 1 the bound holds "
    "in this reading at every θ of the range. By it too, whatever |ALPH| and n0 ≥ 2, for every n ≥ "
    "2·n0 the bound fails at some θ of the range. So n = 4 is the smallest.",
    repairs=("B-thm32-retr-all",),
)

LEAST.edited("n = 3", Kind.INDEX, lambda w: w.update(n=3, inputs=82, least="1/4", bound="7/16"))
LEAST.edited("n0 = 3", Kind.HYPOTHESIS, lambda w: w.update(n0=3))
LEAST.edited(
    "cos θ = 4/5", Kind.CONSTANT, lambda w: w.update(cos="4/5", least="9/125", bound="98/625")
)
LEAST.edited("three letters", Kind.QUANTIFIER, lambda w: w.update(letters=3))
LEAST.edited("an input less", Kind.DATA, lambda w: w.update(inputs=w["inputs"] - 1))


def from_letters(x: Fraction, letters: int) -> Fraction:
    """‖x‖_ω in turns: the distance to the nearest multiple of 1/letters."""
    return away(letters * x) / letters


def leq(one: Key, other: Key) -> bool:
    """Whether one ≤ other, exactly: by balls, and in the cyclotomic field where they overlap."""
    try:
        return ball_at_most(one, other)
    except Undecided:
        sides = [added(*((Fraction(1), 2 * x) for x in pair)) for pair in (one, other)]
        return sign(sides[0], sides[1]) <= 0


@dataclass(frozen=True)
class AnyLength:
    """Δ_max(n) at every n and θ; bounds of Δ_min(n); lengths for which the printed one holds.

    ``even(r)`` and ``odd(r, w)``: Δ_max from the largest, the smallest ‖tθ‖_ω, 1 ≤ t < n."""

    even: Callable[[Fraction], Key] = lambda r: key(ZERO, HALF - r)
    odd: Callable[[Fraction, Fraction], Key] = lambda r, w: key(ZERO, HALF - (w / 2 - r))
    arc: Callable[[int, Fraction], Fraction] = lambda n, w: w / n
    first: Callable[[Fraction], Fraction] = lambda u: u
    end: Callable[[int], int] = lambda n0: 2 * n0
    sizes: tuple[tuple[int, int], ...] = (
        *((1, n) for n in (2, 3, 4)),
        *((2, n) for n in (2, 3, 4, 5, 6)),
        *((3, n) for n in (2, 3, 4, 5)),
        *((4, n) for n in (2, 3, 4)),
    )
    turns: tuple[Fraction, ...] = tuple(
        sorted({Fraction(k, q) for q in (7, 10, 24) for k in range(q)})
    )
    sign: int = 1


def _at_angle(subject: AnyLength, letters: int, n: int, u: Fraction) -> str:
    """What is wrong with Δ_max and the bounds of Δ_min at this size and angle, or ''."""
    w = Fraction(1, letters)
    every, _ = discrepancies(letters, n, u)
    distances = [from_letters(t * u, letters) for t in range(1, n)]
    top = subject.odd(min(distances), w) if letters % 2 else subject.even(max(distances))
    if not (any(leq(top, one) for one in every) and all(leq(one, top) for one in every)):
        return "Δ_max"
    for name, bound in (("1 - cos θ", subject.first(u)), ("1 - cos(ω/n)", subject.arc(n, w))):
        if not any(leq(one, key(ZERO, bound)) for one in every):
            return f"Δ_min above {name}"
    return ""


def printed_holds(letters: int, n: int, u: Fraction) -> bool:
    """Whether some proper input of length n has a discrepancy ≤ 1 - cos(ω - nθ), θ = 2πu."""
    every, _ = discrepancies(letters, n, u)
    return any(leq(one, key(ZERO, Fraction(1, letters) - n * u)) for one in every)


ALL = FormalClaim(
    id="B-thm32-retr-all",
    place="Theorem 3.2, Retrieval, repaired for every length",
    statement="Let A = |ALPH| ≥ 1, ω = 2π/A, INT not empty, n ≥ 2, θ any real number, and ‖x‖_ω "
    "the distance of x to the multiples of ω. The maximum over proper inputs is 1 + cos(max_{t<n} "
    "‖tθ‖_ω) for even A and 1 + cos(ω/2 - min_{t<n} ‖tθ‖_ω) for odd A (1 ≤ t). It is at least 1 "
    "for A ≥ 2, whatever n and θ. The minimum is at most 1 - cos θ and at most 1 - cos(ω/n) ≤ "
    "2π²/(An)². For every A and n0 ≥ 2 the printed 1 - cos(ω - nθ) bounds the minimum at every θ "
    "in (0, ω/(2·n0)) iff n ≤ 2·n0 - 1. For every A ≥ 1, n0 ≥ 2 and n ≥ 2·n0 it does not at θ = "
    "4ω/(4n+1), say.",
    provenance="repair",
    subject=AnyLength,
    quantifiers={
        "n": "every n ≥ 2, n0 ≥ 2, A ≥ 1",
        "θ": "every real θ",
        "listed": "A ≤ 4, n ≤ 6, θ = 2πk/q with q in {7, 10, 24}",
        "range": "A ≤ 4, n0 in {2, 3}, three θ",
    },
    parts={"end": Kind.INDEX, "even": Kind.QUANTIFIER, "odd": Kind.QUANTIFIER, "first": Kind.TERM},
    not_covered="The exact minimum at every n and θ: for 0 < θ < ω/(2n - 3) it is the smaller of 1 "
    "- cos θ and cos((n-2)θ) - cos(ω - (n-1)θ) if A ≥ 2 (B-thm32-retr-fix for n ≤ n0). For A = 1 "
    "it is the first.",
    rests_on=("B-thm31-retr",),
)


@ALL.exhaustive(
    "listed turns",
    "all proper inputs; cosines compared by balls or in the cyclotomic field",
    "listed",
)
def listed_turns(subject: AnyLength) -> Outcome:
    """Every proper input at the listed sizes and θ = 2πk/q, q = 7, 10, 24."""
    cases = 0
    for letters, n in subject.sizes:
        for u in subject.turns:
            cases += 1
            wrong = _at_angle(subject, letters, n, u)
            if wrong:
                return false(f"{letters} letters, n = {n}, θ = {u}·2π: {wrong}", cases)
    return true(cases)


@ALL.exhaustive(
    "the printed bound with min",
    "all proper inputs of n ≤ 2·n0 + 2, on both sides of the threshold",
    "range",
)
def printed_with_min(subject: AnyLength) -> Outcome:
    """The printed bound on Δ_min: true to n = 2 n0 - 1 at θ = 1/9, 1/2, 19/20 of ω/(2 n0), false
    from n = 2 n0 to 2 n0 + 2 at θ = 4ω/(4n+1), which is in the range; n0 = 2, 3."""
    cases = 0
    for letters, n0 in ((1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3), (3, 3)):
        w = Fraction(1, letters)
        range_end, first = w / (2 * n0), subject.end(n0)
        for n in range(2, first):
            for part in (Fraction(1, 9), HALF, Fraction(19, 20)):
                cases += 1
                if not printed_holds(letters, n, part * range_end):
                    return false(f"{letters} letters, n0 = {n0}, n = {n}: part {part}", cases)
        for n in range(first, first + 3):
            cases += 1
            u = 4 * w / (4 * n + 1)
            if u >= range_end or printed_holds(letters, n, u):
                return false(f"{letters} letters, n0 = {n0}, n = {n}: holds, or no θ", cases)
    return true(cases)


@ALL.written(
    "every length",
    "every A, n, θ: farthest keys, pigeonhole on a circle of length ω, squares at 4ω/(4n+1)",
    "n",
    "θ",
)
def near_full_arc(subject: AnyLength) -> Outcome:
    """sympy: (cos a - cos b)² = (1 - cos(a+b)) (1 - cos(a-b)), in e^{ia/2} and e^{ib/2}."""
    from sympy import symbols

    p, q = symbols("p q")

    def cos(z: Any) -> Any:
        return (z**2 + z**-2) / 2

    product = (1 - cos(p * q)) * (1 - subject.sign * cos(p / q))
    return identities({"square": (cos(p) - cos(q)) ** 2 - product})


ALL.coq(
    "any_length.B_thm32_retr_all_first",
    "any_length.B_thm32_retr_all_arc",
    "any_length.B_thm32_retr_all_printed",
    "longest.B_thm32_retr_all_max_even",
    "longest.B_thm32_retr_all_max_odd",
    "longest.B_thm32_retr_all_one",
    "longest.B_thm32_retr_all_fails",
    "longest.B_thm32_retr_all_square",
    decides=("n", "θ", "listed", "range"),
    axioms=REALS,
    near_misses={
        "any_length.B_thm32_retr_all_first__half": Kind.CONSTANT,
        "any_length.B_thm32_retr_all_arc__one_more": Kind.INDEX,
        "longest.B_thm32_retr_all_max_even__one_token": Kind.HYPOTHESIS,
        "longest.B_thm32_retr_all_max_odd__one_token": Kind.HYPOTHESIS,
        "longest.B_thm32_retr_all_one__one_letter": Kind.HYPOTHESIS,
        "longest.B_thm32_retr_all_fails__one_less": Kind.INDEX,
        "longest.B_thm32_retr_all_square__half": Kind.CONSTANT,
    },
)

ALL.mutant("odd A as even A", Kind.QUANTIFIER, listed_turns, odd=lambda r, w: key(ZERO, HALF - r))
ALL.mutant("even A always 2", Kind.QUANTIFIER, listed_turns, even=lambda r: key(ZERO, HALF))
ALL.mutant("ω/(n+1)", Kind.CONSTANT, listed_turns, arc=lambda n, w: w / (n + 1))
ALL.mutant("1 - cos(θ/2)", Kind.TERM, listed_turns, first=lambda u: u / 2)
ALL.mutant("to n = 2 n0", Kind.INDEX, printed_with_min, end=lambda n0: 2 * n0 + 1)
ALL.mutant("false from n = 2 n0 - 1 on", Kind.INDEX, printed_with_min, end=lambda n0: 2 * n0 - 1)
ALL.mutant("the other sign", Kind.SIGN, near_full_arc, sign=-1)
