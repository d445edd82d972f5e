"""How large a head's logits can be, plane by plane, at the keys of an input.

A query and a key that meet on plane p with coordinates q_p, k_p have the logit
a_p cos(θ_p t + φ_p), a_p = scale · s² |q_p| |k_p|, s being the attention factor of the tables.
Σ a_p is what ``constructions.capacity`` calls a budget.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from constructions.capacity.sums import exponents, worst_sum
from empirical.instrument.heads import LayerHeads, visit_heads

if TYPE_CHECKING:
    from transformers import PreTrainedModel

FURTHEST = 1 << 16
"""Windows beyond this are not asked for."""


@dataclass(frozen=True)
class TrainedHead:
    """One head over some inputs.

    ``planes`` (F,): a_p of the query and key with the largest Σ a_p, in the model's order of
    planes; ``has``: that sum. ``length``: the largest scale · s²‖q‖‖k‖, what does not turn
    included. ``used``: Σ a_p at the most attended key, mean over inputs; ``weight``:
    that key's weight, mean over inputs."""

    layer: int
    head: int
    planes: tuple[float, ...]
    has: float
    length: float
    used: float
    weight: float


def amplitudes(layer: LayerHeads) -> Tensor:
    """a_p of the query and each key, (B, H, T, F) float64; 0 where the query does not see the key.

    F is 0 for a layer that does not rotate.
    """
    planes = layer.per_frequency()
    query = layer.query[..., planes].double().norm(dim=-1)
    keys = layer.keys[..., planes].double().norm(dim=-1).repeat_interleave(layer.group, dim=1)
    products: Tensor = query.unsqueeze(2) * keys * abs(layer.scale) * _factor(layer)
    return products * layer.visible[:, None, :, None]


def norm_products(layer: LayerHeads) -> Tensor:
    """scale · s² ‖q‖ ‖k‖, (B, H, T) float64; 0 where the query does not see the key."""
    query = layer.query.double().norm(dim=-1)
    keys = layer.keys.double().norm(dim=-1).repeat_interleave(layer.group, dim=1)
    products: Tensor = query.unsqueeze(2) * keys * abs(layer.scale) * _factor(layer)
    return products * layer.visible[:, None]


def _factor(layer: LayerHeads) -> float:
    """s, which the recorded query holds once and a placed key once more; 1 where nothing turns."""
    if layer.rotation is None:
        return 1.0
    cos, sin = layer.rotation.cos.double(), layer.rotation.sin.double()
    return float((cos.square() + sin.square()).amax().sqrt())


def plane_turns(layer: LayerHeads) -> Tensor:
    """By how much a position turns each plane, (F,) float64 in [0, π]; F is 0 without rotation.

    Read off the basis vectors as the model itself turns them by its tables' row of position 1.
    """
    planes = layer.per_frequency()
    if layer.rotation is None:
        return torch.empty(0, dtype=torch.float64)
    dim, own = layer.keys.shape[-1], layer.rotation
    basis = torch.eye(dim, device=own.cos.device)[None, None]
    cos, sin = (rows[:1, 1:2].float().expand(1, dim, -1) for rows in (own.cos, own.sin))
    turned = own.turn(basis, cos, sin)[0, 0].double().cpu()
    first, second = planes.unbind(-1)
    return torch.atan2(turned[first, second].abs(), turned[first, first])


def heads_of(layer: LayerHeads) -> list[dict[str, Any]]:
    """Each head's measurements over a batch, as ``TrainedHead`` has them."""
    a, whole = amplitudes(layer), norm_products(layer)
    sums = a.sum(-1)
    heads = []
    for h in range(a.shape[1]):
        sample, key = divmod(int(sums[:, h].argmax()), sums.shape[2])
        weight, most = layer.weights[:, h].double().max(dim=-1)
        met = sums[:, h].gather(1, most[:, None])[:, 0]
        heads.append(
            {
                "planes": tuple(a[sample, h, key].tolist()),
                "has": float(sums[sample, h, key]),
                "length": float(whole[:, h].max()),
                "used": float(met.mean()),
                "weight": float(weight.mean()),
            }
        )
    return heads


def measured_means(model: PreTrainedModel, batches: Sequence[Tensor]) -> list[TrainedHead]:
    """Every head at the last position of inputs in batches (B, T) of one length."""
    passes = [visit_heads(model, tokens, heads_of) for tokens in batches]
    sizes = torch.tensor([len(tokens) for tokens in batches], dtype=torch.float64)
    heads = []
    for layer, batch_heads in enumerate(zip(*passes, strict=True)):
        for h, parts in enumerate(zip(*batch_heads, strict=True)):
            best = max(parts, key=lambda part: float(part["has"]))
            mean = {
                name: float(torch.tensor([part[name] for part in parts]).double() @ sizes)
                / float(sizes.sum())
                for name in ("used", "weight")
            }
            length = max(part["length"] for part in parts)
            heads.append(TrainedHead(layer, h, best["planes"], best["has"], length, **mean))
    return heads


def reach(theta: Sequence[float], planes: Sequence[float]) -> int:
    """The longest window that logits Σ a_p cos(θ_p t) with these amplitudes serve: everywhere in it
    the target has at least half of the weight. 1 if none does, FURTHEST if none fails."""
    exponent = exponents(np.array(theta), np.array(planes), FURTHEST)

    def fails(n: int) -> bool:
        return not worst_sum(exponent[: n - 1], 1.0) <= 1

    return max(1, bisect_left(range(1, FURTHEST + 1), True, key=fails))
