"""Positional and symbolic scores of every head in a reading, tokens or blocks swapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from torch import Tensor

from empirical.heads import LayerHeads, Reading
from empirical.swaps import Cosine, Scores, swap_scores

BUDGET = 1 << 22  # placement logits held at a time


@dataclass(frozen=True)
class Plan:
    """Which blocks are swapped where `visible` (B, T) is what the queries see.

    starts (m,)    first positions of the blocks of `length` tokens that some query sees whole
    valid  (B, m)  which of them each sample's query sees whole; None where it is all
    idle   (B, T)  the other keys that it sees, its own not counted; None where there are none
    keys   (B,)    how many keys it sees, its own included
    """

    visible: Tensor
    starts: Tensor
    length: int
    valid: Tensor | None
    idle: Tensor | None
    keys: Tensor


@torch.no_grad()
def score_reading(
    reading: Reading,
    block: int = 1,
    *,
    start: int = 0,
    count: int | None = None,
    tau: float = 1e-4,
    cosine: Cosine = "scale-free",
    centred: bool = False,
    signed: bool = False,
    per_frequency: bool = False,
) -> Scores:
    """Scores of every layer, head and sample: (layers, heads, samples), float64.

    Blocks of `block` tokens from position `start` on, `count` of them (default: as many as end
    before the first query). A block takes part where the query sees all its tokens; tokens in no
    such block stay in the softmax, unswapped. `per_frequency` scores every RoPE plane as a head
    of two coordinates and adds a last axis (…, F), fastest first; NaN in layers without rotation.
    Raises ValueError as `swap_scores`, and if the blocks do not fit before the query.
    """
    starts = _starts(reading.layers[0], block, start, count)
    options = {"tau": tau, "cosine": cosine, "centred": centred, "signed": signed}
    planes = [layer.per_frequency() if per_frequency else None for layer in reading.layers]
    frequencies = max((len(some) for some in planes if some is not None), default=0)
    results = []
    for layers, some in _alike(reading.layers, planes):
        plan = _plan(layers[0], starts, block)
        if some is not None and len(some) == 0:
            shape = (2, len(layers), *layers[0].query.shape[:2], frequencies)
            results.append(starts.new_full(shape, torch.nan, dtype=torch.float64))
        else:
            results.append(_score_layers(layers, plan, some, options))
    s_pos, s_sym = torch.cat(results, dim=1).transpose(2, 3)
    return Scores(s_pos, s_sym, length=block, **options)


def _alike(
    layers: list[LayerHeads], planes: list[Tensor | None]
) -> Iterator[tuple[list[LayerHeads], Tensor | None]]:
    """Runs of layers whose heads see the same keys and are scored in the same planes."""
    run: list[LayerHeads] = []
    for layer, some, following in zip(layers, planes, [*layers[1:], None], strict=True):
        run.append(layer)
        same = (
            following is not None
            and following.keys.shape == layer.keys.shape
            and following.query.shape == layer.query.shape
            and following.rotary == layer.rotary
            and torch.equal(following.visible, layer.visible)
        )
        if not same:
            yield run, some
            run = []


def _starts(layer: LayerHeads, block: int, start: int, count: int | None) -> Tensor:
    """First positions of the blocks, (m,). Raises ValueError if they do not fit."""
    room = int(layer.position.max()) - start
    if block < 1 or start < 0 or (count is not None and count < 2):
        raise ValueError(f"block = {block}, start = {start}, count = {count}: no blocks to swap")
    if count is None and room % block:
        raise ValueError(
            f"{room} tokens before the query are not whole blocks of {block}: give start and count"
        )
    count = room // block if count is None else count
    if count * block > room:
        raise ValueError(f"{count} blocks of {block} tokens do not fit in {room} tokens")
    return start + block * torch.arange(count, device=layer.position.device)


def _plan(layer: LayerHeads, starts: Tensor, length: int) -> Plan:
    """What the blocks of `length` tokens at `starts` (m,) become under the layer's mask."""
    offsets = torch.arange(length, device=starts.device)
    valid = layer.others[:, starts[:, None] + offsets].all(dim=-1)
    starts, valid = starts[valid.any(dim=0)], valid[:, valid.any(dim=0)]
    swapped = torch.zeros_like(layer.others)
    swapped[:, starts[:, None] + offsets] = valid[:, :, None].expand(-1, -1, length)
    idle = layer.others & ~swapped
    return Plan(
        visible=layer.visible,
        starts=starts,
        length=length,
        valid=None if bool(valid.all()) else valid,
        idle=idle if bool(idle.any()) else None,
        keys=layer.visible.sum(dim=-1),
    )


def _score_layers(
    layers: list[LayerHeads], plan: Plan, planes: Tensor | None, options: dict[str, Any]
) -> Tensor:
    """s_POS and s_SYM of layers alike, (2, layers, B, H), or (…, H, F) for planes (F, 2)."""
    shape = (
        layers[0].query.shape[:2] if planes is None else (*layers[0].query.shape[:2], len(planes))
    )
    result = plan.starts.new_empty(2, len(layers), *shape, dtype=torch.float64)
    for run, samples, key_heads, some in _parts(layers, plan, planes):
        parts = [layer.part(samples, key_heads) for layer in layers[run]]
        use = None if planes is None else planes[some]
        idle = None if plan.idle is None else plan.idle[samples]
        entries = torch.stack([part.block_entries(plan.starts, plan.length, use) for part in parts])
        each = (-1, *(1,) * (entries.ndim - 4))
        scores = swap_scores(
            entries,
            torch.stack([_rest(part, idle, use) for part in parts]),
            length=plan.length,
            valid=None if plan.valid is None else plan.valid[samples].unflatten(0, each),
            keys=plan.keys[samples].unflatten(0, each),
            **options,
        )
        heads = slice(key_heads.start * parts[0].group, key_heads.stop * parts[0].group)
        target = (run, samples, heads) if planes is None else (run, samples, heads, some)
        result[0][target], result[1][target] = scores.s_pos, scores.s_sym
    return result


def _rest(layer: LayerHeads, idle: Tensor | None, planes: Tensor | None) -> Tensor:
    """Log Σ exp over the query's own key and the keys `idle` (B, T): (B, H) or (B, H, F)."""
    own = layer.own_logit(planes)
    if idle is None:
        return own
    mask = idle.unflatten(0, (-1, *(1,) * (own.ndim - 1)))
    others = layer.diagonal(planes).masked_fill(~mask, -torch.inf)
    return torch.cat([own[..., None], others], dim=-1).logsumexp(dim=-1)


def _parts(
    layers: list[LayerHeads], plan: Plan, planes: Tensor | None
) -> Iterator[tuple[slice, slice, slice, slice]]:
    """Slices of layers, samples, key heads and planes that hold about BUDGET logits at a time.

    As many planes as fit are taken together, then heads, then samples, then layers.
    """
    samples, key_heads = layers[0].keys.shape[:2]
    sizes = {
        "planes": 1 if planes is None else len(planes),
        "key_heads": key_heads,
        "samples": samples,
        "layers": len(layers),
    }
    logits, steps = len(plan.starts) ** 2 * plan.length * layers[0].group, {}
    for axis, size in sizes.items():
        steps[axis] = max(1, min(size, BUDGET // logits))
        logits *= steps[axis]
    cuts = [
        [slice(at, min(at + steps[axis], size)) for at in range(0, size, steps[axis])]
        for axis, size in reversed(sizes.items())
    ]
    yield from product(*cuts)
