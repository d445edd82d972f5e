"""A model's heads put to the binding task: scores, frequencies, and the layers left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from empirical.instrument import layered
from empirical.instrument.heads import LayerHeads
from empirical.instrument.measure import Step, about, summary
from empirical.instrument.swaps import Convention, TooFewBlocks
from empirical.language import binding_task as binding
from empirical.language import sensitivity
from empirical.language.binding_task import Binding
from empirical.language.request import Request
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded

SENSITIVITY_INPUTS = 4
"""Inputs on which the options are tried: each takes a dozen scorings of every head."""
LEFT_OUT = "left_out"


def measure(
    loaded: Loaded, asked: Request, announce: Callable[[str, int], Step], layers: Path | None
) -> dict[str, Any]:
    """``binding`` and, unless left out, ``sensitivity``.

    Raises:
        ModelError: the task cannot be posed, or no input is solved where only those count.
    """
    task = binding.build(loaded, asked.statements)
    step = announce(f"{loaded.name}: binding task, answers", len(task.tokens))
    right = binding.solved(loaded, task, step, layers)
    tokens = task.tokens[right] if asked.solved_only else task.tokens
    if not len(tokens):
        raise ModelError(
            f"{loaded.name} answers none of {len(right)} inputs right: leave out --solved-only, or"
            " give fewer --statements"
        )
    found = {
        "task": task.about,
        "statements": task.count,
        "tokens_a_statement": task.length,
        "solved": [int(right.sum()), len(right)],
        "solved_only": asked.solved_only,
        **scores(loaded, task, tokens, asked, announce, layers),
    }
    if "sensitivity" in asked.without:
        return {"binding": found}
    blocks = sensitivity.Blocks(task.start, task.length, task.count)
    some = tokens[:SENSITIVITY_INPUTS]
    step = announce(f"{loaded.name}: the scores' options", len(some))
    options = sensitivity.measure(loaded, some, blocks, asked.tau, asked.cosine, step, layers)
    return {"binding": found, "sensitivity": options}


def scores(
    loaded: Loaded,
    task: Binding,
    tokens: np.ndarray,
    asked: Request,
    announce: Callable[[str, int], Step],
    layers: Path | None,
) -> dict[str, Any]:
    """Scores and frequencies of every head, means over the inputs `tokens`.

    A layer whose window shows the query fewer than two whole statements is left out, and named.

    Raises:
        ModelError: that goes for every layer, or a logit is not finite.
    """
    rules = Convention(tau=asked.tau, cosine=asked.cosine, length=task.length)
    told = about(loaded, tokens, f"{rules.convention} from {task.start}, {task.count}")
    kept = layers and layered.Kept(layers, told | {"measured": "binding"})
    step = announce(f"{loaded.name}: binding task, heads", len(tokens))
    try:
        results = layered.by_layer(loaded.model, tokens, _visit(task, asked), kept, step)
    except ValueError as error:
        raise ModelError(f"{loaded.name}: the binding task's heads: {error}") from error
    if all(LEFT_OUT in result for result in results):
        raise ModelError(
            f"{loaded.name}: in every layer the query sees fewer than two whole statements of"
            f" {task.length} tokens: choose a model with a longer sliding window"
        )
    return {
        "convention": rules.convention,
        "inputs": len(tokens),
        "layers": len(results),
        LEFT_OUT: [
            {"layer": layer, "statements_seen": int(result[LEFT_OUT].min())}
            for layer, result in enumerate(results)
            if LEFT_OUT in result
        ],
        "scores": _every_head(results),
        "frequencies": every_frequency(results),
    }


def _visit(task: Binding, asked: Request) -> Callable[[LayerHeads], layered.Result]:
    place = {"start": task.start, "count": task.count, "tau": asked.tau, "cosine": asked.cosine}

    def visit(layer: LayerHeads) -> layered.Result:
        try:
            return layered.scored(layer, task.length, per_frequency=True, **place)
        except TooFewBlocks as error:
            return {LEFT_OUT: np.full(len(layer.position), error.blocks)}

    return visit


def _every_head(results: Sequence[layered.Result]) -> list[dict[str, Any]]:
    names = ("s_pos", "s_sym", "entropy")
    return [
        summary(np.stack([result[name][head] for name in names]), layer, head)
        for layer, result in enumerate(results)
        for head in range(len(result.get("s_pos", ())))
    ]


def every_frequency(results: Sequence[layered.Result]) -> list[dict[str, Any]]:
    """Means over inputs of every head's scores by frequency, fastest first; layers that rotate."""
    return [
        {"layer": layer, "head": head}
        | {
            score: [round(float(x), 5) for x in result[f"{score}_by_frequency"][head].mean(-1)]
            for score in ("s_pos", "s_sym")
        }
        for layer, result in enumerate(results)
        for head in range(len(result.get("s_pos", ())))
        if result["s_pos_by_frequency"].shape[1]
    ]
