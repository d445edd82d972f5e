"""Cards of heads as pictures: what a head does with contents and places of one input.

Drawn from a template: thirty cards by matplotlib would take longer than a tiny model's whole run.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from empirical.protocol import settings
from empirical.protocol.findings import KINDS, Card, Cards, HeadScores, Lacking, Profile
from empirical.reports import rendering
from empirical.reports.blocks import Block, FigureBlock, Heading, Text
from theory.gate.reading import one_line

WIDTH, LEFT, BARS, PLANES = 760, 90, 300, 440
"""Where matrix, attention row and frequencies begin, in pixels."""
TOP, HIGH, WIDE, BAR = 22, 120, 300, 110
SIDE = 170
"""Pixels of a matrix at most."""
TITLES = {
    "positional": "The purest positional heads",
    "symbolic": "The purest symbolic heads",
    "mixed": "The most mixed heads",
}
SEE = {
    "positional": "See whether columns stand out: the logit depends on the position alone.",
    "symbolic": "See whether rows stand out: the logit depends on the token alone.",
    "mixed": "See whether neither rows nor columns alone tell the logits.",
}
NONE = (
    "No head is pure {}: that score at least"
    f" {1 - settings.GAMMA:g} and the other at most {settings.GAMMA:g}."
)
Place = tuple[int, int]


def card_blocks(
    part: Cards | Lacking | None, scores: Sequence[HeadScores], planes: Sequence[Profile]
) -> Iterator[Block]:
    """The cards, a figure a kind, with the scores that chose them; nothing where there are
    none."""
    if isinstance(part, Lacking):
        yield Text(f"No cards of heads: {part.reason}.")
    if not isinstance(part, Cards):
        return
    yield Heading("Heads to look at", 3)
    yield Text(
        f"Input: '{''.join(part.tokens)}'. Rows of a matrix are tokens, columns positions; bright"
        " is a high logit for the last token's query; bars are its attention. Scores are those that"
        f" chose the head. A name is given where attention on random tokens overlaps the ideal"
        f" pattern by {settings.OVERLAP} or more: {_names(part)}."
    )
    names = {(one.layer, one.head): one.name for one in part.named}
    scored = {(one.layer, one.head): one for one in scores}
    profiles = {(one.layer, one.head): one for one in planes}
    ordered = sorted(part.cards, key=lambda card: KINDS.index(card.kind))
    for kind, cards in groupby(ordered, key=lambda card: card.kind):
        svg = _drawn(list(cards), part.tokens, scored, profiles, names)
        yield FigureBlock(svg, TITLES[kind], SEE[kind])
    for kind in KINDS[:2]:
        if not any(card.kind == kind for card in part.cards):
            yield Text(f"{TITLES[kind]}: none. {NONE.format(kind)}")


def _names(part: Cards) -> str:
    """Every head that has a name."""
    of: dict[str, list[str]] = {}
    for one in part.named:
        of.setdefault(one.name, []).append(f"{one.layer}:{one.head}")
    return "; ".join(f"{name} {', '.join(heads)}" for name, heads in of.items()) or "no head has"


def _drawn(
    cards: Sequence[Card],
    tokens: Sequence[str],
    scores: dict[Place, HeadScores],
    planes: dict[Place, Profile],
    names: dict[Place, str],
) -> str:
    """Some cards as one picture."""
    shown, top = [], 0
    for card in cards:
        at = card.layer, card.head
        one = _matrix(card, tokens) | {"top": top, "title": _title(card, scores[at], names.get(at))}
        if at in planes:
            one |= {name: _curve(getattr(planes[at], name)) for name in ("s_pos", "s_sym")}
        shown.append(one)
        top += max(TOP + HIGH + 22, one["foot"] + 10)
    places = {"left": LEFT, "bars": BARS, "planes": PLANES, "top": TOP, "high": HIGH, "wide": WIDE}
    return rendering.HTML.get_template("cards.svg").render(
        cards=shown, width=WIDTH, height=top, **places
    )


def _title(card: Card, scores: HeadScores, name: str | None) -> str:
    return (
        f"layer {card.layer}, head {card.head}{f', {name}' if name else ''}: s_POS"
        f" {scores.s_pos:.2f}, s_SYM {scores.s_sym:.2f}; entropy here {card.entropy:.2f} nats"
    )


def _matrix(card: Card, tokens: Sequence[str]) -> dict[str, Any]:
    """A line a token: its label, its cells in the matrix, its bar. Last comes the query's own."""
    matrix = np.array(card.matrix).reshape(len(card.places), len(card.places))
    low, high = (float(matrix.min()), float(matrix.max())) if matrix.size else (0.0, 0.0)
    shades: Any = colormaps["viridis"]((matrix - low) / ((high - low) or 1.0))
    lines = [*card.places, len(tokens) - 1]
    side = min(12.0, SIDE / len(lines))
    return {
        "s_pos": "",
        "side": round(side, 2),
        "thick": round(0.8 * side, 2),
        "font": round(min(8.0, side), 1),
        "foot": round(TOP + side * len(lines) + 11, 1),
        "range": f"logits {low:.1f} to {high:.1f}",
        "lines": [
            {
                "token": one_line(tokens[place].strip() or tokens[place], 14),
                "base": round(TOP + (n + 0.8) * side, 1),
                "y": round(TOP + n * side, 1),
                "bar": round(BAR * card.row[place], 1),
            }
            for n, place in enumerate(lines)
        ],
        "cells": [
            {
                "x": round(LEFT + p * side, 2),
                "y": round(TOP + a * side, 2),
                "fill": to_hex(tuple(shades[a, p])),
            }
            for a, p in np.ndindex(matrix.shape)
        ],
    }


def _curve(values: Sequence[float]) -> str:
    """A score by frequency as a line's points."""
    step = WIDE / max(1, len(values) - 1)
    return " ".join(
        f"{PLANES + n * step:.1f},{TOP + HIGH * (1 - value):.1f}" for n, value in enumerate(values)
    )
