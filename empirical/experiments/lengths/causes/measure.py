"""One trained model's record (``records``): its answers at long inputs under every change."""

import numpy as np
import torch
from torch import Tensor

from empirical.experiments.dynamics.scoring import Told, manifest
from empirical.experiments.lengths.causes.records import CausesRecord
from empirical.experiments.lengths.causes.window import Lead, Window, layer_changes, mean_values
from empirical.experiments.lengths.walk import walk
from empirical.instrument.measure import EVALUATION_SEED
from empirical.models.data import Sequences, batches, sequences
from empirical.models.model import GPTJ
from empirical.models.trajectory import Trajectory
from empirical.protocol import terminal
from empirical.protocol.vocabulary import LENGTH

STREAM, MEANS_STREAM = 60, 61
"""Of the evaluation data: inputs that no other record is of."""
LENGTHS = {"number": (34, 68, 136, 300), "letter": (550, 850, 2000)}
"""Where the published curves fall, or the text speaks of them."""
SEQUENCES = 200
TOKENS_A_BATCH = 20_000


def _right(model: GPTJ, data: Sequences, means: list[Tensor]) -> dict[str, int]:
    """Answers right under each change."""
    counts: dict[str, int] = {}
    for part in batches(data, max(1, TOKENS_A_BATCH // data.tokens.shape[1])):
        tokens = torch.from_numpy(part.tokens)
        lead = Lead(model, tokens[:, :-LENGTH])
        for change in layer_changes(model.shape.layers):
            logits = walk(model, tokens[:, -LENGTH:], Window(model, lead, means, change))
            hits = int(np.count_nonzero(logits.argmax(-1).numpy() == part.answers))
            counts[change.name] = counts.get(change.name, 0) + hits
    return counts


def record(kept: Trajectory, told: Told) -> CausesRecord:
    """The record of a finished run.

    Raises:
        TrajectoryError: a damaged run.
    """
    model, recipe = kept.model(), kept.recipe
    task, letters = recipe.task, recipe.letters
    plain = sequences(task, SEQUENCES, EVALUATION_SEED, stream=MEANS_STREAM, letters=letters)
    means = mean_values(model, torch.from_numpy(plain.tokens))
    rows = []
    with terminal.progress(terminal.console(stderr=True)) as progress:
        bar = progress.add_task(f"{task} {recipe.seed}", total=len(LENGTHS[task]))
        for length in LENGTHS[task]:
            lead = length - LENGTH
            data = sequences(
                task, SEQUENCES, EVALUATION_SEED, lead=lead, stream=STREAM, letters=letters
            )
            rows.append(_right(model, data, means))
            progress.update(bar, advance=1)
    return CausesRecord(
        manifest=manifest(kept, data, told),
        task=task,
        seed=recipe.seed,
        lengths=LENGTHS[task],
        of=SEQUENCES,
        right={name: tuple(row[name] for row in rows) for name in rows[0]},
    )
