"""Which keys a head's extremes need: leaders, looked at everywhere, and balls around the others.

For a direction x (a rotated query) and a key k in a ball with centre c, ⟨x, k⟩ lies within
|P x| r of ⟨x, c⟩, where P is any matrix and r the largest |P⁻¹ (k - c)| of the ball. With P = I the
balls would be as wide as all keys: queries and keys of real heads vary along different axes. The P
used here makes the mean of |P x|² times that of |P⁻¹ (k - c)|² least.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

Array = np.ndarray[Any, np.dtype[Any]]
SEED = 43
SAMPLE, WIDEST = 96, 32
"""Queries drawn, and those of the largest norm, that leaders are looked for with."""
LEADERS, MORE_LEADERS = 256, 1024
ROUNDS = 6
RIDGE = 1e-6


def real(z: Array) -> Array:
    """(…, f) complex as (…, 2f) real: ⟨x, k⟩ is the real part of Σ x conj(k)."""
    return np.concatenate([z.real, z.imag], -1)


def turned_queries(queries: Array, angles: Array, window: int) -> Array:
    """(…, window - 1, 2f) queries as keys at distances 1 … window - 1 meet them."""
    steps = np.exp(1j * np.outer(np.arange(1, window), angles))
    return real(queries[..., None, :] * steps)


def _metric(x: Array, keys: Array) -> Array:
    """The matrix P for directions x (m, d) and keys (V, d)."""
    second = x.T @ x / len(x)
    second += RIDGE * np.trace(second) / len(second) * np.eye(len(second))
    spread = np.cov(keys.T)
    spread += RIDGE * np.trace(spread) / len(spread) * np.eye(len(spread))
    root = _power(second, 0.5)
    inner = _power(second, -0.5)
    return _power(inner @ _power(root @ spread @ root, 0.5) @ inner, 0.5)


def _power(symmetric: Array, exponent: float) -> Array:
    values, vectors = np.linalg.eigh((symmetric + symmetric.T) / 2)
    values = np.maximum(values, values[-1] * 1e-13)
    return np.asarray((vectors * values**exponent) @ vectors.T)


@dataclass(frozen=True)
class Clusters:
    """Leaders (token ids) and pivots (token ids whose nearest keys make up a ball). Without
    pivots every key is looked at, and leaders count in a quick run alone."""

    leaders: Array
    pivots: Array


@dataclass(frozen=True)
class Balls:
    """Keys by balls: members (token ids), centres (C, d), radii under two metrics.

    content  P for directions, and the radii
    turning  P for directions less their mean over the distances, and the radii
    """

    members: list[Array]
    centres: Array
    content: tuple[Array, Array]
    turning: tuple[Array, Array]


def sampled(queries: Array, rng: np.random.Generator) -> Array:
    """Query tokens that stand for all: drawn ones, and those of the largest norm."""
    norms = np.linalg.norm(queries, axis=1)
    drawn = rng.choice(len(queries), min(SAMPLE, len(queries)), replace=False)
    return np.union1d(drawn, np.argsort(-norms)[:WIDEST])


def metrics(queries: Array, keys: Array, angles: Array, window: int) -> tuple[Array, Array]:
    """P for directions, and P for directions less their mean."""
    rng = np.random.default_rng(SEED)
    x = turned_queries(queries[sampled(queries, rng)], angles, window)
    flat = (-1, x.shape[-1])
    return _metric(x.reshape(flat), keys), _metric(
        (x - x.mean(1, keepdims=True)).reshape(flat), keys
    )


def chosen_leaders(queries: Array, keys: Array, angles: Array, window: int, count: int) -> Clusters:
    """Leaders: keys that are extreme for sampled queries; pivots: nearest to k-means' centres.
    With no balls there are more leaders, and no pivots."""
    rng = np.random.default_rng(SEED)
    votes = np.zeros(len(keys), int)
    table = torch.from_numpy(keys.astype(np.float32))
    for a in sampled(queries, rng):
        x = torch.from_numpy(turned_queries(queries[a], angles, window).astype(np.float32))
        m = table @ x.T
        np.add.at(votes, torch.cat([m.argmax(0), m.argmin(0)]).numpy(), 1)
        votes[(m.amax(1) - m.amin(1)).topk(min(4, len(keys))).indices.numpy()] += 8
    most = LEADERS if count else MORE_LEADERS
    leaders = np.argsort(-votes, kind="stable")[: min(most, int((votes > 0).sum()))]
    rest = np.setdiff1d(np.arange(len(keys)), leaders)
    if not len(rest) or not count:
        return Clusters(np.sort(leaders), np.array([], int))
    p, _ = metrics(queries, keys, angles, window)
    points = torch.from_numpy((keys[rest] @ np.linalg.inv(p)).astype(np.float32))
    pivots = rest[_medoids(points, min(count, len(rest)), rng)]
    return Clusters(np.sort(leaders), np.unique(pivots))


def _medoids(points: torch.Tensor, count: int, rng: np.random.Generator) -> Array:
    """The points nearest to the centres of k-means."""
    centres = points[torch.from_numpy(rng.choice(len(points), count, replace=False))]
    for _ in range(ROUNDS):
        label = _nearest(points, centres)
        total = torch.zeros_like(centres).index_add_(0, label, points)
        size = torch.bincount(label, minlength=count)[:, None]
        centres = torch.where(size > 0, total / size.clamp(min=1), centres)
    return np.unique(_nearest(centres, points).numpy())


def _nearest(points: torch.Tensor, centres: torch.Tensor) -> torch.Tensor:
    """For each point the number of the nearest centre."""
    half = (centres * centres).sum(1) / 2
    parts = [(part @ centres.T - half).argmax(1) for part in points.split(4096)]
    return torch.cat(parts)


def balls(clusters: Clusters, queries: Array, keys: Array, angles: Array, window: int) -> Balls:
    """Every key that is no leader, with its nearest pivot."""
    both = metrics(queries, keys, angles, window)
    rest = np.setdiff1d(np.arange(len(keys)), clusters.leaders)
    mapped = [keys @ np.linalg.inv(p) for p in both]
    if not len(rest):
        none = np.zeros((0, keys.shape[1]))
        return Balls([], none, (both[0], np.zeros(0)), (both[1], np.zeros(0)))
    points = torch.from_numpy(mapped[0].astype(np.float32))
    label = _nearest(points[rest], points[clusters.pivots]).numpy()
    members = [rest[label == j] for j in np.unique(label)]
    centres = np.stack([keys[m].mean(0) for m in members])
    radii = []
    for p, at in zip(both, mapped, strict=True):
        inner = centres @ np.linalg.inv(p)
        far = [np.linalg.norm(at[m] - c, axis=1).max() for m, c in zip(members, inner, strict=True)]
        radii.append(np.array(far) * (1 + 1e-9))
    return Balls(members, centres, (both[0], radii[0]), (both[1], radii[1]))
