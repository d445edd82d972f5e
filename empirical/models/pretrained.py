"""Load a causal language model by folder, alias or repository name, or say what is wrong."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
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

from empirical.models.device import choose_device
from empirical.models.hub import Found, ModelError, find
from empirical.models.intake import AGAIN, check_folder, first_line, refusals
from empirical.models.memory import check_fits
from empirical.models.provenance import versions
from empirical.protocol import paths
from empirical.protocol.found import About
from empirical.protocol.reading import Foreign
from empirical.protocol.request import Request
from empirical.protocol.vocabulary import TASKS, vocabulary
from theory.gate.reading import one_line, read

SHIPPED = paths.CHECKPOINTS
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
    manifest: Foreign | None
    commit: str | None = None
    fingerprint: str = ""

    @property
    def reader(self) -> PreTrainedTokenizerBase:
        """The tokenizer.

        Raises:
            ModelError: the model has none.
        """
        if self.tokenizer is None:
            raise ModelError(f"{self.name} has no tokenizer: no text can be put to it")
        return self.tokenizer

    def about(self) -> About:
        """What a report says of the model itself."""
        return About(
            name=self.name,
            task=self.task,
            architecture=type(self.model).__name__,
            dtype=str(self.model.dtype).removeprefix("torch."),
            device=self.model.device.type,
            manifest=self.manifest,
        )

    def identity(self) -> dict[str, object]:
        """Which model, in which form and by which software, results are of."""
        return {
            "model": self.name,
            "commit": self.commit,
            "files": self.fingerprint,
            "dtype": str(self.model.dtype),
            "device": str(self.model.device),
            "versions": versions("rope-claims", "torch", "transformers"),
        }

    @property
    def positions(self) -> int | None:
        """How many tokens the model takes, where its configuration says so."""
        config = self.model.config.get_text_config()
        limit = getattr(config, "max_position_embeddings", None)
        return limit if limit is not None else getattr(config, "n_positions", None)

    def must_know(self, tokens: np.ndarray) -> None:
        """See that the model has a row for each token id.

        Raises:
            ModelError: the tokenizer is of another model.
        """
        known = self.model.get_input_embeddings().num_embeddings
        if tokens.size and not 0 <= tokens.min() <= tokens.max() < known:
            raise ModelError(
                f"{self.name}: its tokenizer gives ids outside the model's vocabulary of {known}:"
                f" {AGAIN}"
            )


def shipped() -> list[Loaded]:
    """The two controlled models of the package, number first.

    Raises:
        ModelError: the package was installed without them.
    """
    return requested(Request(device="cpu"))


def requested(request: Request) -> list[Loaded]:
    """The models that a request names: the shipped ones where it names none.

    Raises:
        DeviceError: no such device here. ModelError: as ``load``.
    """
    device = choose_device(request.device)
    own: list[str | Path] = [SHIPPED / task for task in TASKS]
    return [
        load(
            model,
            device,
            revision=request.revision,
            dtype=request.dtype,
            device_map=request.device_map,
        )
        for model in (own if request.model is None else [request.model])
    ]


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
    check_folder(found)
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    form = None if dtype == "auto" else getattr(torch, dtype)
    if device_map is None:
        check_fits(found.name, found.folder, form, device)
    with _memory_errors(found.name):
        network: Any = _load_weights(found, form, device_map)
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


def _manifest(found: Found) -> Foreign | None:
    """How a controlled model was trained, where its folder says so.

    Raises:
        ModelError: it says so in another form than ``train`` writes.
    """
    path = found.folder / "manifest.json"
    about = read(path) if path.is_file() else None
    if not isinstance(about, dict):
        return None
    recipe = about.get("recipe", {})
    whole = isinstance(recipe, dict) and all(
        type(recipe.get(name, 0)) is int for name in ("seed", "steps")
    )
    if not whole or ("seed" in recipe) != ("steps" in recipe):
        raise ModelError(
            f"{found.name}/manifest.json has a recipe without a whole seed and steps: {AGAIN}, or"
            " take it out of the folder to go without"
        )
    return about


def _fingerprint(folder: Path) -> str:
    """SHA-256 of the names, sizes and times of change of a folder's files."""
    files = [(file.name, file.stat()) for file in sorted(folder.iterdir()) if file.is_file()]
    text = repr([(name, about.st_size, about.st_mtime_ns) for name, about in files])
    return hashlib.sha256(text.encode()).hexdigest()


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
            f"{name}: not enough memory ({first_line(error)}): try --dtype bfloat16,"
            " --device-map auto, another --device or a smaller model"
        ) from error


def _load_weights(
    source: Found, dtype: torch.dtype | None, device_map: str | None
) -> PreTrainedModel:
    name, options = source.name, {} if device_map is None else {"device_map": device_map}
    config = _load_config(source)
    with refusals(source, ": the model cannot be loaded", "", lambda e: _unloadable(e, config)):
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
    model, told = loaded
    missing = sorted(told["missing_keys"]) + sorted(str(k) for k in told["mismatched_keys"])
    if missing:
        raise ModelError(
            f"{name}: {len(missing)} weights are missing or of the wrong size, {missing[0]} among"
            " them: copy or download it again"
        )
    return model


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


def _load_config(source: Found) -> PreTrainedConfig:
    kind = read(source.folder / "config.json").get("model_type")
    if kind is not None and not (isinstance(kind, str) and kind in CONFIG_MAPPING):
        raise ModelError(
            one_line(
                f"{source.name}/config.json cannot be used: transformers {transformers_version}"
                f" does not know the architecture {kind!r}: pip install --upgrade transformers, or"
                " choose another model (a repository's own code is never run)"
            )
        )
    with refusals(source, "/config.json cannot be used", f": {AGAIN}"):
        config: PreTrainedConfig = AutoConfig.from_pretrained(
            source.folder, trust_remote_code=False, local_files_only=True
        )
    return config


def _load_tokenizer(source: Found) -> PreTrainedTokenizerBase | None:
    folder = source.folder
    if not any((folder / name).is_file() for name in ("tokenizer.json", "tokenizer_config.json")):
        return None
    then = f": {AGAIN}, or take its files out of the folder to go without"
    with refusals(source, ": the tokenizer cannot be loaded", then):
        return AutoTokenizer.from_pretrained(folder, trust_remote_code=False, local_files_only=True)


def spoken_task(tokenizer: PreTrainedTokenizerBase | None) -> str | None:
    """The controlled task whose vocabulary the tokenizer has, name for name and id for id."""
    if tokenizer is None:
        return None
    words = tokenizer.get_vocab()
    for task in TASKS:
        if words == {name: i for i, name in enumerate(vocabulary(task).names)}:
            return task
    return None
