"""The form of ``validate``'s document, as its readers here take it; ``report.schema.json`` is the
whole of it, with every bound, and is what documents are held to."""

from __future__ import annotations

from typing import TypedDict

from empirical.protocol.found import Model


class Break(TypedDict):
    """A recorded run's breaking length in tokens; None beyond the lengths tried."""

    run: str
    task: str
    seed: int
    control: bool
    steps: int
    measured: float | None
    predicted: float | None


class Judged(TypedDict):
    """A claim and its verdict in this run."""

    id: str
    statement: str
    published: str
    covers: str
    expected: str
    verdict: str
    gate: str
    found: str
    fault: str
    reason: str


class NotRun(TypedDict):
    """A claim that this run did not judge."""

    id: str
    statement: str
    published: str
    why: str


class Thresholds(TypedDict):
    """What the controlled models were held against."""

    accuracy: float
    gamma: float
    keeps: float
    until: int
    collapsed_by: int


class Document(TypedDict):
    """A report."""

    format: str
    version: int
    made: str
    software: dict[str, str]
    commit: str
    thresholds: Thresholds
    models: list[Model]
    breaking: list[Break]
    claims: list[Judged]
    not_run: list[NotRun]
    exit_code: int
    seconds: float
