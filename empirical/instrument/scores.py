"""Positional and symbolic scores of every head in a reading, tokens or blocks swapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor

from empirical.instrument import float32_path
from empirical.instrument.heads import LayerHeads, Reading
from empirical.instrument.session import Result
from empirical.instrument.swaps import Scores, TooFewBlocks, swap_scores
from empirical.protocol.convention import DEFINITION, Convention

BUDGET = 1 << 20  # placement logits held at a time


@dataclass(frozen=True)
class Plan:
    """Which blocks are swapped under a layer's mask.

    starts (m,)    first positions of the blocks of `length` tokens that some query sees whole
    valid  (B, m)  which of them each sample's query sees whole; None where it is all
    idle   (B, T)  the other keys that it sees, its own not counted; None where there are none
    keys   (B,)    how many keys it sees, its own included
    """

    starts: Tensor
    length: int
    valid: Tensor | None
    idle: Tensor | None
    keys: Tensor


@torch.no_grad()
def score_reading(
    reading: Reading,
    convention: Convention = DEFINITION,
    *,
    start: int = 0,
    count: int | None = None,
    per_frequency: bool = False,
) -> Scores:
    """Scores of every layer, head and sample: (layers, heads, samples), float64.

    Blocks of the convention's length from position `start` on, `count` of them (default: as many
    as fill the tokens before the query, or before the last of the queries). A block takes part
    where the query sees all its tokens; keys in no such block stay in the softmax, unswapped.
    `per_frequency` scores every RoPE plane as a head of two coordinates, on a last axis (…, F),
    fastest first; NaN in layers without rotation. Raises ValueError as `swap_scores`, and for
    blocks that do not fit before the query.
    """
    starts = _starts(reading.layers[0], convention.length, start, count)
    results = []
    # Layers of one shape go through the kernels together: small ones cost a call each otherwise.
    for layers in _alike(reading.layers):
        planes = layers[0].per_frequency() if per_frequency else None
        plan = _plan(layers[0], starts, convention.length)
        results.append(_score_layers(layers, plan, planes, convention))
    if per_frequency:
        # A layer without rotation has no planes; NaN keeps the layers' axis whole.
        most = max(result.shape[-1] for result in results)
        results = [
            result if result.shape[-1] else result.new_full((*result.shape[:-1], most), torch.nan)
            for result in results
        ]
    s_pos, s_sym = torch.cat(results, dim=1).transpose(2, 3)
    return Scores(s_pos, s_sym, convention)


@torch.no_grad()
def score_layer(
    layer: LayerHeads,
    convention: Convention = DEFINITION,
    *,
    start: int = 0,
    count: int | None = None,
    per_frequency: bool = False,
) -> Scores:
    """Scores of one layer's heads and samples, (heads, samples) or (heads, samples, F), float64.

    Arguments and errors as `score_reading`; F = 0 in a layer without rotation.
    """
    planes = layer.per_frequency() if per_frequency else None
    starts = _starts(layer, convention.length, start, count)
    plan = _plan(layer, starts, convention.length)
    s_pos, s_sym = _score_layers([layer], plan, planes, convention)[:, 0].transpose(1, 2)
    return Scores(s_pos, s_sym, convention)


def scored(
    layer: LayerHeads,
    convention: Convention = DEFINITION,
    *,
    start: int = 0,
    count: int | None = None,
    per_frequency: bool = False,
) -> Result:
    """s_pos, s_sym and entropy of a layer, (heads, samples), and with `per_frequency` also
    s_pos_by_frequency and s_sym_by_frequency, (heads, F, samples). Arguments as `score_layer`."""
    whole = score_layer(layer, convention, start=start, count=count)
    values = {"s_pos": whole.s_pos, "s_sym": whole.s_sym, "entropy": layer.entropy().T}
    if per_frequency:
        planes = score_layer(layer, convention, start=start, count=count, per_frequency=True)
        values["s_pos_by_frequency"] = planes.s_pos.transpose(1, 2)
        values["s_sym_by_frequency"] = planes.s_sym.transpose(1, 2)
    return {name: value.cpu().numpy() for name, value in values.items()}


def parts(layer: LayerHeads, logits: int) -> Iterator[LayerHeads]:
    """The layer in parts of so many samples and key heads that BUDGET numbers suffice for each,
    a query head taking `logits`."""
    samples, key_heads = layer.keys.shape[:2]
    heads = max(1, min(key_heads, BUDGET // (logits * layer.group)))
    rows = max(1, min(samples, BUDGET // (logits * layer.group * heads)))
    for row in range(0, samples, rows):
        for head in range(0, key_heads, heads):
            yield layer.part(slice(row, row + rows), slice(head, head + heads))


def _alike(layers: list[LayerHeads]) -> Iterator[list[LayerHeads]]:
    """Runs of layers of one shape whose queries see the same keys, to be scored together."""
    run = layers[:1]
    for layer in layers[1:]:
        last = run[-1]
        if (
            layer.keys.shape == last.keys.shape
            and layer.query.shape == last.query.shape
            and layer.rotary == last.rotary
            and (layer.visible is last.visible or torch.equal(layer.visible, last.visible))
        ):
            run.append(layer)
        else:
            yield run
            run = [layer]
    yield run


def _starts(layer: LayerHeads, block: int, start: int, count: int | None) -> Tensor:
    """First positions of the blocks, (m,). Raises ValueError if they do not fit."""
    # The query itself takes no part, so its own position does not count.
    span = int(layer.position.max()) - start
    if block < 1 or start < 0 or span < 0 or (count is not None and count < 2):
        raise ValueError(f"block {block}, start {start}, count {count}: no blocks to swap")
    # Leaving tokens out is the caller's choice: it changes the score.
    if count is None and span % block:
        raise ValueError(
            f"{span} tokens before the query are not whole blocks of {block}: give start and count"
        )
    count = span // block if count is None else count
    if count * block > span:
        raise ValueError(f"{count} blocks of {block} tokens do not fit in {span} tokens")
    return start + block * torch.arange(count, device=layer.position.device)


def _plan(layer: LayerHeads, starts: Tensor, length: int) -> Plan:
    """What the blocks of `length` tokens at `starts` (m,) become under the layer's mask."""
    offsets = torch.arange(length, device=starts.device)
    # Under a sliding window a block that is half seen would be swapped with half a block.
    valid = layer.others[:, starts[:, None] + offsets].all(dim=-1)
    starts, valid = starts[valid.any(dim=0)], valid[:, valid.any(dim=0)]
    # Keys in no whole block still take weight: they go into the softmax as they stand.
    swapped = torch.zeros_like(layer.others)
    swapped[:, starts[:, None] + offsets] = valid[:, :, None].expand(-1, -1, length)
    idle = layer.others & ~swapped
    return Plan(
        starts=starts,
        length=length,
        valid=None if bool(valid.all()) else valid,
        idle=idle if bool(idle.any()) else None,
        keys=layer.visible.sum(dim=-1),
    )


def _score_layers(
    layers: list[LayerHeads], plan: Plan, planes: Tensor | None, convention: Convention
) -> Tensor:
    """s_POS and s_SYM of layers alike, (2, layers, B, H), or (…, H, F) for planes (F, 2)."""
    frequencies = () if planes is None else (len(planes),)
    shape = 2, len(layers), *layers[0].query.shape[:2], *frequencies
    result = plan.starts.new_empty(shape, dtype=torch.float64)
    by_row = float32_path.suits(len(plan.starts), convention)
    for run, samples, key_heads, some in _parts(layers, plan, planes, by_row):
        parts = [layer.part(samples, key_heads) for layer in layers[run]]
        use = None if planes is None else planes[some]
        idle = None if plan.idle is None else plan.idle[samples]
        rest = torch.stack([_rest(part, idle, use) for part in parts])
        each = (-1, *(1,) * (rest.ndim - 2))
        valid = None if plan.valid is None else plan.valid[samples].unflatten(0, each)
        if by_row:
            scores = _by_row(parts, plan, use, rest, valid, convention)
        else:
            # The one costly step: keys times rotated queries, all places against all contents.
            scores = swap_scores(
                torch.stack([p.block_entries(plan.starts, plan.length, use) for p in parts]),
                rest,
                convention,
                valid=valid,
                keys=plan.keys[samples].unflatten(0, each),
            )
        heads = slice(key_heads.start * parts[0].group, key_heads.stop * parts[0].group)
        target = (run, samples, heads, some) if frequencies else (run, samples, heads)
        result[0][target], result[1][target] = scores.s_pos, scores.s_sym
    return result


def _by_row(
    parts: list[LayerHeads],
    plan: Plan,
    planes: Tensor | None,
    rest: Tensor,
    valid: Tensor | None,
    convention: Convention,
) -> Scores:
    """Scores of the shape of `rest`: in float32 where the logits let it, else in float64."""
    one = parts[0]
    pairs = [part.block_factors(plan.starts, plan.length, planes) for part in parts]
    keys, queries = (
        (torch.stack(side) if len(side) > 1 else side[0]).flatten(0, -4).contiguous()
        for side in zip(*pairs, strict=True)
    )
    rests, m = rest.flatten(), len(plan.starts)
    taking = None if valid is None else valid.expand(*rest.shape, m).reshape(-1, m)
    if int(m if taking is None else taking.sum(-1).min()) < 2:
        raise TooFewBlocks(m if taking is None else int(taking.sum(-1).min()))
    # Neither holds for NaN: those rows go where it is refused.
    fits = (float32_path.bound(keys, queries, one.scale) <= float32_path.LIMIT) & (
        rests < torch.inf
    )
    result = rests.new_empty(2, len(rests))
    for some in [slice(None)] if bool(fits.all()) else _pieces(fits, len(fits)):
        own = None if taking is None else taking[some]
        given = keys[some], queries[some], rests[some], own, convention
        result[:, some] = float32_path.float32_scores(*given, scale=one.scale, softcap=one.softcap)
    for some in _pieces(~fits, max(1, BUDGET // (m * m * plan.length))):
        own = None if taking is None else taking[some]
        entries = one.block_logs(keys[some], queries[some])
        s_pos, s_sym, _ = swap_scores(entries, rests[some], convention, valid=own)
        result[:, some] = torch.stack([s_pos, s_sym])
    s_pos, s_sym = result.unflatten(1, rest.shape)
    return Scores(s_pos, s_sym, convention)


def _pieces(rows: Tensor, size: int) -> Iterator[Tensor]:
    """The numbers of the rows (R,) bool that are to be taken, at most `size` at a time."""
    for some in rows.nonzero().squeeze(-1).split(size):
        if len(some):
            yield some


def _rest(layer: LayerHeads, idle: Tensor | None, planes: Tensor | None) -> Tensor:
    """Log Σ exp over the query's own key and the keys `idle` (B, T): (B, H) or (B, H, F)."""
    own = layer.own_logit(planes)
    if idle is None:
        return own
    places = idle.any(dim=0).nonzero().squeeze(-1)
    mask = idle[:, places].unflatten(0, (-1, *(1,) * (own.ndim - 1)))
    others = layer.diagonal(planes, places).masked_fill(~mask, -torch.inf)
    return torch.cat([own[..., None], others], dim=-1).logsumexp(dim=-1)


def _parts(
    layers: list[LayerHeads], plan: Plan, planes: Tensor | None, by_row: bool
) -> Iterator[tuple[slice, slice, slice, slice]]:
    """Slices of layers, samples, key heads and planes that hold about BUDGET logits at a time, or,
    `by_row`, coordinates: their logits are then made a few rows at a time.

    As many planes as fit are taken together, then heads, then samples, then layers.
    """
    samples, key_heads = layers[0].keys.shape[:2]
    frequencies = 1 if planes is None else len(planes)
    each = len(plan.starts) if not by_row else layers[0].keys.shape[-1] if planes is None else 2
    logits, cuts = max(1, len(plan.starts) * each * plan.length * layers[0].group), []
    for size in (frequencies, key_heads, samples, len(layers)):
        step = max(1, min(size, BUDGET // logits))
        cuts.append([slice(at, min(at + step, size)) for at in range(0, size, step)])
        logits *= step
    yield from product(*reversed(cuts))
