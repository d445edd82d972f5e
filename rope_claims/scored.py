"""Positional and symbolic scores of every head of a model, from Python.

The model may be in memory. It is left as it was: mode, hooks, device, format of its weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from rope_claims.inputs import Queries, read
from rope_claims.passes import Forward, Live, loaded, self_check
from theory.ledger.plural import counted

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from empirical.protocol.findings import SelfCheck
    from rope_claims.drawing import Drawn


@dataclass(frozen=True, repr=False)
class Heads:
    """The scores of every head on every input. Printed, it says how many heads are pure.

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
    _source: Live | Forward

    def __repr__(self) -> str:
        """The model, how many heads and inputs there are, how many heads are pure, the self-check.

        The scores themselves are in ``frame``.
        """
        layers, heads_, inputs = self.s_pos.shape
        means = self.s_pos.mean(axis=2).ravel(), self.s_sym.mean(axis=2).ravel()
        kinds = [_kind(float(pos), float(sym)) for pos, sym in zip(*means, strict=True)]
        named = (f"{kinds.count(one)} {one}" for one in ("positional", "symbolic"))
        check = self.self_check
        return (
            f"{self.name}: {counted(layers, 'layer')} of {counted(heads_, 'head')} on"
            f" {counted(inputs, 'input')}"
            f"\n{', '.join(named)}, {kinds.count('')} neither; {self.convention}"
            f"\nself-check: worst difference {check.worst:.1e}, tolerance {check.tolerance:.1e}"
        )

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
                    "kind": _kind(float(pos.mean()), float(sym.mean())),
                }
            )
        return pandas.DataFrame(rows)

    def placement(self, layer: int, head: int, sample: int = 0) -> np.ndarray:
        """M[a, p], the logit of content a placed at position p, (N, N) float64, of one input.

        It runs the model once more, as placement matrices of all heads would fill the memory; what
        ``forward`` kept is not run again.
        """
        from empirical.instrument.heads import LayerHeads

        def visit(layer_heads: LayerHeads) -> np.ndarray | None:
            count[0] += 1
            if count[0] != layer + 1:
                return None
            one = slice(head // layer_heads.group, head // layer_heads.group + 1)
            part = layer_heads.part(slice(0, 1), one)
            return part.placement()[0, head % layer_heads.group].cpu().numpy()

        count = [0]
        layers, heads_, samples = self.s_pos.shape
        pairs = ((layer, layers), (head, heads_), (sample, samples))
        if not all(isinstance(n, int | np.integer) and 0 <= n < most for n, most in pairs):
            numbers = ((layers, "layer"), (heads_, "head"), (samples, "input"))
            there = ", ".join(counted(number, what) for number, what in numbers)
            raise ValueError(f"there are {there}, numbered from 0: give whole numbers below")
        return np.asarray(self._source.visited(sample, visit)[layer])

    def plane(self) -> Drawn:
        """Every head as a point, s_POS against s_SYM, means over inputs, coloured by its layer."""
        from rope_claims.drawing import Drawn

        figure = Drawn(figsize=(5, 4.5), layout="constrained")
        axes = figure.subplots()
        layers, heads_ = self.s_pos.shape[:2]
        colour = np.repeat(np.arange(layers), heads_)
        means = [values.mean(axis=2).ravel() for values in (self.s_pos, self.s_sym)]
        points = axes.scatter(means[0], means[1], c=colour, cmap="viridis", s=18)
        bar = figure.colorbar(points, label="layer")
        bar.locator = _whole()
        axes.set(xlabel="positional score s_POS", ylabel="symbolic score s_SYM", title=self.name)
        axes.set(xlim=_limits(means[0], 0.03), ylim=_limits(means[1], 0.03))
        return figure

    def map(self) -> Figure:
        """Both scores of every head, means over inputs, layers against heads."""
        from rope_claims.drawing import Drawn

        figure = Drawn(figsize=(8, 4), layout="constrained")
        both = figure.subplots(1, 2, sharey=True)
        means = np.stack([self.s_pos, self.s_sym]).mean(axis=3)
        low, high = _limits(means)
        for axes, values, name in zip(both, means, ("s_POS", "s_SYM"), strict=True):
            drawn = axes.imshow(values, vmin=low, vmax=high, aspect="auto", cmap="viridis")
            axes.set(title=name, xlabel="head")
            axes.xaxis.set_major_locator(_whole())
            axes.yaxis.set_major_locator(_whole())
        both[0].set_ylabel("layer")
        figure.colorbar(drawn, ax=list(both))
        return figure

    def card(self, layer: int, head: int, sample: int = 0) -> Figure:
        """One head on one input: its placement matrix and, where scored, its frequencies."""
        from rope_claims.drawing import Drawn

        figure = Drawn(figsize=(9, 4), layout="constrained")
        left, right = figure.subplots(1, 2)
        drawn = left.imshow(self.placement(layer, head, sample), aspect="auto", cmap="magma")
        left.set(title="logit of content a at position p", xlabel="position p", ylabel="content a")
        figure.colorbar(drawn, ax=left)
        pos, sym = (values[layer, head, sample] for values in (self.s_pos, self.s_sym))
        name = f"layer {layer}, head {head}, input {sample}"
        figure.suptitle(f"{name}: s_POS {pos:.2f}, s_SYM {sym:.2f}")
        if self.by_frequency is None:
            right.set_axis_off()
            right.text(0.5, 0.5, "score with per_frequency=True", ha="center")
            return figure
        both = self.by_frequency[:, layer, head, :, sample]
        for line, name in zip(both, ("s_POS", "s_SYM"), strict=True):
            right.plot(np.arange(1, len(line) + 1), line, marker="o", markersize=3, label=name)
        right.set(xlabel="frequency (1 is the fastest)", ylabel="score", ylim=_limits(both, 0.03))
        right.legend()
        return figure

    def _repr_html_(self) -> str:
        """The plane and the table, for notebooks."""
        picture = self.plane()._repr_svg_()
        caption = f"<p>{escape(self.name)}; {escape(self.convention)}</p>"
        return f"{caption}{picture}{self.frame.to_html()}"


def _kind(s_pos: float, s_sym: float) -> str:
    """'positional' or 'symbolic' where a head is pure, else ''."""
    from empirical.protocol import settings
    from empirical.protocol.statistics import pure

    kinds = ("positional", "symbolic")
    return next((one for one in kinds if pure(s_pos, s_sym, one, settings.GAMMA)), "")


def heads(
    model: Any,
    inputs: Any = None,
    *,
    tokenizer: Any = None,
    queries: Queries = "last",
    per_frequency: bool = False,
    centred: bool = False,
    blocks: int | None = None,
) -> Heads:
    """Score every head of a model at one token of each input, the query.

    model      a loaded transformers model, with or without its language head, a wrapper that keeps
               one (TransformerLens' bridge, nnsight, nnterp), a folder, GGUF file, repository or
               alias, or what ``forward`` kept
    inputs     a text, a list of texts, token ids (T,) or (B, T), or a batch with ``input_ids`` and
               ``attention_mask``; padding on either side counts for nothing
    tokenizer  needed for texts, unless the model is loaded by name
    queries    where the query stands: 'last', a position (negative: from the end), or a list of
               positions, one an input; positions count without padding
    blocks     tokens a block (default 1): their contents are swapped together
    centred    subtract the uniform row first

    >>> import torch, rope_claims
    >>> from transformers import LlamaConfig, LlamaForCausalLM
    >>> shape = dict(hidden_size=32, intermediate_size=32, num_hidden_layers=2)
    >>> config = LlamaConfig(vocab_size=64, num_attention_heads=4, **shape)
    >>> heads = rope_claims.heads(LlamaForCausalLM(config), torch.arange(9))
    >>> heads.s_pos.shape
    (2, 4, 1)
    >>> heads.placement(layer=1, head=3).shape
    (8, 8)

    Raises:
        ValueError: no such model, one that cannot be read or whose weights are not loaded, inputs
            that are empty or no tokens, a mask of other numbers than 0 and 1, or fewer than two
            blocks before the query. The message is one line.
    """
    from empirical.instrument.scores import scored
    from empirical.protocol.convention import Convention

    whole = isinstance(blocks, int | np.integer) and not isinstance(blocks, bool)
    if blocks is not None and (not whole or blocks < 1):
        raise ValueError(f"blocks = {blocks!r}: give the tokens of a block, a whole number from 1")
    convention = Convention(length=blocks or 1, centred=centred)
    name, check, source = _source(model, inputs, tokenizer, queries)
    for query in source.inputs.queries:
        _hold_blocks(query, convention.length)
    visit = partial(scored, convention=convention, per_frequency=per_frequency)
    results = [source.visited(n, visit) for n in range(len(source.inputs.tokens))]
    names = ("s_pos_by_frequency", "s_sym_by_frequency")
    return Heads(
        name=name,
        s_pos=_stacked(results, "s_pos"),
        s_sym=_stacked(results, "s_sym"),
        entropy=_stacked(results, "entropy"),
        by_frequency=np.stack([_stacked(results, n) for n in names]) if per_frequency else None,
        self_check=check,
        convention=convention.phrase,
        _source=source,
    )


def _hold_blocks(query: int, length: int) -> None:
    """Refuse a query that has no two whole blocks before it, in words of this function.

    Raises:
        ValueError: the tokens before the query are fewer, or no whole number of blocks.
    """
    before = f"{counted(query, 'token')} before the query"
    if query < 2 * length:
        raise ValueError(
            f"{before}, and a swap takes two blocks of {length}: give a later query"
            + " or shorter blocks" * (length > 1)
        )
    if query % length:
        raise ValueError(
            f"{before} are not whole blocks of {length}: choose blocks that divide {query},"
            " or another query"
        )


def _source(
    model: Any, inputs: Any, tokenizer: Any, queries: Queries
) -> tuple[str, SelfCheck, Live | Forward]:
    """The model's name, its self-check, and where its heads come from."""
    if isinstance(model, Forward):
        if inputs is not None or tokenizer is not None or queries != "last":
            raise ValueError("a forward pass that was kept has its inputs and queries: give none")
        return model.name, model.self_check, model
    if inputs is None:
        raise ValueError("give inputs: texts or token ids")
    loaded_model = loaded(model)
    given = read(inputs, loaded_model, tokenizer, queries, level=4)
    return loaded_model.name, self_check(loaded_model, given), Live(loaded_model.model, given)


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


def _limits(values: np.ndarray, margin: float = 0.0) -> tuple[float, float]:
    """0 and 1, or as far below and above as scores go (centred ones may), with a margin."""
    low, high = np.nanmin(values, initial=0), np.nanmax(values, initial=1)
    return float(low) - margin, float(high) + margin


def _whole() -> Any:
    """Ticks at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)
