"""Planted records for the claims about length, and their mutants. Nothing here is a result.

A planted run: accuracy falls along a logistic curve in log length, number at 50 and letter at 2,500
tokens; the judged prediction is the same curve a little early; gaps decay as a power of length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from empirical.dynamics.planted import every, last, one_seed, one_seed_five_times
from empirical.protocol import settings
from empirical.protocol.planted import Mutants, changed, drop, exchange, put
from theory.ledger import Kind

Measurement = dict[str, Any]
BREAKS = {"number": 50.0, "letter": 2500.0}
POWER = {"number": -0.8, "letter": -0.2}
OF = 200


def falls(task: str, at: float) -> list[int]:
    """Right answers out of ``OF``, a half at ``at`` tokens."""
    steep = 8 * np.log(np.array(settings.LENGTH_GRID[task]) / at)
    return [int(x) for x in np.round(OF / (1 + np.exp(steep)))]


def record(task: str, seed: int) -> dict[str, Any]:
    """One planted run; seeds differ in where they break."""
    lengths, at = list(settings.LENGTH_GRID[task]), BREAKS[task] * (1 + 0.03 * seed)
    kinds = [0.98] * 4 + [0.02] * 8 if task == "number" else [0.02] * 12
    gaps = [[5 * (n / 17) ** POWER[task]] * 12 for n in lengths]
    of = [OF] * len(lengths)
    predicted = {settings.JUDGED: {"right": falls(task, 0.9 * at), "of": of, "gaps": gaps}}
    return {
        "task": task,
        "seed": seed,
        "lengths": lengths,
        "right": falls(task, at),
        "of": of,
        "gaps": gaps,
        "s_pos": kinds,
        "s_sym": [1 - x for x in kinds],
        "predicted": predicted,
    }


def measurement(measured: Measurement) -> Measurement:
    """Planted records under the thresholds of the real measurement."""
    tasks = {task: [record(task, s) for s in range(measured["seeds"])] for task in BREAKS}
    return {**measured, "tasks": tasks}


def breaking(at: float) -> Callable[[dict[str, Any]], None]:
    """Measured accuracy breaks elsewhere than predicted."""

    def change(one: dict[str, Any]) -> None:
        one["right"] = falls(one["task"], at)

    return change


def untrained(one: dict[str, Any]) -> None:
    """A model at chance at every length, its scores both high: the null model."""
    one["right"] = [2] * len(one["lengths"])
    one["predicted"][settings.JUDGED]["right"] = [2] * len(one["lengths"])
    one["s_pos"] = one["s_sym"] = [0.99] * 12


def constant(one: dict[str, Any]) -> None:
    """A predictor that says what holds at the training length."""
    one["predicted"][settings.JUDGED]["right"] = [OF] * len(one["lengths"])


def late(one: dict[str, Any]) -> None:
    """The right breaking length, and no fall after it."""
    right = np.array(one["right"])
    one["predicted"][settings.JUDGED]["right"] = np.maximum(right, 178).tolist()


def steady(one: dict[str, Any]) -> None:
    """Gaps that do not decay."""
    one["gaps"] = [one["gaps"][0]] * len(one["lengths"])


def growing(one: dict[str, Any]) -> None:
    """Gaps that grow as they should fall."""
    one["gaps"] = [[25 / x for x in row] for row in one["gaps"]]


def short(one: dict[str, Any]) -> None:
    """Measured at the training length only."""
    for name in ("lengths", "right", "of", "gaps"):
        one[name] = one[name][:1]


SHARED: Mutants = {
    "models at chance": (Kind.DATA, changed(every("letter", untrained))),
    "one seed a task": (Kind.QUANTIFIER, changed(one_seed)),
    "one seed counted five times": (Kind.HYPOTHESIS, changed(one_seed_five_times)),
    "letter not measured": (Kind.TERM, changed(drop("letter"))),
}
LENGTHS_MUTANTS: Mutants = SHARED | {
    "one letter seed breaks at 400": (Kind.DATA, changed(last("letter", breaking(400)))),
    "one number seed holds to 400": (Kind.DATA, changed(last("number", breaking(400)))),
    "keeps > 1": (Kind.CONSTANT, changed(put(1.01, "keeps"))),
    "measured at 17 tokens only": (Kind.QUANTIFIER, changed(every("letter", short))),
}
PREDICTION_MUTANTS: Mutants = SHARED | {
    "tasks exchanged": (Kind.INDEX, changed(exchange)),
    "accuracy of the training length predicted": (
        Kind.DATA,
        changed(every("number", constant)),
    ),
    "no fall predicted after the break": (Kind.DATA, changed(every("number", late))),
    "number's discrepancy does not decay": (Kind.DATA, changed(every("number", steady))),
    "number's discrepancy grows": (Kind.DATA, changed(every("number", growing))),
    "right read as within 1 %": (Kind.CONSTANT, changed(put(1.01, "factor"))),
}
