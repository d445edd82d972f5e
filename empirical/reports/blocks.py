"""What reports are made of: blocks that every form of them (HTML, Markdown) renders alike."""

import base64
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Heading:
    """A section (level 2) or part of one (3)."""

    kind: ClassVar = "heading"
    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    kind: ClassVar = "text"
    text: str


@dataclass(frozen=True)
class TableBlock:
    """Rows under titles; ``marks`` gives rows a gate mark, which colours them."""

    kind: ClassVar = "table"
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...] = ()

    @property
    def marked(self) -> list[tuple[tuple[str, ...], str]]:
        """Each row with its mark."""
        return list(zip(self.rows, self.marks or ("",) * len(self.rows), strict=True))


@dataclass(frozen=True)
class FigureBlock:
    """A picture (SVG text), what it is, and a sentence on what to see and which claim it is for."""

    kind: ClassVar = "figure"
    svg: str
    title: str
    see: str

    @property
    def base64(self) -> str:
        """The picture as an address of data."""
        return base64.b64encode(self.svg.encode()).decode()


Block = Heading | Text | TableBlock | FigureBlock
