"""One hook that sees every attention layer's query, key and weights while the model runs.

The hook stands in the transformers attention registry, so it serves every architecture that asks
the registry for its attention; the model file's own eager attention does the arithmetic. GPT-J
and CodeGen compute attention in a method `_attn` instead, which is wrapped for as long as the
hook stands. The rotary function of the model file is overheard too: it tells the cosine and sine
rows of this very pass, and whether a layer rotates at all.
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

from empirical.instrument.recorder import (
    KNOWN,
    HookError,
    Keywords,
    PassEnded,
    Recorded,
    Recorder,
)
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
        some = key[:, :, keys], value[:, :, keys]
        found: tuple[Tensor, Tensor] = eager(module, query, *some, mask, scaling=scale, **options)
        return found

    shown: Keywords = {"module": module, "query": query, "key": key, "mask": attention_mask}
    shown |= {"scale": scale, "softcap": options.get("softcap")}
    return _ACTIVE.get().attend(attend, shown, rows=1)


def _mask(*args: Any, dtype: torch.dtype, **kwargs: Any) -> Tensor:
    """The additive mask of eager attention, its depth no lower than float32's least number.

    Eager softmax runs in float32 also in a float64 model, where float64's least number would
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
    own_way = [m for m in model.modules() if hasattr(type(m), "_attn")]
    wrapped = [m for m in own_way if hasattr(m, "scale_attn")]
    if not rotary and not _mentions_rotary(model):
        raise HookError(
            f"{type(model).__name__} has no rotary angles: choose a model with RoPE; {KNOWN}"
        )
    if not rotary or not (wrapped or registered):
        raise HookError(
            f"{type(model).__name__} has rotary angles, but takes its attention neither from the "
            f"transformers registry nor GPT-J's way: choose another architecture; {KNOWN}"
        )
    recorder = Recorder(keep, position, until)
    with ExitStack() as stack:
        token = _ACTIVE.set(recorder)
        stack.callback(_ACTIVE.reset, token)
        for file in rotary:
            stack.enter_context(
                _replaced(file, ROTARY, _overheard(getattr(file, ROTARY), recorder))
            )
        for module in wrapped:
            stack.enter_context(_replaced(module, "_attn", _wrapped(module, recorder)))
        if not wrapped:
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
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Set an attribute for a while, then put back the owner's own or uncover the inherited one."""
    # An instance may inherit the attribute: then deleting ours uncovers it again.
    own = vars(owner).get(name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        if own is None:
            delattr(owner, name)
        else:
            setattr(owner, name, own)


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


def _wrapped(module: nn.Module, recorder: Recorder) -> Callable[..., tuple[Tensor, Tensor | None]]:
    """The module's own `_attn`, overheard; its logits are q·k / scale_attn."""
    own = cast(Callable[..., tuple[Tensor, Tensor]], module._attn)

    def overheard(
        query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        def attend(query: Tensor, keys: slice, mask: Tensor) -> tuple[Tensor, Tensor]:
            return own(query, key[:, :, keys], value[:, :, keys], mask)

        shown: Keywords = {
            "module": module,
            "query": query,
            "key": key,
            "mask": attention_mask,
        }
        shown |= {"scale": 1.0 / float(cast(Tensor, module.scale_attn)), "softcap": None}
        return recorder.attend(attend, shown, rows=2)

    return overheard
