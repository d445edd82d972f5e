"""A capacity certificate from angles: made in floating point, believed because it is checked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from constructions.capacity.check_capacity import MICRO, VERSION, sentence
from constructions.capacity.check_capacity import check as check_text
from constructions.capacity.program import Solution, optimum
from constructions.capacity.sums import exponents, least_factor, moments
from theory.reports.files import write_record


def enough_amplitude(theta: Any, a: Any, n: int) -> Any:
    """The least multiple of the amplitudes that serves every place, in millionths, rounded up.

    Raises:
        ValueError: none is found (some offset looks like 0 to every plane).
    """
    factor = least_factor(exponents(theta, a, n))
    if factor is None:
        raise ValueError(f"no amplitudes of this shape serve {n} positions")
    return np.ceil(a * factor * MICRO).astype(int)


def tangent_bound(theta: Any, a: Any, n: int, shares: list[list[int]]) -> float:
    """(ln T + Σ a m) / max m of the checker's docstring, in doubles."""
    f = np.exp(-exponents(theta, a, n))
    t = np.arange(1, n)
    total = sum(weight for _, weight in shares)
    v = sum(weight / total * ((t <= s).astype(float) + (t <= n - 1 - s)) for s, weight in shares)
    mass = float((v * f).sum())
    means = moments(theta, v * f, n) / mass
    return float((np.log(mass) + a @ means) / means.max())


def capacity_fields(theta: Any, n: int, solution: Solution | None = None) -> dict[str, Any]:
    """A certificate's fields for planes of these angles (P,) in a window of n positions."""
    best = solution or optimum(theta, n)
    micros = enough_amplitude(theta, best.a, n)
    pairs = zip(best.places, np.rint(best.weights * MICRO).astype(int), strict=True)
    placements = [[s, int(weight)] for s, weight in pairs if weight > 0]
    low = max(0.0, tangent_bound(theta, micros / MICRO, n, placements))
    entry = {
        "format": VERSION,
        "claim": "",
        "angles": [float(angle) for angle in theta],
        "positions": n,
        "amplitudes": [_decimal(int(a)) for a in micros],
        "placements": placements,
        "upper": _decimal(int(micros.sum())),
        "lower": _decimal(max(0, int(low * MICRO) - 10)),
    }
    return entry | {"claim": sentence(entry)}


def _decimal(micros: int) -> str:
    return f"{micros // MICRO}.{micros % MICRO:06d}"


def certified(
    theta: Any, n: int, file: Path, told: Callable[[str], None] = lambda _: None
) -> dict[str, Any]:
    """The certificate of a file, made and checked if it is not there for these angles and n.

    Raises:
        check_capacity.Rejected: the file's certificate, or the one made, is not valid.
    """
    if file.exists():
        entry = json.loads(file.read_text(encoding="utf-8"))
        if entry.get("angles") == [float(x) for x in theta] and entry.get("positions") == n:
            check_text(json.dumps(entry))
            return dict(entry)
    told("optimising")
    entry = capacity_fields(theta, n)
    told("checking")
    check_text(json.dumps(entry))
    write_record(file, entry)
    return entry
