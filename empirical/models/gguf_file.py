"""Models in a GGUF file: llama.cpp's format, mostly quantised, tokenizer and settings in one file.

transformers reads the weights, which come out as float32, with the gguf and accelerate packages
(extra ``gguf``). It passes over settings that it does not know, so what it has made of a file is
held against what the file says: a wrong frequency base would give heads of another model.
"""

from __future__ import annotations

import importlib.util
import math
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from empirical.models.gguf_header import BadFile, Header, read
from empirical.models.hub import ModelError, ModelFiles
from empirical.models.intake import AGAIN
from theory.gate.reading import one_line

if TYPE_CHECKING:
    from transformers import PreTrainedConfig, PreTrainedModel

NEEDED = ("gguf", "accelerate")
INSTALL = "pip install 'rope-claims[gguf]' (or: pip install gguf accelerate)"
TABLE = "rope_freqs.weight"
"""Frequencies that differ from the base's, as Llama 3.1 has them."""
GEMMAS = ("gemma2", "gemma3")
GEMMA_HEAD = 256
"""The head size at which Gemma's scale of the logits, which no file says, is the default one."""


def check_whole(source: ModelFiles) -> Header:
    """See that a file is a whole GGUF file of a model that can be read.

    Raises:
        ModelError: packages are missing; it is damaged or forged; one of several parts; more layers
            than tensors; frequencies or a scale that transformers does not take from the file.
    """
    header = header_of(source)
    told = f"{source.name} cannot be used: "
    if header.settings.get("split.count") not in (None, 0, 1):
        raise ModelError(f"{told}it is one part of several: join them by llama-gguf-split --merge")
    layers = header.own("block_count")
    if type(layers) is not int or not 1 <= layers <= len(header.tensors):
        raise ModelError(f"{told}it counts {layers} layers in {len(header.tensors)} tensors")
    scaled = header.own("rope.scaling.type") not in (None, "none", "")
    if scaled or any(tensor.name == TABLE for tensor in header.tensors):
        raise ModelError(
            f"{told}its frequencies are scaled, which transformers does not read from GGUF files:"
            " choose the model's safetensors"
        )
    if header.architecture in GEMMAS and header.own("attention.key_length") != GEMMA_HEAD:
        raise ModelError(
            f"{told}the scale of its logits is not in the file: choose the model's safetensors"
        )
    return header


def header_of(source: ModelFiles) -> Header:
    """The header of a GGUF file.

    Raises:
        ModelError: packages are missing; it is damaged or forged, or cannot be read.
    """
    if not all(importlib.util.find_spec(name) for name in NEEDED):
        raise ModelError(f"{source.name}: GGUF files need two packages more: {INSTALL}")
    from gguf import GGML_QUANT_SIZES

    sizes = {int(kind): (kind.name, *size) for kind, size in GGML_QUANT_SIZES.items()}
    try:
        return read(source.file or source.folder, sizes)
    except (BadFile, OSError) as error:
        reason = str(error) if isinstance(error, BadFile) else "it cannot be read"
        raise ModelError(
            one_line(f"{source.name} is truncated, corrupt or no GGUF file ({reason}): {AGAIN}")
        ) from error


@contextmanager
def alone(source: ModelFiles) -> Iterator[ModelFiles]:
    """A GGUF file in a folder of its own, so that no other file is read; others as they are."""
    if source.file is None:
        yield source
        return
    with tempfile.TemporaryDirectory() as place:
        link = Path(place, source.file.name)
        link.symlink_to(source.file.resolve())
        yield replace(source, folder=Path(place), file=link)


@contextmanager
def quickly_read(source: ModelFiles) -> Iterator[None]:
    """Make the gguf package quick while transformers reads a GGUF file with it.

    A vocabulary is read in hundreds of thousands of slices. A slice of a mapped file costs three
    times as much as one of a plain array. transformers asks for the same table of names once for
    each part of a model, and gguf makes it again each time.
    """
    if source.file is None:
        yield
        return
    import gguf

    class Reader(gguf.GGUFReader):
        def __setattr__(self, name: str, value: Any) -> None:
            super().__setattr__(name, np.asarray(value) if name == "data" else value)

    before = gguf.GGUFReader, gguf.get_tensor_name_map
    patched: Any = gguf
    patched.GGUFReader, patched.get_tensor_name_map = Reader, cache(before[1])
    try:
        yield
    finally:
        patched.GGUFReader, patched.get_tensor_name_map = before


def hold_to_file(source: ModelFiles, header: Header, model: PreTrainedModel) -> None:
    """See that transformers took from a file all its numbers, and what decides its heads.

    Raises:
        ModelError: it did not.
    """
    taken = sum(weights.numel() for weights in model.parameters())  # a tied one counts once
    if taken != header.numbers:
        raise ModelError(
            f"{source.name} cannot be used: it holds {header.numbers:,} numbers, of which"
            f" transformers makes a model of {taken:,}: choose the model's safetensors"
        )
    for key, values in _settings(model.config.get_text_config()).items():
        stored = header.own(key)
        if stored is not None and not any(_same(stored, value) for value in values):
            raise ModelError(
                one_line(
                    f"{source.name} cannot be used: it says {key} = {stored}, of which transformers"
                    f" makes {values[0] if values else 'nothing'}: choose the model's safetensors"
                )
            )


def _settings(own: PreTrainedConfig) -> dict[str, list[Any]]:
    """What decides the heads, by its name in GGUF files: the values that a configuration has."""
    heads = _number(own, "num_attention_heads", "n_head")
    width = _number(own, "hidden_size", "n_embd")
    size = getattr(own, "head_dim", None) or (width // heads if heads else 0)
    parameters = getattr(own, "rope_parameters", None) or {}
    kinds = [p for p in (parameters, *parameters.values()) if isinstance(p, dict)]
    part = max((float(p.get("partial_rotary_factor", 1)) for p in kinds), default=1.0)
    return {
        "block_count": [own.num_hidden_layers],
        "attention.head_count": [heads],
        "attention.head_count_kv": [_number(own, "num_key_value_heads", "n_head", "num_heads")],
        "attention.key_length": [size],
        "rope.dimension_count": [round(part * size)],
        "rope.freq_base": [float(p["rope_theta"]) for p in kinds if "rope_theta" in p],
        "attention.sliding_window": [getattr(own, "sliding_window", None)],
    }


def _number(config: Any, *names: str) -> int:
    return next((int(x) for x in (getattr(config, n, None) for n in names) if x is not None), 0)


def _same(stored: Any, taken: Any) -> bool:
    if not isinstance(stored, int | float) or not isinstance(taken, int | float):
        return False
    return math.isclose(stored, taken, rel_tol=1e-6)  # float32 in the file
