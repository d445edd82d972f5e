"""Forward passes for scores: which model, which inputs, which query, and what each layer showed.

A pass is run again for each question (``Live``) or kept in memory (``Forward``). Both hand the
heads of one input to a function, layer by layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rope_claims.inputs import ModelInputs, Queries, read

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from empirical.instrument.heads import LayerHeads
    from empirical.models.pretrained import Loaded
    from empirical.protocol.findings import SelfCheck

WRAPPED = ("original_model", "_model", "_module", "model")
"""Where wrappers (TransformerLens' bridge, nnsight, nnterp, accelerate) keep the model itself."""


@dataclass(frozen=True)
class Live:
    """A model that runs once for each question about an input."""

    model: PreTrainedModel = field(repr=False)
    inputs: ModelInputs = field(repr=False)

    def visited(self, sample: int, visit: Callable[[LayerHeads], Any]) -> list[Any]:
        """What ``visit`` makes of every layer on one input.

        Raises:
            ValueError: there is no such input.
        """
        import torch

        from empirical.instrument.heads import visit_layers

        self.inputs.must_have(sample)
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
        """What ``visit`` makes of every layer on one input.

        Raises:
            ValueError: there is no such input.
        """
        self.inputs.must_have(sample)
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
    inner = transformers_model(model)
    name = inner.config.name_or_path or type(inner).__name__
    _must_have_weights(name, inner)
    return pretrained.Loaded(name=name, model=inner, tokenizer=None, task=None, manifest=None)


def transformers_model(model: Any) -> PreTrainedModel:
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
