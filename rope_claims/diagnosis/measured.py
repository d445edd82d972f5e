"""By which angles each layer turns its queries and keys, from what it computes as it runs.

The rotary function's arguments are the queries and keys before rotation; what attention receives is
what they have become. Each pair of coordinates is a complex number, and the ratio of after to
before, over all heads and samples at a position, has the angle and the factor of the rotation.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import Tensor

from empirical.instrument.hook import ROTARY, recording, replaced
from empirical.instrument.recorder import HookError, Recorded

if TYPE_CHECKING:
    from transformers import PreTrainedModel

SAMPLES = 4
MISFIT = 0.05
"""A pairing whose rotation leaves a larger share of the keys unexplained is none."""

Layout = tuple[str, int, int]


@dataclass(frozen=True)
class Turned:
    """One layer in one forward pass.

    keys, queries  (B, T, F) complex: what the pair of a frequency is multiplied by at a position
    pairing        'half-split' or 'interleaved', '' where neither explains what happened
    head           coordinates of a head
    unit           unit roundoff of the format that the keys are in
    layout         the pairing, how many coordinates turn, and the first of them
    given          coordinates that the rotary function is given, and the width of its tables
    """

    layer: int
    keys: np.ndarray
    queries: np.ndarray
    pairing: str
    head: int
    unit: float
    layout: Layout
    given: tuple[int, int]

    def phases(self) -> np.ndarray:
        """Angles of the keys (T, F) in radians, mean over samples."""
        return np.asarray(np.angle(self.keys.mean(axis=0)))

    def lengths(self) -> np.ndarray:
        """By how much queries and keys are lengthened at each position (T,): the geometric mean."""
        return np.asarray(np.sqrt(np.median(np.abs(self.keys * self.queries), axis=(0, 2))))

    def factor(self) -> float:
        """The same at all positions, the median."""
        return float(np.median(self.lengths()))


@dataclass(frozen=True)
class Call:
    """One call of the rotary function: the tensors that it was to turn, and how wide what turns is.

    ``table`` is the width of the tables; GPT-J's function, which has positions before heads, turns
    all that it is given.
    """

    tensors: tuple[Tensor, ...]
    table: int
    positions_first: bool


@contextmanager
def measured_passes(
    model: PreTrainedModel, layouts: Mapping[int, Layout] | None = None
) -> Iterator[list[Turned | None]]:
    """While open, each attention layer that runs adds how it turned; None if it did not rotate.

    ``layouts`` are known already, by layer: samples may then be at different positions.

    Raises:
        HookError: the model has no rotary angles or cannot be hooked.
    """
    calls: list[Call] = []
    turned: list[Turned | None] = []

    def keep(recorded: Recorded) -> None:
        turned.append(_turned(recorded, calls, layouts or {}) if calls else None)
        calls.clear()

    files = {sys.modules[type(module).__module__] for module in model.modules()}
    with ExitStack() as stack:
        for file in files:
            if hasattr(file, ROTARY):
                spy = _spied(getattr(file, ROTARY), calls)
                stack.enter_context(replaced(file, ROTARY, spy))
        stack.enter_context(recording(model, keep))
        stack.enter_context(torch.inference_mode())
        yield turned


def _spied(function: Callable[..., Any], calls: list[Call]) -> Callable[..., Any]:
    """The rotary function, noting what it is given."""
    names = list(inspect.signature(function).parameters)
    turning = ("q", "k") if "k" in names else (names[0],)

    @wraps(function)
    def rotary(*args: Any, **kwargs: Any) -> Any:
        args = tuple(
            _visible(x) if name in turning else x for name, x in zip(names, args, strict=False)
        )
        kwargs = {name: _visible(x) if name in turning else x for name, x in kwargs.items()}
        given = dict(zip(names, args, strict=False)) | kwargs
        tensors = tuple(given[name] for name in turning)
        calls.append(Call(tensors, given["cos"].shape[-1], names[0] == "tensor"))
        return function(*args, **kwargs)

    return rotary


def _visible(x: Tensor) -> Tensor:
    """The same queries or keys; a coordinate that is 0 is 1, so that it turns.

    A norm's weight that is rounded to 0 makes such coordinates, in Gemma 3 for one. So does a token
    whose embedding is 0, as the padding token's is in a new model.
    """
    return torch.where(x == 0, torch.ones_like(x), x)


def _turned(recorded: Recorded, calls: Sequence[Call], known: Mapping[int, Layout]) -> Turned:
    """A layer's rotation, from what it was given first and what attention received."""
    first = calls[0]
    before: tuple[Tensor, ...]
    if len(first.tensors) == 2:
        before = first.tensors
    elif len(calls) > 1:  # GPT-J turns keys, then queries
        before = (calls[1].tensors[0], first.tensors[0])
    else:
        raise HookError("the rotary function turned one tensor of a layer only")
    if first.positions_first:
        before = tuple(x.transpose(1, 2) for x in before)
    tokens = before[1].shape[2]
    after = (recorded.query, recorded.key[:, :, -tokens:])
    size = before[1].shape[-1]
    widths = (size,) if first.positions_first else (first.table, 2 * first.table)
    layer = int(getattr(recorded.module, "layer_idx", -1))
    layout = known.get(layer) or _layout(before, after, widths)
    pairing, width, offset = layout
    query, key = (
        _ratios(_pairs(b, width, 0, pairing), _pairs(a, width, offset, pairing))[0]
        for b, a in zip(before, after, strict=True)
    )
    return Turned(
        layer=layer,
        keys=key,
        queries=query,
        pairing=pairing,
        head=recorded.key.shape[-1],
        unit=torch.finfo(recorded.key.dtype).eps / 2,
        layout=layout,
        given=(size, first.table),
    )


def _layout(before: Sequence[Tensor], after: Sequence[Tensor], widths: Sequence[int]) -> Layout:
    """The pairing, the width of the part that turns and where it begins, which explain best.

    The keys decide. Where they do not turn, every pairing explains them, and the queries decide.
    """
    size, full = before[1].shape[-1], after[1].shape[-1]
    tries = []
    for width in dict.fromkeys(min(w, size) for w in widths):
        for offset in dict.fromkeys((0, full - size)):
            for pairing in ("half-split", "interleaved"):
                keys, queries = (
                    _ratios(_pairs(b, width, 0, pairing), _pairs(a, width, offset, pairing))[1]
                    for b, a in ((before[1], after[1]), (before[0], after[0]))
                )
                tries.append((round(keys, 4), round(queries, 4), pairing, width, offset))
    misfit, _, pairing, width, offset = min(tries, key=lambda one: one[:2])
    return (pairing if misfit < MISFIT else "", width, offset)


def _pairs(x: Tensor, width: int, offset: int, pairing: str) -> np.ndarray:
    """(B, H, T, width / 2) complex numbers of a tensor (B, H, T, D)."""
    part = x[..., offset : offset + width].double().cpu().numpy()
    if pairing == "interleaved":
        return np.asarray(part[..., 0::2] + 1j * part[..., 1::2])
    half = width // 2
    return np.asarray(part[..., :half] + 1j * part[..., half : 2 * half])


def _ratios(before: np.ndarray, after: np.ndarray) -> tuple[np.ndarray, float]:
    """The factor (B, T, F) from before to after that fits all heads and samples, and the misfit.

    Positions may differ from sample to sample, so the ratio is a sample's own; the misfit is the
    share of the squared length that one ratio for all heads and samples leaves.
    """
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):  # spoilt weights give NaN
        own = (before.conj() * after).sum(1) / (np.abs(before) ** 2).sum(1)
        whole = (before.conj() * after).sum((0, 1)) / (np.abs(before) ** 2).sum((0, 1))
        left = np.abs(after - whole * before) ** 2
        return own, float(left.sum() / (np.abs(after) ** 2).sum())


def ladder(n: int) -> list[int]:
    """Positions 0, 1, powers of two with the position after them, and the last two below n."""
    steps = {0, 1, n - 2, n - 1}
    power = 2
    while power < n:
        steps |= {power, power + 1}
        power *= 2
    return sorted(step for step in steps if 0 <= step < n)


def at_positions(model: PreTrainedModel, positions: Sequence[int]) -> list[Turned | None]:
    """How each layer turns at chosen positions, which the model is told."""
    count = model_vocabulary(model)
    made = torch.Generator().manual_seed(0)
    tokens = torch.randint(0, count, (SAMPLES, len(positions)), generator=made)
    given = torch.tensor([list(positions)] * SAMPLES)
    with tables_kept(model), measured_passes(model) as turned:
        model(tokens.to(model.device), position_ids=given.to(model.device), use_cache=False)
    return turned


def model_vocabulary(model: PreTrainedModel) -> int:
    """How many token ids the model knows."""
    table: Any = model.get_input_embeddings()
    return int(table.num_embeddings)


def slopes(phases: np.ndarray, positions: Sequence[int]) -> np.ndarray:
    """Radians a position (F,), from phases (T, F) at the powers of two: each step doubles the
    distance, and settles by how many whole turns the next is ahead."""
    at = dict(zip(positions, phases, strict=True))
    theta = wrapped(at[1] - at[0])
    power = 2
    while power in at:
        theta = theta + wrapped(at[power] - at[0] - theta * power) / power
        power *= 2
    return np.asarray(theta)


def wrapped(angle: Any) -> np.ndarray:
    """The same angle between -π and π."""
    return np.asarray(np.angle(np.exp(1j * np.asarray(angle))))


@contextmanager
def tables_kept(model: PreTrainedModel) -> Iterator[None]:
    """Rotary modules that change their frequencies as they run have their own again afterwards."""
    kept = []
    for module in model.modules():
        if any("inv_freq" in name for name in (*module._buffers, *vars(module))):
            buffers = {name: (b, b.clone()) for name, b in module._buffers.items() if b is not None}
            plain = {k: v for k, v in vars(module).items() if not k.startswith("_")}
            kept.append((module, buffers, plain))
    try:
        yield
    finally:
        for module, buffers, plain in kept:
            for name in [k for k in vars(module) if not k.startswith("_") and k not in plain]:
                delattr(module, name)
            vars(module).update(plain)
            with torch.no_grad():
                for name, (tensor, value) in buffers.items():
                    tensor.copy_(value)
                    module._buffers[name] = tensor
