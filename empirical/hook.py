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
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn
from transformers import AttentionInterface, PreTrainedModel
from transformers.masking_utils import AttentionMaskInterface, eager_mask

NAME = "rope_claims"
ROTARY = "apply_rotary_pos_emb"
KNOWN = "GPT-J, GPT-NeoX, Llama, Qwen, Gemma, Mistral, OLMo-2 and Phi-3 are known to work"
PART = 1 << 22
"""Attention weights computed at a time; some four arrays of that size exist meanwhile."""
Attention = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]


class HookError(ValueError):
    """The model's heads cannot be read; the message is one line that says what to do."""


@dataclass(frozen=True)
class Rotation:
    """The model file's own rotary function, with the cosine and sine rows of one forward pass.

    `cos` and `sin` are (1 or B, T, w), attention scaling included. `function` turns the leading
    `width` coordinates of a head: query and key together when `paired`, else one tensor; laid out
    (B, H, T, D), or (B, T, H, D) when `positions_first`, with half-width tables, as GPT-J's does.
    """

    function: Callable[..., Any]
    cos: Tensor
    sin: Tensor
    width: int
    paired: bool
    positions_first: bool

    def turn(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """Rotate x (B, H, T, D) by rows cos and sin (1 or B, T, w); T broadcasts."""
        turned, rest = x[..., : self.width], x[..., self.width :]
        if self.positions_first:
            turned = self.function(turned.transpose(1, 2), cos=cos, sin=sin).transpose(1, 2)
        else:
            turned = turned.expand(*turned.shape[:2], cos.shape[1], -1)
            also = (turned[:, :0],) if self.paired else ()
            turned = self.function(turned, *also, cos=cos, sin=sin)
            turned = turned[0] if self.paired else turned
        if rest.shape[-1] == 0:
            return turned
        return torch.cat([turned, rest.expand(*turned.shape[:-1], -1)], dim=-1)

    def undo(self, x: Tensor) -> Tensor:
        """x (B, H, T, D) before the model rotated it: rot(x, cos / s², -sin / s²).

        Dividing by s² = cos² + sin² takes an attention scaling s (yarn, longrope) out as well.
        """
        cos, sin = self.cos.to(x.dtype), self.sin.to(x.dtype)
        square = cos.square() + sin.square()
        return self.turn(x, cos / square, -sin / square)

    def queries(self, query: Tensor, positions: Tensor) -> Tensor:
        """u_p = R_pᵀ q for a rotated query q (B, H, D) and rows p = positions (N,): (B, H, N, D).

        A key with content a (before rotation) placed at p meets the query with logit scale · a·u_p.
        """
        cos = self.cos.index_select(1, positions).to(query.dtype)
        sin = self.sin.index_select(1, positions).to(query.dtype)
        return self.turn(query.unsqueeze(2), cos, -sin)

    def planes(self, dim: int) -> Tensor:
        """The coordinate pairs (F, 2) that rotate together in a head of `dim` coordinates.

        Found by a quarter turn of every basis vector, so the pairing is the model's own:
        (2f, 2f + 1) where it is interleaved, (f, f + r / 2) where it is half-split.
        """
        basis = torch.eye(dim, dtype=torch.float32, device=self.cos.device)[None, None]
        rows = torch.ones(1, dim, self.cos.shape[-1], device=self.cos.device)
        partner = self.turn(basis, 0 * rows, rows)[0, 0].abs().argmax(-1).cpu()
        first = torch.arange(dim)
        first = first[partner > first]
        return torch.stack([first, partner[first]], dim=1)

    def to(self, device: torch.device) -> "Rotation":
        """The same rows on a device."""
        return replace(self, cos=self.cos.to(device), sin=self.sin.to(device))

    def part(self, samples: slice) -> "Rotation":
        """The rows of some samples of the batch."""
        if self.cos.shape[0] == 1:
            return self
        return replace(self, cos=self.cos[samples], sin=self.sin[samples])


@dataclass(frozen=True)
class Seen:
    """What one attention layer computed: query (B, H, T, D) and key (B, Hk, T, D) after rotation,
    weights (B, H, T, T), additive mask (1 or B, 1, T, T), scale, softcap (None: no cap) and the
    rotation (None: the layer does not rotate). Of a recording at one position a sample, query
    (B, H, D), weights (B, H, T) and mask (B, 1, T) are that position's alone."""

    module: nn.Module
    query: Tensor
    key: Tensor
    weights: Tensor
    mask: Tensor
    scale: float
    softcap: float | None
    rotation: Rotation | None


class Recorder:
    """Reduces what each layer shows to what `keep` makes of it, in the order of the layers."""

    def __init__(self, keep: Callable[[Seen], Any], position: Tensor | None = None) -> None:
        self.kept: list[Any] = []
        self._keep = keep
        self._position = position
        self._rotation: Rotation | None = None

    def rotated(self, rotation: Rotation) -> None:
        """Remember that the layer now running has rotated its queries and keys."""
        self._rotation = rotation

    def attend(
        self,
        attention: Attention,
        shown: dict[str, Any],
        rows: int,
    ) -> tuple[Tensor, Tensor | None]:
        """Run one layer's attention, keep the layer, and return its output and weights.

        `attention` takes a query and its mask and returns output and weights; `shown` is the
        layer as `Seen` has it, less weights and rotation; `rows` is the output's token axis. At a
        position, long inputs are attended to some queries at a time and no weights are returned.
        Raises HookError if the model gave the layer no mask.
        """
        module, query, mask = (shown[name] for name in ("module", "query", "mask"))
        if mask is None:
            raise HookError(
                f"{type(module).__name__} was given no attention mask, so what it may see is not "
                f"known; {KNOWN}"
            )
        rotation, self._rotation = self._rotation, None
        if self._position is None:
            output, weights = attention(query, mask)
            seen = Seen(**shown, weights=weights, rotation=rotation)
        else:
            output, weights = _in_parts(attention, query, mask, self._position, rows)
            seen = _at(Seen(**shown, weights=weights, rotation=rotation), self._position)
            weights = None
        self.kept.append(self._keep(seen))
        return output, weights


def _in_parts(
    attention: Attention, query: Tensor, mask: Tensor, position: Tensor, rows: int
) -> tuple[Tensor, Tensor]:
    """The output of all queries (B, H, T, D), and the weights (B, H, T) of those at `position`.

    Every query's attention is its own affair, so no more than PART weights need exist at a time.
    """
    samples, heads, tokens, _ = query.shape
    step = max(1, PART // (samples * heads * mask.shape[-1]))
    position, outputs, weights = position.to(query.device), [], None
    for start in range(0, tokens, step):
        some = slice(start, start + step)
        output, attended = attention(query[:, :, some], mask[:, :, some])
        if weights is None:
            weights = attended.new_empty(samples, heads, attended.shape[-1])
        here = ((position >= start) & (position < start + step)).nonzero().squeeze(-1)
        weights[here] = attended[here, :, position[here] - start]
        outputs.append(output)
    return outputs[0] if len(outputs) == 1 else torch.cat(outputs, dim=rows), weights


def _at(seen: Seen, position: Tensor) -> Seen:
    """A layer's query at `position` (B,), everything on that tensor's device (several GPUs)."""
    device, rows = position.device, position.to(seen.query.device)
    batch = torch.arange(len(rows), device=rows.device)
    return replace(
        seen,
        query=seen.query[batch, :, rows].to(device),
        key=seen.key.to(device),
        weights=seen.weights.to(device),
        mask=seen.mask.expand(len(rows), -1, -1, -1)[batch, :, rows].to(device),
        rotation=seen.rotation and seen.rotation.to(device),
    )


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
    scale = module.head_dim**-0.5 if scaling is None else scaling
    eager = _file(type(module)).eager_attention_forward

    def attend(query: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        return eager(module, query, key, value, mask, scaling=scale, **options)

    shown = {"module": module, "query": query, "key": key, "mask": attention_mask}
    shown |= {"scale": float(scale), "softcap": options.get("softcap")}
    return _ACTIVE.get().attend(attend, shown, rows=1)


def _mask(*args: Any, dtype: torch.dtype, **kwargs: Any) -> Tensor:
    """The additive mask of eager attention, its depth no lower than float32's least number.

    Eager softmax runs in float32 also in a float64 model, where float64's least number would
    become -inf, and a padding row, masked throughout, NaN.
    """
    dtype = torch.float32 if dtype == torch.float64 else dtype
    return eager_mask(*args, dtype=dtype, **kwargs)


AttentionInterface.register(NAME, _attention)
AttentionMaskInterface.register(NAME, _mask)


@contextmanager
def recording(
    model: PreTrainedModel, keep: Callable[[Seen], Any], position: Tensor | None = None
) -> Iterator[Recorder]:
    """While open, every attention layer of `model` that runs is handed to `keep`.

    With a position for each sample, (B,), a layer is reduced to the queries there, on that
    tensor's device, and its full weights (B, H, T, T) never exist at once.
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
    recorder = Recorder(keep, position)
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
    own = module._attn

    def overheard(
        query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        def attend(query: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
            return own(query, key, value, mask)

        shown = {"module": module, "query": query, "key": key, "mask": attention_mask}
        shown |= {"scale": 1.0 / float(module.scale_attn), "softcap": None}
        return recorder.attend(attend, shown, rows=2)

    return overheard
