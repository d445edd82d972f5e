"""What comes with the certified budget: other amplitudes, number formats, other mechanisms."""

from dataclasses import dataclass
from math import cos, log, pi, sqrt
from typing import Any

import numpy as np

from constructions.capacity.check_capacity import MICRO
from constructions.capacity.sums import exponents, least_factor

UNITS = {"float32": 2.0**-24, "bfloat16": 2.0**-9, "float16": 2.0**-12}
"""Unit roundoff of the formats in which a table of cosines and sines may be kept."""
SURVIVES = 1 / 8
"""A plane survives in a table if each of its points stays this near to its place on the circle."""
CARRIES = 0.01
"""A plane carries the budget if it has at least this share of it."""


@dataclass(frozen=True)
class InTable:
    """A format's table: how many planes survive, and a budget that serves with its rounding."""

    surviving: int
    budget: float | None


def table_errors(theta: Any, n: int, unit: float) -> Any:
    """How far a tabulated point may be from e^{iθt}, any t < n, (P,).

    Models multiply position and frequency in float32, which turns the point by at most 2^-24 of
    the angle, take cosine and sine in float32 (each within 2^-23), and round both to the table's
    format (each within the unit).
    """
    rounding = sqrt(2) * (2.0**-23 + (unit if unit > UNITS["float32"] else 0.0))
    return n * np.asarray(theta) * UNITS["float32"] + rounding


def logit_errors(errors: Any) -> Any:
    """By how much Re(conj(T_i) T_j) - |T_i|² may differ from cos θ(j-i) - 1, both points being
    off by ``errors``: each product by 2ε + ε²."""
    return 2 * (2 * errors + errors**2)


def in_table(theta: Any, a: Any, exponent: Any, n: int, unit: float) -> InTable:
    """A budget of the certificate's shape that serves wherever the window lies below n."""
    errors = table_errors(theta, n, unit)
    factor = least_factor(exponent, float(logit_errors(errors) @ a))
    budget = None if factor is None else round(factor * float(a.sum()), 3)
    return InTable(int((errors <= SURVIVES).sum()), budget)


def equal_amplitudes(theta: Any, n: int) -> float | None:
    """The least budget with the same amplitude on every plane."""
    share = np.full(len(theta), 1 / len(theta))
    factor = least_factor(exponents(theta, share, n))
    return None if factor is None else round(factor, 3)


def by_content(n: int) -> tuple[float, float]:
    """Retrieval's budget among n letters without rotation: the least for keys of length 1 in any
    dimension, (1 - 1/n) ln(n-1), and with letters on one circle, ln(n-1)/(1 - cos 2π/n)."""
    return round((1 - 1 / n) * log(n - 1), 3), round(log(n - 1) / (1 - cos(2 * pi / n)), 3)


def carrying(theta: Any, a: Any) -> tuple[int, float, float]:
    """How many planes have at least a hundredth of the budget, and the shortest and the longest
    period (positions) among those that hold its middle 80 %."""
    order = np.argsort(-np.asarray(theta))
    sums = np.cumsum(a[order]) / a.sum()
    first, last = np.searchsorted(sums, (0.1, 0.9))
    periods = 2 * pi / np.asarray(theta)[order]
    many = int((a >= CARRIES * a.sum()).sum())
    return many, round(float(periods[first]), 1), round(float(periods[min(last, len(a) - 1)]), 1)


def budget_fields(entry: dict[str, Any]) -> dict[str, Any]:
    """All of it for a certificate's fields."""
    theta, n = np.array(entry["angles"]), entry["positions"]
    a = np.array([round(float(x) * MICRO) / MICRO for x in entry["amplitudes"]])
    exponent = exponents(theta, a, n)
    tables = {name: vars(in_table(theta, a, exponent, n, unit)) for name, unit in UNITS.items()}
    best, circle = by_content(n)
    many, shortest, longest = carrying(theta, a)
    return {
        "equal": equal_amplitudes(theta, n),
        "tables": tables,
        "content": best,
        "content_on_a_circle": circle,
        "carrying": many,
        "periods": [shortest, longest],
    }
