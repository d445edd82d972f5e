"""Exact softmax heads, and the tasks that the impossibility claims are about.

Tokens are strings: 'a' a letter, '1' an integer, 'AB' and 'A1' pairs (left, right), 's1' a symbol
with its attribute. A head is given by e^L (positive rationals, so attention is rational), VAL and
F; it answers with the token of the largest output coordinate, if that is unique.
Source: spec 'Attention head' and 'Tasks'.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

Tokens = tuple[str, ...]
Vector = dict[str, Fraction]
Weight = Callable[[str, int, str, int], Fraction]
"""e^L at (query x_n, n, content a, position p), positions from 1; positive."""
Task = Callable[[Tokens], str | None]
"""The answer at the last token; None where the input is not one of the task's."""


def one_hot(token: str) -> Vector:
    """VAL = identity on one-hot embeddings."""
    return {token: Fraction(1)}


@dataclass(frozen=True)
class Head:
    """λ_j = log weight(x_n, n, x_j, j), a = Σ softmax(λ)_j value(x_j), y = output(x_n, a)."""

    weight: Weight
    value: Callable[[str], Vector]
    output: Callable[[str, Vector], Vector]

    def attention(self, tokens: Tokens) -> list[Fraction]:
        """softmax at the last token over all positions, its own included."""
        row = self._weights(tokens)
        total = sum(row)
        return [w / total for w in row]

    def _weights(self, tokens: Tokens) -> list[Fraction]:
        """e^λ at the last token."""
        n = len(tokens)
        return [self.weight(tokens[-1], n, token, p) for p, token in enumerate(tokens, 1)]

    def attended(self, tokens: Tokens) -> Vector:
        """a_n = Σ_j w_j VAL(x_j); each coordinate is divided by Σ e^λ once."""
        a: Vector = {}
        row = self._weights(tokens)
        for w, token in zip(row, tokens, strict=True):
            for name, value in self.value(token).items():
                term = w if value == 1 else w * value
                a[name] = a[name] + term if name in a else term
        total = sum(row)
        return {name: value / total for name, value in a.items()}

    def answer(self, tokens: Tokens) -> str | None:
        """The name of the largest coordinate of F(x_n, a_n); None if there are several."""
        scores = self.output(tokens[-1], self.attended(tokens))
        best = max(scores.values())
        winners = [name for name, score in scores.items() if score == best]
        return winners[0] if len(winners) == 1 else None


def computes(head: Head, task: Task, inputs: Iterable[Tokens]) -> tuple[int, Tokens | None]:
    """How many inputs of the task were answered rightly, and the first that was not."""
    count = 0
    for tokens in inputs:
        wanted = task(tokens)
        if wanted is None:
            continue
        count += 1
        if head.answer(tokens) != wanted:
            return count, tokens
    return count, None


def mistold(head: Head, task: Task, inputs: Iterable[Tokens]) -> tuple[Tokens, Tokens] | None:
    """Two inputs of the task with one (x_n, a_n) and two answers.

    None if there are none: then some F, continuous through finitely many points, computes the task
    on all of them.
    """
    first: dict[object, Tokens] = {}
    for tokens in inputs:
        if task(tokens) is None:
            continue
        a = frozenset((name, value) for name, value in head.attended(tokens).items() if value)
        before = first.setdefault((tokens[-1], a), tokens)
        if task(before) != task(tokens):
            return before, tokens
    return None


def words(alphabet: Sequence[str], lengths: Iterable[int]) -> Iterator[Tokens]:
    """Every sequence over the alphabet, in order of length."""
    return (word for n in lengths for word in product(alphabet, repeat=n))


def queried(contexts: Sequence[str], queries: Sequence[str], sizes: Iterable[int]) -> list[Tokens]:
    """Every input of N context tokens and a query, for the N of ``sizes``."""
    return [(*word, query) for word in words(contexts, sizes) for query in queries]


def named_place(tokens: Tokens) -> str | None:
    """Paper A's Index: the last token names a position before it; the token there."""
    j = int(tokens[-1]) if tokens[-1].isdigit() else 0
    return tokens[j - 1] if 1 <= j < len(tokens) else None


def ideal_index(tokens: Tokens) -> str:
    """Paper B's Index at the last token (F.1); a number that points outside answers itself."""
    query = tokens[-1]
    place = len(tokens) - 1 - int(query) if query.isdigit() else -1
    return tokens[place] if place >= 0 and not tokens[place].isdigit() else query


def ideal_retrieval(tokens: Tokens) -> str | None:
    """Paper B's Retrieval at the last token (F.2); None if the input is not proper."""
    for j, token in enumerate(tokens, 1):
        if not token[1].isdigit() and len({t for t in tokens[:j] if t[0] == token[1]}) != 1:
            return None
    query = tokens[-1]
    return query if query[1].isdigit() else next(t for t in tokens if t[0] == query[1])


def ideal_reflexive(tokens: Tokens) -> str:
    """The identity, at the last token."""
    return tokens[-1]


def lookup(tokens: Tokens) -> str | None:
    """Paper A's Information Retrieval: the one attribute bound to the symbol asked for."""
    attributes = {token[1] for token in tokens[:-1] if token[0] == tokens[-1]}
    return attributes.pop() if len(attributes) == 1 else None


def last_bound(tokens: Tokens) -> str | None:
    """Paper A's Partial Induction: the attribute at the last occurrence of the symbol."""
    attributes = [token[1] for token in tokens[:-1] if token[0] == tokens[-1]]
    return attributes[-1] if attributes else None
