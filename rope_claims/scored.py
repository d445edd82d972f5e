"""Positional and symbolic scores of every head of a model, from Python.

The model may be in memory. It is left as it was: mode, hooks, device, format of its weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure
    from transformers import PreTrainedModel

    from empirical.models.pretrained import Loaded
    from empirical.protocol.found import SelfCheck

WRAPPED = ("original_model", "_model", "_module", "model")
"""Where wrappers (TransformerLens' bridge, nnsight, nnterp, accelerate) keep the model itself."""


@dataclass(frozen=True)
class Heads:
    """The scores of every head on every input.

    s_pos, s_sym  (layers, heads, inputs) float64, between 0 and 1 unless centred
    entropy       (layers, heads, inputs) of the attention row, in nats
    by_frequency  (2, layers, heads, frequencies, inputs): s_pos and s_sym of each rotary
                  frequency alone, fastest first; None unless asked for
    self_check    how far the model's own attention is from what was rebuilt
    convention    in a phrase, what the definition leaves open and how it was chosen
    """

    name: str
    s_pos: np.ndarray
    s_sym: np.ndarray
    entropy: np.ndarray
    by_frequency: np.ndarray | None
    self_check: SelfCheck
    convention: str
    _model: PreTrainedModel = field(repr=False)
    _inputs: tuple[np.ndarray, ...] = field(repr=False)

    @property
    def frame(self) -> pandas.DataFrame:
        """One row a head: layer, head, mean scores with standard errors, entropy, kind.

        Errors are NaN on one input. Layers and heads count from 0. ``kind`` is 'positional' or
        'symbolic' where the head is pure, else ''.

        Raises:
            ImportError: pandas is not installed (pip install 'rope-claims[notebook]').
        """
        try:
            import pandas
        except ModuleNotFoundError as missing:
            raise ImportError(
                "a table needs pandas: pip install 'rope-claims[notebook]'"
            ) from missing

        inputs = self.s_pos.shape[2]
        rows = []
        for layer, head in np.ndindex(self.s_pos.shape[:2]):
            pos, sym = self.s_pos[layer, head], self.s_sym[layer, head]
            error = np.sqrt(inputs) if inputs > 1 else np.nan
            rows.append(
                {
                    "layer": layer,
                    "head": head,
                    "s_pos": pos.mean(),
                    "s_pos_error": pos.std(ddof=1) / error if inputs > 1 else np.nan,
                    "s_sym": sym.mean(),
                    "s_sym_error": sym.std(ddof=1) / error if inputs > 1 else np.nan,
                    "entropy": self.entropy[layer, head].mean(),
                    "kind": kind(float(pos.mean()), float(sym.mean())),
                }
            )
        return pandas.DataFrame(rows)

    def placement(self, layer: int, head: int, sample: int = 0) -> np.ndarray:
        """M[a, p], the logit of content a placed at position p, (N, N) float64, of one input.

        It runs the model once more, as placement matrices of all heads would fill the memory.
        """
        import torch

        from empirical.instrument.heads import LayerHeads, visit_layers

        def visit(seen: LayerHeads) -> np.ndarray | None:
            count[0] += 1
            one = slice(head // seen.group, head // seen.group + 1)
            part = seen.part(slice(0, 1), one)
            if count[0] != layer + 1:
                return None
            return part.placement()[0, head % seen.group].cpu().numpy()

        count = [0]
        layers, heads_, samples = self.s_pos.shape
        if not (0 <= layer < layers and 0 <= head < heads_ and 0 <= sample < samples):
            raise ValueError(f"there are {layers} layers, {heads_} heads and {samples} inputs")
        tokens = torch.from_numpy(self._inputs[sample])[None].to(self._model.device)
        with _left_as_it_was(self._model):
            found = visit_layers(self._model, tokens, visit)[1]
        matrix = found[layer]
        if matrix is None:
            raise ValueError(f"layer {layer} was not reached")
        return np.asarray(matrix)

    def plane(self) -> Figure:
        """Every head as a point, s_POS against s_SYM, coloured by its layer."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(5, 4.5), layout="constrained")
        axes = figure.subplots()
        layers, heads_ = self.s_pos.shape[:2]
        colour = np.repeat(np.arange(layers), heads_)
        means = [values.mean(axis=2).ravel() for values in (self.s_pos, self.s_sym)]
        points = axes.scatter(means[0], means[1], c=colour, cmap="viridis", s=18)
        bar = figure.colorbar(points, label="layer")
        bar.locator = _whole()
        axes.set(xlabel="positional score s_POS", ylabel="symbolic score s_SYM", title=self.name)
        axes.set(xlim=(-0.03, 1.03), ylim=(min(-0.03, means[1].min()), 1.03))
        return figure

    def map(self) -> Figure:
        """Both scores of every head, layers against heads."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 4), layout="constrained")
        both = figure.subplots(1, 2, sharey=True)
        for axes, values, name in zip(
            both, (self.s_pos, self.s_sym), ("s_POS", "s_SYM"), strict=True
        ):
            drawn = axes.imshow(values.mean(axis=2), vmin=0, vmax=1, aspect="auto", cmap="viridis")
            axes.set(title=name, xlabel="head")
            axes.xaxis.set_major_locator(_whole())
            axes.yaxis.set_major_locator(_whole())
        both[0].set_ylabel("layer")
        figure.colorbar(drawn, ax=list(both))
        return figure

    def card(self, layer: int, head: int, sample: int = 0) -> Figure:
        """One head on one input: its placement matrix and, where scored, its frequencies."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(9, 4), layout="constrained")
        left, right = figure.subplots(1, 2)
        drawn = left.imshow(self.placement(layer, head, sample), aspect="auto", cmap="magma")
        left.set(title="logit of content a at position p", xlabel="position p", ylabel="content a")
        figure.colorbar(drawn, ax=left)
        scores = self.s_pos[layer, head].mean(), self.s_sym[layer, head].mean()
        figure.suptitle(f"layer {layer}, head {head}: s_POS {scores[0]:.2f}, s_SYM {scores[1]:.2f}")
        if self.by_frequency is None:
            right.set_axis_off()
            right.text(0.5, 0.5, "score with per_frequency=True", ha="center")
            return figure
        for values, name in zip(self.by_frequency, ("s_POS", "s_SYM"), strict=True):
            line = values[layer, head].mean(axis=1)
            right.plot(np.arange(1, len(line) + 1), line, marker="o", markersize=3, label=name)
        right.set(xlabel="frequency (1 is the fastest)", ylabel="score", ylim=(-0.03, 1.03))
        right.legend()
        return figure

    def _repr_html_(self) -> str:
        """The plane and the table, for notebooks."""
        import io

        text = io.StringIO()
        self.plane().savefig(text, format="svg")
        picture = text.getvalue()[text.getvalue().index("<svg") :]
        return (
            f"<p>{escape(self.name)}; {escape(self.convention)}</p>{picture}{self.frame.to_html()}"
        )


def kind(s_pos: float, s_sym: float) -> str:
    """'positional' or 'symbolic' where a head is pure, else ''."""
    from empirical.protocol import settings
    from empirical.protocol.statistics import pure

    kinds = ("positional", "symbolic")
    return next((one for one in kinds if pure(s_pos, s_sym, one, settings.GAMMA)), "")


def heads(
    model: Any,
    inputs: Any,
    *,
    tokenizer: Any = None,
    per_frequency: bool = False,
    centred: bool = False,
    blocks: int | None = None,
) -> Heads:
    """Score every head of a model at the last token of each input.

    model      a loaded transformers model, a wrapper that keeps one (TransformerLens' bridge,
               nnsight, nnterp), or a folder, GGUF file, repository or alias
    inputs     a text, a list of texts, token ids (T,) or (B, T), or a batch with ``input_ids`` and
               ``attention_mask``; padding on either side counts for nothing
    tokenizer  needed for texts, unless the model is loaded by name
    blocks     tokens a block (default 1): their contents are swapped together
    centred    subtract the uniform row first

    Raises:
        ValueError: no such model, one that cannot be read, inputs that are no tokens, or fewer
            than two blocks before the last token. The message is one line.
    """
    import torch

    from empirical.instrument import measure
    from empirical.instrument.scores import scored
    from empirical.protocol.convention import Convention

    loaded = _loaded(model)
    samples = list(_samples(inputs, loaded, tokenizer))
    convention = Convention(length=blocks or 1, centred=centred)
    with _left_as_it_was(loaded.model):
        first = torch.from_numpy(samples[0])[None]
        check = measure.self_check(loaded, first.to(loaded.model.device))
        visit = partial(scored, convention=convention, per_frequency=per_frequency)
        results = [_scored(loaded, tokens, visit) for tokens in samples]
    names = ("s_pos_by_frequency", "s_sym_by_frequency")
    return Heads(
        name=loaded.name,
        s_pos=_stacked(results, "s_pos"),
        s_sym=_stacked(results, "s_sym"),
        entropy=_stacked(results, "entropy"),
        by_frequency=np.stack([_stacked(results, n) for n in names]) if per_frequency else None,
        self_check=check,
        convention=convention.phrase,
        _model=loaded.model,
        _inputs=tuple(samples),
    )


def _scored(loaded: Loaded, tokens: np.ndarray, visit: Callable[..., Any]) -> list[Any]:
    """What ``visit`` makes of every layer on one input, (T,)."""
    import torch

    from empirical.instrument.heads import visit_layers

    loaded.must_know(tokens)
    given = torch.from_numpy(tokens)[None].to(loaded.model.device)
    return visit_layers(loaded.model, given, visit)[1]


def _stacked(results: Sequence[Sequence[dict[str, np.ndarray]]], name: str) -> np.ndarray:
    """(layers, …, inputs) of one value; layers with fewer frequencies are filled with NaN."""
    layers = []
    for layer in zip(*results, strict=True):
        layers.append(np.concatenate([one[name] for one in layer], axis=-1))
    shape = tuple(map(max, zip(*(one.shape for one in layers), strict=True)))
    filled = []
    for one in layers:
        missing = [(0, most - size) for most, size in zip(shape, one.shape, strict=True)]
        filled.append(np.pad(one, missing, constant_values=np.nan))
    return np.stack(filled)


def _loaded(model: Any) -> Loaded:
    """The model to read, loaded by name or taken as it is."""
    from transformers import PreTrainedModel

    from empirical.models import pretrained
    from empirical.protocol.request import Request

    if isinstance(model, str | Path):
        (found,) = pretrained.requested(Request(model=str(model)))
        return found
    inner, depth = model, 0
    while not isinstance(inner, PreTrainedModel) and depth < 4:
        kept = (vars(inner).get(n) or vars(inner).get("_modules", {}).get(n) for n in WRAPPED)
        inner = next((one for one in kept if one is not None), None)
        depth += 1
        if inner is None:
            break
    if not isinstance(inner, PreTrainedModel):
        raise ValueError(
            f"{type(model).__name__} is no transformers model and holds none: load it with"
            " AutoModelForCausalLM, or give a folder, a GGUF file or a name"
        )
    return pretrained.Loaded(
        name=inner.config.name_or_path or type(inner).__name__,
        model=inner,
        tokenizer=None,
        task=None,
        manifest=None,
    )


def _samples(inputs: Any, loaded: Loaded, tokenizer: Any) -> Iterator[np.ndarray]:
    """Each input's token ids, (T,) int64, padding taken away."""
    if isinstance(inputs, str):
        inputs = [inputs]
    if isinstance(inputs, list | tuple) and inputs and isinstance(inputs[0], str):
        for text in inputs:
            ids = tokenizer(text)["input_ids"] if tokenizer else loaded.reader(text).input_ids
            yield np.asarray(ids, dtype=np.int64)
        return
    mask = None
    if hasattr(inputs, "keys"):
        mask = inputs.get("attention_mask")
        inputs = inputs["input_ids"]
    ids = _array(inputs)
    shown = np.ones_like(ids) if mask is None else _array(mask)
    if ids.ndim != 2 or ids.shape != shown.shape or not len(ids):
        raise ValueError(f"token ids must be (inputs, tokens), with a mask alike, not {ids.shape}")
    for row, keep in zip(ids, shown.astype(bool), strict=True):
        ends = np.flatnonzero(keep)
        if not len(ends) or not keep[ends[0] : ends[-1] + 1].all():
            raise ValueError("a mask may hide padding at either end of an input, nothing inside")
        yield row[keep]


def _array(values: Any) -> np.ndarray:
    """(B, T) int64 of a tensor, an array or nested lists of whole numbers."""
    if hasattr(values, "detach"):
        values = values.detach().cpu().numpy()
    found = np.atleast_2d(np.asarray(values))
    if found.dtype.kind not in "iub":
        raise ValueError("inputs must be texts or whole token ids")
    return found.astype(np.int64)


@contextmanager
def _left_as_it_was(model: PreTrainedModel) -> Iterator[None]:
    """Whatever is done inside, each module's training mode is afterwards what it was."""
    modes = [(module, module.training) for module in model.modules()]
    try:
        model.eval()
        yield
    finally:
        for module, training in modes:
            module.training = training


def _whole() -> Any:
    """Ticks at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)
