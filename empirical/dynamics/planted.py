"""Planted records for the claims about training, and their mutants. Nothing here is a result.

A planted run: heads leave (1, 1) along a logistic curve and end pure, hop counts are learnt along
others; 12 heads, a checkpoint every 25 steps.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from empirical.dynamics.bounds import Measured
from empirical.dynamics.records import Record, RunManifest
from empirical.models.recipes import Recipe
from empirical.protocol.planted import (
    Mutants,
    applied,
    every,
    exchanged,
    one_seed,
    one_seed_five_times,
    replaced,
    without,
)
from empirical.protocol.reading import table
from theory.ledger import Kind

LAYERS = 12
OF = 200
STEPS = (0, 1, 2, 4, 8, 16, *range(25, 3751, 25))
HOPS = {"number": (600, 900, 1200, 1500), "letter": (1200, 1210, 1220, 1230)}
POSITIONAL = {"number": 4, "letter": 0}


def manifest(task: str, seed: int) -> RunManifest:
    """Of no run: what is planted was never trained."""
    return RunManifest(
        command="planted",
        commit="",
        versions={},
        processor="",
        device="cpu",
        recipe=Recipe(task, seed=seed),
        data_sha256="",
        sequences=0,
    )


def rises(at: NDArray[np.float64] | float, width: float = 20.0) -> NDArray[np.float64]:
    """Logistic curve over the checkpoints, a half at step ``at``."""
    steps = np.array(STEPS, dtype=float)[:, None]
    curve: NDArray[np.float64] = 1 / (1 + np.exp((np.atleast_1d(at) - steps) / width))
    return curve


def record(task: str, seed: int) -> Record:
    """One planted run; seeds differ by a shift of all its steps."""
    shift = 30 * seed
    right = np.round(OF * rises(np.array(HOPS[task]) + shift)).astype(int)
    gone = rises(np.linspace(500, 1100, LAYERS) + shift)
    up, down = 1 - 0.02 * gone, 1 - 0.98 * gone
    positional = np.arange(LAYERS) < POSITIONAL[task]
    error = table(np.full(gone.shape, 0.002))
    return Record(
        manifest=manifest(task, seed),
        task=task,
        seed=seed,
        steps=STEPS,
        right=table(right),
        of=OF,
        s_pos=table(np.where(positional, up, down)),
        s_sym=table(np.where(positional, down, up)),
        entropy=table(1 - 0.7 * gone),
        s_pos_error=error,
        s_sym_error=error,
        entropy_error=error,
    )


def measurement(measured: Measured) -> Measured:
    """Planted records under the bounds of the real measurement."""
    seeds = range(measured.bounds.seeds)
    return replace(measured, tasks={t: tuple(record(t, s) for s in seeds) for t in HOPS})


Change = Callable[[Record], Record]


def untrained(one: Record) -> Record:
    """A model that stays as it began: the null model 'random initialisation'."""
    many = len(one.steps)
    return replace(
        one,
        right=one.right[:1] * many,
        s_pos=one.s_pos[:1] * many,
        s_sym=one.s_sym[:1] * many,
        entropy=one.entropy[:1] * many,
    )


def delayed(by: int, *columns: int) -> Change:
    """Some hop counts learnt ``by`` checkpoints later (earlier if negative)."""

    def change(one: Record) -> Record:
        right = np.array(one.right)
        for column in columns:
            shifted = np.arange(len(right)) - by
            right[:, column] = right[shifted.clip(0, len(right) - 1), column]
        return replace(one, right=table(right))

    return change


def reversed_hops(one: Record) -> Record:
    """Four hops learnt first."""
    return replace(one, right=tuple(row[::-1] for row in one.right))


def swap_scores(one: Record) -> Record:
    """Positional read as symbolic."""
    return replace(one, s_pos=one.s_sym, s_sym=one.s_pos)


def one_positional(one: Record) -> Record:
    """One head with its scores exchanged throughout."""
    rows = zip(one.s_pos, one.s_sym, strict=True)
    pairs = [((*pos[:5], sym[5], *pos[6:]), (*sym[:5], pos[5], *sym[6:])) for pos, sym in rows]
    return replace(one, s_pos=tuple(p for p, _ in pairs), s_sym=tuple(s for _, s in pairs))


late_head = replaced((0.5,) * LAYERS, "s_pos", -20)
"""One head is impure once more near the end."""
one_early = replaced(0.5, "entropy", STEPS.index(16), 3)
"""One head of one seed is peaked at step 16."""


SHARED: Mutants = {
    "models that stay as they began": (Kind.DATA, every("number", untrained)),
    "one seed a task": (Kind.QUANTIFIER, one_seed),
    "one seed counted five times": (Kind.HYPOTHESIS, one_seed_five_times),
    "letter not measured": (Kind.TERM, without("letter")),
}
START_MUTANTS: Mutants = SHARED | {
    "one head peaked at step 16 in one seed": (
        Kind.DATA,
        applied(one_early, "tasks", "letter", -1),
    ),
    "the whole run called early": (Kind.CONSTANT, replaced(3750, "bounds", "until")),
    "high read as above 1": (Kind.CONSTANT, replaced(1.01, "bounds", "level")),
}
PURE_MUTANTS: Mutants = SHARED | {
    "heads impure once more after accuracy": (Kind.DATA, applied(late_head, "tasks", "letter", -1)),
    "maximum read as above .5": (Kind.CONSTANT, replaced(0.5, "bounds", "learnt")),
    "accuracy before purity": (
        Kind.DATA,
        every("letter", delayed(-30, 0, 1, 2, 3)),
    ),
}
MIX_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, exchanged),
    "positional read as symbolic": (Kind.INDEX, every("letter", swap_scores)),
    "one letter head of one seed positional": (
        Kind.DATA,
        applied(one_positional, "tasks", "letter", -1),
    ),
    "purity level 0.01": (Kind.CONSTANT, replaced(0.01, "bounds", "gamma")),
}
HOPS_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, exchanged),
    "four hops first": (Kind.DATA, every("number", reversed_hops)),
    "letter's four hops 40 checkpoints later": (
        Kind.DATA,
        every("letter", delayed(40, 3)),
    ),
    "nearly the same read as the same": (Kind.CONSTANT, replaced(-0.01, "bounds", "together")),
}
