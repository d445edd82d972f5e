"""Where a recomputed record differs from the stored one."""

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from empirical.protocol.reading import absent, naming
from theory.gate.reading import parse

MANIFEST = "manifest"
ASIDE = frozenset(
    ("command", "commit", "trained_at", "seconds", "processor_seconds")
    + ("criteria", "processor", "versions", "weights_sha256")
)
"""What a manifest says of when and where a record was made. The rest, as recipe and data, says of
what, and is compared; a row has the command, versions and processor."""
NOTHING = object()


@dataclass(frozen=True, kw_only=True)
class Largest:
    """The largest of a kind of differences, and the field where it is."""

    by: float
    at: str


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A recomputed record, held against the stored one.

    ``stored``: that one's SHA-256; ``anew``: the other's; ``commit``: of the code that made it, by
    its manifest ('' where it has none); ``numbers``: how many the stored one has; ``differ``: how
    many of them are another number now; ``absolute``, ``relative``: the largest difference, as
    it is and as a share of the larger of the two; ``unlike``: how many other values differ
    (texts, or what only one of the two has), ``unlike_at`` the first of them.
    """

    record: str
    stored: str
    numbers: int
    differ: int = 0
    absolute: Largest | None = absent()
    relative: Largest | None = absent()
    unlike: int = absent(0)
    unlike_at: str = absent("")
    anew: str = absent("")
    commit: str = absent("")

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not self.differ and not self.unlike


def sha256(path: Path) -> str:
    """Of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def compared_folders(name: str, stored: Path, rerun: Path) -> Compared:
    """A record of two folders, ``name`` below each, compared value by value.

    Raises:
        Misread: one of the files is no JSON, or has NaN.
        OSError: one is not there.
    """
    files = [folder / f"{name}.json" for folder in (stored, rerun)]
    numbers, unlike = 0, list[str]()
    differing = list[tuple[float, float, str]]()
    before_and_now = [_record(path) for path in files]
    for at, before, now in _leaves(*before_and_now):
        numbers += _number(before)
        if _number(before) and _number(now):
            if before != now:
                by = abs(before - now)
                differing.append((by, by / max(abs(before), abs(now)), at))
        elif type(before) is not type(now) or before != now:
            unlike.append(at)
    return Compared(
        record=name,
        stored=sha256(files[0]),
        numbers=numbers,
        differ=len(differing),
        absolute=_largest([(by, at) for by, _, at in differing]),
        relative=_largest([(share, at) for _, share, at in differing]),
        unlike=len(unlike),
        unlike_at=unlike[0] if unlike else "",
        anew=sha256(files[1]),
        commit=made_by(before_and_now[1]),
    )


def made_by(record: Any) -> str:
    """The commit in a record's manifest; '' where there is none."""
    manifest = record.get(MANIFEST) if isinstance(record, dict) else None
    return str(manifest.get("commit", "")) if isinstance(manifest, dict) else ""


def _record(path: Path) -> Any:
    """The JSON in a file, its numbers finite.

    Raises:
        Misread: it is none. OSError: it is not there.
    """
    with naming(path):
        return parse(path.read_bytes())


def _largest(differences: list[tuple[float, str]]) -> Largest | None:
    """The first of the largest; None of none."""
    if not differences:
        return None
    by, at = max(differences, key=lambda one: one[0])
    return Largest(by=by, at=at)


def _number(value: Any) -> bool:
    """Whether a value is a number that a float can hold; a truth value is none."""
    of_kind = isinstance(value, int | float) and not isinstance(value, bool)
    return of_kind and abs(value) <= sys.float_info.max


def _leaves(before: Any, now: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every value of two records that is no object and no list: where, and what both have there,
    ``NOTHING`` where one lacks it; not what is ``ASIDE``."""
    kinds = {type(one) for one in (before, now) if one is not NOTHING}
    if len(kinds) > 1 and kinds & {dict, list}:
        yield from _leaves(before, NOTHING, at)
        yield from _leaves(NOTHING, now, at)
    elif kinds == {dict} and (before and now):
        old, new = ({} if one is NOTHING else one for one in (before, now))
        for key in dict.fromkeys((*old, *new)):
            if not (key in ASIDE and at.rpartition(".")[2] == MANIFEST):
                below = f"{at}.{key}" if at else key
                yield from _leaves(old.get(key, NOTHING), new.get(key, NOTHING), below)
    elif kinds == {list} and (before and now):
        old, new = ([] if one is NOTHING else one for one in (before, now))
        for i, pair in enumerate(zip_longest(old, new, fillvalue=NOTHING)):
            yield from _leaves(*pair, f"{at}[{i}]")
    else:
        yield at, before, now


def in_words(one: Compared) -> str:
    """A record's differences in a line."""
    if one.equal:
        return f"{one.record}: {one.numbers} numbers, none differs"
    line = f"{one.record}: {one.differ} of {one.numbers} numbers differ"
    for what, difference in (("", one.absolute), ("relative ", one.relative)):
        if difference:
            line += f", {what}by {difference.by:.3g} at most ({difference.at})"
    return line + (f", {one.unlike} other values (first {one.unlike_at})" if one.unlike else "")
