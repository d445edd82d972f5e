"""The geometry of swap defects: their roots are chords of angles on a line, so a metric.

For means d ≥ e > 0 the defect x = 1 - (d + e)/√(2(d² + e²)) is 1 - cos φ, φ in [0, 45°) with the
*tangent* (d - e)/(d + e); √x is the chord of φ over √2. Each fact is a formula for z3 (used by
A-score-high).
"""

from collections.abc import Callable
from typing import Any

from theory.mathematics.solvers import Posed


def unit(*tangents: Any) -> tuple[Any, ...]:
    """Every tangent is in [0, 1)."""
    return tuple(part for t in tangents for part in (t >= 0, t < 1))


def _slopes(d: Any, k: Any, e: Any, u: Any, v: Any, w: Any) -> Posed:
    """The tangents of (d, k), (k, e), (d, e); the last is above the two."""
    tangents = (u * (d + k) == d - k, v * (k + e) == k - e, w * (d + e) == d - e)
    order = (w >= u, w >= v)
    return (d >= k, k >= e, e > 0, *tangents), (w * (1 + u * v) == u + v, *order, *unit(u, v, w))


def _rising(x: Any, y: Any, u: Any, v: Any) -> Posed:
    """The defect rises with the tangent."""
    cosines = [
        part for c, t in ((x, u), (y, v)) for part in (c < 1, (1 - c) ** 2 * (1 + t * t) == 1)
    ]
    return (*unit(u, v), *cosines), ((x <= y) == (u <= v),)


def nearer(d: Any, k: Any, e: Any, u: Any, v: Any) -> Posed:
    """Of two neighbouring swaps the upper one has the larger gap, unless the smaller defect."""
    tangents = (u * (d + k) == d - k, v * (k + e) == k - e)
    return (d >= k, k >= e, e > 0, *tangents, v <= u), (k - e <= d - k,)


def chord(x: Any, y: Any, z: Any, u: Any, v: Any, w: Any) -> Posed:
    """The angle of (d, e) is at most the sum of those of (d, k) and (k, e)."""
    pairs = ((x, u), (y, v), (z, w))
    cosines = [part for c, t in pairs for part in (c < 1, (1 - c) ** 2 * (1 + t * t) == 1)]
    wider = 1 - z >= (1 - x) * (1 - y) * (1 - u * v)
    return (w * (1 + u * v) == u + v, *unit(u, v, w), *cosines), (wider,)


def sines(x: Any, y: Any, S: Any, T: Any) -> Posed:
    """Sines S and T of angles with cosines 1 - x, 1 - y: their product is at most 2√(xy)."""
    squares = (x * (2 - x) == S * S, y * (2 - y) == T * T)
    return (x >= 0, y >= 0, S >= 0, T >= 0, *squares), (4 * x * y >= S * S * T * T,)


def triangle(p: Any, q: Any, c: Any, product_of_sines: Any) -> Posed:
    """So the roots of the defects obey the triangle inequality: they are chords of angles."""
    given = (p >= 0, q >= 0, c >= 0, product_of_sines <= 2 * p * q)
    return (*given, 1 - c * c >= (1 - p * p) * (1 - q * q) - product_of_sines), (c <= p + q,)


ROOTS: tuple[tuple[Callable[..., Posed], str], ...] = (
    (_slopes, "d k e u v w"),
    (_rising, "x y u v"),
    (nearer, "d k e u v"),
    (chord, "x y z u v w"),
    (sines, "x y S T"),
    (triangle, "p q c W"),
)
