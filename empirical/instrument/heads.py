"""The placement matrices of every head of a RoPE language model, from one forward pass.

A head's query at position n meets content a placed at position p with the logit

    M[a, p] = cap(scale · k_a · u_p),   u_p = R_pᵀ q,

where k_a is a's key before rotation, q the query as the model rotated it, R_p the model's own
table row p and cap the softcap c·tanh(·/c) where there is one. Shapes: B samples, H query heads,
Hk key heads (query head h reads key head h // (H // Hk)), T tokens, D coordinates a head.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor
from transformers import PreTrainedModel

from empirical.instrument.hook import recording
from empirical.instrument.recorder import HookError, Recorded, query_positions
from empirical.instrument.rotation import Rotation


@dataclass(frozen=True)
class LayerHeads:
    """What one query meets in one layer's heads.

    keys      (B, Hk, T, D)  content keys, before rotation
    query     (B, H, D)      the query, rotated by the model to its own position
    own_terms (B, H, D)      q·k of the query's own key, coordinate by coordinate, unscaled
    weights   (B, H, T)      the model's own attention row
    visible   (B, T)         the keys that the query sees, its own included
    position  (B,)           where the query stands
    scale, softcap           of the logits; softcap None where there is none
    rotation                 the layer's rotary function and tables; None if it does not rotate
    """

    keys: Tensor
    query: Tensor
    own_terms: Tensor
    weights: Tensor
    visible: Tensor
    position: Tensor
    scale: float
    softcap: float | None
    rotation: Rotation | None

    @property
    def rotary(self) -> bool:
        """Whether this layer rotates its queries and keys."""
        return self.rotation is not None

    @property
    def group(self) -> int:
        """How many query heads share a key head."""
        return self.query.shape[1] // self.keys.shape[1]

    @cached_property
    def others(self) -> Tensor:
        """(B, T) bool: the keys that may be swapped — visible, and not the query's own."""
        # The query's own key moves with the query; a swap that took it would change the query.
        places = torch.arange(self.visible.shape[1], device=self.visible.device)
        return self.visible & (places != self.position[:, None])

    @cached_property
    def places(self) -> Tensor:
        """(N,): the positions that some sample's query sees, its own not counted."""
        return self.others.any(dim=0).nonzero().squeeze(-1)

    def per_frequency(self) -> Tensor:
        """(F, 2): the coordinate pairs that rotate together, fastest first; F = 0 if none do."""
        if self.rotation is None:
            return torch.empty(0, 2, dtype=torch.long)
        return self.rotation.planes(self.keys.shape[-1])

    def queries(self, positions: Tensor) -> Tensor:
        """u_p for each p in positions (N,): (B, H, N, D)."""
        if self.rotation is None:
            return self.query.unsqueeze(2).expand(-1, -1, len(positions), -1)
        return self.rotation.queries(self.query, positions)

    def block_entries(
        self, starts: Tensor, length: int = 1, planes: Tensor | None = None
    ) -> Tensor:
        """Log block sums E[a, b] = log Σ_o exp M[aₒ, bₒ], aₒ the o-th token of block a.

        Block b is the `length` positions from starts[b] on, starts (m,). Returns (B, H, m, m)
        float64, or (B, H, F, m, m) for coordinate pairs `planes` (F, 2), each scored as a head of
        two coordinates with the full head's scale and softcap. Costs N·m logits a head.
        """
        # The o-th tokens of all blocks stand together: block a at place b pairs equal o only.
        return self.block_logs(*self.block_factors(starts, length, planes))

    def block_factors(
        self, starts: Tensor, length: int, planes: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Keys and queries whose products, scaled and capped, are the logits of `block_entries`:
        (B, H, D, length, m) each, or (B, H, F, 2, length, m) for planes (F, 2)."""
        offsets = torch.arange(length, device=starts.device)
        keys, queries = self._factors((starts + offsets[:, None]).flatten(), planes)
        keys, queries = keys.expand(queries.shape).flatten(1, 2), queries.flatten(1, 2)
        keys, queries = (x.unflatten(-1, (length, len(starts))) for x in (keys, queries))
        return (keys.squeeze(2), queries.squeeze(2)) if planes is None else (keys, queries)

    def block_logs(self, keys: Tensor, queries: Tensor) -> Tensor:
        """Log block sums (…, m, m) of keys and queries (…, d, length, m)."""
        keys, queries = (x.movedim(-3, -1).double() for x in (keys, queries))
        logits = self._products(keys, queries)
        several = logits.shape[-3] > 1
        return self._log_sum_exp(logits, keys, queries) if several else logits.squeeze(-3)

    def _products(self, keys: Tensor, queries: Tensor) -> Tensor:
        """Logits (…, m, n) of keys (…, m, d) and queries (…, n, d); a matrix product of two
        coordinates only is slower than their two outer products."""
        keys = keys * self.scale
        if keys.shape[-1] != 2:
            return self._capped(keys @ queries.mT)
        (k0, k1), (u0, u1) = keys.unbind(-1), queries.unbind(-1)
        logits = k0.unsqueeze(-1) * u0.unsqueeze(-2)
        return self._capped(logits.addcmul_(k1.unsqueeze(-1), u1.unsqueeze(-2)))

    def _log_sum_exp(self, logits: Tensor, keys: Tensor, queries: Tensor) -> Tensor:
        """Over dimension -3; logits, which are overwritten, are of these keys and queries.

        Where no logit can be beyond ±300, whose exponentials float64 holds, they need no shift.
        """
        # |k·q| ≤ |k||q|: one bound for all logits is cheaper than a maximum of each sum.
        lengths = [x.norm(dim=-1).amax() for x in (keys, queries) if x.numel()]
        if abs(self.scale) * math.prod(map(float, lengths)) > 300:
            return logits.logsumexp(dim=-3)
        return logits.exp_().sum(dim=-3).log_()

    def placement(self, planes: Tensor | None = None) -> Tensor:
        """M[a, p] over `places`, (B, H, N, N) float64, or (B, H, F, N, N) for planes (F, 2).

        Rows and columns of keys that a sample's query does not see (padding) are NaN.
        """
        entries = self.block_entries(self.places, planes=planes)
        visible = self.others[:, self.places]
        hidden = ~(visible[:, :, None] & visible[:, None, :])
        hidden = hidden.reshape(len(visible), *(1,) * (entries.ndim - 3), *hidden.shape[1:])
        return entries.masked_fill(hidden, torch.nan)

    def diagonal(self, planes: Tensor | None = None, places: Tensor | None = None) -> Tensor:
        """M[p, p] for every p of `places` (T,), by default all positions, (B, H, T) or (B, H, F, T)
        float64; the mask not applied."""
        every = torch.arange(self.keys.shape[2], device=self.keys.device)
        keys, queries = self._factors(every if places is None else places, planes)
        logits = self._capped((keys.double() * queries).sum(-2) * self.scale).flatten(1, 2)
        return logits.squeeze(2) if planes is None else logits

    def own_logit(self, planes: Tensor | None = None) -> Tensor:
        """The logit of the query's own key, (B, H) or (B, H, F) float64."""
        terms = self.own_terms.double()
        return self._capped((terms if planes is None else terms[..., planes]).sum(-1) * self.scale)

    def row(self, diagonal: Tensor | None = None) -> Tensor:
        """The attention row of the logits `diagonal` (B, H, T), by default the placement's own.

        The own key's logit and the mask are put in. Returns (B, H, T) float64.
        """
        diagonal = self.diagonal() if diagonal is None else diagonal
        own = (self.visible & ~self.others)[:, None]
        logits = torch.where(own, self.own_logit()[..., None], diagonal)
        return logits.masked_fill(~self.visible[:, None], -torch.inf).softmax(dim=-1)

    def self_error(self) -> float:
        """The largest difference between the model's own attention row and `row()`."""
        return float((self.weights - self.row()).abs().max())

    def entropy(self) -> Tensor:
        """Entropy in nats of the model's own attention row, (B, H) float64."""
        entropy: Tensor = torch.special.entr(self.weights.double()).sum(dim=-1)
        return entropy

    def part(self, samples: slice, key_heads: slice) -> "LayerHeads":
        """The same layer with some samples and some key heads (with their query heads) only."""
        first, last, _ = key_heads.indices(self.keys.shape[1])
        heads = slice(first * self.group, last * self.group)
        return replace(
            self,
            keys=self.keys[samples, key_heads],
            query=self.query[samples, heads],
            own_terms=self.own_terms[samples, heads],
            weights=self.weights[samples, heads],
            visible=self.visible[samples],
            position=self.position[samples],
            rotation=self.rotation and self.rotation.part(samples),
        )

    def _factors(self, positions: Tensor, planes: Tensor | None) -> tuple[Tensor, Tensor]:
        """Keys (B, Hk, 1, F, d, N) and queries u_p (B, Hk, g, F, d, N), F = 1 if whole."""
        keys = self.keys.index_select(2, positions).mT.unsqueeze(2)
        queries = self.queries(positions).mT.unflatten(1, (self.keys.shape[1], self.group))
        if planes is None:
            return keys.unsqueeze(3), queries.unsqueeze(3)
        return keys.contiguous()[..., planes, :], queries.contiguous()[..., planes, :]

    def _capped(self, logits: Tensor) -> Tensor:
        """Scaled logits under the softcap."""
        cap = self.softcap
        return logits if cap is None else torch.tanh(logits / cap) * cap


class Reading(NamedTuple):
    """One forward pass: the logits at the query (B, vocabulary), and every layer's heads."""

    logits: Tensor
    layers: list[LayerHeads]

    def self_error(self) -> float:
        """The largest `LayerHeads.self_error` over the layers."""
        return max(layer.self_error() for layer in self.layers)

    def entropy(self) -> Tensor:
        """Entropy in nats of every attention row, (layers, heads, samples) float64."""
        return torch.stack([layer.entropy().T for layer in self.layers])


def read_heads(
    model: PreTrainedModel,
    input_ids: Tensor,
    query: int | Tensor = -1,
    attention_mask: Tensor | None = None,
) -> Reading:
    """Read every layer's heads at the query from one forward pass.

    input_ids (B, T); query one position for all samples, negative from the end, or one a sample,
    (B,); attention_mask (B, T), 0 for padding. Raises ValueError for a position outside the
    input and HookError for a model that has no rotary angles, cannot be hooked, or whose queries,
    keys or weights are not finite.
    """
    return Reading(*visit_layers(model, input_ids, lambda layer: layer, query, attention_mask))


def visit_layers(
    model: PreTrainedModel,
    input_ids: Tensor,
    visit: Callable[[LayerHeads], Any],
    query: int | Tensor = -1,
    attention_mask: Tensor | None = None,
) -> tuple[Tensor, list[Any]]:
    """Hand each layer's heads to `visit` as the forward pass comes to it, and keep what it returns.

    A visit that keeps little lets the pass need little memory. Arguments and errors as
    `read_heads`. Returns the logits at the query (B, vocabulary) and the visits' results.
    """
    position = query_positions(query, input_ids)
    with recording(model, lambda recorded: visit(reduce(recorded, position)), position) as recorder:
        logits = query_logits(model, input_ids, attention_mask, position)
    return logits, recorder.kept


def visit_heads(
    model: PreTrainedModel, input_ids: Tensor, visit: Callable[[LayerHeads], Any]
) -> list[Any]:
    """The visits' results as `visit_layers` has them, at the last position, without logits.

    The pass ends with the last layer that the configuration counts: its attention at other
    positions, and what comes after it, bear on no head. Errors as `read_heads`.
    """
    position = query_positions(-1, input_ids)
    keep = lambda recorded: visit(reduce(recorded, position))  # noqa: E731
    with recording(model, keep, position, layer_count(model)) as recorder:
        query_logits(model, input_ids, None, position)
    return recorder.kept


def layer_count(model: PreTrainedModel) -> int | None:
    """How many layers the configuration counts; None where it does not say."""
    return getattr(model.config.get_text_config(), "num_hidden_layers", None)


def reduce(recorded: Recorded, position: Tensor) -> LayerHeads:
    """The heads of a layer seen at `position` alone, in float32 or better.

    Raises HookError if the query, the keys or the attention row are not finite.
    """
    extremes = [x.aminmax() for x in (recorded.query, recorded.key, recorded.weights)]
    if not all(bool((most - least).isfinite()) for least, most in extremes):  # NaN is both
        layer = getattr(recorded.module, "layer_idx", "?")
        raise HookError(
            f"layer {layer} computes NaN or infinite queries, keys or attention weights: the model "
            "cannot be scored; check its weights file"
        )
    query, key, weights = recorded.query, recorded.key, recorded.weights
    # Half precision is undone in float32: the rotation's own rounding must not be made twice.
    if key.dtype not in (torch.float32, torch.float64):
        query, key, weights = query.float(), key.float(), weights.float()
    batch = torch.arange(len(position), device=position.device)
    # q·k of the own key before and after rotation is the same: taken from the rotated pair.
    own_key = key[batch, :, position].repeat_interleave(query.shape[1] // key.shape[1], dim=1)
    return LayerHeads(
        keys=key if recorded.rotation is None else recorded.rotation.undo(key),
        query=query,
        own_terms=query * own_key,
        weights=weights,
        visible=_visible(recorded.mask),
        position=position,
        scale=recorded.scale,
        softcap=recorded.softcap,
        rotation=recorded.rotation,
    )


def query_logits(
    model: PreTrainedModel, input_ids: Tensor, attention_mask: Tensor | None, position: Tensor
) -> Tensor:
    """Each sample's logits at its query, (B, vocabulary); without a language head, its states."""
    # Logits of all positions over a vocabulary of 256,000 would be the largest array of the pass.
    one_place = bool((position == position[0]).all())
    options = {"logits_to_keep": position[:1]} if one_place else {}
    training = model.training
    model.eval()
    try:
        with torch.inference_mode():
            output = model(input_ids, attention_mask=attention_mask, use_cache=False, **options)
    finally:
        model.train(training)
    logits: Tensor | None = getattr(output, "logits", None)
    if one_place and logits is not None:
        return logits[:, -1]
    states: Tensor = output.last_hidden_state if logits is None else logits
    return states[torch.arange(len(position), device=position.device), position]


def last_logits(model: PreTrainedModel, tokens: Tensor, **options: Any) -> Tensor:
    """The model's logits at the last position of tokens (B, T), (B, vocabulary).

    As the model's own forward pass has them, whose further arguments may be given, but attention
    weights exist for some queries at a time only, however many heads there are.
    """
    last = torch.full((len(tokens),), tokens.shape[1] - 1, device=tokens.device)
    with recording(model, lambda _: None, last), torch.inference_mode():
        logits: Tensor = model(tokens, use_cache=False, logits_to_keep=1, **options).logits
    return logits[:, -1]


def _visible(row: Tensor) -> Tensor:
    """(B, T) bool from the additive mask's row (B, 1, T). HookError if it is a graded bias."""
    if row.shape[1] != 1:
        raise HookError("the attention mask differs between heads, which is not supported")
    row = row[:, 0]
    visible = row == 0
    if not bool((visible | (row <= torch.finfo(row.dtype).min / 2)).all()):
        raise HookError("attention adds a bias to its logits, which placement does not describe")
    return visible
