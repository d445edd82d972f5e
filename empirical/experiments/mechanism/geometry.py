"""Queries and keys in a head's dominant plane, against the Index construction (B-e-geom).

Before rotation a plane's part of a vector is a complex number. The construction (paper B, F.2.1)
has all keys in one direction, and the query that holds the integer i turned by -iθ: rotated to
position n it meets a key rotated to position j with the logit cos((n - j - i)θ).
"""

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from empirical.experiments.mechanism.records import Geometry, Interval, Points

Angles = NDArray[np.float64]


Sums = TypeVar("Sums", NDArray[np.float64], NDArray[np.complex128])


def _resampled(sums: Sums, resamples: int) -> Sums:
    """(resamples, …) totals of sums (inputs, …) over inputs drawn with replacement.

    Ours, not ``scipy.stats.bootstrap``'s percentile interval, to which a test holds it: the same
    draws serve all heads of a model, as counts of inputs in one product; scipy draws places again
    for each statistic, and its draws would move published intervals in their last digits.
    """
    draws = _times(len(sums), resamples) @ np.ascontiguousarray(sums).view(np.float64)
    return draws.view(sums.dtype)


@lru_cache(maxsize=4)
def _times(n: int, resamples: int) -> Angles:
    """How often each of n inputs is drawn in each resample; the same for all heads of a model."""
    return np.random.default_rng(0).multinomial(n, np.full(n, 1 / n), resamples).astype(float)


def _interval(value: float, draws: Angles) -> Interval:
    low, high = np.quantile(draws, (0.025, 0.975))
    return round(value, 4), round(float(low), 4), round(float(high), 4)


def resultant(angles: Angles, resamples: int) -> Interval:
    """Resultant length |mean e^{iα}| of angles (inputs, T), with its 95 % bootstrap interval."""
    sums = np.stack([np.cos(angles).sum(1), np.sin(angles).sum(1)], axis=1)
    total = angles.size
    draws = np.hypot(*_resampled(sums, resamples).T) / total
    return _interval(float(np.hypot(*sums.sum(0)) / total), draws)


def circular_correlation(
    alpha: Angles, beta: Angles, where: NDArray[np.bool_], resamples: int
) -> Interval:
    """Fisher and Lee's circular correlation of alpha and beta (inputs, T) over ``where``.

    1 if alpha = beta + constant, -1 if alpha = constant - beta, 0 if independent (N. I. Fisher and
    A. J. Lee, 1983); with its 95 % bootstrap interval over inputs.

    Raises:
        ValueError: fewer than two places.
    """
    if where.sum() < 2:
        raise ValueError("a correlation needs two places at least")
    a, b = np.exp(1j * alpha) * where, np.exp(1j * beta) * where
    parts = [(a * b.conj()).sum(1), (a * b).sum(1), (a * a).sum(1), (b * b).sum(1)]
    sums = np.stack([where.sum(1).astype(complex), *parts], axis=1)
    return _interval(float(_fisher_lee(sums.sum(0))), _fisher_lee(_resampled(sums, resamples)))


def _fisher_lee(sums: NDArray[np.complex128]) -> Angles:
    """From n, Σe^{i(α-β)}, Σe^{i(α+β)}, Σe^{2iα}, Σe^{2iβ} (…, 5).

    Σ_{i<j} sin(α_i-α_j) sin(β_i-β_j) = (|Σe^{i(α-β)}|² - |Σe^{i(α+β)}|²) / 4 and
    Σ_{i<j} sin²(α_i-α_j) = (n² - |Σe^{2iα}|²) / 4.
    """
    n, minus, plus, a, b = np.moveaxis(np.abs(sums), -1, 0)
    spread = np.sqrt(np.maximum(n**2 - a**2, 0) * np.maximum(n**2 - b**2, 0))
    result: Angles = (minus**2 - plus**2) / np.where(spread > 0, spread, np.inf)
    return result


def plane_geometry(
    query: NDArray[np.complex128],
    key: NDArray[np.complex128],
    numbers: NDArray[np.int64],
    angle: float,
    resamples: int,
) -> Geometry:
    """The two statistics of one plane with RoPE angle ``angle``.

    query, key (inputs, T) before rotation; numbers (inputs, T) the integer a position holds, 0
    where it holds a letter. Behind as many Index heads as the longest path has hops no position
    holds an integer any more, and queries have no correlation.
    """
    turned, where = np.asarray(-numbers * angle, dtype=np.float64), numbers > 0
    held = int(where.sum())
    return Geometry(
        keys=resultant(np.angle(key), resamples),
        queries=circular_correlation(np.angle(query), turned, where, resamples)
        if held > 1
        else None,
        held=held,
    )


def points(
    query: NDArray[np.complex128], key: NDArray[np.complex128], numbers: NDArray[np.int64]
) -> Points:
    """What Fig. 4 shows: the mean query for each integer held, and the keys of 8 inputs."""
    means = {str(i): query[numbers == i].mean() for i in np.unique(numbers[numbers > 0])}
    return Points(
        queries={i: (round(z.real, 3), round(z.imag, 3)) for i, z in means.items()},
        keys=tuple((round(z.real, 3), round(z.imag, 3)) for z in key[:8].ravel()),
    )
