"""Which queries decide a head's sentences, looked at exactly, and the inputs that attain them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from constructions.public_heads import shares
from constructions.public_heads.extremes import Extremes, TableHead, query_row

Array = np.ndarray[Any, np.dtype[Any]]
Measure = Callable[[Array, Array, Array], Array]
"""(own, lower, upper) to a number a query, monotone: wider ends never make it smaller."""
ROWS = 60
"""So many queries at most are looked at exactly for one sentence."""


@dataclass
class LogitTable:
    """Ends of every query's logits: ``inner`` attained, ``outer`` bounds; equal where refined."""

    head: TableHead
    own: Array
    inner: tuple[Array, Array]
    outer: tuple[Array, Array]
    span: Array
    beyond: Array
    refined: dict[int, None] = field(default_factory=dict)

    @classmethod
    def of(cls, head: TableHead, extremes: Extremes) -> LogitTable:
        """With the rounding of float32 inner products on both sides."""
        error = head.error()[:, None]
        wide = (extremes.below - error, extremes.above + error)
        inner = (np.minimum(extremes.lower + error, extremes.upper), extremes.upper - error)
        inner = (np.minimum(inner[0], inner[1]), inner[1])
        span = np.maximum(extremes.span - 2 * error[:, 0], 0)
        return cls(head, head.own(), inner, wide, span, extremes.beyond + 2 * error[:, 0])

    def refine(self, a: int) -> None:
        """Look at every key of one query."""
        if a in self.refined:
            return
        self.refined[a] = None
        whole = query_row(self.head, a)
        for ends in (self.inner, self.outer):
            ends[0][a], ends[1][a] = whole.min(0), whole.max(0)
        self.span[a] = self.beyond[a] = (whole.max(1) - whole.min(1)).max()

    def value(self, measure: Measure, rows: Any = slice(None), outer: bool = True) -> Array:
        """A measure of some queries, by bounds or by what is attained."""
        lower, upper = self.outer if outer else self.inner
        return measure(self.own[rows], lower[rows], upper[rows])


def settle_extreme(
    table: LogitTable, measure: Measure, stop: float | None = None
) -> tuple[float, float, int]:
    """The largest value over all queries, attained and bounded, and the query that attains it.

    Queries are looked at exactly, the largest bound first, until no bound exceeds what is attained,
    or ``ROWS`` have been looked at; with ``stop`` also once it is attained or no bound reaches it.
    """
    bound = table.value(measure)
    best = int(table.value(measure, outer=False).argmax())
    value, looked = -np.inf, 0
    for a in (best, *np.argsort(-bound, kind="stable").tolist()):
        if bound[a] <= value:
            return value, value, best
        if stop is not None and value > -np.inf and (value >= stop or bound[a] < stop):
            return value, float(bound[a]), best
        if a not in table.refined:
            if looked == ROWS:
                return value, float(bound[a]), best
            looked += 1
            table.refine(a)
        one = float(table.value(measure, [a])[0])
        if one > value:
            value, best = one, a
    return value, value, best


def content_spread(own: Array, lower: Array, upper: Array) -> Array:
    """The content range of each query."""
    return np.asarray((upper - lower).max(1))


def share_measure(kind: str, side: str, length: int) -> Measure:
    """A share as a measure: the largest, or minus the least."""
    if side == "most":
        return lambda own, lower, upper: shares.most(kind, length, own, lower, upper)
    return lambda own, lower, upper: -shares.least(kind, length, own, lower, upper)


def entropy_measure(side: str) -> Measure:
    """The largest entropy, or minus the least."""

    def measure(own: Array, lower: Array, upper: Array) -> Array:
        ends = shares.boxes(own, lower, upper)
        if side == "most":
            return shares.most_entropy(*ends)[0]
        return -shares.least_entropy(*ends)[0]

    return measure


def attaining(table: LogitTable, kind: str, side: str, length: int, a: int) -> list[int]:
    """The input of ``length`` tokens, the query token a last, that attains a share."""
    whole = query_row(table.head, a)[:, : length - 1]
    low, high = whole.argmin(0), whole.argmax(0)
    tokens, other = (low, high) if side == "most" else (high, low)
    at = {"previous": 0, "first": length - 2}.get(kind)
    if kind == "any":
        down, up = np.exp(whole.min(0)), np.exp(whole.max(0))
        own = np.exp(table.own[a])
        one = up / (own + down.sum() - down + up)
        at = int(one.argmax()) if one.max() > own / (own + down.sum()) else None
    if at is not None:
        tokens[at] = other[at]
    return [*tokens[::-1].tolist(), a]


def entropic(table: LogitTable, side: str, a: int) -> list[int]:
    """An input of the query token a with the least or the most entropy that was found."""
    whole = query_row(table.head, a)
    low, high = shares.boxes(table.own[[a]], whole.min(0)[None], whole.max(0)[None])
    if side == "most":
        c = shares.most_entropy(low, high)[1][0]
        tokens = np.abs(whole - c).argmin(0)
        return [*tokens[::-1].tolist(), a]
    best: tuple[float, Any] = (np.inf, None)
    for c in high.max() + np.linspace(-8.0, 2.0, 200):
        up = (c - high[0]) * np.exp(high[0]) < (c - low[0]) * np.exp(low[0])
        value = shares.entropy(np.where(up, high[0], low[0]))
        if value < best[0]:
            best = (value, up[1:])
    tokens = np.where(best[1], whole.argmax(0), whole.argmin(0))
    return [*tokens[::-1].tolist(), a]


def entropy_of(head: TableHead, tokens: list[int]) -> float:
    """The entropy at the last of these tokens."""
    a, steps = tokens[-1], np.arange(len(tokens) - 1, -1, -1)
    turns = np.exp(1j * np.outer(steps, head.angles))
    logits = (head.queries[a] * turns * head.keys[tokens].conj()).real.sum(1)
    return shares.entropy(logits)
