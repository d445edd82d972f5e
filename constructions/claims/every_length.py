"""At which inverse temperatures the repaired Index head is right at every position, for every
length and every largest integer (C-index-all)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from constructions.claims.exhaustive import right_on, soft
from constructions.heads.alphabets import Numbers
from constructions.heads.directions import Arrows
from constructions.heads.index import index_repaired
from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.conversions import ball_sum, cos_pi, to_ball
from theory.paper_b.printed_heads.temperature import Form, equivalent

AB = ("a", "b")
LAST = 12
"""The largest length and integer at which the closed form is evaluated."""
GRID = [
    (most, n0, turns, r, beta)
    for most, n0 in ((1, 2), (1, 3), (2, 3), (3, 3))
    for turns in (Fraction(1, 1 + max(n0 - 1, most)), Fraction(2, 9))
    for r in (Fraction(1, 2), Fraction(9, 10))
    for beta in (Fraction(1, 2), Fraction(4), Fraction(32))
]


@dataclass(frozen=True)
class TurnedHead:
    """The conditions: 3·W > Σ for a letter; the letter found against the query's own key and the
    heaviest tokens; own key and the number found, or the own key alone, against letters."""

    own: int = 1
    letters: int = 3
    found: int = 1
    turn: int = 1
    outside: Callable[[int, int], int] = min
    share: Fraction = Fraction(1, 4)

    def hold(self, most: int, n0: int, turns: Fraction, r: Any, beta: Any) -> bool:
        """Whether all of them certainly hold; ``r`` and ``beta`` are balls."""

        def key(s: int, t: int) -> Any:
            return (beta * cos_pi(2 * (t - s) * turns)).exp()

        def number(s: int, t: int, i: int) -> Any:
            return (beta * r * cos_pi(2 * (t - s + self.turn * i) * turns)).exp()

        def heaviest(s: int, t: int) -> Any:
            top = key(s, t)
            for i in range(1, most + 1):
                top = top.max(number(s, t, i))
            return top

        def lightest(s: int) -> Any:
            low = number(s, s, 1)
            for i in range(2, most + 1):
                low = low.min(number(s, s, i))
            return low

        def all_but(s: int, weight: Callable[[int, int], Any]) -> Any:
            return ball_sum(weight(s, t) for t in range(1, n0) if t != s)

        own, full = (beta * r).exp(), beta.exp()
        if not all_but(0, key) < self.letters * full:
            return False
        for s in range(1, most + 1):
            before = ball_sum(key(s, t) for t in range(1, self.outside(s, n0)))
            if not before < own:
                return False
            if s < n0 and not (
                self.own * own + all_but(s, heaviest) < full
                and all_but(s, key) < own + self.found * lightest(s)
            ):
                return False
        return True


def literal_forms(most: int, n: int, s: int) -> set[Form]:
    """Z·(y_answer - y_other), Z the softmax sum, by kind of key (letter, 1 … m) and offset: all
    inputs of two letters and 1 … m whose last token is the number s (0: a letter)."""
    forms = set()
    tokens = [*AB, *range(1, most + 1)]
    for x in product(tokens, repeat=n):
        if (x[-1] if isinstance(x[-1], int) else 0) != s:
            continue
        aim = x[-1 - s] if s < n else s
        answer = aim if s and isinstance(aim, str) else x[-1]
        for other in tokens:
            if other != answer:
                skip = (x[-1] == answer) - (x[-1] == other)
                form = [0] * ((most + 1) * n)
                for t, token in enumerate(reversed(x)):
                    gain = 2 * ((token == answer) - (token == other)) * isinstance(token, str)
                    form[(token if isinstance(token, int) else 0) * n + t] = skip + gain
                forms.add(tuple(form))
    return forms


def listed_forms(subject: TurnedHead, most: int, n: int, s: int) -> set[Form]:
    """The conditions at length n, by kind of key and offset, for each choice of heaviest tokens."""

    def form(*keys: tuple[int, int, int]) -> Form:
        row = [0] * ((most + 1) * n)
        for kind, t, weight in keys:
            row[kind * n + t] = weight
        return tuple(row)

    rest = [t for t in range(1, n) if t != s]
    if s == 0:
        return {form((0, 0, subject.letters), *((0, t, -1) for t in rest))}
    if s >= n:
        return {form((s, 0, 1), *((0, t, -1) for t in rest))}
    fillings = product(range(most + 1), repeat=len(rest))
    forms = {
        form(
            (0, s, 1), (s, 0, -subject.own), *((k, t, -1) for k, t in zip(kinds, rest, strict=True))
        )
        for kinds in fillings
    }
    return forms | {
        form((s, 0, 1), (i, s, subject.found), *((0, t, -1) for t in rest))
        for i in range(1, most + 1)
    }


RUN, CLOSED, JOINED = "the weights on a grid", "closed form", "every input's linear form"
INDEX_ALL = FormalClaim(
    id="C-index-all",
    paper="suite",
    place="Theorem 3.1, Index, at every length",
    statement="INT = {1..m}, two letters or more, softmax(β·logits), integer keys r·ρ(-σ)v. Write "
    "L_s(t) = e^{β cos((t-s)θ)}, N_s(t, i) = e^{βr cos((t-s+i)θ)}, own = e^{βr}. The repaired "
    "Index head is right at every position of every input of length ≤ n0 iff three conditions "
    "hold. First, Σ_{1≤t<n0} L_0(t) < 3e^β. Second, Σ_{1≤t<min(s,n0)} L_s(t) < own for 1 ≤ s ≤ m. "
    "Third, for 1 ≤ s ≤ m with s < n0, and t over 1 … n0-1 but s: own + Σ max(L_s(t), max_i "
    "N_s(t, i)) < e^β and Σ L_s(t) < own + min_i N_s(s, i). If cos dθ + g ≤ r ≤ 1 - g for 1 ≤ d ≤ "
    "max(n0-1, m), 0 ≤ r, g ≥ 0, then e^{βg} > n0 - 1 is enough. So with D = max(n0-1, m) + 1, θ "
    "= 2π/D, r = 1 - 4/D², every β ≥ D² ln(n0)/4 serves. Run at 48 triples of θ, r, β; the closed "
    "form for n0, m ≤ 12.",
    subject=TurnedHead,
    quantifiers={
        "n0": "every n0, m ≥ 1, all real β, θ, r (β, r, g ≥ 0 where e^{βg} is asked for)",
        "grid": f"{len(GRID)} triples of θ, r, β at (m, n0) in {{(1, 2), (1, 3), (2, 3), (3, 3)}}",
        "small": f"the closed form at 2 ≤ n0 ≤ {LAST}, 1 ≤ m ≤ {LAST}",
    },
    parts={"outside": Kind.INDEX, "found": Kind.TERM, "own": Kind.TERM},
    not_covered="That some θ needs less: the best angle. One letter alone. Rounding: certificates.",
    rests_on=("B-thm31-index",),
)


@INDEX_ALL.exhaustive(
    RUN, "every input of length ≤ n0, by balls: right exactly where the conditions hold", "grid"
)
def on_a_grid(subject: TurnedHead) -> Outcome:
    """The weights run by softmax on every input, right exactly where the conditions hold."""
    counts: dict[bool, int] = {True: 0, False: 0}
    for most, n0, turns, r, beta in GRID:
        head = index_repaired(Numbers(AB, most), n0, theta=turns)
        weights = head.weights
        numbers = {f"number {i}" for i in range(1, most + 1)}

        def sized(arrows: Arrows, length: Fraction) -> Arrows:
            return tuple(replace(arrow, length=length) for arrow in arrows)

        key = {d: sized(a, r) if d in numbers else a for d, a in weights.key.items()}
        changed = replace(head, weights=replace(weights, key=key))
        ran = right_on(changed, soft(changed, beta), head.task.inputs(n0)).status == "true"
        counts[ran] += 1
        if subject.hold(most, n0, turns, to_ball(r), to_ball(beta)) != ran:
            return false(f"m = {most}, n0 = {n0}, θ = {turns}·2π, r = {r}, β = {beta}: {ran}")
    if not all(counts.values()):
        return false("the grid has one answer alone")
    return true(sum(counts.values()), note=f"right at {counts[True]}, wrong at {counts[False]}")


@INDEX_ALL.exhaustive(CLOSED, "the conditions at the closed form, by balls", "small")
def closed_form(subject: TurnedHead) -> Outcome:
    """θ = 2π/D, r = 1 - 4/D², β = D² ln(n0)/4, D = max(n0 - 1, m) + 1: the conditions, by balls."""
    cases = 0
    for most, n0 in product(range(1, LAST + 1), range(2, LAST + 1)):
        cases += 1
        d = max(n0 - 1, most) + 1
        beta = to_ball(subject.share * d * d) * to_ball(n0).log()
        if not subject.hold(most, n0, Fraction(1, d), to_ball(1 - Fraction(4, d * d)), beta):
            return false(f"m = {most}, n0 = {n0}", cases)
    return true(cases)


@INDEX_ALL.written(
    JOINED, "every n0: worst inputs; literal at n ≤ 3, m ≤ 3, for all positive weights", "n0"
)
def listed_conditions(subject: TurnedHead) -> Outcome:
    """n ≤ 3, m ≤ 3: the listed conditions are literal, and imply all others at any weights."""
    cases = 0
    for most, n in product(range(1, 4), range(1, 4)):
        for s in range(most + 1):
            cases += 1
            if not equivalent(literal_forms(most, n, s), listed_forms(subject, most, n, s)):
                return false(f"m = {most}, n = {n}, last token {s}", cases)
    return true(cases, note="for all positive weights: every β, θ and r")


INDEX_ALL.coq(
    "turned_temperature.C_index_fix",
    "turned_temperature.C_index_fix_letters",
    "turned_temperature.C_index_fix_enough",
    "turned_temperature.C_index_fix_all",
    decides=("n0", "grid", "small"),
    axioms=REALS,
    near_misses={
        "turned_temperature.C_index_fix__query_alone": Kind.TERM,
        "turned_temperature.C_index_fix_letters__no_letters": Kind.HYPOTHESIS,
        "turned_temperature.C_index_fix_enough__weak": Kind.RELATION,
        "turned_temperature.C_index_fix_all__one_less": Kind.INDEX,
    },
)

INDEX_ALL.mutant("twice a letter", Kind.CONSTANT, listed_conditions, letters=2)
INDEX_ALL.mutant("the number found is not counted", Kind.TERM, listed_conditions, found=0)
INDEX_ALL.mutant("the query's key is not counted", Kind.TERM, on_a_grid, listed_conditions, own=0)
INDEX_ALL.mutant("integer keys turned back", Kind.SIGN, on_a_grid, turn=-1)
INDEX_ALL.mutant("n0 for the smaller of s, n0", Kind.INDEX, on_a_grid, closed_form, outside=max)
INDEX_ALL.mutant("D² ln(n0)/12", Kind.CONSTANT, closed_form, share=Fraction(1, 12))
