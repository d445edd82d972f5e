"""Positional and symbolic scores of every head in a reading, tokens or blocks swapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from torch import Tensor
from transformers import PreTrainedModel

from empirical.heads import LayerHeads, Reading, visit_heads
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


def score_reading(reading: Reading, block: int = 1, **choices: Any) -> Scores:
    """Scores of every layer, head and sample of a reading: (layers, heads, samples), float64.

    Keyword arguments and errors as `score_model`.
    """
    scorer = _Scorer(block, **choices)
    return scorer.scores([scorer.score(layer) for layer in reading.layers])


def score_model(
    model: PreTrainedModel,
    input_ids: Tensor,
    block: int = 1,
    *,
    query: int | Tensor = -1,
    attention_mask: Tensor | None = None,
    **choices: Any,
) -> tuple[Tensor, Scores]:
    """Logits at the query and every head's scores, each layer scored as soon as it has run.

    The same numbers as `score_reading(read_heads(…))`, faster and in less memory, for nothing
    but the scores is kept. Returns (B, vocabulary) and scores of shape (layers, heads, samples).
    Of `choices`: tau, cosine, centred and signed as in `swap_scores`;
    - start, count: blocks of `block` tokens from position `start` on (default 0), `count` of them
      (default: as many as fill the tokens before the query, or before the last of the queries).
      A block takes part where the query sees all its tokens; keys in no such block stay in the
      softmax, unswapped;
    - per_frequency: score every RoPE plane as a head of two coordinates, on a last axis (…, F),
      fastest first; NaN in layers without rotation.
    Raises ValueError as `swap_scores`, and for blocks that do not fit before the query; errors of
    the model as `read_heads`.
    """
    scorer = _Scorer(block, **choices)
    logits, results = visit_heads(model, input_ids, scorer.score, query, attention_mask)
    return logits, scorer.scores(results)


class _Scorer:
    """Scores layer after layer; the plan is kept for as long as the layers see the same keys."""

    def __init__(
        self,
        block: int,
        *,
        start: int = 0,
        count: int | None = None,
        tau: float = 1e-4,
        cosine: Cosine = "scale-free",
        centred: bool = False,
        signed: bool = False,
        per_frequency: bool = False,
    ) -> None:
        if block < 1 or start < 0 or (count is not None and count < 2):
            raise ValueError(f"block {block}, start {start}, count {count}: no blocks to swap")
        self.block, self.start, self.count = block, start, count
        self.per_frequency = per_frequency
        self.options = {"tau": tau, "cosine": cosine, "centred": centred, "signed": signed}
        self.plan: Plan | None = None

    def score(self, layer: LayerHeads) -> Tensor:
        """s_POS and s_SYM of a layer, (2, H, B) or (2, H, B, F); F = 0 if it does not rotate."""
        if self.plan is None or not torch.equal(self.plan.visible, layer.visible):
            self.plan = _plan(layer, _starts(layer, self.block, self.start, self.count), self.block)
        planes = layer.per_frequency() if self.per_frequency else None
        with torch.no_grad():
            return _score_layer(layer, self.plan, planes, self.options).transpose(1, 2)

    def scores(self, results: list[Tensor]) -> Scores:
        """The layers' results as one object, layers without frequencies NaN."""
        if self.per_frequency:
            most = max(result.shape[-1] for result in results)
            missing = results[0].new_full((*results[0].shape[:-1], most), torch.nan)
            results = [result if result.shape[-1] else missing for result in results]
        s_pos, s_sym = torch.stack(results, dim=1)
        return Scores(s_pos, s_sym, length=self.block, **self.options)


def _starts(layer: LayerHeads, block: int, start: int, count: int | None) -> Tensor:
    """First positions of the blocks, (m,). Raises ValueError if they do not fit."""
    room = int(layer.position.max()) - start
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


def _score_layer(
    layer: LayerHeads, plan: Plan, planes: Tensor | None, options: dict[str, Any]
) -> Tensor:
    """s_POS and s_SYM of one layer, (2, B, H), or (2, B, H, F) for planes (F, 2)."""
    shape = layer.query.shape[:2] if planes is None else (*layer.query.shape[:2], len(planes))
    result = layer.query.new_empty(2, *shape, dtype=torch.float64)
    for samples, key_heads, some in _parts(layer, plan, planes):
        part = layer.part(samples, key_heads)
        use = None if planes is None else planes[some]
        entries = part.block_entries(plan.starts, plan.length, use)
        each = (-1, *(1,) * (entries.ndim - 3))
        scores = swap_scores(
            entries,
            _rest(part, None if plan.idle is None else plan.idle[samples], use),
            length=plan.length,
            valid=None if plan.valid is None else plan.valid[samples].unflatten(0, each),
            keys=plan.keys[samples].unflatten(0, each),
            **options,
        )
        heads = slice(key_heads.start * layer.group, key_heads.stop * layer.group)
        target = (samples, heads) if planes is None else (samples, heads, some)
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
    layer: LayerHeads, plan: Plan, planes: Tensor | None
) -> Iterator[tuple[slice, slice, slice]]:
    """Slices of samples, key heads and planes that hold about BUDGET logits at a time.

    As many planes as fit are taken together, then heads, then samples.
    """
    samples, key_heads = layer.keys.shape[:2]
    frequencies = 1 if planes is None else len(planes)
    logits, cuts = len(plan.starts) ** 2 * plan.length * layer.group, []
    for size in (frequencies, key_heads, samples):
        step = max(1, min(size, BUDGET // logits))
        cuts.append([slice(at, min(at + step, size)) for at in range(0, size, step)])
        logits *= step
    yield from product(*reversed(cuts))
