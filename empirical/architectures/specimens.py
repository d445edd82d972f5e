"""Tiny random models of many architectures, on which reading heads is tried and timed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

Config = dict[str, Any]
"""Arguments of a Hugging Face configuration, each class with names of its own."""
VOCABULARY = 50
TOKENS = 13
WINDOW = 7
"""Shorter than the input, so that a sliding layer's query does not see it all."""
NO_SPECIALS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}
BASE = NO_SPECIALS | {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 64,
}
UNGROUPED = {name: value for name, value in BASE.items() if name != "num_key_value_heads"}
GPTJ = NO_SPECIALS | {
    "vocab_size": VOCABULARY,
    "n_embd": 32,
    "n_layer": 2,
    "n_head": 2,
    "n_positions": 64,
    "rotary_dim": 16,
}
GEMMA = BASE | {"head_dim": 8, "sliding_window": WINDOW, "query_pre_attn_scalar": 5}
SLIDING = {
    "use_sliding_window": True,
    "sliding_window": WINDOW,
    "layer_types": ["sliding_attention", "full_attention"],
}


def _rope(kind: str, base: Config = BASE, **settings: Any) -> Config:
    return base | {"rope_parameters": {"rope_type": kind, "rope_theta": 10000.0, **settings}}


LLAMA3: Config = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
YARN: Config = {"factor": 4.0, "original_max_position_embeddings": 8}
LONGROPE: Config = {
    "short_factor": [1.0, 1.1, 1.2],
    "long_factor": [1.5, 2.5, 4.0],
    "original_max_position_embeddings": 8,
    "partial_rotary_factor": 0.75,
    "attention_factor": 1.3,
}

LISTED: dict[str, Config] = {
    "gptj": GPTJ,
    "gptj/partial": GPTJ | {"rotary_dim": 6},
    "gpt_neox": UNGROUPED,
    "gpt_neox/whole": _rope("default", UNGROUPED, partial_rotary_factor=1.0),
    "llama": BASE,
    "llama/biased": BASE | {"attention_bias": True},
    "llama/one-key-head": BASE | {"num_key_value_heads": 1},
    "llama/llama3": _rope("llama3", **LLAMA3),
    "llama/linear": _rope("linear", factor=4.0),
    "llama/dynamic": _rope("dynamic", BASE | {"max_position_embeddings": 8}, factor=4.0),
    "llama/yarn": _rope("yarn", **YARN),
    "llama/yarn-scaled": _rope("yarn", **YARN, attention_factor=1.4),
    "qwen2": BASE,
    "qwen2/sliding": BASE | SLIDING,
    "qwen2/yarn": _rope("yarn", **YARN),
    "qwen3": BASE | {"head_dim": 12},
    "qwen3/sliding": BASE | {"head_dim": 8} | SLIDING,
    "gemma2": GEMMA | {"attn_logit_softcapping": 2.0},
    "gemma3_text": GEMMA | {"num_hidden_layers": 6},
    "mistral": BASE | {"sliding_window": None},
    "mistral/sliding": BASE | {"sliding_window": WINDOW, "head_dim": 8},
    "olmo2": BASE,
    "phi3": BASE,
    "phi3/sliding": BASE | {"sliding_window": WINDOW},
    "phi3/longrope": _rope("longrope", BASE | {"max_position_embeddings": 32}, **LONGROPE),
}
"""Architectures the project vouches for: model type, then what is special about it."""
UNLISTED: dict[str, Config] = {
    "codegen": GPTJ | {"n_head": 4, "rotary_dim": 4},
    "cohere2": BASE | {"num_hidden_layers": 4, "sliding_window": WINDOW},
    "smollm3": BASE | {"num_hidden_layers": 4},
    "granite": BASE | {"attention_multiplier": 0.2},
    "stablelm": BASE | {"qk_layernorm": True},
    "glm4": BASE | {"head_dim": 8},
    "phi": BASE,
    "olmo3": BASE | {"num_hidden_layers": 4, "sliding_window": WINDOW},
    "starcoder2": BASE,
    "mixtral": BASE | {"num_local_experts": 2},
}
"""Architectures that nothing here was written for."""
UNREADABLE: dict[str, Config] = {
    "gpt2": {name: value for name, value in GPTJ.items() if name != "rotary_dim"},
    "falcon": UNGROUPED,
    "gpt_oss": BASE | {"head_dim": 8, "num_local_experts": 2, "num_experts_per_tok": 1},
    "deepseek_v3": BASE
    | {
        "num_key_value_heads": 4,
        "q_lora_rank": 8,
        "kv_lora_rank": 8,
        "qk_rope_head_dim": 4,
        "qk_nope_head_dim": 4,
        "v_head_dim": 8,
        "first_k_dense_replace": 2,
    },
}
"""Architectures that must be refused: no angles, no hook, an attention sink, split heads."""
ALL = LISTED | UNLISTED | UNREADABLE
GGUF: dict[str, Config] = {
    "llama": {},
    "llama/one-key-head": {},
    "qwen2": {},
    "qwen3": {"head_dim": 128},
    "gemma2": {
        "head_dim": 256,
        "query_pre_attn_scalar": 256,
        "attn_logit_softcapping": 50.0,
        "sliding_window": WINDOW,
    },
    "gemma3_text": {"head_dim": 256, "query_pre_attn_scalar": 256},
    "starcoder2": {},
    "phi3": {},
    "stablelm": {"qk_layernorm": False},
    "nemotron": BASE,
}
"""Read from GGUF files too, with what differs there: sizes that no file says."""
GGUF_REFUSED = {
    "llama/biased": "numbers, of which",
    "llama/llama3": "frequencies are scaled",
    "llama/linear": "frequencies are scaled",
    "llama/yarn": "frequencies are scaled",
    "qwen2/yarn": "frequencies are scaled",
    "qwen2/sliding": "attention.sliding_window",
    "phi3/sliding": "attention.sliding_window",
}
"""Of whose GGUF files transformers would make other models without a word, and what we say."""


def tiny(
    name: str, dtype: torch.dtype | None = None, seed: int = 0, **changes: Any
) -> PreTrainedModel:
    """A small random model, in float32 by default, its weights large enough for uneven attention;
    `changes` to its settings.

    Raises:
        KeyError: no specimen has this name.
    """
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    torch.manual_seed(seed)
    config = AutoConfig.for_model(name.split("/")[0], **ALL.get(name, {}) | changes)
    model: Any = AutoModelForCausalLM.from_config(config)
    with torch.no_grad():
        for parameter, weights in model.named_parameters():
            spread = 0.1 if "norm" in parameter or "ln_" in parameter else 0.4
            weights.add_(spread * torch.randn_like(weights))
    made: PreTrainedModel = model.to(torch.float32 if dtype is None else dtype).eval()
    return made


def random_tokens(samples: int = 2) -> torch.Tensor:
    """Random token ids (samples, TOKENS), the same at every call."""
    import torch

    generator = torch.Generator().manual_seed(1)
    return torch.randint(0, VOCABULARY, (samples, TOKENS), generator=generator)
