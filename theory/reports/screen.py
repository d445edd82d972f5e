"""What a person sees: tables (rich on a terminal, plain when piped), progress."""

from __future__ import annotations

import functools
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

from theory.gate.gate import mark
from theory.gate.reading import folded, printable
from theory.ledger.terms import Record
from theory.papers import PAPERS, RECONSTRUCTED
from theory.reports.files import emit
from theory.reports.report import outline, verdict_of

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LINE = 100
"""Characters of a line of a list that is piped."""
VERDICT = 14
"""Characters of the longest verdict."""
COLOURS = {"as expected": "green", "differs": "red", "undecided": "yellow", "fault": "red"}
WIDEST = 100
"""Characters of the last column of a plain table."""
WIDE = 44
"""Characters of any other column of a plain table."""


def check_table(data: Mapping[str, Any], stream: TextIO) -> None:
    """Print the verdicts: published figure beside what was found, methods, and the gate's mark."""
    titles = ("claim", "verdict", "expected", "gate", "methods", "published", "s", "found")
    rows, colours = [], []
    for entry in data["claims"]:
        result, claim = entry["result"], entry["claim"] or {}
        rows.append(
            (
                entry["id"],
                verdict_of(result),
                result["expected"] or "?",
                result["gate"],
                ", ".join(result["methods"]),
                claim.get("published", ""),
                f"{result['seconds']:.1f}",
                outline(result),
            )
        )
        colours.append(COLOURS[result["gate"]])
    _table(titles, rows, colours, stream)


def list_lines(
    data: Mapping[str, Any], elsewhere: Sequence[Mapping[str, str]], stream: TextIO
) -> None:
    """Print what is claimed, a line a claim, under its paper: id, expected verdict, statement.

    ``elsewhere`` are the claims that are not judged here, with the command that would.
    """
    width = shutil.get_terminal_size().columns if stream.isatty() else LINE
    entries = data["claims"]
    longest = max((len(entry["id"]) for entry in entries), default=0)
    grouped: dict[str, list[str]] = {}
    for entry in entries:
        claim = entry["claim"]
        broken = entry["broken"] or claim is None
        words = str(entry["broken"]) if broken else claim["statement"]
        verdict = "BROKEN" if broken else claim["expected"]
        line = f"{entry['id']:<{longest}}  {verdict:<{VERDICT}}  {folded(words)}"
        paper = "" if broken else claim["paper"]
        grouped.setdefault(paper, []).append(_cut(line, width))
    for paper in sorted(grouped, key=[*PAPERS].index if grouped.keys() <= PAPERS.keys() else None):
        emit(_cut(_heading(paper), width), stream)
        for line in grouped[paper]:
            emit(line, stream)
    for one in elsewhere:
        emit(_cut(f"{one['id']}  not run here: {one['command']}", width), stream)


def _heading(paper: str) -> str:
    if paper not in PAPERS:
        return f"\n{paper or 'Broken'}"
    known = PAPERS[paper]
    number = f", arXiv {known.arxiv}" if known.arxiv else ""
    reconstructed = " (as reconstructed)" if known.text == RECONSTRUCTED else ""
    return f"\n{paper}{number}{reconstructed}: {known.title}"


def _cut(line: str, width: int) -> str:
    """A line that fits, its end left out."""
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"


def _table(
    titles: Sequence[str], rows: Sequence[Sequence[str]], colours: Sequence[str], stream: TextIO
) -> None:
    rows = [[folded(cell) for cell in row] for row in rows]
    if stream.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table()
        for title in titles:
            table.add_column(title, no_wrap=title == "claim")
        for row, colour in zip(rows, colours, strict=True):
            table.add_row(
                *[Text(cell, style=colour if n < 4 else "") for n, cell in enumerate(row)]
            )
        Console(file=stream).print(table)
        return
    short = functools.partial(textwrap.shorten, placeholder=" …")
    lines = [
        titles,
        *([*(short(c, WIDE) for c in row[:-1]), short(row[-1], WIDEST)] for row in rows),
    ]
    widths = [max(len(line[n]) for line in lines) for n in range(len(titles) - 1)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line[:-1], widths, strict=True)]
        emit("  ".join([*cells, line[-1]]), stream)


class Watch:
    """Progress of a check: a bar on a terminal, else one line a claim. Use as a context."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total, self.stream = total, stream
        self.done = 0
        self.running: list[str] = []
        self.bar: Progress | None = None
        self.task: TaskID | None = None

    def __enter__(self) -> Self:
        if self.stream.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeElapsedColumn,
            )

            said = TextColumn("{task.description}", markup=False)
            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Progress(said, *columns, console=Console(file=self.stream), transient=True)
            self.bar.start()
            self.task = self.bar.add_task("starting", total=self.total)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def started(self, one: str) -> None:
        """A claim has begun."""
        self.running.append(one)
        self._redraw()

    def ended(self, record: Record) -> None:
        """A claim has its record."""
        self.running.remove(record.id)
        self.done += 1
        verdict = f"{record.id}  {record.verdict}, {mark(record)}, {record.seconds:.1f} s"
        if self.bar is None:
            emit(printable(f"[{self.done}/{self.total}] {verdict}"), self.stream)
        self._redraw()

    def _redraw(self) -> None:
        if self.bar is not None and self.task is not None:
            shown = folded(" ".join(self.running)) or "done"
            self.bar.update(self.task, description=shown, completed=self.done)
