"""The record of one model's causes, as ``empirical.experiments.lengths.causes`` writes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import RunManifest, read_run
from empirical.experiments.lengths.causes.window import ALL, NONE
from empirical.protocol.reading import Counts, Misread
from empirical.protocol.records import RESULTS

FOLDER = RESULTS / "released" / "causes"
"""The records that come with the package."""
LOST = 0.05


@dataclass(frozen=True, kw_only=True)
class CausesRecord:
    """``right``: by change, answers right at each of ``lengths`` (m,) tokens, of ``of`` inputs, the
    same for every change of a length."""

    manifest: RunManifest
    task: str
    seed: int
    lengths: Counts
    of: int
    right: Mapping[str, Counts]

    def returned(self, change: str, at: int) -> float | None:
        """The share of the accuracy lost at the ``at``-th length that a change gives back: 0 as
        the model is, 1 as it answers the window alone; None where fewer than ``LOST`` of the inputs
        are lost, of which a share would be noise."""
        low, high = self.right[NONE][at], self.right[ALL][at]
        lost = high - low
        return (self.right[change][at] - low) / lost if lost >= LOST * self.of else None


def read(path: Path) -> CausesRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, CausesRecord, _hold_counts)


def _hold_counts(record: CausesRecord) -> None:
    """Refuse changes without what they are compared with, and counts that are not one a length."""
    if not {NONE, ALL} <= set(record.right):
        raise Misread(f"right has not both of {NONE!r} and {ALL!r}")
    for name, row in record.right.items():
        if len(row) != len(record.lengths) or not all(0 <= x <= record.of for x in row):
            raise Misread(f"right.{name} has not a count for each of the lengths")


def stored_causes(folder: Path = FOLDER) -> dict[str, CausesRecord]:
    """By run, the records in a folder."""
    return {path.stem: read(path) for path in sorted(folder.glob("*.json"))}
