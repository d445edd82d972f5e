"""What a hook makes of each attention layer as it runs: seen at one query, reduced and kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from empirical.instrument.rotation import Rotation

KNOWN = "GPT-J, GPT-NeoX, Llama, Qwen, Gemma, Mistral, OLMo-2 and Phi-3 are known to work"
PART = 1 << 22
"""Attention weights computed at a time; some four arrays of that size exist meanwhile."""
QUERIES = 128
"""Queries attended at a time, at most: the keys that none of them sees are left out."""
Attention = Callable[[Tensor, slice, Tensor], tuple[Tensor, Tensor]]
Keywords = dict[str, Any]
"""What a function is given by name: by a model file that chose the names, or for ``Recorded``."""


class HookError(ValueError):
    """The model's heads cannot be read; the message is one line that says what to do."""


class PassEnded(Exception):
    """The last layer of a recording has been seen: what follows in the forward pass is not run."""


@dataclass(frozen=True)
class Recorded:
    """What one attention layer computed: query (B, H, T, D) and key (B, Hk, T, D) after rotation,
    weights (B, H, T, T), additive mask (1 or B, 1, T, T), scale, softcap (None: no cap) and the
    rotation (None: the layer does not rotate). Of a recording at one position a sample, query
    (B, H, D), weights (B, H, T) and mask (B, 1, T) are that position's alone."""

    module: nn.Module
    query: Tensor
    key: Tensor
    weights: Tensor
    mask: Tensor
    scale: float
    softcap: float | None
    rotation: Rotation | None


class Recorder:
    """Reduces what each layer shows to what `keep` makes of it, in the order of the layers."""

    def __init__(
        self,
        keep: Callable[[Recorded], Any],
        position: Tensor | None = None,
        until: int | None = None,
    ) -> None:
        self.kept: list[Any] = []
        self._keep = keep
        self._position = position
        self._until = until
        self._rotation: Rotation | None = None
        self._met: tuple[Tensor, list[tuple[slice, slice]]] | None = None

    def rotated(self, rotation: Rotation) -> None:
        """Remember that the layer now running has rotated its queries and keys."""
        self._rotation = rotation

    def attend(self, attention: Attention, shown: Keywords) -> tuple[Tensor, Tensor | None]:
        """Run one layer's attention, keep the layer, and return its output and weights.

        `attention` takes a query, the keys it is to meet and the mask between them, and returns
        output (B, T, H, D) and weights; `shown` is the layer as `Recorded` has it, less weights
        and rotation. At a position, long inputs are attended to some queries at a time and no
        weights are returned. Raises HookError if the model gave the layer no mask, PassEnded where
        `until` is reached.
        """
        module, query, mask = (shown[name] for name in ("module", "query", "mask"))
        if mask is None:
            raise HookError(
                f"{type(module).__name__} was given no attention mask, so what it may see is not "
                f"known; {KNOWN}"
            )
        # Forgotten at once: a later layer that does not rotate must not be given this rotation.
        rotation, self._rotation = self._rotation, None
        # Of the last layer only one query bears on anything that is kept.
        last = len(self.kept) + 1 == self._until
        if self._position is None:
            output, weights = attention(query, slice(None), mask)
            recorded = Recorded(**shown, weights=weights, rotation=rotation)
        else:
            position = self._position
            if last:
                shown, position = _alone(shown, position), torch.zeros_like(position)
            output, weights = self._in_parts(attention, shown, position)
            recorded = _at(Recorded(**shown, weights=weights, rotation=rotation), position)
        self.kept.append(self._keep(recorded))
        if last:
            raise PassEnded
        return output, weights if self._position is None else None

    def _in_parts(
        self, attention: Attention, shown: Keywords, position: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The output of all queries (B, T, H, D), and the weights (B, H, T) of those at `position`.

        Every query's attention is its own affair, so no more than PART weights need exist at a
        time, and a weight that the mask makes 0 none at all.
        """
        query, mask = shown["query"], shown["mask"]
        samples, heads, _, _ = query.shape
        if self._met is None or self._met[0] is not mask:  # layers mostly share one mask
            step = max(1, min(QUERIES, PART // (samples * heads * mask.shape[-1])))
            self._met = mask, list(_met(mask, step))
        position = position.to(query.device)
        outputs: list[Tensor] = []
        weights = query.new_zeros(0)
        for some, keys in self._met[1]:
            output, attended = attention(query[:, :, some], keys, mask[:, :, some, keys])
            if not outputs:
                weights = attended.new_zeros(samples, heads, mask.shape[-1])
            # Samples whose query is among these; the others' weights come with another part.
            here = ((position >= some.start) & (position < some.stop)).nonzero().squeeze(-1)
            weights[here, :, keys] = attended[here, :, position[here] - some.start]
            outputs.append(output)
        return outputs[0] if len(outputs) == 1 else torch.cat(outputs, dim=1), weights


def _alone(shown: Keywords, position: Tensor) -> Keywords:
    """A layer whose only query is the one at `position` (B,): (B, H, 1, D), mask (B, 1, 1, T)."""
    rows = position.to(shown["query"].device)
    batch = torch.arange(len(rows), device=rows.device)
    query, mask = shown["query"], shown["mask"].expand(len(rows), -1, -1, -1)
    return shown | {
        name: x[batch, :, rows].unsqueeze(2) for name, x in (("query", query), ("mask", mask))
    }


def _met(mask: Tensor, step: int) -> Iterator[tuple[slice, slice]]:
    """So many queries at a time, and the keys from the first to the last that some of them sees.

    Where they see none (padding), and where all queries go together, all keys.
    """
    tokens = mask.shape[2]
    if tokens <= step:
        yield slice(0, tokens), slice(None)
        return
    # Half of the least number: masks are written with finfo.min or -inf, by architecture.
    visible = (mask > torch.finfo(mask.dtype).min / 2).flatten(0, 1).any(dim=0)
    for start in range(0, tokens, step):
        places = visible[start : start + step].any(dim=0).nonzero()
        keys = slice(int(places[0]), int(places[-1]) + 1) if len(places) else slice(None)
        yield slice(start, start + step), keys


def _at(recorded: Recorded, position: Tensor) -> Recorded:
    """A layer's query at `position` (B,), everything on that tensor's device (several GPUs)."""
    # Layers spread over several GPUs meet where the position lies.
    device, rows = position.device, position.to(recorded.query.device)
    batch = torch.arange(len(rows), device=rows.device)
    return replace(
        recorded,
        query=recorded.query[batch, :, rows].to(device),
        key=recorded.key.to(device),
        weights=recorded.weights.to(device),
        mask=recorded.mask.expand(len(rows), -1, -1, -1)[batch, :, rows].to(device),
        rotation=recorded.rotation and recorded.rotation.to(device),
    )


def query_positions(query: int | Tensor, input_ids: Tensor) -> Tensor:
    """The query's position in each sample, (B,), from 0. Raises ValueError outside the input."""
    if input_ids.ndim != 2:
        raise ValueError(f"input_ids must be (samples, tokens), not {tuple(input_ids.shape)}")
    samples, tokens = input_ids.shape
    given = torch.as_tensor(query, dtype=torch.long, device=input_ids.device)
    position = torch.where(given < 0, given + tokens, given).expand(samples)
    if bool(((position < 0) | (position >= tokens)).any()):
        raise ValueError(f"query {query} lies outside the {tokens} tokens of the input")
    return position
