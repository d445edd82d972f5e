"""How far a logit of a float32 run may lie from the table's, whatever the order of its sums.

The model: a rounding is relative, at most u = 2^-24, in every sum, product, quotient and square
root
(a reciprocal square root 4u, a cosine or sine 2u of its argument, an inverse frequency 8u). Sums of
k terms add γ(k) = k u / (1 - k u). Below, |q| and |k| are the largest norms over all tokens.

- Norm of the stream: one factor for a whole token, within γ(d + 3)/2 + 4u of 1; 5u a coordinate.
- Projection: γ(d + 6) of A, the norm of the row sums |W| |x| + |bias|; the factor again of |q| +
|bias|.
- A norm of each head: an error e becomes largest |w| √size e / (|q| - e), and γ(size + 3)/2 + 7u of
  the result.
- Rotation: the angle is off by 9u a step, at most window - 1 steps of one radian; cosine, sine, two
  products and a sum 8u: (9 (window - 1) + 8) u of the norm.
- Inner product, scale and mask: γ(size + 4) of |q| |k|.
"""

from typing import Any

import numpy as np

from constructions.public_heads.weights import Array, FirstLayer

UNIT = 2.0**-24


def _gamma(terms: int) -> float:
    """The relative error of a sum of so many terms."""
    return terms * UNIT / (1 - terms * UNIT)


def logit_error(layer: FirstLayer, head: int, stream: Array, window: int) -> float:
    """The largest error of a logit, over all tokens and distances."""
    group = head // (layer.heads // len(layer.key))
    sides = (
        (layer.query[head], layer.query_bias, head, layer.query_norm),
        (layer.key[group], layer.key_bias, group, layer.key_norm),
    )
    (q, dq), (k, dk) = (
        _side(stream, w, None if b is None else b[at], norm, window, layer.eps)
        for w, b, at, norm in sides
    )
    size = layer.query.shape[1]
    total = q * dk + dq * k + dq * dk + _gamma(size + 4) * (q + dq) * (k + dk)
    return float(layer.scale * total * (1 + 1e-6))


def _side(
    stream: Array, weight: Array, bias: Array | None, norm: Array | None, window: int, eps: float
) -> tuple[float, float]:
    """The largest norm of a query or key, and the largest error of one, rotation included."""
    size, width = weight.shape
    shift: Any = np.zeros(size) if bias is None else bias.astype(np.float64)
    plain = stream @ weight.astype(np.float64).T + shift
    reach = np.linalg.norm(plain, axis=1)
    sums = np.abs(stream) @ np.abs(weight.astype(np.float64)).T + np.abs(shift)
    factor = _gamma(width + 3) / 2 + 4 * UNIT
    off = factor * (reach + np.linalg.norm(shift)) + _gamma(width + 6) * np.linalg.norm(
        sums, axis=1
    )
    if norm is not None:
        largest = float(np.abs(norm).max())
        off = largest * size**0.5 * off / np.maximum(reach - off, 1e-30)
        off = off + (_gamma(size + 3) / 2 + 7 * UNIT) * largest * size**0.5
        root = np.sqrt((plain * plain).mean(1, keepdims=True) + eps)
        reach = np.linalg.norm(plain / root * norm, axis=1)
    turn = (9 * (window - 1) + 8) * UNIT
    off = off + turn * (reach + off)
    return float(reach.max()), float(off.max())
