"""Load a causal language model from a folder in Hugging Face format, or say what is wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoTokenizer,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils import logging as transformers_logging

from empirical.vocabulary import TASKS, vocabulary

SHIPPED = Path(__file__).parent / "checkpoints"
"""The two controlled models that come with the package."""


class ModelError(ValueError):
    """A model that cannot be loaded or used; the message is one line that says what to do."""


@dataclass(frozen=True)
class Loaded:
    """A model ready to be read: its name in reports, weights, tokenizer, and the task it speaks."""

    name: str
    model: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase | None
    task: str | None
    manifest: dict[str, Any] | None

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


def load(folder: Path, device: torch.device) -> Loaded:
    """Load the model in ``folder`` in the number format it is stored in, ready to be read.

    Raises:
        ModelError: no such folder, no model in it, a damaged or incomplete weight file, an
            unknown architecture, or weights that are not finite.
    """
    if not folder.is_dir():
        raise ModelError(f"{folder} is no folder: give the path of a Hugging Face model folder")
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder} holds no model: a config.json and model.safetensors are needed")
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    model = _load_weights(folder).to(device)
    model.eval()
    for name, value in model.named_parameters():
        if not torch.isfinite(value).all():
            raise ModelError(f"{folder}: weight {name} is not finite (NaN or infinity): not scored")
    tokenizer = _load_tokenizer(folder)
    manifest = folder / "manifest.json"
    about = json.loads(manifest.read_text()) if manifest.is_file() else None
    name = f"shipped {folder.name}" if folder.parent == SHIPPED else str(folder)
    return Loaded(name, model, tokenizer, spoken_task(tokenizer), about)


def _load_weights(folder: Path) -> PreTrainedModel:
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
    except (ValueError, OSError, KeyError) as error:
        raise ModelError(f"{folder}/config.json cannot be used: {_first_line(error)}") from error
    try:
        model, found = AutoModelForCausalLM.from_pretrained(
            folder,
            config=config,
            local_files_only=True,
            dtype="auto",
            attn_implementation="eager",
            output_loading_info=True,
        )
    except (SafetensorError, EOFError) as error:
        raise ModelError(
            f"{folder}: the weight file is truncated or corrupt ({_first_line(error)}):"
            " copy or download it again"
        ) from error
    except (ValueError, OSError, RuntimeError, KeyError) as error:
        raise ModelError(f"{folder}: the model cannot be loaded: {_first_line(error)}") from error
    missing = sorted(found["missing_keys"]) + sorted(str(k) for k in found["mismatched_keys"])
    if missing:
        raise ModelError(
            f"{folder}: {len(missing)} weights are missing or of the wrong size, {missing[0]} among"
            " them: copy or download it again"
        )
    return model


def _load_tokenizer(folder: Path) -> PreTrainedTokenizerBase | None:
    if not any((folder / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json")):
        return None
    try:
        return AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (ValueError, OSError, KeyError) as error:
        raise ModelError(
            f"{folder}: the tokenizer cannot be loaded: {_first_line(error)}"
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
    return (str(error).strip() or type(error).__name__).splitlines()[0]
