"""The controlled models layer by layer, with attention in the caller's hands.

One head a layer. ``walk`` hands each layer's queries, keys and values (batch, n, width),
before rotation, to ``attend``, which returns what attention brings to each position, (batch, n,
width), before the output projection.
"""

import math
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from empirical.instrument.swaps import Scores, swap_scores
from empirical.models.model import GPTJ, rotary_table, rotate

Attend = Callable[[int, Tensor, Tensor, Tensor], Tensor]


@torch.inference_mode()
def walk(model: GPTJ, tokens: Tensor, attend: Attend) -> Tensor:
    """Logits (batch, vocabulary) at the last position of tokens (batch, n).

    Raises:
        ValueError: the model has several heads a layer, or scales its logits.
    """
    if model.shape.heads != 1:
        raise ValueError(f"{model.shape.heads} heads a layer: only one is walked through")
    if model.shape.log_scaled:
        raise ValueError("a model with log-scaled logits is not walked through: run it whole")
    x = model.transformer["wte"](tokens)
    blocks: Any = model.transformer["h"]
    for layer, block in enumerate(blocks):
        normed = block.ln_1(x)
        attention = block.attn
        q, k, v = (p(normed) for p in (attention.q_proj, attention.k_proj, attention.v_proj))
        x = x + attention.out_proj(attend(layer, q, k, v)) + block.mlp(normed)
    logits: Tensor = model.lm_head(model.transformer["ln_f"](x[:, -1]))
    return logits


class Rotary:
    """Rotation to absolute positions, by layer: the identity where a layer does not rotate."""

    def __init__(self, model: GPTJ, length: int) -> None:
        self.shape = model.shape
        self.scale = 1 / math.sqrt(model.shape.width)
        self.table = rotary_table(model.shape, length, model.lm_head.weight.device)

    def __call__(self, layer: int, x: Tensor, positions: Tensor | slice) -> Tensor:
        """x (…, n, width) as it stands at positions (n,) or (…, n)."""
        if not self.shape.rotates(layer):
            return x
        cos, sin = (part[positions] for part in self.table)
        return rotate(x, cos, sin)


def gaps(logits: Tensor) -> Tensor:
    """Largest minus second-largest logit of rows (…, n): paper B's discrepancy of an input; ∞ for
    a single key."""
    if logits.shape[-1] < 2:
        return logits.new_full(logits.shape[:-1], math.inf)
    top = logits.topk(2, dim=-1).values
    return top[..., 0] - top[..., 1]


class Whole:
    """Causal attention over the whole input, as the model does it; keeps each layer's top-two
    logit gap at the last position in ``gaps``, one (batch,) a layer."""

    def __init__(self, model: GPTJ, length: int) -> None:
        self.rotary = Rotary(model, length)
        self.gaps: list[Tensor] = []

    def __call__(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        every = slice(0, q.shape[1])
        q, k = self.rotary(layer, q, every), self.rotary(layer, k, every)
        row = (q[:, -1:] @ k.transpose(1, 2)).squeeze(1) * self.rotary.scale
        self.gaps.append(gaps(row))
        out = F.scaled_dot_product_attention(q[:, None], k[:, None], v[:, None], is_causal=True)
        return out.squeeze(1)


class Scored(Whole):
    """``Whole``, and each layer's swap scores at the last position from its placement matrix."""

    def __init__(self, model: GPTJ, length: int) -> None:
        super().__init__(model, length)
        self.scores: list[Scores] = []

    def __call__(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        n = q.shape[1] - 1
        query = self.rotary(layer, q, slice(0, n + 1))[:, -1:].expand(-1, n, -1)
        back = query.clone()  # u_p = R_pᵀ q: turned back by each position p
        if self.rotary.shape.rotates(layer):
            cos, sin = (part[:n] for part in self.rotary.table)
            back = rotate(back, cos, -sin)
        entries = (k[:, :n] @ back.transpose(1, 2)).double() * self.rotary.scale
        own = (q[:, -1] * k[:, -1]).sum(-1).double() * self.rotary.scale
        self.scores.append(swap_scores(entries, own))
        return super().__call__(layer, q, k, v)
