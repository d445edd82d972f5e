"""What is found of a model, as it is measured, judged and written: the same shape throughout.

Reports that come from elsewhere are held to it by ``foreign``, our own by ``report.schema.json``.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Score = Literal["s_pos", "s_sym"]
Counts = dict[str, list[int]]
"""By hop count or length in tokens: right answers, sequences."""


class HeadScores(TypedDict):
    """A head's scores, means over inputs, with standard errors (None for one input)."""

    layer: int
    head: int
    s_pos: float
    s_pos_error: float | None
    s_sym: float
    s_sym_error: float | None
    entropy: float
    entropy_error: float | None


class Heads(TypedDict):
    """Every head on the inputs scored, and the exclusion inequalities, worst over heads."""

    convention: str
    inputs: int
    scores: list[HeadScores]
    exclusion: dict[str, float]


class Profile(TypedDict):
    """A head's scores by frequency, fastest first."""

    layer: int
    head: int
    s_pos: list[float]
    s_sym: list[float]


class LeftOut(TypedDict):
    """A layer whose window shows fewer than two statements."""

    layer: int
    statements_seen: int


class BindingPart(TypedDict, total=False):
    """Heads on the binding task, or the ``reason`` why not."""

    reason: str
    task: str
    statements: int
    tokens_a_statement: int
    solved: list[int]
    solved_only: bool
    convention: str
    inputs: int
    layers: int
    left_out: list[LeftOut]
    scores: list[HeadScores]
    frequencies: list[Profile]


class OneHop(TypedDict, total=False):
    """1-hop tasks, or the ``reason`` why not."""

    reason: str
    runs: int
    questions: int
    chat: bool
    ranks: dict[str, dict[str, float]]
    by_run: dict[str, Counts]
    number: Counts
    letter: Counts


class Comparison(TypedDict, total=False):
    """A statistic here and of random weights, (value, low, high) each; None where there is none."""

    claim: str
    statistic: str
    trained: list[float] | None
    random: list[float] | None
    difference: list[float] | None
    differs: bool
    reason: str


class Twin(TypedDict):
    """The same architecture with random weights."""

    name: str
    statistics: list[Comparison]
    frequencies: list[Profile]


class Random(TypedDict, total=False):
    """Statistics beside those of random weights, or the ``reason`` why not."""

    reason: str
    seed: int
    inputs: int
    twins: list[Twin]


class Option(TypedDict):
    """Medians over heads with something chosen otherwise, and r with the scores as scored."""

    name: str
    heads: int
    s_pos: float | None
    s_pos_r: float | None
    s_sym: float | None
    s_sym_r: float | None
    anti_r: float | None


class Shares(TypedDict):
    """A head's scores, and the shares √S and √P of its logits."""

    layer: int
    head: int
    s_pos: float | None
    s_sym: float | None
    s_pos_logits: float | None
    s_sym_logits: float | None
    s_pos_permuted: float | None
    s_sym_permuted: float | None


class Between(TypedDict):
    """The share of the scores' variance that lies between inputs."""

    s_pos: float | None
    s_sym: float | None


class Cost(TypedDict):
    """What the sensitivity took."""

    seconds_an_input: float
    seconds_a_pass: float
    scorings: float
    peak_gib: float
    weights_gib: float


class Sensitivity(TypedDict):
    """How the scores hang on what was chosen."""

    inputs: int
    options: list[Option]
    heads: list[Shares]
    between_inputs: Between
    cost: Cost


class Part(TypedDict, total=False):
    """What not every model has."""

    weights: str
    hops: Counts
    lengths: Counts
    frequencies: list[Profile]
    family: str
    binding: BindingPart
    sensitivity: Sensitivity
    one_hop: OneHop
    random: Random


class Model(Part):
    """A model and all that was measured of it."""

    name: str
    task: str | None
    architecture: str
    dtype: str
    device: str
    manifest: dict[str, Any] | None
    inputs_scored: str
    convention: str
    self_check: dict[str, float]
    scores: list[HeadScores]
