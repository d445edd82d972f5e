"""Records of the controlled experiments, as figures, tables and re-runs read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from empirical.protocol import paths
from empirical.protocol.vocabulary import TASKS
from theory.gate.reading import read

RESULTS = paths.RESULTS
Record = dict[str, Any]


class Missing(ValueError):
    """A figure's record is not there; the message says what makes it."""


def seeds(results: Path, kind: str) -> dict[str, list[Record]]:
    """Each task's records of dynamics or lengths, in order of seed; controls left out.

    Raises:
        Missing: a task has none.
    """
    found = {}
    for task in TASKS:
        records = [read(p) for p in sorted((results / kind).glob(f"{task}-*"))]
        found[task] = [r for r in records if "right" in r and not r.get("control")]
        if not found[task]:
            raise Missing(
                f"no record of {task} in {results / kind}: run python -m empirical.{kind}"
            )
    return found


def shipped(results: Path, task: str) -> Record:
    """The record of mechanism of a task's longest run, the shipped model.

    Raises:
        Missing: there is none.
    """
    path = results / "mechanism" / f"{task}.json"
    if not path.is_file():
        raise Missing(f"{path} is not there: run python -m empirical.mechanism")
    return max(read(path)["models"], key=lambda one: one["steps"])


def canonical(results: Path, name: str) -> Record:
    """The record of one sweep of the tasks with restricted frequencies.

    Raises:
        Missing: it is not there.
    """
    path = results / "canonical" / f"{name}.json"
    if not path.is_file():
        raise Missing(f"{path} is not there: run python -m empirical.canonical --task all")
    return read(path)
