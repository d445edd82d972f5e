"""The law's formulas: what 17-token inputs, or the base alone, say of where accuracy breaks.

The *lead* of a model at n tokens is the mean over its first four layers of the top-two logit gap at
the last position, as the predictor ``drawn`` gives it from 17-token inputs
(``lengths.extrapolation``). A head gives its target weight p or more iff its lead over m
irrelevant keys is at least log m + K + logit p (proofs.md, S-lead). So the law says:

    accuracy falls below .9 where lead(n) - log(n - 16) falls to a level of the task.
"""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from empirical.experiments.lengths.breaking import breaks_at

Floats = NDArray[np.float64]
CARRIERS = 4
"""The first layers, whose heads carry the hops in both tasks. Chosen on models seen before."""
LEVEL = {"letter": -2.10, "number": -0.87}
"""Mean of lead(n) - log(n - 16) at the measured breaking lengths of the five released seeds."""
LEAD_ALONE = {"letter": 3.74, "number": 2.75}
"""Mean of lead(n) there: the level of the same prediction without log n."""
KEEP = {"letter": -1.12, "number": -0.41}
"""Mean of lead(n) - log(n - 16) where the released seeds' accuracy falls below .98: the level that
the dilution remedy keeps. At ``LEVEL`` accuracy would be .9, by what LEVEL is."""
PLANES, ALIAS, OFFSET = 4, 0.8, 3.5
"""Of the kernel cos(θ_p t), the mean over the four fastest frequencies: at base 10,000 it first
returns to .8 beyond training at t = 50, and the released seeds break at 53.5 tokens on average."""
FORBIDDEN = 0.2
"""The aliasing remedy forbids the lags beyond training at which the kernel is at least this."""
TRAINED = 17
WIDTH = 128
FARTHEST = 10_000


def lead(gaps: Sequence[Sequence[float]]) -> Floats:
    """(m,) mean over the carrying layers of gaps (m, layers)."""
    found: Floats = np.array(gaps, dtype=float)[:, :CARRIERS].mean(axis=1)
    return found


def score(lengths: Sequence[int], leads: Floats) -> Floats:
    """(m,) lead(n) - log(n - 16)."""
    found: Floats = leads - np.log(np.array(lengths, dtype=float) - TRAINED + 1)
    return found


def law_prediction(task: str, lengths: Sequence[int], leads: Floats) -> float:
    """Tokens at which the law says that accuracy breaks; the last length if it does not by then."""
    return min(float(lengths[-1]), breaks_at(lengths, score(lengths, leads), LEVEL[task]))


def lead_prediction(task: str, lengths: Sequence[int], leads: Floats) -> float:
    """The same without log n."""
    return min(float(lengths[-1]), breaks_at(lengths, leads, LEAD_ALONE[task]))


def kernel(base: float, lags: Floats) -> Floats:
    """(m,) mean of cos(θ_p t) over the fastest frequencies."""
    angles = base ** (-2 * np.arange(PLANES) / WIDTH)
    means: Floats = np.cos(np.outer(lags, angles)).mean(axis=1)
    return means


@cache
def first_alias(base: float) -> int:
    """The first lag beyond training at which the kernel is at least ``ALIAS``."""
    lags = np.arange(TRAINED, FARTHEST)
    back = np.flatnonzero(kernel(base, lags.astype(float)) >= ALIAS)
    return int(lags[back[0]]) if len(back) else FARTHEST


def base_prediction(base: float, last: int) -> float:
    """Tokens at which a number model of this base breaks, by its base alone; at most ``last``."""
    return min(float(last), first_alias(base) + OFFSET)


def aliased(base: float, most: int) -> NDArray[np.bool_]:
    """(most,) whether a lag is forbidden by the aliasing remedy."""
    lags = np.arange(most)
    mask: NDArray[np.bool_] = (lags >= TRAINED) & (kernel(base, lags.astype(float)) >= FORBIDDEN)
    return mask


def factor(task: str, length: int, at: float) -> float:
    """What the dilution remedy multiplies logits by at a length, the lead there being ``at``: so
    that lead times factor, less log(n - 16), is ``KEEP``; never below 1."""
    return max(1.0, (KEEP[task] + math.log(length - TRAINED + 1)) / at)
