"""Which bases serve a length: Σ cos(mθ_i) > 0 for 0 ≤ m ≤ L, θ_i = base^(-i/planes) at ``planes``
frequencies.

One base in whole numbers, all of them up to a bound in intervals of bases that fail.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

from constructions.capacity.check_capacity import BITS, BLOCK, MOST_POSITIONS, point, points, turned
from constructions.capacity.cosines import BITS as BALLS
from constructions.capacity.cosines import angle_balls, cosine_sum
from theory.mathematics.conversions import precision, to_ball

FINE = 120
"""Angles are taken as multiples of 2^-120; at 2^21 positions that moves no cosine by 2^-98."""
SHORT = 28
"""Cosines and sines of a block's start and of the positions in it are floored to 2^-28. Before that
they are off by less than 2^-40, so then by less than 1.001 units, and cos x cos y - sin x sin y by
less than 3 · 2^28 of 2^-56 (the absolute values of the four add up to 2√2 at most). In these units
one frequency's cosine is below 2^56 + 2^30, so 64 of them have room in 63 bits."""
BATCH = 64
"""So many blocks are summed at once."""


def first_negative(base: int, planes: int, first: int, sign: int, length: int) -> int | None:
    """The least m ≤ length at which sign · Σ_{i ≥ first} cos(mθ_i) is not certainly positive.

    Whole numbers of 63 bits; where they leave it open, balls.

    Raises:
        ValueError: more than 64 frequencies, or a length beyond 2^21.
    """
    import numpy as np

    if planes - first > 64 or length >= MOST_POSITIONS:
        raise ValueError("sums are of 64 cosines at most, and of fewer than 2^21 positions")
    with precision(BALLS + FINE):
        theta = angle_balls(base, planes)[first:]
        exact = [Fraction(int((x * (1 << FINE)).floor().unique_fmpz()), 1 << FINE) for x in theta]
    within = [points(point(angle), BLOCK + 1) for angle in exact]
    steps, starts = [row.pop() for row in within], [row[0] for row in within]
    places = shortened(zip(*within, strict=True)) * [1, -1]
    doubt = 3 * len(theta) << SHORT
    for batch in range(0, length + 1, BLOCK * BATCH):
        blocks: list[list[tuple[int, int]]] = []
        while len(blocks) < BATCH and batch + BLOCK * len(blocks) <= length:
            blocks.append(starts)
            starts = [turned(one, step) for one, step in zip(starts, steps, strict=True)]
        rows = [x.reshape(len(x), -1) for x in (shortened(blocks), places)]
        sums = sign * (rows[0] @ rows[1].T).ravel()[: length + 1 - batch]
        for m in (batch + int(place) for place in np.flatnonzero(sums <= doubt)):
            with precision(BALLS):
                if not sign * cosine_sum(theta, m) > 0:
                    return m
    return None


def shortened(rows: Iterable[Sequence[tuple[int, int]]]) -> Any:
    """Points in units of 2^-64 as an array of multiples of 2^-28, floored: (rows, planes, 2)."""
    import numpy as np

    return np.array([[[x >> (BITS - SHORT) for x in z] for z in row] for row in rows])


class Leads:
    """Distances at which sums once were found below 0, in the order of the bases: they are tried
    before all distances are gone through. Nothing rests on them, as each is judged in balls.

    ``used``: what was taken, from the list or by going through all.
    """

    def __init__(self, listed: Sequence[int] = ()) -> None:
        self.left, self.used = list(listed), list[int]()

    def taken(self, base: float, length: int, first: int, sign: int) -> int | None:
        """The next of them that serves at a base, those before it being left behind."""
        import numpy as np

        ahead = np.array([m for m in self.left[:AHEAD] if m <= length], dtype=int)
        sums = _sums(base, ahead, first, sign)
        low = np.flatnonzero(sums < (DEEP if (sums < DEEP).any() else 0))
        if not len(low):
            return None
        distance = int(ahead[low[0]])
        del self.left[: self.left.index(distance) + 1]
        return distance


def covered(
    length: int, start: Fraction, low: int, first: int, sign: int, leads: Leads | None = None
) -> tuple[Fraction, int]:
    """How far up from ``start`` intervals of bases that fail reach (low at most), and how many.

    On each the sum at some m ≤ length is certainly negative; the m is sought in doubles.
    """
    base, intervals, m, leads = start, 0, None, leads or Leads()
    with precision(64):
        while base < low:
            m = _candidate(float(base), length, first, sign, m, leads)
            end = base if m is None else _failing(base, m, first, sign)
            if end == base:
                break
            base, intervals = end, intervals + 1
    return base, intervals


FINEST = 1 << 40
"""Ends of intervals are multiples of 2^-40."""
RADIUS, STRETCH, AHEAD = 32, 2048, 8
DEEP = -0.01
"""Sums below this are looked for, so that bases near by have them below 0 too."""


def _sums(base: float, distances: Any, first: int, sign: int) -> Any:
    """sign · Σ cos(mθ_i) in doubles at distances (M,)."""
    import numpy as np

    theta = base ** (-np.arange(first, 64) / 64)
    return sign * np.cos(np.outer(distances, theta)).sum(axis=1)


def _candidate(
    base: float, length: int, first: int, sign: int, last: int | None, leads: Leads
) -> int | None:
    """A distance at which the sum, in doubles, is below 0, well below where there is one: the
    least near the last one; or else a lead; or else one that is found by going through all."""
    import numpy as np

    if last is not None:
        least, end = max(0, last - RADIUS), min(last + RADIUS, length + 1)
        theta = base ** (-np.arange(first, 64) / 64)
        turns = np.tile(np.exp(1j * theta), (end - least, 1))  # each point is the last one turned
        turns[0] = np.exp(1j * least * theta)
        sums = sign * turns.cumprod(axis=0).real.sum(axis=1)
        if sums.min() < DEEP:
            return least + int(sums.argmin())
    distance = leads.taken(base, length, first, sign)
    if distance is None:
        distance = _gone_through(base, length, first, sign)
    if distance is not None:
        leads.used.append(distance)
    return distance


def _gone_through(base: float, length: int, first: int, sign: int) -> int | None:
    """The least sum of the first stretch of distances that has one well below 0; or of all, if
    none has, where it is below 0."""
    import numpy as np

    least, distance = 0.0, None
    theta = base ** (-np.arange(first, 64) / 64)
    within = np.exp(1j * np.outer(np.arange(128), theta))
    for start in range(0, length + 1, STRETCH):
        there = np.arange(start, min(start + STRETCH, length + 1), 128)
        blocks = np.exp(1j * np.outer(there, theta))
        sums = sign * (blocks.real @ within.real.T - blocks.imag @ within.imag.T).ravel()
        sums = sums[: length + 1 - start]
        if sums.min() < least:
            least, distance = sums.min(), start + int(sums.argmin())
        if least < DEEP:
            break
    return distance


@cache
def _failing(base: Fraction, m: int, first: int, sign: int) -> Fraction:
    """An end ≥ base such that sign · Σ cos(mθ_i) < 0 for every base up to it, for certain.

    With u = ln base and φ_i = m e^(-ui/64) the sum f has f' = Σ (i/64) φ_i sin φ_i and
    |f''| ≤ Σ (i/64)² (φ_i² + φ_i), which falls as u grows. So f at u + r is at most f + f' r +
    |f''| r²/2, which is convex in r: it is negative from 0 to r if it is so at both. r, near its
    zero, is found in doubles; base (1 + r) is no more than base e^r. Balls have 64 bits here.
    """
    ratio = (-to_ball(base).log() / 64).exp()
    phase, value, slope, bend = m * ratio**first, to_ball(0), to_ball(0), to_ball(0)
    for i in range(first, 64):
        sine, cosine = phase.sin_cos()
        lean = i * phase
        value, slope, bend = value + cosine, slope + lean * sine, bend + (lean + i) * lean
        phase *= ratio
    value, slope, bend = sign * value, sign * slope / 64, bend / 4096
    v, s, b = float(value), float(slope), max(1.0, float(bend))
    r = Fraction(int((sqrt(max(0.0, s * s - 2 * v * b)) - s) / b * 0.99 * FINEST), FINEST)
    if value < 0 and value + to_ball(r) * (slope + to_ball(r) * bend / 2) < 0:
        return Fraction(int(base * (1 + r) * FINEST), FINEST)
    return base
