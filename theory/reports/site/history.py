"""When each claim got its verdict, and what it was before: the verdicts' record, ``history.json``.

The site is built without git too, so the record is a file of the package. ``rope-claims generate``
writes it again, from each commit that changed a verdict in the table of proofs.md or in the pinned
descriptions, and from the working tree; what is not committed yet has no commit until it is written
again.
"""

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, cast

from theory import paths
from theory.gate.reading import read
from theory.reports.files import record_text

RECORD = Path(__file__).with_name("history.json")
ROW = re.compile(r"^\| (?P<id>\S+)(?: †)? \|[^|]*\| (?P<verdict>[A-Z ]+?) \|", re.MULTILINE)
"""A claim's row in proofs.md, of today and of before."""
TABLES = ("proofs.md", "theory/gate/pinned.json")


@dataclass(frozen=True)
class Entry:
    """A verdict, and the commit that gave it: hash, date (ISO) and subject, '' if not committed."""

    verdict: str
    commit: str
    date: str
    subject: str


def recorded_verdicts() -> dict[str, tuple[Entry, ...]]:
    """The record: each claim's verdicts in order of time."""
    record: dict[str, list[list[str]]] = read(RECORD)
    return {one: tuple(Entry(*row) for row in rows) for one, rows in record.items()}


@lru_cache(maxsize=2)  # what a commit left is mostly what the next one began with
def _verdicts(proofs: str, pinned: str) -> dict[str, str]:
    """Each claim's verdict as the two tables say it; '' for a table that is not there."""
    verdicts = {row["id"]: row["verdict"] for row in ROW.finditer(proofs)}
    described: Mapping[str, Any] = json.loads(pinned) if pinned else {}
    described = described.get("claims", described)
    expected = {one: entry for one, entry in described.items() if isinstance(entry, dict)}
    return verdicts | {one: str(e["expected"]) for one, e in expected.items() if "expected" in e}


def traced(root: Path = paths.CHECKOUT) -> dict[str, list[Entry]]:
    """The changes of every claim's verdict, from git and the working tree.

    Raises:
        OSError, subprocess.CalledProcessError: no git, no checkout, or a shallow one.
    """
    if _git(root, "rev-parse", "--is-shallow-repository").strip() == "true":
        raise OSError(f"{root} is a shallow clone: run git fetch --unshallow first")
    log = _git(root, "log", "--no-merges", "--reverse", "--date-order", "--format=%H%x09%cs%x09%s",
               "--", *TABLES)  # fmt: skip
    changes: dict[str, list[Entry]] = {}
    with _shown(root) as shown:
        for line in log.splitlines():
            commit, date, subject = line.split("\t", 2)
            before = _verdicts(*(shown(f"{commit}^:{name}") for name in TABLES))
            after = _verdicts(*(shown(f"{commit}:{name}") for name in TABLES))
            for one, verdict in after.items():
                if before.get(one) != verdict:
                    _add(changes, one, Entry(verdict, commit[:9], date, subject))
    here = _verdicts(*((root / name).read_text(encoding="utf-8") for name in TABLES))
    for one, verdict in here.items():
        _add(changes, one, Entry(verdict, "", "", ""))
    return {one: rows for one, rows in changes.items() if one in here}


def _add(changes: dict[str, list[Entry]], one: str, change: Entry) -> None:
    """Add a change of verdict; branches may have made the same change twice."""
    rows = changes.setdefault(one, [])
    if not rows or rows[-1].verdict != change.verdict:
        rows.append(change)


@contextmanager
def _shown(root: Path) -> Iterator[Callable[[str], str]]:
    """What a file held, by ``commit:name``, from one git for all; '' if it was not there."""
    command = ["git", "-C", str(root), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as git:
        asks, answers = cast(IO[bytes], git.stdin), cast(IO[bytes], git.stdout)

        def shown(name: str) -> str:
            asks.write(f"{name}\n".encode())
            asks.flush()
            _, kind, *size = answers.readline().split()
            if kind == b"missing":
                return ""
            return answers.read(int(size[0]) + 1)[:-1].decode()

        yield shown


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments],
        capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout


def history_text() -> str:
    """What the record should hold now.

    Raises:
        OSError, subprocess.CalledProcessError: as ``traced``.
    """
    rows = {
        one: [[c.verdict, c.commit, c.date, c.subject] for c in changes]
        for one, changes in sorted(traced().items())
    }
    return record_text(rows, escaped=False)
