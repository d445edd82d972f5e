"""A constructed head: its weights, what it must compute and up to which length, and its β.

Exact objects for theory (Fractions and turns) and one common form for certificates (``reduced``)
are read off the same named directions; ``running`` makes a torch module of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import pi
from typing import Any

import numpy as np

from constructions.heads.alphabets import Task, Tokens, spelt
from constructions.heads.directions import Arrows, Weights
from constructions.heads.formats import nearest_angle, nearest_ball
from constructions.heads.onelayer import FORMATS, OneLayerHead, Table
from constructions.heads.sharpness import Contest, holds, smallest, threshold
from theory.mathematics.conversions import cos_pi, sin_pi, to_ball
from theory.mathematics.exact import exact

HARD = "hard"
SMALLEST = "smallest sufficient"
BEST = "best"
BITS = 256


@dataclass(frozen=True)
class ConstructedHead:
    """A head whose weights are a theorem.

    ``beta`` is the inverse temperature, or None for hard attention; ``worst`` lists the worst
    inputs as inequalities between sums of weights, about n0² terms, made only when asked for.
    """

    name: str
    task: Task
    n0: int
    theta: Fraction
    weights: Weights
    worst: Callable[[], Sequence[Contest]]
    beta: Fraction | None

    @property
    def outputs(self) -> Tokens:
        """What the head can answer."""
        return tuple(self.weights.read)

    @property
    def contests(self) -> tuple[Contest, ...]:
        """The worst inputs."""
        return tuple(self.worst())

    def reduced(self, number_format: str = "float64", beta: object = None) -> OneLayerHead:
        """The head as one table a token, every number the one of the format nearest to the exact.

        ``beta`` replaces the head's own and is not held against the theory: what it does in the
        format, roundings included, is for a certificate to say.

        Raises:
            TypeError: β is no exact number.
            ValueError: hard attention and no β, or an unknown format.
        """
        sharp = self.beta if beta is None else exact(beta, "beta")
        if sharp is None:
            raise ValueError(f"{self.name}: hard attention has no β; give one")
        if number_format not in FORMATS:
            raise ValueError(f"number_format: {number_format!r}; give one of {FORMATS}")
        w, planes, tokens = self.weights, tuple(self.weights.planes), self.task.tokens

        def rounded(rows: Any) -> Table:
            return in_format(np.array(rows, dtype=np.float64), number_format)

        return OneLayerHead(
            name=self.name,
            tokens=tuple(map(spelt, tokens)),
            outputs=tuple(map(spelt, self.outputs)),
            queries=np.array([nearest_row(w.asks(t), planes, number_format) for t in tokens]),
            keys=np.array([nearest_row(w.offers(t), planes, number_format) for t in tokens]),
            values=rounded([list(map(float, w.says(t).values())) for t in tokens]),
            skip=rounded([list(map(float, w.keeps(t).values())) for t in tokens]),
            angles=np.array([nearest_angle(w.planes[p], number_format) for p in planes]),
            beta=float(rounded(float(sharp))),
            number_format=number_format,
        )


@lru_cache(maxsize=4096)
def nearest_row(arrows: Arrows, planes: tuple[str, ...], number_format: str) -> list[float]:
    """A query or key, two coordinates a frequency, each the number of the format nearest to it."""
    from flint import arb, ctx

    row = {plane: [arb(0), arb(0)] for plane in planes}
    with ctx.workprec(BITS):
        for arrow in arrows:
            size, turn = to_ball(arrow.length), 2 * (arrow.turn - round(arrow.turn))
            row[arrow.plane][0] += size * cos_pi(turn)
            row[arrow.plane][1] += size * sin_pi(turn)
        return [nearest_ball(x, number_format) for plane in planes for x in row[plane]]


def coordinates(arrows: Arrows, planes: Sequence[str]) -> list[float]:
    """A query or key, two coordinates a frequency, in float64."""
    row = {plane: [0.0, 0.0] for plane in planes}
    for arrow in arrows:
        length, (c, s) = float(arrow.length), circle_point(arrow.turn)
        row[arrow.plane][0] += length * c
        row[arrow.plane][1] += length * s
    return [x for plane in planes for x in row[plane]]


def circle_point(turn: Fraction) -> tuple[float, float]:
    """(cos, sin) of a turn; quarter turns exactly, so that v = (0, 1) is that."""
    if (4 * turn).denominator == 1:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(4 * turn) % 4]
    angle = 2 * pi * float(turn - round(turn))
    return float(np.cos(angle)), float(np.sin(angle))


def in_format(values: Table, number_format: str) -> Table:
    """Rounded to nearest, ties to even, in the format; held in float64."""
    if number_format == "float64":
        return values
    single = values.astype(np.float32)
    if number_format == "float32":
        return single.astype(np.float64)
    bits = np.atleast_1d(single).view(np.uint32)
    bits = bits + 0x7FFF + ((bits >> 16) & 1) & np.uint32(0xFFFF0000)
    return bits.view(np.float32).astype(np.float64).reshape(np.shape(values))


def build_head(
    name: str,
    task: Task,
    n0: int,
    theta: Fraction,
    beta: object,
    weights: Weights,
    worst: Callable[[], Sequence[Contest]],
) -> ConstructedHead:
    """The head with the β asked for: 'hard', 'smallest sufficient' or an exact number.

    Raises:
        TypeError: β is no exact number.
        ValueError: softmax at this β is wrong on some valid input of length ≤ n0.
    """
    if beta == HARD:
        return ConstructedHead(name, task, n0, theta, weights, worst, None)
    contests = worst()
    if beta == SMALLEST:
        given = smallest(weights, contests)
    else:
        given = exact(beta, "beta")
        if given <= 0 or holds(weights, contests, given) is not None:
            least = threshold(weights, contests)
            raise ValueError(
                f"beta: {beta}; softmax is right on all inputs of length ≤ {n0} only above"
                f" {least:.6g} here (S-beta)"
            )
    return ConstructedHead(name, task, n0, theta, weights, worst, given)


def length(n0: object) -> int:
    """n0, if it is a length that the theorems speak of.

    Raises:
        ValueError: no integer, or below 2.
    """
    if type(n0) is not int or n0 < 2:
        raise ValueError(f"n0: {n0!r}; an integer n0 ≥ 2 is needed (Theorem 3.1: n0 > 1)")
    return n0


def head_angle(theta: object, choose: Callable[[], Fraction]) -> Fraction:
    """θ/2π, given as an exact number, or chosen for 'best'.

    Raises:
        TypeError: θ is no exact number.
    """
    return choose() if theta == BEST else exact(theta, "theta")
