"""The smallest inverse temperature of the printed heads, as exact conditions with closed-form
bounds on both sides (S-beta).

An input decodes rightly iff, for every other token, a linear form in the positive weights
e^{β·logit} is positive. Forms are tuples of coefficients; a listed form that is componentwise at
most a multiple of another implies it for all positive weights, whatever β and θ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.constructed import (
    LETTERS,
    index_answer,
    index_inputs,
    index_target,
    is_proper,
    number,
    retrieval_answer,
    retrieval_tokens,
)
from theory.mathematics.conversions import ball_sum, cos_pi, pi_ball, to_ball

Form = tuple[int, ...]
LAST = 24
"""The largest n0 at which the closed forms are evaluated; the written proof starts no later."""


def index_forms(n: int, s: int, letters: int = 2, inside: bool = False) -> set[Form]:
    """Literal: Z·(y_answer - y_other) by offset, all inputs with target s; Z the softmax sum.
    ``inside``: only inputs of which each number points inside, not just the one asked."""
    forms = set()
    for tokens in index_inputs(n, letters, n - 1):
        if index_target(tokens) != s:
            continue
        if inside and any(index_target(tokens[:j]) >= j for j in range(1, n)):
            continue
        answer = index_answer(tokens)
        for other in [*LETTERS[:letters], *range(1, n)]:
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
        if not is_proper(tokens):
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
    """Conditions, and the closed forms: Index β ≤ n0²/(area·π), β ≥ a·n0² + b; Retrieval β ≤
    -A²(2n0-3)² ln(needed_square)/(4π²), β ≥ enough·A²n0²."""

    own: int = 3
    letters: int = 2
    integers: bool = True
    index_enough: tuple[Fraction, Fraction] = (Fraction(1, 25), Fraction(1, 2))
    area: Fraction = Fraction(8)
    enough: Fraction = Fraction(3, 40)
    needed_square: Fraction = Fraction(1, 2)


def row_sums(n: int, beta: Any, turns: Fraction) -> list[Any]:
    """Σ_{t≠s} e^{-β(1-cos((t-s)θ))} for 1 ≤ s ≤ n - 1, as balls."""
    f = [(-beta * (1 - cos_pi(2 * d * turns))).exp() for d in range(n)]
    return [ball_sum(f[1 : s + 1]) + ball_sum(f[1 : n - s]) for s in range(1, n)]


def retrieval_holds(n: int, letters: int, beta: Any, u: Fraction) -> bool:
    """(I), (II), (III) at θ = 2πu, certainly; the nearest rival has d = -1, as 0 ≤ nθ ≤ ω."""

    def weight(turns: Fraction) -> Any:
        return (beta * cos_pi(2 * turns)).exp()

    w = Fraction(1, letters)
    own = [weight(t * u) for t in range(n)]
    rival = [weight(w - t * u) for t in range(n)]
    second = all(own[t] > ball_sum(rival[k] for k in range(1, n) if k != t) for t in range(n))
    third = all(own[t] > ball_sum(rival[:t]) for t in range(n))
    return bool(own[0] > ball_sum(own[1:])) and second and third


BETA = FormalClaim(
    id="S-beta",
    paper="suite",
    place="Constructions",
    statement="Take paper B's Index and Retrieval heads, INT = {1..n0-1}, softmax(β·logits). Let "
    "Index have n0 ≥ 2, two letters or more, and let the number asked point inside. It is right on "
    "all inputs of length ≤ n0 iff Σ_{0≤t<n0, t≠s} e^{-β(1-cos((t-s)θ))} < 1 for 1 ≤ s < n0. It is "
    "so for no θ if β ≤ n0²/(8π), n0 ≥ 3, and for θ = 2π/n0 if β ≥ n0²/25 + 1/2. Let Retrieval "
    "have A ≥ 2 letters, ω = 2π/A, and write W_d(t) = e^{β cos(dω+tθ)}. It is right iff three "
    "conditions hold. (I) W_0(0) > Σ_{1≤t<n0} W_0(t). (II) W_0(t) > Σ_{1≤t'<n0, t'≠t} W_d(t') for "
    "all t < n0 and d ≢ 0 mod A. (III) W_0(t) > Σ_{t'<t} W_d(t') for the same t and d. Retrieval "
    "is right for no θ if β ≤ A²(2n0-3)² ln 2/(4π²), n0 ≥ 4, and for θ = ω/(2n0) if β ≥ 3A²n0²/40. "
    "Both grow like n0². Letter–letter queries alone at θ = 0: iff β > ln(n0-1)/(1-cos ω).",
    subject=Beta,
    quantifiers={
        "n0": "every n0 ≥ 2 (3 or 4 where said)",
        "β, θ": "every real β ≥ 0 and θ, every A ≥ 2",
        "n ≤ 4": "Index n ≤ 4; Retrieval (2, 4), (3, 3) letters and n; all β, θ",
        "n0 ≤ 24": "3 ≤ n0 ≤ 24, the closed forms, A in {2, 5}",
    },
    parts={"integers": Kind.HYPOTHESIS, "letters": Kind.HYPOTHESIS},
    not_covered="Index of one letter: less is enough if every number points inside (at n0 = 3, θ = "
    "1.9, β = .5 the sum at s = 1 is 1.03 and no input fails). The infimum β* is not attained. At "
    "n0 = 2 any β > 0 serves Index. That θ = 2π/n0 is exactly best for Index is Cohn and Kumar's "
    "theorem on the circle, not used here.",
    rests_on=("B-thm31-retr", "B-irr-fix"),
)


@BETA.exhaustive(
    "every input to n = 4",
    "each input's linear form is literal; the listed ones imply all, for positive weights",
    "n ≤ 4",
)
def exact_conditions(subject: Beta) -> Outcome:
    """Index at n ≤ 4 (two letters, m = n - 1), whether the number asked or each points inside;
    Retrieval, (letters, n) up to (2, 4), (3, 3)."""
    cases = 0
    least = 0 if subject.letters > 1 else 1  # one letter is never among copies of another
    for n, inside in product(range(2, 5), (False, True)):
        for s in range(least, n):
            cases += 1
            literal = index_forms(n, s, subject.letters, inside)
            if not equivalent(literal, index_listed(n, s, subject.own)):
                return false(f"Index: n = {n}, target {s}", cases)
    for letters, n in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4)):
        cases += 1
        listed = retrieval_listed(letters, n, subject.integers)
        if not equivalent(retrieval_forms(letters, n), listed):
            return false(f"Retrieval: {letters} letters, n = {n}", cases)
    return true(cases, note="for all positive weights: every β and θ")


@BETA.exhaustive(
    "closed forms to n0 = 24",
    "the conditions at the closed forms for β, by balls with certain comparisons",
    "n0 ≤ 24",
)
def closed_forms(subject: Beta) -> Outcome:
    """Balls, 3 ≤ n0 ≤ LAST. Index: at θ = 2π/n0 the condition holds at the upper bound for β;
    e^{-β} I_0(β) > 2/n0 at the lower one. Retrieval, 2 and 5 letters: at θ = ω/(2 n0) all three
    hold at the upper one; (I) fails at θ = ω/(2 n0 - 3) at the lower one, n0 ≥ 4."""
    cases = 0
    for n in range(3, LAST + 1):
        cases += 1
        a, b = map(to_ball, subject.index_enough)
        if not all(x < 1 for x in row_sums(n, a * n**2 + b, Fraction(1, n))):
            return false(f"Index: n0 = {n} at the upper bound", cases)
        low = n**2 / (to_ball(subject.area) * pi_ball())
        if not (-low).exp() * low.bessel_i(0) * n > 2:
            return false(f"Index: n0 = {n} may hold at the lower bound", cases)
        for letters in (2, 5):
            beta = to_ball(subject.enough) * n**2 * letters**2
            if not retrieval_holds(n, letters, beta, Fraction(1, 2 * n * letters)):
                return false(f"Retrieval: n0 = {n}, {letters} letters", cases)
            square = to_ball(subject.needed_square).log() / (4 * pi_ball() ** 2)
            needed = -square * letters**2 * (2 * n - 3) ** 2
            edge = Fraction(1, letters * (2 * n - 3))
            if n > 3 and not row_sums(n, needed, edge)[-1] > 1:
                return false(f"Retrieval: n0 = {n}, {letters} letters, lower bound", cases)
    return true(cases)


@BETA.written(
    "series",
    "every n0, β, θ: worst inputs; Fourier and Bessel's I_0 below, series above",
    "n0",
    "β, θ",
)
def series(subject: Beta) -> Outcome:
    """The sums of the written proof, by balls: each bounds all n0 from ``LAST`` (8; 4) on."""
    pi = pi_ball()
    pi2, (a, b) = pi**2, map(to_ball, subject.index_enough)
    v = to_ball(Fraction(1, LAST**2))
    # Index, 2β sin²(πd/n0) at n0 ≥ LAST: by x² - x⁴/3 for d ≤ 4, the factor of a·2π²d² being least
    # at v = 1/n0² = 1/LAST² or 0; by sin x ≥ 2x/π after that.
    least = [(1 + b / a * v) * (1 - pi2 * d * d / 3 * v) for d in range(1, 5)]
    least = [to_ball(1) if factor > 1 else factor for factor in least]
    terms = [(-2 * a * pi2 * d * d * factor).exp() for d, factor in enumerate(least, 1)]
    r = (-8 * a).exp()
    # Retrieval, q^{t²} with q = e^{-βθ²/2}: θ ≤ π/16 for t ≤ 2, then 1 - cos x ≥ 4x²/π².
    c, y = to_ball(subject.enough), pi / 16
    first = [(-c * pi2 / 2 * t * t * (1 - (t * y) ** 2 / 12)).exp() for t in (1, 2)]
    q, s = (-4 * c).exp(), (-2 * c).exp()
    root = to_ball(subject.needed_square)
    x = 6 / (2 * pi.sqrt())
    tests = {
        "Index enough": 2 * (ball_sum(terms) + r**25 / (1 - r**11)) < 1,
        "Index needed": x * (6 + 1 / x**2) * (-x * x).exp() < pi.sqrt(),
        "Retrieval (I)": first[0] + first[1] + q**9 / (1 - q**7) < 1,
        "Retrieval (II), (III)": s**9 / (1 - s**7) < 1,
        "Retrieval needed": root.sqrt() + root**2 + root**4 * root.sqrt() > 1,
    }
    wrong = [name for name, holds in tests.items() if not holds]
    return false(", ".join(wrong), len(tests)) if wrong else true(len(tests))


BETA.coq(
    "temperature.S_beta_index",
    "temperature.S_beta_index_letters",
    "retrieval_temperature.S_beta_retrieval",
    "temperature_orders.S_beta_index_needed",
    "temperature_orders.S_beta_index_enough",
    "temperature_orders.S_beta_retrieval_needed",
    "temperature_orders.S_beta_retrieval_enough",
    "temperature_orders.S_beta_still",
    covers="all but three constants, every n0 and A: the exact conditions of both heads, θ = 0, "
    "Retrieval's lower bound, Index's with n0² ln 2/(8π²), the upper ones with n0²/10 and "
    "A²n0²/11; on paper and by balls: n0²/(8π), n0²/25 + 1/2, 3A²n0²/40",
    axioms=REALS,
    near_misses={
        "temperature.S_beta_index__weak": Kind.RELATION,
        "temperature.S_beta_index__one_key_less": Kind.INDEX,
        "temperature.S_beta_index_letters__no_letters": Kind.HYPOTHESIS,
        "retrieval_temperature.S_beta_retrieval__one_key_less": Kind.INDEX,
        "retrieval_temperature.S_beta_retrieval__two_rivals": Kind.CONSTANT,
        "temperature_orders.S_beta_index_needed__length_two": Kind.HYPOTHESIS,
        "temperature_orders.S_beta_index_enough__thirty": Kind.CONSTANT,
        "temperature_orders.S_beta_retrieval_needed__two_tokens": Kind.HYPOTHESIS,
        "temperature_orders.S_beta_retrieval_enough__thirty_six": Kind.CONSTANT,
        "temperature_orders.S_beta_still__weak": Kind.RELATION,
    },
)

BETA.mutant("2 W_0 for a letter", Kind.CONSTANT, exact_conditions, own=2)
BETA.mutant("one letter", Kind.HYPOTHESIS, exact_conditions, letters=1)
BETA.mutant("letter–integer queries dropped", Kind.HYPOTHESIS, exact_conditions, integers=False)
BETA.mutant("n0²/26", Kind.CONSTANT, series, index_enough=(Fraction(1, 26), Fraction(1, 2)))
BETA.mutant(
    "n0²/25 + 1/4", Kind.CONSTANT, closed_forms, index_enough=(Fraction(1, 25), Fraction(1, 4))
)
BETA.mutant("n0²/(8π) with 7π", Kind.CONSTANT, closed_forms, area=Fraction(7))
BETA.mutant("ln(20/9) for ln 2", Kind.CONSTANT, series, closed_forms, needed_square=Fraction(9, 20))
BETA.mutant("7A²n0²/100", Kind.CONSTANT, series, closed_forms, enough=Fraction(7, 100))
BETA.mutant(
    "n0²/25 - 1/2", Kind.SIGN, closed_forms, index_enough=(Fraction(1, 25), Fraction(-1, 2))
)
BETA.mutant("n0²/25 alone", Kind.TERM, closed_forms, index_enough=(Fraction(1, 25), Fraction(0)))
