"""The first layer's weights of a model file: what decides its heads' queries and keys.

In the first layer a token's query and key depend on the token alone: embedding, norm, projection
(and a norm of each head, where the model has one). Files in GGUF format and folders in Hugging Face
format (config.json and safetensors) are read; every number is the exact binary number stored there.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
FAMILIES = ("llama", "mistral", "qwen2", "qwen3", "gemma3", "gemma3_text")
GEMMA_LOCAL_BASE = 10000.0
"""Gemma 3's frequency base in layers that slide, which its GGUF files do not say."""


DAMAGED = "{} is damaged or no {} file ({}): copy or download it again"


class UnreadableModel(ValueError):
    """A model that cannot be certified; one line that says why."""


@dataclass(frozen=True)
class FirstLayer:
    """What decides queries and keys in the first layer.

    embedding (V, d), times ``stretch``; norm (d,) with ``eps``; query (heads, size, d) and key
    (kv heads, size, d) with biases (…, size) or None; query_norm and key_norm (size,) or None;
    base of the angles; ``scale`` of the logits; ``adjacent``: whether a frequency's two coordinates
    stand next to each other (else half a head apart); ``window``: how far the layer sees, or None.
    """

    files: dict[str, str]
    embedding: Array
    stretch: float
    norm: Array
    eps: float
    query: Array
    key: Array
    query_bias: Array | None
    key_bias: Array | None
    query_norm: Array | None
    key_norm: Array | None
    base: float
    scale: float
    adjacent: bool
    window: int | None
    names: tuple[str, ...] | None = None

    @property
    def heads(self) -> int:
        """How many query heads there are."""
        return len(self.query)

    def angles(self) -> Array:
        """Radians a step, one a frequency, the fastest first."""
        half = self.query.shape[1] // 2
        return np.asarray(self.base ** (-np.arange(half) / half))

    def stream(self, tokens: int) -> Array:
        """(tokens, d) what the projections are applied to, in doubles."""
        x = self.embedding[:tokens].astype(np.float64) * self.stretch
        return np.asarray(x / np.sqrt((x * x).mean(1, keepdims=True) + self.eps) * self.norm)

    def queries(self, head: int, stream: Array) -> Array:
        """(tokens, frequencies) complex: a token's query before rotation, times the scale."""
        return self.scale * self._projected(
            stream, self.query[head], _row(self.query_bias, head), self.query_norm
        )

    def keys(self, head: int, stream: Array) -> Array:
        """(tokens, frequencies) complex: a token's key before rotation."""
        group = head // (self.heads // len(self.key))
        return self._projected(stream, self.key[group], _row(self.key_bias, group), self.key_norm)

    def _projected(self, stream: Array, weight: Array, bias: Array | None, norm: Any) -> Array:
        out = stream @ weight.astype(np.float64).T
        if bias is not None:
            out = out + bias
        if norm is not None:
            out = out / np.sqrt((out * out).mean(1, keepdims=True) + self.eps) * norm
        if self.adjacent:
            return np.asarray(out[:, 0::2] + 1j * out[:, 1::2])
        half = out.shape[1] // 2
        return np.asarray(out[:, :half] + 1j * out[:, half:])


def _row(bias: Array | None, at: int) -> Array | None:
    return None if bias is None else bias[at].astype(np.float64)


def load_first_layer(place: Path) -> FirstLayer:
    """The first layer of a GGUF file or of a folder in Hugging Face format.

    Raises:
        Unreadable: it is neither, or of a model that is not read here.
    """
    if place.is_dir():
        return _folder(place)
    if place.is_file() and place.suffix == ".gguf":
        return _gguf(place)
    raise UnreadableModel(f"{place} is no GGUF file and no folder with config.json and safetensors")


def _hold(family: str, place: Path) -> None:
    if family not in FAMILIES:
        raise UnreadableModel(
            f"{place}: the architecture {family!r} is not read; these are: {', '.join(FAMILIES)}"
        )


def _digests(*files: Path) -> dict[str, str]:
    digests = {}
    for file in files:
        with file.open("rb") as stream:
            digests[file.name] = file_digest(stream, "sha256").hexdigest()
    return digests


def _layer(
    files: dict[str, str], tensor: Callable[[str], Array | None], settings: dict[str, Any]
) -> FirstLayer:
    """The layer from its tensors by GGUF's names and the settings that ``_gguf`` lists."""
    size, heads, groups = settings["size"], settings["heads"], settings["groups"]

    def split(name: str, count: int) -> Any:
        array = tensor(name)
        return None if array is None else array.reshape(count, size, *array.shape[1:])

    return FirstLayer(
        files=files,
        embedding=_there(tensor, "token_embd.weight"),
        norm=_there(tensor, "blk.0.attn_norm.weight"),
        query=_there(tensor, "blk.0.attn_q.weight").reshape(heads, size, -1),
        key=_there(tensor, "blk.0.attn_k.weight").reshape(groups, size, -1),
        query_bias=split("blk.0.attn_q.bias", heads),
        key_bias=split("blk.0.attn_k.bias", groups),
        query_norm=tensor("blk.0.attn_q_norm.weight"),
        key_norm=tensor("blk.0.attn_k_norm.weight"),
        **{
            k: settings[k]
            for k in ("stretch", "eps", "base", "scale", "adjacent", "window", "names")
        },
    )


def _there(tensor: Callable[[str], Array | None], name: str) -> Array:
    array = tensor(name)
    if array is None:
        raise UnreadableModel(f"the file has no tensor {name}")
    return array


def _gguf_reader(place: Path) -> tuple[Any, str, Any]:
    """The open file, its family, and what turns stored numbers into floats."""
    try:
        from gguf import GGUFReader
        from gguf.quants import dequantize
    except ImportError:
        raise UnreadableModel("GGUF files need the package gguf: pip install gguf") from None
    try:
        reader = GGUFReader(place)
        return reader, str(reader.fields["general.architecture"].contents()), dequantize
    except OSError:
        raise
    except Exception as error:  # what gguf and numpy raise here has no type of its own
        raise UnreadableModel(DAMAGED.format(place, "GGUF", error)) from error


def _gguf(place: Path) -> FirstLayer:
    reader, family, dequantize = _gguf_reader(place)
    _hold(family, place)
    stored = {tensor.name: tensor for tensor in reader.tensors}
    if "rope_freqs.weight" in stored:
        raise UnreadableModel(f"{place}: its frequencies are scaled, which is not read")

    def own(key: str, default: Any = None) -> Any:
        field = reader.fields.get(f"{family}.{key}")
        return default if field is None else field.contents()

    def tensor(name: str) -> Array | None:
        if name not in stored:
            return None
        one = stored[name]
        return np.asarray(dequantize(one.data, one.tensor_type), np.float32)

    heads, width = own("attention.head_count"), own("embedding_length")
    size = own("attention.key_length", width // heads)
    if own("rope.dimension_count", size) != size:
        raise UnreadableModel(f"{place}: only a part of each head is rotated, which is not read")
    gemma = family == "gemma3"
    tokens = reader.fields.get("tokenizer.ggml.tokens")
    settings = {
        "heads": heads,
        "groups": own("attention.head_count_kv", heads),
        "size": size,
        "eps": own("attention.layer_norm_rms_epsilon"),
        "base": GEMMA_LOCAL_BASE if gemma else own("rope.freq_base", 10000.0),
        "scale": size**-0.5,
        "stretch": float(np.float32(width**0.5)) if gemma else 1.0,
        "adjacent": family == "llama",
        "window": own("attention.sliding_window"),
        "names": None if tokens is None else tuple(tokens.contents()),
    }
    return _layer(_digests(place), tensor, settings)


HUGGING = {
    "token_embd": "embed_tokens",
    "blk.0.attn_norm": "layers.0.input_layernorm",
    "blk.0.attn_q": "layers.0.self_attn.q_proj",
    "blk.0.attn_k": "layers.0.self_attn.k_proj",
    "blk.0.attn_q_norm": "layers.0.self_attn.q_norm",
    "blk.0.attn_k_norm": "layers.0.self_attn.k_norm",
}
"""GGUF's names of the tensors, and transformers'."""


def _folder(place: Path) -> FirstLayer:
    from safetensors import SafetensorError, safe_open

    files = sorted(place.glob("*.safetensors"))
    if not files or not (place / "config.json").is_file():
        raise UnreadableModel(f"{place} holds no config.json with safetensors")
    config = _configuration(place / "config.json")
    family = str(config.get("model_type"))
    _hold(family, place)
    gemma = family.startswith("gemma")

    def tensor(name: str) -> Array | None:
        stem, _, kind = name.rpartition(".")
        wanted = f"model.{HUGGING[stem]}.{kind}"
        for file in files:
            try:
                with safe_open(file, framework="pt") as stored:
                    names = list(stored.keys())
                    if wanted in names:
                        array = np.asarray(stored.get_tensor(wanted).double().numpy())
                        return array + 1 if gemma and "norm" in stem else array
            except SafetensorError as error:
                raise UnreadableModel(DAMAGED.format(file, "safetensors", error)) from error
        return None

    try:
        settings = _settings(config, gemma, place)
    except KeyError as error:
        raise UnreadableModel(f"{place / 'config.json'}: {error} is missing") from None
    return _layer(_digests(place / "config.json", *files), tensor, settings)


def _configuration(file: Path) -> dict[str, Any]:
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnreadableModel(f"{file}: it is no JSON ({error})") from None
    if not isinstance(config, dict):
        raise UnreadableModel(f"{file}: it is no object")
    return config


def _settings(config: dict[str, Any], gemma: bool, place: Path) -> dict[str, Any]:
    heads, width = config["num_attention_heads"], config["hidden_size"]
    size = config.get("head_dim") or width // heads
    kinds = config.get("rope_parameters") or {}
    rope = kinds.get("sliding_attention", kinds)
    scaling = config.get("rope_scaling") or {}
    rope_type = rope.get("rope_type", scaling.get("rope_type", scaling.get("type", "default")))
    if rope_type != "default":
        raise UnreadableModel(
            f"{place}: its frequencies are scaled ({rope_type}), which is not read"
        )
    share = rope.get("partial_rotary_factor", config.get("partial_rotary_factor", 1.0))
    if share != 1.0:
        raise UnreadableModel(
            f"{place}: only a part of each head is rotated (partial_rotary_factor {share}), which"
            " is not read"
        )
    base = config.get("rope_theta", 10000.0)
    base = config.get("rope_local_base_freq", GEMMA_LOCAL_BASE) if gemma else base
    return {
        "heads": heads,
        "groups": config.get("num_key_value_heads", heads),
        "size": size,
        "eps": config["rms_norm_eps"],
        "base": float(rope.get("rope_theta", base)),
        "scale": (config["query_pre_attn_scalar"] if gemma else size) ** -0.5,
        "stretch": float(np.float32(width**0.5)) if gemma else 1.0,
        "adjacent": False,
        "window": config.get("sliding_window") if config.get("use_sliding_window", True) else None,
        "names": None,
    }
