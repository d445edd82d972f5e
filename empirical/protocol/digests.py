"""The stored records are those that were judged before: each is held to its SHA-256.

``empirical/results/digests.json`` has the digest of every record in a folder below
``empirical/results``, and a row for each time that the list changed: what changed, when and why.
A claim whose records differ from the list, or are not on it, gets no verdict. ``rope-claims
redraw --digests --why TEXT`` writes the list and its row. Records elsewhere, such as
those of a re-run, are judged as they are."""

import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.protocol import paths
from empirical.protocol.reading import Misread, plain, read_record
from theory.ledger.plural import counted
from theory.reports.files import write_json

STORED = paths.FOLDER / "results"
NAME = "digests.json"
COMMAND = 'rope-claims redraw --digests --why "..."'


@dataclass(frozen=True, kw_only=True)
class DigestRow:
    """A change of the list: ``records`` that came, went or changed; ``leaves``: the digest of the
    list that it left."""

    when: str
    why: str
    records: tuple[str, ...]
    leaves: str


@dataclass(frozen=True, kw_only=True)
class Digests:
    """By name below the folder the SHA-256 of each record, and the rows that led to this list."""

    records: Mapping[str, str]
    rows: tuple[DigestRow, ...]


def computed(folder: Path) -> dict[str, str]:
    """The SHA-256 of every record below ``folder``, by its name there."""
    every = sorted(path for path in folder.rglob("*.json") if path.parent != STORED)
    return {
        path.relative_to(STORED).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in every
    }


def _digest(records: Mapping[str, str]) -> str:
    """The digest of a list."""
    return hashlib.sha256(json.dumps(dict(records), sort_keys=True).encode()).hexdigest()


def stored_digests() -> Digests:
    """The list.

    Raises:
        Misread: it is of another form, or its last row does not lead to it.
        OSError: it is not there.
    """
    path = STORED / NAME
    listed = read_record(path, Digests)
    if not listed.rows or listed.rows[-1].leaves != _digest(listed.records):
        raise Misread(f"{path}: the last row does not lead to this list: run {COMMAND}")
    return listed


def hold(folders: Iterable[Path]) -> None:
    """Hold the stored records in these folders to their digests.

    Raises:
        Misread: one differs from the list, is missing, or is not on it; the message names it.
        OSError: the list is not there.
    """
    for folder in folders:
        if not folder.is_relative_to(STORED):
            continue
        listed, now = stored_digests().records, computed(folder)
        below = folder.relative_to(STORED).as_posix() + "/"
        wanted = {name: one for name, one in listed.items() if name.startswith(below)}
        if other := different(wanted, now):
            raise Misread(
                f"{STORED / other[0]} is not the record whose digest is in {NAME}"
                f" ({len(other)} differ): restore it, or say what changed: {COMMAND}"
            )


def different(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names whose digests are not the same in both."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def write_digests(why: str) -> list[str]:
    """Write the list as the records are now, with a row that says why; returns what changed.

    Raises:
        ValueError: something changed and ``why`` is empty.
    """
    path, now = STORED / NAME, computed(STORED)
    before = stored_digests() if path.is_file() else Digests(records={}, rows=())
    changed = different(before.records, now)
    if changed and not why.strip():
        names = ", ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
        raise ValueError(f"{counted(len(changed), 'record')} changed ({names}): say why: {COMMAND}")
    if changed:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        row = DigestRow(when=today, why=why, records=tuple(changed), leaves=_digest(now))
        write_json(path, plain(Digests(records=now, rows=(*before.rows, row))))
    return changed
