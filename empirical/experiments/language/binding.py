"""A model's heads put to the binding task: scores, frequencies, and the layers left out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from empirical.experiments.language import binding_task, sensitivity
from empirical.experiments.language.binding_task import Binding
from empirical.instrument.heads import LayerHeads
from empirical.instrument.measure import summary
from empirical.instrument.scores import scored
from empirical.instrument.session import Result, Session, Visit
from empirical.instrument.swaps import TooFewBlocks
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol.convention import Convention
from empirical.protocol.findings import (
    BindingHeads,
    BindingPart,
    HeadScores,
    LeftOut,
    Profile,
    Sensitivity,
)
from empirical.protocol.reading import Numbers
from empirical.protocol.request import Request
from theory.ledger.plural import counted

SENSITIVITY_INPUTS = 4
"""Inputs on which the options are tried: each takes a dozen scorings of every head."""
LEFT_OUT = "left_out"


def measure(
    loaded: Loaded, request: Request, session: Session
) -> tuple[BindingPart, Sensitivity | None]:
    """The task and, unless left out, how its scores depend on the options.

    Raises:
        ModelError: the task cannot be posed, or no input is solved where only those count.
    """
    task = binding_task.build(loaded, request.statements, request.inputs)
    right = binding_task.solved_inputs(loaded, task, session)
    tokens = task.tokens[right] if request.solved_only else task.tokens
    if not len(tokens):
        raise ModelError(
            f"{loaded.name}: it answers none of {counted(len(right), 'input')} right: leave"
            " out --solved-only, or give fewer --statements"
        )
    part = BindingPart(
        task=task.about,
        statements=task.count,
        tokens_a_statement=task.length,
        solved=(int(right.sum()), len(right)),
        solved_only=request.solved_only,
        **vars(scores(loaded, task, tokens, request.convention, session)),
    )
    if "sensitivity" in request.without:
        return part, None
    rules = replace(request.convention, length=task.length)
    blocks = sensitivity.Blocks(task.start, task.count, rules)
    return part, sensitivity.measure(loaded, tokens[:SENSITIVITY_INPUTS], blocks, session)


def scores(
    loaded: Loaded, task: Binding, tokens: np.ndarray, convention: Convention, session: Session
) -> BindingHeads:
    """Scores and frequencies of every head, means over the inputs `tokens`.

    A layer whose window shows the query fewer than two whole statements is left out, and named.

    Raises:
        ModelError: that goes for every layer, or a logit is not finite.
    """
    rules = replace(convention, length=task.length)
    of = {"inputs": tokens, "scoring": f"{rules.phrase} from {task.start}, {task.count}"}
    work = session.work(loaded, "binding task, heads", len(tokens), **of)
    try:
        results = work.by_layer(loaded.model, tokens, _visit(task, rules))
    except ValueError as error:
        raise ModelError(f"{loaded.name}: the binding task's heads: {error}") from error
    if all(LEFT_OUT in result for result in results):
        raise ModelError(
            f"{loaded.name}: in every layer the query sees fewer than two whole statements of"
            f" {counted(task.length, 'token')}: choose a model with a longer sliding window"
        )
    return BindingHeads(
        convention=rules.phrase,
        inputs=len(tokens),
        layers=len(results),
        left_out=tuple(
            LeftOut(layer=layer, statements_seen=int(result[LEFT_OUT].min()))
            for layer, result in enumerate(results)
            if LEFT_OUT in result
        ),
        scores=every_head(results),
        frequencies=every_frequency(results),
    )


def _visit(task: Binding, rules: Convention) -> Visit:
    def visit(layer: LayerHeads) -> Result:
        try:
            return scored(layer, rules, start=task.start, count=task.count, per_frequency=True)
        except TooFewBlocks as error:
            return {LEFT_OUT: np.full(len(layer.position), error.blocks)}

    return visit


def every_head(results: Sequence[Result]) -> tuple[HeadScores, ...]:
    """Means over inputs of every head's scores and entropy; layers left out have none."""
    names = ("s_pos", "s_sym", "entropy")
    return tuple(
        summary(np.stack([result[name][head] for name in names]), layer, head)
        for layer, result in enumerate(results)
        for head in range(len(result.get("s_pos", ())))
    )


def every_frequency(results: Sequence[Result]) -> tuple[Profile, ...]:
    """Means over inputs of every head's scores by frequency, fastest first; layers that rotate."""
    return tuple(
        Profile(
            layer=layer,
            head=head,
            s_pos=_means(result["s_pos_by_frequency"][head]),
            s_sym=_means(result["s_sym_by_frequency"][head]),
        )
        for layer, result in enumerate(results)
        for head in range(len(result.get("s_pos", ())))
        if result["s_pos_by_frequency"].shape[1]
    )


def _means(values: np.ndarray) -> Numbers:
    return tuple(round(float(x), 5) for x in values.mean(-1))
