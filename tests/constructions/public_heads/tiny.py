"""Tiny models made on the spot, and what their heads do by brute force."""

import json
from dataclasses import dataclass

import numpy as np
from safetensors.numpy import load_file, save_file

from constructions.public_heads import certificate, clusters, run_error
from constructions.public_heads.extremes import TableHead, find_extremes
from constructions.public_heads.weights import load_first_layer

TOKENS, WIDTH, HEADS, GROUPS, SIZE, WINDOW = 150, 24, 4, 2, 8, 9
SEES = 11
"""How far the first layer sees, where a file says it."""
KINDS = ("llama", "qwen2", "qwen3", "gemma3_text")


def make(folder, kind="llama", seed=0, scale=0.8, common=0.0):
    """Write a model of random weights in Hugging Face format; its folder. ``common`` is added to
    every embedding, so that keys have much in common and heads act by position."""
    rng = np.random.default_rng(seed)

    def drawn(*shape, size=1.0):
        return (size * rng.normal(size=shape)).astype(np.float32)

    start = "model.layers.0."
    embedding = drawn(TOKENS, WIDTH) + common * drawn(WIDTH)
    embedding[:5] *= 3  # a few odd tokens
    tensors = {
        "model.embed_tokens.weight": embedding,
        start + "input_layernorm.weight": 1 + drawn(WIDTH, size=0.2),
        start + "self_attn.q_proj.weight": drawn(HEADS * SIZE, WIDTH, size=scale / WIDTH**0.5),
        start + "self_attn.k_proj.weight": drawn(GROUPS * SIZE, WIDTH, size=scale / WIDTH**0.5),
    }
    if kind == "qwen2":
        tensors[start + "self_attn.q_proj.bias"] = drawn(HEADS * SIZE)
        tensors[start + "self_attn.k_proj.bias"] = drawn(GROUPS * SIZE)
    if kind in ("qwen3", "gemma3_text"):
        tensors[start + "self_attn.q_norm.weight"] = drawn(SIZE, size=0.5) + (kind == "qwen3")
        tensors[start + "self_attn.k_norm.weight"] = drawn(SIZE, size=0.5) + (kind == "qwen3")
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "model.safetensors")
    config = {
        "model_type": kind,
        "vocab_size": TOKENS,
        "hidden_size": WIDTH,
        "num_attention_heads": HEADS,
        "num_key_value_heads": GROUPS,
        "head_dim": SIZE,
        "rms_norm_eps": 1e-5,
        "rope_theta": 100.0,
        "rope_local_base_freq": 50.0,
        "query_pre_attn_scalar": SIZE,
    }
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def as_gguf(folder, file, changed=None, **settings):
    """The same model as a GGUF file of plain numbers; ``changed`` replaces its tensors by name, and
    ``settings`` adds to what it says (two underscores for a dot)."""
    from gguf import GGUFWriter

    config = json.loads((folder / "config.json").read_text())
    family = {"gemma3_text": "gemma3"}.get(config["model_type"], config["model_type"])
    writer = GGUFWriter(file, family)
    writer.add_embedding_length(WIDTH)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(GROUPS)
    writer.add_key_length(SIZE)
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(config["rope_theta"])
    writer.add_sliding_window(SEES)
    writer.add_token_list([f"token {n}" for n in range(TOKENS)])
    for name, value in settings.items():
        writer.add_key_value(f"{family}.{name.replace('__', '.')}", *value)
    for name, rows in (_named(folder, family) | (changed or {})).items():
        writer.add_tensor(name, np.ascontiguousarray(rows, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return file


def _named(folder, family):
    """The tensors by GGUF's names: Llama's frequencies as neighbours, Gemma's norms plus 1."""
    tensors = {}
    for name, rows in load_file(folder / "model.safetensors").items():
        stem, kind = name.removeprefix("model.layers.0.").rsplit(".", 1)
        if family == "llama" and stem[-6:] in ("q_proj", "k_proj"):
            rows = rows.reshape(-1, 2, SIZE // 2, WIDTH).swapaxes(1, 2).reshape(rows.shape)
        if family == "gemma3" and "norm" in stem:
            rows = rows + np.float32(1)
        tensors[f"{GGUF[stem]}.{kind}"] = rows
    return tensors


GGUF = {
    "model.embed_tokens": "token_embd",
    "input_layernorm": "blk.0.attn_norm",
    "self_attn.q_proj": "blk.0.attn_q",
    "self_attn.k_proj": "blk.0.attn_k",
    "self_attn.q_norm": "blk.0.attn_q_norm",
    "self_attn.k_norm": "blk.0.attn_k_norm",
}
"""GGUF's names of the tensors, by those of the folder."""


@dataclass
class Made:
    """A certificate, the model's folder, and the head that the maker saw."""

    entry: dict
    folder: object
    head: TableHead


def certified(folder, number=0, window=WINDOW, balls=20, leaders=None):
    """The certificate of a tiny model's head."""
    layer = load_first_layer(folder)
    stream = layer.stream(TOKENS)
    head = TableHead(
        layer.queries(number, stream), layer.keys(number, stream), layer.angles(), window
    )
    picked = clusters.chosen_leaders(head.queries, head.real_keys(), head.angles, window, balls)
    if leaders is not None:
        picked = clusters.Clusters(picked.leaders[:leaders], picked.pivots)
    kept = folder.with_suffix(".npz")
    extremes = find_extremes(head, picked, kept)
    kept.unlink()
    about = certificate.HeadSource(
        layer.files, number, run_error.logit_error(layer, number, stream, window)
    )
    return Made(certificate.head_certificate_fields(about, head, picked, extremes), folder, head)


def table(head):
    """(queries, keys, window - 1) the whole table."""
    steps = np.exp(1j * np.outer(np.arange(1, head.window), head.angles))
    return np.einsum("af,tf,bf->abt", head.queries, steps, head.keys.conj()).real
