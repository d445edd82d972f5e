"""What a person sees: tables (rich on a terminal, plain when piped), progress."""

import functools
import re
import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

from theory.gate.reading import folded, printable
from theory.ledger.terms import Claim, Record
from theory.papers import PAPERS, Paper
from theory.reports.files import emit
from theory.reports.verdicts import of_record, outline, verdict_of, verdict_text

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

LINE = 100
"""Characters of a line of a list that is piped."""
COLOURS = {
    "PROVED": "green",
    "REFUTED": "magenta",
    "SUPPORTED": "cyan",
    "NOT REPRODUCED": "yellow",
    "UNDECIDED": "bright_black",
}
"""By verdict: what the evidence says of the statement."""
GATE = {
    "as expected": ("✓", "green"),
    "differs": ("✗", "red"),
    "open": ("○", "yellow"),
    "undecided": ("?", "yellow"),
    "fault": ("!", "red"),
}
"""By state of the gate, an icon and its colour: whether the run passes."""
NAMED = {paper.id for paper in PAPERS.values() if paper.link}
"""Papers that a table of verdicts names with their address."""
WIDEST = 100
"""Characters of the last column of a plain table."""
WIDE = 44
"""Characters of any other column of a plain table."""
SPARED = ("methods", "s", "published", "expected")
"""Columns that a narrow terminal goes without, in this order."""
WORD = 16
"""A longer word may be broken on a terminal."""


def check_table(data: Mapping[str, Any], stream: TextIO) -> None:
    """Print the verdicts: published figure next to what was found, methods, and the gate's mark."""
    titles = ("claim", "verdict", "expected", "gate", "methods", "published", "s", "found")
    rows, colours = [], []
    for entry in data["claims"]:
        result, claim = entry["result"], entry["claim"] or {}
        icon, passes = GATE[result["gate"]]
        rows.append(
            (
                entry["id"],
                verdict_of(entry),
                result["expected"] or "?",
                f"{icon} {result['gate']}",
                ", ".join(result["methods"]),
                claim.get("published", ""),
                f"{result['seconds']:.1f}",
                outline(result),
            )
        )
        reached, wanted = COLOURS[result["verdict"]], COLOURS.get(result["expected"], "")
        colours.append(("", reached, wanted, passes))
    _table(titles, rows, colours, stream)
    claims = [entry["claim"] for entry in data["claims"] if entry["claim"]]
    for paper in sorted({c["paper"] for c in claims} & NAMED, key=[*PAPERS].index):
        emit(f"{paper}: {PAPERS[paper].cited}", stream)


def list_lines(
    data: Mapping[str, Any],
    elsewhere: Sequence[Mapping[str, str]],
    stream: TextIO,
    papers: Mapping[str, Paper] = PAPERS,
) -> None:
    """Print what is claimed, a line a claim, by paper: id, expected verdict, statement.

    The papers' names and addresses are in the last lines. ``elsewhere`` are the claims that are not
    judged here, with the command that would. The line of another distribution's claim names it.
    """
    brought = {package["name"]: package["distribution"] for package in data["packages"]}
    width = shutil.get_terminal_size().columns if stream.isatty() else LINE
    grouped: dict[str, list[tuple[str, str, str]]] = {}
    for entry in data["claims"]:
        claim = entry["claim"]
        broken = entry["broken"] or claim is None
        words = str(entry["broken"]) if broken else claim["statement"]
        verdict = "BROKEN" if broken else verdict_text(claim)
        source = brought.get(entry["package"], "")
        words = f"[{source}] {folded(words)}" if source else folded(words)
        paper = "" if broken else claim["paper"]
        grouped.setdefault(paper, []).append((entry["id"], verdict, words))
    shown = sorted(grouped, key=[*papers].index if grouped.keys() <= papers.keys() else None)
    for paper in shown:
        longest, wide = (max(len(row[n]) for row in grouped[paper]) for n in (0, 1))
        for one, verdict, text in grouped[paper]:
            emit(_cut(f"{one:<{longest}}  {verdict:<{wide}}  {text}", width), stream)
    commands: dict[str, list[str]] = {}
    for absent in elsewhere:
        commands.setdefault(absent["command"], []).append(absent["id"])
    for command, ids in commands.items():
        emit(_cut(f"{', '.join(ids)}  not run here: {command}", width), stream)
    for line in _legend([papers[one] for one in shown if one in papers], width):
        emit(line, stream)


def _legend(papers: Sequence[Paper], width: int) -> Iterator[str]:
    """The names and addresses of papers, two or more on a line; titles are cut to fit."""
    each = (width - 3) // 2 if len(papers) > 1 else width
    line = ""
    for paper in papers:
        address = f"arXiv {paper.arxiv}" if paper.arxiv else paper.page.removeprefix("https://")
        head, tail = ("S, C", "") if paper.id == "suite" else (paper.id, f", {address}")
        free = each - len(f"{head}: {tail}")
        free = free if free >= 12 and tail else width - len(f"{head}: {tail}")
        title = paper.title if each == width else re.split(r"(?<=!) |: ", paper.title)[0]
        title = _cut(title, free)
        entry = f"{head}: {title}{tail}"
        if line and len(f"{line} · {entry}") > width:
            yield line
            line = entry
        else:
            line = f"{line} · {entry}" if line else entry
    if line:
        yield line


def _cut(line: str, width: int) -> str:
    """A line that fits, its end left out."""
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"


def _table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    colours: Sequence[Sequence[str]],
    stream: TextIO,
) -> None:
    """Print rows; ``colours`` are those of each row's first cells."""
    rows = [[folded(cell) for cell in row] for row in rows]
    if stream.isatty():
        _terminal_table(titles, rows, colours, stream)
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


def _terminal_table(
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    colours: Sequence[Sequence[str]],
    stream: TextIO,
) -> None:
    """The rows of ``_table``, with the columns that fit; lines without a frame if too few do."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console, table = Console(file=stream), Table()
    widths = _widths(titles, rows, console.width)
    for n, width in widths.items():
        table.add_column(titles[n], width=width, overflow="fold")
    fits = sum(width + 3 for width in widths.values()) < console.width
    for row, own in zip(rows, colours, strict=True):
        styles = [*own, *[""] * (len(row) - len(own))]
        cells = [Text(row[n], styles[n]) for n in widths]
        if fits:
            table.add_row(*cells)
        else:
            console.print(Text("  ").join(cells))
    if fits:
        console.print(table)


def _widths(titles: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> dict[int, int]:
    """By column that a terminal of ``width`` characters shows, how many of them it has.

    While words would be broken, one of ``SPARED`` after the other is left out, first those without
    any text. An id is never broken. What is free then goes to the columns that need least first.
    """
    columns = [[title, *(row[n] for row in rows)] for n, title in enumerate(titles)]
    whole = [max(map(len, one)) for one in columns]
    least = [max(min(len(w), WORD) for cell in one for w in cell.split()) for one in columns]
    least[0] = whole[0]
    kept = [*range(len(titles))]
    for one in sorted(map(titles.index, SPARED), key=lambda n: any(columns[n][1:])):
        if sum(least[n] + 3 for n in kept) >= width:
            kept.remove(one)
    free, made = width - 1 - sum(least[n] + 3 for n in kept), {n: least[n] for n in kept}
    for more, n in enumerate(sorted(kept, key=lambda n: whole[n] - least[n])):
        given = max(0, min(whole[n] - least[n], free // (len(kept) - more)))
        made[n], free = least[n] + given, free - given
    return made


class Watch:
    """Progress of a check: a bar on a terminal, else one line a claim. Use as a context."""

    def __init__(self, claims: Sequence[Claim], stream: TextIO) -> None:
        self.total, self.stream = len(claims), stream
        self.claims = {claim.id: claim for claim in claims}
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

            description = TextColumn("{task.description}", markup=False)
            columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
            self.bar = Progress(
                description, *columns, console=Console(file=self.stream), transient=True
            )
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
        reached = of_record(record, self.claims[record.id])
        state = record.mark
        verdict = f"{record.id}  {reached}  {GATE[state][0]} {state}  {record.seconds:.1f} s"
        if self.bar is None:
            emit(printable(f"[{self.done}/{self.total}] {verdict}"), self.stream)
        self._redraw()

    def _redraw(self) -> None:
        if self.bar is not None and self.task is not None:
            shown = folded(" ".join(self.running)) or "done"
            self.bar.update(self.task, description=shown, completed=self.done)
