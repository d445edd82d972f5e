"""Synthetic records for the claims about training. Nothing here is a result.

A synthetic run: heads leave (1, 1) along a logistic curve and end pure, hop counts are learnt along
others; 12 heads, a checkpoint every 25 steps.
"""

import numpy as np
from numpy.typing import NDArray

from empirical.experiments.dynamics.records import DynamicsRecord, RunManifest
from empirical.models.recipes import Recipe
from empirical.protocol.reading import array_rows

LAYERS = 12
OF = 200
STEPS = (0, 1, 2, 4, 8, 16, *range(25, 3751, 25))
HOPS = {"number": (600, 900, 1200, 1500), "letter": (1200, 1210, 1220, 1230)}
POSITIONAL = {"number": 4, "letter": 0}


def synthetic_manifest(task: str, seed: int) -> RunManifest:
    """Of no run: what is synthetic was never trained."""
    return RunManifest(
        command="synthetic",
        commit="",
        versions={},
        processor="",
        device="cpu",
        recipe=Recipe(task, seed=seed),
        data_sha256="",
        sequences=0,
    )


def _rises(at: NDArray[np.float64] | float, width: float = 20.0) -> NDArray[np.float64]:
    """Logistic curve over the checkpoints, a half at step ``at``."""
    steps = np.array(STEPS, dtype=float)[:, None]
    curve: NDArray[np.float64] = 1 / (1 + np.exp((np.atleast_1d(at) - steps) / width))
    return curve


def record(task: str, seed: int) -> DynamicsRecord:
    """One synthetic run; seeds differ by a shift of all its steps."""
    shift = 30 * seed
    right = np.round(OF * _rises(np.array(HOPS[task]) + shift)).astype(int)
    gone = _rises(np.linspace(500, 1100, LAYERS) + shift)
    up, down = 1 - 0.02 * gone, 1 - 0.98 * gone
    positional = np.arange(LAYERS) < POSITIONAL[task]
    error = array_rows(np.full(gone.shape, 0.002))
    return DynamicsRecord(
        manifest=synthetic_manifest(task, seed),
        task=task,
        seed=seed,
        steps=STEPS,
        right=array_rows(right),
        of=OF,
        s_pos=array_rows(np.where(positional, up, down)),
        s_sym=array_rows(np.where(positional, down, up)),
        entropy=array_rows(1 - 0.7 * gone),
        s_pos_error=error,
        s_sym_error=error,
        entropy_error=error,
    )
