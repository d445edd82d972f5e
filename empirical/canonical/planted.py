"""Planted records for the claims about the canonical tasks, and their mutants. Nothing here is a
result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from empirical.protocol.planted import Mutants, changed, drop, put
from theory.ledger import Kind

Measurement = dict[str, Any]
Change = Callable[[dict[str, Any]], None]
N, OF, UNIFORM = 16, 1250, 0.3
CUT = {"index": 16, "retrieval": 24, "induction-1": 0, "induction-2": 20}
"""Frequencies learnt: the first so many of Index, those after the first so many of the others."""


def record(task: str, seeds: int, frequencies: int) -> dict[str, Any]:
    """Accuracy 1 where learnt; beyond, a parabola over positions (Index: U, else inverse U) that
    flattens out to uniform attention."""
    x = np.linspace(-1, 1, N)
    bend = x**2 if task == "index" else 1 - x**2
    far = np.arange(frequencies, dtype=float)
    beyond = far - CUT[task] if task == "index" else CUT[task] - 1 - far
    if task == "induction-1":
        beyond = far
    height = np.where(beyond < 0, 0.7, 0.5 * np.exp(-np.maximum(beyond, 0) / 8))
    curves = UNIFORM + height[:, None] * np.where((beyond < 0)[:, None], 1.0, bend)
    noise = 0.002 * np.cos(np.arange(seeds)[:, None] * 2.0 + np.arange(N))
    right = np.round(OF * (curves[:, None] - 0.004 + noise)).astype(int)
    aligned = {"keys": 0.99, "fan": 0.98, "still": 0.2}
    return {
        "task": task,
        "seeds": list(range(seeds)),
        "ids": list(range(1, frequencies + 1)),
        "right": right.tolist(),
        "of": [[OF] * N] * seeds,
        "uniform": [UNIFORM] * seeds,
        "geometry": [[dict(aligned) for _ in range(seeds)] for _ in range(frequencies)],
    }


def measurement(measured: Measurement) -> Measurement:
    """Planted records under the thresholds of the real measurement."""
    tasks = {task: record(task, measured["seeds"], measured["frequencies"]) for task in CUT}
    return {**measured, "tasks": tasks}


def on(task: str, change: Change) -> Callable[[Measurement], Measurement]:
    """Apply a change to one task's record."""
    return changed(lambda measured: change(measured["tasks"][task]))


def everywhere(value: float) -> Change:
    """The same accuracy at every frequency, seed and position."""

    def change(one: dict[str, Any]) -> None:
        one["right"] = np.full_like(one["right"], round(OF * value)).tolist()

    return change


def turned(one: dict[str, Any]) -> None:
    """Frequencies read from the slow end."""
    one["right"] = one["right"][::-1]


def gaps(one: dict[str, Any]) -> None:
    """Every other frequency at uniform attention."""
    right = np.array(one["right"])
    right[::2] = round(OF * UNIFORM)
    one["right"] = right.tolist()


def upside_down(one: dict[str, Any]) -> None:
    """Unlearnt curves mirrored about their own mean."""
    right = np.array(one["right"])
    mirrored = np.round(2 * right.mean(-1, keepdims=True) - right).astype(int)
    one["right"] = np.where(right.mean(-1, keepdims=True) > 0.9 * OF, right, mirrored).tolist()


def sloped(one: dict[str, Any]) -> None:
    """Unlearnt curves sorted by position: they rise, as the recent end of one does."""
    one["right"] = np.sort(np.array(one["right"]), axis=-1).tolist()


def lone_seed(one: dict[str, Any]) -> None:
    """One seed counted five times."""
    one["seeds"] = one["seeds"][:1] * len(one["seeds"])


def fewer(one: dict[str, Any]) -> None:
    """Half of the frequencies not measured."""
    half = len(one["ids"]) // 2
    for name in ("ids", "right", "geometry"):
        one[name] = one[name][:half]


def one_far(place: int) -> Change:
    """A single seed learns at a far frequency."""

    def change(one: dict[str, Any]) -> None:
        one["right"][place][-1] = [OF] * N

    return change


def one_of_the_fast(one: dict[str, Any]) -> None:
    """All seeds learn at a single frequency."""
    one["right"][30] = [[OF] * N for _ in one["right"][30]]


def geometry(**values: float) -> Change:
    """Resultant lengths set throughout."""

    def change(one: dict[str, Any]) -> None:
        for row in one["geometry"]:
            for lengths in row:
                lengths.update(values)

    return change


def shared(task: str) -> Mutants:
    """Changes that every claim about a task must reject."""
    return {
        "models at uniform attention": (Kind.DATA, on(task, everywhere(UNIFORM))),
        "one seed counted five times": (Kind.HYPOTHESIS, on(task, lone_seed)),
        "half of the frequencies": (Kind.QUANTIFIER, on(task, fewer)),
        "not measured": (Kind.TERM, changed(drop(task))),
    }


def sided(task: str, far: int) -> Mutants:
    """Changes for 'learnt only with fast (slow) enough angles'."""
    return shared(task) | {
        "learnt everywhere": (Kind.DATA, on(task, everywhere(1.0))),
        "slow read as fast": (Kind.INDEX, on(task, turned)),
        "every other frequency fails": (Kind.DATA, on(task, gaps)),
        "one seed learns at the far end": (Kind.DATA, on(task, one_far(far))),
        "learnt read as above 1": (Kind.CONSTANT, changed(put(1.01, "learnt"))),
    }


def shaped(task: str) -> Mutants:
    """Changes for the shapes."""
    return shared(task) | {
        "upside down": (Kind.DATA, on(task, upside_down)),
        "rising curves": (Kind.DATA, on(task, sloped)),
        "judged by 0.6 above uniform": (Kind.CONSTANT, changed(put(0.6, "above"))),
        "learnt everywhere": (Kind.DATA, on(task, everywhere(1.0))),
    }


INDEX_MUTANTS = sided("index", -1)
RETRIEVAL_MUTANTS = sided("retrieval", 0)
MIX_MUTANTS: Mutants = shared("induction-2") | {
    "one angle learns at one frequency": (Kind.DATA, on("induction-1", one_of_the_fast)),
    "one angle not measured": (Kind.TERM, changed(drop("induction-1"))),
    "one seed learns with the fastest angle": (Kind.DATA, on("induction-2", one_far(0))),
    "two angles read from the slow end": (Kind.INDEX, on("induction-2", turned)),
    "learnt read as above 0.2": (Kind.CONSTANT, changed(put(0.2, "learnt"))),
}
U_MUTANTS = shaped("index")
INVERSE_U_MUTANTS = shaped("retrieval")
GEOMETRY_MUTANTS: Mutants = shared("index") | {
    "keys in all directions": (Kind.DATA, on("index", geometry(keys=0.3))),
    "queries fan out at another rate": (Kind.DATA, on("index", geometry(fan=0.2))),
    "queries that do not move": (Kind.DATA, on("index", geometry(still=0.99))),
    "aligned read as above 1": (Kind.CONSTANT, changed(put(1.01, "aligned"))),
}
