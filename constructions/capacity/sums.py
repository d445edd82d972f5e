"""S(s) at every place of a window in doubles, along a ray of amplitudes: nothing here decides."""

from __future__ import annotations

from typing import Any

import numpy as np

CHUNK = 1 << 14
MARGIN = 1e-7
"""What the sums stay below 1, far above the rounding of doubles."""
CLOSE = 1e-6
"""How near to the least factor a factor comes."""
LARGEST_FACTOR = 2.0**20


def exponents(theta: Any, a: Any, n: int) -> Any:
    """Σ a_p (1 - cos θ_p t) for t = 1 … n-1, (n-1,)."""
    parts = [
        (1 - np.cos(np.outer(np.arange(t, min(t + CHUNK, n)), theta))) @ a
        for t in range(1, n, CHUNK)
    ]
    return np.concatenate(parts)


def worst(exponent: Any, factor: float) -> float:
    """The largest S(s) over the places s with ``factor`` times the amplitudes."""
    prefix = np.concatenate(([0.0], np.cumsum(np.exp(-factor * exponent))))
    return float((prefix + prefix[::-1]).max())


def least_factor(exponent: Any, error: float = 0.0) -> float | None:
    """The least factor with S(s) exp(factor · error) ≤ 1 at every place; None if none is found.

    ``error`` is by how much the logits may be off at factor 1.
    """

    def serves(factor: float) -> bool:
        with np.errstate(over="ignore", invalid="ignore"):
            return bool(worst(exponent, factor) * np.exp(factor * error) <= 1 - MARGIN)

    low, high = 0.0, 1.0
    while not serves(high):
        low, high = high, 1.25 * high
        if high > LARGEST_FACTOR:
            return None
    while high - low > CLOSE * high:
        middle = (low + high) / 2
        low, high = (low, middle) if serves(middle) else (middle, high)
    return high
