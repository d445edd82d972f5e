"""The smallest inverse temperature of the printed heads, as exact conditions with closed-form
bounds on both sides (S-beta).

An input decodes rightly iff, for every other token, a linear form in the positive weights
e^{β·logit} is positive. Forms are tuples of coefficients; a listed form that is componentwise at
most a multiple of another implies it for all positive weights, whatever β and θ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from theory.constructed import (
    LETTERS,
    index_answer,
    index_inputs,
    index_target,
    number,
    proper,
    retrieval_answer,
    retrieval_tokens,
)
from theory.ledger import Claim, Evidence, Kind, Method, Mutant, Outcome, Verdict, false, true

Form = tuple[int, ...]


def index_forms(n: int, s: int) -> set[Form]:
    """Literal: Z·(y_answer - y_other) by offset, all inputs with target s; Z the softmax sum."""
    forms = set()
    for tokens in index_inputs(n, 2, n - 1):
        if index_target(tokens) != s:
            continue
        answer = index_answer(tokens)
        for other in [*LETTERS[:2], *range(1, n)]:
            if other != answer:
                share = {answer: 1, other: -1}
                skip = share.get(tokens[-1], 0)
                forms.add(
                    tuple(
                        skip + (2 * share.get(x, 0) if isinstance(x, str) else 0)
                        for x in reversed(tokens)
                    )
                )
    return forms


def index_listed(n: int, s: int, own: int = 3) -> set[Form]:
    """W_s > Σ_{t≠s} W_t for s ≥ 1; own·W_0 > Σ_{t≥1} W_t for a letter."""
    return {tuple((own if s == 0 else 1) if t == s else -1 for t in range(n))}


def retrieval_forms(letters: int, n: int) -> set[Form]:
    """Literal, over all proper inputs: coefficients by (letters off, offset), flattened."""
    forms = set()
    for tokens in product(retrieval_tokens(letters, 1), repeat=n):
        if not proper(tokens):
            continue
        answer, (left, right) = retrieval_answer(tokens), tokens[-1]
        wanted = number(right if isinstance(right, str) else left)
        for other in set(tokens) - {answer}:
            form = [0] * (letters * n)
            for t, token in enumerate(reversed(tokens)):
                off = (number(token[0]) - wanted) % letters
                form[off * n + t] += (token == answer) - (token == other)
            forms.add(tuple(form))
    return forms


def retrieval_listed(letters: int, n: int, integers: bool = True) -> set[Form]:
    """(I) W_0(0) > Σ_{t≥1} W_0(t); (II) W_0(t) > Σ_{t'≠0,t} W_d(t'); (III) … > Σ_{t'<t} W_d(t')."""

    def form(t: int, d: int, rivals: Iterator[int]) -> Form:
        row = [0] * (letters * n)
        row[t] = 1
        for other in rivals:
            row[d * n + other] = -1
        return tuple(row)

    listed = {form(0, 0, iter(range(1, n)))} if integers else set()
    for t, d in product(range(n), range(1, letters)):
        if set(range(1, n)) - {t}:
            listed.add(form(t, d, (k for k in range(1, n) if k != t)))
        if t:
            listed.add(form(t, d, iter(range(t))))
    return listed


def equivalent(literal: set[Form], listed: set[Form]) -> bool:
    """Each listed form is literal, and each literal one is at least a listed one or its double
    (or has no negative coefficient)."""
    rows = [tuple(k * x for x in row) for row in listed for k in (1, 2)]
    return listed <= literal and all(
        min(form) >= 0 < max(form)
        or any(all(x >= y for x, y in zip(form, row, strict=True)) for row in rows)
        for form in literal
    )


@dataclass(frozen=True)
class Beta:
    """Conditions, and the ratios q = e^{-c} of the closed forms."""

    own: int = 3
    integers: bool = True
    index_q: Fraction = Fraction(9, 20)
    enough_q: Fraction = Fraction(2, 3)
    needed_q: Fraction = Fraction(3, 4)
    area: Fraction = Fraction(8)


def exact_conditions(claim: Beta) -> Outcome:
    """Index at n ≤ 4 (two letters, m = n - 1); Retrieval, (letters, n) up to (2, 4), (3, 3)."""
    cases = 0
    for n in range(2, 5):
        for s in range(n):
            cases += 1
            if not equivalent(index_forms(n, s), index_listed(n, s, claim.own)):
                return false(f"Index: n = {n}, target {s}", cases)
    for letters, n in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4)):
        cases += 1
        listed = retrieval_listed(letters, n, claim.integers)
        if not equivalent(retrieval_forms(letters, n), listed):
            return false(f"Retrieval: {letters} letters, n = {n}", cases)
    return true(cases, note="for all positive weights: every β and θ")


def series(claim: Beta) -> Outcome:
    """The sums of the written proof, in Fractions: geometric majorants of Σ q^{d²}."""
    q, r, s = claim.index_q, claim.enough_q, claim.needed_q
    tests = {
        "2 Σ q^{d²} ≤ 2q/(1 - q³) < 1": 2 * q < 1 - q**3,
        "Σ q^{t²} ≤ q/(1 - q³) < 1": r < 1 - r**3,
        "Σ_{r≥3} q^{r²/2} ≤ q⁴/(1 - q) < 1": r**4 < 1 - r,
        "q + q⁴ ≥ 1": s + s**4 >= 1,
    }
    wrong = [name for name, holds in tests.items() if not holds]
    return false(", ".join(wrong), len(tests)) if wrong else true(len(tests))


def row_sums(n: int, beta: Any, turns: Fraction) -> list[Any]:
    """Σ_{t≠s} e^{-β(1-cos((t-s)θ))} for 1 ≤ s ≤ n - 1, as balls."""
    from flint import arb, fmpq

    f = [
        (
            -beta * (1 - arb.cos_pi_fmpq(fmpq(2 * (d * turns).numerator, (d * turns).denominator)))
        ).exp()
        for d in range(n)
    ]
    return [sum(f[1 : s + 1], arb(0)) + sum(f[1 : n - s], arb(0)) for s in range(1, n)]


def closed_forms(claim: Beta) -> Outcome:
    """Balls, 3 ≤ n0 ≤ 24: at θ = 2π/n0 the condition holds at the upper bound for β and fails at
    the lower one; for Retrieval (2 and 5 letters, θ = ω/(2 n0)) all three hold at the upper one."""
    from flint import arb, fmpq

    def log(x: Fraction) -> Any:
        return arb(fmpq(x.numerator, x.denominator)).log()

    cases = 0
    for n in range(3, 25):
        high = -log(claim.index_q) * n**2 / 8
        area = arb(fmpq(claim.area.numerator, claim.area.denominator))
        low = n**2 / (area * arb.pi()) - 2 / arb.pi() ** 2
        turn = Fraction(1, n)
        cases += 1
        if not all(x < 1 for x in row_sums(n, high, turn)):
            return false(f"Index: n0 = {n} at the upper bound", cases)
        if not any(x > 1 for x in row_sums(n, low, turn)):
            return false(f"Index: n0 = {n} holds at the lower bound", cases)
        for letters in (2, 5):
            beta = -log(claim.enough_q) * n**2 * letters**2 / 4
            if not retrieval_holds(n, letters, beta):
                return false(f"Retrieval: n0 = {n}, {letters} letters", cases)
    return true(cases)


def retrieval_holds(n: int, letters: int, beta: Any) -> bool:
    """(I), (II), (III) at θ = ω/(2n), certainly; the nearest rival has d = -1."""
    from flint import arb, fmpq

    def weight(turns: Fraction) -> Any:
        return (beta * arb.cos_pi_fmpq(fmpq(2 * turns.numerator, turns.denominator))).exp()

    w = Fraction(1, letters)
    u = w / (2 * n)
    own = [weight(t * u) for t in range(n)]
    rival = [weight(w - t * u) for t in range(n)]
    second = all(own[t] > sum((rival[k] for k in range(1, n) if k != t), arb(0)) for t in range(n))
    third = all(own[t] > sum(rival[:t], arb(0)) for t in range(n))
    return bool(own[0] > sum(own[1:], arb(0))) and second and third


BETA = Claim(
    id="S-beta",
    paper="suite",
    place="Constructions",
    statement="INT = {1..n0-1}, softmax(β·logits), numbers pointing inside. *Index*, n0 ≥ 2: right "
    "on all inputs of length ≤ n0 iff Σ_{0≤t<n0, t≠s} e^{-β(1-cos((t-s)θ))} < 1 for 1 ≤ s < n0; "
    "for no θ if β ≤ n0²/(8π) - 2/π², for θ = 2π/n0 if β ≥ n0² ln(20/9)/8. *Retrieval*, A ≥ 2 "
    "letters: right iff, writing W_d(t) = e^{β cos(dω+tθ)}: (I) W_0(0) > Σ_{1≤t<n0} W_0(t), and "
    "for all t < n0 and d ≢ 0 mod A, (II) W_0(t) > Σ_{t'≠0,t} W_d(t') and (III) W_0(t) > Σ_{t'<t} "
    "W_d(t'); for no θ if β ≤ A²(2n0-3)² ln(4/3)/(2π²), n0 ≥ 3; for θ = ω/(2n0) if β ≥ A² n0² "
    "ln(3/2)/4. Both grow like n0². Letter–letter queries alone at θ = 0: iff β > "
    "ln(n0-1)/(1-cos ω).",
    expected=Verdict.PROVED,
    provenance="suite",
    subject=Beta,
    quantifiers={
        "n0": "every n0 ≥ 2 (3 where said)",
        "β, θ": "every real β ≥ 0 and θ, every A ≥ 2",
        "n ≤ 4": "Index n ≤ 4; Retrieval (2, 4), (3, 3) letters and n; all β, θ",
        "n0 ≤ 24": "3 ≤ n0 ≤ 24, the closed forms, A in {2, 5}",
    },
    evidence=(
        Evidence(
            "every input to n = 4",
            Method.EXHAUSTIVE,
            "each input's linear form is literal; the listed ones imply all, for positive weights",
            exact_conditions,
            frozenset({"n ≤ 4"}),
        ),
        Evidence(
            "closed forms to n0 = 24",
            Method.EXHAUSTIVE,
            "the conditions at the closed forms for β, by balls with certain comparisons",
            closed_forms,
            frozenset({"n0 ≤ 24"}),
        ),
        Evidence(
            "series",
            Method.WRITTEN,
            "every n0, β, θ: worst inputs; Fourier and a Gaussian below, Jordan and series above",
            series,
            frozenset({"n0", "β, θ"}),
            proof="proofs.md#s-beta",
        ),
    ),
    mutants=(
        Mutant(
            "2 W_0 for a letter",
            Kind.CONSTANT,
            lambda s: replace(s, own=2),
            ("every input to n = 4",),
        ),
        Mutant(
            "letter–integer queries dropped",
            Kind.HYPOTHESIS,
            lambda s: replace(s, integers=False),
            ("every input to n = 4",),
        ),
        Mutant(
            "ln 2 for ln(20/9)",
            Kind.DATA,
            lambda s: replace(s, index_q=Fraction(1, 2)),
            ("series",),
        ),
        Mutant(
            "n0²/(8π) with 3π",
            Kind.TERM,
            lambda s: replace(s, area=Fraction(3)),
            ("closed forms to n0 = 24",),
        ),
        Mutant(
            "ln(8/5) for ln(4/3)",
            Kind.RELATION,
            lambda s: replace(s, needed_q=Fraction(5, 8)),
            ("series",),
        ),
        Mutant(
            "a ratio of 9/10",
            Kind.QUANTIFIER,
            lambda s: replace(s, enough_q=Fraction(9, 10)),
            ("series", "closed forms to n0 = 24"),
        ),
    ),
    not_covered="β* is an infimum, not attained. n0 = 2: any β > 0 serves Index. That θ = 2π/n0 is "
    "exactly best for Index is Cohn and Kumar's theorem on the circle, not used here.",
    rests_on=("B-thm31-retr", "B-irr-fix"),
)

CLAIMS: tuple[Claim, ...] = (BETA,)
