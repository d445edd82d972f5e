"""Score every checkpoint that a run kept, on one fixed set of sequences."""

from __future__ import annotations

import json
import platform
import time
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import TimeRemainingColumn

from empirical.instrument.heads import read_heads
from empirical.instrument.measure import EVALUATION_SEED
from empirical.instrument.scores import score_reading
from empirical.instrument.session import TOKENS_A_PASS
from empirical.models.data import Sequences, batches, sequences
from empirical.models.pretrained import Loaded
from empirical.models.provenance import commit, versions
from empirical.models.trajectory import Trajectory
from empirical.protocol import terminal
from empirical.protocol.vocabulary import MAX_HOPS

STREAM = 4
"""The scored set shares no draw with other evaluation data."""
DIGITS = 5
NAMES = ("s_pos", "s_sym", "entropy")


def scored_set(task: str, n: int, letters: str = "distinct") -> Sequences:
    """The fixed set: n sequences, a quarter a hop count, the same for every seed and step."""
    return sequences(task, n, EVALUATION_SEED, stream=STREAM, letters=letters)


def score_checkpoint(loaded: Loaded, data: Sequences) -> dict[str, list[Any]]:
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
    hits = np.concatenate(guesses) == data.answers
    found = {"right": [int(hits[data.hops == hop].sum()) for hop in range(1, MAX_HOPS + 1)]}
    for name, mean, error in zip(NAMES, each.mean(axis=-1), errors, strict=True):
        found[name] = mean.round(DIGITS).tolist()
        found[f"{name}_error"] = error.round(DIGITS).tolist()
    return found


def score(kept: Trajectory, n: int, console: Console) -> dict[str, Any]:
    """The record of a run (see ``empirical.dynamics.emergence``), with its manifest.

    Raises:
        TrajectoryError: a checkpoint is damaged.
    """
    started, worked = time.monotonic(), time.process_time()
    data = scored_set(kept.recipe.task, n, kept.recipe.letters)
    reader, rows = kept.reader(), []
    with terminal.progress(console, TimeRemainingColumn()) as progress:
        name = f"{kept.recipe.task} {kept.recipe.seed} scores"
        for step in progress.track(kept.steps, description=name):
            rows.append(score_checkpoint(kept.fill(reader, step), data))
    spent = {
        "seconds": round(time.monotonic() - started, 1),
        "processor_seconds": round(time.process_time() - worked, 1),
    }
    return {
        "manifest": manifest(kept, data) | spent,
        "task": kept.recipe.task,
        "seed": kept.recipe.seed,
        "of": n // MAX_HOPS,
        **counted(kept),
        "steps": list(kept.steps),
        **{name: [row[name] for row in rows] for name in rows[0]},
    }


def counted(kept: Trajectory) -> dict[str, Any]:
    """What training counted, where it did: on the validation set by step, and (right, of) of the
    last model by hop count on the test set."""
    trained = json.loads((kept.folder / "final" / "manifest.json").read_text())
    if not trained.get("validation", {}).get("checks"):
        return {}
    of = trained["test_sequences"] // MAX_HOPS
    tested = [[round(share * of), of] for share in trained["test_accuracy_by_hop"]]
    return {"validation": trained["validation"], "tested": tested}


def manifest(kept: Trajectory, data: Sequences) -> dict[str, Any]:
    """Where a result comes from: recipe, commits (its own and the training's), data, versions."""
    trained = json.loads((kept.folder / "final" / "manifest.json").read_text())
    return {
        "recipe": asdict(kept.recipe),
        "commit": commit(),
        "trained_at": trained.get("commit", ""),
        "data_sha256": data.sha256(),
        "sequences": len(data),
        "versions": versions("torch", "transformers", "numpy"),
        "processor": platform.machine(),
        "device": "cpu",
    }
