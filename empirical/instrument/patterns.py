"""Which heads are what their names say: attention on random tokens against the ideal pattern.

A name such as *induction* is a claim about where a head looks. It is given only where the head's
attention rows on random tokens, a random stretch and the same once more, overlap the ideal row
(all weight on one key) by ``settings.OVERLAP`` or more in the mean: the overlap
Σ_k min(row_k, ideal_k) of an ideal row with one key is the weight of that key.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor
from transformers import PreTrainedModel

from empirical.instrument.heads import LayerHeads, visit_layers
from empirical.protocol import settings
from empirical.protocol.findings import Named

STRETCH = 24
"""Random tokens, which then come once more."""
INPUTS = 32
SEED = 70_000
PATTERNS: dict[str, Callable[[Tensor], Tensor]] = {
    "previous-token": lambda query: query - 1,
    "current-token": lambda query: query,
    "first-token": lambda query: query * 0,
    "duplicate-token": lambda query: query - STRETCH,
    "induction": lambda query: query - STRETCH + 1,
}
"""By name, the one key of the ideal row of a query in the second stretch."""


def named_heads(model: PreTrainedModel, start: int | None = None) -> tuple[Named, ...]:
    """The heads that have a name, by layer and head; ``start``: the token that begins a text.

    Errors as ``visit_layers``.
    """
    by_layer = overlaps(model, start)
    return tuple(
        Named(layer=layer, head=head, name=name, overlap=round(float(values[head]), 4))
        for layer, by_name in enumerate(by_layer)
        for head in range(len(next(iter(by_name.values()))))
        for name, values in by_name.items()
        if values[head] >= settings.OVERLAP
    )


def overlaps(model: PreTrainedModel, start: int | None = None) -> list[dict[str, np.ndarray]]:
    """For each layer, by name, every head's mean overlap with the ideal pattern, (heads,)."""
    tokens, queries = pattern_inputs(model.config.get_text_config().vocab_size, start)
    keys = {name: key(queries) for name, key in PATTERNS.items()}
    each = torch.arange(len(tokens))

    def visit(layer: LayerHeads) -> dict[str, np.ndarray]:
        weights = layer.weights.double().cpu()
        return {name: weights[each, :, key].mean(0).numpy() for name, key in keys.items()}

    device = model.device
    return visit_layers(model, tokens.to(device), visit, queries.to(device))[1]


def pattern_inputs(vocabulary: int, start: int | None = None) -> tuple[Tensor, Tensor]:
    """Token ids (INPUTS, T), a stretch of random ones twice after the start if there is one, and
    where each input's query stands, (INPUTS,): in the second stretch, past its first token."""
    rng = np.random.default_rng(SEED)
    once = rng.integers(0, vocabulary, (INPUTS, STRETCH))
    lead = 0 if start is None else 1
    first = np.full((INPUTS, lead), start or 0)
    query = lead + STRETCH + rng.integers(1, STRETCH, INPUTS)
    return torch.from_numpy(np.concatenate([first, once, once], axis=1)), torch.from_numpy(query)
