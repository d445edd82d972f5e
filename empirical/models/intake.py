"""What of a model's folder is read: files of the folder itself, strict JSON, tensors; never code.

The folder may be a stranger's. Nothing that it says makes us read a file elsewhere, run code of
its own, or ask whether we should; whatever cannot be read is refused in one line.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from empirical.models.hub import ModelError, ModelFiles
from empirical.models.memory import headers
from empirical.protocol.reading import Foreign
from theory.gate.reading import Unreadable, one_line, parse
from theory.ledger.plural import counted

SETTINGS = ("config.json", "tokenizer_config.json", "generation_config.json")
"""Files in which the name of another file would be followed."""
OWN_CODE = "a folder's own code is never run: choose a model that transformers knows by itself"
AGAIN = "copy or download it again"


def check_folder(source: ModelFiles) -> None:
    """See that a folder holds a model whose every file may be read.

    Raises:
        ModelError: no config.json; a file that is a link out of the folder or no file at all; JSON
            that is none; a setting or an index that names a file elsewhere; a part that is missing;
            an adapter; more layers than weights.
    """
    folder, name = source.folder, source.name
    if not (folder / "config.json").is_file():
        raise ModelError(f"{name} holds no model: a config.json and model.safetensors are needed")
    if (folder / "adapter_config.json").exists():
        raise ModelError(
            f"{name} is an adapter, which takes its weights from elsewhere: merge it into its model"
        )
    _check_places(source)
    stored = {path.name: _json(source, path) for path in sorted(folder.glob("*.json"))}
    for setting in SETTINGS:
        if setting in stored:
            _check_setting(source, setting, stored[setting])
    for index in [one for one in stored if one.endswith(".index.json")]:
        _check_index(source, index, stored[index])
    _check_layers(source, stored["config.json"])


def _check_places(source: ModelFiles) -> None:
    """Every entry is a folder or a regular file, and none is a link that leads out."""
    inside = _roots(source.folder)
    for place, folders, files in os.walk(source.folder):
        for entry in (Path(place, one) for one in (*folders, *files)):
            real = entry.resolve()
            where = f"{source.name}: {os.path.relpath(entry, source.folder)}"
            if not any(real.is_relative_to(root) for root in inside):
                raise ModelError(f"{where} is a link out of the folder: put the file itself there")
            if not (real.is_file() or real.is_dir()):
                raise ModelError(f"{where} is no file: {AGAIN}")
            if not os.access(real, os.R_OK):
                raise ModelError(f"{where} cannot be read: you lack permission to read it")


def _roots(folder: Path) -> list[Path]:
    """Where a folder's files may lie: in it, or, in the hub's cache, among its blobs."""
    real = folder.resolve()
    blobs = real.parent.parent / "blobs"
    cached = real.parent.name == "snapshots" and blobs.resolve() == blobs
    return [real, blobs] if cached else [real]


def _json(source: ModelFiles, path: Path) -> Any:
    try:
        return parse(path.read_bytes())
    except (Unreadable, OSError) as error:
        reason = error if isinstance(error, Unreadable) else "it cannot be read"
        told = f"{path.name} cannot be used: {reason}"
        told = f"{path.name} is damaged ({reason})" if path.name.endswith(".index.json") else told
        raise ModelError(f"{source.name}/{told}: {AGAIN}") from error


def _check_setting(source: ModelFiles, file: str, stored: Any) -> None:
    """Settings are an object none of whose values names a file elsewhere.

    A path that leads nowhere is left: published tokenizers carry their makers' own.
    """
    if not isinstance(stored, dict):
        raise ModelError(f"{source.name}/{file} cannot be used: it holds no JSON object: {AGAIN}")
    for key, value in stored.items():
        if isinstance(value, str) and _elsewhere(source.folder, value):
            raise ModelError(
                one_line(f"{source.name}/{file}: {key!r} names {value!r}, a file out of the folder")
            )
    weights = stored.get("transformers_weights")
    if weights is not None and not _plain(weights):
        raise ModelError(f"{source.name}/{file}: transformers_weights names no file of the folder")


def _elsewhere(folder: Path, value: str) -> bool:
    """Whether a string names a file that is there, but not in the folder."""
    if os.sep not in value or len(value) > 4096:
        return False
    places = (Path(value).expanduser(), folder / value)
    roots = _roots(folder)
    return any(
        os.path.isfile(place) and not any(place.resolve().is_relative_to(root) for root in roots)
        for place in places
    )


def _plain(name: Any) -> bool:
    """Whether a name can only be of a file in the folder itself."""
    plain = isinstance(name, str) and Path(name).name == name and not {"\\", "\0"} & set(name)
    return plain and name not in ("", "..")


def _check_index(source: ModelFiles, file: str, stored: Any) -> None:
    """The parts that an index names lie in the folder, and are all there."""
    table = stored.get("weight_map") if isinstance(stored, dict) else None
    if not isinstance(table, dict) or not table:
        raise ModelError(f"{source.name}: {file} is damaged: {AGAIN}")
    parts = list(table.values())
    strange = [part for part in parts if not _plain(part)]
    if strange:
        raise ModelError(
            one_line(f"{source.name}: {file} names {strange[0]!r}, which is no file of the folder")
        )
    gone = sorted({part for part in parts if not (source.folder / part).is_file()})
    if gone:
        raise ModelError(
            f"{source.name}: {len(gone)} of {counted(len(set(parts)), 'weight file')} missing, the"
            f" first is {gone[0]}: {AGAIN}"
        )


def _check_layers(source: ModelFiles, config: Foreign) -> None:
    """A config cannot ask for more layers than there are weights: building them would never end."""
    tensors = sum(len(entries) for entries in headers(source.folder))
    inner = [value for value in config.values() if isinstance(value, dict)]
    for about in (config, *inner):
        for key, layers in about.items():
            # From which layer on a window is used is no number of layers.
            if not key.endswith(("layers", "n_layer")) or key == "max_window_layers":
                continue
            if tensors and isinstance(layers, int) and layers > tensors:
                raise ModelError(
                    f"{source.name}/config.json cannot be used: {key} is above the number of stored"
                    f" weights, {tensors}: {AGAIN}"
                )


def first_line(error: BaseException) -> str:
    """The first line of an error's text, with the next where it ends in a colon; or its kind."""
    first, *rest = (str(error).strip() or type(error).__name__).splitlines()
    return f"{first} {rest[0].strip()}" if first.endswith(":") and rest else first.rstrip(":")


@contextmanager
def refusals(
    source: ModelFiles, what: str, then: str, explain: Callable[[BaseException], str] = first_line
) -> Iterator[None]:
    """Whatever loading a stranger's files raises, in one line; memory that gives out goes through.

    The libraries raise anything on files made to hurt, a panic of their Rust parts among it, which
    is no ``Exception``.
    """
    try:
        yield
    except (ModelError, MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        text = str(error)
        if isinstance(error, RuntimeError) and "memory" in text:
            raise
        reason = OWN_CODE if "custom code" in text else explain(error)
        raise ModelError(one_line(f"{source.name}{what}: {reason}{then}")) from error
