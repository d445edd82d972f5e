"""The claims and what they lean on, placed for a drawing: bases to the left, columns by depth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, ACROSS, DOWN, MARGIN = 190, 26, 250, 38, 16
"""A claim's box, the distance of columns and of rows, and the margin, in pixels."""


@dataclass(frozen=True)
class Box:
    """Where a claim stands; x and y are its left upper corner, in pixels."""

    id: str
    x: int
    y: int


@dataclass(frozen=True)
class Drawing:
    """Claims that hang together: boxes, the curves between them as SVG paths, the size in
    pixels."""

    boxes: tuple[Box, ...]
    curves: tuple[str, ...]
    width: int
    height: int


def drawings(links: Mapping[str, Sequence[str]]) -> tuple[list[Drawing], list[str]]:
    """A drawing for each part that hangs together, and the claims that stand alone; ``links`` names
    for each claim those that it leans on (no circles)."""
    parts = _parts(links)
    drawn = [_drawing(part, links) for part in parts if len(part) > 1]
    return drawn, [part[0] for part in parts if len(part) == 1]


def _drawing(part: Sequence[str], links: Mapping[str, Sequence[str]]) -> Drawing:
    columns = _columns(part, links)
    boxes = [
        Box(one, MARGIN + number * ACROSS, MARGIN // 2 + k * DOWN)
        for number, column in enumerate(columns)
        for k, one in enumerate(column)
    ]
    place = {box.id: box for box in boxes}
    curves = [_curve(place[base], box) for box in boxes for base in links[box.id] if base in place]
    width = MARGIN + len(columns) * ACROSS
    return Drawing(tuple(boxes), tuple(curves), width, max(map(len, columns)) * DOWN)


def _parts(links: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The claims that hang together, in the order of the first of each."""
    neighbours: dict[str, set[str]] = {one: set() for one in links}
    for one, bases in links.items():
        for base in bases:
            if base in neighbours:
                neighbours[one].add(base)
                neighbours[base].add(one)
    parts, visited = [], set[str]()
    for start in links:
        if start not in visited:
            part, waiting = {start}, [start]
            while waiting:
                fresh = neighbours[waiting.pop()] - part
                part |= fresh
                waiting += fresh
            visited |= part
            parts.append([one for one in links if one in part])
    return parts


def _columns(part: Sequence[str], links: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The claims by how many steps lie below them; in a column, by the mean row of their bases."""
    depth: dict[str, int] = {}

    def deep(one: str) -> int:
        if one not in depth:
            depth[one] = 1 + max((deep(b) for b in links[one] if b in part), default=-1)
        return depth[one]

    columns: list[list[str]] = [[] for _ in range(1 + max(map(deep, part)))]
    row: dict[str, float] = {}
    for number, column in enumerate(columns):
        here = [one for one in part if depth[one] == number]
        height = {
            one: sum(rows) / len(rows) if (rows := [row[b] for b in links[one] if b in row]) else 0
            for one in here
        }
        column += sorted(here, key=height.__getitem__)
        row |= {one: k for k, one in enumerate(column)}
    return columns


def _curve(base: Box, box: Box) -> str:
    """From a base's right side to the left side of what leans on it."""
    x, y = base.x + WIDTH, base.y + HEIGHT // 2
    end, down = box.x, box.y + HEIGHT // 2
    middle = (x + end) // 2
    return f"M{x},{y} C{middle},{y} {middle},{down} {end},{down}"
