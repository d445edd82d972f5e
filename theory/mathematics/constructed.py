"""The two printed heads of paper B, F.2, as exact bookkeeping of angles, and what they compute.

Offsets t = n - j count back from the query, so lists here run from the query (t = 0) to the first
token. u = θ/2π is in turns. Tokens: a letter is a lower-case string, an integer an int; a Retrieval
token is a pair (left, right).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from theory.mathematics.arcs import maximisers

LETTERS = "abcdefgh"
Vector = dict[Any, Fraction]


def index_target(tokens: Sequence[Any]) -> int:
    """How far back the last token points: itself for a letter."""
    return tokens[-1] if isinstance(tokens[-1], int) else 0


def index_answer(tokens: Sequence[Any]) -> Any:
    """Index (F.1) at the last token; a number that points before the start is left alone."""
    back = index_target(tokens)
    token = tokens[-1 - back] if back < len(tokens) else None
    return token if isinstance(token, str) else tokens[-1]


def index_phases(n: int, target: int, u: Fraction) -> list[Fraction]:
    """Turns of the logits cos((t - target)θ) at offsets t = 0 … n-1."""
    return [(t - target) * u for t in range(n)]


def index_output(tokens: Sequence[Any], weights: Sequence[Any], alpha: Any = 2) -> Vector:
    """F(x, a) = x + a for attention ``weights`` by offset; values α on letters, 0 on integers."""
    y: Vector = {tokens[-1]: Fraction(1)}
    for token, weight in zip(reversed(tokens), weights, strict=True):
        if isinstance(token, str):
            y[token] = y.get(token, Fraction(0)) + alpha * weight
    return y


def hard(places: Sequence[int], n: int) -> list[Fraction]:
    """Hard attention: uniform on the maximisers (the limit of softmax as β grows)."""
    none, share = Fraction(0), Fraction(1, len(places))
    return [share if t in places else none for t in range(n)]


def gap(y: Vector, answer: Any) -> Fraction:
    """The decoding gap: the answer's coordinate minus the largest other one (others are 0)."""
    others = [value for token, value in y.items() if token != answer]
    return y.get(answer, Fraction(0)) - max([Fraction(0), *others])


def index_inputs(n: int, letters: int, m: int) -> Iterator[tuple[Any, ...]]:
    """Every sequence of length n over ``letters`` letters and the integers 1 … m."""
    return product([*LETTERS[:letters], *range(1, m + 1)], repeat=n)


def retrieval_tokens(letters: int, m: int) -> list[tuple[Any, Any]]:
    """Every pair (left, right)."""
    names = LETTERS[:letters]
    return [(x, y) for x in names for y in [*names, *range(1, m + 1)]]


def places_of(tokens: Sequence[tuple[Any, Any]], j: int) -> list[int]:
    """The positions k ≤ j whose left half is the right half of token j."""
    return [k for k in range(j + 1) if tokens[k][0] == tokens[j][1]]


def is_proper(tokens: Sequence[tuple[Any, Any]]) -> bool:
    """Every letter on the right is on the left of some token so far, and of no two tokens."""
    for j, (_, right) in enumerate(tokens):
        if isinstance(right, str) and len({tokens[k] for k in places_of(tokens, j)}) != 1:
            return False
    return True


def retrieval_answer(tokens: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Retrieval (F.2) at the last token of a proper sequence."""
    n = len(tokens)
    return tokens[places_of(tokens, n - 1)[0]] if isinstance(tokens[-1][1], str) else tokens[-1]


def number(letter: str) -> int:
    """φ: a, b, … as 1, 2, …"""
    return LETTERS.index(letter) + 1


def retrieval_phases(
    tokens: Sequence[tuple[Any, Any]], letters: int, u: Fraction
) -> list[Fraction]:
    """Turns of cos((φ(left) - φ(wanted))ω + tθ) at offsets t = 0 … n-1, ω = 1/letters turns.

    Wanted is the query's right half, the left one where the right is an integer.
    """
    left, right = tokens[-1]
    wanted = number(right if isinstance(right, str) else left)
    return [
        Fraction(number(token[0]) - wanted, letters) + t * u
        for t, token in enumerate(reversed(tokens))
    ]


def retrieval_output(tokens: Sequence[tuple[Any, Any]], weights: Sequence[Any]) -> Vector:
    """F(x, a) = a with identity values: each token's share of the attention."""
    y: Vector = {}
    for token, weight in zip(reversed(tokens), weights, strict=True):
        y[token] = y.get(token, Fraction(0)) + weight
    return y


def retrieval_gap(tokens: Sequence[tuple[Any, Any]], letters: int, u: Fraction) -> Fraction:
    """The decoding gap of the printed head at the last token, under hard attention."""
    places = maximisers(retrieval_phases(tokens, letters, u))
    return gap(retrieval_output(tokens, hard(places, len(tokens))), retrieval_answer(tokens))
