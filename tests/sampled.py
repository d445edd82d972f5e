"""A tenth of a long list of cases by default, drawn by what is under test; all with ``-m slow``."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def sampled(cases: Sequence[tuple[Any, ...]], files: Iterable[str]) -> list[Any]:
    """The cases as parameters, nine in ten of them marked slow: which, the digest of the files
    under test decides, so that another tenth runs after each change."""
    digest = hashlib.sha256()
    for file in files:
        digest.update((ROOT / file).read_bytes())
    found = []
    for case in cases:
        name = ": ".join(case[:2])
        drawn = hashlib.sha256(digest.digest() + name.encode()).digest()[0]
        marks = () if drawn < 26 else (pytest.mark.slow,)
        found.append(pytest.param(*case, id=name, marks=marks))
    return found
