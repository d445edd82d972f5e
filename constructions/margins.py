"""The least decoding margin over every input a rule allows, without listing inputs.

For a query a, an answer o and a rival o', Z·(y_o - y_o' - m) = Σ_t W(a, b_t, t)·(gain(b_t) - m),
gain(b) = V[b,o] - V[b,o'] + skip[a,o] - skip[a,o']: one term a position, so the least sum is the
sum of the least terms. The least margin is the m at which the least of these sums is zero; from
any m above it, the margin of the input that has the least sum is a better m (Dinkelbach).

For a run, a weight is anywhere in its enclosure, and rounding may take ρ(|V| + |skip|) from a gain.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from constructions.enclosures import BITS, Enclosure, Integers
from constructions.rules import Rule, Tokens
from constructions.run_error import mixing

UNIT = 2**160
"""Gains and margins are integers in units of 1/UNIT, gains rounded down."""
NANO = 10**9
NEVER = 1 << 4000

Shape = tuple[tuple[int, int], ...]
"""((kind of key, least gain among the tokens of that kind), …)"""


@dataclass(frozen=True)
class Job:
    """One sum to minimise, and a case it comes from; jobs that share ``sum_key`` share their sum."""

    query: int
    answer: int
    rival: int
    sets: tuple[Tokens, Tokens, Tokens]
    offsets: tuple[int, int]
    lengths: tuple[int, int]


@dataclass(frozen=True)
class Worst:
    """An input (token indices, the query last), its answer and the output that comes closest."""

    tokens: list[int]
    answer: int
    rival: int


class Margins:
    """Least sums of one head under one rule, over the reals or for a run."""

    def __init__(self, weights: Enclosure, rule: Rule) -> None:
        self.weights, self.rule, head = weights, rule, weights.head
        self.rho = mixing(weights.n0, head.number_format) if weights.run else Fraction(0)
        self._values = [_sparse(row) for row in head.values.tolist()]
        self._skip = [_sparse(row) for row in head.skip.tolist()]
        self.shape = cache(self.shape)  # type: ignore[method-assign]
        self.sums = cache(self.sums)  # type: ignore[method-assign]
        self.jobs = self._jobs()

    def gain(self, row: dict[int, Fraction], o: int, rival: int) -> int:
        """row[o] - row[rival] less ρ(|row[o]| + |row[rival]|), at most."""
        x, y = row.get(o, Fraction(0)), row.get(rival, Fraction(0))
        return int((x - y - self.rho * (abs(x) + abs(y))) * UNIT // 1)

    def shape(self, tokens: Tokens, o: int, rival: int) -> Shape:
        """Least gains by kind of key."""
        least: dict[int, int] = {}
        for b in tokens:
            kind, gain = self.weights.kind[b], self.gain(self._values[b], o, rival)
            least[kind] = min(gain, least.get(kind, gain))
        return tuple(sorted(least.items()))

    def _jobs(self) -> dict[tuple[Any, ...], Job]:
        found: dict[tuple[Any, ...], Job] = {}
        for case in self.rule.cases:
            skip, ask = self._skip[case.query], self.weights.ask[case.query]
            own = frozenset({case.query})
            for pin, o in case.pins:
                for rival in sorted({*self.rule.few, *skip} - {o}):
                    if rival >= len(self.weights.head.outputs):
                        continue
                    shapes = (self.shape(x, o, rival) for x in (own, case.near, pin, case.far))
                    key = (ask, self.gain(skip, o, rival), *shapes, case.offsets, case.lengths)
                    sets = (case.near, pin, case.far)
                    job = Job(case.query, o, rival, sets, case.offsets, case.lengths)
                    found.setdefault(key, job)
        return found

    def sums(self, ask: int, shape: Shape, skip: int, margin: int) -> tuple[Integers, Integers]:
        """Least terms by offset (n0,), and their sums over offsets 1 … n - 1, at index n (n0+1,)."""
        weights, terms = self.weights[ask], np.array([NEVER] * self.weights.n0, dtype=object)
        for kind, gain in shape:
            gain += skip - margin
            terms = np.minimum(terms, (weights.low if gain >= 0 else weights.high)[kind] * gain)
        start = np.array([0, 0], dtype=object)
        return terms, np.concatenate([start, np.add.accumulate(terms[1:])])

    def least(self, key: tuple[Any, ...], margin: int) -> tuple[int, int, int]:
        """(At most the least sum of a job, the pin's offset and the length that have it)."""
        ask, skip, *shapes, (k0, k1), (n1, n2) = key
        own, near, pin, far = (self.sums(ask, x, skip, margin) for x in shapes)
        reversed_least = np.minimum.accumulate(far[1][n2 :: -1])[::-1]
        ks = np.arange(k0, min(k1, n2 - 1) + 1)
        if len(ks) == 0:
            return NEVER, 0, 0
        first = np.maximum(ks + 1, n1)
        totals = reversed_least[first] - far[1][ks + 1]
        totals = totals + np.where(ks > 0, near[1][ks] + pin[0][ks], 0)
        best = int(np.argmin(totals))
        k = int(ks[best])
        ends = far[1][first[best] : n2 + 1]
        return int(own[0][0]) + int(totals[best]), k, int(first[best]) + int(np.argmin(ends))

    def smallest(self, margin: int) -> tuple[int, tuple[Any, ...], int, int]:
        """The least sum over all jobs: (sum, key of the first job that has it, offset, length)."""
        found = [(*self.least(key, margin), key) for key in self.jobs]
        total, k, n, key = min(found, key=lambda x: x[0])
        return total, key, k, n

    def worst(self, margin: int) -> tuple[Worst, Fraction]:
        """The input that has the least sum, and its margin (for a run: with its worst weights)."""
        _, key, k, n = self.smallest(margin)
        job, ask = self.jobs[key], key[0]
        skip = self.gain(self._skip[job.query], job.answer, job.rival)
        tokens, top, bottom = [job.query], 0, 0
        for t in range(n):
            if t:
                allowed = job.sets[1] if t == k else job.sets[0] if t < k else job.sets[2]
                tokens.append(self._choose(ask, t, allowed, job, skip - margin))
            b = tokens[t]
            gain = self.gain(self._values[b], job.answer, job.rival) + skip
            weights = self.weights[ask]
            row = weights.low if gain >= margin else weights.high
            weight = row[self.weights.kind[b]][t]
            top, bottom = top + weight * gain, bottom + weight
        return Worst(tokens[::-1], job.answer, job.rival), Fraction(top, bottom * UNIT)

    def _choose(self, ask: int, t: int, allowed: Tokens, job: Job, shift: int) -> int:
        """The allowed token with the least term at an offset; logits decide where weights vanish."""
        best: dict[int, tuple[int, int]] = {}
        for b in allowed:
            entry = (self.gain(self._values[b], job.answer, job.rival), b)
            kind = self.weights.kind[b]
            best[kind] = min(entry, best.get(kind, entry))
        weights = self.weights[ask]

        def order(kind: int) -> tuple[int, int, float, int]:
            gain = best[kind][0] + shift
            logit = weights.logits[kind][t].mid()
            sign = -1 if gain < 0 else 1
            term = (weights.high if gain < 0 else weights.low)[kind][t] * gain
            return term, gain, sign * logit, best[kind][1]

        return best[min(best, key=order)][1]


def _sparse(row: list[float]) -> dict[int, Fraction]:
    return {o: Fraction(x) for o, x in enumerate(row) if x}


def enclosed(margins: Margins, width: int = 3) -> int:
    """Lower end in units of 10⁻⁹ such that the least margin is surely between it and it + width.

    Raises:
        ArithmeticError: the enclosures are too wide to tell.
    """
    lower = _start(margins)
    for _ in range(64):
        if margins.smallest(-(-lower * UNIT // NANO))[0] >= 0:
            return lower
        _, ratio = margins.worst(-(-(lower + width) * UNIT // NANO))
        better = int(ratio * NANO // 1) - 1
        lower = better if better < lower else lower - 1
    raise ArithmeticError("the weights are too uncertain to place the margin within 3e-9")


def _start(margins: Margins) -> int:
    """The margin of the input with the least sum at 0, in units of 10⁻⁹."""
    return int(margins.worst(0)[1] * NANO // 1) - 1


SCALE = BITS
