"""What one swap shows: two numbers read off four entries of M (S-swap).

Here E = exp M, entry by entry: positive weights, exact as rationals.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from theory.ledger import Kind, Outcome
from theory.ledger.writing import FormalClaim
from theory.mathematics.placement import Placement, exact_placement
from theory.mathematics.solvers import exhaust, grid, identities

Four = Callable[[Any, Any, Any, Any], Any]
Places = Sequence[int]


def same_squared(A: Any, B: Any, C: Any, D: Any) -> Any:
    """cos²(v', v) with v ∥ (A, B), v' ∥ (C, D)."""
    return (A * C + B * D) ** 2 / ((A**2 + B**2) * (C**2 + D**2))


def flipped_squared(A: Any, B: Any, C: Any, D: Any) -> Any:
    """cos²(v', flip v)."""
    return same_squared(B, A, C, D)


def block_sum(E: Placement, contents: Places, places: Places) -> Any:
    """Σ_t E[contents_t, places_t]: the weight of a block of contents at a block of positions."""
    return sum(E[a, p] for a, p in zip(contents, places, strict=True))


@dataclass(frozen=True)
class SwapReading:
    """After swapping the contents of blocks I and J, both squared cosines are ``same`` and
    ``flipped`` of A = E[I,I], B = E[J,J], C = ``at_i``, D = ``at_j`` (block sums); with
    x = log C/D and y = log A/B they are ``by_ratios`` of exp x, exp y and of exp x, exp(-y)."""

    same: Four = same_squared
    flipped: Four = flipped_squared
    at_i: Callable[[Placement, Places, Places], Any] = lambda E, i, j: block_sum(E, j, i)
    at_j: Callable[[Placement, Places, Places], Any] = lambda E, i, j: block_sum(E, i, j)
    by_ratios: Callable[[Any, Any], Any] = lambda p, q: (p * q + 1) ** 2 / ((p**2 + 1) * (q**2 + 1))


def softmax_row(E: Placement, contents: Sequence[int], own: Fraction) -> list[Fraction]:
    """Attention over the N keys (the query's own key last) when content[p] is at position p."""
    row = [E[a, p] for p, a in enumerate(contents)] + [own]
    total = sum(row)
    return [weight / total for weight in row]


def read_swap(E: Placement, own: Fraction, i: Places, j: Places) -> tuple[Fraction, Fraction]:
    """Both squared cosines of one block swap, from two whole softmax rows (paper A, scores)."""
    before = list(range(len(E)))
    after = before.copy()
    for p, q in zip(i, j, strict=True):
        after[p], after[q] = q, p
    rows = [softmax_row(E, contents, own) for contents in (before, after)]
    means = [[sum(row[p] for p in block) / len(block) for block in (i, j)] for row in rows]
    (di, dj), (ei, ej) = means
    return same_squared(di, dj, ei, ej), same_squared(dj, di, ei, ej)


def _spread(a: int, p: int, seed: int) -> int:
    """A weight from 1 to 11 without pattern in a and p."""
    return 1 + (7 * a * a + 5 * p + 3 * a * p + seed * (a + 2 * p)) % 11


CANCEL, ROWS, READ = "denominators cancel", "whole rows", "reading two rows"
SWAP = FormalClaim(
    id="S-swap",
    paper="suite",
    place="Scores",
    statement="After swapping contents i and j (tokens, or equal blocks), cos(v', v) and cos(v', "
    "flip v) depend only on four weights. These are A = Σ exp M[i,i], B = Σ exp M[j,j], C = Σ exp "
    "M[j,i], D = Σ exp M[i,j] (sums over the block). The softmax denominators cancel. Sharper: "
    "with x = log(C/D) and y = log(A/B) they are cosh((x ± y)/2)/√(cosh x cosh y), so two numbers "
    "suffice.",
    subject=SwapReading,
    quantifiers={
        "N": "every N ≥ 2, every block length",
        "M": "every real M and own logit",
        "small": "81 weight matrices at N = 2, and 30 up to N = 6, blocks of 1 to 3 tokens",
    },
    parts={"same": Kind.TERM, "flipped": Kind.INDEX, "at_i": Kind.QUANTIFIER},
    not_covered="Blocks of unequal length, where a swap needs a convention; a published cosine "
    "whose norms are clamped from below (it keeps the denominators).",
)


@SWAP.symbolic(
    CANCEL, "for all positive weights and denominators", "M", confirmed_by="whole rows (Fractions)"
)
def denominators_cancel(subject: SwapReading) -> Outcome:
    """sympy: the cosines of v = (A, B)/Z and v' = (C, D)/Z' are the claimed ones, any Z, Z'."""
    from sympy import symbols

    A, B, C, D, Z, W = symbols("A B C D Z W", positive=True)
    v, w = (A / Z, B / Z), (C / W, D / W)
    return identities(
        {
            "cos²(v', v)": same_squared(*v, *w) - subject.same(A, B, C, D),
            "cos²(v', flip v)": same_squared(v[1], v[0], *w) - subject.flipped(A, B, C, D),
            "two differences": subject.same(A, B, C, D) - subject.by_ratios(C / D, A / B),
            "two differences, flipped": subject.flipped(A, B, C, D)
            - subject.by_ratios(C / D, B / A),
        }
    )


@SWAP.exhaustive(
    ROWS, "literal softmax rows, own key included, before and after every swap", "small"
)
def whole_rows(subject: SwapReading) -> Outcome:
    """Literal softmax rows before and after every swap, in Fractions, against the formulas."""

    def cases() -> Iterable[tuple[Placement, Fraction, int]]:
        for entries in grid((1, 2, 5), 4):
            yield exact_placement([entries[:2], entries[2:]]), entries[0] + 1, 1
        for n, length in ((3, 1), (4, 1), (4, 2), (6, 2), (6, 3)):
            for seed in range(6):
                rows = [[_spread(a, p, seed) for p in range(n)] for a in range(n)]
                yield exact_placement(rows), Fraction(seed + 1, 2), length

    def holds(case: tuple[Placement, Fraction, int]) -> bool:
        E, own, length = case
        blocks = [range(b, b + length) for b in range(0, len(E), length)]
        for i, j in combinations(blocks, 2):
            four = (
                block_sum(E, i, i),
                block_sum(E, j, j),
                subject.at_i(E, i, j),
                subject.at_j(E, i, j),
            )
            if read_swap(E, own, i, j) != (subject.same(*four), subject.flipped(*four)):
                return False
        return True

    return exhaust(cases(), holds)


@SWAP.written(
    READ, "every N and block length: what is in the two rows, up to a common factor", "N", "M"
)
def swap_written(subject: SwapReading) -> Outcome:
    """The algebra of the written proof on generic weights: which four sums the two rows hold."""
    from sympy import symbols

    from theory.mathematics.forms import linear_matrix

    rows, _ = linear_matrix(4, 4)
    i, j = (0, 1), (2, 3)
    after = [rows[a, p] for p, a in enumerate((2, 3, 0, 1))]
    cancelled = {
        "position i after": abs(subject.at_i(rows, i, j) - (after[0] + after[1])).sum().item(),
        "position j after": abs(subject.at_j(rows, i, j) - (after[2] + after[3])).sum().item(),
    }
    A, B, C, D, Z, W, L = symbols("A B C D Z W L", positive=True)
    literal = same_squared(A / (Z * L), B / (Z * L), C / (W * L), D / (W * L))
    flipped = same_squared(B / (Z * L), A / (Z * L), C / (W * L), D / (W * L))
    return identities(
        cancelled
        | {
            "block means": literal - subject.same(A, B, C, D),
            "block means, flipped": flipped - subject.flipped(A, B, C, D),
        }
    )


SWAP.coq(
    "scores.S_swap",
    "scores.S_swap_two_numbers",
    decides=("N", "M", "small"),
    near_misses={
        "scores.S_swap__no_tokens": Kind.HYPOTHESIS,
        "scores.S_swap_two_numbers__turned": Kind.DATA,
    },
)

SWAP.mutant(
    "contents left in place",
    Kind.INDEX,
    whole_rows,
    swap_written,
    mutate=lambda s: replace(s, at_i=s.at_j, at_j=s.at_i),
)
SWAP.mutant(
    "difference in the product", Kind.TERM, same=lambda A, B, C, D: same_squared(A, -B, C, D)
)
SWAP.mutant("not flipped", Kind.INDEX, flipped=same_squared)
SWAP.mutant(
    "first token of the block only",
    Kind.QUANTIFIER,
    whole_rows,
    swap_written,
    at_i=lambda E, i, j: E[j[0], i[0]],
)
SWAP.mutant("a percent off", Kind.TERM, same=lambda A, B, C, D: 99 * same_squared(A, B, C, D) / 100)
SWAP.mutant(
    "ratios without the 1",
    Kind.CONSTANT,
    denominators_cancel,
    by_ratios=lambda p, q: (p * q) ** 2 / ((p**2 + 1) * (q**2 + 1)),
)
