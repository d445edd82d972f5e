"""Accuracy against length predicted from the training length alone.

No long input is run. At length L the window of 17 tokens stands at positions L - 17 … L - 1, and
every layer's placement entries, known in closed form at any offset, say what it would attend to
among the L - 17 irrelevant tokens before it, *if their keys and values are those of a pool*. Three
predictors, each dropping one assumption of the one before:

mean-field   the pool is the target windows of 17-token inputs; the softmax takes the expected
             mass and value of the irrelevant tokens
drawn        the same pool; each irrelevant token is one member, drawn at random: no average
population   the pool's members stand at depths up to L and attend, layer by layer, to members
             drawn from the pool itself: irrelevant tokens, too, have irrelevant tokens before them
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from empirical.experiments.lengths.records import PREDICTORS
from empirical.experiments.lengths.walk import Rotary, Whole, gaps, walk
from empirical.models.data import Sequences
from empirical.models.model import GPTJ
from empirical.protocol.vocabulary import LENGTH, WINDOW

BATCH = 16
OFFSETS = 128
"""Positions at which the mean field is summed; beyond as many strata, one position in each."""
MEMBERS = 128
"""Pool members that the mean field averages over."""
POSITION_TOLERANCE = 0.1
"""A member may replace positions this share away from its own."""


def wanted_lefts(data: Sequences) -> np.ndarray:
    """(n, 8) bool: the letters on each letter-task path, which irrelevant tokens never begin with.

    All false for the number task, whose irrelevant letters are any.
    """
    wanted = np.zeros((len(data), WINDOW), dtype=bool)
    if data.task == "number":
        return wanted
    pairs = WINDOW * WINDOW
    for row, tokens in zip(wanted, data.tokens[:, -LENGTH:].tolist(), strict=True):
        token = tokens[-1]
        while token >= pairs:  # a letter pair: go on where its right half is a left half
            row[token % WINDOW] = True
            token = next(t for t in tokens if t % pairs // WINDOW == token % WINDOW)
    return wanted


@dataclass(frozen=True)
class Pool:
    """Keys and values of irrelevant tokens, before rotation: per layer (members, width).

    ``tokens`` (members,); ``positions`` (members,) ascending; None where a member may stand
    anywhere.
    """

    keys: list[Tensor]
    values: list[Tensor]
    tokens: np.ndarray
    positions: np.ndarray | None

    def allowed(self, data: Sequences) -> np.ndarray:
        """(n, members): which members are irrelevant to which inputs."""
        return ~wanted_lefts(data)[:, self.tokens // WINDOW % WINDOW]


def draw(pool: Pool, allowed: np.ndarray, lead: int, rng: np.random.Generator) -> np.ndarray:
    """(n, lead) members, one for each irrelevant position: allowed, and as near it as there are
    where they have positions.

    Raises:
        ValueError: the pool has no irrelevant member for some input.
    """
    if not allowed.any(axis=1).all():
        raise ValueError("the pool has no irrelevant token for some input: pool more inputs")
    low, high = np.zeros(lead, dtype=int), np.full(lead, len(pool.tokens))
    if pool.positions is not None:
        places = np.arange(lead)
        low = np.searchsorted(pool.positions, places * (1 - POSITION_TOLERANCE), side="left")
        high = np.searchsorted(pool.positions, places * (1 + POSITION_TOLERANCE), side="right")
        few = high - low < WINDOW
        low = np.where(few, np.maximum(0, low - WINDOW), low)
        high = np.where(few, np.minimum(len(pool.positions), high + WINDOW), high)
    rows, columns = np.indices((len(allowed), lead))
    members = rng.integers(low, high, (len(allowed), lead))
    wrong = ~allowed[rows, members]
    while wrong.any():
        at = columns[wrong]
        members[wrong] = rng.integers(low[at], high[at])
        wrong = ~allowed[rows, members]
        low, high = np.maximum(0, low - 1), np.minimum(len(pool.tokens), high + 1)
    return members


class Windows:
    """Attention of windows that stand behind drawn irrelevant tokens.

    ``members`` (n, lead) into ``keys`` and ``values`` of a layer; ``depth`` (n,) tokens before
    each window, at most lead. Keeps the last position's top-two logit gaps.
    """

    def __init__(self, model: GPTJ, members: np.ndarray, depth: np.ndarray, size: int) -> None:
        self.members, self.depth = torch.from_numpy(members), torch.from_numpy(depth)
        self.rotary = Rotary(model, members.shape[1] + size)
        self.gaps: list[Tensor] = []

    def rows(
        self, layer: int, q: Tensor, k: Tensor, v: Tensor, pool: tuple[Tensor, Tensor]
    ) -> Tensor:
        """What attention brings to windows q, k, v (n, size, width)."""
        outputs, batch_gaps = [], []
        for at in range(0, len(q), BATCH):
            part = slice(at, at + BATCH)
            out, row = self._batch(layer, q[part], k[part], v[part], pool, part)
            outputs.append(out)
            batch_gaps.append(gaps(row))
        self.gaps.append(torch.cat(batch_gaps))
        return torch.cat(outputs)

    def _batch(
        self, layer: int, q: Tensor, k: Tensor, v: Tensor, pool: tuple[Tensor, Tensor], part: slice
    ) -> tuple[Tensor, Tensor]:
        depth, size = self.depth[part], q.shape[1]
        lead = int(depth.max())
        members = self.members[part, :lead]
        places = depth[:, None] + torch.arange(size)
        q, k = (self.rotary(layer, x, places) for x in (q, k))
        before = self.rotary(layer, pool[0][members], slice(0, lead))
        logits = torch.cat([q @ before.transpose(1, 2), q @ k.transpose(1, 2)], dim=2)
        logits = logits * self.rotary.scale
        hidden = torch.arange(lead)[None, None] >= depth[:, None, None]
        future = torch.ones(size, size, dtype=torch.bool).triu(1).expand(len(q), -1, -1)
        logits = logits.masked_fill(
            torch.cat([hidden.expand(-1, size, -1), future], dim=2), float("-inf")
        )
        weights = logits.softmax(-1)
        out = weights[..., :lead] @ pool[1][members] + weights[..., lead:] @ v
        return out, logits[:, -1]


def training_pool(model: GPTJ, data: Sequences) -> Pool:
    """The target windows of inputs of the training length, as the model meets them there."""
    whole, keys, values = Whole(model, LENGTH), [], []

    def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        keys.append(k[:, :WINDOW].flatten(0, 1))
        values.append(v[:, :WINDOW].flatten(0, 1))
        return whole(layer, q, k, v)

    walk(model, torch.from_numpy(data.tokens), attend)
    return Pool(keys, values, data.tokens[:, :WINDOW].flatten(), None)


def depths(rng: np.random.Generator, n: int, most: int) -> np.ndarray:
    """(n,) depths 0…most, ascending: a quarter 0, a quarter log-uniform, the rest uniform."""
    spread = np.exp(rng.uniform(0, np.log1p(most), n // 4)) - 1
    rest = rng.uniform(0, most + 1, n - 2 * (n // 4))
    return np.sort(np.concatenate([np.zeros(n // 4), spread, rest]).astype(int).clip(0, most))


def population_pool(model: GPTJ, data: Sequences, lead: int, rng: np.random.Generator) -> Pool:
    """Windows of up to 8 target-window tokens at depths below ``lead``, each behind members drawn
    from the population itself, layer by layer."""
    size = min(WINDOW, lead)
    tokens, depth = data.tokens[:, :size], depths(rng, len(data), lead - size)
    positions = (depth[:, None] + np.arange(size)).flatten()
    order = np.argsort(positions, kind="stable")
    blank = Pool([], [], tokens.flatten()[order], positions[order])
    members = order[draw(blank, blank.allowed(data), int(depth.max()), rng)]
    windows, keys, values = Windows(model, members, depth, size), [], []

    def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        pool = k.flatten(0, 1), v.flatten(0, 1)
        keys.append(pool[0][torch.from_numpy(order)])
        values.append(pool[1][torch.from_numpy(order)])
        return windows.rows(layer, q, k, v, pool)

    walk(model, torch.from_numpy(tokens), attend)
    return Pool(keys, values, blank.tokens, blank.positions)


class MeanField:
    """Attention of windows whose softmax takes the irrelevant tokens' expected mass and value."""

    def __init__(
        self, model: GPTJ, pool: Pool, data: Sequences, lead: int, rng: np.random.Generator
    ) -> None:
        chosen = rng.permutation(len(pool.tokens))[:MEMBERS]
        self.keys, self.values = ([x[chosen] for x in y] for y in (pool.keys, pool.values))
        share = torch.from_numpy(pool.allowed(data)[:, chosen]).float()
        self.share = share / share.sum(1, keepdim=True)
        edges = np.linspace(0, lead, min(lead, OFFSETS) + 1).astype(int)
        self.places = torch.from_numpy(rng.integers(edges[:-1], edges[1:]))
        self.counts = torch.from_numpy(np.diff(edges)).float()
        self.lead, self.rotary = lead, Rotary(model, lead + LENGTH)

    def __call__(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        here = slice(self.lead, self.lead + q.shape[1])
        q, k = self.rotary(layer, q, here), self.rotary(layer, k, here)
        inside = q @ k.transpose(1, 2) * self.rotary.scale
        future = torch.ones(inside.shape[1:], dtype=torch.bool).triu(1)
        inside = inside.masked_fill(future, float("-inf"))
        top = inside.amax(-1, keepdim=True)
        mass = torch.zeros(*q.shape[:2], len(self.keys[layer]))
        for place, count in zip(self.places, self.counts, strict=True):
            keys = self.rotary(layer, self.keys[layer], place.expand(len(self.keys[layer])))
            mass += count * (q @ keys.T * self.rotary.scale - top).clamp(max=60).exp()
        mass = mass * self.share[:, None]
        inside = (inside - top).exp()
        total = inside.sum(-1, keepdim=True) + mass.sum(-1, keepdim=True)
        return (inside @ v + mass @ self.values[layer]) / total


def predict(
    model: GPTJ, how: str, length: int, data: Sequences, pooled: Sequences, seed: int
) -> tuple[np.ndarray, list[Tensor] | None]:
    """(n,) bool: which of the 17-token inputs ``data`` would be answered behind length - 17
    irrelevant tokens; and the last position's top-two gaps by layer (None from the mean field).

    ``pooled``: other inputs of the training length, from which irrelevant tokens are made.

    Raises:
        ValueError: no such predictor.
    """
    if how not in PREDICTORS:
        raise ValueError(f"predictor {how!r}: choose one of {', '.join(PREDICTORS)}")
    rng, lead = np.random.default_rng([seed, length]), length - LENGTH
    tokens = torch.from_numpy(data.tokens)
    if lead == 0:
        whole = Whole(model, LENGTH)
        return walk(model, tokens, whole).argmax(-1).numpy() == data.answers, whole.gaps
    if how == "population":
        pool = population_pool(model, pooled, lead, rng)
    else:
        pool = training_pool(model, pooled)
    if how == "mean-field":
        field = MeanField(model, pool, data, lead, rng)
        return walk(model, tokens, field).argmax(-1).numpy() == data.answers, None
    members = draw(pool, pool.allowed(data), lead, rng)
    windows = Windows(model, members, np.full(len(data), lead), LENGTH)

    def attend(layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        return windows.rows(layer, q, k, v, (pool.keys[layer], pool.values[layer]))

    return walk(model, tokens, attend).argmax(-1).numpy() == data.answers, windows.gaps
