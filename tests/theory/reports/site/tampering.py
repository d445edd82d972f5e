"""Every small change of a piece of JSON: of each leaf, each field and each list."""

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

EXTRA = ("", "x", "a", "B", "A1", "AA", "1", "0", "-1", "1/0", "0.5", "1e3", " 1", "1\n", "١", "²")
WHOLE = (0, -1, 1, 2, 7, 65, 10**30)
OTHER: tuple[Any, ...] = (None, True, False, 0.5, 1.0, [], {}, "", 3)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place of the data, containers included, with what stands there."""
    yield path, data
    if isinstance(data, dict | list):
        entries = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in entries:
            yield from leaves(value, (*path, key))


def changed(data: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of the data with something else at a place."""
    if not path:
        return new
    copy = json.loads(json.dumps(data))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return copy


def texts(text: str, pool: list[str]) -> list[Any]:
    """Other texts, other numbers, and the same number written otherwise."""
    changes: list[Any] = [*EXTRA, *pool, text + text, text[::-1], f"{text} "]
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return changes
    other_values = (value + 1, value - 1, -value, value * 2, value + Fraction(1, 10**12))
    alike = f"{2 * value.numerator}/{2 * value.denominator}"
    return [*changes, *map(str, other_values), alike, f"0{text}", f"+{text}", float(value)]


def lists(row: list[Any]) -> list[Any]:
    """A list with an entry gone, twice or out of order."""
    changes = [row[:k] + row[k + 1 :] for k in range(len(row))]
    changes += [row[: k + 1] + row[k:] for k in range(len(row))]
    swapped = [row[:k] + [row[k + 1], row[k]] + row[k + 2 :] for k in range(len(row) - 1)]
    return [*changes, *swapped, row[::-1], [*row, "1"], [*row, 1]]


def objects(fields: dict[str, Any]) -> list[Any]:
    """An object with a field gone, renamed, exchanged for another, or more."""
    gone = [{k: v for k, v in fields.items() if k != name} for name in fields]
    renamed = [{f"{k}x" if k == name else k: v for k, v in fields.items()} for name in fields]
    names = list(fields)
    exchanged = [
        fields | {one: fields[other], other: fields[one]}
        for one, other in zip(names, names[1:], strict=False)
    ]
    return [*gone, *renamed, *exchanged, fields | {"extra": "1"}, fields | {"": "1"}]


def others(old: Any, pool: list[str]) -> list[Any]:
    """What may stand in a place instead."""
    changes = list(OTHER)
    if isinstance(old, str):
        return changes + texts(old, pool)
    if isinstance(old, list):
        return changes + lists(old)
    if isinstance(old, dict):
        return changes + objects(old)
    if type(old) is int:
        return [*changes, *WHOLE, old + 1, old - 1, -old, float(old), str(old)]
    return changes


def pool_of(data: Any) -> list[str]:
    """Texts that stand elsewhere in the data."""
    return sorted({leaf for _, leaf in leaves(data) if isinstance(leaf, str)})[:12]


def tampered(data: Any) -> list[Any]:
    """Each change of one place, each piece once and never the data itself."""
    pool = pool_of(data)
    pieces: dict[str, Any] = {}
    for path, old in leaves(data):
        for new in others(old, pool):
            piece = changed(data, path, new)
            pieces.setdefault(json.dumps(piece), piece)
    pieces.pop(json.dumps(data), None)
    return list(pieces.values())


def drawn(data: Any, random: Random) -> Any:
    """One change, drawn."""
    path, old = random.choice(list(leaves(data)))
    return changed(data, path, random.choice(others(old, pool_of(data))))


def twice(data: Any, seed: int, count: int) -> list[Any]:
    """Pieces with two changes, drawn with a seed."""
    random = Random(seed)
    return [drawn(drawn(data, random), random) for _ in range(count)]
