"""Score every checkpoint that a run kept, on one fixed set of sequences."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import sha256

import numpy as np
import torch
from rich.console import Console
from rich.progress import TimeRemainingColumn

from empirical.experiments.dynamics.records import DynamicsRecord, RunManifest
from empirical.instrument.heads import read_heads
from empirical.instrument.measure import EVALUATION_SEED
from empirical.instrument.scores import score_reading
from empirical.instrument.session import TOKENS_A_PASS
from empirical.models.checkpoint import WEIGHTS
from empirical.models.data import Sequences, batches, sequences
from empirical.models.pretrained import Loaded
from empirical.models.provenance import commit, processor, versions
from empirical.models.trained import trained_manifest
from empirical.models.trajectory import Trajectory
from empirical.protocol import terminal
from empirical.protocol.reading import Counts, Numbers
from empirical.protocol.vocabulary import MAX_HOPS

STREAM = 4
"""The scored set shares no draw with other evaluation data."""
DIGITS = 5


@dataclass(frozen=True)
class Checkpoint:
    """One checkpoint's row of each of a record's tables."""

    right: Counts
    s_pos: Numbers
    s_pos_error: Numbers
    s_sym: Numbers
    s_sym_error: Numbers
    entropy: Numbers
    entropy_error: Numbers


@dataclass(frozen=True)
class Told:
    """What a record's manifest says next to what is measured: the command that makes it again, and
    the criteria of the claims that will read it."""

    command: str
    criteria: Mapping[str, str]


def scored_set(task: str, n: int, letters: str = "distinct") -> Sequences:
    """The fixed set: n sequences, a quarter a hop count, the same for every seed and step."""
    return sequences(task, n, EVALUATION_SEED, stream=STREAM, letters=letters)


def score_checkpoint(loaded: Loaded, data: Sequences) -> Checkpoint:
    """One forward pass: ``right`` (4,), and means and standard errors (layers,) of the scores and
    of the attention entropy over the log of the keys seen. One head a layer."""
    guesses, values = [], []
    for part in batches(data, TOKENS_A_PASS // data.tokens.shape[1]):
        reading = read_heads(loaded.model, torch.from_numpy(part.tokens).to(loaded.model.device))
        guesses.append(reading.logits.argmax(-1).cpu().numpy())
        scores = score_reading(reading)
        entropy = reading.entropy() / np.log(data.tokens.shape[1])
        values.append(torch.stack([scores.s_pos, scores.s_sym, entropy])[:, :, 0].cpu().numpy())
    each = np.concatenate(values, axis=-1)
    errors = each.std(axis=-1, ddof=1) / np.sqrt(each.shape[-1])
    means, errors = (tuple(map(tuple, x.round(DIGITS).tolist())) for x in (each.mean(-1), errors))
    hits = np.concatenate(guesses) == data.answers
    return Checkpoint(
        tuple(int(hits[data.hops == hop].sum()) for hop in range(1, MAX_HOPS + 1)),
        *(row for pair in zip(means, errors, strict=True) for row in pair),
    )


def score_one_checkpoint(kept: Trajectory, n: int, told: Told, console: Console) -> DynamicsRecord:
    """The record of a run, scored on n sequences.

    Raises:
        TrajectoryError: a checkpoint is damaged.
    """
    began = clocks()
    data = scored_set(kept.recipe.task, n, kept.recipe.letters)
    reader, rows = kept.reader(), []
    with terminal.progress(console, TimeRemainingColumn()) as progress:
        name = f"{kept.recipe.task} {kept.recipe.seed} scores"
        for step in progress.track(kept.steps, description=name):
            rows.append(score_checkpoint(kept.fill(reader, step), data))
    validation = trained_manifest(kept.folder / "final").validation
    counted = validation is not None and bool(validation.checks)
    tables = {one.name: tuple(getattr(row, one.name) for row in rows) for one in fields(Checkpoint)}
    return DynamicsRecord(
        manifest=manifest(kept, data, told, began),
        task=kept.recipe.task,
        seed=kept.recipe.seed,
        of=n // MAX_HOPS,
        validation=validation if counted else None,
        tested=tested(kept) if counted else None,
        steps=kept.steps,
        **tables,
    )


def tested(kept: Trajectory) -> tuple[tuple[int, int], ...]:
    """(right, of) by hop count of the last model on the whole test set, as training counted."""
    about = trained_manifest(kept.folder / "final")
    of = about.test_sequences // MAX_HOPS
    return tuple((round(share * of), of) for share in about.test_accuracy_by_hop)


def clocks() -> tuple[float, float]:
    """Seconds by the clock, and of a processor, since some moment."""
    return time.monotonic(), time.process_time()


def manifest(
    kept: Trajectory, data: Sequences, told: Told, began: tuple[float, float] | None = None
) -> RunManifest:
    """Where a result comes from: recipe, commits (its own and the training's), data, versions, and
    the seconds since it ``began`` by the ``clocks``."""
    spent = [round(now - then, 1) for now, then in zip(clocks(), began or (), strict=False)]
    seconds, processor_seconds = spent or (None, None)
    return RunManifest(
        command=told.command,
        criteria=told.criteria,
        recipe=kept.recipe,
        commit=commit(),
        trained_at=trained_manifest(kept.folder / "final").commit,
        data_sha256=data.sha256(),
        weights_sha256=sha256((kept.folder / "final" / WEIGHTS).read_bytes()).hexdigest(),
        sequences=len(data),
        versions=versions("torch", "transformers", "numpy"),
        processor=processor(),
        device="cpu",
        seconds=seconds,
        processor_seconds=processor_seconds,
    )
