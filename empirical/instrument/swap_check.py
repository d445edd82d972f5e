"""A placement matrix held against a real swap: what its diagonal alone cannot reveal."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import combinations
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from empirical.instrument.heads import LayerHeads, query_logits, reduce
from empirical.instrument.hook import recording
from empirical.instrument.recorder import Keywords, query_positions

Rerun = Callable[[int, int], LayerHeads]


class SwapError(NamedTuple):
    """Per layer, how far a really swapped pair lies from the placement matrix's prediction.

    weights: largest error of the attention row, (layers,); logits: largest error of the two
    swapped keys' logits, relative to 1 + the largest logit of the layer, (layers,).
    """

    weights: Tensor
    logits: Tensor


def swap_error(model: PreTrainedModel, input_ids: Tensor) -> SwapError:
    """Really swap two tokens of each layer's input (B, T), rerun its attention, compare with M.

    The diagonal of M cannot reveal a wrong rotation, since rotating back and forth cancels; this
    can. Swapped are, layer by layer, the most attended position and the one farthest from it, of
    those that every sample's last query sees. Errors as `read_heads`; ValueError also where there
    is no such pair.
    """
    errors: list[tuple[float, float]] = []

    def compare(rerun: Rerun, before: LayerHeads) -> None:
        i, j = _telling_pair(before)
        errors.append(_compare(before, rerun(i, j), i, j))

    _at_each_layer(model, input_ids, compare)
    weights, logits = zip(*errors, strict=True)
    return SwapError(torch.tensor(weights), torch.tensor(logits))


def swapped_rows(model: PreTrainedModel, input_ids: Tensor) -> list[list[tuple[int, int, Tensor]]]:
    """A layer's real attention rows at the last query, (B, H, T): before, and after each real swap.

    One list a layer, of (-1, -1, row before) and (i, j, row after) for every pair of positions
    that each sample's query sees. Costs a rerun of the layer's attention a swap.
    """
    rows_by_layer = []

    def rows(rerun: Rerun, before: LayerHeads) -> None:
        places = before.others.all(dim=0).nonzero().squeeze(-1).tolist()
        after = [(i, j, rerun(i, j).weights) for i, j in combinations(places, 2)]
        rows_by_layer.append([(-1, -1, before.weights), *after])

    _at_each_layer(model, input_ids, rows)
    return rows_by_layer


def _at_each_layer(
    model: PreTrainedModel, input_ids: Tensor, use: Callable[[Rerun, LayerHeads], None]
) -> None:
    """Call `use` after each attention layer of a forward pass, with the layer's heads and a
    function that swaps two tokens of its input and returns the heads of the rerun."""
    position = query_positions(-1, input_ids)
    modules: list[nn.Module] = []
    shown: list[LayerHeads] = []

    def again(module: nn.Module, args: tuple[Any, ...], kwargs: Keywords, _: Any) -> None:
        # The hook's own rerun ends here too, and must not start another.
        if len(shown) > 1:  # this is a rerun
            return

        def rerun(i: int, j: int) -> LayerHeads:
            _rerun_swapped(module, args, kwargs, i, j)
            return shown.pop()

        use(rerun, shown[0])
        shown.clear()

    # A first pass finds which modules attend; forward hooks can only be set on known ones.
    with recording(model, lambda recorded: modules.append(recorded.module), position):
        query_logits(model, input_ids, None, position)
    with (
        _after_calls_of(modules, again),
        recording(model, lambda recorded: shown.append(reduce(recorded, position)), position),
    ):
        query_logits(model, input_ids, None, position)


@contextmanager
def _after_calls_of(modules: list[nn.Module], hook: Callable[..., None]) -> Iterator[None]:
    """While open, every call of the modules ends with the hook."""
    with ExitStack() as stack:
        for module in modules:
            stack.callback(module.register_forward_hook(hook, with_kwargs=True).remove)
        yield


def _telling_pair(layer: LayerHeads) -> tuple[int, int]:
    """The most attended key that every sample may swap, and such a key farthest from it."""
    places = layer.others.all(dim=0).nonzero().squeeze(-1)
    if len(places) < 2:
        raise ValueError("no two keys are visible to every sample's query: nothing to swap")
    # Much weight at i, and far apart: there a wrong rotation shows most.
    i = places[layer.weights.mean(dim=(0, 1))[places].argmax()]
    return int(i), int(places[(places - i).abs().argmax()])


def _rerun_swapped(
    module: nn.Module, args: tuple[Any, ...], kwargs: Keywords, i: int, j: int
) -> None:
    """Call an attention module as before, the tokens at i and j of its input swapped."""
    hidden = args[0] if args else kwargs["hidden_states"]
    order = torch.arange(hidden.shape[1], device=hidden.device)
    order[[i, j]] = order[[j, i]]
    with torch.inference_mode():
        if args:
            module(hidden[:, order], *args[1:], **kwargs)
        else:
            module(**(kwargs | {"hidden_states": hidden[:, order]}))


def _compare(before: LayerHeads, after: LayerHeads, i: int, j: int) -> tuple[float, float]:
    """Errors of the predicted weights and logits. On the diagonal, `after` holds real logits."""
    entries = before.block_entries(torch.tensor([i, j], device=before.position.device))
    predicted = before.diagonal()
    # After the swap place i holds content j: the entries off the diagonal.
    predicted[..., i], predicted[..., j] = entries[..., 1, 0], entries[..., 0, 1]
    weights = (after.weights - before.row(predicted)).abs().max()
    real = after.diagonal()[..., [i, j]]
    logits = (real - predicted[..., [i, j]]).abs().max() / (1 + real.abs().max())
    return float(weights), float(logits)
