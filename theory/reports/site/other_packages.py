"""What other packages hold that belongs on a page: certificates and tables (curves:
``figures``).

Files are read and no code is imported, as theory imports nothing upward; what is not there, as in
an installed package without its records, has no page.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate.reading import read


@dataclass(frozen=True)
class CertificatePage:
    """A committed margin certificate: its file's name, its text, and its fields."""

    name: str
    text: str
    fields: Mapping[str, Any]

    @property
    def verdict(self) -> str:
        """What its sentence concludes."""
        match = re.search(r" Verdict: ([a-z ]+)\.", str(self.fields["claim"]))
        return match[1] if match else ""

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


def published_values(root: Path = paths.CHECKOUT) -> dict[str, Any]:
    """The published configurations by name, or {} where there are none."""
    file = root / "constructions" / "capacity" / "published.json"
    published: dict[str, Any] = read(file) if file.is_file() else {}
    return published


def measured_claims(root: Path = paths.CHECKOUT) -> list[Measured]:
    """The rows of the results page: claim, published, measured; of those undecided too."""
    text = _text(root / "empirical" / "results" / "README.md")
    rows = []
    for start in re.finditer(r"^\| claim \| published \|.*$", text, re.MULTILINE):
        at = _cells(start[0]).index("measured")
        table = text[start.start() :].partition("\n\n")[0]
        rows += [(row[0], row[1], row[at]) for row in map(_cells, table.splitlines()[2:])]
    return [Measured(*row) for row in rows]


def _cells(line: str) -> list[str]:
    return line.strip("| ").split(" | ")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
