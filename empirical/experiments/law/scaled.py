"""Accuracy by length of a model with log-scaled logits, which is run whole (``records.Scaled``)."""

import numpy as np
import torch

from empirical.experiments.dynamics.scoring import Told, manifest, tested
from empirical.experiments.law.population import GRID
from empirical.experiments.law.records import Scaled
from empirical.experiments.lengths.command import inputs_of_purpose, sequences_at
from empirical.models.data import batches
from empirical.models.trajectory import Trajectory

PAIRS_A_BATCH = 20_000_000
"""Query-key pairs that are held at once."""


def record(kept: Trajectory, told: Told) -> Scaled:
    """The record of a finished run, on the inputs on which its partner is measured.

    Raises:
        TrajectoryError: a damaged run.
    """
    model, recipe = kept.model(), kept.recipe
    right, of = [], []
    for length in GRID[recipe.task]:
        data = inputs_of_purpose(
            recipe.task, "measured", sequences_at(length), recipe.letters, length
        )
        hits = 0
        for part in batches(data, max(1, PAIRS_A_BATCH // length**2)):
            with torch.inference_mode():
                guess = model(torch.from_numpy(part.tokens)).argmax(-1).numpy()
            hits += int(np.count_nonzero(guess == part.answers))
        right.append(hits)
        of.append(len(data))
    return Scaled(
        manifest=manifest(kept, data, told),
        task=recipe.task,
        seed=recipe.seed,
        tested=tested(kept),
        lengths=GRID[recipe.task],
        right=tuple(right),
        of=tuple(of),
    )
