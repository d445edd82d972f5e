"""The least decoding margin over every input a rule allows, without listing inputs.

For a query a, an answer o and a rival o', Z·(y_o - y_o' - m) = Σ_t W(a, b_t, t)·(gain(b_t) - m),
gain(b) = V[b,o] - V[b,o'] + skip[a,o] - skip[a,o']: one term a position, so the least sum is the
sum of the least terms. The least margin is the m at which the least of these sums is zero; from
any m above it, the margin of the input that has the least sum is a better m (Dinkelbach).

For a run, a weight is anywhere in its enclosure, and rounding may take ρ(|V| + |skip|) from a gain.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, reduce
from itertools import accumulate
from typing import Any

from constructions.certificate.enclosures import Balls, Enclosure
from constructions.certificate.rules import TaskRule, Tokens
from constructions.certificate.run_error import mixing
from theory.mathematics.conversions import to_fmpq

NANO, WIDTH, ROUNDS = 10**9, 3, 64
"""Bounds are WIDTH units of 10⁻⁹ apart; 64 halvings place any margin below 10⁹."""
FLUSHED = Fraction(1, 10**24)
"""What weights below 2^-126, flushed to 0, may take from a gain per unit of the largest value."""


class LeastGains(tuple[tuple[tuple[int, ...], Fraction], ...]):
    """((kinds of keys, least gain among the tokens of each of them), …)"""

    @cached_property
    def number(self) -> int:
        """Its hash, which is slow for fractions, computed once."""
        return super().__hash__()

    def __hash__(self) -> int:
        return self.number


@dataclass(frozen=True)
class Rivalry:
    """A case, answer and rival; of those that share their sums only the first is kept."""

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

    def __init__(self, weights: Enclosure, rule: TaskRule) -> None:
        self.weights, self.rule, head = weights, rule, weights.head
        # ρ depends on n0 and not on the input's length: the longest input has the most roundings.
        self.rho = mixing(weights.n0, head.number_format) if weights.run else Fraction(0)
        self._values = [_sparse(row) for row in head.values.tolist()]
        self._skip = [_sparse(row) for row in head.skip.tolist()]
        # Rounded up to an integer, so that the bound is a fraction with a small denominator.
        largest = max(-(-abs(x) // 1) for row in [*head.values, *head.skip] for x in row.tolist())
        self.flushed = (1 + Fraction(largest)) * FLUSHED if weights.run else Fraction(0)
        # Few pairs of values are distinct, and a float is a faster key than a Fraction.
        self._gain = cache(self._gain)  # type: ignore[method-assign]
        self.shape = cache(self.shape)  # type: ignore[method-assign]
        self.row = cache(self.row)  # type: ignore[method-assign]
        self.sums = cache(self.sums)  # type: ignore[method-assign]
        self.jobs = self._jobs()

    def gain(self, row: dict[int, float], o: int, rival: int) -> Fraction:
        """row[o] - row[rival]; for a run less what rounding takes, ρ(|row[o]| + |row[rival]|)."""
        return self._gain(row.get(o, 0.0), row.get(rival, 0.0))

    def _gain(self, answer: float, other: float) -> Fraction:
        x, y = Fraction(answer), Fraction(other)
        return x - y - self.rho * (abs(x) + abs(y)) - self.flushed

    def shape(self, tokens: Tokens, o: int, rival: int) -> LeastGains:
        """Least gains, and the kinds of key that have them."""
        least: dict[int, Fraction] = {}
        for b in tokens:
            # Tokens of one kind weigh the same, so the least term is that of the least gain.
            kind, gain = self.weights.kind[b], self.gain(self._values[b], o, rival)
            if (other := least.setdefault(kind, gain)) is not gain:
                least[kind] = min(gain, other)
        kinds: dict[Fraction, list[int]] = {}
        for kind, gain in sorted(least.items()):
            kinds.setdefault(gain, []).append(kind)
        return LeastGains((tuple(alike), gain) for gain, alike in kinds.items())

    def _jobs(self) -> dict[tuple[Any, ...], Rivalry]:
        jobs: dict[tuple[Any, ...], Rivalry] = {}
        for case in self.rule.cases:
            skip, ask = self._skip[case.query], self.weights.ask[case.query]
            own = frozenset({case.query})
            for pin, o in case.pins:
                # ``few`` may lack the query's own token and the outputs that the skip adds to.
                for rival in sorted({case.query, *self.rule.few, *skip} - {o}):
                    # A query that is no output, as in paper A's tasks, is nobody's rival.
                    if rival >= len(self.weights.head.outputs):
                        continue
                    shapes = (self.shape(x, o, rival) for x in (own, case.near, pin, case.far))
                    # Jobs with the same sums have the same least margin: one of them is enough.
                    key = (ask, self.gain(skip, o, rival), *shapes, case.offsets, case.lengths)
                    sets = (case.near, pin, case.far)
                    job = Rivalry(case.query, o, rival, sets, case.offsets, case.lengths)
                    jobs.setdefault(key, job)
        return jobs

    def row(self, ask: int, kinds: tuple[int, ...], positive: bool) -> Balls:
        """By offset the weight with which kinds of one gain give the least term: a positive term is
        least with the lowest weight, a negative one with the highest."""
        from flint import arb

        weights = self.weights[ask]
        ends, worst = (weights.low, arb.min) if positive else (weights.high, arb.max)
        return [reduce(worst, column) for column in zip(*map(ends.__getitem__, kinds), strict=True)]

    def sums(self, ask: int, shape: LeastGains, skip: Fraction, margin: Fraction) -> Balls:
        """Least terms by offset."""
        from flint import arb

        terms = None
        for kinds, gain in shape:
            shift = gain + skip - margin
            factor = to_fmpq(shift)
            new = [w * factor for w in self.row(ask, kinds, shift >= 0)]
            # Which kinds give the least term may change with the offset.
            terms = new if terms is None else [x.min(y) for x, y in zip(terms, new, strict=True)]
        # No token may stand there: an infinite term, so that no least sum takes the place.
        return [arb.pos_inf()] * self.weights.n0 if terms is None else terms

    def least(self, key: tuple[Any, ...], margin: Fraction) -> list[tuple[Any, int]]:
        """[(a job's least sum with the pin at offset k, k), …], as balls.

        Beyond the pin the sum to the best end is built from the far end, never as a difference of
        sums that could cancel.
        """
        from flint import arb

        ask, skip, *shapes, (k0, k1), (n1, n2) = key
        own, nearer, pin, far = (self.sums(ask, x, skip, margin) for x in shapes)
        beyond = [arb(0)] * (n2 + 1)
        # beyond[n]: the least sum over offsets n and further, where an input may end from n1 on.
        for n in range(n2 - 1, 0, -1):
            further = far[n] + beyond[n + 1]
            # Below n1 the input must go on, however much the terms add.
            beyond[n] = further.min(arb(0)) if n >= n1 else further
        # inner[k]: offsets 1 to k - 1, all near; with the pin at 0 there are none.
        inner = [arb(0), *accumulate(nearer[1:], initial=arb(0))]
        return [
            (own[0] + (inner[k] + pin[k] if k else 0) + beyond[k + 1], k)
            for k in range(k0, min(k1, n2 - 1) + 1)
        ]

    def proved(self, margin: Fraction) -> bool:
        """Is every sum certainly ≥ 0: is the margin at least this on every input?"""
        # A comparison of balls is true only where it is certain.
        return all(total >= 0 for key in self.jobs for total, _ in self.least(key, margin))

    def smallest(self, margin: Fraction) -> tuple[tuple[Any, ...], int, bool]:
        """The job and pin whose least sum is smallest by the weight of the pin: (key, offset, is
        every sum certainly ≥ 0)."""
        best: tuple[float, tuple[Any, ...], int] | None = None
        proved = True
        for key in self.jobs:
            # Only a guide to the next guess: floats decide nothing here.
            weights = self.weights[key[0]]
            for total, k in self.least(key, margin):
                proved &= bool(total >= 0)
                if not total.is_finite():
                    continue
                kind = (key[4] if k else key[2])[0][0][0]
                size = float((total / weights.high[kind][k]).mid())
                if best is None or size < best[0]:
                    best = (size, key, k)
        if best is None:
            raise ValueError(f"rule: {self.rule.name} has no input here")
        return best[1], best[2], proved

    def _length(self, key: tuple[Any, ...], k: int, margin: Fraction) -> int:
        """The length with the least sum, for a pin at offset k: the longest that lowers it."""
        from flint import arb

        ask, skip, *shapes, _, (n1, n2) = key
        far = self.sums(ask, shapes[3], skip, margin)
        ends: list[int] = [n2]
        rest = arb(0)
        for n in range(n2 - 1, max(k, n1 - 1), -1):
            further = far[n] + rest
            if further < 0:
                rest = further
            else:
                ends.append(n)
                rest = arb(0)
        return ends[-1]

    def worst(self, margin: Fraction) -> tuple[Worst, Any]:
        """The input with the smallest sum, and its margin (in a run: with its worst weights)."""
        return self.examined(margin)[:2]

    def examined(self, margin: Fraction) -> tuple[Worst, Any, bool]:
        """``worst`` and ``proved`` at one margin, from one pass over the sums."""
        self.sums.cache_clear()  # type: ignore[attr-defined]  # those of another margin
        key, k, proved = self.smallest(margin)
        n, job, ask = self._length(key, k, margin), self.jobs[key], key[0]
        skip = self.gain(self._skip[job.query], job.answer, job.rival)
        tokens, top, bottom = [job.query], 0, 0
        for t in range(n):
            if t:
                allowed = job.sets[1] if t == k else job.sets[0] if t < k else job.sets[2]
                tokens.append(self._choose(ask, t, allowed, job, skip - margin))
            gain = self.gain(self._values[tokens[t]], job.answer, job.rival) + skip
            weights = self.weights[ask]
            row = weights.low if gain >= margin else weights.high
            weight = row[self.weights.kind[tokens[t]]][t]
            top, bottom = top + weight * to_fmpq(gain), bottom + weight
        return Worst(tokens[::-1], job.answer, job.rival), top / bottom, proved

    def _choose(self, ask: int, t: int, allowed: Tokens, job: Rivalry, shift: Fraction) -> int:
        """The allowed token with the least term at an offset; the first of several alike."""
        best: dict[int, tuple[Fraction, int]] = {}
        for b in allowed:
            entry = (self.gain(self._values[b], job.answer, job.rival), b)
            kind = self.weights.kind[b]
            best[kind] = min(entry, best.get(kind, entry))
        weights, chosen, least = self.weights[ask], -1, None
        # Sorted by token, so that the input named does not depend on the order of a set.
        for kind, (gain, b) in sorted(best.items(), key=lambda x: x[1][1]):
            row = (weights.low if gain + shift >= 0 else weights.high)[kind]
            term = row[t] * to_fmpq(gain + shift)
            if least is None or term < least:
                chosen, least = b, term
        return chosen


def _sparse(row: list[float]) -> dict[int, float]:
    return {o: x for o, x in enumerate(row) if x}


def enclosed(margins: Margins, width: int = WIDTH) -> int:
    """Lower end in units of 10⁻⁹ such that the least margin is surely between it and it + width.

    Dinkelbach's step takes the margin of the input with the least sum; where many inputs are
    nearly as bad it creeps, so every other guess doubles the distance or halves what is left: at
    most about log₂ of the margin's size in 10⁻⁹ of them.

    Raises:
        ArithmeticError: the enclosures are too wide to tell.
    """
    high, low, step = _above(margins.examined(Fraction(0))[1]), None, 1
    # Every other guess is Dinkelbach's; the bold ones bound how many are needed.
    for turn in range(2 * ROUNDS):
        step *= 4
        bold = high - step if low is None else (low + high) // 2
        # high - 2: if it is proved, what is left is narrower than WIDTH.
        guess = high - 2 if turn % 2 == 0 else min(bold, high - 2)
        _, ratio, proved = margins.examined(Fraction(guess, NANO))
        high = min(high, _above(ratio))
        low = guess if proved else low
        if low is not None and high - low <= width:
            return low
    raise ArithmeticError("the weights are too uncertain to place the margin within 3e-9")


def _above(ratio: Any) -> int:
    """An integer number of 10⁻⁹ that is certainly above a ball."""
    # One more than the floor of the ball's upper end: certainly above the true value.
    return int((ratio * NANO).upper().floor().unique_fmpz()) + 1
