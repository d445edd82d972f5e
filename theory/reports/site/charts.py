"""Line charts as SVG text, for figures that measured and published curves share.

No colour alone tells two lines apart: each has a dash of its own, and its name next to the legend's
stroke. The drawing takes its colours from the page, so that it follows light, dark and print.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, LINE = 460, 300, 44, 40, 8, 15
"""The drawing's size, its margins, and the height of a line of the legend, in pixels."""
DASHES = ("", "7 4", "2 3", "9 3 2 3", "1 5")


@dataclass(frozen=True)
class ChartCurve:
    """A named line; ``points`` are (x, y), ``published`` ones are drawn in the quiet colour.

    Curves of one ``dash`` number belong together (the same quantity, measured and published).
    """

    name: str
    points: Sequence[tuple[float, float]]
    dash: int = 0
    published: bool = False


def chart(
    title: str,
    across: str,
    curves: Sequence[ChartCurve],
    logarithmic: bool = False,
    top: float = 1.0,
) -> str:
    """An SVG of curves with values from 0 to ``top`` over ``across``; '' if there is no curve.

    Raises:
        ValueError: a logarithmic axis and a point at 0 or below.
    """
    if not curves:
        return ""
    xs = [x for curve in curves for x, _ in curve.points]
    if logarithmic and min(xs) <= 0:
        raise ValueError(f"{title}: {min(xs)} on a logarithmic axis; only points above 0 fit")
    scale = _scale(min(xs), max(xs), logarithmic)
    below = HEIGHT + LINE * (len(curves) + 1)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {below + 6}" width="{WIDTH}" role="img"'
        f' aria-label="{escape(title)}" class="chart">',
        *_levels(top),
        *_axis(scale, min(xs), max(xs), across, logarithmic),
        *(_line(curve, scale, top) for curve in curves),
        *(_legend(curve, HEIGHT + LINE * (k + 1) - 4) for k, curve in enumerate(curves)),
        "</svg>",
    ]
    return "\n".join(parts)


def _scale(least: float, most: float, logarithmic: bool) -> Callable[[float], float]:
    measure: Callable[[float], float] = math.log10 if logarithmic else float
    low, high = measure(least), measure(most)
    wide = (high - low) or 1.0
    return lambda x: LEFT + (WIDTH - LEFT - 12) * (measure(x) - low) / wide


def _height(y: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - y)


def _levels(top: float) -> list[str]:
    lines = []
    whole = top > 1 and top % 4 == 0
    for tenth in (0, 2.5, 5, 7.5, 10) if whole else (0, 2, 4, 6, 8, 10):
        y = _height(tenth / 10)
        lines.append(f'<path class="grid" d="M{LEFT},{y:.1f}H{WIDTH - 12}"/>')
        lines.append(
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" class="end">{top * tenth / 10:g}</text>'
        )
    return lines


def _axis(
    scale: Callable[[float], float], least: float, most: float, across: str, logarithmic: bool
) -> list[str]:
    labels = []
    for x in _ticks(least, most, logarithmic):
        labels.append(f'<text x="{scale(x):.1f}" y="{HEIGHT - BOTTOM + 16}">{x:,g}</text>')
    middle = (LEFT + WIDTH) // 2
    return [*labels, f'<text x="{middle}" y="{HEIGHT - 6}">{escape(across)}</text>']


def _ticks(least: float, most: float, logarithmic: bool) -> list[float]:
    if logarithmic:
        powers = range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)
        return [10.0**k for k in powers if least <= 10.0**k <= most]
    step = 10 ** math.floor(math.log10((most - least) or 1))
    step = next(s for s in (step / 2, step, 2 * step) if (most - least) / s <= 6 or s == 2 * step)
    return [k * step for k in range(math.ceil(least / step), math.floor(most / step) + 1)]


def _line(curve: ChartCurve, scale: Callable[[float], float], top: float) -> str:
    points = " ".join(f"{scale(x):.1f},{_height(y / top):.1f}" for x, y in curve.points)
    return f'<polyline {_dress(curve)} points="{points}"/>'


def _legend(curve: ChartCurve, y: int) -> str:
    sample = f'<path {_dress(curve)} d="M{LEFT},{y}h36"/>'
    return f'{sample}<text x="{LEFT + 44}" y="{y + 4}" class="start">{escape(curve.name)}</text>'


def _dress(curve: ChartCurve) -> str:
    drawn = "published" if curve.published else "measured"
    return f'class="curve {drawn}" stroke-dasharray="{DASHES[curve.dash % len(DASHES)]}"'


def curve_rows(curves: Sequence[ChartCurve]) -> list[list[str]]:
    """The curves as rows of a table: each x once, then each curve's value there or ''."""
    values = [dict(curve.points) for curve in curves]
    return [
        [f"{x:g}", *(f"{one[x]:.4g}" if x in one else "" for one in values)]
        for x in sorted({x for one in values for x in one})
    ]
