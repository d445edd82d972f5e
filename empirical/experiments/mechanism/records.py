"""The record of one model's mechanism, as ``empirical.experiments.mechanism`` writes it.

Counts are (right, of); intervals are (value, low, high).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from empirical.protocol import statistics
from empirical.protocol.reading import (
    Count,
    Count0,
    Counts,
    Held,
    Least0,
    Numbers,
    Share,
    absent,
    renamed_field,
)
from empirical.protocol.records import RESULTS, Manifest

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
    """Mean frequency IDs in other readings of use (``experiments.mechanism.frequencies``)."""

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
    jumped_early: Count0 = renamed_field("jumped early")
    walked: Count0
    fetched: Count0
    standing: Count0
    right: Count0 | None = absent()


def _possible(one: Courses) -> bool:
    """Whether all are counted of the same queries, of which each takes one course at most."""
    counts = (one.jumped, one.jumped_early, one.walked, one.fetched, one.standing)
    ofs = {of for _, of in (*counts, one.right or one.jumped)}
    return len(ofs) == 1 and sum(right for right, _ in counts[:3]) <= min(ofs)


POSSIBLE = Held(_possible, "courses of the same queries, one for each")


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
    hop_1: Annotated[Courses, POSSIBLE] = renamed_field("hop 1")
    hop_2: Annotated[Courses, POSSIBLE] = renamed_field("hop 2")
    hop_3: Annotated[Courses, POSSIBLE] = renamed_field("hop 3")
    by_chance: Annotated[Courses, POSSIBLE] = renamed_field("by chance")


@dataclass(frozen=True)
class MechanismRecord:
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

    models: tuple[MechanismRecord, ...]


def pure_layers(layers: Sequence[Layer], kind: str, gamma: float) -> list[Layer]:
    """The layers whose head is pure: one score at least 1 - γ, the other at most γ, by means."""
    return [x for x in layers if statistics.pure(x.s_pos, x.s_sym, kind, gamma)]
