"""What a check reads and reports, looked through for floats, NaN and accidental equality."""

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

DEPTH = 12
NAN = re.compile(r"(?<![A-Za-z])nan(?![A-Za-z])", re.IGNORECASE)


def _leaves(value: Any, path: str, depth: int = DEPTH) -> Iterator[tuple[str, Any]]:
    """Every leaf of nested containers and dataclasses, with the path to it.

    Numeric numpy arrays are leaves; arrays of objects are walked. Functions are not looked into.

    Raises:
        RecursionError: nested deeper than ``DEPTH`` levels (or without end).
    """
    if depth < 0:
        raise RecursionError(f"{path}: nested deeper than {DEPTH} levels")
    if isinstance(value, str | bytes):
        yield path, value
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _leaves(getattr(value, item.name), f"{path}.{item.name}", depth - 1)
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _leaves(key, f"{path} key", depth - 1)
            yield from _leaves(entry, f"{path}[{key!r}]", depth - 1)
    elif isinstance(value, tuple | list | set | frozenset) or _kind(value) == "O":
        for position, entry in enumerate(value):
            yield from _leaves(entry, f"{path}[{position}]", depth - 1)
    else:
        yield path, value


def _kind(value: Any) -> str:
    """numpy's one-letter kind of an array or scalar ('f' float, 'O' objects), or ''."""
    return getattr(getattr(value, "dtype", None), "kind", "")


def floats(value: Any, path: str) -> list[str]:
    """Paths to every float, complex, inexact numpy value or sympy expression with a Float."""
    sympy = sys.modules.get("sympy")
    paths = []
    for where, leaf in _leaves(value, path):
        symbolic = sympy is not None and isinstance(leaf, sympy.Basic) and leaf.has(sympy.Float)
        if isinstance(leaf, float | complex) or _kind(leaf) in ("f", "c") or symbolic:
            paths.append(where)
    return paths


def nans(value: Any, path: str) -> list[str]:
    """Paths to every NaN: as a number, in a numeric array, or spelt out in what is printed."""
    paths = []
    for where, leaf in _leaves(value, path):
        if isinstance(leaf, float):
            bad = math.isnan(leaf)
        elif _kind(leaf) in ("f", "c"):
            bad = bool((leaf != leaf).any())
        else:
            bad = NAN.search(str(leaf)) is not None
        if bad:
            paths.append(where)
    return paths


PLAIN = frozenset({bool, int, float, complex, str, bytes, Fraction, type(None)})
"""Types of values that compare, and hash, by what they are."""


def same(left: Any, right: Any) -> bool:
    """Whether two subjects are certainly equal (functions are equal only to themselves)."""
    if left is right:
        return True
    if type(left) in PLAIN and type(right) in PLAIN:
        return bool(left == right)
    if is_dataclass(left) and not isinstance(left, type):
        return type(left) is type(right) and all(
            same(getattr(left, f.name), getattr(right, f.name)) for f in fields(left)
        )
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        if {*map(type, left), *map(type, right)} <= PLAIN:
            return [*left] == [*right]  # as below, without a call for each of many numbers
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    try:
        equal = left == right
        return bool(equal.all() if hasattr(equal, "all") else equal)
    except Exception:  # values that cannot be compared are not known to be equal
        return False
