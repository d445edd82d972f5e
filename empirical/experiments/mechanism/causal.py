"""What accuracy is kept when heads' attention or planes are taken away (S-causal, S-bands).

A head's attention row is replaced by an ideal one, or its queries and keys are zeroed in some
planes, while the model runs; everything else computes on. Which token a position holds is followed
on the way, by the looks that are really made (``mechanism_held.step``), so that a later ideal look
starts from what the earlier ones brought.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from transformers import PreTrainedModel
from transformers.models.gptj import modeling_gptj

from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism import settings as sizes
from empirical.experiments.mechanism.records import Causal, Heads, Zeroed
from empirical.instrument.hook import replaced
from empirical.models.data import Sequences
from empirical.models.device import choose_precision, device_arithmetic
from empirical.models.hub import ModelError
from empirical.protocol.reading import Count
from empirical.protocol.vocabulary import TASKS, vocabulary


@dataclass
class Follower:
    """What the positions hold so far, and what those of a paired input of the other task hold,
    whose ideal looks serve as the wrong ones; ids (B, T)."""

    task: str
    held: Tensor
    others: Tensor

    @property
    def other(self) -> str:
        """The task that the model does not speak."""
        return TASKS[1 - TASKS.index(self.task)]

    def see(self, weights: Tensor) -> None:
        """Follow the looks of a layer's weights (B, 1, T, T)."""
        self.held = rules.step(self.task, self.held, weights[:, 0].argmax(-1))


Pattern = Callable[[Follower, Tensor], Tensor]
"""From the follower and a head's own weights (B, 1, T, T), the weights to use instead."""


def _hard(source: Tensor, like: Tensor) -> Tensor:
    """Weights (B, 1, T, T) that look at source (B, T) alone."""
    weights = torch.nn.functional.one_hot(source, like.shape[-1])
    return weights[:, None].to(like.dtype)


def _ideal(follower: Follower, weights: Tensor) -> Tensor:
    return _hard(rules.ideal(follower.task, follower.held), weights)


def _other(follower: Follower, weights: Tensor) -> Tensor:
    source = rules.ideal(follower.other, follower.others)
    follower.others = rules.held_after(follower.other, follower.others, source)
    return _hard(source, weights)


def _reflexive(_: Follower, weights: Tensor) -> Tensor:
    return torch.eye(weights.shape[-1], dtype=weights.dtype).expand_as(weights)


def _uniform(_: Follower, weights: Tensor) -> Tensor:
    visible = torch.ones(weights.shape[-2:], dtype=weights.dtype).tril()
    return (visible / visible.sum(-1, keepdim=True)).expand_as(weights)


def _largest(_: Follower, weights: Tensor) -> Tensor:
    return _hard(weights[:, 0].argmax(-1), weights)


def patterns(task: str) -> dict[str, Pattern]:
    """The attention put in place of a head's own: the task's operation, Reflexive, uniform, the
    other task's operation on an input of that task, and the head's own arg-max made hard."""
    return {
        rules.OPERATION[task]: _ideal,
        "reflexive": _reflexive,
        "uniform": _uniform,
        "other": _other,
        "arg-max": _largest,
    }


def staying() -> Pattern:
    """For one pass: the operation's attention, but a place that is done, or finds nothing, looks on
    where it last looked and not at itself. Where it is done that is Reflexive too: its last source
    holds what it holds."""
    last: list[Tensor] = []

    def look_on(follower: Follower, weights: Tensor) -> Tensor:
        source = rules.ideal(follower.task, follower.held)
        if last:
            own = torch.arange(weights.shape[-1]).expand_as(source)
            source = torch.where(source == own, last[-1], source)
        last.append(source)
        return _hard(source, weights)

    return look_on


@dataclass(frozen=True)
class Intervention:
    """What is done to some layers: another attention, or planes (IDs, 1 the fastest) zeroed."""

    layers: tuple[int, ...] = ()
    pattern: Pattern | None = None
    planes: tuple[int, ...] = field(default=())

    def zero(self, x: Tensor) -> Tensor:
        """x (B, H, T, D) without the planes, which are interleaved (GPT-J's)."""
        x = x.clone()
        for plane in self.planes:
            x[..., 2 * plane - 2 : 2 * plane] = 0
        return x


@contextmanager
def intervened(model: PreTrainedModel, change: Intervention, follower: Follower) -> Iterator[None]:
    """While open, the model runs with the change.

    Raises:
        ModelError: the model is no GPT-J with one head a layer.
    """
    layers = [m for m in model.modules() if isinstance(m, modeling_gptj.GPTJAttention)]
    if not layers or any(m.num_attention_heads != 1 for m in layers):
        raise ModelError("heads can be replaced in a GPT-J with one head a layer only")
    changed = {m for number, m in enumerate(layers) if number in change.layers}
    own: Callable[..., tuple[Tensor, Tensor]] = modeling_gptj.eager_attention_forward

    def attend(
        module: nn.Module,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        mask: Tensor | None,
        **options: Any,
    ) -> tuple[Tensor, Tensor]:
        """The model file's own attention, changed; the follower sees the weights in use."""
        if module not in layers:  # another model's, which runs meanwhile
            return own(module, query, key, value, mask, **options)
        if module in changed and change.planes:
            query, key = change.zero(query), change.zero(key)
        output, weights = own(module, query, key, value, mask, **options)
        if module in changed and change.pattern:
            weights = change.pattern(follower, weights)
            output = (weights @ value).transpose(1, 2)
        follower.see(weights)
        return output, weights

    with ExitStack() as stack:
        stack.callback(model.set_attn_implementation, model.config._attn_implementation)
        model.set_attn_implementation("eager")
        # A hook that is in the registry calls the file's eager attention too.
        stack.enter_context(replaced(modeling_gptj, "eager_attention_forward", attend))
        yield


def changed_accuracy(
    model: PreTrainedModel, data: Sequences, others: Sequences, change: Intervention
) -> Count:
    """(right, of) under a change; ``others`` are as many sequences of the other task.

    In the number format that training chooses on this machine: bf16 where it is native.
    """
    tokens = torch.from_numpy(data.tokens)
    follower = Follower(data.task, tokens, torch.from_numpy(others.tokens))
    device = tokens.device
    fast = device_arithmetic(choose_precision("auto", device), device)
    with torch.inference_mode(), fast, intervened(model, change, follower):
        logits = model(tokens, use_cache=False, logits_to_keep=1).logits[:, -1]
    right = logits[:, : len(vocabulary(data.task))].argmax(-1).numpy() == data.answers
    return int(right.sum()), len(data)


def frequency_bands(frequencies: int) -> dict[str, tuple[int, ...]]:
    """Neighbouring planes, ``BAND`` at a time, the first of them named 'fastest'."""
    size = sizes.BAND
    bands = {
        f"{first}-{first + size - 1}": tuple(range(first, first + size))
        for first in range(1, frequencies + 1, size)
    }
    return {"fastest": bands.pop(f"1-{size}")} | bands


def random_bands(frequencies: int) -> list[tuple[int, ...]]:
    """``RANDOM_BANDS`` sets of ``BAND`` planes drawn from those outside the fastest band."""
    rng = np.random.default_rng(0)
    rest = np.arange(sizes.BAND + 1, frequencies + 1)
    draws = [rng.choice(rest, sizes.BAND, replace=False) for _ in range(sizes.RANDOM_BANDS)]
    return [tuple(int(x) for x in sorted(draw)) for draw in draws]


EVERY = slice(None)
Kept = dict[str, Count]
"""Counts by what was done."""


def causal(
    model: PreTrainedModel,
    data: Sequences,
    others: Sequences,
    kinds: Mapping[Heads, Sequence[int]],
    advance: Callable[[], None],
) -> Causal:
    """Accuracy kept under every replacement and ablation.

    ``kinds`` names sets of layers ('positional', 'symbolic', 'all'); an empty set yields {}. Single
    layers, of which no claim speaks, get fewer sequences.
    """
    frequencies = model.config.n_embd // model.config.n_head // 2
    few = slice(0, sizes.LAYER_SEQUENCES)

    def kept(change: Intervention, rows: slice = EVERY) -> Count:
        advance()
        return changed_accuracy(model, data[rows], others[rows], change)

    def replaced(at: tuple[int, ...], rows: slice = EVERY) -> Kept:
        return {n: kept(Intervention(at, p), rows) for n, p in patterns(data.task).items()}

    def ablated(at: tuple[int, ...]) -> Kept:
        counts = {
            n: kept(Intervention(at, planes=b)) for n, b in frequency_bands(frequencies).items()
        }
        draws = [kept(Intervention(at, planes=b)) for b in random_bands(frequencies)]
        return counts | {"random": (sum(d[0] for d in draws), sum(d[1] for d in draws))}

    attention = _by_layers(kinds, replaced)
    zeroed = _by_layers({kind: kinds[kind] for kind in BANDS_OF}, ablated)
    return Causal(
        base=kept(Intervention()),
        attention=attention,
        layers=tuple(replaced((i,), few) for i in range(model.config.n_layer)),
        bands=zeroed,
    )


BANDS_OF: tuple[Zeroed, ...] = ("positional", "all")
"""The sets of layers whose planes are zeroed."""


K = TypeVar("K", bound=str)


def _by_layers(
    kinds: Mapping[K, Sequence[int]], measured: Callable[[tuple[int, ...]], Kept]
) -> dict[K, Kept]:
    """What is measured on each set of layers, once for equal sets; {} for an empty one."""
    kept = {at: measured(at) if at else {} for at in dict.fromkeys(map(tuple, kinds.values()))}
    return {kind: dict(kept[tuple(layers)]) for kind, layers in kinds.items()}


def passes(kinds: Mapping[Heads, Sequence[int]], layers: int, frequencies: int) -> int:
    """How often ``causal`` runs the model."""
    sets = {tuple(x) for x in kinds.values() if x}
    zeroed = {tuple(kinds[kind]) for kind in BANDS_OF if kinds[kind]}
    a_band = len(frequency_bands(frequencies)) + sizes.RANDOM_BANDS
    return 1 + (len(sets) + layers) * len(patterns(TASKS[0])) + len(zeroed) * a_band
