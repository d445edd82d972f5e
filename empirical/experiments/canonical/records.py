"""The records of one sweep of a canonical task: its counts, and its heads settled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Annotated

from empirical.protocol import paths, settings
from empirical.protocol.reading import (
    Counts,
    Held,
    Misread,
    Share,
    Shares,
    absent,
    naming,
    read_record,
)
from empirical.protocol.records import Manifest, Missing

FOLDER = paths.RESULTS / "canonical"
"""The records that come with the package."""
FRESH = paths.RESULTS / "canonical-fresh"
"""Index's of the seeds on which A-e-geom is judged."""
INDUCTION = ("induction-1", "induction-2")
TASKS = ("index", "retrieval", *INDUCTION)
Natural = Annotated[int, Held(lambda n: n >= 0, "count from 0 on")]
Right = tuple[tuple[tuple[Natural, ...], ...], ...]
"""(frequencies, seeds, N) answers right by target position, counted from 1 at the start."""
REPLAYS = 1e-6
"""Most that a margin, a ratio of sums of 17 weights, may differ in float64."""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Of the task: ``keys`` N and ``symbols``; of training: ``batch`` and peak ``rate``; inputs
    ``tested`` a seed."""

    keys: int
    symbols: int
    batch: int
    rate: float
    tested: int


@dataclass(frozen=True, kw_only=True)
class SweepManifest(Manifest):
    """Where a sweep's records come from, and how large its parts are."""

    sizes: Sizes


@dataclass(frozen=True, kw_only=True)
class SweepSettings:
    """All that decides a sweep's outcome: ``ids`` (F,) frequency IDs, 1 the fastest."""

    task: str
    steps: int
    start: str
    null: str | None
    seeds: Counts
    ids: Counts


@dataclass(frozen=True, kw_only=True)
class Directions:
    """Resultant lengths in Index, in [0, 1]: of the letters' ``keys``; of the queries for j turned
    back by jθ, ``fan`` (1 iff their angle is jθ plus a constant); of the queries as they are,
    ``still``."""

    keys: Share
    fan: Share
    still: Share


@dataclass(frozen=True, kw_only=True)
class SweepRecord(SweepSettings):
    """``right`` of ``of`` (seeds, N) inputs; ``uniform`` (seeds,) is the accuracy of uniform
    attention; ``geometry`` (F, seeds) of Index; ``before``: ``right`` before training, where that
    starts from the construction."""

    manifest: SweepManifest
    right: Right
    of: tuple[Counts, ...]
    uniform: Shares
    geometry: tuple[tuple[Directions, ...], ...] | None
    before: Right | None = absent()


@dataclass(frozen=True, kw_only=True)
class HeadCertificate:
    """A head's certificate over all inputs: the bounds of its least margin, the input that has it,
    its answer and rival there, the SHA-256 of its weights."""

    verdict: str
    lower: str
    upper: str
    input: str
    answer: str
    rival: str
    weights: str


@dataclass(frozen=True, kw_only=True)
class SettledHead(HeadCertificate):
    """With its least margin by the model's own forward pass in float64."""

    replayed: float


@dataclass(frozen=True, kw_only=True)
class SettledHeads(SweepSettings):
    """Heads of a sweep, by "STAGE ID SEED"; how many are ``left`` to settle."""

    manifest: SweepManifest
    left: int
    heads: Mapping[str, SettledHead]


def read(path: Path) -> SweepRecord:
    """The record in a file.

    Raises:
        Misread: it is none, or its rows do not belong together; the message names the field.
        OSError: it is not there.
    """
    record = read_record(path, SweepRecord)
    with naming(path):
        for why in _faults(record):
            raise Misread(why)
    return record


def _faults(record: SweepRecord) -> Iterator[str]:
    """Which rows do not belong together, or are of other sizes than the manifest has."""
    for name in ("of", "uniform"):
        if len(getattr(record, name)) != len(record.seeds):
            yield f"{name} has not one entry for each of the seeds"
    keys, tested = record.manifest.sizes.keys, record.manifest.sizes.tested
    if any(len(row) != keys or min(row) < 1 for row in record.of):
        yield f"of has not inputs at each of {keys} positions"
    if any(sum(row) != tested for row in record.of):
        yield f"of does not add up to the {tested} inputs tested"
    shape = [tuple(map(len, record.of))] * len(record.ids)
    for name in ("right", "before"):
        counts = getattr(record, name)
        if counts is not None and [tuple(map(len, row)) for row in counts] != shape:
            yield f"{name} has not one count for each ID, seed and position"
        if counts is not None and _beyond(counts, record.of):
            yield f"{name} has a count of more than there are inputs"
    if record.geometry is not None:
        many = [len(record.geometry), *map(len, record.geometry)]
        if many != [len(record.ids), *[len(record.seeds)] * len(record.ids)]:
            yield "geometry has not one entry for each ID and seed"


def _beyond(counts: Right, of: tuple[Counts, ...]) -> bool:
    """Whether more answers are right somewhere than were given."""
    rows = (pair for row in counts for pair in zip(row, of, strict=True))
    return any(x > most for row, all_of in rows for x, most in zip(row, all_of, strict=True))


def repeated(record: SweepRecord) -> tuple[int, int] | None:
    """Two seeds whose counts at some frequency are the same, place by place: inputs are each seed's
    own, so one run stands under both. None where there are none."""
    for row in record.right:
        for (one, counts), (other, others) in combinations(zip(record.seeds, row, strict=True), 2):
            if counts == others:
                return one, other
    return None


def stored_record(folder: Path, name: str) -> SweepRecord | None:
    """The record of that name, or None."""
    path = folder / f"{name}.json"
    return read(path) if path.is_file() else None


def spotless(record: SweepRecord) -> dict[str, tuple[str, int, int]]:
    """Heads that miss no held-out input, as settled ones are called: stage, place of the frequency,
    place of the seed. A construction is the same for all seeds: before training, the first's."""
    heads = {}
    for s, of in enumerate(record.of):
        stages = {"right": record.right, "before": record.before if s == 0 else None}
        for stage, rows in stages.items():
            for i, row in enumerate(rows or ()):
                if row[s] == of:
                    heads[f"{stage} {record.ids[i]} {record.seeds[s]}"] = (stage, i, s)
    return heads


def sizes() -> Sizes:
    """Those registered."""
    names = (field.name for field in fields(Sizes))
    return Sizes(**{name: getattr(settings, f"CANONICAL_{name.upper()}") for name in names})


def of_sweep(results: Path, name: str) -> SweepRecord:
    """The record of that name among all results.

    Raises:
        Missing: it is not there.
    """
    record = stored_record(results / FOLDER.name, name)
    if record is None:
        path = results / FOLDER.name / f"{name}.json"
        raise Missing(f"{path} is not there: run rope-claims run canonical --task all")
    return record


def read_settled(path: Path) -> SettledHeads:
    """The settled heads in a file.

    Raises:
        Misread: it holds none, or a head's margin is not where its bounds say.
        OSError: it is not there.
    """
    settled = read_record(path, SettledHeads)
    with naming(path):
        for key, head in settled.heads.items():
            if not _enclosed(head):
                raise Misread(f"heads.{key}.replayed is not between lower and upper")
    return settled


def _enclosed(head: SettledHead) -> bool:
    """Whether the margin lies within its bounds, up to what a run in float64 is off."""
    try:
        low, high = float(head.lower), float(head.upper)
    except ValueError:
        return False
    return low <= high and low - REPLAYS <= head.replayed <= high + REPLAYS


def settled_heads(folder: Path, name: str) -> Mapping[str, SettledHead]:
    """The heads settled so far of a sweep, by stage, ID and seed."""
    path = folder / f"{name}-heads.json"
    return read_settled(path).heads if path.is_file() else {}
