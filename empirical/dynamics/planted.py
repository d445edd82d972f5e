"""Planted records for the claims about training, and their mutants. Nothing here is a result.

A planted run: heads leave (1, 1) along a logistic curve and end pure, hop counts are learnt along
others; 12 heads, a checkpoint every 25 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from empirical.protocol.planted import Mutants, changed, drop, exchange, put
from theory.ledger import Kind

Measurement = dict[str, Any]
LAYERS = 12
OF = 200
STEPS = [0, 1, 2, 4, 8, 16, *range(25, 3751, 25)]
HOPS = {"number": (600, 900, 1200, 1500), "letter": (1200, 1210, 1220, 1230)}
POSITIONAL = {"number": 4, "letter": 0}


def rises(at: np.ndarray | float, width: float = 20.0) -> np.ndarray:
    """Logistic curve over the checkpoints, a half at step ``at``."""
    steps = np.array(STEPS, dtype=float)[:, None]
    return 1 / (1 + np.exp((np.atleast_1d(at) - steps) / width))


def record(task: str, seed: int) -> dict[str, Any]:
    """One planted run; seeds differ by a shift of all its steps."""
    shift = 30 * seed
    right = np.round(OF * rises(np.array(HOPS[task]) + shift)).astype(int)
    gone = rises(np.linspace(500, 1100, LAYERS) + shift)
    up, down = 1 - 0.02 * gone, 1 - 0.98 * gone
    positional = np.arange(LAYERS) < POSITIONAL[task]
    error = np.full(gone.shape, 0.002)
    return {
        "task": task,
        "seed": seed,
        "steps": list(STEPS),
        "right": right.tolist(),
        "of": OF,
        "s_pos": np.where(positional, up, down).tolist(),
        "s_sym": np.where(positional, down, up).tolist(),
        "entropy": (1 - 0.7 * gone).tolist(),
        **{f"{name}_error": error.tolist() for name in ("s_pos", "s_sym", "entropy")},
    }


def measurement(measured: Measurement) -> Measurement:
    """Planted records under the thresholds of the real measurement."""
    tasks = {task: [record(task, s) for s in range(measured["seeds"])] for task in HOPS}
    return {**measured, "tasks": tasks}


def every(task: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Measurement], None]:
    """Apply a change to every seed's record of a task."""

    def apply(measured: Measurement) -> None:
        for one in measured["tasks"][task]:
            change(one)

    return apply


def last(task: str, change: Callable[[dict[str, Any]], None]) -> Callable[[Measurement], None]:
    """Apply a change to one seed's record of a task."""

    def apply(measured: Measurement) -> None:
        change(measured["tasks"][task][-1])

    return apply


def untrained(one: dict[str, Any]) -> None:
    """A model that stays as it began: the null model 'random initialisation'."""
    for name in ("right", "s_pos", "s_sym", "entropy"):
        one[name] = [one[name][0]] * len(one["steps"])


def delayed(by: int, *columns: int) -> Callable[[dict[str, Any]], None]:
    """Some hop counts learnt ``by`` checkpoints later (earlier if negative)."""

    def change(one: dict[str, Any]) -> None:
        right = np.array(one["right"])
        for column in columns:
            shifted = np.arange(len(right)) - by
            right[:, column] = right[shifted.clip(0, len(right) - 1), column]
        one["right"] = right.tolist()

    return change


def reversed_hops(one: dict[str, Any]) -> None:
    """Four hops learnt first."""
    one["right"] = [row[::-1] for row in one["right"]]


def swap_scores(one: dict[str, Any]) -> None:
    """Positional read as symbolic."""
    one["s_pos"], one["s_sym"] = one["s_sym"], one["s_pos"]


def late_head(one: dict[str, Any]) -> None:
    """One head is impure once more near the end."""
    one["s_pos"][-20] = [0.5] * LAYERS


def one_early(one: dict[str, Any]) -> None:
    """One head of one seed is peaked at step 16."""
    one["entropy"][STEPS.index(16)][3] = 0.5


def one_positional(one: dict[str, Any]) -> None:
    """One head with its scores exchanged throughout."""
    for pos, sym in zip(one["s_pos"], one["s_sym"], strict=True):
        pos[5], sym[5] = sym[5], pos[5]


def one_seed(measured: Measurement) -> None:
    """A single seed a task."""
    for task in measured["tasks"]:
        measured["tasks"][task] = measured["tasks"][task][:1]


def one_seed_five_times(measured: Measurement) -> None:
    """The same seed counted five times."""
    for task, records in measured["tasks"].items():
        measured["tasks"][task] = records[:1] * len(records)


SHARED: Mutants = {
    "models that stay as they began": (Kind.DATA, changed(every("number", untrained))),
    "one seed a task": (Kind.QUANTIFIER, changed(one_seed)),
    "one seed counted five times": (Kind.HYPOTHESIS, changed(one_seed_five_times)),
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
}
START_MUTANTS: Mutants = SHARED | {
    "one head peaked at step 16 in one seed": (Kind.DATA, changed(last("letter", one_early))),
    "the whole run called early": (Kind.CONSTANT, changed(put(3750, "until"))),
    "high read as above 1": (Kind.CONSTANT, changed(put(1.01, "level"))),
}
PURE_MUTANTS: Mutants = SHARED | {
    "heads impure once more after accuracy": (Kind.DATA, changed(last("letter", late_head))),
    "maximum read as above .5": (Kind.CONSTANT, changed(put(0.5, "learnt"))),
    "accuracy before purity": (
        Kind.DATA,
        changed(every("letter", delayed(-30, 0, 1, 2, 3))),
    ),
}
MIX_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
    "positional read as symbolic": (Kind.INDEX, changed(every("letter", swap_scores))),
    "one letter head of one seed positional": (
        Kind.DATA,
        changed(last("letter", one_positional)),
    ),
    "purity level 0.01": (Kind.CONSTANT, changed(put(0.01, "gamma"))),
}
HOPS_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
    "four hops first": (Kind.DATA, changed(every("number", reversed_hops))),
    "letter's four hops 40 checkpoints later": (
        Kind.DATA,
        changed(every("letter", delayed(40, 3))),
    ),
    "nearly the same read as the same": (Kind.CONSTANT, changed(put(-0.01, "together"))),
}
