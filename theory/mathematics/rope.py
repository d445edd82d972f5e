"""Angles, rotations and the placement matrices of NoPE, RoPE and additive heads.

One formula for floats and for exact numbers: a *turn* is the pair (cos tg, sin tg) of every
frequency, and rational points of the circle such as (3/5, 4/5) give RoPE heads in Fractions.
Source: paper B §2, spec 'Attention head'.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theory.mathematics.exact import exact
from theory.mathematics.placement import Placement, placement

Array = NDArray[Any]
BASE = 10000.0


def angles(d: int, base: float = BASE) -> Array:
    """g_k = base^(-2(k-1)/d), k = 1 … d/2, radians per position, fastest first; shape ``(d/2,)``.

    Raises:
        ValueError: d is not a positive even number, or base is not positive.
    """
    if d < 2 or d % 2:
        raise ValueError(f"d: {d}; a positive even dimension is needed")
    if not base > 0:
        raise ValueError(f"base: {base}; a positive base is needed")
    return np.asarray(float(base) ** (-np.arange(0, d, 2) / d))


def turns(offsets: Any, frequencies: Any) -> Array:
    """(cos tg, sin tg) for every offset t (positions) and angle g; floats ``(T, d/2, 2)``."""
    phase = np.multiply.outer(np.asarray(offsets, float), np.asarray(frequencies, float))
    return np.stack([np.cos(phase), np.sin(phase)], axis=-1)


def exact_turns(steps: Iterable[tuple[object, object]], count: int) -> Array:
    """The turns of offsets count, …, 1 for frequencies whose angle has rational (cos, sin) = step.

    Shape ``(count, d/2, 2)``, Fractions; the order is that of positions 1 … count seen from a
    query at position count + 1.

    Raises:
        TypeError: a step is not exact.
        ValueError: a step is not on the unit circle.
    """
    planes = [(exact(c, "cos"), exact(s, "sin")) for c, s in steps]
    for c, s in planes:
        if c * c + s * s != 1:
            raise ValueError(f"step ({c}, {s}): cos² + sin² = {c * c + s * s}, not 1")
    table = np.empty((count, len(planes), 2), dtype=object)
    row = list(planes)
    for offset in range(1, count + 1):
        table[count - offset] = row
        row = [turn(now, step) for now, step in zip(row, planes, strict=True)]
    return table


def turn(pair: tuple[Any, Any], by: tuple[Any, Any]) -> tuple[Any, Any]:
    """The point ``pair`` of the plane, rotated by the angle with (cos, sin) = ``by``."""
    (x, y), (c, s) = pair, by
    return c * x - s * y, s * x + c * y


def rotated(query: Any, table: Array) -> Array:
    """R_t q for every turn of ``table`` ``(T, d/2, 2)``; query ``(d,)``, pairs (2k, 2k+1).

    Returns shape ``(T, d)``.

    Raises:
        ValueError: the query's length is not twice the number of frequencies.
    """
    q = np.asarray(query)
    if q.shape != (2 * table.shape[1],):
        raise ValueError(f"query: shape {q.shape}; ({2 * table.shape[1]},) is needed")
    even, odd = turn((q[0::2], q[1::2]), (table[..., 0], table[..., 1]))
    return np.stack([even, odd], axis=-1).reshape(len(table), -1)


def rope_placement(keys: Any, query: Any, table: Array) -> Placement:
    """M[a, p] = k_aᵀ R_{n-p} q, shape ``(N, N)``.

    ``keys`` is ``(N, d)`` (W_K x_a), ``query`` is ``(d,)`` (W_Q x_n), ``table`` the turns of the
    offsets n - p, one row a position: ``turns(range(N, 0, -1), angles(d))`` or ``exact_turns``.
    """
    return placement(np.asarray(keys) @ rotated(query, table).T)
