"""What lies beside the other rooms' code and belongs on a page: certificates, curves, tables.

Files are read and no code is imported, as theory imports nothing upward; what is not there, as in
an installed package without its records, has no page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.reports.site.charts import ChartCurve, chart

TRAINED = 17
"""Tokens of an input in training: paper B's Figure 5B counts those added to them."""
HOPS = 4
SEEDS = 5


@dataclass(frozen=True)
class CertificatePage:
    """A committed margin certificate: its file's name, its text, and its fields."""

    name: str
    text: str
    fields: Mapping[str, Any]

    @property
    def verdict(self) -> str:
        """What its sentence concludes."""
        found = re.search(r" Verdict: ([a-z ]+)\.", str(self.fields["claim"]))
        return found[1] if found else ""

    @property
    def closest(self) -> str:
        """The input that comes closest, in words."""
        return str(self.fields["claim"]).rpartition(" Closest: ")[2]


@dataclass(frozen=True)
class Measured:
    """A row of the results page: a claim, what is published, what was measured."""

    id: str
    published: str
    measured: str


def certificates(root: Path = paths.CHECKOUT) -> list[CertificatePage]:
    """Every committed margin certificate, by name."""
    files = sorted((root / "constructions" / "certificates").glob("*.json"))
    return [CertificatePage(f.stem, f.read_text(encoding="utf-8").strip(), read(f)) for f in files]


def architectures(root: Path = paths.CHECKOUT) -> str:
    """The table of architectures in Markdown, or ''."""
    return _text(root / "empirical" / "results" / "architectures.md")


def measured(root: Path = paths.CHECKOUT) -> list[Measured]:
    """The rows of the results page: claim, published, measured; of those undecided too."""
    text = _text(root / "empirical" / "results" / "README.md")
    found = []
    for start in re.finditer(r"^\| claim \| published \|.*$", text, re.MULTILINE):
        at = _cells(start[0]).index("measured")
        table = text[start.start() :].partition("\n\n")[0]
        found += [(row[0], row[1], row[at]) for row in map(_cells, table.splitlines()[2:])]
    return [Measured(*row) for row in found]


def _cells(line: str) -> list[str]:
    return line.strip("| ").split(" | ")


def charts(root: Path = paths.CHECKOUT) -> list[tuple[str, str]]:
    """(title, SVG) of each figure with measured and published curves; none without the records."""
    results = root / "empirical" / "results"
    published = _text(root / "empirical" / "criteria" / "published.json")
    if not published:
        return []
    curves = json.loads(published)
    found = []
    for task in ("number", "letter"):
        courses = [read(f) for f in _seeds(results / "dynamics", task)]
        title = f"Accuracy in training, {task} task (paper B, Fig. 2A)"
        lines = _trained(courses) + _published_courses(curves["fig2"], task) if courses else []
        found.append((title, chart(title, "optimiser step", lines)))
    for task in ("number", "letter"):
        records = [read(f) for f in _seeds(results / "lengths", task)]
        title = f"Accuracy by length, {task} task (paper B, Fig. 5B)"
        lines = _lengths(records, curves["fig5B"][task]) if records else []
        found.append((title, chart(title, "tokens of the input", lines, logarithmic=True)))
    return [(title, drawn) for title, drawn in found if drawn]


def _seeds(folder: Path, task: str) -> list[Path]:
    return [f for seed in range(SEEDS) if (f := folder / f"{task}-{seed}.json").is_file()]


def _trained(records: list[Any]) -> list[ChartCurve]:
    """Mean accuracy over the seeds, by hops; a record's ``right`` is [step][hops] of ``of``."""
    steps = records[0]["steps"]
    same = [r for r in records if r["steps"] == steps]
    return [
        ChartCurve(
            f"{_hops(h)}, measured, mean of {len(same)} seeds",
            [
                (x, sum(r["right"][k][h] / r["of"] for r in same) / len(same))
                for k, x in enumerate(steps)
            ],
            h,
        )
        for h in range(HOPS)
    ]


def _published_courses(figure: Mapping[str, Any], task: str) -> list[ChartCurve]:
    return [
        ChartCurve(
            f"{_hops(h)}, published",
            [
                (x, y)
                for x, y in zip(figure["step"], figure[task][str(h + 1)], strict=True)
                if y is not None
            ],
            h,
            published=True,
        )
        for h in range(HOPS)
    ]


def _hops(h: int) -> str:
    return f"{h + 1} hop{'s' if h else ''}"


def _lengths(records: list[Any], published: list[list[float]]) -> list[ChartCurve]:
    found = []
    for k, record in enumerate(records):
        shares = [right / of for right, of in zip(record["right"], record["of"], strict=True)]
        points = list(zip(record["lengths"], shares, strict=True))
        found.append(ChartCurve(f"measured, seed {record['seed']}", points, k))
    printed = [(TRAINED + added, accuracy) for added, accuracy in published]
    return [*found, ChartCurve("published", printed, 0, published=True)]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
