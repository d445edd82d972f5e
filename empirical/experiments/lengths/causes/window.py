"""The target window's attention at a long input, changed in one way.

Irrelevant tokens never see the window, so their keys and values are computed once (``Lead``); a
change is then a pass of the window's 17 tokens alone. What the irrelevant tokens make of each
other stays as the model has it.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from empirical.experiments.lengths.walk import Rotary, Whole, walk
from empirical.models.model import GPTJ
from empirical.protocol.vocabulary import LENGTH

FARTHEST = LENGTH - 1
"""The largest distance between a query and a key in training."""
HIDDEN = float("-inf")


@dataclass(frozen=True)
class WindowChange:
    """One change to how the window's queries read: ``name`` as the record has it.

    ``alone``: the layers in which they see the window only; ``beta``: the factor of all logits;
    ``clamped``: whether a key farther than any in training is at training's largest distance;
    ``values``: whether those of irrelevant tokens stay ("own"), or are zero, or the layer's mean
    over windows that nothing precedes.
    """

    name: str
    alone: frozenset[int] = frozenset()
    beta: float = 1.0
    clamped: bool = False
    values: str = "own"


NONE, ALL = "nothing", "window alone, every layer"
BETAS = (1.25, 1.5, 2.0, 4.0)


def layer_changes(layers: int) -> tuple[WindowChange, ...]:
    """Every change of a model with so many layers, the empty one first."""
    every = frozenset(range(layers))
    return (
        WindowChange(NONE),
        WindowChange(ALL, alone=every),
        *(WindowChange(f"window alone, layer {i}", alone=frozenset({i})) for i in range(layers)),
        *(WindowChange(f"logits times {beta:g}", beta=beta) for beta in BETAS),
        WindowChange("distances as in training", clamped=True),
        WindowChange("values zero", values="zero"),
        WindowChange("values their mean", values="mean"),
    )


class Lead:
    """Keys, before rotation, and values (batch, lead, width) of tokens that nothing precedes, by
    layer."""

    def __init__(self, model: GPTJ, tokens: Tensor) -> None:
        self.whole = Whole(model, tokens.shape[1])
        self.keys: list[Tensor] = []
        self.values: list[Tensor] = []
        walk(model, tokens, self._keep)

    def _keep(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        self.keys.append(k)
        self.values.append(v)
        return self.whole(layer, q, k, v)


def mean_values(model: GPTJ, tokens: Tensor) -> list[Tensor]:
    """Each layer's mean value (width,) over the tokens of windows (batch, 17)."""
    return [values.mean((0, 1)) for values in Lead(model, tokens).values]


class Window:
    """Attention of windows (batch, 17) behind ``lead``, changed as ``change`` says."""

    def __init__(self, model: GPTJ, lead: Lead, means: list[Tensor], change: WindowChange) -> None:
        self.lead, self.means, self.change = lead, means, change
        self.before = lead.keys[0].shape[1]
        self.rotary = Rotary(model, self.before + LENGTH)
        here = torch.arange(LENGTH)
        self.future = here[:, None] < here
        self.far = self.before + here[:, None] - torch.arange(self.before) > FARTHEST

    def __call__(self, layer: int, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        at = slice(self.before, self.before + LENGTH)
        turned, own = self.rotary(layer, q, at), self.rotary(layer, k, at)
        own = (turned @ own.transpose(1, 2)).masked_fill(self.future, HIDDEN)
        logits = torch.cat([self._past(layer, q, turned), own], dim=-1)
        weights = F.softmax(logits * (self.change.beta * self.rotary.scale), dim=-1)
        return weights @ torch.cat([self._values(layer), v], dim=1)

    def _past(self, layer: int, q: Tensor, turned: Tensor) -> Tensor:
        """(batch, 17, lead) logits of irrelevant keys, before the division by √width."""
        keys = self.lead.keys[layer]
        logits = turned @ self.rotary(layer, keys, slice(0, self.before)).transpose(1, 2)
        if self.change.clamped:
            there = self.rotary(layer, q, slice(FARTHEST, FARTHEST + 1))
            logits = torch.where(self.far, there @ keys.transpose(1, 2), logits)
        if layer in self.change.alone:
            logits = torch.full_like(logits, HIDDEN)
        return logits

    def _values(self, layer: int) -> Tensor:
        values = self.lead.values[layer]
        if self.change.values == "zero":
            return torch.zeros_like(values)
        return self.means[layer].expand_as(values) if self.change.values == "mean" else values
