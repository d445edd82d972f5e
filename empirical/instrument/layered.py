"""Every layer measured as the forward pass comes to it, its results on disk as soon as they exist.

Nothing of a layer outlives its visit but what the visit returns, so memory does not grow with
the depth; and a run that was interrupted goes on at the layer that it had not finished.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PreTrainedModel

from empirical.instrument.heads import LayerHeads, visit_heads
from empirical.instrument.hook import recording
from empirical.instrument.scores import BUDGET, score_layer
from theory.reports.files import replacing, write_json

TOKENS_A_PASS = 4096
LONG = 512
"""Inputs of more tokens go one at a time: they fill the machine alone, and memory stays low."""
Result = dict[str, np.ndarray]
"""What a visit returns: arrays by name, inputs (or other things to be joined) on the last axis."""


class Kept:
    """Results of single layers in a folder of their own, named after what they were measured of.

    `about` is anything JSON can say: model, commit, inputs, scoring. Results of another `about`
    are never found. Files are whole or not there; a damaged one counts as not there.
    """

    def __init__(self, folder: Path, about: dict[str, Any]) -> None:
        text = json.dumps(about, sort_keys=True)
        self.folder = folder / hashlib.sha256(text.encode()).hexdigest()[:20]
        self._about = about

    def get(self, start: int, layer: int) -> Result | None:
        """The results of a layer for the inputs from `start` on; None if there are none."""
        try:
            with np.load(self._path(start, layer)) as stored:
                return dict(stored)
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            return None

    def put(self, start: int, layer: int, result: Result) -> None:
        """Keep the results of a layer for the inputs from `start` on."""
        if not self.folder.is_dir():
            write_json(self.folder / "about.json", self._about)
        with replacing(self._path(start, layer)) as draft, draft.open("wb") as stream:
            np.savez(stream, **result)

    def finished(self, start: int) -> list[Result] | None:
        """The results of all layers for the inputs from `start` on, if none is missing."""
        depth = self.get(start, -1)
        if depth is None:
            return None
        found = [self.get(start, layer) for layer in range(int(depth["layers"]))]
        return None if any(result is None for result in found) else found

    def finish(self, start: int, layers: int) -> None:
        """Note that the results of all layers for the inputs from `start` on are there."""
        self.put(start, -1, {"layers": np.array(layers)})

    def _path(self, start: int, layer: int) -> Path:
        return self.folder / (f"{start}.npz" if layer < 0 else f"{start}-{layer}.npz")


def once(folder: Path | None, about: dict[str, Any], make: Callable[[], Any]) -> Any:
    """A measurement that JSON can say, taken once for all runs that keep results in `folder`.

    `about` is anything JSON can say, and all that the measurement hangs on. A damaged file
    counts as not there.
    """
    if folder is None:
        return make()
    name = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:20]
    path = folder / f"{name}.json"
    try:
        return json.loads(path.read_text())["value"]
    except (OSError, ValueError, KeyError, TypeError):
        value = make()
        write_json(path, {"about": about, "value": value})
        return value


def by_layer(
    model: PreTrainedModel,
    tokens: np.ndarray,
    visit: Callable[[LayerHeads], Result],
    kept: Kept | None = None,
    step: Callable[[int], None] = lambda _: None,
) -> list[Result]:
    """Visit every layer's heads at the last position of equally long inputs (n, T).

    Returns a result a layer, joined over the inputs on each array's last axis. With `kept`, what
    is there already is not measured again: at most one layer's results are lost to an
    interruption, and forward passes whose layers are all there are not run. Errors as
    `read_heads` and the visit.
    """
    length, parts = tokens.shape[1], []
    size = 1 if length > LONG else max(1, TOKENS_A_PASS // length)
    for start in range(0, len(tokens), size):
        part = torch.from_numpy(tokens[start : start + size]).to(model.device)
        done = kept and kept.finished(start)
        parts.append(done or _one_pass(model, part, visit, kept, start))
        step(len(part))
    return [
        {name: np.concatenate([result[name] for result in layer], axis=-1) for name in layer[0]}
        for layer in zip(*parts, strict=True)
    ]


def _one_pass(
    model: PreTrainedModel,
    part: torch.Tensor,
    visit: Callable[[LayerHeads], Result],
    kept: Kept | None,
    start: int,
) -> list[Result]:
    if kept is None:
        return visit_heads(model, part, visit)
    layers = iter(range(1 << 30))

    def remember(layer: LayerHeads) -> Result:
        index = next(layers)
        result = kept.get(start, index)
        if result is None:
            result = visit(layer)
            kept.put(start, index, result)
        return result

    results = visit_heads(model, part, remember)
    kept.finish(start, len(results))
    return results


def last_logits(model: PreTrainedModel, tokens: torch.Tensor, **options: Any) -> torch.Tensor:
    """The model's logits at the last position of tokens (B, T), (B, vocabulary).

    As the model's own forward pass has them, whose further arguments may be given, but attention
    weights exist for some queries at a time only, however many heads there are.
    """
    last = torch.full((len(tokens),), tokens.shape[1] - 1, device=tokens.device)
    with recording(model, lambda _: None, last), torch.inference_mode():
        found = model(tokens, use_cache=False, logits_to_keep=1, **options).logits
    return found[:, -1]


def scored(
    layer: LayerHeads, block: int = 1, per_frequency: bool = False, **options: Any
) -> Result:
    """s_pos, s_sym and entropy of a layer, (heads, samples), and with `per_frequency` also
    s_pos_by_frequency and s_sym_by_frequency, (heads, F, samples). Options as `score_layer`."""
    whole = score_layer(layer, block, **options)
    found = {"s_pos": whole.s_pos, "s_sym": whole.s_sym, "entropy": layer.entropy().T}
    if per_frequency:
        planes = score_layer(layer, block, per_frequency=True, **options)
        found["s_pos_by_frequency"] = planes.s_pos.transpose(1, 2)
        found["s_sym_by_frequency"] = planes.s_sym.transpose(1, 2)
    return {name: value.cpu().numpy() for name, value in found.items()}


def parts(layer: LayerHeads, logits: int) -> Iterator[LayerHeads]:
    """The layer in parts of so many samples and key heads that BUDGET numbers suffice for each,
    a query head taking `logits`."""
    samples, key_heads = layer.keys.shape[:2]
    heads = max(1, min(key_heads, BUDGET // (logits * layer.group)))
    rows = max(1, min(samples, BUDGET // (logits * layer.group * heads)))
    for row in range(0, samples, rows):
        for head in range(0, key_heads, heads):
            yield layer.part(slice(row, row + rows), slice(head, head + heads))
