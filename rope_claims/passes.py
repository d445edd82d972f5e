"""Forward passes for scores: which model, which inputs, which query, and what each layer showed.

A pass is run again for each question (``Live``) or kept in memory (``Forward``). Both hand the
heads of one input to a function, layer by layer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from theory.ledger.plural import counted

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from empirical.instrument.heads import LayerHeads
    from empirical.models.pretrained import Loaded
    from empirical.protocol.findings import SelfCheck

WRAPPED = ("original_model", "_model", "_module", "model")
"""Where wrappers (TransformerLens' bridge, nnsight, nnterp, accelerate) keep the model itself."""
LEAST = 3
"""Tokens of an input: the query, and two before it that are swapped."""
Queries: TypeAlias = "str | int | Sequence[int]"
"""'last', one position for all inputs (negative: from the end), or one position an input."""


@dataclass(frozen=True)
class ModelInputs:
    """Token ids of each input, (T,) int64 without padding, and the position of its query."""

    tokens: tuple[np.ndarray, ...]
    queries: tuple[int, ...]


@dataclass(frozen=True)
class Live:
    """A model that runs once for each question about an input."""

    model: PreTrainedModel = field(repr=False)
    inputs: ModelInputs = field(repr=False)

    def visited(self, sample: int, visit: Callable[[LayerHeads], Any]) -> list[Any]:
        """What ``visit`` makes of every layer on one input."""
        import torch

        from empirical.instrument.heads import visit_layers

        given = torch.from_numpy(self.inputs.tokens[sample])[None].to(self.model.device)
        with left_as_it_was(self.model):
            return visit_layers(self.model, given, visit, self.inputs.queries[sample])[1]


@dataclass(frozen=True)
class Forward:
    """One forward pass of each input, kept in memory; ``heads`` scores it without another.

    It holds the keys and the query of every layer, (key heads, tokens, coordinates) of an input.

    name        the model's name
    self_check  how far the model's own attention is from what was rebuilt
    """

    name: str
    self_check: SelfCheck
    inputs: ModelInputs = field(repr=False)
    _layers: tuple[list[LayerHeads], ...] = field(repr=False)

    def visited(self, sample: int, visit: Callable[[LayerHeads], Any]) -> list[Any]:
        """What ``visit`` makes of every layer on one input."""
        return [visit(layer) for layer in self._layers[sample]]


def forward(
    model: Any, inputs: Any, *, tokenizer: Any = None, queries: Queries = "last"
) -> Forward:
    """Run a model once on each input and keep what ``heads`` needs.

    Score the kept pass as often as you like, with other conventions each time. The arguments and
    errors are those of ``heads``.

    >>> import torch, rope_claims
    >>> from transformers import LlamaConfig, LlamaForCausalLM
    >>> shape = dict(hidden_size=32, intermediate_size=32, num_hidden_layers=2)
    >>> config = LlamaConfig(vocab_size=64, num_attention_heads=4, **shape)
    >>> model = LlamaForCausalLM(config)
    >>> kept = rope_claims.forward(model, torch.arange(9))
    >>> plain, centred = rope_claims.heads(kept), rope_claims.heads(kept, centred=True)
    >>> plain.s_pos.shape
    (2, 4, 1)
    """
    loaded_model = loaded(model)
    given = read(inputs, loaded_model, tokenizer, queries)
    live = Live(loaded_model.model, given)
    checked = self_check(loaded_model, given)
    kept = (live.visited(sample, lambda layer: layer) for sample in range(len(given.tokens)))
    return Forward(loaded_model.name, checked, given, tuple(kept))


def self_check(model: Loaded, given: ModelInputs) -> SelfCheck:
    """How far the model's attention on the first input is from what was rebuilt."""
    import torch

    from empirical.instrument import measure

    first = torch.from_numpy(given.tokens[0])[None]
    with left_as_it_was(model.model):
        return measure.rebuild_check(model, first.to(model.model.device))


def loaded(model: Any) -> Loaded:
    """The model to read, loaded by name or taken as it is.

    Raises:
        ValueError: there is no such model, the object holds none, or its weights are not loaded.
    """
    from empirical.models import pretrained
    from empirical.protocol.request import Request

    if isinstance(model, str | Path):
        (loaded_model,) = pretrained.requested(Request(model=str(model)))
        return loaded_model
    inner = _unwrapped(model)
    name = inner.config.name_or_path or type(inner).__name__
    _must_have_weights(name, inner)
    return pretrained.Loaded(
        name=name,
        model=inner,
        tokenizer=None,
        task=None,
        manifest=None,
    )


def _unwrapped(model: Any) -> PreTrainedModel:
    """The transformers model that an object is, or keeps.

    Raises:
        ValueError: it keeps none.
    """
    from transformers import PreTrainedModel

    inner = model
    for _ in range(5):
        if isinstance(inner, PreTrainedModel):
            return inner
        held = getattr(inner, "__dict__", {})
        kept = (held.get(n) or held.get("_modules", {}).get(n) for n in WRAPPED)
        inner = next((one for one in kept if one is not None), None)
    raise ValueError(
        f"{type(model).__name__} is no transformers model and holds none: load it with"
        " AutoModelForCausalLM, or give a folder, a GGUF file or a name"
    )


def _must_have_weights(name: str, model: PreTrainedModel) -> None:
    """See that no weight is on the meta device.

    Raises:
        ValueError: one is, and its module does not fetch it for its own forward pass, as
            accelerate lets modules do whose weights lie on the CPU or the disk.
    """
    for path, module in model.named_modules():
        for part in (module._parameters, module._buffers):
            for own, value in part.items():
                if value is not None and value.is_meta and not hasattr(module, "_hf_hook"):
                    weight = f"{path}.{own}".lstrip(".")
                    raise ValueError(
                        f"{name}: the weights are not loaded ({weight} is on the meta device):"
                        " load the model with from_pretrained on a CPU or GPU"
                    )


def read(inputs: Any, model: Loaded, tokenizer: Any, queries: Queries) -> ModelInputs:
    """The inputs as token ids without padding, and where their queries stand.

    Raises:
        ValueError: they are no tokens of this model, or a query lies outside its input.
    """
    tokens = tuple(_samples(inputs, model, tokenizer))
    whence: tuple[str, ...] = ("the inputs have", "give ids within it")
    if _are_texts(inputs):
        whence = ("the given tokenizer makes", "give the model's own") if tokenizer else ()
    for one in tokens:
        if len(one) < LEAST:
            raise ValueError(
                f"an input of {counted(len(one), 'token')} has no swap:"
                f" give at least {LEAST} tokens"
            )
        model.must_know(one, *whence)
    longest = max(map(len, tokens), default=0)
    if model.positions is not None and longest > model.positions:
        told = f"an input has {counted(longest, 'token')}, {model.name} takes {model.positions}"
        warnings.warn(f"{told}: scores beyond its context", stacklevel=3)
    if isinstance(queries, Iterable) and not isinstance(queries, str):
        places: list[Any] = [*queries]
    else:
        last = isinstance(queries, str) and queries == "last"
        places = [-1 if last else queries] * len(tokens)
    if len(places) != len(tokens) or not all(isinstance(n, int | np.integer) for n in places):
        raise ValueError(
            f"queries = {queries!r}: give 'last', one position, or one for each input"
            f" ({len(tokens)})"
        )
    for one, place in zip(tokens, places, strict=True):
        if not -len(one) <= place < len(one):
            raise ValueError(
                f"query {place} lies outside the {counted(len(one), 'token')} of its input"
            )
    return ModelInputs(tokens, tuple(p % len(t) for t, p in zip(tokens, places, strict=True)))


def _samples(inputs: Any, model: Loaded, tokenizer: Any) -> Iterator[np.ndarray]:
    """Each input's token ids, (T,) int64, padding taken away."""
    if _are_texts(inputs):
        if isinstance(tokenizer, str):
            raise ValueError(
                f"tokenizer = {tokenizer!r} is a name: pass AutoTokenizer.from_pretrained(…)"
            )
        if tokenizer is None and model.tokenizer is None:
            raise ValueError(
                f"{model.name}: texts need its tokenizer: pass tokenizer=…, or give token ids"
            )
        for text in [inputs] if isinstance(inputs, str) else inputs:
            ids = tokenizer(text)["input_ids"] if tokenizer else model.reader(text).input_ids
            yield np.asarray(ids, dtype=np.int64)
        return
    mask = None
    if hasattr(inputs, "keys"):
        mask = inputs.get("attention_mask")
        inputs = inputs["input_ids"]
    ids = _array(inputs)
    shown = np.ones_like(ids) if mask is None else _array(mask, "attention_mask must be 0 and 1")
    if ids.ndim != 2 or ids.shape != shown.shape or not len(ids):
        raise ValueError(f"token ids must be (inputs, tokens), with a mask alike, not {ids.shape}")
    for row, keep in zip(ids, shown.astype(bool), strict=True):
        ends = np.flatnonzero(keep)
        if not len(ends) or not keep[ends[0] : ends[-1] + 1].all():
            raise ValueError("a mask may hide padding at either end of an input, nothing inside")
        yield row[keep]


def _are_texts(inputs: Any) -> bool:
    """Whether the inputs are a text or a list of texts."""
    listed = isinstance(inputs, list | tuple) and len(inputs) > 0 and isinstance(inputs[0], str)
    return listed or isinstance(inputs, str)


def _array(values: Any, wanted: str = "inputs must be texts or whole token ids") -> np.ndarray:
    """(B, T) int64 of a tensor, an array or nested lists of whole numbers.

    Raises:
        ValueError: lists of different lengths, or other numbers: what is ``wanted``.
    """
    if getattr(values, "is_meta", False):
        raise ValueError("inputs on the meta device have no values: give them on a CPU or GPU")
    if hasattr(values, "detach"):
        values = values.detach().cpu().numpy()
    try:
        ids = np.atleast_2d(np.asarray(values))
    except ValueError:
        raise ValueError(
            "inputs have different lengths: pass a padded batch with attention_mask"
        ) from None
    if ids.dtype.kind not in "iub":
        raise ValueError(wanted)
    return ids.astype(np.int64)


@contextmanager
def left_as_it_was(model: PreTrainedModel) -> Iterator[None]:
    """Whatever is done inside, each module's training mode is afterwards what it was."""
    modes = [(module, module.training) for module in model.modules()]
    try:
        model.eval()
        yield
    finally:
        for module, training in modes:
            module.training = training
