"""Scores of a trained model's heads at the queries of the hops.

A query of a later hop is a token of the context that looks for the next place of the path. What it
sees ends with it, so that its scores are those at the last position of the input cut there.
"""

from collections import defaultdict

import numpy as np
import torch

from empirical.experiments.dynamics.scoring import Told, clocks, manifest
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.hopping.records import HoppingRecord
from empirical.instrument import measure
from empirical.instrument.scores import scored
from empirical.instrument.session import UNWATCHED
from empirical.models.data import Sequences, sequences
from empirical.models.pretrained import Loaded
from empirical.models.trajectory import Trajectory
from empirical.protocol.convention import DEFINITION
from empirical.protocol.findings import HeadScores

STREAM = 52
"""Of the evaluation data: inputs that no other record is of."""
INPUTS = 256
NAMES = ("s_pos", "s_sym", "entropy")


def at_last(model: Loaded, tokens: np.ndarray) -> np.ndarray:
    """(3, layers, n): s_pos, s_sym and entropy of each layer's head at the last of tokens (n, T).

    Raises:
        ModelError, HookError: the model cannot be read.
    """
    work = UNWATCHED.work(model, "heads", len(tokens))
    layers = work.by_layer(model.model, tokens, lambda one: scored(one, DEFINITION))
    return np.stack([np.stack([layer[name][0] for layer in layers]) for name in NAMES])


def at_hops(model: Loaded, data: Sequences) -> tuple[np.ndarray, int]:
    """(3, layers, inputs): the same, the mean over an input's places of the path but for the last
    token, of the inputs that have one; and how many such places there are."""
    path = rules.path(data)
    path[:, -1] = False
    by_row: dict[int, list[np.ndarray]] = defaultdict(list)
    for place in path.any(0).nonzero().flatten().tolist():
        rows = path[:, place].nonzero().flatten().numpy()
        values = at_last(model, data.tokens[rows, : place + 1])
        for i, row in enumerate(rows.tolist()):
            by_row[row].append(values[..., i])
    means = [np.mean(by_row[row], axis=0) for row in sorted(by_row)]
    return np.stack(means, axis=-1), int(path.sum())


def record(kept: Trajectory, told: Told) -> HoppingRecord:
    """The record of a finished run.

    Raises:
        TrajectoryError: a control, or a damaged run.
    """
    began = clocks()
    model, recipe = kept.fill(kept.reader()), kept.recipe
    seed, letters = measure.EVALUATION_SEED, recipe.letters
    data = sequences(recipe.task, INPUTS, seed, stream=STREAM, letters=letters)
    measure.rebuild_check(model, torch.from_numpy(data.tokens[:8]))
    last, (hops, queries) = at_last(model, data.tokens), at_hops(model, data)
    return HoppingRecord(
        manifest=manifest(kept, data, told, began),
        task=recipe.task,
        seed=recipe.seed,
        inputs=len(data),
        inputs_beyond=hops.shape[-1],
        queries=queries,
        last=summaries(last),
        hops=summaries(hops),
    )


def summaries(values: np.ndarray) -> tuple[HeadScores, ...]:
    """Each layer's one head, from (3, layers, n) as ``at_last`` gives them."""
    return tuple(measure.summary(values[:, i], i, 0) for i in range(values.shape[1]))
