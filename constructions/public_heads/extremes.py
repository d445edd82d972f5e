"""The extremes of a head's table M[a, b, t] over all keys b, for every query a and distance t.

M[a, b, t] is the logit that the key of token b has, t positions before the query of token a.
Leaders
are looked at everywhere. A ball of keys is looked at, key by key, where its bound exceeds what was
found before, so that what is attained and what bounds it are never farther apart than
``TOLERANCE``. Without pivots there are no balls, and every key is looked at.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from constructions.public_heads.clusters import Balls, Clusters, balls, real, turned_queries
from theory.reports.files import replacing

Array = np.ndarray[Any, np.dtype[Any]]
TOLERANCE = 0.15
"""A ball is looked at key by key where its bound exceeds what was found by more than this."""
BLOCK = 512
"""Queries that are looked at together."""
QUERIES, KEYS = 64, 512
"""The same, and keys with them, where every key is looked at: their table stays in the cache."""
UNIT = 2.0**-24
NAMES = ("upper", "lower", "above", "below", "span", "beyond")


@dataclass(frozen=True)
class TableHead:
    """A head's queries (V, f; times the scale) and keys (V, f), complex, and its angles (f,)."""

    queries: Array
    keys: Array
    angles: Array
    window: int

    def real_keys(self) -> Array:
        """(V, 2f)."""
        return real(self.keys)

    def error(self) -> Array:
        """(V,) how far a float32 inner product is off at most: γ of the sum, both roundings."""
        size = 2 * len(self.angles)
        reach = np.linalg.norm(self.queries, axis=1) * np.linalg.norm(self.keys, axis=1).max()
        return np.asarray((size + 8) * UNIT * reach * 1.001)

    def own(self) -> Array:
        """(V,) the logit of the query's own key."""
        return np.asarray((self.queries * self.keys.conj()).real.sum(1))


@dataclass(frozen=True)
class Extremes:
    """Over all keys, for every query and distance 1 … window - 1.

    upper, lower  (V, window - 1) attained by a key
    above, below  (V, window - 1) what no key goes beyond
    span, beyond  (V,) the largest difference between two distances of one key: attained, bound
    """

    upper: Array
    lower: Array
    above: Array
    below: Array
    span: Array
    beyond: Array


@dataclass(frozen=True)
class _Tables:
    """What every block of queries needs, as tensors on the device."""

    leaders: torch.Tensor
    centres: torch.Tensor
    members: list[torch.Tensor]
    balls: Balls
    device: str


def find_extremes(
    head: TableHead,
    clusters: Clusters,
    kept: Path,
    told: Callable[[str], None] = lambda _: None,
    device: str = "cpu",
    quick: bool = False,
) -> Extremes:
    """The extremes, block by block of queries; ``kept`` holds what is done, so that a run goes on.

    ``quick``: over the leaders alone, as if no other key went beyond them. Whether that is right,
    the checker says. Distances are 1 … window - 1: the query's own key has the logit ``own``.
    """
    tables = _tables(head, clusters, device, quick)
    count, distances = len(head.queries), head.window - 1
    shapes = dict.fromkeys(NAMES[:4], (count, distances)) | dict.fromkeys(NAMES[4:], (count,))
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    done = 0
    if kept.exists():
        with np.load(kept) as part:
            if part["upper"].shape == shapes["upper"]:
                arrays, done = {name: part[name] for name in NAMES}, int(part["done"])
    size = BLOCK if tables.members else QUERIES
    for start in range(done, count, size):
        at = slice(start, min(start + size, count))
        for name, rows in zip(NAMES, _block(head, tables, at), strict=True):
            arrays[name][at] = rows
        if (start // size) % 8 == 7 or at.stop == count:
            told(f"{at.stop:,} of {count:,} query tokens")
            with replacing(kept) as draft, draft.open("wb") as stream:
                np.savez(stream, done=np.array(at.stop), **arrays)  # type: ignore[arg-type]
    return Extremes(**arrays)


def _tables(head: TableHead, clusters: Clusters, device: str, quick: bool = False) -> _Tables:
    keys = head.real_keys()
    none = (np.eye(keys.shape[1]), np.zeros(0))
    made = Balls([], np.zeros((0, keys.shape[1])), none, none)
    whole = not len(clusters.pivots) and not quick
    if len(clusters.pivots) and not quick:
        made = balls(clusters, head.queries, keys, head.angles, head.window)

    def tensor(rows: Array) -> torch.Tensor:
        return torch.from_numpy(rows.astype(np.float32)).to(device)

    members = [tensor(keys[m]) for m in made.members]
    leaders = keys if whole else keys[clusters.leaders]
    return _Tables(tensor(leaders), tensor(made.centres), members, made, device)


def _block(head: TableHead, tables: _Tables, at: slice) -> tuple[Array, ...]:
    """``NAMES``: what is attained, and what bounds it, for some queries."""
    exact = turned_queries(head.queries[at], head.angles, head.window)
    x = torch.from_numpy(exact.astype(np.float32)).to(tables.device)
    shape = x.shape[:2]
    flat = x.reshape(-1, x.shape[-1])
    upper, lower, span = _looked(tables.leaders, flat, shape)
    if not tables.members:
        ends = (upper, lower, upper, lower)
        return tuple(_out(one, shape) for one in ends) + (_out(span, -1),) * 2
    above, below, beyond = upper.clone(), lower.clone(), span.clone()
    wide, turning = (_norms(rows, p, tables) for rows, p in _both(exact, tables.balls))
    for j, row in enumerate(tables.centres @ flat.T):
        slack = wide * float(tables.balls.content[1][j])
        most, least = row + slack, row - slack
        rows = ((most > upper + TOLERANCE) | (least < lower - TOLERANCE)).nonzero().squeeze(1)
        if len(rows):
            logits = tables.members[j] @ flat[rows].T
            most[rows], least[rows] = logits.amax(0), logits.amin(0)
            upper[rows] = torch.maximum(upper[rows], most[rows])
            lower[rows] = torch.minimum(lower[rows], least[rows])
        torch.maximum(above, most, out=above)
        torch.minimum(below, least, out=below)
        slack = turning * float(tables.balls.turning[1][j])
        widest = (row + slack).reshape(shape).amax(1) - (row - slack).reshape(shape).amin(1)
        wanted = (widest > span + TOLERANCE).nonzero().squeeze(1)
        if len(wanted):
            logits = tables.members[j] @ x[wanted].reshape(-1, x.shape[-1]).T
            widest[wanted] = _range(logits.reshape(-1, len(wanted), shape[1])).amax(0)
            span[wanted] = torch.maximum(span[wanted], widest[wanted])
        torch.maximum(beyond, widest, out=beyond)
    ends = (upper, lower, above, below)
    return tuple(_out(one, shape) for one in ends) + (_out(span, -1), _out(beyond, -1))


def _looked(keys: torch.Tensor, x: torch.Tensor, shape: Any) -> tuple[torch.Tensor, ...]:
    """Over these keys: the largest and least logit of each direction, the largest range over the
    distances of each query. ``shape`` is (queries, distances)."""
    upper = torch.full((len(x),), -torch.inf, device=x.device)
    lower, span = -upper, torch.zeros(shape[0], device=x.device)
    for some in keys.split(KEYS):
        logits = _products(x, some)
        upper, lower = torch.maximum(upper, logits.amax(1)), torch.minimum(lower, logits.amin(1))
        logits = logits.reshape(*shape, -1)
        span = torch.maximum(span, (logits.amax(1) - logits.amin(1)).amax(1))
    return upper, lower, span


def _products(x: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
    """Inner products; on the CPU by numpy, which is quicker at them than torch."""
    if x.device.type == "cpu":
        return torch.from_numpy(x.numpy() @ keys.numpy().T)
    return x @ keys.T


def _out(values: torch.Tensor, shape: Any) -> Array:
    return np.asarray(values.reshape(shape).cpu().numpy())


def _range(values: torch.Tensor) -> torch.Tensor:
    """Of the last axis."""
    return values.amax(-1) - values.amin(-1)


def _both(exact: Array, made: Balls) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Directions and directions less their mean, each with its metric."""
    return (exact, made.content[0]), (exact - exact.mean(1, keepdims=True), made.turning[0])


def _norms(rows: Array, p: Array, tables: _Tables) -> torch.Tensor:
    """|P x|, a float32 rounding above, with room for that of the centres' inner products."""
    norms = np.linalg.norm((rows @ p).reshape(-1, p.shape[1]), axis=1) * (1 + 1e-5)
    return torch.from_numpy(norms.astype(np.float32)).to(tables.device)


def query_row(head: TableHead, a: int) -> Array:
    """(V, window - 1) the whole table of one query, in doubles."""
    return np.asarray(
        head.real_keys() @ turned_queries(head.queries[a], head.angles, head.window).T
    )
