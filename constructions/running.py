"""Constructed heads and stacks as torch modules: token sequences in, decoded tokens out.

The weights are the ones of ``reduced``: every number a value of the format, so that what runs here
is what a certificate speaks of. The table of cos and sin is correctly rounded and sums are the
accumulator's, as ``run_error`` has it: a product of a position and an angle, rounded, would turn by
something else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from constructions.formats import nearest_ball
from constructions.heads import coordinates

if TYPE_CHECKING:
    from constructions.directions import Residual
    from constructions.heads import ConstructedHead
    from constructions.streams import Layer, Stack

DTYPES = {"float64": torch.float64, "float32": torch.float32, "bf16": torch.bfloat16}
TIE = 64
"""Logits within so many roundings of the largest are ties under hard attention."""


class HeadModule(nn.Module):
    """One attention layer, one head; ``forward`` gives scores (batch, n, outputs)."""

    queries: Tensor
    keys: Tensor
    values: Tensor
    skip: Tensor
    angles: Tensor

    def __init__(self, head: ConstructedHead, number_format: str, device: str) -> None:
        super().__init__()
        self.head, self.hard = head, head.beta is None
        table = head.reduced(number_format, 1 if self.hard else None)
        dtype = DTYPES[number_format]
        for name in ("queries", "keys", "values", "skip"):
            array = torch.from_numpy(getattr(table, name)).to(device=device, dtype=dtype)
            self.register_buffer(name, array)
        self.register_buffer("angles", torch.from_numpy(table.angles).to(device))
        self.beta = table.beta

    def forward(self, ids: Tensor) -> Tensor:
        """Scores (batch, n, outputs) for token ids (batch, n)."""
        places = torch.arange(ids.shape[1], device=ids.device)
        q = _turned(self.queries[ids], self.angles)
        k = _turned(self.keys[ids], self.angles)
        past = places[:, None] >= places
        return self.skip[ids] + _mixed(self._weights(_products(q, k), past), self.values[ids])

    def _weights(self, logits: Tensor, past: Tensor) -> Tensor:
        seen = logits.masked_fill(~past, float("-inf"))
        if not self.hard:
            return (self.beta * seen).softmax(-1)
        top = seen.amax(-1, keepdim=True)
        near = TIE * torch.finfo(self.keys.dtype).eps * self.keys.abs().max()
        chosen = (seen >= top - near).to(logits.dtype)
        return chosen / chosen.sum(-1, keepdim=True)

    def ids(self, batch: Sequence[Sequence[Any]]) -> Tensor:
        """Token ids (batch, n) of inputs of one length, each checked.

        Raises:
            ValueError: an input breaks one of the task's rules, or lengths differ.
        """
        if len({len(tokens) for tokens in batch}) != 1:
            raise ValueError("batch: inputs of one length are needed")
        place = {token: i for i, token in enumerate(self.head.task.tokens)}
        rows = [self.head.task.checked(tokens, self.head.n0) for tokens in batch]
        device = self.queries.device
        return torch.tensor([[place[token] for token in row] for row in rows], device=device)

    @torch.no_grad()
    def decode(self, batch: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
        """The answer at every position of every input: the output of largest score."""
        names = self.head.outputs
        best = self(self.ids(batch)).argmax(-1).tolist()
        return [tuple(names[i] for i in row) for row in best]


@lru_cache(maxsize=64)
def turns(angles: tuple[float, ...], count: int) -> tuple[Tensor, Tensor]:
    """cos and sin (count, planes) of place · angle, each the float64 nearest to it."""
    from flint import arb, ctx

    with ctx.workprec(256):
        phases = [[arb(angle) * t for angle in angles] for t in range(count)]
        cos, sin = (
            [[nearest_ball(f(phase), "float64") for phase in row] for row in phases]
            for f in (arb.cos, arb.sin)
        )
    return torch.tensor(cos, dtype=torch.float64), torch.tensor(sin, dtype=torch.float64)


def _turned(x: Tensor, angles: Tensor) -> Tensor:
    """Planes (2k, 2k+1) of x (batch, n, r) turned by place · angle: R_j k·R_i q = k·R_(i-j) q."""
    cos, sin = (table.to(x) for table in turns(tuple(angles.tolist()), x.shape[-2]))
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1)
    return turned.flatten(-2)


def _products(q: Tensor, k: Tensor) -> Tensor:
    """Dot products (batch, n, n) in the accumulator: bf16's are not rounded to bf16."""
    wide = torch.promote_types(q.dtype, torch.float32)
    return q.to(wide) @ k.to(wide).transpose(-1, -2)


def _mixed(weights: Tensor, values: Tensor) -> Tensor:
    """Values (batch, n, ·) mixed in the accumulator; weights and result are of their format."""
    rounded = weights.to(values.dtype).to(weights.dtype)
    return (rounded @ values.to(weights.dtype)).to(values.dtype)


class StackModule(nn.Module):
    """The stack as a transformer: one residual stream, decoded after the last layer alone."""

    embed: Tensor

    def __init__(self, stack: Stack, number_format: str, device: str) -> None:
        super().__init__()
        if number_format not in DTYPES:
            raise ValueError(f"number_format: {number_format!r}; give one of {list(DTYPES)}")
        self.stack, self.dtype, self.device = stack, DTYPES[number_format], device
        place = {direction: i for i, direction in enumerate(stack.directions)}
        self.register_buffer("embed", self._matrix(stack.embed.values(), place))
        self.layers = nn.ModuleList(_StackLayer(self, layer, place) for layer in stack.layers)
        for t, read in enumerate(stack.reads):
            self.register_buffer(f"read_{t}", self._matrix(read.values(), place).T)

    def _matrix(self, vectors: Iterable[Residual], place: Mapping[str, int]) -> Tensor:
        """Named vectors as rows, (count, width)."""
        rows = [*vectors]
        matrix = torch.zeros(len(rows), len(place), dtype=torch.float64)
        for i, vector in enumerate(rows):
            for direction, c in vector.items():
                matrix[i, place[direction]] = float(c)
        return matrix.to(device=self.device, dtype=self.dtype)

    @torch.no_grad()
    def forward(self, ids: Tensor) -> Tensor:
        """The stream (batch, n, width) after the last layer, for token ids (batch, n)."""
        x = self.embed[ids]
        for layer in self.layers:
            x = x + layer(x)
        return x

    def decoded(self, stream: Tensor, register: int) -> Tensor:
        """Token ids (batch, n) that a register of the final stream holds."""
        scores: Tensor = stream @ getattr(self, f"read_{register}")
        return scores.argmax(-1)


class _StackLayer(nn.Module):
    """W_Q, W_K, W_V, W_O of one head; ``forward`` gives what it adds to the stream."""

    query: Tensor
    key: Tensor
    sources: Tensor
    out: Tensor
    angles: Tensor

    def __init__(self, whole: StackModule, layer: Layer, place: Mapping[str, int]) -> None:
        super().__init__()
        planes = tuple(layer.planes)
        for name, to in (("query", layer.query), ("key", layer.key)):
            matrix = torch.zeros(len(place), 2 * len(planes), dtype=torch.float64)
            for direction, arrows in to.items():
                matrix[place[direction]] = torch.tensor(coordinates(arrows, planes))
            self.register_buffer(name, matrix.to(device=whole.device, dtype=whole.dtype))
        sources = torch.tensor([place[direction] for direction in layer.value])
        self.register_buffer("sources", sources.to(whole.device))
        self.register_buffer("out", whole._matrix(layer.value.values(), place))
        angles = [2 * math.pi * float(layer.planes[plane]) for plane in planes]
        self.register_buffer("angles", torch.tensor(angles, dtype=torch.float64).to(whole.device))
        self.beta = float(layer.beta)

    def forward(self, x: Tensor) -> Tensor:
        places = torch.arange(x.shape[1], device=x.device)
        q = _turned(x @ self.query, self.angles)
        k = _turned(x @ self.key, self.angles)
        seen = _products(q, k).masked_fill(places[:, None] < places, float("-inf"))
        return _mixed((self.beta * seen).softmax(-1), x[..., self.sources]) @ self.out
