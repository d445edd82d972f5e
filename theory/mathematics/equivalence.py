"""Statements of the form 'these differences of logits all vanish iff those do', for every M.

Being positional, being symbolic, having every swap cosine equal to 1: each says that certain
linear forms in the entries of M vanish, so two of them are equivalent on all real M of one size
iff they span the same rows; and a form that names few positions needs only those positions.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from theory.ledger import Outcome, false, true, unknown
from theory.ledger.writing import FormalClaim
from theory.mathematics.forms import Array, implied, linear_matrix
from theory.mathematics.solvers import prove

System = Callable[[Array, Any], Iterable[Any]]
"""(M, the query's own logit) → the differences that are to vanish."""

Z3_ENTRIES = 16
"""Shapes of at most this many entries are put to z3 as well."""
SECONDS = 300.0
"""Time limit of the claims that read equivalences: a busy machine needs a minute for one."""


@dataclass(frozen=True)
class Equivalence:
    """On every real array of each shape: all of ``left`` vanish iff all of ``right`` do.

    ``shapes`` are (contents, positions), decided one by one. ``generic`` is the shape that
    the positions named by any one form fit in, from which every larger shape follows (proofs.md,
    'Locality'); on ``square`` arrays contents and positions are the same tokens, taken in
    blocks of ``unit``.
    """

    left: System
    right: System
    shapes: tuple[tuple[int, int], ...]
    generic: tuple[int, int]
    square: bool = True
    unit: int = 1


def decided(equivalences: Sequence[Equivalence]) -> Outcome:
    """Equal row spans at every listed shape: for all real M, exactly."""
    cases = 0
    for one in equivalences:
        for shape in one.shapes:
            M, (own,) = linear_matrix(*shape, extra=1)
            left, right = list(one.left(M, own)), list(one.right(M, own))
            cases += bool(left or right)
            for given, wanted, name in (
                (left, right, "left ⇒ right"),
                (right, left, "right ⇒ left"),
            ):
                open_form = implied(given, wanted)
                if open_form is not None:
                    return false(
                        f"shape {shape}, {name}: {_spelt(open_form, shape)} is free", cases
                    )
    if not cases:
        return unknown("no form at any listed shape: nothing to decide")
    return true(cases, note="equal row spans over Q")


def _spelt(form: Array, shape: tuple[int, int]) -> str:
    """A coefficient vector as text: 'M[2,1] - M[1,1]' (counted from 1)."""
    names = [f"M[{a + 1},{p + 1}]" for a in range(shape[0]) for p in range(shape[1])] + ["own"]
    terms = [f"{c:+d}·{name}" for c, name in zip(form.tolist(), names, strict=True) if c]
    return " ".join(terms)


def posed_to_z3(equivalences: Sequence[Equivalence]) -> Outcome:
    """Both directions at the small shapes, as linear arithmetic over the reals."""
    outcome = unknown(f"no shape of at most {Z3_ENTRIES} entries")
    cases = 0
    for one in equivalences:
        for shape in one.shapes:
            if shape[0] * shape[1] > Z3_ENTRIES:
                continue
            for given, wanted in ((one.left, one.right), (one.right, one.left)):
                outcome = _implication(given, wanted, shape)
                if outcome.status != "true":
                    return outcome
                cases += 1
    return true(cases, note=outcome.note) if cases else outcome


def _implication(given: System, wanted: System, shape: tuple[int, int]) -> Outcome:
    rows, columns = shape

    def statement(*values: Any) -> tuple[list[Any], list[Any]]:
        M = np.empty(shape, dtype=object)
        for place, value in enumerate(values[:-1]):
            M.flat[place] = value
        zero = 0 * values[-1]
        return [f == zero for f in given(M, values[-1])], [
            zero == zero,
            *(f == zero for f in wanted(M, values[-1])),
        ]

    names = [f"m{a}_{p}" for a in range(rows) for p in range(columns)]
    return prove(statement, " ".join([*names, "own"]))


def local(equivalences: Sequence[Equivalence]) -> Outcome:
    """The algebra of the written step to every size, at one unit more than ``generic``.

    On ``generic`` positions that hold all that a form names: it is a combination of its own list's
    forms there, and of the other list's; and both are combinations of their list's on all
    positions.
    """
    cases = 0
    for one in equivalences:
        shape = (one.generic[0] + one.unit, one.generic[1] + one.unit)
        M, (own,) = linear_matrix(*shape, extra=1)
        for given, wanted in ((one.left, one.right), (one.right, one.left)):
            for form in {tuple(f.tolist()): f for f in wanted(M, own)}.values():
                part = M[np.ix_(*_places(form, shape, one))]
                cases += 1
                if any(implied(list(s(part, own)), [form]) is not None for s in (wanted, given)):
                    return false(f"{_spelt(form, shape)} needs more than its own positions", cases)
                if implied(list(given(M, own)), given(part, own)) is not None:
                    return false(f"at {shape}: a smaller input's form is missing", cases)
    if not cases:
        return unknown("no form one position beyond generic: nothing to follow")
    return true(cases, note="every form follows on its own positions")


def _places(form: Array, shape: tuple[int, int], one: Equivalence) -> tuple[list[int], list[int]]:
    """Index lists of ``one.generic`` rows and columns that hold the form's support."""
    grid = form[: shape[0] * shape[1]].reshape(shape) != 0
    rows, columns = (set(np.flatnonzero(grid.any(axis=axis)).tolist()) for axis in (1, 0))
    if one.square:
        rows = columns = rows | columns
    return _padded(rows, *one.generic[:1], shape[0], one.unit), _padded(
        columns, one.generic[1], shape[1], one.unit
    )


def _padded(wanted: set[int], size: int, total: int, unit: int) -> list[int]:
    """The first choice of whole blocks, ``size`` indices in all, that contains ``wanted``.

    Raises:
        ValueError: the form names more positions than ``generic`` has.
    """
    for blocks in combinations(range(total // unit), size // unit):
        chosen = [b * unit + t for b in blocks for t in range(unit)]
        if wanted <= set(chosen):
            return chosen
    raise ValueError(f"generic: a form names positions {sorted(wanted)}, more than {size}")


def add_evidence(formal: FormalClaim, small: str, unbounded: Iterable[str]) -> None:
    """Add the three pieces of evidence of a claim whose subject is a tuple of equivalences.

    ``small`` is the quantifier over the listed shapes, ``unbounded`` are the others; the claim
    declares ``FEW`` too.
    """
    spans = "both directions for every real M, at every listed size, over Q"
    formal.exhaustive("row spans", spans, small)(decided)
    few = f"both directions for every real M of at most {Z3_ENTRIES} entries"
    by = "row spans (flint)"
    formal.symbolic("linear arithmetic", few, *FEW, confirmed_by=by)(posed_to_z3)
    formal.written(
        "locality",
        "every larger N: each form follows on the few positions that it names (the algebra at one "
        "position more is checked, the step to every N is on paper)",
        *unbounded,
    )(local)


FEW = {f"≤ {Z3_ENTRIES} entries": f"the listed sizes of at most {Z3_ENTRIES} entries, every real M"}
"""The quantifier that the second piece decides."""
ALL = ("row spans", "linear arithmetic", "locality")
