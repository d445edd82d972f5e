"""A stack as a torch module: token ids in, the residual stream after the last layer out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from constructions.heads.head import coordinates
from constructions.heads.module import DTYPES, mixed, products, turned

if TYPE_CHECKING:
    from constructions.heads.directions import Residual
    from constructions.stacks.stream import Stack, StreamLayer


class StackModule(nn.Module):
    """The stack as a transformer: one residual stream, decoded after the last layer alone."""

    embed: Tensor

    def __init__(self, stack: Stack, number_format: str = "float64", device: str = "cpu") -> None:
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

    def __init__(self, whole: StackModule, layer: StreamLayer, place: Mapping[str, int]) -> None:
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
        q = turned(x @ self.query, self.angles)
        k = turned(x @ self.key, self.angles)
        logits = products(q, k).masked_fill(places[:, None] < places, float("-inf"))
        return mixed((self.beta * logits).softmax(-1), x[..., self.sources]) @ self.out
