"""A tenth of a sweep by default, drawn by what is under test; every case with ``--every-case``.

A sweep is a long list of cases of one kind: edits of code that a test must notice, tampered leaves
of a file, random settings. A case that was found by hand and has a test of its own is in no sweep.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).parents[1]
Case = TypeVar("Case")


class Sweeps:
    """Whether this process runs every case, and how many it left out inside its tests."""

    every = False
    left_inside = 0


def digest(files: Iterable[str]) -> bytes:
    """Of the files under test."""
    hasher = hashlib.sha256()
    for file in files:
        hasher.update((ROOT / file).read_bytes())
    return hasher.digest()


def tenth(names: Sequence[str], files: Iterable[str]) -> set[int]:
    """Which of the cases are drawn, one at least: as long as the files under test stay the same,
    the same ones; after a change others."""
    key = digest(files)
    order = sorted(
        range(len(names)), key=lambda i: hashlib.sha256(key + names[i].encode()).digest()
    )
    return set(order[: -(-len(names) // 10)])


def sampled(cases: Sequence[tuple[Any, ...]], files: Iterable[str], named: int = 2) -> list[Any]:
    """The cases as parameters, those that are not drawn marked slow. The first ``named`` entries of
    each are its name; of one they are left out of the parameters."""
    names = [": ".join(case[:named]) for case in cases]
    chosen = tenth(names, files)
    return [
        pytest.param(
            *(case[1:] if named == 1 else case),
            id=name,
            marks=() if i in chosen else (pytest.mark.slow,),
        )
        for i, (name, case) in enumerate(zip(names, cases, strict=True))
    ]


def drawn(cases: Iterable[Case], files: Iterable[str]) -> list[Case]:
    """The tenth of a test's own cases that runs, in their order; all of them if all are run."""
    every = list(cases)
    if Sweeps.every:
        return every
    chosen = sorted(tenth([f"{i}" for i in range(len(every))], files))
    Sweeps.left_inside += len(every) - len(chosen)
    return [every[i] for i in chosen]


def summary(marked: int, inside: int) -> str:
    """How many cases of the sweeps were not drawn, in a line; '' if all ran."""
    if not marked + inside:
        return ""
    return (
        f"Sweeps: {marked + inside:,} cases were not drawn and have not run ({marked:,} tests,"
        f" {inside:,} inside tests). To run every case: make test-all"
    )
