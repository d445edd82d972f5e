"""A RoPE head that attains the exclusion bound of Theorem 1 (C-tight), as exact weights.

Two pairs of coordinates, each named by what it means: ``content`` does not turn (angle 0) and holds
what a token is; ``place`` turns by θ with cos θ = 3/5, sin θ = 4/5, so every entry is a Fraction. A
key has its token's value on ``content`` and 1 on ``place``; the query has 1 on both. Hence ``M[a,
p] = value_a + cos((n - p)θ)``. On the input whose token at position a has the value ``cos((n -
a)θ)``, what a token is agrees with where it is: ``M[a, p] = (λ_a + λ_p)/2``, and S-slack's sum of
squares vanishes.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.writing import FormalClaim

CONTENT, PLACE = 0, 2
"""First coordinate of each pair; the second one stays empty in keys and query."""
WIDTH = 4
STILL = (Fraction(1), Fraction(0))
THETA = (Fraction(3, 5), Fraction(4, 5))
LARGEST = 8
"""Keys before the query, up to which the construction is run."""


@dataclass(frozen=True)
class ExtremalHead:
    """The head's weights: one step (cos, sin) a pair of coordinates, and what keys and query hold.

    ``key_place`` is a key's coordinate on ``place``; the query holds ``query_content`` and
    ``query_place``. ``share`` is the multiple of P + S that the variance is claimed to reach.
    """

    steps: tuple[tuple[Fraction, Fraction], ...] = (STILL, THETA)
    key_place: Fraction = Fraction(1)
    query_content: Fraction = Fraction(1)
    query_place: Fraction = Fraction(1)
    value_shift: int = 0
    share: Fraction = Fraction(1)

    def placement(self, count: int) -> Any:
        """M, shape ``(count, count)`` of Fractions, on the input whose values are the cosines."""
        import numpy as np

        from theory.mathematics.rope import exact_turns, rope_placement

        table = exact_turns(self.steps, count)
        values = np.roll(exact_turns((STILL, THETA), count)[:, 1, 0], self.value_shift)
        keys = np.full((count, WIDTH), Fraction(0), dtype=object)
        keys[:, CONTENT], keys[:, PLACE] = values, self.key_place
        query = np.full(WIDTH, Fraction(0), dtype=object)
        query[CONTENT], query[PLACE] = self.query_content, self.query_place
        return rope_placement(keys, query, table)


TIGHT = FormalClaim(
    id="C-tight",
    paper="suite",
    place="A-thm1, equality, as a RoPE head",
    statement="The RoPE head of constructions/heads/extremal.py, with two pairs of coordinates, "
    "attains Var(λ) = P + S > 0 on an input of N + 1 tokens, for every N = 2 … 8. So for "
    "these N A-thm1's constant cannot be lowered for heads with its angles, 0 and arccos(3/5).",
    subject=ExtremalHead,
    parts={"value_shift": Kind.INDEX, "steps": Kind.HYPOTHESIS},
    quantifiers={"N": f"every N = 2 … {LARGEST} keys before the query"},
    not_covered="N above 8 (A-thm1's proof covers them for arbitrary heads); other angles, so "
    "RoPE's own 1 and base^(-1/2)",
    rests_on=("S-slack", "S-fast"),
)


@TIGHT.exhaustive(
    "the head run",
    f"the weights' own placement matrix at every N = 2 … {LARGEST}, in Fractions",
    "N",
)
def attains(head: ExtremalHead) -> Outcome:
    """Var(λ) = share · (P + S) with Var(λ) > 0, for every N = 2 … LARGEST, in Fractions."""
    from theory.mathematics import placement

    cases = 0
    for count in range(2, LARGEST + 1):
        cases += 1
        matrix = head.placement(count)
        variance = placement.variance(matrix)
        bound = placement.positional_deviation(matrix) + placement.symbolic_deviation(matrix)
        if variance == 0 or variance != head.share * bound:
            return false(f"N = {count}: Var = {variance}, P + S = {bound}", cases)
    return true(cases)


TIGHT.mutant("bound tightened by 1 %", Kind.CONSTANT, share=Fraction(101, 100))
TIGHT.mutant("values moved by one position", Kind.INDEX, value_shift=1)
TIGHT.mutant("position's pair of coordinates reversed", Kind.SIGN, query_place=Fraction(-1))
TIGHT.mutant("query blind to content", Kind.TERM, query_content=Fraction(0))
TIGHT.mutant("content's pair of coordinates turns too", Kind.HYPOTHESIS, steps=(THETA, THETA))
