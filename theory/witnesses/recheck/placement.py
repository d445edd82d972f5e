"""Re-evaluates every refutation's witness. Standard library only; shares no code with the search.

    python theory/witnesses/recheck/placement.py [FILE.json]

Witnesses hold exponentiated logits ("weights", positive rationals E[a][p] = exp M[a][p]), or logits
as integer multiples of log 2 ("exponents"), so that attention is rational and every comparison
exact; places are counted from 0. Every field is checked
or derived; anything missing, extra or not exact is refused. Exit code 0 if every witness stands,
1 if one does not, 2 if the file cannot be read.
"""

import sys
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "recheck"

from . import fields, need, number, numbers, program


def square(rows: Any, positive: bool = True) -> list[list[Fraction]]:
    """A square matrix of exact numbers, all positive where they are weights."""
    need(isinstance(rows, list) and rows != [], "no matrix")
    matrix = [numbers(row) for row in rows]
    need(all(len(row) == len(matrix) for row in matrix), "the matrix is not square")
    need(not positive or all(e > 0 for row in matrix for e in row), "a weight is not positive")
    return matrix


def columns_constant(matrix: list[list[Fraction]]) -> bool:
    """Positional: a place's logit does not depend on the content there."""
    return all(row == matrix[0] for row in matrix)


def rows_constant(matrix: list[list[Fraction]]) -> bool:
    """Symbolic: a content's logit does not depend on its place."""
    return all(entry == row[0] for row in matrix for entry in row)


def softmax(weights: list[list[Fraction]], own: Fraction) -> list[Fraction]:
    """Attention of the query: the diagonal and the query's own key, normalised."""
    kept = [row[j] for j, row in enumerate(weights)] + [own]
    return [w / sum(kept) for w in kept]


def squared_cosine(v: list[Fraction], w: list[Fraction]) -> Fraction:
    """cos² of two vectors of positive numbers (so cos > 0, and cos = 1 iff cos² = 1)."""
    dot = sum((x * y for x, y in zip(v, w, strict=True)), Fraction(0))
    return dot * dot / (sum(x * x for x in v) * sum(y * y for y in w))


def after(
    weights: list[list[Fraction]], move: tuple[int, ...], places: list[int]
) -> list[list[Fraction]]:
    """At the moved places: the weights after the move, those before, and the contents' own."""
    return [
        [weights[move[j]][j] for j in places],
        [weights[j][j] for j in places],
        [weights[move[j]][move[j]] for j in places],
    ]


def cosines(weights: list[list[Fraction]], move: tuple[int, ...]) -> list[Fraction]:
    """Squared cosines of a move: positional, symbolic, over the places that it moves."""
    moved = [j for j in range(len(weights)) if move[j] != j]
    new, old, followed = after(weights, move, moved)
    return [squared_cosine(new, old), squared_cosine(new, followed)]


def exchanges(size: int) -> list[tuple[int, ...]]:
    """Every swap of two places."""
    moves = []
    for i, j in combinations(range(size), 2):
        move = list(range(size))
        move[i], move[j] = j, i
        moves.append(tuple(move))
    return moves


def every_swap_is_one(weights: list[list[Fraction]]) -> None:
    """s_POS = s_SYM = 1, whatever the weights α > 0 of the swaps."""
    moves = exchanges(len(weights))
    need(moves != [], "no swap, so no score")
    need(all(cosines(weights, m) == [1, 1] for m in moves), "a swap cosine is below 1")


def recorded(attention: Any, weights: list[list[Fraction]], own: Fraction) -> list[Fraction]:
    """The attention row, which must be the one written down."""
    need(own > 0, "the query's own weight is not positive")
    row = softmax(weights, own)
    need(numbers(attention) == row, f"attention is {[str(w) for w in row]}")
    return row


def a_def_both(data: Any) -> str:
    """Positional and symbolic, attention not uniform."""
    rows, own, attention = fields(data, "weights", "own", "attention")
    weights = square(rows)
    row = recorded(attention, weights, number(own))
    need(columns_constant(weights), "not positional")
    need(rows_constant(weights), "not symbolic")
    need(len(set(row)) > 1, "attention is uniform")
    return f"positional, symbolic, attention {', '.join(map(str, row))}"


def a_swaps_score(data: Any) -> str:
    """Every swap cosine 1, both cosines of one permutation below 1."""
    rows, move, squares = fields(data, "weights", "permutation", "squared_cosines")
    weights = square(rows)
    every_swap_is_one(weights)
    need(isinstance(move, list) and all(type(j) is int for j in move), "no permutation")
    need(sorted(move) == list(range(len(weights))), "not a permutation of the places")
    need(move != sorted(move), "the identity moves no place, so it has no cosine")
    computed = cosines(weights, tuple(move))
    need(numbers(squares) == computed, f"squared cosines are {[str(c) for c in computed]}")
    need(all(c < 1 for c in computed), "a permutation's cosine is 1")
    return f"swap cosines 1, those of {move}: √{computed[0]}, √{computed[1]}"


def a_swaps_block(data: Any) -> str:
    """Unchanged by every swap of blocks, changed by a permutation within a block."""
    block, rows, move = fields(data, "block", "logits", "permutation")
    logits = square(rows, positive=False)
    size = len(logits)
    need(type(block) is int and block > 0 and size % block == 0, "blocks are not equal")
    count = size // block
    need(count >= 2, "fewer than two blocks: nothing is swapped")
    for exchange in exchanges(count):
        for j in range(size):
            k = exchange[j // block] * block + j % block
            need(logits[k][j] == logits[j][j] == logits[j][k], f"a block swap changes place {j}")
    need(isinstance(move, list) and all(type(j) is int for j in move), "no permutation")
    need(sorted(move) == list(range(size)), "not a permutation of the places")
    need(any(logits[move[j]][j] != logits[j][j] for j in range(size)), "no δ_pos")
    need(any(logits[j][move[j]] != logits[j][j] for j in range(size)), "no δ_sym")
    return f"{count} blocks of {block}: block swaps change nothing, {move} does"


def a_score(data: Any) -> str:
    """Three parts: scores 1 without the behaviour; scores 1 or high without uniform attention."""
    first, second, third = fields(data, "characterises", "uniform", "high")
    weights = square(fields(first, "weights")[0])
    every_swap_is_one(weights)
    need(not columns_constant(weights), "characterises: positional")
    need(not rows_constant(weights), "characterises: symbolic")
    rows, own, attention = fields(second, "weights", "own", "attention")
    weights = square(rows)
    every_swap_is_one(weights)
    uniform = recorded(attention, weights, number(own))
    need(len(set(uniform)) > 1, "uniform: attention is uniform")
    names = ("weights", "own", "attention", "level", "squared_cosines")
    rows, own, attention, level, squares = fields(third, *names)
    weights = square(rows)
    row = recorded(attention, weights, number(own))
    need(len(weights) == 2, "high: one swap is needed, so that it is the score")
    computed = cosines(weights, (1, 0))
    need(numbers(squares) == computed, f"high: squared cosines are {[str(c) for c in computed]}")
    need(number(level) == Fraction(9, 10), "high: the level is 1 - γ with γ = 1/10")
    need(all(c >= number(level) ** 2 for c in computed), "high: a score is below the level")
    need(len(set(row[:-1])) > 1, "high: the other keys have uniform attention")
    return f"attention {', '.join(map(str, uniform))} at scores 1; {', '.join(map(str, row))} high"


def norms(logits: list[list[Fraction]]) -> Fraction:
    """(‖δ_pos‖² + ‖δ_sym‖²) / (N!·N), summed over all permutations: A-thm1's right side."""
    places = range(len(logits))
    shifts = [
        (logits[move[j]][j] - logits[j][j]) ** 2 + (logits[j][move[j]] - logits[j][j]) ** 2
        for move in permutations(places)
        for j in places
    ]
    return sum(shifts, Fraction(0)) / len(shifts)


def s_two_sided_pure(data: Any) -> str:
    """One score high, the other low, the variance not half the bound; logits in units of log 2."""
    names = ("exponents", "level", "squared_cosines", "variance", "half_bound")
    rows, level, squares, variance, half = fields(data, *names)
    logits = square(rows, positive=False)
    need(len(logits) == 2, "one swap is needed, so that it is the score")
    whole = all(k.denominator == 1 and abs(k) <= 999 for row in logits for k in row)
    need(whole, "an exponent is no integer from -999 to 999")
    computed = cosines([[Fraction(2) ** int(k) for k in row] for row in logits], (1, 0))
    need(numbers(squares) == computed, f"squared cosines are {[str(c) for c in computed]}")
    gamma = number(level)
    need(gamma in (Fraction(1, 10), Fraction(1, 20)), "the level is neither 1/10 nor 1/20")
    need(max(computed) >= (1 - gamma) ** 2, "no score is high")
    need(min(computed) <= gamma**2, "no score is low")
    own = [logits[0][0], logits[1][1]]
    spread = sum((x * x for x in own), Fraction(0)) / 2 - (sum(own) / 2) ** 2
    bound = norms(logits) / 2
    need(number(variance) == spread, f"the variance is {spread}")
    need(number(half) == bound, f"half the bound is {bound}")
    need(spread != bound, "the variance is half the bound")
    scores = ", ".join(map(str, computed))
    return f"variance {spread}, half the bound {bound} (in log² 2), squared scores {scores}"


CHECKS = {
    "A-def-both": a_def_both,
    "A-swaps-score": a_swaps_score,
    "A-swaps-block": a_swaps_block,
    "A-score": a_score,
    "S-two-sided-pure": s_two_sided_pure,
}


recheck, main = program(__file__, CHECKS)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
