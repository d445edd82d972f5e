"""Load a causal language model by folder, alias or repository name, or say what is wrong."""

import hashlib
import importlib.util
import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel
from transformers.utils import logging as transformers_logging

from constructions.heads.device import choose_device
from empirical.models import gguf_file, loading, reader
from empirical.models.gguf_header import Header
from empirical.models.hub import ModelError, ModelFiles, find
from empirical.models.intake import AGAIN, check_folder, first_line
from empirical.models.memory import check_memory, weight_bytes
from empirical.models.provenance import versions
from empirical.models.reader import ModelSizes, Reader
from empirical.protocol import paths
from empirical.protocol.findings import About
from empirical.protocol.reading import Foreign
from empirical.protocol.request import Request
from empirical.protocol.vocabulary import TASKS, vocabulary
from theory.gate.reading import read

SHIPPED = paths.CHECKPOINTS
"""The two controlled models that come with the package."""


@dataclass(frozen=True)
class Loaded:
    """A model ready to be read: its name in reports, weights, tokenizer, the task it speaks, its
    manifest, the commit of its repository where it came from one, what tells its files from others
    of the same name, and how a GGUF file stores its weights."""

    name: str
    model: PreTrainedModel
    tokenizer: Reader | None
    task: str | None
    manifest: Foreign | None
    commit: str | None = None
    fingerprint: str = ""
    stored: str = ""

    @property
    def letters(self) -> str:
        """How the letters of number's window were drawn in training (``data.window_letters``)."""
        recipe = (self.manifest or {}).get("recipe", {})
        return "repeated" if recipe.get("letters") == "repeated" else "distinct"

    @property
    def reader(self) -> Reader:
        """The tokenizer.

        Raises:
            ModelError: there is none.
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
            weights=self.stored,
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

    def must_know(
        self, tokens: np.ndarray, source: str = "its tokenizer gives", mend: str = AGAIN
    ) -> None:
        """See that the model has a row for each token id; ``source`` says where they are from.

        Raises:
            ModelError: it has not; ``mend`` says what to do.
        """
        known = self.model.get_input_embeddings().num_embeddings
        if tokens.size and not 0 <= tokens.min() <= tokens.max() < known:
            raise ModelError(
                f"{self.name}: {source} ids outside the model's vocabulary of {known}: {mend}"
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
    with gguf_file.alone(find(model, revision)) as source:
        return _load(source, device, None if dtype == "auto" else getattr(torch, dtype), device_map)


def _load(
    source: ModelFiles, device: torch.device, form: torch.dtype | None, device_map: str | None
) -> Loaded:
    header = None if source.file is None else gguf_file.check_whole(source)
    if header is None:
        check_folder(source)
    process = reader.confined(source)
    _check_size(
        source, form, device if device_map is None else None, header, reader.model_sizes(process)
    )
    transformers_logging.set_verbosity_error()
    transformers_logging.disable_progress_bar()
    # A bar that transformers draws over GGUF files goes nowhere: what is said is ours to say.
    with _memory_errors(source.name), redirect_stderr(io.StringIO()):
        network: Any = loading.weights(source, form, device_map)
        network = network if device_map is not None else network.to(device)
    if header is not None:
        gguf_file.hold_to_file(source, header, network)
    network.eval()
    for name, value in network.named_parameters():
        least, most = value.aminmax()  # NaN is both; no copy of the weights is made
        if not bool(least.isfinite() & most.isfinite()):
            raise ModelError(
                f"{source.name}: weight {name} is not finite (NaN or infinity): not scored"
            )
    tokenizer = reader.reader(process)
    shipped = source.folder.parent == SHIPPED
    return Loaded(
        name=f"shipped {source.folder.name}" if shipped else source.name,
        model=network,
        tokenizer=tokenizer,
        task=spoken_task(tokenizer),
        manifest=_manifest(source),
        commit=source.commit,
        fingerprint=_fingerprint(source.folder),
        stored=header.stored if header else "",
    )


def _check_size(
    source: ModelFiles,
    form: torch.dtype | None,
    device: torch.device | None,
    header: Header | None,
    sizes: ModelSizes | None,
) -> None:
    """See that a model fits on a device (None: on several), as it is stored and as it is built.

    Raises:
        ModelError: it does not.
    """
    if device is None:
        return
    buffers = 0 if sizes is None else sizes.buffers
    if header is not None:
        weights = [header.numbers * (form or torch.float32).itemsize]
    else:
        weights = [weight_bytes(source.folder, form)]
        if sizes is not None and not sizes.packed:
            weights.append(sizes.numbers * (form or torch.float16).itemsize)
    for one in weights:
        check_memory(source.name, one + buffers, device)


def _manifest(source: ModelFiles) -> Foreign | None:
    """How a controlled model was trained, where its folder says so.

    Raises:
        ModelError: it says so in another form than ``train`` writes.
    """
    path = source.folder / "manifest.json"
    about = read(path) if path.is_file() else None
    if not isinstance(about, dict):
        return None
    recipe = about.get("recipe", {})
    whole = isinstance(recipe, dict) and all(
        type(recipe.get(name, 0)) is int for name in ("seed", "steps")
    )
    if not whole or ("seed" in recipe) != ("steps" in recipe):
        raise ModelError(
            f"{source.name}/manifest.json has a recipe without a whole seed and steps: {AGAIN}, or"
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


def spoken_task(tokenizer: Reader | None) -> str | None:
    """The controlled task whose vocabulary the tokenizer has, name for name and id for id."""
    if tokenizer is None:
        return None
    words = tokenizer.get_vocab()
    for task in TASKS:
        if words == {name: i for i, name in enumerate(vocabulary(task).names)}:
            return task
    return None
