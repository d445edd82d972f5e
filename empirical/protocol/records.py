"""What the records of all controlled experiments have in common: where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from empirical.protocol import paths
from empirical.protocol.reading import absent
from theory.gate.reading import read

RESULTS = paths.RESULTS


class Missing(ValueError):
    """A record is not there; the message says what makes it."""


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What made a record, and what a criterion asks of that (``empirical.protocol.registration``).

    ``criteria``: by claim the hash of its criterion; ``trained_at``: the commit of the model's
    training, where that was another. Older records lack both.
    """

    command: str
    criteria: Mapping[str, str] | None = absent()
    commit: str
    trained_at: str | None = absent()
    versions: Mapping[str, str]
    processor: str
    device: str


Record = dict[str, Any]


def shipped(results: Path, task: str) -> Record:
    """The record of mechanism of a task's longest run, the shipped model.

    Raises:
        Missing: there is none.
    """
    path = results / "mechanism" / f"{task}.json"
    if not path.is_file():
        raise Missing(f"{path} is not there: run python -m empirical.mechanism")
    found: Record = max(read(path)["models"], key=lambda one: int(one["steps"]))
    return found


def canonical(results: Path, name: str) -> Record:
    """The record of one sweep of the tasks with restricted frequencies.

    Raises:
        Missing: it is not there.
    """
    path = results / "canonical" / f"{name}.json"
    if not path.is_file():
        raise Missing(f"{path} is not there: run python -m empirical.canonical --task all")
    return dict(read(path))
