"""The exclusion principle: a head cannot be positional and symbolic at once unless its own logits
are all equal. Paper A's Theorem 1 and the O(n²) form of its right side (A-thm1, S-fast).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.forms import generic_placement, negative_point
from theory.mathematics.pairs import (
    HEAD,
    MOST,
    counting_steps,
    pair_placement,
    pair_sum_steps,
    times,
)
from theory.mathematics.placement import (
    Move,
    Placement,
    Shift,
    all_moves,
    exact_placement,
    permutation_sum,
    positional_shift,
    swaps,
    symbolic_shift,
    variance,
)
from theory.mathematics.solvers import Posed, identities, identity, prove


@dataclass(frozen=True)
class Exclusion:
    """Var(λ) ⋈ factor · Σ_{π in moves} Σ_j (pos² + sign·sym²) / normaliser(N)."""

    pos: Shift = positional_shift
    sym: Shift = symbolic_shift
    moves: Callable[[int], Iterable[Move]] = all_moves
    normaliser: Callable[[Any, Callable[[Any], Any]], Any] = lambda N, fact: fact(N) * N
    factor: Fraction = Fraction(1)
    sign: int = 1
    relation: str = "<="

    def bound(self, M: Placement) -> Any:
        """The right side, with its sum over permutations written out; M is ``(N, N)``, exact."""
        n = len(M)
        total = permutation_sum(M, self.pos, self.moves(n))
        total += self.sign * permutation_sum(M, self.sym, self.moves(n))
        return times(self.factor, total) / self.normaliser(n, factorial)

    def term(self, x: Any, a: Any, b: Any) -> Any:
        """What the pair (a, p) adds to factor · N² (P + S): x = M[a,p], a = λ_a, b = λ_p."""
        M = pair_placement(x, a, b)
        return times(self.factor, self.pos(M, 1, 0) ** 2 + self.sign * self.sym(M, 0, 1) ** 2)


def _shown(M: Placement) -> str:
    return str([[str(entry) for entry in row] for row in M])


THM1 = FormalClaim(
    id="A-thm1",
    place="Theorem 1",
    statement="For every n ≥ 2, head and input: Var(λ) = (1/N) Σ_j (λ_j - μ)² ≤ "
    "(‖δ_pos‖² + ‖δ_sym‖²) / ((n-1)!·(n-1)), N = n - 1, norms over all pairs (π, j).",
    provenance="reconstructed",
    subject=Exclusion,
    quantifiers=HEAD,
    parts={"sym": Kind.TERM, "moves": Kind.QUANTIFIER},
    not_covered="n = 1, where the printed right side is 0/0. That the printed norms run over all "
    "pairs (π, j) is the reconstruction's reading.",
    rests_on=("S-fast",),
)


@THM1.exhaustive(
    "every matrix to N = 6",
    "the printed inequality, sum over N! permutations written out, for every real M at "
    "N = 1 … 6 (exact elimination of the quadratic form)",
    "N ≤ 6",
)
def every_matrix(subject: Exclusion) -> Outcome:
    """The literal inequality at N = 1 … 6, for every real M: right - left, as a form, is ≥ 0."""
    cases = 0
    for n in range(1, MOST + 1):
        cases += 1
        M, _ = generic_placement(n)
        gap = subject.bound(M) - variance(M)
        if subject.relation == "=" and gap != 0:
            return false(f"N = {n}: right - left = {gap}", n)
        point = negative_point(gap)
        if point is not None:
            at = exact_placement([point[n * a : n * a + n] for a in range(n)])
            left, right = variance(at), subject.bound(at)
            if not left > right:
                raise ArithmeticError(f"negative_point gave {at}, where {left} <= {right}")
            return false(f"N = {n}: Var = {left} > {right} at M = {_shown(at)}", n)
    return true(cases, note=f"every real M at N = 1 … {MOST}")


@THM1.symbolic(
    "pair inequality",
    "(x-b)² + (x-a)² ≥ ½(a-b)² for all reals: what each pair (a, p) adds",
    "M",
    confirmed_by="pair square (sympy)",
)
def pair_inequality(subject: Exclusion) -> Outcome:
    """z3: the pair (a, p) adds at least ½(λ_a - λ_p)² to the right side, for all reals."""

    def statement(x: Any, a: Any, b: Any) -> Posed:
        left, right = (a - b) ** 2, 2 * subject.term(x, a, b)
        return (), (left <= right if subject.relation == "<=" else left == right,)

    return prove(statement, "x a b")


@THM1.symbolic(
    "pair square",
    "the same difference is ½(2x-a-b)², a polynomial identity",
    "M",
    confirmed_by="pair inequality (z3)",
)
def pair_square(subject: Exclusion) -> Outcome:
    """sympy: term - ½(λ_a - λ_p)² is the square ½(2M[a,p] - λ_a - λ_p)²."""
    from sympy import symbols

    x, a, b = symbols("x a b")
    return identity(subject.term(x, a, b) - (a - b) ** 2 / 2 - (2 * x - a - b) ** 2 / 2)


@THM1.written(
    "summation",
    "every N: each pair is met by (N-1)! permutations (S-fast); the pairs' squares sum to 2N² Var",
    "N",
)
def summation(subject: Exclusion) -> Outcome:
    """The algebra of the written proof: the two sums, in symbolic N."""
    steps = counting_steps(subject.normaliser, subject.factor, lambda N: 1 / N**2)
    return identities(steps | pair_sum_steps())


THM1.coq(
    "exclusion.A_thm1",
    "exclusion.A_thm1_attained",
    "exclusion.A_thm1_best",
    decides=("N", "M", "N ≤ 6"),
    near_misses={
        "exclusion.A_thm1__strict": Kind.RELATION,
        "exclusion.A_thm1__half": Kind.CONSTANT,
        "exclusion.A_thm1_attained__every_head": Kind.QUANTIFIER,
        "exclusion.A_thm1_best__two": Kind.CONSTANT,
    },
)

THM1.mutant("constant 99/100", Kind.CONSTANT, factor=Fraction(99, 100))
THM1.mutant(
    "δ_sym measured from λ at the new position",
    Kind.INDEX,
    every_matrix,
    pair_inequality,
    pair_square,
    sym=lambda M, j, k: M[j, k] - M[k, k],
)
THM1.mutant(
    "δ_sym left out",
    Kind.TERM,
    every_matrix,
    pair_inequality,
    pair_square,
    sym=lambda M, j, k: 0 * M[j, j],
)
THM1.mutant(
    "difference of the norms", Kind.SIGN, every_matrix, pair_inequality, pair_square, sign=-1
)
THM1.mutant("equality always", Kind.RELATION, every_matrix, pair_inequality, relation="=")
THM1.mutant("swaps only, same normaliser", Kind.QUANTIFIER, every_matrix, moves=swaps)
THM1.mutant(
    "normaliser n!·(n-1)",
    Kind.CONSTANT,
    every_matrix,
    summation,
    normaliser=lambda N, fact: fact(N + 1) * N,
)


@dataclass(frozen=True)
class FastSum:
    """Σ_{π in moves} Σ_j shift² / normaliser(N) = Σ_{a,p} fast² / divisor(N), pos and sym."""

    pos: Shift = positional_shift
    sym: Shift = symbolic_shift
    fast_pos: Callable[[Any, Any, Any], Any] = lambda x, a, b: x - b
    fast_sym: Callable[[Any, Any, Any], Any] = lambda x, a, b: x - a
    moves: Callable[[int], Iterable[Move]] = all_moves
    normaliser: Callable[[Any, Callable[[Any], Any]], Any] = lambda N, fact: fact(N) * N
    divisor: Callable[[Any], Any] = lambda N: N**2

    def sides(self) -> tuple[tuple[Shift, Callable[[Any, Any, Any], Any]], ...]:
        """The literal shift and the fast term, positional then symbolic."""
        return (self.pos, self.fast_pos), (self.sym, self.fast_sym)


FAST = FormalClaim(
    id="S-fast",
    paper="suite",
    place="A-thm1's right side",
    statement="For every N ≥ 1 and M: ‖δ_pos‖²/((n-1)!·(n-1)) = P = N⁻² Σ_{a,p} (M[a,p] - λ_p)² "
    "and ‖δ_sym‖²/((n-1)!·(n-1)) = S = N⁻² Σ_{a,p} (M[a,p] - λ_a)²: N² squares for N!·N.",
    subject=FastSum,
    quantifiers=HEAD,
    parts={"moves": Kind.QUANTIFIER},
    not_covered="Running time is read off the formula (2N² squares), not measured here.",
)


@FAST.exhaustive(
    "literal sum to N = 6",
    "both sides as polynomials in all entries of M, N! permutations written out, N = 1 … 6",
    "N ≤ 6",
)
def literal_equals_fast(subject: FastSum) -> Outcome:
    """Both sides as polynomials in the entries of M, N = 1 … 6."""
    cases = 0
    for n in range(1, MOST + 1):
        M, _ = generic_placement(n)
        for name, (shift, term) in zip(("pos", "sym"), subject.sides(), strict=True):
            slow = permutation_sum(M, shift, subject.moves(n)) / subject.normaliser(n, factorial)
            places = [(a, p) for a in range(n) for p in range(n)]
            fast = sum(term(M[a, p], M[a, a], M[p, p]) ** 2 for a, p in places) / subject.divisor(n)
            cases += 1
            if slow != fast:
                return false(f"N = {n}, {name}: literal - fast = {slow - fast}", n)
    return true(cases, note=f"every real M at N = 1 … {MOST}")


@FAST.written(
    "counting",
    "every N: (N-1)! permutations have π(p) = a (on paper; weight and terms checked)",
    "N",
    "M",
)
def counting(subject: FastSum) -> Outcome:
    """The algebra of the written proof: the term of a pair, and its weight in symbolic N."""
    from sympy import symbols

    x, a, b = symbols("x a b")
    M = pair_placement(x, a, b)
    terms = {
        "positional term": subject.pos(M, 1, 0) - subject.fast_pos(x, a, b),
        "symbolic term": subject.sym(M, 0, 1) - subject.fast_sym(x, a, b),
    }
    weights = counting_steps(subject.normaliser, Fraction(1), lambda N: 1 / subject.divisor(N))
    return identities(terms | weights)


FAST.coq(
    "exclusion.S_fast",
    "counting.S_fast_counting",
    decides=("N", "M", "N ≤ 6"),
    near_misses={
        "exclusion.S_fast__no_N": Kind.TERM,
        "counting.S_fast_counting__whole": Kind.INDEX,
        "counting.S_fast_counting__one_less": Kind.INDEX,
    },
)

FAST.mutant("normaliser n!·(n-1)", Kind.CONSTANT, normaliser=lambda N, fact: fact(N + 1) * N)
FAST.mutant(
    "P and S exchanged",
    Kind.INDEX,
    mutate=lambda s: replace(s, fast_pos=s.fast_sym, fast_sym=s.fast_pos),
)
FAST.mutant("plus in P", Kind.SIGN, fast_pos=lambda x, a, b: x + b)
FAST.mutant("S with λ_p", Kind.INDEX, fast_sym=lambda x, a, b: x - b)
FAST.mutant("divisor N(N+1)", Kind.TERM, divisor=lambda N: N * (N + 1))
FAST.mutant("swaps only, same normaliser", Kind.QUANTIFIER, literal_equals_fast, moves=swaps)
