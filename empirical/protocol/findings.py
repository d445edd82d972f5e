"""What is found of a model, as it is measured, judged, written and read: the same shape throughout.

Whatever a run did not measure has its default and is not written; what it could not measure is
``Lacking``, with the reason.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from empirical.protocol.reading import Count, Foreign, Least0, Numbers, Share, Table, absent

Score = Literal["s_pos", "s_sym"]
SCORES: tuple[Score, Score] = ("s_pos", "s_sym")
CountsBy = Mapping[str, Count]
"""By hop count or length in tokens: right answers, of so many."""
Interval = tuple[float, float, float]
"""An estimate, the low and the high end of its interval."""


@dataclass(frozen=True, kw_only=True)
class HeadScores:
    """A head's scores, means over inputs, with standard errors (None for one input)."""

    layer: int
    head: int
    s_pos: Share
    s_pos_error: Least0 | None
    s_sym: Share
    s_sym_error: Least0 | None
    entropy: Least0
    entropy_error: Least0 | None


@dataclass(frozen=True, kw_only=True)
class ExclusionCheck:
    """The exclusion inequalities on so many heads' placement matrices, the worst of them; see
    ``empirical.instrument.measure.exclusion``."""

    heads: int
    excess: float
    identity: float
    outside: float
    tightest: float


@dataclass(frozen=True, kw_only=True)
class HeadFindings:
    """Every head on the inputs scored; none where heads were not asked for."""

    convention: str = absent("")
    inputs: int = absent(0)
    scores: tuple[HeadScores, ...] = absent(())
    exclusion: ExclusionCheck | None = absent()


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A head's scores by frequency, fastest first."""

    layer: int
    head: int
    s_pos: Numbers
    s_sym: Numbers


@dataclass(frozen=True, kw_only=True)
class Lacking:
    """Why a part could not be measured."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A layer whose window shows fewer than two statements."""

    layer: int
    statements_seen: int


@dataclass(frozen=True, kw_only=True)
class BindingHeads:
    """Heads on the binding task: scores, and frequencies of those that rotate."""

    convention: str
    inputs: int
    layers: int
    left_out: tuple[LeftOut, ...]
    scores: tuple[HeadScores, ...]
    frequencies: tuple[Profile, ...]


@dataclass(frozen=True, kw_only=True)
class BindingPart(BindingHeads):
    """The binding task, how many inputs were answered right (of how many), and the heads on it."""

    task: str
    statements: int
    tokens_a_statement: int
    solved: Count
    solved_only: bool


@dataclass(frozen=True, kw_only=True)
class OneHop:
    """The 1-hop tasks: right answers by window, each run's, and the answers' mean ranks."""

    runs: int
    questions: int
    chat: bool
    ranks: Mapping[str, Mapping[str, float]]
    by_run: Mapping[str, Mapping[str, tuple[int, ...]]]
    number: CountsBy
    letter: CountsBy


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A statistic here and of random weights; None, and the ``reason``, where there is none."""

    claim: str
    statistic: str
    trained: Interval | None
    random: Interval | None
    difference: Interval | None
    differs: bool | None = absent()
    reason: str = absent("")


@dataclass(frozen=True, kw_only=True)
class RandomBaseline:
    """The same architecture with random weights; ``met``: the claims that its heads meet, None in
    records that do not say."""

    name: str
    statistics: tuple[Comparison, ...]
    frequencies: tuple[Profile, ...]
    met: tuple[str, ...] | None = absent()


@dataclass(frozen=True, kw_only=True)
class BaselineDistance:
    """A statistic here and of each shuffled-weights baseline (``twins``, as records have it), and
    how far it is from their mean the way the claim says, in their standard deviations; None, and
    the ``reason``, where there is none."""

    claim: str
    statistic: str
    trained: float | None
    twins: tuple[float | None, ...]
    distance: float | None
    reason: str = absent("")


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Several baselines, their weights shuffled by seeds of their own: statistics, how many of them
    meet each claim, and the distance beyond which one more baseline would seldom lie."""

    seeds: tuple[int, ...]
    reach: float
    met: Mapping[str, int]
    statistics: tuple[BaselineDistance, ...]
    scores: tuple[tuple[tuple[float, float], ...], ...] = absent(())
    """Of each baseline its heads' (s_POS, s_SYM), to 4 places, in the order of the model's."""


@dataclass(frozen=True, kw_only=True)
class RandomPart:
    """Statistics with those of random-weights baselines, which records call ``twins``."""

    seed: int
    inputs: int
    twins: tuple[RandomBaseline, ...]
    spread: Spread | None = absent()


@dataclass(frozen=True, kw_only=True)
class Option:
    """Medians over heads with something chosen otherwise, and r with the scores as scored."""

    name: str
    heads: int
    s_pos: float | None
    s_pos_r: float | None
    s_sym: float | None
    s_sym_r: float | None
    anti_r: float | None


@dataclass(frozen=True, kw_only=True)
class LogitShares:
    """A head's scores, the shares √S and √P of its logits, its scores by random permutations."""

    layer: int
    head: int
    s_pos: float | None
    s_sym: float | None
    s_pos_logits: float | None
    s_sym_logits: float | None
    s_pos_permuted: float | None
    s_sym_permuted: float | None


@dataclass(frozen=True, kw_only=True)
class Between:
    """The share of the scores' variance that lies between inputs."""

    s_pos: float | None
    s_sym: float | None


@dataclass(frozen=True, kw_only=True)
class Cost:
    """What the sensitivity took."""

    seconds_an_input: float
    seconds_a_pass: float
    scorings: int
    peak_gib: float
    weights_gib: float


@dataclass(frozen=True, kw_only=True)
class Sensitivity:
    """How the scores depend on what was chosen."""

    inputs: int
    options: tuple[Option, ...]
    heads: tuple[LogitShares, ...]
    between_inputs: Between
    cost: Cost


@dataclass(frozen=True, kw_only=True)
class Named:
    """A head whose attention on random tokens is the pattern that a name stands for, to this
    overlap."""

    layer: int
    head: int
    name: str
    overlap: float


KINDS = ("positional", "symbolic", "mixed")
"""Kinds of heads that have cards: the pure ones, and those between."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A head on a small input: its logits by content and place (both as in ``places``), its
    attention row over all tokens, in nats the row's entropy."""

    layer: int
    head: int
    kind: str
    places: tuple[int, ...]
    matrix: Table
    row: Numbers
    entropy: float


@dataclass(frozen=True, kw_only=True)
class Cards:
    """Heads to look at on one input, and all heads that have a name."""

    tokens: tuple[str, ...]
    named: tuple[Named, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class SelfCheck:
    """The largest errors of attention rebuilt from placement entries, and what is allowed."""

    own_rows: float
    swapped_weights: float
    swapped_logits: float
    tolerance: float

    @property
    def worst(self) -> float:
        """The largest error; NaN where one is."""
        errors = (self.own_rows, self.swapped_weights, self.swapped_logits)
        return max(errors, key=lambda x: (math.isnan(x), x))


@dataclass(frozen=True, kw_only=True)
class About:
    """A model itself; ``weights``: how a GGUF file stores them."""

    name: str
    task: str | None
    architecture: str
    dtype: str
    device: str
    manifest: Foreign | None
    weights: str = absent("")


@dataclass(frozen=True, kw_only=True)
class Model(HeadFindings, About):
    """A model and all that was measured of it."""

    inputs_scored: str
    self_check: SelfCheck
    hops: CountsBy | None = absent()
    lengths: CountsBy | None = absent()
    frequencies: tuple[Profile, ...] | None = absent()
    family: str | None = absent()
    binding: BindingPart | Lacking | None = absent()
    sensitivity: Sensitivity | None = absent()
    cards: Cards | Lacking | None = absent()
    one_hop: OneHop | Lacking | None = absent()
    random: RandomPart | Lacking | None = absent()
