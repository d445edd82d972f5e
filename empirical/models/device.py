"""Which number format a run uses, chosen automatically and overridable."""

from contextlib import AbstractContextManager, nullcontext

import torch

from constructions.heads.device import DeviceError


def choose_precision(name: str, device: torch.device) -> str:
    """'auto' takes bf16 where the hardware multiplies it natively, float32 elsewhere.

    Raises:
        DeviceError: tf32 asked for on a CPU.
    """
    if name == "tf32" and device.type != "cuda":
        raise DeviceError("tf32 exists on CUDA only: use --precision float32 or bf16")
    if name != "auto":
        return name
    if device.type == "cuda":
        return "bf16" if torch.cuda.is_bf16_supported() else "tf32"
    return "bf16" if torch.cpu._is_avx512_bf16_supported() else "float32"


def device_arithmetic(precision: str, device: torch.device) -> AbstractContextManager[object]:
    """The context in which forward passes run; weights stay in float32 throughout."""
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = precision != "float32"
    if precision == "bf16":
        return torch.autocast(device.type, dtype=torch.bfloat16)
    return nullcontext()
