"""What a query's extremes say about attention, on every input.

The tokens at different distances are chosen each on its own. So if every logit of the key at
distance t lies between L_t and U_t, and both are attained, then the bounds here are attained, all
but the entropy's: each is the value of one input. The query's own key has one logit.

The entropy H of weights e^λ_t / Z obeys, for every number c with S(c) > 0,

    H ≥ ln S(c) + 1 - c,   S(c) = Σ_t min over λ in {L_t, U_t} of (c - λ) e^λ,

as Z H = Z ln Z - Σ λ e^λ ≥ Σ (1 + ln z - λ) e^λ - z for every z > 0 (take c = 1 + ln z - h). And
for every c with N(c) ≤ 0

    H ≤ ln Σ_t e^clip(c, L_t, U_t) - c,   N(c) = Σ over U_t < c of e^U_t (c - U_t)
                                                  - Σ over L_t > c of e^L_t (L_t - c),

as H is at most the cross entropy to the weights whose logits are c clipped to [L_t, U_t].
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
KINDS = ("any", "previous", "query", "first")
STEPS = 30
"""So often the interval that holds the best c is made smaller: the bounds are concave in c."""


def most(kind: str, length: int, own: Array, lower: Array, upper: Array) -> Array:
    """(V,) the largest share at the last of ``length`` tokens; lower, upper (V, window - 1)."""
    low, high = np.exp(lower[:, : length - 1]), np.exp(upper[:, : length - 1])
    itself = np.exp(own)
    total = itself + low.sum(1)
    if kind == "query":
        return np.asarray(itself / total)
    if kind == "any":
        one = high / (total[:, None] - low + high)
        return np.asarray(np.maximum(one.max(1, initial=0.0), itself / total))
    at = 0 if kind == "previous" else length - 2
    return np.asarray(high[:, at] / (total - low[:, at] + high[:, at]))


def least(kind: str, length: int, own: Array, lower: Array, upper: Array) -> Array:
    """(V,) the least share at the last of ``length`` tokens."""
    low, high = np.exp(lower[:, : length - 1]), np.exp(upper[:, : length - 1])
    itself = np.exp(own)
    total = itself + high.sum(1)
    if kind == "query":
        return np.asarray(itself / total)
    at = 0 if kind == "previous" else length - 2
    return np.asarray(low[:, at] / (total - high[:, at] + low[:, at]))


def share_curve(kind: str, own: Array, lower: Array, upper: Array) -> Array:
    """(window - 1,) the largest share over all queries, at the last of 2 … window tokens."""
    low, high, itself = np.exp(lower), np.exp(upper), np.exp(own)[:, None]
    total = itself + low.cumsum(1)
    if kind == "query":
        return np.asarray((itself / total).max(0))
    if kind == "previous":
        return np.asarray((high[:, :1] / (total - low[:, :1] + high[:, :1])).max(0))
    if kind == "first":
        return np.asarray((high / (total - low + high)).max(0))
    curve = []
    for t in range(low.shape[1]):
        prefix = slice(0, t + 1)
        one = high[:, prefix] / (total[:, [t]] - low[:, prefix] + high[:, prefix])
        curve.append(max(one.max(), (itself[:, 0] / total[:, t]).max()))
    return np.array(curve)


def boxes(own: Array, lower: Array, upper: Array) -> tuple[Array, Array]:
    """(V, window) lower and upper ends of all logits, the query's own first."""
    return np.column_stack([own, lower]), np.column_stack([own, upper])


def least_entropy(low: Array, high: Array) -> tuple[Array, Array]:
    """(V,) a lower bound of the entropy, and the c that gives it."""
    under, over = np.exp(low), np.exp(high)

    def bound(c: Array) -> Array:
        total = np.minimum((c[:, None] - low) * under, (c[:, None] - high) * over).sum(1)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(total > 0, np.log(total) + 1 - c, -np.inf)

    left, right = low.min(1), high.max(1) + 1.5
    for _ in range(STEPS):
        one, other = (2 * left + right) / 3, (left + 2 * right) / 3
        rising = bound(one) <= bound(other)
        left, right = np.where(rising, one, left), np.where(rising, right, other)
    return np.maximum(bound(right), 0), right


def most_entropy(low: Array, high: Array) -> tuple[Array, Array]:
    """(V,) an upper bound of the entropy, and the c that gives it."""
    left, right = low.min(1), high.max(1)
    under, over = np.exp(low), np.exp(high)
    for _ in range(STEPS):
        c = (left + right) / 2
        below = _excess(c[:, None], low, high, under, over) <= 0
        left, right = np.where(below, c, left), np.where(below, right, c)
    clipped = np.clip(left[:, None], low, high)
    return np.log(np.exp(clipped).sum(1)) - left, left


def _excess(c: Array, low: Array, high: Array, under: Array, over: Array) -> Array:
    """(V,) N(c)."""
    gain = np.maximum(c - high, 0) * over
    return np.asarray((gain - np.maximum(low - c, 0) * under).sum(1))


def entropy(logits: Array) -> float:
    """The entropy (nats) of softmax(logits)."""
    shifted = logits - logits.max()
    weights = np.exp(shifted) / np.exp(shifted).sum()
    return float(-(weights * np.log(weights)).sum())
