"""Test statistics for what heads have in common: correlation, trend over depth, contrasts.

The heads of one model are what is resampled; every interval and p-value is of them, seeded, and
says nothing about other models. Heads of a layer are alike: what is held against depth, and what is
averaged, is dealt and drawn by layers, each with all of its heads; a correlation by heads.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from empirical.protocol.statistics import LEVEL
from theory.ledger.plural import counted

RESAMPLES = 4999
SEED = 40_000
FEWEST = 8
"""Heads below which no interval is taken, and layers: the bootstrap is too narrow on a handful."""


class Estimate(NamedTuple):
    """A statistic, its 95 % bootstrap interval, and a p-value where one was taken."""

    value: float
    low: float
    high: float
    p: float | None = None


def correlation(x: Sequence[float], y: Sequence[float]) -> Estimate:
    """Pearson's r of paired values (n,), percentile interval over pairs, p of r ≥ 0 (one-sided).

    Raises:
        ValueError: fewer than FEWEST pairs, or all x or all y alike.
    """
    from scipy.stats import pearsonr

    pairs = np.array([x, y], dtype=float)
    if pairs.shape[1] < FEWEST or not (np.ptp(pairs, axis=1) > 0).all():
        raise ValueError(
            f"{counted(pairs.shape[1], 'head')}, or heads all alike, have no correlation"
        )
    low, high = _interval(pearson(pairs[:, _draws(pairs.shape[1])]))
    result = pearsonr(*pairs, alternative="less")
    return Estimate(float(result.statistic), low, high, float(result.pvalue))


class Trend(NamedTuple):
    """A rank correlation, and its p-value; None of fewer than FEWEST layers."""

    value: float
    p: float | None


def trend(layers: Sequence[int], values: Sequence[float]) -> Trend:
    """Spearman's ρ of values with their layers (n,), and the permutation p-value of |ρ| when layers
    are dealt to depths at random, each with all of its heads.

    Raises:
        ValueError: fewer than FEWEST values, all of one depth, or all alike.
    """
    from scipy.stats import rankdata

    names, at = np.unique(layers, return_inverse=True)
    if len(values) < FEWEST or len(names) < 2 or len(set(values)) < 2:
        raise ValueError(
            f"no trend in {counted(len(values), 'head')} of {counted(len(names), 'layer')}"
        )
    ranks = rankdata(values)
    rho = float(np.corrcoef(rankdata(layers), ranks)[0, 1])
    if len(names) < FEWEST:
        return Trend(rho, None)
    centred = ranks - ranks.mean()
    null = _dealt(np.bincount(at), np.bincount(at, centred)) / np.sqrt(np.square(centred).sum())
    extreme = int((np.abs(null) >= abs(rho) - 1e-12).sum())
    return Trend(rho, (extreme + 1) / (RESAMPLES + 1))


def _dealt(sizes: np.ndarray, sums: np.ndarray) -> np.ndarray:
    """Layers of so many heads dealt to depths, (RESAMPLES,): the product of the heads' ranks of
    depth, made a row of length 1 and mean 0, with values whose sums by layer are given. Heads of a
    layer share a rank, so it takes a sum over layers."""
    order = np.tile(np.arange(len(sizes)), (RESAMPLES, 1))
    depths = np.random.default_rng(SEED).permuted(order, axis=1)
    there = sizes[depths.argsort(axis=1)]
    ranks = there.cumsum(axis=1) - (there - 1) / 2
    centred = np.take_along_axis(ranks, depths, axis=1) - (sizes.sum() + 1) / 2
    products: np.ndarray = centred @ sums / np.sqrt(np.square(centred) @ sizes)
    return products


def mean(values: Sequence[float], layers: Sequence[int]) -> Estimate:
    """The mean of heads' values (n,) with its percentile interval over their layers (n,); from -∞
    to ∞ of fewer than FEWEST layers.

    Raises:
        ValueError: fewer than FEWEST values.
    """
    return _by_layer(values, layers, np.nanmean)


def median(values: Sequence[float], layers: Sequence[int]) -> Estimate:
    """The median of heads' values with its interval. Takes, and raises, as ``mean``."""
    return _by_layer(values, layers, _nanmedian)


def _nanmedian(values: Any, axis: int = -1) -> Any:
    """``np.nanmedian`` along an axis, which goes through masked arrays and takes longer."""
    rows = np.sort(values, axis=axis)  # NaN comes last
    there = (~np.isnan(rows)).sum(axis=axis, keepdims=True)
    low, high = (np.take_along_axis(rows, at, axis) for at in ((there - 1) // 2, there // 2))
    return ((low + high) / 2).squeeze(axis)


Statistic = Callable[[np.ndarray], np.ndarray]
"""Of heads (k, …, n), k numbers a head, along the last axis: (…)."""


def pearson(pairs: np.ndarray) -> np.ndarray:
    """r of heads (2, …, n); NaN where one side does not vary."""
    centred = pairs - pairs.mean(axis=-1, keepdims=True)
    lengths = np.sqrt(np.square(centred).sum(axis=-1)).prod(axis=0)
    products = (centred[0] * centred[1]).sum(axis=-1)
    r: np.ndarray = np.divide(
        products, lengths, out=np.full_like(products, np.nan), where=lengths > 0
    )
    return r


def average(values: np.ndarray) -> np.ndarray:
    """The mean of heads (1, …, n)."""
    return np.asarray(values[0].mean(axis=-1))


def resampled(statistic: Statistic, heads: np.ndarray) -> Estimate:
    """A statistic of heads (k, n) with its percentile interval.

    Raises:
        ValueError: fewer than FEWEST heads, or a statistic that is not there.
    """
    _check(statistic, heads)
    return Estimate(float(statistic(heads)), *_interval(_bootstrap(statistic, heads, SEED)))


def difference(statistic: Statistic, one: np.ndarray, other: np.ndarray) -> Estimate:
    """The statistic of one model's heads (k, n) less that of another's (k, m), with the percentile
    interval where either model's heads are drawn on their own. Raises as ``resampled``."""
    _check(statistic, one)
    _check(statistic, other)
    draws = _bootstrap(statistic, one, SEED) - _bootstrap(statistic, other, SEED + 1)
    return Estimate(float(statistic(one) - statistic(other)), *_interval(draws))


def _check(statistic: Statistic, heads: np.ndarray) -> None:
    if heads.shape[-1] < FEWEST:
        raise ValueError(f"{counted(heads.shape[-1], 'head')}: {FEWEST} at least are needed")
    if not np.isfinite(statistic(heads)):
        raise ValueError("heads all alike")


def _bootstrap(statistic: Statistic, heads: np.ndarray, seed: int) -> np.ndarray:
    return statistic(heads[:, _draws(heads.shape[-1], seed)])


def _by_layer(
    values: Sequence[float], layers: Sequence[int], statistic: Callable[..., Any]
) -> Estimate:
    """A statistic of heads that passes over NaN, layers drawn with all of their heads."""
    if len(values) < FEWEST:
        raise ValueError(f"{counted(len(values), 'head')}: {FEWEST} at least are needed")
    _, at, sizes = np.unique(layers, return_inverse=True, return_counts=True)
    value = float(statistic(values))
    if len(sizes) < FEWEST:
        return Estimate(value, -math.inf, math.inf)
    table = np.full((len(sizes), sizes.max()), np.nan)
    for layer, size in enumerate(sizes):
        table[layer, :size] = np.asarray(values)[at == layer]
    drawn = table[_draws(len(sizes))].reshape(RESAMPLES, -1)
    return Estimate(value, *_interval(statistic(drawn, axis=-1)))


def _draws(n: int, seed: int = SEED) -> np.ndarray:
    """Indices (RESAMPLES, n), drawn with replacement."""
    return np.random.default_rng(seed).integers(n, size=(RESAMPLES, n))


def _interval(values: np.ndarray) -> tuple[float, float]:
    """The middle 95 %; what is NaN, a statistic that a resample does not have, is left out."""
    low, high = np.nanquantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
