"""Which device arrays are computed on, chosen automatically and overridable."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

DEVICES = ("auto", "cpu", "cuda")


class DeviceError(ValueError):
    """The device or number format asked for is not to be had on this machine."""


def choose_device(name: str) -> torch.device:
    """'auto' takes CUDA where there is one.

    Raises:
        DeviceError: 'cuda' where torch sees none.
    """
    import torch

    if name == "cuda" and not torch.cuda.is_available():
        raise DeviceError("no CUDA device is visible to torch: use --device cpu or --device auto")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)
