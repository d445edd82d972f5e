"""How often a far key outscores a near one, counted in whole numbers.

A score is S(m) = Σ a_p cos(mθ_p + φ_p). The inversion probability in a window of M positions is
that of S(m2) > S(m1), m1 uniform below M/2, m2 from M/2 to M - 1, independent of each other.
"""

from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import cache
from typing import Any

from constructions.capacity import check_capacity

SHORT = 28
"""Cosines and weighted cosines are floored to 2^-28."""
UNIT = check_capacity.ONE >> SHORT
BLOCK = 1 << 10


def inversions(scores: list[Any], doubt: int) -> tuple[Fraction, Fraction]:
    """Bounds of the inversion probability from whole scores that are off by ``doubt`` at most."""
    half = len(scores) // 2
    nearby, far = sorted(scores[:half]), scores[half:]
    low = sum(bisect_left(nearby, x - 2 * doubt) for x in far)
    high = sum(bisect_right(nearby, x + 2 * doubt) for x in far)
    return Fraction(low, half * len(far)), Fraction(high, half * len(far))


def rounded(balls: list[Any]) -> list[int]:
    """Balls as multiples of 2^-60, off by two at most.

    Raises:
        ValueError: a ball is wider than that.
    """
    if not all(x.rad() * (1 << 60) < 1 for x in balls):
        raise ValueError("a score's ball is wider than 2^-60")
    return [int((x * (1 << 60)).mid().floor().unique_fmpz()) for x in balls]


@cache  # heads have angles in common
def _block(angle: Fraction, size: int) -> tuple[Any, Any, Any]:
    """A block's first point, the turn to the next block, and the cosines and negative sines."""
    import numpy as np

    within = check_capacity.points(check_capacity.point(angle), size + 1)
    step = within.pop()
    return within[0], step, np.array([[part // UNIT for part in z] for z in within]) * [1, -1]


def scaled_sums(
    theta: list[Fraction], amplitudes: list[Fraction], n: int, sign: int
) -> tuple[list[int], int]:
    """sign · S(m) in units of 2^-56 for 0 ≤ m < n, and by how much each may be off.

    cos(s + h) = cos s cos h - sin s sin h, s a block's start, each factor floored to 2^-28, the
    first with the amplitude: a product is off by less than (2.1 a + 1.1) 2^-28.
    """
    import numpy as np

    size = min(BLOCK, n)
    total = np.zeros(n, dtype=np.int64)
    for x, a in zip(theta, amplitudes, strict=True):
        start, step, rows = _block(x, size)
        starts = []
        for _ in range(0, n, size):
            starts.append([int(a * part) // UNIT for part in start])
            start = check_capacity.turned(start, step)
        total += (np.array(starts) @ rows.T).ravel()[:n]
    doubt = int(sum(5 * a + 3 for a in amplitudes) + 1) << SHORT
    return [int(x) for x in sign * total], doubt
