"""A transformer in named directions: its heads read and write subspaces of one residual stream.

Each layer adds what its head fetches: x + W_O W_V (softmax of β·logits), as in any transformer
without layer norm and MLP; nothing is decoded on the way. The stream holds one *register* a layer,
``direction @ t``: layer t reads register t - 1 and writes register t, so that after the last layer
all of them can be read. ``evaluated`` runs it in balls.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, log
from typing import Any

from constructions.heads.alphabets import Task, Tokens
from constructions.heads.directions import Residual, Token, ToPlanes, ToResidual, Weights
from theory.mathematics.conversions import ball_sum, cos_pi, precision, sin_pi, to_ball

BITS = 256
Vector = dict[str, Any]
"""A residual vector, direction → ball."""
Turns = Callable[[str, int], tuple[Any, Any]]


@dataclass(frozen=True)
class StreamLayer:
    """One head on the stream, and its inverse temperature."""

    query: ToPlanes
    key: ToPlanes
    planes: Mapping[str, Fraction]
    value: ToResidual
    beta: Fraction


@dataclass(frozen=True)
class Stack:
    """ℓ layers on one stream, of which the first ``hops`` move along a hop.

    ``reads[t]`` decodes register t: the token with the largest sum of the coordinates named.
    """

    task: Task
    n0: int
    hops: int
    embed: Mapping[Token, Residual]
    layers: tuple[StreamLayer, ...]
    reads: tuple[Mapping[Token, Residual], ...]

    @property
    def directions(self) -> tuple[str, ...]:
        """Every direction of the stream, those of the embedding first."""
        named = [d for vector in self.embed.values() for d in vector]
        for layer in self.layers:
            named += [d for target in layer.value.values() for d in target]
        return tuple(dict.fromkeys(named))


def at(direction: str, layer: int) -> str:
    """A direction's place in the register that layer ``layer`` writes; the embedding writes 0."""
    return f"{direction} @ {layer}"


def register(vector: Residual, layer: int) -> Residual:
    """The vector in a register."""
    return {at(direction, layer): c for direction, c in vector.items()}


def reading_head(head: Weights, layer: int, beta: Fraction) -> StreamLayer:
    """A head without skip as layer ``layer``: reads the register before, writes its own."""

    def moved(matrix: ToPlanes) -> ToPlanes:
        return {at(direction, layer - 1): arrows for direction, arrows in matrix.items()}

    value = {at(d, layer - 1): register(target, layer) for d, target in head.value.items()}
    return StreamLayer(moved(head.query), moved(head.key), head.planes, value, beta)


def enough_sharpness(gap: float, reach: float, n0: int, layers: int) -> Fraction:
    """A β at which each layer of a stack is right on ≤ n0 tokens (proofs.md, C-stack-number).

    ``gap``: how far, on pure registers, a right position's logit is above every wrong one's;
    ``reach``: how far any two logits are apart. With η = min(gap/(8ℓ·reach), 1/(4ℓ)) a register is
    off by ≤ ℓη, logits' differences by ≤ gap/2, and a layer adds ≤ (n0 - 1)e^(-β·gap/2) ≤ η.
    """
    slip = min(gap / (8 * layers * reach), 1 / (4 * layers))
    return Fraction(ceil(2 / gap * log(max(n0 - 1, 2) / slip)) + 1)


def evaluated(stack: Stack) -> Callable[[Tokens], list[Tokens]]:
    """The tokens that each register holds, in balls; the input first.

    None stands where no token's score is certainly largest. What prefixes share is computed once.
    The runner raises ValueError for an input that is not the task's.
    """
    with precision(BITS):
        streams = _Streams(stack)

    def through(tokens: Tokens) -> list[Tokens]:
        given = stack.task.checked(tokens, stack.n0)
        with precision(BITS):
            last = [streams.read(given[:n]) for n in range(1, len(given) + 1)]
        return [tuple(state) for state in zip(*last, strict=True)]

    return through


class _Streams:
    """The stream at the last token of every prefix asked for, and what its registers hold."""

    def __init__(self, stack: Stack) -> None:
        self.embed, self.reads = _vectors(stack.embed), [_vectors(read) for read in stack.reads]
        self.matrices = [
            (_balls(x.query), _balls(x.key), _vectors(x.value), to_ball(x.beta), _turns(x.planes))
            for x in stack.layers
        ]
        self.run, self.read = cache(self._run), cache(self._read)

    def _read(self, prefix: Tokens) -> list[Token | None]:
        """The token that each register holds at the last token."""
        return [_decoded(self.run(prefix)[0], read) for read in self.reads]

    def _run(self, prefix: Tokens) -> tuple[Vector, list[tuple[Vector, Vector]]]:
        """The stream after the last layer, and each layer's (key, values) at this position."""
        before = [self.run(prefix[:n])[1] for n in range(1, len(prefix))]
        x = dict(self.embed[prefix[-1]])
        offered: list[tuple[Vector, Vector]] = []
        for t, (ask, offer, value, beta, turns) in enumerate(self.matrices):
            offered.append((_times(offer, x), _moved(value, x)))
            pairs = [held[t] for held in before] + offered[-1:]
            query, last = _times(ask, x), len(pairs) - 1
            logits = (_logit(query, key, turns, last - p) for p, (key, _) in enumerate(pairs))
            weights = [(logit * beta).exp() for logit in logits]
            total = sum(weights[1:], weights[0])
            for w, (_, held) in zip(weights, pairs, strict=True):
                share = w / total
                for d, c in held.items():
                    x[d] = x.get(d, 0) + share * c
        return x, offered


def _turns(planes: Mapping[str, Fraction]) -> Turns:
    """The point to which a plane turns at an offset."""
    return cache(lambda plane, offset: _point(offset * planes[plane]))


def _logit(query: Vector, key: Vector, turns: Turns, offset: int) -> Any:
    """keyᵀ R_offset query, pairs of coordinates as complex numbers."""
    logit: Any = 0
    for plane in query.keys() & key.keys():
        (a, b), (c, d), (cos, sin) = query[plane], key[plane], turns(plane, offset)
        logit += c * (a * cos - b * sin) + d * (a * sin + b * cos)
    return logit


def _point(turn: Fraction) -> tuple[Any, Any]:
    half = 2 * (turn - round(turn))
    return cos_pi(half), sin_pi(half)


def _vectors(rows: Mapping[Any, Residual]) -> dict[Any, Vector]:
    """Residual vectors with their coordinates as balls."""
    return {of: {d: to_ball(c) for d, c in row.items()} for of, row in rows.items()}


def _balls(matrix: ToPlanes) -> dict[str, list[tuple[str, Any, Any]]]:
    """W_Q or W_K: direction → [(plane, its two coordinates), …]."""
    rows = {}
    for direction, arrows in matrix.items():
        ends = [(x.plane, to_ball(x.length), _point(x.turn)) for x in arrows]
        rows[direction] = [(plane, r * c, r * s) for plane, r, (c, s) in ends]
    return rows


def _times(matrix: dict[str, list[tuple[str, Any, Any]]], x: Vector) -> Vector:
    """A query or key: plane → its two coordinates."""
    coordinates: Vector = {}
    for direction, c in x.items():
        for plane, a, b in matrix.get(direction, ()):
            one, two = coordinates.get(plane, (0, 0))
            coordinates[plane] = (one + c * a, two + c * b)
    return coordinates


def _moved(matrix: dict[str, Vector], x: Vector) -> Vector:
    """W_O W_V x."""
    moved: Vector = {}
    for direction, c in x.items():
        for target, times in matrix.get(direction, {}).items():
            moved[target] = moved.get(target, 0) + c * times
    return moved


def _decoded(x: Vector, read: Mapping[Token, Vector]) -> Token | None:
    """The token whose score is certainly above every other's; None if there is none."""
    scores = {
        token: ball_sum(x[d] * c for d, c in wanted.items() if d in x)
        for token, wanted in read.items()
    }
    for token, score in scores.items():
        if all(score > other for name, other in scores.items() if name != token):
            return token
    return None
