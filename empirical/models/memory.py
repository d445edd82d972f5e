"""Whether a model's weights fit, told before they are loaded."""

import math
from pathlib import Path
from typing import Any

import torch

from empirical.models.hub import ModelError
from theory.gate.reading import parse

SCORING_BYTES = 1 << 30
"""Bytes that scoring takes in addition to the weights, at most."""
GIB = 1 << 30
SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2}
"""Bytes a number of safetensors' floating formats; another format keeps its own size."""
LONGEST_HEADER = 100_000_000
"""Bytes of a safetensors header, as its format has it."""
LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""A container's limit and use, cgroups of version 2 and 1."""


def weight_bytes(folder: Path, dtype: torch.dtype | None) -> int:
    """Bytes of a folder's weights in a number format (None: the one they are stored in).

    Safetensors headers tell without reading the weights; other files count as they lie on disk.
    A header that cannot be read counts as nothing: loading will say what is wrong.
    """
    stored = headers(folder)
    if not stored:
        return sum(file.stat().st_size for file in folder.glob("*.bin"))
    return sum(_tensor_bytes(entry, dtype) for entries in stored for entry in entries)


def headers(folder: Path) -> list[list[Any]]:
    """What the header of each safetensors file says of its tensors; nothing where it is none."""
    return [_header(file) for file in sorted(folder.glob("*.safetensors"))]


def _header(file: Path) -> list[Any]:
    try:
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            header = parse(stream.read(length).decode()) if length <= LONGEST_HEADER else {}
        return [entry for name, entry in header.items() if name != "__metadata__"]
    except (ValueError, AttributeError, OSError):
        return []


def _tensor_bytes(entry: Any, dtype: torch.dtype | None) -> int:
    try:
        shape, stored, span = entry["shape"], str(entry["dtype"]), entry["data_offsets"]
        if stored in SIZES and dtype is not None:
            return int(math.prod(shape)) * dtype.itemsize
        return int(span[1] - span[0])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        return 0


def free_bytes(device: torch.device) -> int | None:
    """Bytes free on a device, a container's limit heeded; None where the system does not say."""
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    amounts = [free for free in (_system_free(), *map(_limit_free, LIMITS)) if free is not None]
    return min(amounts, default=None)


def _system_free() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    kib = next((line.split()[1] for line in lines if line.startswith("MemAvailable:")), None)
    return None if kib is None else int(kib) * 1024


def _limit_free(files: tuple[str, str]) -> int | None:
    try:
        limit, used = (int(Path(file).read_text()) for file in files)
    except (OSError, ValueError):  # no such group, or "max": no limit
        return None
    return max(0, limit - used)


def check_memory(name: str, weights: int, device: torch.device) -> None:
    """See that so many bytes of weights, and scoring, fit on a device.

    Raises:
        ModelError: they do not.
    """
    needed, free = weights + SCORING_BYTES, free_bytes(device)
    if free is not None and needed > free:
        raise ModelError(too_little(name, device, needed, free))


def too_little(name: str, device: torch.device, needed: int, free: int) -> str:
    """One line on memory that does not suffice, ending in what to do."""
    elsewhere = "--device cpu" if device.type == "cuda" else "a machine with more memory"
    return (
        f"{name} needs about {needed / GIB:.1f} GiB on {device.type} (weights and 1 GiB),"
        f" {free / GIB:.1f} are free: try --dtype bfloat16, --device-map auto, {elsewhere} or a"
        " smaller model"
    )
