"""Planted measurements for the measured claims: data on which a check must be green, and their
mutants, on which it must be red. Nothing here is a result."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from theory.ledger import Kind, Mutant

Measurement = dict[str, Any]
PARTS = {
    "tasks": Kind.DATA,
    "families": Kind.DATA,
    "seed": Kind.HYPOTHESIS,
    "seeds": Kind.HYPOTHESIS,
    "inputs": Kind.HYPOTHESIS,
    "exclusion.heads": Kind.QUANTIFIER,
}
"""Of a measurement: what was measured is data; that runs and inputs are several, a hypothesis."""
Mutants = dict[str, tuple[Kind, Callable[[Measurement], Measurement]]]


def as_mutants(changes: Mutants) -> tuple[Mutant, ...]:
    """A claim's mutants from their changes by name."""
    return tuple(Mutant(name, kind, change) for name, (kind, change) in changes.items())


def changed(change: Callable[[Measurement], None]) -> Callable[[Measurement], Measurement]:
    """A function that applies ``change`` to a copy."""

    def mutate(measurement: Measurement) -> Measurement:
        draft = copy.deepcopy(measurement)
        change(draft)
        return draft

    return mutate


def exchange(measurement: Measurement) -> None:
    """Give each task the other's data."""
    tasks = measurement["tasks"]
    tasks["number"], tasks["letter"] = tasks["letter"], tasks["number"]


def drop(task: str) -> Callable[[Measurement], None]:
    """Leave a task out."""

    def change(measurement: Measurement) -> None:
        del measurement["tasks"][task]

    return change


def put(value: Any, *path: str) -> Callable[[Measurement], None]:
    """Set the entry at ``path``."""

    def change(measurement: Measurement) -> None:
        *way, last = path
        for key in way:
            measurement = measurement[key]
        measurement[last] = value

    return change
