"""The record of one model's scores at hop queries, as ``empirical.released`` writes it."""

from dataclasses import dataclass
from pathlib import Path

from empirical.experiments.dynamics.records import RunManifest, read_run
from empirical.protocol.findings import HeadScores
from empirical.protocol.reading import Misread
from empirical.protocol.records import RESULTS

FOLDER = RESULTS / "released" / "hopping"
"""The records that come with the package."""


@dataclass(frozen=True, kw_only=True)
class HoppingRecord:
    """``last`` (layers,): each one head's scores at the last token, mean over ``inputs``; ``hops``
    (layers,): at the other places of the path that look for a next one, the mean of an input's and
    then over the ``inputs_beyond`` that have such places, of which there are ``queries``."""

    manifest: RunManifest
    task: str
    seed: int
    inputs: int
    inputs_beyond: int
    queries: int
    last: tuple[HeadScores, ...]
    hops: tuple[HeadScores, ...]


def read(path: Path) -> HoppingRecord:
    """The record in a file. Raises as ``read_run``."""
    return read_run(path, HoppingRecord, _hold_heads)


def _hold_heads(record: HoppingRecord) -> None:
    """Refuse scores of other heads in ``last`` than in ``hops``, and inputs that there are not."""
    heads = [[(one.layer, one.head) for one in row] for row in (record.last, record.hops)]
    if heads[0] != heads[1] or not heads[0]:
        raise Misread("last and hops are not of the same heads")
    if not 0 < record.inputs_beyond <= min(record.inputs, record.queries):
        raise Misread("inputs_beyond is not of the inputs and queries")
