"""A measurement and what a check of it answers: shared by all measured claims."""

from __future__ import annotations

from typing import Any

from theory.ledger import Outcome, Status

Measurement = dict[str, Any]


def answer(status: Status, cases: int, found: str, note: str = "") -> Outcome:
    """An outcome that always says what was measured."""
    return Outcome(status, cases if status is not Status.UNKNOWN else 0, found, note or found)


def missing(measurement: Measurement) -> str:
    """The required tasks that were not measured, as text; empty if none."""
    return ", ".join(t for t in measurement["required"] if t not in measurement["tasks"])
