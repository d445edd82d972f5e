"""Test statistics for what heads have in common: correlation, trend over depth, contrasts.

The heads of one model are what is resampled; every interval and p-value is of them, seeded, and
says nothing about other models.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from empirical.protocol.statistics import LEVEL

RESAMPLES = 4999
SEED = 40_000
FEWEST = 8
"""Heads below which no interval is taken: the bootstrap is too narrow on a handful."""


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
        raise ValueError(f"{pairs.shape[1]} heads, or heads all alike, have no correlation")
    low, high = _interval(pearson(pairs[:, _draws(pairs.shape[1])]))
    found = pearsonr(*pairs, alternative="less")
    return Estimate(float(found.statistic), low, high, float(found.pvalue))


def trend(depths: Sequence[int], values: Sequence[float]) -> Estimate:
    """Spearman's ρ of values with depth (n,), its bootstrap interval, and the permutation p-value
    of |ρ| when values are dealt to depths at random.

    Raises:
        ValueError: fewer than FEWEST values, all of one depth, or all alike.
    """
    from scipy.stats import rankdata

    if len(values) < FEWEST or len(set(depths)) < 2 or len(set(values)) < 2:
        raise ValueError(f"{len(values)} heads of {len(set(depths))} layers have no trend")
    ranks = np.stack([rankdata(depths), rankdata(values)])
    rho = float(np.corrcoef(ranks)[0, 1])
    dealt = np.random.default_rng(SEED).permuted(np.tile(ranks[1], (RESAMPLES, 1)), axis=1)
    null = pearson(np.stack([np.broadcast_to(ranks[0], dealt.shape), dealt]))
    extreme = int((np.abs(null) >= abs(rho) - 1e-12).sum())
    low, high = _interval(pearson(ranks[:, _draws(len(values))]))
    return Estimate(rho, low, high, (extreme + 1) / (RESAMPLES + 1))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of values (n,) with its percentile interval.

    Raises:
        ValueError: fewer than FEWEST values.
    """
    return _resampled(values, np.mean)


def median(values: Sequence[float]) -> Estimate:
    """The median of values (n,) with its percentile interval. Raises as ``mean``."""
    return _resampled(values, np.median)


Statistic = Callable[[np.ndarray], np.ndarray]
"""Of heads (k, …, n), k numbers a head, along the last axis: (…)."""


def pearson(pairs: np.ndarray) -> np.ndarray:
    """r of heads (2, …, n); NaN where one side does not vary."""
    centred = pairs - pairs.mean(axis=-1, keepdims=True)
    lengths = np.sqrt(np.square(centred).sum(axis=-1)).prod(axis=0)
    products = centred.prod(axis=0).sum(axis=-1)
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


def apart(statistic: Statistic, one: np.ndarray, other: np.ndarray) -> Estimate:
    """The statistic of one model's heads (k, n) less that of another's (k, m), with the percentile
    interval where either model's heads are drawn on their own. Raises as ``resampled``."""
    _check(statistic, one)
    _check(statistic, other)
    draws = _bootstrap(statistic, one, SEED) - _bootstrap(statistic, other, SEED + 1)
    return Estimate(float(statistic(one) - statistic(other)), *_interval(draws))


def _check(statistic: Statistic, heads: np.ndarray) -> None:
    if heads.shape[-1] < FEWEST:
        raise ValueError(f"{heads.shape[-1]} heads are too few: {FEWEST} at least are needed")
    if not np.isfinite(statistic(heads)):
        raise ValueError("heads all alike")


def _bootstrap(statistic: Statistic, heads: np.ndarray, seed: int) -> np.ndarray:
    return statistic(heads[:, _draws(heads.shape[-1], seed)])


def _resampled(values: Sequence[float], statistic: Callable[..., Any]) -> Estimate:
    return resampled(lambda heads: statistic(heads[0], axis=-1), np.array([values], dtype=float))


def _draws(n: int, seed: int = SEED) -> np.ndarray:
    """Indices (RESAMPLES, n), drawn with replacement."""
    return np.random.default_rng(seed).integers(n, size=(RESAMPLES, n))


def _interval(values: np.ndarray) -> tuple[float, float]:
    """The middle 95 %; what is NaN, a statistic that a resample does not have, is left out."""
    low, high = np.nanquantile(values, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
