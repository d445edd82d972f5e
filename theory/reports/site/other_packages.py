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
    """A claim's section of the results page: what is published, rows (requirement, measured, bound,
    met), and what its check reports besides."""

    id: str
    published: str
    rows: tuple[tuple[str, ...], ...]
    note: str

    @property
    def requirements(self) -> list[str]:
        """A line a requirement, the missed and open ones marked; then what else is reported."""
        marks = {"yes": "", "**no**": " **missed**", "*open*": " *open*"}
        lines = [
            f"{name}: {text} (bound {bound}){marks[met]}" for name, text, bound, met in self.rows
        ]
        return [*lines, self.note] if self.note else lines


def certificates(root: Path = paths.CHECKOUT) -> list[CertificatePage]:
    """Every committed margin certificate, by name."""
    files = sorted((root / "constructions" / "certificates").glob("*.json"))
    return [CertificatePage(f.stem, f.read_text(encoding="utf-8").strip(), read(f)) for f in files]


def architectures(root: Path = paths.CHECKOUT) -> str:
    """The table of architectures in Markdown, or ''."""
    return _text(root / "empirical" / "results" / "architectures.md")


def published_values() -> dict[str, Any]:
    """The published configurations by name, or {} where there are none."""
    file = paths.CHECKOUT / "constructions" / "capacity" / "published.json"
    published: dict[str, Any] = read(file) if file.is_file() else {}
    return published


def measured_claims(root: Path = paths.CHECKOUT) -> list[Measured]:
    """The claims of the results page, of those undecided too."""
    text, claims = _text(root / "empirical" / "results" / "README.md"), []
    for start in re.finditer(r"^### (\S+)$", text, re.MULTILINE):
        section = text[start.end() :].partition("\n#")[0]
        published = re.search(r"^\*\*.* The paper: (.*)\.$", section, re.MULTILINE)
        listed = section.partition("\n*The check also reports*:\n\n")[2].partition("\n\n")[0]
        note = "; ".join(line.removeprefix("- ").removesuffix(".") for line in listed.splitlines())
        rows = [_cells(line) for line in section.splitlines() if line.startswith("| ")][1:]
        paper = published[1] if published else "not claimed"
        claims.append(Measured(start[1], paper, tuple(rows), note))
    return claims


def _cells(line: str) -> tuple[str, ...]:
    return tuple(line.strip("| ").split(" | "))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
