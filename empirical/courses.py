"""What the criteria about trained models read: a run's course, and accuracy against length.

Both come from our records (``course``, ``kept``) and from paper B's figures
(``empirical.published``) in the same form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from empirical import settings
from empirical.emergence import pure, since

GAMMAS = (0.2, 0.1, 0.05)
KINDS = ("positional", "symbolic")


@dataclass(frozen=True)
class Course:
    """One run: ``right`` (c, 4) of ``of`` a hop count at each of ``steps``; ``maximum``: the first
    step at which most are right of all; for each γ, ``pure``: by kind the steps from which heads
    are pure to the end, ascending, and ``early``: how many heads are pure of one kind at some step
    up to ``settings.START_UNTIL``."""

    task: str
    steps: tuple[int, ...]
    right: tuple[tuple[int, ...], ...]
    of: int
    maximum: int
    pure: dict[float, dict[str, tuple[int, ...]]]
    early: dict[float, int]


@dataclass(frozen=True)
class Kept:
    """One model: (right, of) at each number of irrelevant tokens ``added``, ascending from 0."""

    task: str
    added: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]


def course(record: dict[str, Any]) -> Course:
    """A record of ``empirical.dynamics`` as a course."""
    steps, right = tuple(record["steps"]), np.array(record["right"])
    found, early = {}, {}
    for gamma in GAMMAS:
        flags = {kind: pure(record, kind, gamma) for kind in KINDS}
        found[gamma] = {kind: _dates(steps, one) for kind, one in flags.items()}
        started = np.array(steps) <= settings.START_UNTIL
        early[gamma] = int((flags["positional"] | flags["symbolic"])[started].any(axis=0).sum())
    maximum = steps[int(right.sum(axis=1).argmax())]
    rows = tuple(tuple(row) for row in right.tolist())
    return Course(record["task"], steps, rows, record["of"], maximum, found, early)


def _dates(steps: tuple[int, ...], flags: np.ndarray) -> tuple[int, ...]:
    return tuple(sorted(steps[i] for i in since(flags).tolist() if i < len(steps)))


def kept(record: dict[str, Any], trained: int = 17) -> Kept:
    """A record of ``empirical.lengths``, its lengths counted as tokens added."""
    counts = tuple(zip(record["right"], record["of"], strict=True))
    return Kept(record["task"], tuple(n - trained for n in record["lengths"]), counts)
