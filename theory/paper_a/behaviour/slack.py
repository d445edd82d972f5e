"""How far paper A's Theorem 1 is from equality: its slack is a sum of squares (S-slack)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.forms import generic_placement
from theory.mathematics.pairs import HEAD, MOST, pair_sum_steps, times
from theory.mathematics.placement import (
    Placement,
    positional_deviation,
    symbolic_deviation,
    variance,
)
from theory.mathematics.solvers import Posed, identities, prove_all


@dataclass(frozen=True)
class Slack:
    """P + S - Var(λ) = outer · Σ_{a,p} (square · (M[a,p], λ_a, λ_p))² / divisor(N)."""

    square: tuple[int, int, int] = (2, -1, -1)
    outer: Fraction = Fraction(1, 2)
    divisor: Callable[[Any], Any] = lambda N: N**2
    tight: Callable[[Any, Any], Any] = lambda a, b: (a + b) / 2

    def term(self, x: Any, a: Any, b: Any) -> Any:
        """One pair's part of the slack, times the divisor; x = M[a,p], a = λ_a, b = λ_p."""
        c = self.square
        return times(self.outer, (c[0] * x + c[1] * a + c[2] * b) ** 2)

    def total(self, M: Placement) -> Any:
        """The claimed slack of M, shape ``(N, N)``."""
        n = len(M)
        pairs = ((a, p) for a in range(n) for p in range(n))
        return sum(self.term(M[a, p], M[a, a], M[p, p]) for a, p in pairs) / self.divisor(n)


SLACK = FormalClaim(
    id="S-slack",
    paper="suite",
    place="A-thm1's slack",
    statement="For every N ≥ 1 and M: P + S - Var(λ) = (1/(2N²)) Σ_{a,p} (2M[a,p] - λ_a - λ_p)²; "
    "so A-thm1 is an equality iff M[a,p] = (λ_a + λ_p)/2 throughout.",
    subject=Slack,
    quantifiers=HEAD,
    not_covered="Right side in its O(n²) form; S-fast equates it with the printed one.",
    rests_on=("S-fast",),
)


@SLACK.exhaustive(
    "polynomials to N = 6", "both sides as polynomials in all entries of M, N = 1 … 6", "N ≤ 6"
)
def slack_polynomials(subject: Slack) -> Outcome:
    """The identity, and that the tight head has none, in all entries of M at N = 1 … 6."""
    cases = 0
    for n in range(1, MOST + 1):
        cases += 2
        M, _ = generic_placement(n)
        gap = positional_deviation(M) + symbolic_deviation(M) - variance(M) - subject.total(M)
        if gap != 0:
            return false(f"N = {n}: left - right = {gap}", n)
        for a in range(n):
            for p in range(n):
                if a != p:
                    M[a, p] = subject.tight(M[a, a], M[p, p])
        if positional_deviation(M) + symbolic_deviation(M) != variance(M):
            return false(f"N = {n}: the tight head has slack {subject.total(M)}", n)
    return true(cases, note=f"every real M at N = 1 … {MOST}")


@SLACK.symbolic(
    "one pair",
    "each pair's term for all reals, and that it vanishes only at (λ_a + λ_p)/2",
    "M",
    confirmed_by="adding up (sympy)",
)
def slack_pair(subject: Slack) -> Outcome:
    """z3: what one pair adds to P + S - ½(λ_a - λ_p)²; it is 0 only at the tight logit."""

    def equal(x: Any, a: Any, b: Any) -> Posed:
        left = (x - b) ** 2 + (x - a) ** 2
        return (), (left == (a - b) ** 2 / 2 + subject.term(x, a, b),)

    def tight(x: Any, a: Any, b: Any) -> Posed:
        return (subject.term(x, a, b) == 0,), (x == subject.tight(a, b),)

    return prove_all([(equal, "x a b"), (tight, "x a b")])


@SLACK.inductive(
    "adding up",
    "base and step over the pairs, and over the logits in symbolic N",
    "N",
    "M",
    confirmed_by="one pair (z3)",
)
def slack_steps(subject: Slack) -> Outcome:
    """Adding a pair keeps the identity, adding a logit keeps the pair sum; both in symbols."""
    from sympy import symbols

    x, a, b, sofar = symbols("x a b sofar")
    added = (x - b) ** 2 + (x - a) ** 2 - (a - b) ** 2 / 2 - subject.term(x, a, b)
    steps = {
        "no pair": sofar.subs(sofar, 0),
        "one pair more": (sofar + added) - sofar,
        "tight": subject.term(subject.tight(a, b), a, b),
    }
    return identities(steps | pair_sum_steps(lambda N: 1 / subject.divisor(N)))


SLACK.coq(
    "exclusion.S_slack",
    "exclusion.S_slack_equality",
    decides=("N", "M", "N ≤ 6"),
    near_misses={
        "exclusion.S_slack__three": Kind.CONSTANT,
        "exclusion.S_slack_equality__sum": Kind.TERM,
    },
)

SLACK.mutant("51/100 for 1/2", Kind.CONSTANT, outer=Fraction(51, 100))
SLACK.mutant("2M - 2λ_a", Kind.CONSTANT, square=(2, -2, 0))
SLACK.mutant("plus λ_p", Kind.SIGN, square=(2, -1, 1))
SLACK.mutant(
    "divisor N(N+1)", Kind.TERM, slack_polynomials, slack_steps, divisor=lambda N: N * (N + 1)
)
SLACK.mutant("tight at a third", Kind.CONSTANT, tight=lambda a, b: (2 * a + b) / 3)
SLACK.mutant("M and λ_a exchanged", Kind.INDEX, slack_pair, slack_polynomials, square=(-1, 2, -1))
