"""Witnesses: the exact counterexamples of the refuted claims, as data in the files beside this one.

Each is judged twice: by the definitions of this package, and by a standalone checker in
``recheck``, which shares no code with them and runs by itself.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.ledger import Evidence, Method, Mutant, Outcome, false, true
from theory.mathematics.exact import exact
from theory.mathematics.placement import Move, Placement, swaps

WITNESSES = paths.WITNESSES
DEFINITIONS, RECHECKED = "definitions", "standalone recheck"
Edit = Callable[[dict[str, Any]], Any]


def home(claim: str) -> tuple[Path, dict[str, Any]]:
    """The file that holds the witness of ``claim``, and a fresh copy of the witness.

    Raises:
        KeyError: no file of witnesses holds it.
    """
    for path in sorted(WITNESSES.glob("*.json")):
        stored: dict[str, dict[str, Any]] = read(path)
        if claim in stored:
            return path, stored[claim]
    raise KeyError(claim)


def witness(claim: str) -> dict[str, Any]:
    """A fresh copy of the witness of ``claim``."""
    return home(claim)[1]


def checker(claim: str) -> ModuleType:
    """The standalone checker of a claim's witness: the file in ``recheck`` of the same name."""
    return importlib.import_module(f"theory.witnesses.recheck.{home(claim)[0].stem}")


def tampered(edit: Edit) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A mutation: the witness, copied and edited in place by ``edit``."""

    def mutate(data: dict[str, Any]) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(data))
        edit(copy)
        return copy

    return mutate


def mutant(name: str, kind: Any, edit: Edit) -> Mutant:
    """A mutant of a witness: ``edit`` changes a copy of its data."""
    return Mutant(name, kind, tampered(edit))


def shown(parts: list[tuple[bool, str]], found: str) -> Outcome:
    """TRUE with ``found`` if every part holds, else FALSE with the first that does not."""
    failed = next((reason for holds, reason in parts if not holds), None)
    return true(len(parts), found) if failed is None else false(failed, len(parts))


def evidence(claim: str, check: Callable[[dict[str, Any]], Outcome]) -> tuple[Evidence, ...]:
    """The two pieces of evidence of a refutation: ``check``, and the standalone checker."""

    def independently(data: dict[str, Any]) -> Outcome:
        standalone = checker(claim)
        try:
            return true(1, standalone.recheck(claim, data))
        except standalone.Refused as reason:
            return false(str(reason))

    return (
        Evidence(
            DEFINITIONS,
            Method.WITNESS,
            "the witness, in Fractions, by this package's definitions",
            check,
            confirmed_by=RECHECKED,
        ),
        Evidence(
            RECHECKED,
            Method.WITNESS,
            "the witness, by its checker in witnesses/recheck (standard library, nothing shared)",
            independently,
            confirmed_by=DEFINITIONS,
        ),
    )


def attention(weights: Placement, own: object) -> list[Fraction]:
    """softmax at the query from exponentiated logits ``(N, N)`` and the query's own weight."""
    row = [*weights.diagonal(), exact(own, "own")]
    return [entry / sum(row) for entry in row]


def numerals(values: Any) -> list[str]:
    """Fractions as they are written in the witnesses' files."""
    return [str(value) for value in values]


def cosine_squares(E: Placement, move: Move) -> tuple[Fraction, Fraction]:
    """cos²(v', v) and cos²(v', v∘π) over the places that ``move`` moves; E = exp M, ``(N, N)``.

    Raises:
        ValueError: ``move`` is the identity, which moves no place.
    """
    moved = [j for j, k in enumerate(move) if j != k]
    new = [E[move[j], j] for j in moved]
    old, followed = [E[j, j] for j in moved], [E[move[j], move[j]] for j in moved]
    return _square(new, old), _square(new, followed)


def _square(v: list[Fraction], w: list[Fraction]) -> Fraction:
    """cos² of two vectors as 1 - (sum of squared 2 × 2 minors) / (|v|² |w|²) (Lagrange)."""
    if not v:
        raise ValueError("move: the identity moves no place, so it has no cosine")
    size = sum(x * x for x in v) * sum(y * y for y in w)
    pairs = combinations(range(len(v)), 2)
    return 1 - sum(((v[i] * w[j] - v[j] * w[i]) ** 2 for i, j in pairs), Fraction(0)) / size


def swap_cosines_are_one(E: Placement) -> bool:
    """There is a swap, and both cosines of every swap are 1: s_POS = s_SYM = 1 for any α > 0."""
    found = [cosine for move in swaps(len(E)) for cosine in cosine_squares(E, move)]
    return bool(found) and all(cosine == 1 for cosine in found)
