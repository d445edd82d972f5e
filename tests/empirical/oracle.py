"""Brute force: swap hidden states at a layer's input, rerun its attention, score by definition.

Shares nothing with `empirical`: it has a hook of its own, swaps for real, and takes logits and
softmax in float64 from the query and keys that the rerun shows after the model rotated them
(transformers' own softmax would stay in float32).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise, product
from math import hypot

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, AutoConfig, AutoModelForCausalLM, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface, eager_mask

SPECIAL = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None, "vocab_size": 50}
GPTJ = SPECIAL | {"n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 64, "rotary_dim": 16}
LLAMA = SPECIAL | {
    "hidden_size": 32,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
WINDOW = 7
GEMMA = {"head_dim": 8, "sliding_window": WINDOW, "query_pre_attn_scalar": 5}
ARCHITECTURES = {
    "gptj": GPTJ,
    "gptj/partial": GPTJ | {"rotary_dim": 6},
    "llama": LLAMA,
    "llama/yarn": LLAMA | {"rope_parameters": YARN | {"rope_theta": 10000.0}},
    "qwen2": LLAMA,
    "gemma2": LLAMA | GEMMA | {"attn_logit_softcapping": 2.0},
}
OTHERS = {
    "qwen3": LLAMA | {"head_dim": 8},
    "gemma3_text": LLAMA | GEMMA | {"num_hidden_layers": 6},
    "gpt_neox": {k: v for k, v in LLAMA.items() if k != "num_key_value_heads"},
    "codegen": GPTJ | {"n_head": 4, "rotary_dim": 4},
    "olmo2": LLAMA,
    "phi3": LLAMA,
    "cohere2": LLAMA | {"num_hidden_layers": 4, "sliding_window": WINDOW},
    "smollm3": LLAMA | {"num_hidden_layers": 4},
    "gpt2": {k: v for k, v in GPTJ.items() if k != "rotary_dim"},
    "falcon": {k: v for k, v in LLAMA.items() if k != "num_key_value_heads"},
}


def tiny(architecture: str, dtype: torch.dtype = torch.float64) -> PreTrainedModel:
    """A small random model, its weights large enough for attention to be uneven."""
    torch.manual_seed(0)
    settings = (ARCHITECTURES | OTHERS)[architecture]
    config = AutoConfig.for_model(architecture.split("/")[0], **settings)
    model = AutoModelForCausalLM.from_config(config)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            spread = 0.1 if "norm" in name or "ln_" in name else 0.4
            weights.add_(spread * torch.randn_like(weights))
    return model.to(dtype).eval()


def tokens(samples: int = 2, length: int = 13) -> Tensor:
    return torch.randint(0, 50, (samples, length), generator=torch.Generator().manual_seed(1))


def interleaved(architecture: str) -> bool:
    """Whether RoPE pairs coordinates (2f, 2f + 1) rather than (f, f + r / 2)."""
    return architecture.startswith("gptj")


@contextmanager
def witnessed(model: PreTrainedModel, recorded: list[dict]) -> Iterator[None]:
    """Append to `recorded` the rotated query and key of every attention call while open."""

    def note(module, query, key, mask, scale, softcap=None):
        key = key.repeat_interleave(query.shape[1] // key.shape[1], dim=1)
        call = {"module": module, "query": query, "key": key, "mask": mask}
        recorded.append(call | {"scale": scale, "softcap": softcap})

    def attention(module, query, key, value, attention_mask, scaling=None, **options):
        note(module, query, key, attention_mask, scaling, options.get("softcap"))
        eager = sys.modules[type(module).__module__].eager_attention_forward
        mask = attention_mask.to(query.dtype)  # GPT-J's softmax runs in the mask's format
        return eager(module, query, key, value, mask, scaling=scaling, **options)

    before = model.config._attn_implementation
    AttentionInterface.register("oracle", attention)
    AttentionMaskInterface.register("oracle", float32_mask)
    model.set_attn_implementation("oracle")
    try:
        yield
    finally:
        model.set_attn_implementation(before)


def float32_mask(*args, **kwargs) -> Tensor:
    """Deep enough to hide a key, not so deep that a float32 softmax makes padding rows NaN."""
    return eager_mask(*args, **(kwargs | {"dtype": torch.float32}))


def capped(logits: Tensor, softcap: float | None) -> Tensor:
    return logits if softcap is None else softcap * torch.tanh(logits / softcap)


def log_weights(call: dict, plane: list[int] | None) -> Tensor:
    """Logits (B, H, T) of the last token's query, -inf where it may not look."""
    dims = slice(None) if plane is None else plane
    query, key = call["query"][:, :, -1, dims].double(), call["key"][..., dims].double()
    logits = capped(torch.einsum("bhd,bhtd->bht", query, key) * call["scale"], call["softcap"])
    return logits.masked_fill(call["mask"][:, :, -1] < 0, -torch.inf)


def swapped_rows(
    model: PreTrainedModel, ids: Tensor, spans: list[range], mask=None, planes=None
) -> list[Tensor]:
    """For each layer logits (1 + swaps, planes, samples, heads, T): before, and after each swap.

    `spans`: the blocks' positions; `planes`: coordinate lists, or None for whole heads.
    """
    planes = planes or [None]
    with torch.inference_mode():
        calls, first, recorded = layer_calls(model, ids, mask)
        layers = []
        with witnessed(model, recorded):
            for (module, args, kwargs), base in zip(calls, first, strict=True):
                recorded.clear()
                for pair in combinations(spans, 2):
                    rerun(module, args, kwargs, *pair)
                rows = [[log_weights(c, one) for one in planes] for c in (base, *recorded)]
                layers.append(torch.stack([torch.stack(row) for row in rows]))
    return layers


def brute_force(layers: list[Tensor], spans: list[range], **convention) -> Tensor:
    """(s_POS, s_SYM) of the last token's query, (2, layers, heads, samples, planes).

    `layers` are `swapped_rows` of the same spans. Only blocks all of whose tokens the query sees
    are swapped.
    """
    return torch.stack([score_rows(rows, spans, convention) for rows in layers], dim=1)


def layer_calls(model: PreTrainedModel, ids: Tensor, mask) -> tuple[list, list, list]:
    """The arguments of every attention module in a forward pass, and what each one showed."""
    recorded: list[dict] = []
    with witnessed(model, recorded):
        model(ids, attention_mask=mask, use_cache=False)
        first, calls = list(recorded), []
        hooks = [
            call["module"].register_forward_pre_hook(
                lambda module, args, kwargs: calls.append((module, args, kwargs)), with_kwargs=True
            )
            for call in first
        ]
        model(ids, attention_mask=mask, use_cache=False)
        for hook in hooks:
            hook.remove()
    return calls, first, recorded


def rerun(module: nn.Module, args: tuple, kwargs: dict, a: range, b: range) -> None:
    hidden = kwargs["hidden_states"].clone()
    original = kwargs["hidden_states"]
    hidden[:, list(a)], hidden[:, list(b)] = original[:, list(b)], original[:, list(a)]
    module(*args, **(kwargs | {"hidden_states": hidden}))


def score_rows(logits: Tensor, spans: list[range], convention: dict) -> Tensor:
    """(2, heads, samples, planes) of one layer."""
    weights, visible = logits.softmax(dim=-1), logits[0].isfinite()
    means = torch.stack([weights[..., list(span)].mean(-1) for span in spans], dim=-1)
    live = torch.stack([visible[..., list(span)].all(-1) for span in spans], dim=-1)
    result = torch.empty(2, *visible.shape[:-1], dtype=torch.float64)
    for at in product(*map(range, visible.shape[:-1])):
        shown = means[:, *at].tolist(), live[at].tolist(), int(visible[at].sum())
        result[:, *at] = torch.tensor(literal_scores(*shown, **convention), dtype=torch.float64)
    return result.permute(0, 3, 2, 1)


def literal_scores(
    means, live, keys, tau=1e-4, cosine="scale-free", centred=False, signed=False
) -> tuple[float, float]:
    """s_POS and s_SYM of one head, one sample: each block's mean weight, before and after every
    swap; which blocks are swapped; and how many keys the query sees."""
    uniform = 1 / keys if centred else 0.0
    floor = 1e-8 if cosine == "clamped" else 0.0
    gaps, positional, symbolic = [], [], []
    d, *swaps = means
    for (i, j), changed in zip(combinations(range(len(d)), 2), swaps, strict=True):
        if live[i] and live[j]:
            v = d[i] - uniform, d[j] - uniform
            swapped = changed[i] - uniform, changed[j] - uniform
            gaps.append(d[i] - d[j] if signed else abs(d[i] - d[j]))
            positional.append(cosine_of(swapped, v, floor))
            symbolic.append(cosine_of(swapped, v[::-1], floor))
    alpha = (torch.tensor(gaps, dtype=torch.float64) / tau).softmax(dim=0).tolist()
    return tuple(
        sum(a * c for a, c in zip(alpha, side, strict=True)) for side in (positional, symbolic)
    )


def cosine_of(a: tuple, b: tuple, floor: float) -> float:
    norms = max(hypot(*a), floor) * max(hypot(*b), floor)
    return (a[0] * b[0] + a[1] * b[1]) / norms if norms else 0.0


def close(actual, expected, tolerance):
    """Equal in shape, and in value up to an absolute tolerance."""
    torch.testing.assert_close(actual, expected, atol=tolerance, rtol=0, check_dtype=False)


def blocks(start: int, stop: int, length: int) -> list[range]:
    """Consecutive blocks of `length` tokens that fill start … stop."""
    return [range(a, b) for a, b in pairwise(range(start, stop + 1, length))]
