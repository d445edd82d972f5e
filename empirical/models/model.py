"""GPT-J as a plain module: rotary attention and MLP side by side (paper B: 12 layers, 1 head).

Parameter names are those of ``transformers.GPTJForCausalLM``, so a state dict moves between the
two without a mapping. What it adds is ``last_only``: training and scoring read the last position
alone, so the last layer is run for one query.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from empirical.protocol import settings
from empirical.protocol.vocabulary import LENGTH
from theory.ledger.plural import counted

Table = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Shape:
    """Sizes and positions of a model; the defaults are the paper's.

    ``gelu``: exact, or its tanh form. ``nope_from``: the first of the layers that do not rotate
    (NoPE), counted from 0; None where all rotate. ``log_scaled``: logits of a query that sees k
    keys are multiplied by log(k + 1) / log(18), so by 1 at the end of a training sequence.
    """

    vocabulary: int
    layers: int = 12
    heads: int = 1
    width: int = 128
    dropout: float = 0.1
    embedding_dropout: float = 0.1
    gelu: str = "tanh"
    base: float = settings.BASE
    positions: int = 8192
    nope_from: int | None = None
    log_scaled: bool = False

    def __post_init__(self) -> None:
        if self.width % (2 * self.heads):
            step = 2 * self.heads
            below = self.width // step * step
            widths = {max(step, n) for n in (below, below + step)}
            raise ValueError(
                f"width {self.width} does not split into {counted(self.heads, 'head')} of even"
                f" size: give {' or '.join(map(str, sorted(widths)))}"
            )
        if self.gelu not in ("exact", "tanh"):
            raise ValueError(f"GELU {self.gelu!r}: give exact or tanh")
        if not self.base > 1:
            raise ValueError(f"RoPE base {self.base}: give a number above 1")
        if self.nope_from is not None and not 0 <= self.nope_from < self.layers:
            raise ValueError(f"NoPE from layer {self.nope_from}: give one of 0…{self.layers - 1}")

    def rotates(self, layer: int) -> bool:
        """Whether a layer's attention knows positions."""
        return self.nope_from is None or layer < self.nope_from


def rotary_table(shape: Shape, length: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """cos and sin of position × angle, each (length, head_dim / 2), in float32."""
    size = shape.width // shape.heads
    angles = shape.base ** (-torch.arange(0, size, 2, device=device).float() / size)
    phase = torch.outer(torch.arange(length, device=device).float(), angles)
    return phase.cos(), phase.sin()


@lru_cache(maxsize=4)
def tables_of(shape: Shape, length: int, device: torch.device) -> tuple[Table, Table]:
    """The rotary table of a length, and that of layers that do not rotate; kept from one pass to
    the next of the same length."""
    with torch.inference_mode(False), torch.no_grad():
        table = rotary_table(shape, length, device)
        return table, (torch.ones_like(table[0]), torch.zeros_like(table[1]))


@lru_cache(maxsize=4)
def future(queries: int, length: int, device: torch.device) -> Tensor:
    """(queries, length) bool: the keys behind each of the last queries; kept like the tables."""
    with torch.inference_mode(False):
        every = torch.ones(queries, length, dtype=torch.bool, device=device)
        return every.triu(length - queries + 1)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotate neighbouring pairs of (batch, head, position, head_dim) by the table's angles.

    A pair is a complex number, a rotation the product with cos + i sin: one pass over x.
    """
    turned = torch.view_as_complex(x.unflatten(-1, (-1, 2))) * torch.complex(cos, sin)
    return torch.view_as_real(turned).flatten(-2)


def log_scale(first: int, end: int, device: torch.device) -> Tensor:
    """(end - first, 1) log(k + 1) / log(LENGTH + 1) for queries at positions first … end - 1, of
    which the one at position k - 1 sees k keys."""
    keys = torch.arange(first + 1, end + 1, device=device).float()
    return (keys[:, None] + 1).log() / math.log(LENGTH + 1)


class Attention(nn.Module):
    """Causal rotary attention; q and k are rotated in float32, as GPT-J has it. Under autocast
    their product is in autocast's number format all the same: the registered trainings are so."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.dropout = shape.heads, shape.dropout
        self.log_scaled = shape.log_scaled
        self.k_proj = nn.Linear(shape.width, shape.width, bias=False)
        self.v_proj = nn.Linear(shape.width, shape.width, bias=False)
        self.q_proj = nn.Linear(shape.width, shape.width, bias=False)
        self.out_proj = nn.Linear(shape.width, shape.width, bias=False)

    def split(self, x: Tensor) -> Tensor:
        heads: Tensor = x.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        return heads

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, queries: int) -> Tensor:
        """Attend from the last ``queries`` positions of x (batch, n, width) to all before them."""
        n = x.shape[1]
        q = self.split(self.q_proj(x[:, n - queries :])).float()
        k = self.split(self.k_proj(x)).float()
        v = self.split(self.v_proj(x))
        q, k = rotate(q, cos[n - queries : n], sin[n - queries : n]), rotate(k, cos[:n], sin[:n])
        if self.log_scaled:
            q = q * log_scale(n - queries, n, q.device)
        logits = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        if queries > 1:
            logits = logits.masked_fill(future(queries, n, x.device), float("-inf"))
        weights = F.dropout(logits.softmax(-1).to(v.dtype), self.dropout, self.training)
        out: Tensor = self.out_proj((weights @ v).transpose(1, 2).flatten(-2))
        return out


class MLP(nn.Module):
    """Two layers, four times as wide in between, GELU in the shape's form."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.approximate = "tanh" if shape.gelu == "tanh" else "none"
        self.fc_in = nn.Linear(shape.width, 4 * shape.width)
        self.fc_out = nn.Linear(4 * shape.width, shape.width)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.fc_out(F.gelu(self.fc_in(x), approximate=self.approximate))
        return out


class Block(nn.Module):
    """x + attention(norm x) + MLP(norm x)."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.dropout = shape.dropout
        self.ln_1 = nn.LayerNorm(shape.width)
        self.attn = Attention(shape)
        self.mlp = MLP(shape)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, queries: int) -> Tensor:
        normed = self.ln_1(x)
        attended = F.dropout(self.attn(normed, cos, sin, queries), self.dropout, self.training)
        kept = normed[:, normed.shape[1] - queries :]
        out = F.dropout(self.mlp(kept), self.dropout, self.training)
        return x[:, x.shape[1] - queries :] + attended + out


class GPTJ(nn.Module):
    """The language model: ``forward`` gives logits (batch, vocabulary) at the last position."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.transformer = nn.ModuleDict(
            {
                "wte": nn.Embedding(shape.vocabulary, shape.width),
                "h": nn.ModuleList(Block(shape) for _ in range(shape.layers)),
                "ln_f": nn.LayerNorm(shape.width),
            }
        )
        self.lm_head = nn.Linear(shape.width, shape.vocabulary)
        self.apply(_initialise)

    @property
    def blocks(self) -> list[Block]:
        """The layers, in order."""
        return list(cast(Iterable[Block], self.transformer["h"]))

    def forward(self, tokens: Tensor, last_only: bool = True) -> Tensor:
        """Logits for tokens (batch, n): (batch, vocabulary), or (batch, n, vocabulary).

        Raises:
            ValueError: the sequence is longer than the model's positions.
        """
        n = tokens.shape[1]
        if n > self.shape.positions:
            raise ValueError(f"{n} tokens, but the model has {self.shape.positions} positions")
        table, still = tables_of(self.shape, n, tokens.device)
        tables = [table if self.shape.rotates(i) else still for i in range(self.shape.layers)]
        x = self.transformer["wte"](tokens)
        x = F.dropout(x, self.shape.embedding_dropout, self.training)
        *blocks, last = self.blocks
        for block, (cos, sin) in zip(blocks, tables, strict=False):
            x = block(x, cos, sin, n)
        x = self.transformer["ln_f"](last(x, *tables[-1], 1 if last_only else n))
        logits: Tensor = self.lm_head(x[:, -1] if last_only else x)
        return logits


def _initialise(module: nn.Module) -> None:
    """GPT-J's own start: normal weights of deviation 0.02, zero biases."""
    if isinstance(module, nn.Linear | nn.Embedding):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)
