"""What the claims judged on models share: a measurement of them, and what a check of it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from empirical.protocol.found import BindingHeads, Model
from theory.ledger import Outcome, Status

B = TypeVar("B")


@dataclass(frozen=True)
class OnModels(Generic[B]):
    """What a check reads: by task or name the models, those of them that must be there, the bounds
    they are held against, and the binding task by the family of a model (A-e-family)."""

    required: tuple[str, ...]
    tasks: Mapping[str, Model]
    bounds: B
    families: Mapping[str, BindingHeads] = field(default_factory=dict)


def answer(status: Status, cases: int, found: str, note: str = "") -> Outcome:
    """An outcome that always says what was measured."""
    return Outcome(status, cases if status is not Status.UNKNOWN else 0, found, note or found)


def missing(measurement: OnModels[B]) -> str:
    """The required tasks that were not measured, as text; empty if none."""
    return ", ".join(t for t in measurement.required if t not in measurement.tasks)
