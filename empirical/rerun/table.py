"""What has been recomputed by now, of every record of the controlled experiments: for the results
page, and into the record that comes with the package."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from empirical.protocol.records import RESULTS
from empirical.protocol.renamed import present
from empirical.rerun import rows, verdicts
from empirical.rerun.commands import rerun_steps
from empirical.rerun.differences import Compared, compared_folders, in_words
from empirical.rerun.rows import INTO, NAME, Rows
from empirical.rerun.running import require_other_folder
from theory.ledger.plural import counted
from theory.reports.command import Usage


@dataclass(frozen=True)
class Folder:
    """A folder of records: those that are done, and the names of those that are not."""

    name: str
    done: tuple[Compared, ...]
    left: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row."""
        many = f"{len(self.done)} of {len(self.done) + len(self.left)}"
        if not self.done:
            return (self.name, many, "", "", "", "", "", "all")
        numbers, differ, unlike = (
            str(sum(getattr(one, name) for one in self.done))
            for name in ("numbers", "differ", "unlike")
        )
        largest = (self.largest("absolute"), self.largest("relative"))
        return (self.name, many, numbers, differ, *largest, unlike, ", ".join(self.left))

    def largest(self, kind: str) -> str:
        """The largest of a kind of differences, and where; '' where none differs."""
        pairs = [(one.record, getattr(one, kind)) for one in self.done if getattr(one, kind)]
        if not pairs:
            return ""
        name, one = max(pairs, key=lambda pair: pair[1].by)
        return f"{one.by:.3g} ({Path(name).name}: `{one.at}`)"


@dataclass(frozen=True)
class Reruns:
    """All folders, the time that the commands took in all, and what the claims say on the
    ``judged`` records made again alone, as long as none of these is another; those that need others
    too are ``untried``."""

    folders: tuple[Folder, ...]
    seconds: float
    processor_seconds: float
    verdicts: Mapping[str, tuple[str, str]] | None
    judged: int
    untried: tuple[str, ...]

    @property
    def done(self) -> int:
        """Records."""
        return sum(len(one.done) for one in self.folders)

    @property
    def of(self) -> int:
        """Records."""
        return self.done + sum(len(one.left) for one in self.folders)

    @property
    def other(self) -> list[str]:
        """Claims whose verdict is another, both named."""
        items = (self.verdicts or {}).items()
        return [f"{claim} ({' → '.join(pair)})" for claim, pair in items if len(set(pair)) > 1]


def reruns(results: Path = RESULTS) -> Reruns:
    """How it stands by the rows there.

    Raises:
        OSError, ValueError, KeyError: the records or the rows are missing or damaged.
    """
    table, every = rows.read(results), rerun_steps(results, INTO)
    done = rows.done(table.rows, results)
    folders: dict[str, list[str]] = {}
    for name in (name for step in every for name in step.records):
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    asked = {shlex.join(step.words) for step in every}
    ran = [row for row in table.rows if present(row.command) in asked]
    shown = tuple(_folder(name, names, done) for name, names in folders.items())
    seconds = (sum(row.seconds for row in ran), sum(row.processor_seconds for row in ran))
    then = table.judged or {}
    as_judged = then.items() <= rows.judged_records(done).items() and of_today(table)
    pairs = table.verdicts if as_judged else None
    return Reruns(shown, *seconds, pairs, len(then), table.untried)


def of_today(table: Rows) -> bool:
    """Whether the claims that were judged, or not tried, are today's, and those on the stored
    records had the verdict that is expected of each."""
    expected = {claim.id: claim.expected.value for claim in verdicts.claims()}
    pairs = table.verdicts or {}
    known = sorted((*pairs, *table.untried)) == sorted(expected)
    return known and all(pair[0] == expected[claim] for claim, pair in pairs.items())


def _folder(name: str, names: Sequence[str], done: Mapping[str, Compared]) -> Folder:
    """A folder, of the names of its records."""
    left = (one.rpartition("/")[2] for one in names if one not in done)
    return Folder(name, tuple(done[one] for one in names if one in done), tuple(left))


def take(results: Path, into: Path) -> int:
    """Add the rows of a re-run to those next to the records, and judge the claims on what was made
    again alone; 0, or 1 where a verdict is another. Where records of other folders are needed for
    that, the verdicts of before stay.

    Raises:
        Usage: there are no rows below ``into``, or it is where the stored records are.
        OSError, ValueError, KeyError: the records or the rows are missing or damaged, or a record
            below ``into`` is not what its row says.
    """
    if not (into / NAME).is_file():
        raise Usage(f"{into} holds no {NAME}: run --full --execute --into {into} first")
    require_other_folder(results, into)
    unchanged(results, into)
    before = rows.read(results)
    known = rows.merged_rows(before, rows.read(into))
    done = rows.done(known, results)
    for one in done.values():
        print(in_words(one))
    other = [one.record for one in done.values() if not one.equal]
    lost = [name for name in other if not (into / f"{name}.json").is_file()]
    table = replace(before, rows=known)
    if not lost:
        pairs, untried = verdicts.both_verdicts(results, into, done, other)
        table = Rows(known, pairs, rows.judged_records(done), untried)
    rows.write_rows(results, table)
    shown = reruns(results)
    print(f"done: {shown.done} of {counted(shown.of, 'record')}")
    if lost:
        print(f"claims are not judged: {into} lacks {', '.join(lost)}, which differ")
        if shown.verdicts:
            print(f"the verdicts on {counted(shown.judged, 'record')} stay")
        return 0
    if shown.untried:
        print(f"not tried, for records are lacking: {', '.join(shown.untried)}")
    many = f"{counted(len(shown.verdicts or {}), 'claim')} judged again"
    print(f"{many}: {', '.join(shown.other) or 'every verdict is the same'}")
    return 1 if shown.other else 0


def unchanged(results: Path, into: Path) -> None:
    """Hold every record that lies below ``into`` to the last row there.

    Raises:
        ValueError: it is not what its row says, or is not there.
    """
    for name, one in rows.done(rows.merged_rows(rows.read(into)), results).items():
        if not (into / f"{name}.json").is_file() or compared_folders(name, results, into) != one:
            raise ValueError(
                f"{into / name}.json is not what its row says: make it again elsewhere"
            )
