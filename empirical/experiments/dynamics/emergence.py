"""When things happen in a trained run: heads become pure, hop counts are learnt.

All of it is derived from a record (``empirical.experiments.dynamics.records``).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empirical.experiments.dynamics.records import DynamicsRecord
from empirical.protocol import statistics

Flags = NDArray[np.bool_]


def since(flags: Flags) -> NDArray[np.int64]:
    """Index of the first checkpoint from which each column of flags (c, k) stays true; c if none.

    ``flags[-1]`` false gives c: what is not true at the end did not stay.
    """
    failed = ~flags
    last = len(flags) - failed[::-1].argmax(axis=0)
    return np.where(failed.any(axis=0), last, 0)


def pure_at_steps(record: DynamicsRecord, kind: str, gamma: float) -> Flags:
    """(c, layers) bool: one score at least 1 - γ, the other at most γ, by their means."""
    found: Flags = statistics.pure(np.array(record.s_pos), np.array(record.s_sym), kind, gamma)
    return found


def hop_accuracy(record: DynamicsRecord) -> NDArray[np.float64]:
    """(c, 4) accuracy by hop count."""
    accuracy: NDArray[np.float64] = np.array(record.right) / record.of
    return accuracy
