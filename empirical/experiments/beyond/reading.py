"""How the model reads: attention whose chosen heads get scaled logits, and rescaled frequencies."""

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from transformers import AttentionInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

from empirical.experiments.beyond.records import BLOCK, CONTEXT
from empirical.models import packages
from empirical.models.pretrained import load

NAME = "rope_claims_scaled"
SLICE = 1024
"""Positions whose logits over the vocabulary are held at once."""
FEWEST, MOST = 4, 64
"""Random sequences of a length: as many as make some 4,096 tokens, between these."""
_FACTORS: ContextVar[Tensor | None] = ContextVar("factors", default=None)
"""(layers, heads, tokens): what each query is multiplied by."""


def _attention(
    module: nn.Module, query: Tensor, key: Tensor, value: Tensor, mask: Any, **options: Any
) -> tuple[Tensor, None]:
    """The registered attention: torch's own, on scaled queries."""
    factors = _FACTORS.get()
    if factors is not None:
        layer: Any = module.layer_idx
        query = query * factors[layer][None, :, :, None].to(query)
    output: tuple[Tensor, None] = sdpa_attention_forward(module, query, key, value, mask, **options)
    return output


AttentionInterface.register(NAME, _attention)
AttentionMaskInterface.register(NAME, sdpa_mask)


def log_factor(tokens: int, context: int = CONTEXT) -> Tensor:
    """(tokens,) ln n / ln context for the query that sees n keys, 1 up to the context."""
    keys = torch.arange(1, tokens + 1, dtype=torch.float64)
    return (keys.log() / torch.tensor(float(context)).double().log()).clamp(min=1.0)


class PackagedModel:
    """A public model that comes as a package, in float32.

    Raises:
        packages.NotHere: the package is not installed. ModelError: it cannot be loaded.
    """

    def __init__(self, alias: str) -> None:
        loaded = load(packages.locate(alias), torch.device("cpu"), dtype="float32")
        self.weights = packages.PACKAGES[alias].sha256
        self.reader = loaded.reader
        self.model: Any = loaded.model
        self.model.set_attn_implementation(NAME)

    def tokens(self, text: str, most: int, name: str) -> Tensor:
        """(1, most) the first token ids of a text.

        Raises:
            ValueError: it has fewer.
        """
        ids = self.reader(text, special=False).input_ids[:most]
        if len(ids) < most:
            raise ValueError(f"{name} has {len(ids)} tokens, {most} are needed: give a longer text")
        return torch.tensor([ids])

    def losses(self, ids: Tensor, way: str, heads: Sequence[tuple[int, int]]) -> tuple[float, ...]:
        """The mean loss a token, in nats, by block, read in a registered way; the last block has
        a token less, as the last token predicts none."""
        with self._changed(way, heads, ids.shape[1]):
            lost = self._lost(ids)[0]
        starts = range(0, len(lost), BLOCK)
        return tuple(round(float(lost[at : at + BLOCK].mean()), 5) for at in starts)

    def repeated(self, length: int) -> tuple[int, int, float]:
        """Random sequences of a length, each repeated once: how many tokens of the second run, but
        for its first, come first, of how many, and their mean loss."""
        drawn = torch.Generator().manual_seed(length)
        right = of = 0
        total = 0.0
        for _ in range(max(1, min(MOST, FEWEST * SLICE // length))):
            once = torch.randint(self.model.config.vocab_size, (1, length), generator=drawn)
            ids = torch.cat([once, once], dim=1)
            lost, hits = self._lost(ids, hits=True)
            right += int(hits[length:].sum())
            total += float(lost[length:].sum())
            of += length - 1
        return right, of, round(total / of, 5)

    @torch.inference_mode()
    def _lost(self, ids: Tensor, hits: bool = False) -> tuple[Tensor, Tensor]:
        """(tokens - 1,) the loss of each token but the first, and whether it came first."""
        states = self.model.model(ids, use_cache=False).last_hidden_state[0, :-1]
        targets, lost, right = ids[0, 1:], [], []
        for at in range(0, len(targets), SLICE):
            logits = self.model.lm_head(states[at : at + SLICE]).float()
            lost.append(F.cross_entropy(logits, targets[at : at + SLICE], reduction="none"))
            right.append(logits.argmax(-1) == targets[at : at + SLICE] if hits else lost[-1] < 0)
        return torch.cat(lost), torch.cat(right)

    @contextmanager
    def _changed(self, way: str, heads: Sequence[tuple[int, int]], tokens: int) -> Iterator[None]:
        """The model as a way has it."""
        config, core = self.model.config, self.model.model
        before, kept = core.rotary_emb, None
        if heads:
            factors = torch.ones(config.num_hidden_layers, config.num_attention_heads, tokens)
            for layer, head in heads:
                factors[layer, head] = log_factor(tokens).float()
            kept = _FACTORS.set(factors)
        elif way != "nothing":
            changed = copy.deepcopy(config)
            own, factor = config.rope_parameters, tokens / CONTEXT
            changed.rope_parameters = {**own, "rope_type": way, "factor": factor}
            if way == "yarn":
                changed.rope_parameters["original_max_position_embeddings"] = CONTEXT
            core.rotary_emb = type(before)(config=changed)
        try:
            yield
        finally:
            core.rotary_emb = before
            if kept is not None:
                _FACTORS.reset(kept)
