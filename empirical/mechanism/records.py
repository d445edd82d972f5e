"""The record of one model's mechanism, as ``empirical.mechanism`` writes it.

Counts are (right, of); intervals are (value, low, high).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from empirical.mechanism import settings as sizes
from empirical.protocol import settings, statistics
from empirical.protocol.reading import (
    Count,
    Count0,
    Counts,
    Held,
    Least0,
    Misread,
    Numbers,
    Share,
    absent,
    built,
    named,
    naming,
    parsed,
)
from empirical.protocol.records import RESULTS, Manifest, Missing
from empirical.protocol.vocabulary import MAX_HOPS, TASKS

FOLDER = RESULTS / "mechanism"
"""The records that come with the package."""
Interval = Annotated[
    tuple[float, float, float],
    Held(lambda x: x[1] <= x[2] and max(map(abs, x)) <= 1, "value with a low and a high end"),
]
"""Of a cosine's mean or a correlation. A bootstrap's interval need not hold the value itself: near
0, where a resultant can only be longer, it lies above it."""
Point = tuple[float, float]
Kind = Literal["positional", "symbolic"]
Heads = Literal["positional", "symbolic", "all"]
Zeroed = Literal["positional", "all"]
"""Sets of heads: the pure ones of a kind, or all; and those whose planes are zeroed."""
By = Mapping[str, Count]
"""Counts by what was done; empty where there was no layer to do it to."""
NONE: Count0 = (0, 0)
CARRIES: dict[str, tuple[Kind, str]] = {
    "number": ("positional", "index"),
    "letter": ("symbolic", "retrieval"),
}
"""The heads that do a task's operation, and the operation."""
WRONG = ("uniform", "other")
"""Attention that should do no task's operation."""


@dataclass(frozen=True, kw_only=True)
class ModelManifest(Manifest):
    """Where a record of one model comes from: its weights and sizes (``identity``), the command
    that ``trained`` it, and the data it was measured on."""

    identity: str
    trained: str | None
    data_seed: int
    sequences: Mapping[str, int]
    precision: Mapping[str, str]


@dataclass(frozen=True)
class MeanIds:
    """Mean frequency IDs in other readings of use (``empirical.mechanism.frequencies``)."""

    squared: float
    product: float
    centred: float


@dataclass(frozen=True)
class Use:
    """How a head uses its frequencies: mean ID and standard error, the plane used most, and the
    share of each plane."""

    mean_id: float
    mean_id_error: float
    mean_ids: MeanIds
    dominant: int
    use: Numbers


@dataclass(frozen=True)
class Points:
    """What Fig. 4 shows of a plane: the mean query for each integer held, and some keys."""

    queries: Mapping[str, Point]
    keys: tuple[Point, ...]


@dataclass(frozen=True)
class Geometry:
    """The dominant plane's two statistics, and at how many places an integer is held; where it is
    at fewer than two, queries have none."""

    keys: Interval
    queries: Interval | None
    held: int


@dataclass(frozen=True)
class Layer:
    """A layer's one head: means and standard errors of its scores, ``Use``, and in a number model
    ``Geometry``, with ``Points`` where the head is positional."""

    layer: int
    head: int
    s_pos: Share
    s_pos_error: Least0
    s_sym: Share
    s_sym_error: Least0
    mean_id: float
    mean_id_error: float
    mean_ids: MeanIds
    dominant: int
    use: Numbers
    keys: Interval | None = absent()
    queries: Interval | None = absent()
    held: int | None = absent()
    points: Points | None = absent()


@dataclass(frozen=True)
class Looks:
    """Of a layer's looks, the shares that are a step, Reflexive, either, and either by chance."""

    step: float
    stay: float
    either: float
    chance: float


@dataclass(frozen=True)
class Flow:
    """What is reported of B-e-flow and S-flow; where no input is solved, that alone."""

    solved: Count
    explained: Count0 = absent(NONE)
    reached: Count0 = absent(NONE)
    stepped: Count0 = absent(NONE)
    stepped_by_hops: Mapping[str, Count] | None = absent()
    stepped_by_chance: Count0 = absent(NONE)
    layers: tuple[Looks, ...] = absent(())
    path: tuple[Looks, ...] = absent(())


@dataclass(frozen=True)
class Example:
    """One solved input: its tokens, answer and hops' places, arg-max sources (layers, T), and what
    is held before each layer and after the last."""

    tokens: Counts
    answer: int
    path: Counts
    sources: tuple[Counts, ...]
    held: tuple[Counts, ...]


@dataclass(frozen=True)
class Causal:
    """Accuracy as it is (``base``), with attention replaced in sets of layers and in each layer,
    with planes zeroed; letter: Retrieval's attention, a place that is done looking on."""

    base: Count
    attention: Mapping[Heads, By]
    layers: tuple[By, ...]
    bands: Mapping[Zeroed, By]
    staying: Count | None = absent()


@dataclass(frozen=True, kw_only=True)
class Courses:
    """How many queries' looks take each course, how many end holding the answer if looks take what
    is fetched, or what stands there, and (but by chance) how many answers are right."""

    jumped: Count0
    jumped_early: Count0 = named("jumped early")
    walked: Count0
    fetched: Count0
    standing: Count0
    right: Count0 | None = absent()


def possible(one: Courses) -> bool:
    """Whether all are counted of the same queries, of which each takes one course at most."""
    counts = (one.jumped, one.jumped_early, one.walked, one.fetched, one.standing)
    ofs = {of for _, of in (*counts, one.right or one.jumped)}
    return len(ofs) == 1 and sum(right for right, _ in counts[:3]) <= min(ofs)


POSSIBLE = Held(possible, "courses of the same queries, one for each")


@dataclass(frozen=True)
class JumpManifest:
    """The inputs that jumps were counted on."""

    commit: str
    data_seed: int
    data_sha256: str
    versions: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Jump:
    """What S-jump reads: the courses under each cut, and those of looks by chance."""

    manifest: JumpManifest
    none: Annotated[Courses, POSSIBLE]
    hop_1: Annotated[Courses, POSSIBLE] = named("hop 1")
    hop_2: Annotated[Courses, POSSIBLE] = named("hop 2")
    hop_3: Annotated[Courses, POSSIBLE] = named("hop 3")
    by_chance: Annotated[Courses, POSSIBLE] = named("by chance")


@dataclass(frozen=True)
class Record:
    """One model's; ``jump`` in letter's alone."""

    name: str
    task: str
    seed: int
    steps: int
    manifest: ModelManifest
    layers: tuple[Layer, ...]
    flow: Flow
    example: Example | None
    causal: Causal
    jump: Jump | None = absent()


@dataclass(frozen=True)
class Models:
    """A file: the records of one task's models."""

    models: tuple[Record, ...]


def read(path: Path) -> tuple[Record, ...]:
    """The records in a file.

    Raises:
        Misread: it holds none, or their parts do not belong together; the message names the field.
        OSError: it is not there.
    """
    with naming(path):
        found = built(parsed(path), Models).models
        if len({one.manifest.identity for one in found}) < len(found):
            raise Misread("models has one model's weights (manifest.identity) twice")
        for i, record in enumerate(found):
            for why in _faults(record):
                raise Misread(f"models[{i}].{why}")
    return found


def _faults(record: Record) -> Iterator[str]:
    """What of a record does not belong together, or is of other sizes than ``sizes``."""
    if record.task not in TASKS:
        yield f"task is none of {', '.join(TASKS)}"
    yield from _layer_faults(record)
    yield from _flow_faults(record.flow)
    yield from _causal_faults(record)
    if (record.causal.staying is None) is not (record.jump is None):
        yield "causal.staying and jump come together"
    if record.jump is not None:
        yield from _jump_faults(record.jump)


def _layer_faults(record: Record) -> Iterator[str]:
    layers = record.layers
    if [(x.layer, x.head) for x in layers] != [(i, 0) for i in range(len(layers))]:
        yield "layers are not one head each, counted from 0"
    if len(record.causal.layers) != len(layers):
        yield "causal.layers has not one entry for each of the layers"
    if any(len(x) != len(layers) for x in (record.flow.layers, record.flow.path) if x):
        yield "flow.layers or flow.path has not one entry for each of the layers"
    if any((x.keys is None or x.held is None) is not (record.task != "number") for x in layers):
        yield "layers have keys and queries in number models alone"
    if any((x.queries is None) is not ((x.held or 0) < 2) for x in layers):
        yield "layers have queries where two positions hold integers"


def _flow_faults(flow: Flow) -> Iterator[str]:
    solved, by_hops = flow.solved, flow.stepped_by_hops
    if solved[1] != sizes.SCORED or not solved[1]:
        yield f"flow.solved is not of the {sizes.SCORED} inputs"
    if bool(solved[0]) is not (by_hops is not None and flow.explained != NONE):
        yield "flow.explained is missing, or of no solved input"
    if by_hops is None:
        return
    for name in ("reached", "stepped", "stepped_by_chance"):
        if getattr(flow, name)[1] != solved[0]:
            yield f"flow.{name} is not of the solved inputs"
    if not set(by_hops) <= {str(hop) for hop in range(1, MAX_HOPS + 1)}:
        yield f"flow.stepped_by_hops has another hop count than 1 to {MAX_HOPS}"
    if tuple(map(sum, zip(*by_hops.values(), strict=True))) != flow.stepped:
        yield "flow.stepped_by_hops does not add up to flow.stepped: a hop count is missing"
    if any(of * MAX_HOPS > sizes.SCORED for _, of in by_hops.values()):
        yield "flow.stepped_by_hops has more inputs of a hop count than there are"


def _causal_faults(record: Record) -> Iterator[str]:
    causal, few = record.causal, (sizes.CAUSAL_SEQUENCES,)
    yield from _counted("causal.base", {"": causal.base}, few)
    if causal.staying is not None:
        yield from _counted("causal.staying", {"": causal.staying}, few)
    _, operation = CARRIES[record.task]
    sets: tuple[Heads, ...] = ("positional", "symbolic", "all")
    for kind in sets:
        at, rows = f"causal.attention.{kind}", causal.attention[kind]
        yield from _measured(record, at, kind, rows, {operation, *WRONG})
        yield from _counted(at, rows, (*few, sizes.DECIDING_SEQUENCES))
    zeroed: tuple[Zeroed, ...] = ("positional", "all")
    for kind in zeroed:
        at, rows = f"causal.bands.{kind}", causal.bands[kind]
        yield from _measured(record, at, kind, rows, {"fastest", "random"})
        drawn = sizes.RANDOM_BANDS * sizes.CAUSAL_SEQUENCES
        for name, count in rows.items():
            yield from _counted(at, {name: count}, (drawn,) if name == "random" else few)


def _measured(record: Record, at: str, kind: str, rows: By, names: set[str]) -> Iterator[str]:
    """Where a record has heads of a kind, all is measured on them; where it has none, nothing."""
    gamma = settings.GAMMA
    there = record.layers if kind == "all" else pure(record.layers, kind, gamma)
    if bool(rows) is not bool(there):
        yield f"{at} is empty, or of {kind} heads where there are none"
    for name in sorted(names - set(rows) if rows else ()):
        yield f"{at}.{name} is missing"


def _counted(at: str, rows: By, of: tuple[int, ...]) -> Iterator[str]:
    for name, count in rows.items():
        if count[1] not in of:
            yield f"{at}{name and '.'}{name} is not of {' or '.join(map(str, of))} sequences"


def _jump_faults(jump: Jump) -> Iterator[str]:
    """Under every cut the same solved inputs are counted, by chance all; courses exclude each
    other."""
    cuts = {"none": jump.none, "hop 1": jump.hop_1, "hop 2": jump.hop_2, "hop 3": jump.hop_3}
    solved = jump.none.jumped[1]
    if solved > sizes.JUMP_SEQUENCES or jump.none.right != (solved, solved):
        yield "jump.none is not of the solved inputs"
    for name, one in (cuts | {"by chance": jump.by_chance}).items():
        of = sizes.JUMP_SEQUENCES if one is jump.by_chance else solved
        if one.jumped[1] != of:
            yield f"jump.{name} is not of {of} inputs"
        if (one.right is None) is not (one is jump.by_chance):
            yield f"jump.{name}.right is missing, or counted by chance"


def pure(layers: Sequence[Layer], kind: str, gamma: float) -> list[Layer]:
    """The layers whose head is pure: one score at least 1 - γ, the other at most γ, by means."""
    return [x for x in layers if statistics.pure(x.s_pos, x.s_sym, kind, gamma)]


def of_task(task: str, folder: Path = FOLDER) -> tuple[Record, ...]:
    """A task's records.

    Raises:
        Missing: there are none.
    """
    path = folder / f"{task}.json"
    if not path.is_file():
        raise Missing(
            f"{path.name} is not there: run python -m empirical.mechanism --models"
            f" FOLDER... --out empirical/results/mechanism/{path.name}"
        )
    return read(path)


def longest(results: Path, task: str) -> Record:
    """The record of a task's longest run, a full pass. Raises as ``of_task``."""
    return max(of_task(task, results / FOLDER.name), key=lambda one: one.steps)
