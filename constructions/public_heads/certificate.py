"""The certificate of one head: its sentence, the bounds, what they rest on, and the inputs."""

from dataclasses import dataclass
from math import ceil, exp, floor, inf
from typing import Any

import numpy as np

from constructions.public_heads import refine, shares
from constructions.public_heads.clusters import Clusters
from constructions.public_heads.extremes import Extremes, TableHead, query_row
from constructions.public_heads.refine import Array, LogitTable

FORMAT = "rope-claims public head 1"
QUANTILES = ("0.5", "0.9", "0.99")
HALF = 0.5
MICRO = 10**6
SLACK = 0.1
"""Quantiles are stated so far above the maker's: the checker's proof has other balls."""
QUICK_SLACK = 0.3
"""The same of a quick run that looked at leaders in place of every key."""
GUARD = 2e-6
"""Bounds are stated so far beyond what was found, what is attained so far before it."""
SIDES = (
    ("any", "most"),
    *((kind, side) for kind in shares.KINDS[1:] for side in ("least", "most")),
)


@dataclass(frozen=True)
class HeadSource:
    """Which head this is: the model's files and their SHA-256, the head's number, the error of a
    float32 run, and how far above the maker's its quantiles are stated, in logits."""

    files: dict[str, str]
    head: int
    run: float
    slack: float = SLACK


def up(x: float, top: float = inf) -> str:
    """A bound from above, six decimals; no more than ``top``, which nothing exceeds."""
    return _decimal(ceil(min(x + GUARD, top) * MICRO))


def _down(x: float, bottom: float = -inf) -> str:
    """A bound from below, six decimals; no less than ``bottom``."""
    return _decimal(floor(max(x - GUARD, bottom) * MICRO))


def _decimal(micros: int) -> str:
    return f"{'-' if micros < 0 else ''}{abs(micros) // MICRO}.{abs(micros) % MICRO:06d}"


def head_certificate_fields(
    about: HeadSource, head: TableHead, clusters: Clusters, extremes: Extremes
) -> dict[str, Any]:
    """The fields of a head's certificate."""
    table = LogitTable.of(head, extremes)
    inputs: list[dict[str, Any]] = []
    content, position = _content(table), _position(table)
    halves = {kind: _half(table, kind, inputs) for kind in shares.KINDS}
    told: dict[str, dict[str, Any]] = {kind: {} for kind in shares.KINDS}
    for kind, side in SIDES:
        value, bound, a = refine.settle_extreme(
            table, refine.share_measure(kind, side, head.window)
        )
        told[kind][side] = up(bound, 1.0) if side == "most" else _down(-bound, 0.0)
        tokens = refine.attaining(table, kind, side, head.window, a)
        inputs.append(_input(kind, side, tokens, abs(value)))
    told["any"] |= _share_quantiles(table, told["any"]["most"], 2 * about.slack)
    entropy = _entropy(table, inputs)
    entry = {
        "format": FORMAT,
        "claim": "",
        "files": about.files,
        "head": about.head,
        "tokens": len(head.queries),
        "window": head.window,
        "run": up(about.run),
        "content": content
        | _quantiles(table.value(refine.content_spread), content["most"], about.slack),
        "position": position | _quantiles(table.beyond, position["most"], about.slack),
        "shares": told,
        "half": halves,
        "entropy": entropy,
        "inputs": inputs,
        "leaders": clusters.leaders.tolist() if len(clusters.pivots) else [],
        "pivots": clusters.pivots.tolist(),
    }
    return entry | {"claim": head_sentence(entry)}


def _input(kind: str, side: str, tokens: list[int], value: float) -> dict[str, Any]:
    return {"of": kind, "side": side, "tokens": tokens, "value": f"{value:.6f}"}


def _content(table: LogitTable) -> dict[str, Any]:
    value, bound, a = refine.settle_extreme(table, refine.content_spread)
    whole = query_row(table.head, a)
    t = int((whole.max(0) - whole.min(0)).argmax())
    keys = [int(whole[:, t].argmax()), int(whole[:, t].argmin())]
    return {"most": up(bound), "attained": _down(value), "witness": [a, t + 1, *keys]}


def _position(table: LogitTable) -> dict[str, Any]:
    order = [int(table.span.argmax()), *np.argsort(-table.beyond, kind="stable").tolist()]
    best = -1.0
    for looked, a in enumerate(order):
        if table.beyond[a] <= best or looked == refine.ROWS:
            break
        table.refine(a)
        if table.span[a] > best:
            best, witness = float(table.span[a]), a
    bound = max(best, float(table.beyond.max()))
    whole = query_row(table.head, witness)
    b = int((whole.max(1) - whole.min(1)).argmax())
    at = [int(whole[b].argmax()) + 1, int(whole[b].argmin()) + 1]
    return {"most": up(bound), "attained": _down(best), "witness": [witness, b, *at]}


def _quantiles(values: Array, most: str, slack: float) -> dict[str, dict[str, str]]:
    """What at least these shares of the query tokens are at most."""
    rows = np.sort(values)
    quantiles = {p: float(rows[ceil(float(p) * len(rows)) - 1]) + slack for p in QUANTILES}
    return {"quantiles": {p: up(x, float(most)) for p, x in quantiles.items()}}


def _share_quantiles(table: LogitTable, most: str, slack: float) -> dict[str, dict[str, str]]:
    """The same of the largest share of any position, its logit ``slack`` above."""
    rows = np.sort(table.value(refine.share_measure("any", "most", table.head.window)))
    quantiles = {p: float(rows[ceil(float(p) * len(rows)) - 1]) for p in QUANTILES}
    wide = {p: x / (x + (1 - x) * exp(-slack)) for p, x in quantiles.items()}
    return {"quantiles": {p: up(x, float(most)) for p, x in wide.items()}}


def _half(table: LogitTable, kind: str, inputs: list[dict[str, Any]]) -> list[int]:
    """[the longest input on which it can get half (1: none of 2 or more), from which length on it
    cannot (window + 1: it can at the window)]."""

    def last(outer: bool) -> int:
        lower, upper = table.outer if outer else table.inner
        at = (shares.share_curve(kind, table.own, lower, upper) >= HALF).nonzero()[0]
        return int(at[-1]) + 2 if len(at) else 1

    attained, beyond = last(False), last(True)
    while attained < beyond:
        measure = refine.share_measure(kind, "most", beyond)
        value, bound, _ = refine.settle_extreme(table, measure, HALF)
        if value >= HALF or bound >= HALF:
            attained = beyond if value >= HALF else attained
            break
        attained, beyond = last(False), last(True)
    if 1 < attained < table.head.window:
        value, _, a = refine.settle_extreme(
            table, refine.share_measure(kind, "most", attained), HALF
        )
        tokens = refine.attaining(table, kind, "most", attained, a)
        inputs.append(_input(kind, "most", tokens, value))
    return [attained, max(attained, beyond) + 1]


def _entropy(table: LogitTable, inputs: list[dict[str, Any]]) -> list[str]:
    bounds = []
    for side in ("least", "most"):
        _, bound, a = refine.settle_extreme(table, refine.entropy_measure(side))
        tokens = refine.entropic(table, side, a)
        inputs.append(_input("entropy", side, tokens, refine.entropy_of(table.head, tokens)))
        bounds.append(up(bound) if side == "most" else _down(-bound, 0.0))
    return bounds


def head_sentence(entry: dict[str, Any]) -> str:
    """What a certificate says, in words."""
    n, content, position = entry["window"], entry["content"], entry["position"]
    shared = entry["shares"]
    parts = [f"{p['least']} to {p['most']}" for p in map(shared.get, shares.KINDS[1:])]
    where = ", ".join(f"{name} (SHA-256 {digest})" for name, digest in entry["files"].items())
    return (
        f"Head {entry['head']} of the first layer of {where}, over the reals, tokens 0 to"
        f" {entry['tokens'] - 1}. Content range: the logits of two keys at one distance of 1 to"
        f" {n - 1} differ by at most {content['most']}, by {_most(content)}. Position range: the"
        f" logits of one key at two such distances differ by at most {position['most']},"
        f" by {_most(position)}."
        f" At the last of {n} tokens one position gets at most {shared['any']['most']} of the"
        f" attention, {_most(shared['any'])}; the previous position {parts[0]}, the query itself"
        f" {parts[1]}, the first position {parts[2]}. The entropy is {entry['entropy'][0]} to"
        f" {entry['entropy'][1]} nats."
        f" {_halves(entry)} A logit of a float32 run that obeys the checker's error model differs"
        f" by at most {entry['run']}."
    )


def _most(one: dict[str, Any]) -> str:
    half, most, nearly = one["quantiles"].values()
    return f"at most {half} for half of the query tokens, {most} for 90 % and {nearly} for 99 %"


def _halves(entry: dict[str, Any]) -> str:
    """The longest input on which a position can get half of the attention, and from which length
    on it cannot."""
    names = ("any one position", "the previous position", "the query itself", "the first position")
    n, told = entry["window"], []
    for kind, name in zip(shares.KINDS, names, strict=True):
        can, less = entry["half"][kind]
        if can > 1:
            told.append(f"{name} can get half at the last of {can} tokens")
        if less <= n:
            told.append(f"{name} gets less at the last of {less} to {n} tokens")
    return f"Half of the attention: {'; '.join(told)}." if told else "Nothing more is known."
