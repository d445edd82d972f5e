"""Attention disperses when logits are bounded (B-dispersion)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.solvers import Posed, prove_all


@dataclass(frozen=True)
class Dispersed:
    """Weights of n keys, logits in [-B, B]: at most ``above(n, q)``, at least ``below(n, q)``,
    q = e^{2B} ≥ 1."""

    above: Callable[[Any, Any], tuple[Any, Any]] = lambda n, q: (q, q + n - 1)
    below: Callable[[Any, Any], tuple[Any, Any]] = lambda n, q: (1, 1 + (n - 1) * q)
    bounded: bool = True
    strict: bool = False


DISPERSION = FormalClaim(
    id="B-dispersion",
    place="§3.5",
    statement="With logits bounded by B in size, attention weights necessarily disperse as the "
    "input grows, for both mechanisms. Every weight among n keys is between 1/(1 + (n-1)e^{2B}) "
    "and e^{2B}/(e^{2B} + n - 1), both attained for every n ≥ 2 and B, and so tends to 0 like 1/n.",
    subject=Dispersed,
    quantifiers={
        "n": "every n ≥ 2, B ≥ 0 and all logits in [-B, B]",
        "rows": "n ≤ 4, weights in {1, 2, 4}",
    },
    parts={
        "bounded": Kind.HYPOTHESIS,
        "strict": Kind.RELATION,
        "above": Kind.INDEX,
        "below": Kind.TERM,
    },
    not_covered="Weights of one key each: keys that hold one token can keep their share together, "
    "and so can the answer (Retrieval with copies). A β that grows with ln n undoes it.",
)


@DISPERSION.exhaustive("small rows", "all rows of n ≤ 4 keys with weights in {1, 2, 4}", "rows")
def small_rows(subject: Dispersed) -> Outcome:
    """Every row of n ≤ 4 keys with weights in {1, 2, 4}, q = 4: both bounds, both attained."""
    cases = 0
    weights = (1, 2, 4) if subject.bounded else (1, 2, 4, 8)
    for n in range(2, 5):
        (a, b), (c, d) = subject.above(n, 4), subject.below(n, 4)
        shares = set()
        for row in product(weights, repeat=n):
            cases += 1
            shares.add(Fraction(row[0], sum(row)))
        most, least = Fraction(a, b), Fraction(c, d)
        if max(shares) != most or min(shares) != least or subject.strict:
            return false(f"n = {n}: shares from {min(shares)} to {max(shares)}", cases)
    return true(cases)


@DISPERSION.inductive(
    "one key more",
    "every n and B: the other keys' weight by induction (base r = 0: S = 0), then the share, and "
    "the shares at which the bounds are attained",
    "n",
    "rows",
    confirmed_by="cvc5; by hand in proofs.md",
)
def induct(subject: Dispersed) -> Outcome:
    """z3: r other keys weigh r to rq in units of the least weight, one key more keeps that; a key
    of weight x in [1, q] among them has a share within the two bounds, and each is attained."""

    def more(S: Any, r: Any, q: Any, x: Any) -> Posed:
        known = (q >= 1, r >= 0, r <= S, r * q >= S, x >= 1)
        known += (x <= q,) if subject.bounded else ()
        return known, (r + 1 <= S + x, (r + 1) * q >= S + x)

    def share(S: Any, n: Any, q: Any, x: Any) -> Posed:
        known = (n >= 2, q >= 1, n - 1 <= S, (n - 1) * q >= S, x >= 1, x <= q)
        (a, b), (c, d) = subject.above(n, q), subject.below(n, q)
        low, high = c * (x + S) <= x * d, x * b <= a * (x + S)
        return known, (low, x * b < a * (x + S)) if subject.strict else (low, high)

    def ends(n: Any, q: Any) -> Posed:
        (a, b), (c, d) = subject.above(n, q), subject.below(n, q)
        # x = q among keys of weight 1 (S = n - 1), and x = 1 among keys of weight q.
        return (n >= 2, q >= 1), (q * b == a * (q + n - 1), d == c * (1 + (n - 1) * q))

    # ``ends`` before ``share``: where it fails, cvc5 would look for an answer on ``share`` in vain.
    return prove_all([(more, "S r q x"), (ends, "n q"), (share, "S n q x")])


DISPERSION.mutant("e^{2B}/(e^{2B} + n)", Kind.INDEX, above=lambda n, q: (q, q + n))
DISPERSION.mutant("1/(1 + (n-1)e^{B})", Kind.TERM, induct, below=lambda n, q: (q, q + n - 1))
DISPERSION.mutant("logits not bounded", Kind.HYPOTHESIS, bounded=False)
DISPERSION.mutant("strictly below", Kind.RELATION, strict=True)
DISPERSION.mutant(
    "a bound attained at e^{2B} = 4 alone, from above",
    Kind.TERM,
    induct,
    above=lambda n, q: (q * (1 + (q - 4) ** 2), q + n - 1),
)
DISPERSION.mutant(
    "a bound attained at e^{2B} = 4 alone, from below",
    Kind.TERM,
    induct,
    below=lambda n, q: (1, (1 + (n - 1) * q) * (1 + (q - 4) ** 2)),
)
DISPERSION.mutant("above 1/(1 + (n-1))", Kind.TERM, below=lambda n, q: (1, n))
