"""Points on the circle in turns: the order of cosines, decided exactly.

An angle x is held as x/2π, its *turns*, a Fraction. cos 2πx falls as ``away(x)``, the distance of x
to the nearest integer, grows: so every comparison of two logits is a comparison of Fractions.

For a fixed length such a comparison of ``away(au + x)`` with ``away(bu + y)``, x and y multiples of
1/A, changes its answer only where (a ± b)u is a multiple of 1/A. ``cells`` lists all such u and one
point between each two neighbours: what holds there holds for every real θ = 2πu.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import lcm
from typing import Any

from theory.ledger import Outcome
from theory.mathematics.solvers import identities


def away(x: Fraction) -> Fraction:
    """The distance of x to the nearest integer, in [0, 1/2]; cos 2πx is decreasing in it."""
    whole = x.denominator
    part = x.numerator % whole
    return Fraction(min(part, whole - part), whole)


@cache
def arc_cells(
    most: int, letters: int = 1, extra: tuple[Fraction, ...] = ()
) -> tuple[Fraction, ...]:
    """Every multiple of 1/(letters·q), q ≤ most, in [0, 1], the ``extra`` points, and one point
    between each two neighbours."""
    lines = {Fraction(k, letters * q) for q in range(1, most + 1) for k in range(letters * q + 1)}
    points = sorted(lines | {x for x in extra if 0 <= x <= 1})
    between = [(x + y) / 2 for x, y in pairwise(points)]
    return tuple(sorted([*points, *between]))


def maximisers(phases: Iterable[Fraction]) -> tuple[int, ...]:
    """The positions of the largest of the logits cos 2πx: hard attention is uniform on them."""
    turns = list(phases)
    whole = lcm(*(x.denominator for x in turns))  # In units of 1/whole they are integers.
    parts = [x.numerator * (whole // x.denominator) % whole for x in turns]
    distances = [min(part, whole - part) for part in parts]
    least = min(distances)
    return tuple(j for j, distance in enumerate(distances) if distance == least)


def chebyshev(c: Any, most: int) -> list[Any]:
    """T_0(c) … T_most(c): cos tθ for c = cos θ, in whatever ring c lives."""
    values = [1, c]
    while len(values) <= most:
        values.append(2 * c * values[-1] - values[-2])
    return values[: most + 1]


def unit_steps(one: Callable[[Any], Any]) -> Outcome:
    """T_t((z + 1/z)/2) = (zᵗ + z⁻ᵗ)/2 for every t, by induction (base t = 0, 1 and step, with
    w = zᵗ), and where it is 1: 2w(1 - (w + 1/w)/2) = -(w - 1)².  ``one`` is the claim's version of
    w + 1/w - 2 as a square over w."""
    from sympy import symbols

    z, w = symbols("z w")
    c = (z + 1 / z) / 2
    return identities(
        {
            "base 0": 1 - (z**0 + z**0) / 2,
            "base 1": c - (z + 1 / z) / 2,
            "step": 2 * c * (w + 1 / w) / 2 - (w / z + z / w) / 2 - (w * z + 1 / (w * z)) / 2,
            "one": (w + 1 / w) - 2 - one(w),
        }
    )
