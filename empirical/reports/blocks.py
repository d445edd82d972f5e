"""What reports are made of: blocks that every form of them (HTML, Markdown) renders alike."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Heading:
    """A section (level 2) or part of one (3)."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows under titles; ``marks`` gives rows a gate mark, which colours them."""

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figure:
    """A picture (SVG text), what it is, and a sentence on what to see and which claim it is for."""

    svg: str
    title: str
    see: str


Block = Heading | Text | Table | Figure
