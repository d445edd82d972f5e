"""The records of the law's models, as ``rope-claims run law`` writes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from empirical.experiments.dynamics.records import RunManifest, Tested, read_run, rising
from empirical.protocol.reading import Counts, Least1, Misread, Numbers
from empirical.protocol.records import RESULTS

FOLDER = RESULTS / "law"
"""The records that come with the package, each NAME.json: ``lengths/`` (of ``lengths``),
``remedies/`` and ``scaled/``."""
REMEDIES = ("nothing", "dilution", "aliasing", "random lags")


@dataclass(frozen=True, kw_only=True)
class Remedy:
    """One model's answers with its carrying heads changed.

    ``right``: by remedy, right answers of ``of`` inputs at each of ``lengths`` (m,); ``factors``:
    what the dilution remedy multiplies logits by; ``forbidden``: how many lags the aliasing remedy
    forbids, and as many others the random one."""

    manifest: RunManifest
    task: str
    seed: int
    lengths: Counts
    of: tuple[Least1, ...]
    factors: Numbers
    forbidden: Counts
    right: Mapping[str, Counts]


@dataclass(frozen=True, kw_only=True)
class Scaled:
    """A model with log-scaled logits: ``right`` of ``of`` at ``lengths`` (m,), and ``tested``,
    (right, of) by hop count on the test set."""

    manifest: RunManifest
    task: str
    seed: int
    tested: Tested
    lengths: Counts
    right: Counts
    of: tuple[Least1, ...]


R = TypeVar("R", Remedy, Scaled)


def read(path: Path, kind: type[R]) -> R:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, kind, _hold_together)


def _hold_together(record: Remedy | Scaled) -> None:
    """Refuse lengths out of order, and rows that are not one a length or lack a remedy."""
    if not rising(record.lengths):
        raise Misread("lengths do not rise")
    if isinstance(record, Remedy):
        if set(record.right) != set(REMEDIES):
            raise Misread(f"right has not each of {', '.join(REMEDIES)}")
        if {len(record.factors), len(record.forbidden)} != {len(record.lengths)}:
            raise Misread("factors or forbidden has not an entry for each of the lengths")
    rows = record.right if isinstance(record, Remedy) else {"": record.right}
    for name, row in rows.items():
        _hold(name, row, record.of, len(record.lengths))


def _hold(name: str, right: Counts, of: tuple[int, ...], many: int) -> None:
    """Refuse counts that are not one a length, or more than there were inputs."""
    if not len(right) == len(of) == many:
        raise Misread(f"right.{name} has not a count for each of the lengths")
    if not all(0 <= one <= most for one, most in zip(right, of, strict=True)):
        raise Misread(f"right.{name} is not of that many")
