"""The results that matter most: the README's list, each with a small figure drawn from records.

Records are read as files, as theory imports nothing upward. What is not there, as in an installed
package, is not shown.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import escape

from theory import paths
from theory.gate.reading import read
from theory.ledger.terms import Claim, Verdict
from theory.papers import MAIN

WIDTH, HEIGHT = 320, 200
"""Pixels of a figure."""
LEFT, RIGHT, TOP, BOTTOM = 54, 310, 14, 162
"""Where a figure's axes lie."""
HEADING = "## What we found"
OWN_WORDS = ("printed", "reconstructed")
"""Provenances of what a paper itself states."""
BASELINES = Path("empirical", "results", "language", "smollm2-135m-instruct-64-twins.json")
STATISTIC = "slow: s_SYM - s_POS"


@dataclass(frozen=True)
class Result:
    """A result in Markdown, and its figure as SVG."""

    text: str
    drawn: str


def results(claims: Mapping[str, Claim], root: Path = paths.CHECKOUT) -> list[Result]:
    """The results of README.md in their order; none where there is no README."""
    page = root / "README.md"
    if not page.is_file():
        return []
    section = page.read_text(encoding="utf-8").partition(HEADING)[2].partition("\n## ")[0]
    texts = [" ".join(one.split()) for one in re.split(r"^\d+\. ", section, flags=re.M)[1:]]
    drawn = (
        excluded(),
        _settled(claims.values()),
        break_points(root),
        budget_table(root),
        shuffled_weights(root),
    )
    return [Result(text, figure) for text, figure in zip(texts, drawn, strict=True)]


def excluded() -> str:
    """Paper A's exclusion principle: both deviations cannot be small at once."""
    radius = 100
    x, y = LEFT + radius, BOTTOM - radius
    marks = [
        f'<path class="shade" d="M{LEFT},{BOTTOM}V{y}A{radius},{radius} 0 0 1 {x},{BOTTOM}Z"/>',
        f'<path class="curve measured" d="M{LEFT},{y}A{radius},{radius} 0 0 1 {x},{BOTTOM}"/>',
        _text(LEFT + 34, BOTTOM - 30, "no head"),
        _text(LEFT + 170, BOTTOM - 90, "every head"),
    ]
    across = "distance from positional"
    return _svg("No head is close to both ideals", marks, across, "distance from symbolic")


def _settled(claims: Iterable[Claim]) -> str:
    """How many of each paper's own statements have which verdict."""
    own = [c for c in claims if c.paper in MAIN and c.provenance in OWN_WORDS]
    counts = Counter((claim.paper, claim.expected) for claim in own)
    most = max(sum(counts[paper, one] for one in Verdict) for paper in MAIN)
    marks, named = [], []
    for row, paper in enumerate(MAIN):
        y, x = 30 + 62 * row, float(LEFT)
        marks.append(_text(LEFT - 8, y + 22, paper, "end"))
        for verdict in Verdict:
            count = counts[paper, verdict]
            wide = (RIGHT - LEFT) * count / most
            if count:
                style = str(verdict).lower().replace(" ", "-")
                box = f'x="{x:.1f}" y="{y}" width="{wide:.1f}" height="34"'
                marks.append(f'<rect class="bar {style}" {box}/>')
                marks.append(_text(x + wide / 2, y + 22, str(count), "inside"))
                named.append(f"paper {paper}: {count} {verdict}")
            x += wide
    words = ("PROVED", "REFUTED", "SUPPORTED", "UNDECIDED", "NOT REPRODUCED")
    for k, word in enumerate(words):
        x, y = LEFT + 88 * (k % 3), 164 + 18 * (k // 3)
        style = word.lower().replace(" ", "-")
        marks.append(f'<rect class="bar {style}" x="{x}" y="{y}" width="12" height="12"/>')
        marks.append(_text(x + 18, y + 10, word.lower(), "start"))
    return _framed("; ".join(named), marks)


def break_points(root: Path = paths.CHECKOUT) -> str:
    """Where accuracy breaks: predicted by simulation against measured, one point a model."""
    page = root / "empirical" / "results" / "measurements.md"
    if not page.is_file():
        return ""
    held = (
        page.read_text(encoding="utf-8").partition("\n## Held-out models")[2].partition("\n## ")[0]
    )
    tables = re.findall(r"^\*\*(\w+)\*\*\n\n((?:\|.*\n)+)", held, re.M)
    ends = (math.log(30), math.log(8000))
    marks = [_line([(ends[0], ends[0]), (ends[1], ends[1])], ends, ends, "grid")]
    for k, (task, table) in enumerate(tables):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        at = rows[0].index("measured"), rows[0].index("simulation `population`")
        for row in rows[2:]:
            pair = [re.match(r"\d+", row[n]) for n in at]
            if all(pair):
                x, y = (math.log(int(one[0])) for one in pair if one)
                marks.append(_dot(x, y, ends, ends, k))
        marks += [_dot(ends[0] + 0.3, ends[1] - 0.3 - 0.6 * k, ends, ends, k)]
        marks.append(_text(LEFT + 26, TOP + 12 + 16 * k, f"{task} task", "start"))
    marks += _ticks((100, 1000), ends, math.log, down=False)
    marks += _ticks((100, 1000), ends, math.log, down=True)
    return _svg("Predicted and measured lengths", marks, "breaks at, measured", "predicted")


def budget_table(root: Path = paths.CHECKOUT) -> str:
    """Least budget of published configurations against the length that they were trained on."""
    page = root / "constructions" / "results" / "capacity.md"
    if not page.is_file():
        return ""
    rows = re.findall(
        r"^\| \[.*?\]\(.*?\) \| \w+ \| \d+ \| [\d,]+ \| ([\d,]+) \| ([\d.]+)",
        page.read_text(encoding="utf-8"),
        re.M,
    )
    points = [(math.log(int(length.replace(",", ""))), float(least)) for length, least in rows]
    across, up = (math.log(256), math.log(300_000)), (4.0, 18.0)
    rule = [(x, 1.2 * x) for x in across]
    marks = [_line(rule, across, up, "curve published")]
    marks += [_dot(x, y, across, up, 0) for x, y in points]
    marks += _ticks((1024, 8192, 65536), across, math.log, down=False)
    marks += _ticks((6, 12, 18), up, float, down=True)
    marks.append(_text(RIGHT - 6, BOTTOM - 14, "line: 1.2 ln n", "end"))
    return _svg("Least budget against length", marks, "positions n", "logits needed")


def shuffled_weights(root: Path = paths.CHECKOUT) -> str:
    """One statistic of A-e-band, of SmolLM2-135M and of its copies with shuffled weights."""
    if not (root / BASELINES).is_file():
        return ""
    spread = read(root / BASELINES)["models"][0]["random"]["spread"]
    (one,) = [row for row in spread["statistics"] if row["statistic"] == STATISTIC]
    across, up = (-0.05, 0.3), (0.0, 3.0)
    marks = [_line([(0, 0), (0, 3)], across, up, "grid")]
    marks += [_dot(value, 1.0, across, up, 0) for value in one["twins"]]
    marks.append(_dot(one["trained"], 2.0, across, up, 1))
    x = _at(across, one["trained"], LEFT, RIGHT)
    marks.append(_text(x, 50, "trained model"))
    middle = sum(one["twins"]) / len(one["twins"])
    marks.append(_text(_at(across, middle, LEFT, RIGHT), 134, f"{len(one['twins'])} shuffled"))
    marks += _ticks((0, 0.1, 0.2), across, float, down=False)
    caption = f"{len(one['twins'])} shuffled copies lie above 0 as the trained model does"
    return _svg(caption, marks, "slow frequencies: s_SYM - s_POS", "")


def _at(ends: tuple[float, float], value: float, low: float, high: float) -> float:
    return low + (high - low) * (value - ends[0]) / (ends[1] - ends[0])


def _dot(
    x: float, y: float, across: tuple[float, float], up: tuple[float, float], kind: int
) -> str:
    """A point: a filled circle of the first kind, an open diamond of the second."""
    left, top = _at(across, x, LEFT, RIGHT), _at(up, y, BOTTOM, TOP)
    if kind:
        return f'<path class="dot kind-1" d="M{left:.1f},{top - 6:.1f}l6,6l-6,6l-6,-6Z"/>'
    return f'<circle class="dot" cx="{left:.1f}" cy="{top:.1f}" r="4"/>'


def _line(
    points: Sequence[tuple[float, float]],
    across: tuple[float, float],
    up: tuple[float, float],
    style: str,
) -> str:
    placed = (f"{_at(across, x, LEFT, RIGHT):.1f},{_at(up, y, BOTTOM, TOP):.1f}" for x, y in points)
    return f'<path class="{style}" d="M{" L".join(placed)}"/>'


def _ticks(
    values: Sequence[float],
    ends: tuple[float, float],
    measure: Callable[[float], float],
    down: bool,
) -> list[str]:
    """Numbers along the lower axis, or down the left one."""
    if down:
        return [
            _text(LEFT - 6, _at(ends, measure(v), BOTTOM, TOP) + 4, f"{v:,g}", "end")
            for v in values
        ]
    return [
        _text(_at(ends, measure(v), LEFT, RIGHT), BOTTOM + 15, f"{v:,}", "middle") for v in values
    ]


def _text(x: float, y: float, words: str, style: str = "middle") -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _svg(title: str, marks: Sequence[str], across: str, up: str) -> str:
    """A figure with two axes and their names."""
    middle = (TOP + BOTTOM) // 2
    axes = [
        f'<path class="axis" d="M{LEFT},{TOP}V{BOTTOM}H{RIGHT}"/>',
        _text((LEFT + RIGHT) / 2, HEIGHT - 6, across),
        f'<text class="middle" x="{-middle}" y="10" transform="rotate(-90)">{escape(up)}</text>',
    ]
    return _framed(title, [*axes, *marks])


def _framed(title: str, marks: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" class="chart small"'
    return "\n".join([f'{head} aria-label="{escape(title)}">', *marks, "</svg>"])
