"""When things happen in a trained run: heads become pure, hop counts are learnt.

A *record* is the compact result of ``empirical.dynamics``: ``steps`` (c,) of the checkpoints;
``right`` (c, 4) answers right out of ``of`` a hop count; ``s_pos``, ``s_sym``, ``entropy`` (c,
layers) means over the scored set, entropy over log of the keys seen, with their standard errors
under ``…_error``. Everything else is derived from it here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from empirical.protocol.statistics import NORMAL

Record = dict[str, Any]


def since(flags: np.ndarray) -> np.ndarray:
    """Index of the first checkpoint from which each column of flags (c, k) stays true; c if none.

    ``flags[-1]`` false gives c: what is not true at the end did not stay.
    """
    failed = ~flags
    last = len(flags) - failed[::-1].argmax(axis=0)
    return np.where(failed.any(axis=0), last, 0)


def steps_since(record: Record, flags: np.ndarray) -> list[int | None]:
    """``since`` in optimiser steps, None where it never comes to stay."""
    steps = record["steps"]
    return [steps[i] if i < len(steps) else None for i in since(flags).tolist()]


def pure(record: Record, kind: str, gamma: float) -> np.ndarray:
    """(c, layers) bool: one score at least 1 - γ, the other at most γ, by their means."""
    high, low = ("s_pos", "s_sym") if kind == "positional" else ("s_sym", "s_pos")
    return (np.array(record[high]) >= 1 - gamma) & (np.array(record[low]) <= gamma)


def pure_since(record: Record, gamma: float) -> list[int | None]:
    """Step from which each head is, and stays, pure of one kind; None if it does not end pure."""
    kinds = [steps_since(record, pure(record, k, gamma)) for k in ("positional", "symbolic")]
    return [a if a is not None else b for a, b in zip(*kinds, strict=True)]


def ends_pure(record: Record, kind: str, gamma: float, stays: int) -> int:
    """How many heads are pure of a kind at each of the last ``stays`` checkpoints."""
    return int(pure(record, kind, gamma)[-stays:].all(axis=0).sum())


def accuracy(record: Record) -> np.ndarray:
    """(c, 4) accuracy by hop count."""
    return np.array(record["right"]) / record["of"]


def hops_since(record: Record, passes: float) -> list[int | None]:
    """Step from which each hop count's accuracy stays above ``passes``."""
    return steps_since(record, accuracy(record) > passes)


def learnt_since(record: Record, level: float) -> int | None:
    """Step from which the mean accuracy over hop counts stays above ``level``."""
    return steps_since(record, accuracy(record).mean(axis=1, keepdims=True) > level)[0]


def near_uniform(record: Record, level: float, sign: int) -> np.ndarray:
    """(c, layers) bool: both scores and the entropy reach ``level``.

    ``sign`` -1: surely, by the lower ends of their 95 % intervals; 1: possibly, by the upper.
    """
    reached = [
        np.array(record[name]) + sign * NORMAL * np.array(record[f"{name}_error"]) >= level
        for name in ("s_pos", "s_sym", "entropy")
    ]
    return np.logical_and.reduce(reached)


def summary(record: Record, gammas: tuple[float, ...], passes: float, learnt: float) -> Record:
    """The derived steps, to print beside a record."""
    return {
        "learnt": learnt_since(record, learnt),
        "hops": hops_since(record, passes),
        "pure": {str(gamma): pure_since(record, gamma) for gamma in gammas},
    }
