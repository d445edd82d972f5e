"""Weights as statements about named directions: 'this direction goes to that one', no indices.

The residual stream has directions such as 'letter a', 'number 3', 'bias'; queries and keys live in
named planes, each a pair of coordinates that RoPE turns. A vector of a plane is a length and a
phase, both exact; phases and RoPE angles are counted in turns (θ/2π). A matrix is a mapping from
directions to what they become.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from theory.mathematics.circle import Sum, added

Token = Any
Residual = Mapping[str, Fraction]
"""A vector of the residual stream: direction → coefficient."""
ONE = Fraction(1)
UP = Fraction(1, 4)
"""The phase of v = (0, 1), which every key of the papers' heads is made of."""


@dataclass(frozen=True)
class Arrow:
    """The vector of ``plane`` with this length and phase (turns)."""

    plane: str
    length: Fraction = ONE
    turn: Fraction = UP

    def __neg__(self) -> Arrow:
        """The opposite vector."""
        return replace(self, turn=self.turn + Fraction(1, 2))


Arrows = tuple[Arrow, ...]
"""A query or key: the sum of its arrows."""
ToPlanes = Mapping[str, Arrows]
"""W_Q or W_K: direction → what it asks or offers; directions not named go to 0."""
ToResidual = Mapping[str, Residual]
"""W_V or W_O: direction → directions; directions not named go to 0."""


def v(plane: str, length: Fraction | int = 1, turn: Fraction | int = 0) -> Arrows:
    """length · ρ(turn) v in ``plane``."""
    return (Arrow(plane, Fraction(length), UP + turn),)


def direction_multiple(direction: str, times: int = 1) -> Residual:
    """``times`` the direction itself."""
    return {direction: Fraction(times)}


@dataclass(frozen=True)
class Weights:
    """One head: W_E, W_Q, W_K, the planes' angles (turns a step), W_V, skip and read-out.

    ``F(x, a) = skip(x) + a``; an output's score is the sum of the coordinates that ``read`` names.
    """

    embed: Mapping[Token, Residual]
    query: ToPlanes
    key: ToPlanes
    planes: Mapping[str, Fraction]
    value: ToResidual
    skip: ToResidual
    read: Mapping[Token, Residual]

    def asks(self, token: Token) -> Arrows:
        """W_Q E(token)."""
        return _planar(self.query, self.embed[token])

    def offers(self, token: Token) -> Arrows:
        """W_K E(token)."""
        return _planar(self.key, self.embed[token])

    def says(self, token: Token) -> dict[Token, Fraction]:
        """The output scores of W_V E(token)."""
        return self._scores(_linear(self.value, self.embed[token]))

    def keeps(self, token: Token) -> dict[Token, Fraction]:
        """The output scores of skip(E(token))."""
        return self._scores(_linear(self.skip, self.embed[token]))

    def _scores(self, vector: Residual) -> dict[Token, Fraction]:
        return {
            output: sum((c * vector[d] for d, c in wanted.items() if d in vector), Fraction(0))
            for output, wanted in self.read.items()
        }

    def logit(self, query: Token, key: Token, offset: int) -> Sum:
        """(W_K x_j)ᵀ R_(offset) W_Q x_i as an exact sum of cosines
        (``theory.mathematics.circle``)."""
        return added(
            *(
                (q.length * k.length, 2 * (q.turn + offset * self.planes[q.plane] - k.turn))
                for q in self.asks(query)
                for k in self.offers(key)
                if q.plane == k.plane
            )
        )


def _planar(matrix: ToPlanes, vector: Residual) -> Arrows:
    return tuple(
        Arrow(arrow.plane, c * arrow.length, arrow.turn)
        for direction, c in vector.items()
        for arrow in matrix.get(direction, ())
    )


def _linear(matrix: ToResidual, vector: Residual) -> Residual:
    result: dict[str, Fraction] = {}
    for direction, c in vector.items():
        for target, times in matrix.get(direction, {}).items():
            result[target] = result.get(target, Fraction(0)) + c * times
    return result
