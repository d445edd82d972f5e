"""Witnesses: the exact counterexamples of the refuted claims, as data in files next to this one.

Each is judged twice: by the definitions of this package, and by a standalone checker in
``recheck``, which shares no code with them and runs by itself.
"""

import importlib
import json
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.ledger import Kind, Mutant, Outcome, Verdict, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.mathematics.placement import Move, Placement, swaps
from theory.witnesses.recheck import Refused

WITNESSES = paths.WITNESSES
DEFINITIONS, RECHECKED = "definitions", "standalone recheck"
Edit = Callable[[dict[str, Any]], Any]
Part = tuple[bool, str, str]
"""Whether a part of a witness holds; what is wrong if it does not; how it is worked out if it does,
'' where there is nothing to work out."""


@cache
def homes() -> dict[str, Path]:
    """The file that holds each claim's witness."""
    return {claim: path for path in sorted(WITNESSES.glob("*.json")) for claim in read(path)}


def witness(claim_id: str) -> dict[str, Any]:
    """A fresh copy of the witness of ``claim``.

    Raises:
        KeyError: no file of witnesses holds it.
    """
    stored: dict[str, dict[str, Any]] = read(homes()[claim_id])
    return stored[claim_id]


def checker(claim_id: str) -> ModuleType:
    """The standalone checker of a claim's witness: the file in ``recheck`` of the same name."""
    return importlib.import_module(f"theory.witnesses.recheck.{homes()[claim_id].stem}")


def tampered(edit: Edit) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A mutation: the witness, copied and edited in place by ``edit``."""

    def mutate(data: dict[str, Any]) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(data))
        edit(copy)
        return copy

    return mutate


def mutant(name: str, kind: Kind, edit: Edit) -> Mutant:
    """A mutant of a witness: ``edit`` changes a copy of its data."""
    return Mutant(name, kind, tampered(edit))


def shown(parts: list[Part], summary: str) -> Outcome:
    """TRUE with ``summary``, and with the working of every part, if all of them hold; else FALSE
    with the first that does not."""
    failed = next((reason for holds, reason, _ in parts if not holds), None)
    if failed is not None:
        return false(failed, len(parts))
    return true(len(parts), summary, working=tuple(line for _, _, line in parts if line))


class RefutedClaim(FormalClaim):
    """A claim that the stored witness of its id refutes, by ``check`` and its checker alone."""

    def __init__(self, check: Callable[[dict[str, Any]], Outcome], **fields: Any) -> None:
        name = fields["id"]
        super().__init__(expected=Verdict.REFUTED, subject=lambda: witness(name), **fields)
        self.module = sys._getframe(1).f_globals["__name__"]

        def independently(data: dict[str, Any]) -> Outcome:
            standalone = checker(name)
            try:
                return true(1, standalone.recheck(name, data))
            except Refused as reason:
                return false(str(reason))

        own = "the witness, in Fractions, by this package's definitions"
        self.witness(DEFINITIONS, own, confirmed_by=RECHECKED)(check)
        self.witness(
            RECHECKED,
            "the witness, by its checker in witnesses/recheck (standard library, nothing shared)",
            confirmed_by=DEFINITIONS,
            command=f"python3 theory/witnesses/recheck/{homes()[name].stem}.py",
        )(independently)

    def edited(self, name: str, kind: Kind, edit: Edit) -> None:
        """Add a mutant: ``edit`` changes a copy of the witness."""
        self.mutants(mutant(name, kind, edit))


def positive(weights: Placement, own: object = 1) -> Part:
    """That e^L is above 0 at every content and position, and at the query's own key."""
    return min(*weights.flat, exact(own, "own")) > 0, "a weight is not positive", ""


def attention(weights: Placement, own: object) -> list[Fraction]:
    """softmax at the query from exponentiated logits ``(N, N)`` and the query's own weight."""
    row = [*weights.diagonal(), exact(own, "own")]
    total = sum(row)
    return [entry / total for entry in row]


def numerals(values: Any) -> list[str]:
    """Fractions as they are written in the witnesses' files."""
    return [str(value) for value in values]


def fractions(values: Any) -> str:
    """Fractions in a row, for a reader."""
    return ", ".join(numerals(values))


def matrix(rows: Any) -> str:
    """A matrix for a reader: [[1, 2], [2, 1]]."""
    return f"[{', '.join(f'[{fractions(row)}]' for row in rows)}]"


def from_one(move: Any) -> str:
    """A permutation of places for a reader, who counts from 1."""
    return f"({', '.join(str(k + 1) for k in move)})"


def cosine_squares(E: Placement, move: Move) -> tuple[Fraction, Fraction]:
    """cos²(v', v) and cos²(v', v∘π) over the places that ``move`` moves; E = exp M, ``(N, N)``.

    Raises:
        ValueError: ``move`` is the identity, which moves no place.
    """
    new, old, followed = _vectors(E, move)
    return _square(new, old), _square(new, followed)


def cosines_worked(E: Placement, moves: Iterable[Move]) -> str:
    """The two squared cosines of each move, with their vectors."""
    lines = []
    for move in moves:
        vectors = [f"({fractions(v)})" for v in _vectors(E, move)]
        first, second = cosine_squares(E, move)
        lines.append(
            f"π = {from_one(move)}: v' = {vectors[0]}, v = {vectors[1]}, v∘π = {vectors[2]}, "
            f"cos²(v', v) = {first}, cos²(v', v∘π) = {second}"
        )
    return "; ".join(lines)


def _vectors(E: Placement, move: Move) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """v', v and v∘π over the places that ``move`` moves."""
    moved = [j for j, k in enumerate(move) if j != k]
    new = [E[move[j], j] for j in moved]
    return new, [E[j, j] for j in moved], [E[move[j], move[j]] for j in moved]


def _square(v: list[Fraction], w: list[Fraction]) -> Fraction:
    """cos² of two vectors as 1 - (sum of squared 2 × 2 minors) / (|v|² |w|²) (Lagrange)."""
    if not v:
        raise ValueError("move: the identity moves no place, so it has no cosine")
    size = sum(x * x for x in v) * sum(y * y for y in w)
    pairs = combinations(range(len(v)), 2)
    return 1 - sum(((v[i] * w[j] - v[j] * w[i]) ** 2 for i, j in pairs), Fraction(0)) / size


def swap_cosines_are_one(E: Placement) -> bool:
    """There is a swap, and both cosines of every swap are 1: s_POS = s_SYM = 1 for any α > 0."""
    squares = [cosine for move in swaps(len(E)) for cosine in cosine_squares(E, move)]
    return bool(squares) and all(cosine == 1 for cosine in squares)
