"""Var(λ) between two functions of P and S, both ends attained (S-two-sided).

Its sentence on pure heads holds of exact behaviour; read of the scores it fails (S-two-sided-pure).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.forms import generic_placement
from theory.mathematics.pairs import HEAD, MOST, pair_sum_steps, times
from theory.mathematics.placement import (
    Placement,
    exact_placement,
    overlap,
    positional_deviation,
    symbolic_deviation,
    variance,
)
from theory.mathematics.solvers import Posed, exhaust, grid, identities, prove_all
from theory.witnesses import witness

Family = Callable[[Any, Any], tuple[Any, Any, Any]]


@dataclass(frozen=True)
class TwoSided:
    """lower (u - w)² ≤ Var ≤ upper (u + w)² with u = √P, w = √S; heads that attain each end.

    ``highest`` and ``lowest`` give (h, k, m) from (u, w): the head M[a, p] = (h λ_a + k λ_p)/m.
    ``tied``(N, u) is the one non-zero entry, off the diagonal, of a head with λ = 0 and
    P = S = u². Var = pure · (P + S) - cross · C with C the mean of (M[a,p] - λ_p)(M[a,p] - λ_a);
    C = 0 if P = 0 or S = 0.
    """

    lower: Fraction = Fraction(1, 2)
    upper: Fraction = Fraction(1, 2)
    pure: Fraction = Fraction(1, 2)
    cross: Fraction = Fraction(1)
    highest: Family = lambda u, w: (u, w, u + w)
    lowest: Family = lambda u, w: (u, -w, u - w)
    tied: Callable[[Any, Any], Any] = lambda N, u: N * u

    def ends(self, u: Any, w: Any) -> tuple[tuple[str, tuple[Any, Any, Any], Any], ...]:
        """Each end's name, extremal head and value of Var."""
        top, bottom = times(self.upper, (u + w) ** 2), times(self.lower, (u - w) ** 2)
        return ("highest", self.highest(u, w), top), ("lowest", self.lowest(u, w), bottom)


def _cleared(M: Placement, h: Any, k: Any, m: Any) -> Placement:
    """m times the head (h λ_a + k λ_p)/m, with the diagonal of M as its λ."""
    head = M.copy()
    for a in range(len(M)):
        for p in range(len(M)):
            head[a, p] = m * M[a, a] if a == p else h * M[a, a] + k * M[p, p]
    return head


STEPS, PAIRS, POLYNOMIALS, SMALL = "both ends", "pairs", "polynomials to N = 6", "small matrices"

TWO_SIDED = FormalClaim(
    id="S-two-sided",
    paper="suite",
    place="A-thm1, both sides",
    statement="For every N ≥ 1 and M: ½(√P - √S)² ≤ Var(λ) ≤ ½(√P + √S)². For every N ≥ 2 and "
    "every P, S ≥ 0 some M attains the left end and some M the right one. Var(λ) = ½(P + S), half "
    "the printed bound, iff Σ_{a,p} (M[a,p] - λ_p)(M[a,p] - λ_a) = 0; so it is if P = 0 or S = 0, "
    "that is, if the head is exactly positional or exactly symbolic.",
    subject=TwoSided,
    quantifiers={
        "N": HEAD["N"],
        "M": HEAD["M"],
        "identities": "N = 2 … 6: Var = ½(P + S) - C, and P and S of the extremal heads",
        "P, S": "every P, S ≥ 0 at every N ≥ 2, for the ends to be attained",
        "entries": "2 × 2 matrices over {-2, -1, 0, 1, 2}",
    },
    not_covered="At N = 1 only P = S = 0 occurs. 'Pure' here is exact. A head that is pure in the "
    "scores only (one ≥ 1 - γ, the other ≤ γ) need not have half the bound: S-two-sided-pure.",
    rests_on=("S-fast",),
)


@TWO_SIDED.inductive(
    STEPS,
    "Cauchy–Schwarz by induction over the pairs (base: no pair, 0 ≤ 0), then both ends",
    "N",
    "M",
    confirmed_by="cvc5; small matrices support it",
)
def ends_steps(subject: TwoSided) -> Outcome:
    """z3: Cauchy–Schwarz |C| ≤ uw by induction over pairs; with 2Var = u² + w² - 2C, both ends."""

    def cauchy_schwarz(p: Any, s: Any, c: Any, x: Any, y: Any) -> Posed:
        return (p >= 0, s >= 0, c * c <= p * s), ((c + x * y) ** 2 <= (p + x * x) * (s + y * y),)

    def ends(u: Any, w: Any, c: Any) -> Posed:
        var = (u * u + w * w) / 2 - c
        (_, _, top), (_, _, bottom) = subject.ends(u, w)
        return (u >= 0, w >= 0, c * c <= u * u * w * w), (bottom <= var, var <= top)

    def pure(u: Any, w: Any, c: Any) -> Posed:
        var, total = (u * u + w * w) / 2 - c, u * u + w * w
        return (u * w == 0, c * c <= u * u * w * w), (var == times(subject.pure, total),)

    return prove_all([(cauchy_schwarz, "p s c x y"), (ends, "u w c"), (pure, "u w c")])


@TWO_SIDED.symbolic(
    PAIRS,
    "Var = ½(P + S) - C pair by pair; the extremal heads have the P and S asked for",
    "P, S",
    "M",
    confirmed_by="polynomials to N = 6 (flint)",
)
def ends_pairs(subject: TwoSided) -> Outcome:
    """sympy: the pair's terms, and P and S of the extremal heads whatever λ has that Var."""
    from sympy import symbols

    x, a, b, N, u, w = symbols("x a b N u w")
    spread = (a - b) ** 2
    squares = times(subject.pure, (x - b) ** 2 + (x - a) ** 2)
    parts = {"Var = ½(P + S) - C": squares - times(subject.cross, (x - b) * (x - a)) - spread / 2}
    for name, (h, k, m), var in subject.ends(u, w):
        logit = (h * a + k * b) / m
        parts[f"{name}, own logit"] = logit.subs(b, a) - a
        parts[f"{name}, P"] = 2 * var * (logit - b) ** 2 - u**2 * spread
        parts[f"{name}, S"] = 2 * var * (logit - a) ** 2 - w**2 * spread
    parts["Var of λ = (x, 0, …, 0)"] = (x**2 / N - (x / N) ** 2) - x**2 * (N - 1) / N**2
    parts["tied, P = S"] = subject.tied(N, u) ** 2 / N**2 - u**2
    return identities(parts | pair_sum_steps())


@TWO_SIDED.exhaustive(
    POLYNOMIALS,
    "these identities (not the inequalities), in all entries of M, λ, u, w",
    "identities",
)
def ends_polynomials(subject: TwoSided) -> Outcome:
    """Var = (P + S)/2 - C, and the extremal heads, in all of λ, u and w at N = 2 … 6."""
    cases = 0
    for n in range(2, MOST + 1):
        M, (u, w) = generic_placement(n, ("u", "w"))
        half = times(subject.pure, positional_deviation(M) + symbolic_deviation(M))
        if variance(M) != half - times(subject.cross, overlap(M)):
            return false(f"N = {n}: Var is not {subject.pure} (P + S) - {subject.cross} C", n)
        for name, (h, k, m), var in subject.ends(u, w):
            head = _cleared(M, h, k, m)
            shares = positional_deviation(head) * var, symbolic_deviation(head) * var
            if shares != (u**2 * variance(head), w**2 * variance(head)):
                return false(f"N = {n}: the {name} head has another P or S", n)
            cases += 1
        tied = 0 * M
        tied[0, 1] = subject.tied(n, u)
        if (positional_deviation(tied), symbolic_deviation(tied)) != (u**2, u**2):
            return false(f"N = {n}: the tied head has another P or S", n)
        cases += 2
    return true(cases, note=f"every λ, u, w at N = 2 … {MOST}")


@TWO_SIDED.exhaustive(
    SMALL,
    "the inequalities and the pure case on 625 matrices, equality cases among them",
    "entries",
)
def small_matrices(subject: TwoSided) -> Outcome:
    """Both ends on every 2 × 2 matrix over {-2, …, 2}, square roots avoided exactly."""

    def holds(entries: tuple[Fraction, ...]) -> bool:
        M = exact_placement([entries[:2], entries[2:]])
        P, S, var = positional_deviation(M), symbolic_deviation(M), variance(M)
        low, high = subject.lower * (P + S) - var, var - subject.upper * (P + S)
        above = low <= 0 or low**2 <= 4 * subject.lower**2 * P * S
        below = high <= 0 or high**2 <= 4 * subject.upper**2 * P * S
        exact = var == subject.pure * (P + S) - subject.cross * overlap(M)
        return bool(above and below and exact)

    return exhaust(grid(range(-2, 3), 4), holds)


TWO_SIDED.coq(
    "two_sided.S_two_sided",
    "two_sided.S_two_sided_attained",
    "two_sided.S_two_sided_half",
    decides=("N", "M", "identities", "P, S", "entries"),
    near_misses={
        "two_sided.S_two_sided__whole": Kind.TERM,
        "two_sided.S_two_sided_attained__one_place": Kind.HYPOTHESIS,
        "two_sided.S_two_sided_half__whole": Kind.TERM,
    },
)

TWO_SIDED.mutant("51/100 below", Kind.CONSTANT, lower=Fraction(51, 100))
TWO_SIDED.mutant("49/100 above", Kind.CONSTANT, upper=Fraction(49, 100))
TWO_SIDED.mutant("pure heads attain the bound", Kind.CONSTANT, pure=Fraction(1))
TWO_SIDED.mutant(
    "C with a plus", Kind.SIGN, ends_pairs, ends_polynomials, small_matrices, cross=Fraction(-1)
)
TWO_SIDED.mutant(
    "u and w exchanged in the highest head",
    Kind.INDEX,
    ends_pairs,
    ends_polynomials,
    highest=lambda u, w: (w, u, u + w),
)
TWO_SIDED.mutant(
    "lowest head with a plus",
    Kind.SIGN,
    ends_pairs,
    ends_polynomials,
    lowest=lambda u, w: (u, w, u + w),
)
TWO_SIDED.mutant("tied entry u", Kind.TERM, ends_pairs, ends_polynomials, tied=lambda N, u: u)


def pure_in_scores(data: dict[str, Any]) -> Outcome:
    """N = 2, logits integer multiples of log 2: pure at the level by scores, Var not half P + S."""
    K = exact_placement(data["exponents"])
    if len(K) != 2:
        return false("not a 2 × 2 matrix")
    E = exact_placement([[Fraction(2) ** k for k in row] for row in K])
    squares = witness.cosine_squares(E, (1, 0))
    gamma, half = exact(data["level"], "level"), (positional_deviation(K) + symbolic_deviation(K))
    P, S = positional_deviation(K), symbolic_deviation(K)
    parts = [
        (
            data["squared_cosines"] == witness.numerals(squares),
            "other cosines",
            f"M = K log 2, E = exp M = {witness.matrix(E)}: {witness.cosines_worked(E, [(1, 0)])}",
        ),
        (gamma in (Fraction(1, 10), Fraction(1, 20)), "another level", ""),
        (
            max(squares) >= (1 - gamma) ** 2,
            "no score is high",
            f"{max(squares)} ≥ (1 - γ)² = {(1 - gamma) ** 2} at γ = {gamma}: one score is high",
        ),
        (
            min(squares) <= gamma**2,
            "no score is low",
            f"{min(squares)} ≤ γ² = {gamma**2}: the other is low",
        ),
        (
            data["variance"] == str(variance(K)),
            "another Var",
            f"in (log 2)²: λ = ({witness.fractions(K.diagonal())}), Var(λ) = {variance(K)}",
        ),
        (
            data["half_bound"] == str(half / 2),
            "another bound",
            f"P = {P}, S = {S}: half the bound is ½(P + S) = {half / 2}",
        ),
        (variance(K) != half / 2, "Var is half the bound", f"{variance(K)} ≠ {half / 2}"),
    ]
    values = f"Var = {variance(K)}, half the bound {half / 2}, in (log 2)²"
    return witness.shown(parts, f"cos² = {', '.join(witness.numerals(squares))}; {values}")


PURE = witness.RefutedClaim(
    pure_in_scores,
    id="S-two-sided-pure",
    paper="suite",
    place="A-thm1, both sides, pure by scores",
    statement="A head that is pure at level γ = 0.1 or 0.05 (one of s_POS, s_SYM ≥ 1 - γ, the "
    "other ≤ γ) has Var(λ) = ½(P + S), half the printed bound.",
    parts={"exponents": Kind.HYPOTHESIS},
    not_covered="One input, one token a block. Heads pure on every input of a set; how far from "
    "half the bound a pure head can be (proofs.md: by t²/2 for any t).",
    repairs=("S-two-sided",),
)

PURE.coq(
    "pure_scores.S_two_sided_pure",
    near_misses={"pure_scores.S_two_sided_pure__one_place": Kind.HYPOTHESIS},
)

PURE.edited(
    "an exactly symbolic head",
    Kind.HYPOTHESIS,
    lambda w: w.update(
        exponents=[["3", "3"], ["-3", "-3"]],
        squared_cosines=["16384/16785409", "1"],
        half_bound="9",
    ),
)
PURE.edited(
    "attention too even to be pure",
    Kind.HYPOTHESIS,
    lambda w: w.update(
        exponents=[["1", "0"], ["2", "-1"]],
        squared_cosines=["1", "64/289"],
        variance="1",
        half_bound="3/2",
    ),
)
PURE.edited("another level", Kind.CONSTANT, lambda w: w.update(level="1/2"))
PURE.edited("the whole bound", Kind.CONSTANT, lambda w: w.update(half_bound="19"))
PURE.edited(
    "scores exchanged", Kind.INDEX, lambda w: w.update(squared_cosines=["16384/16785409", "1"])
)
PURE.edited("Var below 0", Kind.SIGN, lambda w: w.update(variance="-9"))
