"""The record of where one trained model's looks lead, as ``empirical.released`` writes it.

Counts are (right, of).
"""

from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import RunManifest, Tested, hold_to_layers, read_run
from empirical.protocol.findings import HeadScores
from empirical.protocol.reading import Count, Count0, Misread
from empirical.protocol.vocabulary import LENGTH


@dataclass(frozen=True)
class Counted:
    """Of a layer's looks those that are a step of the task's operation or Reflexive: of the head's
    own, ``seen``, and of those that it has on another input, ``dealt`` to this one. And of both
    those that are a step, ``steps`` and ``dealt_steps``, of such as are made while their position
    waits still."""

    seen: Count0
    dealt: Count0
    steps: Count0
    dealt_steps: Count0


@dataclass(frozen=True, kw_only=True)
class FollowingRecord:
    """``tested`` (4,): the model's counts on its whole test set; ``heads`` (layers,): each one
    head's scores; ``solved``: how many of the inputs are; ``looks`` (layers,): of these, at the
    positions that wait for their operation at the start, but for the first."""

    manifest: RunManifest
    task: str
    seed: int
    tested: Tested
    heads: tuple[HeadScores, ...]
    solved: Count
    looks: tuple[Counted, ...]


def read(path: Path) -> FollowingRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, FollowingRecord, _hold_looks)


def _hold_looks(record: FollowingRecord) -> None:
    """Refuse looks that are not those of each layer on the solved inputs: of each input its query
    waits at the start, and at most every position but the first."""
    hold_to_layers("heads", record.heads, record.manifest.recipe)
    if len(record.looks) != len(record.heads):
        raise Misread("looks has not an entry for each of the layers")
    if len({of for one in record.looks for _, of in (one.seen, one.dealt)}) > 1:
        raise Misread("looks are not as many in each layer, of its own and dealt")
    if any(max(one.steps[1], one.dealt_steps[1]) > one.seen[1] for one in record.looks):
        raise Misread("steps are of more looks than there are")
    if record.solved[1] != record.manifest.sequences:
        raise Misread("solved is not of the inputs that the manifest counts")
    inputs = record.solved[0]
    if not all(inputs <= one.seen[1] <= inputs * (LENGTH - 1) for one in record.looks):
        raise Misread(f"looks are not of {inputs} solved inputs: 1 to {LENGTH - 1} of each")
