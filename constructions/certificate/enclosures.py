"""The weights of a one-layer head, enclosed: e^{logit} for each query, kind of key and offset.

Balls (python-flint) of any magnitude: a key far from the query may weigh e^-1000 and still decide.
Tokens with one key are of one *kind*: they weigh the same.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from constructions.certificate.run_error import drift, largest_logit, units
from constructions.heads.onelayer import OneLayerHead
from theory.mathematics.conversions import to_ball

PRECISION = 192
"""Bits; what is lost to rounding is in the balls' radii."""
Balls = list[Any]
"""python-flint's arb, one an offset."""


@dataclass(frozen=True)
class WeightBounds:
    """One query's logits and weights e^{logit}, each [kind][offset], as balls.

    Over the reals ``low`` and ``high`` are the same; in a run a weight is anywhere between them.
    """

    logits: list[Balls]
    low: list[Balls]
    high: list[Balls]


class Enclosure:
    """All weights of a head at offsets 0 … n0 - 1: over the reals, or (``run``) as a run may have
    them. ``kind[b]`` and ``ask[b]`` number the distinct keys and queries of the tokens."""

    def __init__(self, head: OneLayerHead, n0: int, run: bool) -> None:
        self.head, self.n0, self.run = head, n0, run
        self.kinds, self.kind = _distinct(head.keys)
        self.asks, self.ask = _distinct(head.queries)
        self._known: dict[int, WeightBounds] = {}

    @cached_property
    def table(self) -> list[list[tuple[Any, Any]]]:
        """(cos, sin) of t·angle as balls, by frequency and offset."""
        from flint import arb, ctx

        # flint's precision is global, and other code may have changed it.
        ctx.prec = PRECISION
        return [
            [(arb.cos(angle * t), arb.sin(angle * t)) for t in range(self.n0)]
            for angle in map(arb, self.head.angles.tolist())
        ]

    @cached_property
    def drifts(self) -> list[list[Fraction]]:
        """By query and kind: how far the run's logit may lie from the true one; 0 for the reals."""
        return [
            [drift(self.head, q, k) if self.run else Fraction(0) for k in self.kinds]
            for q in self.asks
        ]

    def __getitem__(self, ask: int) -> WeightBounds:
        """The weights of one query, computed once."""
        # A query's balls are needed by every case, answer and rival that ask it.
        if ask not in self._known:
            self._known[ask] = self._weights(ask)
        return self._known[ask]

    def _logits(self, ask: int) -> list[list[Any]]:
        from flint import arb, ctx

        ctx.prec = PRECISION
        beta, query, rows = arb(self.head.beta), self.asks[ask], []
        for key in self.kinds:
            row = [arb(0)] * self.n0
            for plane, table in enumerate(self.table):
                q0, q1 = map(arb, query[2 * plane : 2 * plane + 2])
                k0, k1 = map(arb, key[2 * plane : 2 * plane + 2])
                # A plane's logit is β(even·cos tθ + odd·sin tθ): rotating q by t back from k.
                even, odd = beta * (k0 * q0 + k1 * q1), beta * (k1 * q0 - k0 * q1)
                row = [x + even * c + odd * s for x, (c, s) in zip(row, table, strict=True)]
            rows.append(row)
        return rows

    def _weights(self, ask: int) -> WeightBounds:
        from flint import arb

        logits = self._logits(ask)
        errors = [to_ball(x) for x in self.drifts[ask]]
        # The largest logit is taken off before exponentials: they are off by v times that distance.
        v = to_ball(units(self.head.number_format)[1]) if self.run else arb(0)
        high = to_ball(max(largest_logit(self.head, self.asks[ask], key) for key in self.kinds))
        high += 2 * max(errors, key=float)
        low, above = [], []
        for row, error in zip(logits, errors, strict=True):
            if not self.run:
                # Over the reals the ball itself is the enclosure.
                low.append([x.exp() for x in row])
                continue
            # error: of the logit; 8 v: exp and flushing; v (high - x): the subtraction before exp.
            slack = [error + 8 * v + v * (high - x) for x in row]
            low.append([(x - e).exp() for x, e in zip(row, slack, strict=True)])
            above.append([(x + e).exp() for x, e in zip(row, slack, strict=True)])
        return WeightBounds(logits, low, above or low)


def _distinct(rows: Any) -> tuple[list[tuple[float, ...]], list[int]]:
    # Exact equality of floats: keys that differ in the last bit are of two kinds.
    kinds = list(dict.fromkeys(map(tuple, rows.tolist())))
    numbers = {kind: i for i, kind in enumerate(kinds)}
    return kinds, [numbers[tuple(row)] for row in rows.tolist()]
