"""A criterion speaks of every run: measurements in which exactly one run fails."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Tasks = Mapping[str, Sequence[Any]]


def each(passing: Tasks, failing: Tasks) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    """What passes with one run replaced by the one that fails in its place, for each run of each
    task in turn that differs; with it, words that say which."""
    for task, runs in failing.items():
        for i, (good, bad) in enumerate(zip(passing[task], runs, strict=True)):
            if good != bad:
                rows = {name: list(row) for name, row in passing.items()}
                rows[task][i] = bad
                yield f"{task} {i} of {len(runs)}", rows


def twice(passing: Tasks) -> Iterator[tuple[str, dict[str, list[Any]]]]:
    """What passes with one run in the place of another, for each pair of a task."""
    for task, runs in passing.items():
        for i in range(len(runs)):
            for j in range(len(runs)):
                if i != j:
                    rows = {name: list(row) for name, row in passing.items()}
                    rows[task][i] = runs[j]
                    yield f"{task} {j} for {i} too", rows
