"""S(s) at every place of a window in doubles, along a ray of amplitudes: nothing here decides.

Sums over planes or offsets come in blocks: with t = s + h, s a block's start,
cos θt = cos θs cos θh - sin θs sin θh, so that n × P cosines are a product of two thin matrices.
"""

from typing import Any

import numpy as np

BLOCK = 1 << 10
MARGIN = 1e-7
"""What the sums stay below 1, far above the rounding of doubles."""
CLOSE = 1e-6
"""How near to the least factor a factor comes."""
LARGEST_FACTOR = 2.0**20


def halves(theta: Any, n: int) -> tuple[Any, Any]:
    """e^{iθs} at the blocks' starts, (K, P), and e^{iθh} within a block, (B, P)."""
    size = min(BLOCK, n)
    angle = 1j * np.asarray(theta)
    starts = np.arange(0, n, size)
    return np.exp(np.outer(starts, angle)), np.exp(np.outer(np.arange(size), angle))


def exponents(theta: Any, a: Any, n: int) -> Any:
    """Σ a_p (1 - cos θ_p t) for t = 1 … n-1, (n-1,)."""
    starts, within = halves(theta, n)
    weighed = starts * a
    sums = weighed.real @ within.real.T - weighed.imag @ within.imag.T
    return np.sum(a) - sums.ravel()[1:n]


def moments(theta: Any, weights: Any, n: int) -> Any:
    """Σ_t weights_t (1 - cos θ_p t), t = 1 … n-1, one a plane: (P,) from (n-1,)."""
    starts, within = halves(theta, n)
    row = np.zeros(len(starts) * len(within))
    row[1:n] = weights
    rows = row.reshape(len(starts), len(within))
    sums = starts.real * (rows @ within.real) - starts.imag * (rows @ within.imag)
    return weights.sum() - sums.sum(0)


def worst_sum(exponent: Any, factor: float) -> float:
    """The largest S(s) over the places s with ``factor`` times the amplitudes."""
    prefix = np.concatenate(([0.0], np.cumsum(np.exp(-factor * exponent))))
    return float((prefix + prefix[::-1]).max())


def least_factor(exponent: Any, error: float = 0.0) -> float | None:
    """The least factor with S(s) exp(factor · error) ≤ 1 at every place; None if none is found.

    ``error`` is by how much the logits may be off at factor 1.
    """

    def serves(factor: float) -> bool:
        with np.errstate(over="ignore", invalid="ignore"):
            return bool(worst_sum(exponent, factor) * np.exp(factor * error) <= 1 - MARGIN)

    low, high = 0.0, 1.0
    while not serves(high):
        low, high = high, 1.25 * high
        if high > LARGEST_FACTOR:
            return None
    while high - low > CLOSE * high:
        middle = (low + high) / 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    return high
