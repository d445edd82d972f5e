"""What the records of ``experiments.lengths`` say, as tables: breaking lengths, and discrepancies
next to the constructions' exact values."""

import math
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np

from empirical.experiments.lengths.breaking import (
    KINDS,
    curve_error,
    error_factor,
    lengths_of,
    pure_kind,
)
from empirical.experiments.lengths.records import LengthsRecord, measured_runs
from empirical.protocol import settings
from empirical.protocol.vocabulary import LENGTH, WINDOW
from theory.paper_b.printed_heads.index_discrepancy import IndexDelta


def index_exact(n: int, turns: Fraction) -> float:
    """The Index head's Δ_min(n), θ in turns: 1 - cos of its nearest return within n - 1 steps."""
    return 1 - math.cos(2 * math.pi * IndexDelta().least_distance(turns, n - 1))


def retrieval_exact(n: int, turns: Fraction) -> float:
    """The Retrieval head's least gap between the best matching key and the best other, 8 letters,
    θ in turns, over all proper inputs of n tokens.

    At worst one key matches, d places back, and each other place holds the letter that comes
    nearest: Δ = min over d of cos dθ - max over d' ≠ d and letters k ≠ 0 of cos(d'θ - kω). For the
    printed range of θ that is ``RetrievalDelta.apart``.
    """
    whole = WINDOW * turns.denominator

    def steps(d: int, k: int) -> int:
        """How far dθ + kω is from a turn, in steps of which ``whole`` are a turn."""
        ahead = (d * WINDOW * turns.numerator + k * turns.denominator) % whole
        return min(ahead, whole - ahead)

    rivals = [min(steps(d, k) for k in range(1, WINDOW)) for d in range(n)]
    nearest, second = sorted(range(n), key=rivals.__getitem__)[:2]
    gaps = (
        math.cos(2 * math.pi * (steps(d, 0) / whole))
        - math.cos(2 * math.pi * (rivals[second if d == nearest else nearest] / whole))
        for d in range(n)
    )
    return min(gaps)


def exact_gaps(task: str, n: int) -> tuple[float, float]:
    """The construction's gap at length n: with the θ that is best for n itself, and with the one
    for the training length (Index: 2π/n is best; Retrieval: 0, and just below ω/2n)."""
    if task == "number":
        return index_exact(n, Fraction(1, n)), index_exact(n, Fraction(1, LENGTH))
    kept = Fraction(1, WINDOW) / (2 * LENGTH + 1)
    return retrieval_exact(n, Fraction(0)), retrieval_exact(n, kept)


def measured_gaps(records: Iterable[LengthsRecord], kind: str) -> dict[int, float]:
    """Mean top-two gap of a kind's pure heads by length, over heads and seeds."""
    by_length: dict[int, list[float]] = {}
    for one in records:
        heads = pure_kind(one, kind, settings.GAMMA)
        for length, row in zip(one.lengths, one.gaps, strict=True):
            by_length.setdefault(length, []).extend(np.array(row)[heads].tolist())
    return {length: float(np.mean(gaps)) for length, gaps in by_length.items() if gaps}


def print_lengths(results: Path) -> None:
    """Print both tables."""
    from rich.table import Table

    from empirical.protocol import terminal

    records = measured_runs(results)
    names = list(next(iter(records.values())).predicted) if records else []
    console = terminal.console(width=120)
    table = Table("run", "breaks at (measured)", *(f"{how}: breaks, error" for how in names))
    for name, one in records.items():
        cells = [
            f"{lengths_of(one, how)[1]:.0f} (×{error_factor(one, how):.2f}),"
            f" {curve_error(one, how):.3f}"
            for how in names
        ]
        table.add_row(name, f"{lengths_of(one, names[0])[0]:.0f}", *cells)
    console.print(table)
    for task, kind in KINDS.items():
        own = [x for x in records.values() if x.task == task and not x.control]
        table = Table("tokens", f"{kind} heads' gap", "construction, best θ", "θ of 17 tokens")
        for length, gap in measured_gaps(own, kind).items():
            table.add_row(
                f"{length}", f"{gap:.3f}", *(f"{x:.6f}" for x in exact_gaps(task, length))
            )
        console.print(f"{task}: {len(own)} seeds")
        console.print(table)
