"""Constructed heads as torch modules: token sequences in, decoded tokens out.

The weights are the ones of ``reduced``: every number a value of the format, so that what runs here
is what a certificate speaks of. The table of cos and sin is correctly rounded and sums are the
accumulator's, as ``run_error`` has it: a product of a position and an angle, rounded, would turn by
something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from constructions.heads.formats import nearest_ball

if TYPE_CHECKING:
    from constructions.heads.head import ConstructedHead

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

    def __init__(
        self, head: ConstructedHead, number_format: str = "float64", device: str = "cpu"
    ) -> None:
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
        q = turned(self.queries[ids], self.angles)
        k = turned(self.keys[ids], self.angles)
        past = places[:, None] >= places
        return self.skip[ids] + mixed(self._weights(products(q, k), past), self.values[ids])

    def _weights(self, logits: Tensor, past: Tensor) -> Tensor:
        masked = logits.masked_fill(~past, float("-inf"))
        if not self.hard:
            return (self.beta * masked).softmax(-1)
        top = masked.amax(-1, keepdim=True)
        slack = TIE * torch.finfo(self.keys.dtype).eps * self.keys.abs().max()
        chosen = (masked >= top - slack).to(logits.dtype)
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
def turn_table(angles: tuple[float, ...], count: int) -> tuple[Tensor, Tensor]:
    """cos and sin (count, planes) of position · angle, each the float64 nearest to it."""
    from flint import arb, ctx

    with ctx.workprec(256):
        phases = [[arb(angle) * t for angle in angles] for t in range(count)]
        cos, sin = (
            [[nearest_ball(f(phase), "float64") for phase in row] for row in phases]
            for f in (arb.cos, arb.sin)
        )
    return torch.tensor(cos, dtype=torch.float64), torch.tensor(sin, dtype=torch.float64)


def turned(x: Tensor, angles: Tensor) -> Tensor:
    """Pairs (2k, 2k+1) of x (batch, n, r) turned by position · angle: R_j k·R_i q = k·R_(i-j) q."""
    cos, sin = (table.to(x) for table in turn_table(tuple(angles.tolist()), x.shape[-2]))
    even, odd = x[..., 0::2], x[..., 1::2]
    pairs = torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1)
    return pairs.flatten(-2)


def products(q: Tensor, k: Tensor) -> Tensor:
    """Dot products (batch, n, n) in the accumulator: bf16's are not rounded to bf16."""
    wide = torch.promote_types(q.dtype, torch.float32)
    return q.to(wide) @ k.to(wide).transpose(-1, -2)


def mixed(weights: Tensor, values: Tensor) -> Tensor:
    """Values (batch, n, ·) mixed in the accumulator; weights and result are of their format."""
    rounded = weights.to(values.dtype).to(weights.dtype)
    return (rounded @ values.to(weights.dtype)).to(values.dtype)
