"""What a model shows: accuracy by hops and length, its heads' scores, the exclusion inequality.

Every function takes a loaded model and token ids and returns plain data, ready for a claim's
check and for ``report.json``. Counts stay counts, so that intervals can be taken of them.
"""

import math
from dataclasses import astuple, fields

import numpy as np
import torch

from empirical.instrument.heads import LayerHeads, layer_count, visit_layers
from empirical.instrument.scores import parts, scored
from empirical.instrument.session import (
    TOKENS_A_PASS,
    UNWATCHED,
    Result,
    Session,
    Step,
    Work,
    silent,
)
from empirical.instrument.swap_check import swap_error
from empirical.models.data import Sequences, batches, sequences
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol.convention import DEFINITION, Convention
from empirical.protocol.findings import (
    CountsBy,
    ExclusionCheck,
    HeadFindings,
    HeadScores,
    SelfCheck,
)
from empirical.protocol.vocabulary import LENGTH, MAX_HOPS, vocabulary
from theory.mathematics import placement

TOLERANCE = {torch.float64: 1e-5, torch.float32: 1e-4, torch.bfloat16: 3e-2, torch.float16: 4e-3}
"""Largest error of a rebuilt attention weight or (relative) logit, by the model's number format.

A weight's error is its logit's: logits to some tens, so about 100 roundings' worth in each format.
A float64 model still takes its softmax in float32, hence no less than 1e-5 there.
"""
EXCLUSION = tuple(one.name for one in fields(ExclusionCheck))
TOKENS_A_BATCH = 8192
EVALUATION_SEED = 20_000
"""Evaluation data never share a seed with training data."""


def hits(loaded: Loaded, data: Sequences, step: Step = silent) -> np.ndarray:
    """(n,) bool: whether the arg-max over the task's vocabulary at the query is the answer.

    Raises:
        ModelError: the sequences are longer than the model's positions.
    """
    length = data.tokens.shape[1]
    if loaded.positions is not None and length > loaded.positions:
        raise ModelError(
            f"{loaded.name} takes {loaded.positions} tokens, the input has {length}: shorten it"
        )
    device, right = loaded.model.device, []
    with torch.inference_mode():
        for part in batches(data, max(1, TOKENS_A_BATCH // length)):
            tokens = torch.from_numpy(part.tokens).to(device)
            logits = loaded.model(tokens, use_cache=False, logits_to_keep=1).logits[:, -1]
            right.append(logits[:, : len(vocabulary(data.task))].argmax(-1).cpu().numpy())
            step(len(part))
    correct: np.ndarray = np.concatenate(right) == data.answers
    return correct


def accuracy_by_hops(loaded: Loaded, n: int, session: Session) -> CountsBy:
    """``{"1": (right, total), …, "4": …}`` on n fresh sequences of the training length."""
    data = sequences(_task(loaded), n, EVALUATION_SEED, stream=1, letters=loaded.letters)
    right = np.array(_kept_hits(loaded, data, session.work(loaded, "accuracy by hops", n)))
    return {
        str(hop): (int(right[data.hops == hop].sum()), int((data.hops == hop).sum()))
        for hop in range(1, MAX_HOPS + 1)
    }


def accuracy_by_length(
    loaded: Loaded, lengths: tuple[int, ...], n: int, session: Session
) -> CountsBy:
    """``{length: (right, total)}`` with irrelevant tokens before the target window (B-e-len)."""
    work, counts = session.work(loaded, "accuracy by length", n * len(lengths)), {}
    task = _task(loaded)
    for length in lengths:
        lead, letters = length - LENGTH, loaded.letters
        data = sequences(task, n, EVALUATION_SEED, lead=lead, stream=2, letters=letters)
        counts[str(length)] = (sum(_kept_hits(loaded, data, work)), n)
    return counts


def _kept_hits(loaded: Loaded, data: Sequences, work: Work) -> list[bool]:
    return work.once(lambda: hits(loaded, data, work.step).tolist(), inputs=data.tokens)


def _task(loaded: Loaded) -> str:
    if loaded.task is None:
        raise ModelError(f"{loaded.name} speaks neither the number nor the letter task")
    return loaded.task


def rebuild_check(loaded: Loaded, tokens: torch.Tensor) -> SelfCheck:
    """Hold the placement entries against the model: its own attention rows, and one real swap a
    layer (weights, and logits relative to the layer's largest: a peaked row would hide those), on
    as many of the inputs as one forward pass takes.

    Raises:
        ModelError: an error above the number format's tolerance, or more layers than the
            configuration counts; nothing may be scored then.
    """
    samples = max(1, TOKENS_A_PASS // tokens.shape[1])
    tokens = tokens[:samples].to(loaded.model.device)
    # Rows alone would not do: rotating back and forth cancels on the diagonal.
    swapped = swap_error(loaded.model, tokens)
    own_rows = visit_layers(loaded.model, tokens, LayerHeads.self_error)[1]
    # A layer that attends twice, or another model inside, would be taken for heads.
    if (layer_count(loaded.model) or len(own_rows)) < len(own_rows):
        raise ModelError(
            f"{loaded.name}: {len(own_rows)} attention layers run, its configuration counts"
            f" {layer_count(loaded.model)}: this architecture is not read correctly"
        )
    bound = TOLERANCE[loaded.model.dtype]
    check = SelfCheck(
        own_rows=max(own_rows),
        swapped_weights=float(swapped.weights.max()),
        swapped_logits=float(swapped.logits.max()),
        tolerance=bound,
    )
    # Not `>`: a NaN must be refused.
    if not check.worst <= bound:
        raise ModelError(
            f"{loaded.name}: attention rebuilt from placement entries is off by"
            f" {check.worst:.1e} (allowed {bound:.0e}): this architecture is not read correctly"
        )
    return check


def measured_heads(
    loaded: Loaded,
    tokens: np.ndarray,
    convention: Convention = DEFINITION,
    session: Session = UNWATCHED,
) -> HeadFindings:
    """Scores, entropy and the exclusion inequalities of every head at the last position.

    Raises:
        ModelError: a score is not finite.
    """

    def visit(layer: LayerHeads) -> Result:
        return scored(layer, convention) | {"exclusion": _exclusions(layer)}

    of = {"inputs": tokens, "scoring": convention.phrase}
    work = session.work(loaded, "heads", len(tokens), **of)
    results = work.by_layer(loaded.model, tokens, visit)
    names = ("s_pos", "s_sym", "entropy")
    values = np.stack([np.stack([result[name] for result in results]) for name in names])
    if not np.isfinite(values).all():
        raise ModelError(f"{loaded.name}: a score is not finite: not reported")
    checks = np.concatenate([result["exclusion"] for result in results], axis=-1).T
    return HeadFindings(
        convention=convention.phrase,
        inputs=len(tokens),
        scores=tuple(summary(values[:, i, j], i, j) for i, j in np.ndindex(values.shape[1:3])),
        exclusion=worst_exclusion(checks),
    )


def _exclusions(layer: LayerHeads) -> np.ndarray:
    """``exclusion`` of a layer's placement matrices, (its numbers in order, parts)."""
    checks = [
        exclusion(part.placement().cpu().numpy()) for part in parts(layer, len(layer.places) ** 2)
    ]
    return np.array([astuple(check) for check in checks]).T


def summary(values: np.ndarray, layer: int, head: int) -> HeadScores:
    """Mean and standard error over inputs of (s_pos, s_sym, entropy), values (3, inputs)."""
    (s_pos, pos_error), (s_sym, sym_error), (entropy, entropy_error) = map(_mean, values)
    return HeadScores(
        layer=layer,
        head=head,
        s_pos=s_pos,
        s_pos_error=pos_error,
        s_sym=s_sym,
        s_sym_error=sym_error,
        entropy=entropy,
        entropy_error=entropy_error,
    )


def _mean(row: np.ndarray) -> tuple[float, float | None]:
    if len(row) < 2:
        return float(row.mean()), None
    return float(row.mean()), float(row.std(ddof=1) / math.sqrt(len(row)))


def exclusion(matrices: np.ndarray) -> ExclusionCheck:
    """A-thm1, S-slack and S-two-sided on placement matrices (…, N, N), float64.

    ``excess``: the largest Var - (P + S); ``identity``: the largest distance of (P + S) - Var from
    S-slack's sum of squares; ``outside``: how far Var lies outside ½(√P ∓ √S)². All relative to
    the largest of Var, P, S and their rounding floor; at most ``settings.ROUNDING`` if the theorems
    hold. ``tightest``: the largest Var / (P + S), 1 where the bound is attained.
    """
    variance = placement.variance(matrices)
    P = placement.positional_deviation(matrices)
    S = placement.symbolic_deviation(matrices)
    # Where a matrix is constant all three are rounding, and no ratio means anything.
    floor = np.finfo(np.float64).eps * (1.0 + np.square(matrices).mean(axis=(-2, -1)))
    scale = np.maximum.reduce([variance, P, S, floor])
    low, high = (0.5 * (np.sqrt(P) + sign * np.sqrt(S)) ** 2 for sign in (-1, 1))
    bound = np.maximum(P + S, floor)
    return ExclusionCheck(
        heads=int(variance.size),
        excess=float(((variance - P - S) / scale).max()),
        identity=float((np.abs(P + S - variance - placement.slack(matrices)) / scale).max()),
        outside=float((np.maximum(low - variance, variance - high) / scale).max()),
        tightest=float((variance / bound).max()),
    )


def worst_exclusion(checks: np.ndarray) -> ExclusionCheck:
    """Several ``exclusion`` results (n, its numbers in order) as one: heads added up, every other
    number its largest."""
    return ExclusionCheck(
        heads=int(checks[:, 0].sum()),
        **dict(zip(EXCLUSION[1:], checks[:, 1:].max(axis=0).tolist(), strict=True)),
    )
