"""A model as a GGUF file, written as llama.cpp's own converter lays it out (float32, no blocks).

Which settings a file has by which name is read off transformers' table of what it reads; what is
done to tensors on the way (Llama's keys and queries interleaved, Gemma's norms less one) is
llama.cpp's, from convert_hf_to_gguf.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

NAMES = {"gemma3_text": "gemma3"}
"""Architectures that GGUF files call otherwise than transformers."""
NORMED = ("gemma2", "gemma3", "nemotron")
NORMAL, CONTROL = 1, 3
"""Kinds of tokens."""


def write_gguf(
    path: Path, model: PreTrainedModel, tokenizer: PreTrainedTokenizerBase | None = None
) -> Path:
    """Write a model, and a byte-level tokenizer, as one GGUF file.

    Raises:
        ValueError: its architecture has no GGUF form, or a weight none there.
    """
    import gguf

    config = model.config.get_text_config()
    kind = NAMES.get(config.model_type, config.model_type)
    numbers = {name: number for number, name in gguf.MODEL_ARCH_NAMES.items()}
    if kind not in numbers:
        raise ValueError(f"{kind} has no GGUF form")
    out = gguf.GGUFWriter(path, kind)
    for key, value in _settings(kind, config).items():
        adders: dict[type, Any] = {float: out.add_float32, str: out.add_string}
        adders.get(type(value), out.add_uint32)(f"{kind}.{key}", value)
    named = gguf.get_tensor_name_map(numbers[kind], config.num_hidden_layers)
    for name, weights in model.state_dict().items():
        if name == "lm_head.weight" and config.tie_word_embeddings:
            continue
        known = named.get_name(name, try_suffixes=(".weight", ".bias"))
        if known is None:
            raise ValueError(f"{name} has no name in GGUF files of {kind}")
        out.add_tensor(known, _laid_out(kind, name, weights.float().numpy(), config))
    if tokenizer is None:
        out.add_token_list([f"t{n}" for n in range(config.vocab_size)])
        out.add_pad_token_id(0)
    else:
        _add_words(out, tokenizer)
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()
    return path


def _settings(kind: str, config: Any) -> dict[str, int | float | str]:
    """What a file says of an architecture, from a model's configuration.

    Raises:
        ValueError: transformers does not read it, or it does not rotate.
    """
    from transformers.integrations import ggml

    parameters = getattr(config, "rope_parameters", None)
    read: Any = ggml.GGUF_CONFIG_MAPPING
    if kind not in read or not parameters:
        raise ValueError(f"{kind} is not read from GGUF files")
    settings: dict[str, int | float | str] = {}
    for key, name in read[kind].items():
        value = getattr(config, name or "", None)
        if isinstance(value, int | float) and not isinstance(value, bool):
            settings[key] = value
    whole = parameters.get("full_attention", parameters)
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    settings["attention.key_length"] = size
    settings["rope.freq_base"] = float(whole["rope_theta"])
    settings["rope.dimension_count"] = round(size * whole.get("partial_rotary_factor", 1.0))
    if whole.get("rope_type", "default") != "default":
        settings["rope.scaling.type"] = whole["rope_type"]
    if getattr(config, "sliding_window", None):
        settings["attention.sliding_window"] = config.sliding_window
    return settings


def _laid_out(kind: str, name: str, weights: np.ndarray, config: Any) -> np.ndarray:
    """A weight as GGUF files have it."""
    if kind == "llama" and ("q_proj" in name or "k_proj" in name):
        heads = config.num_attention_heads if "q_proj" in name else config.num_key_value_heads
        rows = weights.reshape(heads, 2, -1, *weights.shape[1:])
        return rows.swapaxes(1, 2).reshape(weights.shape)
    return weights + 1 if kind in NORMED and name.endswith("norm.weight") else weights


def _add_words(out: Any, tokenizer: PreTrainedTokenizerBase) -> None:
    """Vocabulary and merges of a byte-level tokenizer."""
    backend: Any = tokenizer
    told = json.loads(backend.backend_tokenizer.to_str())
    words = sorted(tokenizer.get_vocab().items(), key=lambda word: word[1])
    special = set(tokenizer.all_special_tokens)
    out.add_tokenizer_model("gpt2")
    out.add_tokenizer_pre("default")
    out.add_token_list([word for word, _ in words])
    out.add_token_types([CONTROL if word in special else NORMAL for word, _ in words])
    out.add_token_merges([" ".join(pair) for pair in told["model"]["merges"]])
    out.add_bos_token_id(tokenizer.bos_token_id)
    out.add_eos_token_id(tokenizer.bos_token_id)
    out.add_unk_token_id(tokenizer.unk_token_id)
    out.add_add_bos_token(True)
