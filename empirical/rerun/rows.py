"""What was recomputed: a row for each time that a command ran, and what of the records it made
differs from the stored ones. Rows of several sittings and machines add up.

A record is done once a row of the very command that ``--full`` prints for it, whatever --into was,
holds it against the record that is stored now, by SHA-256; a copy of that is none made again. The
record itself has the commit of the code that made it, which does not count (where code has changed
since, ``--again`` runs it again); the row's own is of the sitting that ended then."""

import json
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from empirical.protocol.reading import absent, plain, read_record
from empirical.protocol.renamed import present
from empirical.rerun.commands import rerun_steps
from empirical.rerun.differences import Compared, sha256
from theory.reports.files import replacing

NAME = "rerun.json"
"""Beside the records, and below the folder of a re-run."""
INTO = Path("rerun")
"""The folder of a re-run in the commands of rows, whichever it was."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """A command that ran: when it ended (UTC), how long by the clock and of processors, its exit
    code (negative: the signal that stopped it), on what, and its records where it ended well."""

    command: str
    when: str
    seconds: float
    processor_seconds: float
    code: int
    commit: str
    versions: Mapping[str, str]
    processor: str
    records: tuple[Compared, ...] = absent(())


@dataclass(frozen=True)
class Rows:
    """All of them. ``verdicts``: by claim the verdict on the stored records, and on those alone
    that were done by then; ``judged``: by name the SHA-256 of each of these; ``untried``: the
    claims that need others too."""

    rows: tuple[Row, ...] = ()
    verdicts: Mapping[str, tuple[str, str]] | None = absent()
    judged: Mapping[str, str] | None = absent()
    untried: tuple[str, ...] = absent(())


def read(folder: Path) -> Rows:
    """The rows in a folder; none where the file is not there.

    Raises:
        Misread: the file is of another form.
    """
    path = folder / NAME
    return read_record(path, Rows) if path.is_file() else Rows()


def write_rows(folder: Path, table: Rows) -> None:
    """Write them whole or not at all, a line for each row."""
    shown = plain(table)
    rows = ",\n".join(json.dumps(row, allow_nan=False) for row in shown.pop("rows"))
    rest = "".join(f',\n"{name}": {json.dumps(value)}' for name, value in shown.items())
    with replacing(folder / NAME) as draft:
        draft.write_text(f'{{"rows": [\n{rows}\n]{rest}}}\n')


def merged_rows(*tables: Rows) -> tuple[Row, ...]:
    """The rows of all, each once, in order of time."""
    rows = {(row.command, row.when): row for one in tables for row in one.rows}
    return tuple(sorted(rows.values(), key=lambda row: row.when))


def done(rows: Iterable[Row], results: Path) -> dict[str, Compared]:
    """By name the records that are done, as the last row of each has it.

    Raises:
        OSError, ValueError, KeyError: the stored records are missing or damaged.
    """
    of = {
        (shlex.join(step.words), name)
        for step in rerun_steps(results, INTO)
        for name in step.records
    }
    return {
        one.record: one
        for row in rows
        for one in row.records
        if row.code == 0
        and one.anew not in ("", one.stored)
        and (present(row.command), one.record) in of
        and one.stored == sha256(results / f"{one.record}.json")
    }


def judged_records(done: Mapping[str, Compared]) -> dict[str, str]:
    """By name the SHA-256 of what claims are judged on: the stored record where nothing differs."""
    return {name: one.stored if one.equal else one.anew for name, one in done.items()}
