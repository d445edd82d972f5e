"""Which model is meant: an alias, a repository's name or a folder — found, or said what to do."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from empirical.models.packages import PACKAGES, NotHere, locate
from theory.gate.reading import printable
from theory.reports.command import nearest_names

ALIASES = {
    **{
        f"gemma-2-{size}{it}": f"google/gemma-2-{size}{it}"
        for size in ("2b", "9b", "27b")
        for it in ("", "-it")
    },
    "gemma-3-270m-it": "google/gemma-3-270m-it",
    "gemma-3-1b": "google/gemma-3-1b-pt",
    "gemma-3-1b-it": "google/gemma-3-1b-it",
    **{
        f"{family.lower()}-{size.lower()}{tuned.lower()}": f"Qwen/{family}-{size}{tuned}"
        for family, sizes in (
            ("Qwen2", ("0.5B", "1.5B", "7B")),
            ("Qwen2.5", ("0.5B", "1.5B", "3B", "7B")),
        )
        for size in sizes
        for tuned in ("", "-Instruct")
    },
    **{
        f"qwen3-{size.lower()}": f"Qwen/Qwen3-{size}"
        for size in ("0.6B", "1.7B", "4B", "8B", "14B")
    },
    **{
        f"{name.removeprefix('Meta-')}{tuned}".lower(): f"meta-llama/{name}{tuned}"
        for name in ("Meta-Llama-3-8B", "Llama-3.1-8B", "Llama-3.2-1B", "Llama-3.2-3B")
        for tuned in ("", "-Instruct")
    },
    "mistral-7b": "mistralai/Mistral-7B-v0.3",
    "olmo-2-1b": "allenai/OLMo-2-0425-1B",
    "olmo-2-7b": "allenai/OLMo-2-1124-7B",
    "phi-3-mini": "microsoft/Phi-3-mini-4k-instruct",
    "gpt-j-6b": "EleutherAI/gpt-j-6b",
    "pythia-410m": "EleutherAI/pythia-410m",
    "smollm3-3b": "HuggingFaceTB/SmolLM3-3B",
}
"""Short names, in lower case, and the repositories they stand for."""
NAMES = (*ALIASES, *PACKAGES)
"""Every alias: of repositories, and of Python packages."""
REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")
TEXTS = ["*.json", "*.txt", "*.model", "*.jinja"]
ELSEWHERE = ["*/*"]
"""Repositories keep other formats of the same weights in folders: not needed."""
GGUF = ".gguf"
WEIGHTS = ("*.safetensors", "pytorch_model*.bin")
"""Weight files, the format to prefer first."""


class ModelError(ValueError):
    """A model that cannot be loaded or used; the message is one line that says what to do."""


@dataclass(frozen=True)
class ModelFiles:
    """A model's files: its name in reports (printable), their folder, their commit if known, and
    the one file that holds all of it where that is a GGUF file."""

    name: str
    folder: Path
    commit: str | None
    file: Path | None = None


def find(model: str | Path, revision: str | None = None) -> ModelFiles:
    """The files of a model, downloaded into the Hugging Face cache if they are not there yet.

    Raises:
        ModelError: as in ``named``; no such repository or revision; a licence not accepted; no
            network; a download cut short; a full disk.
    """
    known = named_files(model, revision)
    if isinstance(known, ModelFiles):
        return known
    folder = _download(known, revision)
    return ModelFiles(known, folder, folder.name)


def named_files(model: str | Path, revision: str | None = None) -> ModelFiles | str:
    """The files of a model that is here, or the name of the repository that has it.

    A folder or a GGUF file comes first, then an alias (upper or lower case; some are of installed
    packages), then ``ORGANISATION/NAME``. Loads nothing and asks no network.

    Raises:
        ModelError: no such folder, file, alias or package; several GGUF files in a folder.
    """
    name = str(model)
    packed = name.lower() in PACKAGES
    if revision is not None and (packed or Path(name).exists()):
        raise ModelError(f"{name} is here, which has no revisions: leave out --revision")
    if Path(name).is_dir():
        return _in_folder(ModelFiles(printable(name), Path(name), None))
    if name.endswith(GGUF) and Path(name).is_file():
        return ModelFiles(printable(name), Path(name).parent, None, Path(name))
    if Path(name).is_file():
        raise ModelError(
            f"{name} is a file and no {GGUF}: give the folder of the model that it is of"
        )
    if isinstance(model, Path) or _looks_like_path(name) or name.endswith(GGUF):
        raise ModelError(
            f"{name} is no folder and no GGUF file: give the path of a model in Hugging Face format"
            f" or of a file that ends in {GGUF}"
        )
    if packed:
        try:
            file = locate(name.lower())
        except NotHere as error:
            raise ModelError(str(error)) from error
        return ModelFiles(name.lower(), file.parent, None, file)
    repository = ALIASES.get(name.lower(), name)
    if not REPOSITORY.fullmatch(repository):
        raise ModelError(f"{name} is {_no_alias(name)}")
    return repository


def _in_folder(source: ModelFiles) -> ModelFiles:
    """A folder, or the GGUF file that it holds where it holds no model in another form.

    Raises:
        ModelError: it holds several, or a link out of it.
    """
    files = sorted(source.folder.glob(f"*{GGUF}"))
    if (source.folder / "config.json").exists() or not files:
        return source
    if len(files) > 1:
        raise ModelError(
            f"{source.name} holds {len(files)} GGUF files: give one of them, such as"
            f" {printable(files[0])}"
        )
    if files[0].resolve().parent != source.folder.resolve():
        raise ModelError(
            f"{source.name}: {printable(files[0].name)} is a link out of the folder: put the file"
            " itself there"
        )
    return replace(source, file=files[0])


def _looks_like_path(name: str) -> bool:
    return name.startswith((".", "~", os.sep)) or name.count("/") > 1 or "\\" in name


def _no_alias(name: str) -> str:
    close = nearest_names(name.lower(), NAMES)
    meant = f" (did you mean {' or '.join(close)}?)" if close else ""
    return (
        f"neither a folder here nor a known alias{meant}: give a folder, ORGANISATION/NAME of a"
        " repository, or an alias (rope-claims validate --help lists them)"
    )


def _download(repository: str, revision: str | None) -> Path:
    """The folder of one commit in the cache, with its texts and one format of its weights."""
    from huggingface_hub import snapshot_download

    for weights in WEIGHTS:
        wanted = [*TEXTS, weights]
        try:
            folder = Path(
                snapshot_download(
                    repository, revision=revision, allow_patterns=wanted, ignore_patterns=ELSEWHERE
                )
            )
        except Exception as error:
            raise ModelError(_explain(error, repository, revision)) from error
        if any(folder.glob(weights)):
            return folder
    if _offline():
        raise ModelError(_cut_short(repository))
    raise ModelError(
        f"{repository} has neither safetensors nor PyTorch weights for transformers: choose"
        " another repository"
    )


def _explain(error: Exception, repository: str, revision: str | None) -> str:
    """One line on a download that failed, ending in what to do. Unknown errors are raised again."""
    from huggingface_hub import errors

    address = _address(repository)
    told = {
        errors.GatedRepoError: f"{repository} is behind a licence: accept it at {address}, log in"
        " with 'hf auth login' (or set HF_TOKEN), and run this again",
        errors.RevisionNotFoundError: f"{repository} has no revision {revision}: choose a branch,"
        f" tag or commit listed at {address}/commits/main",
        errors.RepositoryNotFoundError: f"there is no folder {repository} here, and {repository} is"
        f" not to be found at {address}: check the spelling; if it is private, log in with 'hf auth"
        " login' (or set HF_TOKEN)",
        errors.IncompleteSnapshotError: _cut_short(repository),
    }
    if message := next((text for kind, text in told.items() if isinstance(error, kind)), ""):
        return message
    if isinstance(error, errors.LocalEntryNotFoundError):
        return _not_cached(error, repository, revision)
    if isinstance(error, errors.HfHubHTTPError):
        return _refused(error, repository)
    # The HTTP library's own; the name of its class has changed between versions.
    if isinstance(error, OSError) or any(x.__name__ == "HTTPError" for x in type(error).__mro__):
        return _broken_off(error, repository)
    raise error


def _cut_short(repository: str) -> str:
    return f"{repository} is only partly downloaded and {_why_unreachable()}: {_fetch(repository)}"


def _not_cached(error: Any, repository: str, revision: str | None) -> str:
    if getattr(error.__cause__, "response", None) is not None:
        return _refused(error.__cause__, repository)
    wanted = repository if revision is None else f"{repository} at revision {revision}"
    return (
        f"there is no folder {repository} here, {wanted} is not in {_cache()} and"
        f" {_why_unreachable()}: {_fetch(repository)}"
    )


def _refused(error: Any, repository: str) -> str:
    status = getattr(error.response, "status_code", "?")
    if status in (401, 403):
        return (
            f"{repository}: the hub refused access (HTTP {status}): log in with 'hf auth login' (or"
            f" set HF_TOKEN) as somebody who may read {_address(repository)}"
        )
    return f"{repository}: the hub answered HTTP {status}: try again later"


def _broken_off(error: Any, repository: str) -> str:
    why = str(error).strip().splitlines() or [type(error).__name__]
    return (
        f"{repository}: the download broke off ({why[0]}): see to the disk space in {_cache()} and"
        " the network, and run this again; it goes on where it stopped"
    )


def _offline() -> bool:
    from huggingface_hub import constants

    return bool(constants.HF_HUB_OFFLINE)


def _why_unreachable() -> str:
    from huggingface_hub import constants

    if _offline():
        return "HF_HUB_OFFLINE forbids the network"
    return f"{constants.ENDPOINT} cannot be reached"


def _fetch(repository: str) -> str:
    first = "unset HF_HUB_OFFLINE" if _offline() else "check the network"
    return (
        f"{first}, or run 'hf download {repository}' where there is a network, copy the folder that"
        " it names to this machine, and give the copy's path"
    )


def _cache() -> str:
    from huggingface_hub import constants

    return str(constants.HF_HUB_CACHE)


def _address(repository: str) -> str:
    from huggingface_hub import constants

    return f"{constants.ENDPOINT}/{repository}"
