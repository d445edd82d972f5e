"""One hook that sees every attention layer's query, key and weights while the model runs.

The hook is in the transformers attention registry, so it serves every architecture that asks
the registry for its attention; the model file's own eager attention does the arithmetic. The
rotary function of the model file is overheard too: it tells the cosine and sine rows of this very
pass, and whether a layer rotates at all.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from types import ModuleType
from typing import Any, cast

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface, eager_mask

from empirical.instrument.recorder import KNOWN, HookError, Keywords, PassEnded, Recorded, Recorder
from empirical.instrument.rotation import Rotation

NAME = "rope_claims"
ROTARY = "apply_rotary_pos_emb"


# The registry's function is global; a context variable tells it which recording is open, and
# two threads that record do not meet.
_ACTIVE: ContextVar[Recorder] = ContextVar("recorder")


def _attention(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    **options: Any,
) -> tuple[Tensor, Tensor | None]:
    """The registered attention: the model file's own eager one, overheard."""
    scale = float(cast(int, module.head_dim) ** -0.5 if scaling is None else scaling)
    # The file's own arithmetic and not ours: what is judged is this model.
    eager = _file(type(module)).eager_attention_forward

    def attend(query: Tensor, keys: slice, mask: Tensor) -> tuple[Tensor, Tensor]:
        # In the model's format: GPT-J's logits are float32, and take that of the mask where finer.
        met = key[:, :, keys], value[:, :, keys], mask.to(query.dtype)
        result: tuple[Tensor, Tensor] = eager(module, query, *met, scaling=scale, **options)
        return result

    shown: Keywords = {"module": module, "query": query, "key": key, "mask": attention_mask}
    shown |= {"scale": scale, "softcap": options.get("softcap")}
    return _ACTIVE.get().attend(attend, shown)


def _mask(*args: Any, dtype: torch.dtype, **kwargs: Any) -> Tensor:
    """The additive mask of eager attention, its depth no lower than float32's least number.

    Eager softmax mostly runs in float32 also in a float64 model, where float64's least number would
    become -inf, and a padding row, masked throughout, NaN.
    """
    kwargs["dtype"] = torch.float32 if dtype == torch.float64 else dtype
    return eager_mask(*args, **kwargs)


AttentionInterface.register(NAME, _attention)
AttentionMaskInterface.register(NAME, _mask)


@contextmanager
def recording(
    model: PreTrainedModel,
    keep: Callable[[Recorded], Any],
    position: Tensor | None = None,
    until: int | None = None,
) -> Iterator[Recorder]:
    """While open, every attention layer of `model` that runs is handed to `keep`.

    With a position for each sample, (B,), a layer is reduced to the queries there, on that
    tensor's device, and its full weights (B, H, T, T) never exist at once. With `until`, the
    layer that makes it as many is the last: PassEnded is raised and leaves this context quietly.
    On leaving, by an exception too, the model's attention and its file's rotary function are as
    they were. Raises HookError if the model has no rotary angles or cannot be hooked.
    """
    files = {_file(kind) for kind in {type(m) for m in model.modules()}}
    rotary = [file for file in files if hasattr(file, ROTARY)]
    registered = any(hasattr(file, "eager_attention_forward") for file in files)
    if not rotary and not _mentions_rotary(model):
        raise HookError(
            f"{type(model).__name__} has no rotary angles: choose a model with RoPE; {KNOWN}"
        )
    if not (rotary and registered):
        raise HookError(
            f"{type(model).__name__} has rotary angles, but does not take its attention from the "
            f"transformers registry: choose another architecture; {KNOWN}"
        )
    recorder = Recorder(keep, position, until)
    with ExitStack() as stack:
        token = _ACTIVE.set(recorder)
        stack.callback(_ACTIVE.reset, token)
        for file in rotary:
            stack.enter_context(replaced(file, ROTARY, _overheard(getattr(file, ROTARY), recorder)))
        stack.callback(model.set_attn_implementation, model.config._attn_implementation)
        model.set_attn_implementation(NAME)
        with suppress(PassEnded):
            yield recorder
        if not recorder.kept:
            raise HookError(
                f"no attention layer of {type(model).__name__} came past the hook: choose another "
                f"architecture; {KNOWN}"
            )


def _file(kind: type[nn.Module]) -> ModuleType:
    """The Python file that defines a class of modules."""
    return sys.modules[kind.__module__]


def _mentions_rotary(model: PreTrainedModel) -> bool:
    """Whether the configuration speaks of rotary angles under any of their usual names."""
    config = model.config.get_text_config()
    names = ("rope_parameters", "rope_scaling", "rope_theta", "rotary_dim", "rotary_pct")
    return any(getattr(config, name, None) is not None for name in names)


@contextmanager
def replaced(file: ModuleType, name: str, value: Any) -> Iterator[None]:
    """Set what a Python file defines under a name for a while, then put back its own."""
    own = getattr(file, name)
    setattr(file, name, value)
    try:
        yield
    finally:
        setattr(file, name, own)


def _overheard(function: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """The rotary function, telling the recorder the rows and the layout that it was called with."""
    names = list(inspect.signature(function).parameters)
    if not {"cos", "sin"} <= set(names):
        raise HookError(f"{function.__module__} rotates without cosines and sines; {KNOWN}")
    # Called by position or by name, as the model's file pleases.
    places = {name: names.index(name) for name in (names[0], "cos", "sin")}
    paired, positions_first = "k" in names, names[0] == "tensor"

    def rotary(*args: Any, **kwargs: Any) -> Any:
        first, cos, sin = (
            args[place] if place < len(args) else kwargs[name] for name, place in places.items()
        )
        width = first.shape[-1]
        recorder.rotated(Rotation(function, cos, sin, width, paired, positions_first))
        return function(*args, **kwargs)

    return rotary
