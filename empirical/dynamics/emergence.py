"""When things happen in a trained run: heads become pure, hop counts are learnt.

All of it is derived from a record (``empirical.dynamics.records``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empirical.dynamics.records import Record
from empirical.protocol import statistics
from empirical.protocol.statistics import NORMAL

Flags = NDArray[np.bool_]


def since(flags: Flags) -> NDArray[np.int64]:
    """Index of the first checkpoint from which each column of flags (c, k) stays true; c if none.

    ``flags[-1]`` false gives c: what is not true at the end did not stay.
    """
    failed = ~flags
    last = len(flags) - failed[::-1].argmax(axis=0)
    return np.where(failed.any(axis=0), last, 0)


def steps_since(record: Record, flags: Flags) -> list[int | None]:
    """``since`` in optimiser steps, None where it never comes to stay."""
    steps = record.steps
    return [steps[i] if i < len(steps) else None for i in since(flags).tolist()]


def pure(record: Record, kind: str, gamma: float) -> Flags:
    """(c, layers) bool: one score at least 1 - γ, the other at most γ, by their means."""
    found: Flags = statistics.pure(np.array(record.s_pos), np.array(record.s_sym), kind, gamma)
    return found


def pure_since(record: Record, gamma: float) -> list[int | None]:
    """Step from which each head is, and stays, pure of one kind; None if it does not end pure."""
    kinds = [steps_since(record, pure(record, k, gamma)) for k in ("positional", "symbolic")]
    return [a if a is not None else b for a, b in zip(*kinds, strict=True)]


def ends_pure(record: Record, kind: str, gamma: float, stays: int) -> int:
    """How many heads are pure of a kind at each of the last ``stays`` checkpoints."""
    return int(pure(record, kind, gamma)[-stays:].all(axis=0).sum())


def accuracy(record: Record) -> NDArray[np.float64]:
    """(c, 4) accuracy by hop count."""
    found: NDArray[np.float64] = np.array(record.right) / record.of
    return found


def hops_since(record: Record, passes: float) -> list[int | None]:
    """Step from which each hop count's accuracy stays above ``passes``."""
    return steps_since(record, accuracy(record) > passes)


def learnt_since(record: Record, level: float) -> int | None:
    """Step from which the mean accuracy over hop counts stays above ``level``."""
    return steps_since(record, accuracy(record).mean(axis=1, keepdims=True) > level)[0]


def near_uniform(record: Record, level: float, sign: int) -> Flags:
    """(c, layers) bool: both scores and the entropy reach ``level``.

    ``sign`` -1: surely, by the lower ends of their 95 % intervals; 1: possibly, by the upper.
    """
    pairs = (
        (record.s_pos, record.s_pos_error),
        (record.s_sym, record.s_sym_error),
        (record.entropy, record.entropy_error),
    )
    reached = [np.array(mean) + sign * NORMAL * np.array(error) >= level for mean, error in pairs]
    return np.asarray(np.stack(reached).all(axis=0))
