"""Where a record made anew differs from the stored one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from empirical.protocol.reading import absent, naming
from theory.gate.reading import parse

MANIFEST = "manifest"
"""What is said of a record's making: commit, versions, seconds, processor, criteria. Left aside."""
NOTHING = object()


@dataclass(frozen=True, kw_only=True)
class Largest:
    """The largest of a kind of differences, and the field where it is."""

    by: float
    at: str


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A record made anew, held against the stored one.

    ``stored``: that one's SHA-256; ``numbers``: how many it has; ``differ``: how many of them are
    another number anew; ``absolute``, ``relative``: the largest difference, as it is and as a share
    of the larger of the two; ``unlike``: how many values beside are others (texts, or what only
    one of the two has), ``unlike_at`` the first of them.
    """

    record: str
    stored: str
    numbers: int
    differ: int = 0
    absolute: Largest | None = absent()
    relative: Largest | None = absent()
    unlike: int = absent(0)
    unlike_at: str = absent("")

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differ and not self.unlike


def sha256(path: Path) -> str:
    """Of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def compared(name: str, stored: Path, anew: Path) -> Compared:
    """A record of two folders, ``name`` below each, compared value by value.

    Raises:
        Misread: one of the files is no JSON, or has NaN.
        OSError: one is not there.
    """
    files = [folder / f"{name}.json" for folder in (stored, anew)]
    numbers, unlike = 0, list[str]()
    apart = list[tuple[float, float, str]]()
    for at, before, now in leaves(*map(record, files)):
        numbers += number(before)
        if number(before) and number(now):
            if before != now:
                by = abs(before - now)
                apart.append((by, by / max(abs(before), abs(now)), at))
        elif type(before) is not type(now) or before != now:
            unlike.append(at)
    return Compared(
        record=name,
        stored=sha256(files[0]),
        numbers=numbers,
        differ=len(apart),
        absolute=largest([(by, at) for by, _, at in apart]),
        relative=largest([(share, at) for _, share, at in apart]),
        unlike=len(unlike),
        unlike_at=unlike[0] if unlike else "",
    )


def record(path: Path) -> Any:
    """The JSON in a file, its numbers finite.

    Raises:
        Misread: it is none. OSError: it is not there.
    """
    with naming(path):
        return parse(path.read_bytes())


def largest(found: list[tuple[float, str]]) -> Largest | None:
    """The first of the largest; None of none."""
    if not found:
        return None
    by, at = max(found, key=lambda one: one[0])
    return Largest(by=by, at=at)


def number(value: Any) -> bool:
    """Whether a value is a number; a truth value is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def leaves(before: Any, now: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every value of two records that is no object and no list: where, and what both have there,
    ``NOTHING`` where one lacks it. Manifests are left out."""
    kinds = {type(one) for one in (before, now) if one is not NOTHING}
    if len(kinds) > 1 and kinds & {dict, list}:
        yield from leaves(before, NOTHING, at)
        yield from leaves(NOTHING, now, at)
    elif kinds == {dict} and (before and now):
        old, new = ({} if one is NOTHING else one for one in (before, now))
        for key in dict.fromkeys((*old, *new)):
            if key != MANIFEST:
                below = f"{at}.{key}" if at else key
                yield from leaves(old.get(key, NOTHING), new.get(key, NOTHING), below)
    elif kinds == {list} and (before and now):
        old, new = ([] if one is NOTHING else one for one in (before, now))
        for i, pair in enumerate(zip_longest(old, new, fillvalue=NOTHING)):
            yield from leaves(*pair, f"{at}[{i}]")
    else:
        yield at, before, now


def said(one: Compared) -> str:
    """A record's differences in a line."""
    if one.equal:
        return f"{one.record}: {one.numbers} numbers, none differs"
    line = f"{one.record}: {one.differ} of {one.numbers} numbers differ"
    for what, found in (("", one.absolute), ("relative ", one.relative)):
        if found:
            line += f", {what}by {found.by:.3g} at most ({found.at})"
    return line + (f", {one.unlike} values beside (first {one.unlike_at})" if one.unlike else "")
