"""What transformers loads of a folder or a GGUF file: configuration, weights and tokenizer."""

import re
from collections.abc import Iterable
from pickle import UnpicklingError
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import (
    CONFIG_MAPPING,
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    GgufConfig,
    PreTrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers import __version__ as transformers_version

from empirical.models import gguf_file
from empirical.models.hub import ModelError, ModelFiles
from empirical.models.intake import AGAIN, first_line, refusals
from theory.gate.reading import one_line, read
from theory.ledger.plural import counted

NUMBERED = re.compile(r"(.*?)\.(\d+)\.")
"""A weight of a layer: the name of the stack, and the layer's number."""


def _gguf(source: ModelFiles) -> dict[str, str]:
    """What transformers is told of a GGUF file; nothing for other models."""
    return {} if source.file is None else {"gguf_file": source.file.name}


def weights(
    source: ModelFiles, dtype: torch.dtype | None, device_map: str | None
) -> PreTrainedModel:
    """A model's network, in a number format (None: the stored one).

    Raises:
        ModelError: it cannot be loaded, or weights are missing or left out.
    """
    name = source.name
    options: Any = _gguf(source) | ({} if device_map is None else {"device_map": device_map})
    if source.file is not None:
        # Kernels that would compute on packed weights come from a hub, as code.
        options["quantization_config"] = GgufConfig(dequantize=True)
    config = load_config(source)
    guarded = refusals(source, ": the model cannot be loaded", "", lambda e: _unloadable(e, config))
    with guarded, gguf_file.quickly_read(source):
        loaded: Any = AutoModelForCausalLM.from_pretrained(
            source.folder,
            config=config,
            trust_remote_code=False,
            local_files_only=True,
            dtype="auto" if dtype is None else dtype,
            attn_implementation="eager",
            output_loading_info=True,
            **options,
        )
    model: PreTrainedModel
    model, info = loaded
    missing = sorted(info["missing_keys"]) + sorted(str(k) for k in info["mismatched_keys"])
    if missing:
        raise ModelError(
            f"{name}: {counted(len(missing), 'weight')} missing or of the wrong size, the first is"
            f" {missing[0]}: copy or download it again"
        )
    if left := _layers_left_out(model, info["unexpected_keys"]):
        raise ModelError(
            f"{name}: config.json has fewer layers than the weights, the first left out is {left}:"
            " copy both again"
        )
    return model


def _layers_left_out(model: PreTrainedModel, unexpected: Iterable[str]) -> str:
    """The first stored layer that the model has not in one of its stacks; '' if there is none.

    Other weights that a layer of the model does not use are left: old files keep buffers there.
    """
    own = {match.groups() for key in model.state_dict() if (match := NUMBERED.match(key))}
    stored = {match.groups() for key in unexpected if (match := NUMBERED.match(key))}
    stacks = {stack for stack, _ in own}
    left = [(int(number), stack) for stack, number in stored - own if stack in stacks]
    return f"{min(left)[1]}.{min(left)[0]}" if left else ""


def _unloadable(error: BaseException, config: PreTrainedConfig) -> str:
    """What transformers says on loading, ending in what to do where we know it."""
    reason = first_line(error)
    if isinstance(error, SafetensorError | EOFError):
        return f"the weight file is truncated or corrupt ({reason}): {AGAIN}"
    if isinstance(error, UnpicklingError):
        return (
            "its weights are pickled with something other than tensors, which would run code:"
            " convert them to safetensors"
        )
    if reason.startswith("Error no file named"):
        return f"it holds no weights: model.safetensors is needed, {AGAIN}"
    if "ignore_mismatched_sizes" in reason:
        return "its weights are of other sizes than config.json says: copy both again"
    if reason.startswith("Unrecognized configuration class"):
        return (
            f"{type(config).__name__} is no causal language model that transformers"
            f" {transformers_version} knows: choose another"
        )
    return reason


def load_config(source: ModelFiles) -> PreTrainedConfig:
    """A model's configuration.

    Raises:
        ModelError: it is none, or of an architecture that transformers does not know.
    """
    told = {} if source.file else read(source.folder / "config.json")
    kind = told.get("model_type")
    if kind is not None and not (isinstance(kind, str) and kind in CONFIG_MAPPING):
        raise ModelError(
            one_line(
                f"{source.name}/config.json cannot be used: transformers {transformers_version}"
                f" does not know the architecture {kind!r}: pip install --upgrade transformers, or"
                " choose another model (a repository's own code is never run)"
            )
        )
    what = " cannot be used" if source.file else "/config.json cannot be used"
    with refusals(source, what, f": {AGAIN}"), gguf_file.quickly_read(source):
        config: PreTrainedConfig = AutoConfig.from_pretrained(
            source.folder, trust_remote_code=False, local_files_only=True, **_gguf(source)
        )
    return config


def tokenizer(source: ModelFiles) -> PreTrainedTokenizerBase | None:
    """A model's tokenizer; None where there is none.

    Raises:
        ModelError: it cannot be loaded.
    """
    folder = source.folder
    files = ("tokenizer.json", "tokenizer_config.json")
    if source.file is None and not any((folder / name).is_file() for name in files):
        return None
    then = f": {AGAIN}, or take its files out of the folder to go without"
    again = f": {AGAIN}" if source.file else then
    guarded = refusals(source, ": the tokenizer cannot be loaded", again)
    with guarded, gguf_file.quickly_read(source):
        return AutoTokenizer.from_pretrained(
            folder, trust_remote_code=False, local_files_only=True, **_gguf(source)
        )
