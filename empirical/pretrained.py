"""Load a causal language model by folder, alias or repository name, or say what is wrong."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from huggingface_hub.errors import StrictDataclassError
from safetensors import SafetensorError
from transformers import (
    CONFIG_MAPPING,
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers import __version__ as transformers_version
from transformers.utils import logging as transformers_logging

from empirical.hub import Found, ModelError, find
from empirical.memory import check_fits
from empirical.vocabulary import TASKS, vocabulary

SHIPPED = Path(__file__).parent / "checkpoints"
"""The two controlled models that come with the package."""


@dataclass(frozen=True)
class Loaded:
    """A model ready to be read: its name in reports, weights, tokenizer, the task it speaks, its
    manifest, the commit of its repository where it came from one, and what tells its files from
    others of the same name."""

    name: str
    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase | None
    task: str | None
    manifest: dict[str, Any] | None
    commit: str | None = None
    fingerprint: str = ""

    @property
    def positions(self) -> int | None:
        """How many tokens the model takes, where its configuration says so."""
        config = self.model.config.get_text_config()
        limit = getattr(config, "max_position_embeddings", None)
        return limit if limit is not None else getattr(config, "n_positions", None)


def shipped(device: torch.device | None = None) -> list[Loaded]:
    """The two controlled models of the package, number first.

    Raises:
        ModelError: the package was installed without them.
    """
    return [load(SHIPPED / task, device or torch.device("cpu")) for task in TASKS]


def load(
    model: str | Path,
    device: torch.device,
    *,
    revision: str | None = None,
    dtype: str = "auto",
    device_map: str | None = None,
) -> Loaded:
    """Load a model, ready to be read: a folder, an alias or a repository (``hub.find``).

    ``dtype`` is one of ``settings.DTYPES``, 'auto' the one it is stored in. ``device_map`` 'auto'
    spreads the layers over every GPU, and needs the accelerate package; ``device`` then counts for
    nothing.

    Raises:
        ModelError: not found, not accessible, not enough memory; no model in the folder, a damaged
            or incomplete weight file, an unknown architecture, or weights that are not finite.
    """
    if device_map is not None and importlib.util.find_spec("accelerate") is None:
        raise ModelError(
            "--device-map needs the accelerate package: pip install accelerate, or leave it out"
        )
    found = find(model, revision)
    _check_files(found)
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    form = None if dtype == "auto" else getattr(torch, dtype)
    if device_map is None:
        check_fits(found.name, found.folder, form, device)
    with _memory_errors(found.name):
        network = _load_weights(found, form, device_map)
        network = network if device_map is not None else network.to(device)
    network.eval()
    for name, value in network.named_parameters():
        least, most = value.aminmax()  # NaN is both; no copy of the weights is made
        if not bool(least.isfinite() & most.isfinite()):
            raise ModelError(
                f"{found.name}: weight {name} is not finite (NaN or infinity): not scored"
            )
    tokenizer = _load_tokenizer(found)
    about = _manifest(found)
    shipped = found.folder.parent == SHIPPED
    name = f"shipped {found.folder.name}" if shipped else found.name
    task, files = spoken_task(tokenizer), _fingerprint(found.folder)
    return Loaded(name, network, tokenizer, task, about, found.commit, files)


def _manifest(found: Found) -> dict[str, Any] | None:
    """How a controlled model was trained, where its folder says so."""
    path = found.folder / "manifest.json"
    try:
        about = json.loads(path.read_text()) if path.is_file() else None
    except ValueError as error:
        raise ModelError(f"{found.name}/manifest.json is no JSON: copy it again") from error
    return about if isinstance(about, dict) else None


def _fingerprint(folder: Path) -> str:
    """SHA-256 of the names, sizes and times of change of a folder's files."""
    files = [(file.name, file.stat()) for file in sorted(folder.iterdir()) if file.is_file()]
    text = repr([(name, about.st_size, about.st_mtime_ns) for name, about in files])
    return hashlib.sha256(text.encode()).hexdigest()


def _check_files(found: Found) -> None:
    """Refuse a folder without a config, or without some part that its index names."""
    folder = found.folder
    if not (folder / "config.json").is_file():
        raise ModelError(
            f"{found.name} holds no model: a config.json and model.safetensors are needed"
        )
    for index in sorted(folder.glob("*.index.json")):
        try:
            parts = set(json.loads(index.read_text())["weight_map"].values())
        except (ValueError, KeyError, AttributeError) as error:
            raise ModelError(
                f"{found.name}: {index.name} is damaged: copy or download it again"
            ) from error
        gone = sorted(part for part in parts if not (folder / part).is_file())
        if gone:
            raise ModelError(
                f"{found.name}: {len(gone)} of {len(parts)} weight files are missing, {gone[0]}"
                " among them: copy or download it again"
            )


@contextmanager
def _memory_errors(name: str) -> Iterator[None]:
    """Memory that gives out all the same, in one line."""
    try:
        yield
    except (MemoryError, torch.OutOfMemoryError, RuntimeError) as error:
        text = str(error)
        if isinstance(error, RuntimeError) and "memory" not in text:
            raise
        raise ModelError(
            f"{name}: not enough memory ({_first_line(error)}): try --dtype bfloat16,"
            " --device-map auto, another --device or a smaller model"
        ) from error


def _load_weights(
    source: Found, dtype: torch.dtype | None, device_map: str | None
) -> PreTrainedModel:
    name, options = source.name, {} if device_map is None else {"device_map": device_map}
    config = _load_config(source)
    try:
        model, found = AutoModelForCausalLM.from_pretrained(
            source.folder,
            config=config,
            local_files_only=True,
            dtype="auto" if dtype is None else dtype,
            attn_implementation="eager",
            output_loading_info=True,
            **options,
        )
    except (SafetensorError, EOFError) as error:
        raise ModelError(
            f"{name}: the weight file is truncated or corrupt ({_first_line(error)}):"
            " copy or download it again"
        ) from error
    except (ValueError, OSError, RuntimeError, KeyError) as error:
        if isinstance(error, torch.OutOfMemoryError) or "memory" in str(error):
            raise
        reason = _unloadable(_first_line(error), config)
        raise ModelError(f"{name}: the model cannot be loaded: {reason}") from error
    missing = sorted(found["missing_keys"]) + sorted(str(k) for k in found["mismatched_keys"])
    if missing:
        raise ModelError(
            f"{name}: {len(missing)} weights are missing or of the wrong size, {missing[0]} among"
            " them: copy or download it again"
        )
    return model


def _unloadable(reason: str, config: PreTrainedConfig) -> str:
    """What transformers says on loading, ending in what to do where we know it."""
    if reason.startswith("Error no file named"):
        return "it holds no weights: model.safetensors is needed, copy or download it again"
    if "ignore_mismatched_sizes" in reason:
        return "its weights are of other sizes than config.json says: copy both again"
    if reason.startswith("Unrecognized configuration class"):
        return (
            f"{type(config).__name__} is no causal language model that transformers"
            f" {transformers_version} knows: choose another"
        )
    return reason


def _load_config(source: Found) -> PreTrainedConfig:
    try:
        about = json.loads((source.folder / "config.json").read_text())
        if not isinstance(about, dict):
            raise ValueError("it holds no JSON object")
        kind = about.get("model_type")
        if kind is not None and kind not in CONFIG_MAPPING:
            raise ModelError(
                f"{source.name}/config.json cannot be used: transformers {transformers_version}"
                f" does not know the architecture {kind!r}: pip install --upgrade transformers, or"
                " choose another model (a repository's own code is never run)"
            )
        return AutoConfig.from_pretrained(source.folder, local_files_only=True)
    except ModelError:
        raise
    except (
        *(ValueError, OSError, KeyError, AttributeError, TypeError, ArithmeticError),
        StrictDataclassError,
    ) as error:
        raise ModelError(
            f"{source.name}/config.json cannot be used: {_first_line(error)}: copy or download it"
            " again"
        ) from error


def _load_tokenizer(source: Found) -> PreTrainedTokenizerBase | None:
    folder = source.folder
    if not any((folder / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json")):
        return None
    try:
        return AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{source.name}: the tokenizer cannot be loaded ({_first_line(error)}): copy or"
            " download it again, or take its files out of the folder to go without"
        ) from error


def spoken_task(tokenizer: PreTrainedTokenizerBase | None) -> str | None:
    """The controlled task whose vocabulary the tokenizer has, name for name and id for id."""
    if tokenizer is None:
        return None
    words = tokenizer.get_vocab()
    for task in TASKS:
        if words == {name: i for i, name in enumerate(vocabulary(task).names)}:
            return task
    return None


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(":")
