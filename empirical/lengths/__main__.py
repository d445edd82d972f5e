"""Accuracy against length, predicted from the training length and measured (spec E1, B-e-disc).

``python -m empirical.lengths runs/number-0 runs/letter-0 …``: for each finished run one small
record, ``NAME.json`` in --results (see ``empirical.lengths.breaking``). The prediction is made, and
written, before a single long input is run. Records that are there are left alone: killed, the same
command goes on. ``--table`` prints what the records say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.lengths.breaking import RECORDS
from empirical.protocol import settings
from theory.gate.reading import read
from theory.reports.command import GOES_ON, Parser, Usage, command
from theory.reports.files import write_record

if TYPE_CHECKING:
    from empirical.models.data import Sequences
    from empirical.models.model import GPTJ

STREAMS = {"predicted": 6, "pooled": 7, "measured": 8}
TOKENS_A_BATCH = 20_000


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.lengths``."""
    door = Parser(prog="python -m empirical.lengths", description=__doc__)
    door.add_argument("runs", type=Path, nargs="*", help="folders of finished runs")
    door.add_argument("--results", type=Path, default=RECORDS, help="where the records go")
    door.add_argument("--predict-only", action="store_true", help="run no long input")
    door.add_argument("--threads", type=int, default=1)
    door.add_argument("--table", action="store_true", help="print the records there are")
    return door


@command(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    if not given.runs and not given.table:
        raise Usage("give folders of finished runs, or --table")
    for folder in given.runs:
        print(record(folder, given.results, given.predict_only, given.threads))
    if given.table:
        from empirical.lengths.table import show

        show(given.results)
    return 0


def record(folder: Path, results: Path, predict_only: bool, threads: int) -> str:
    """Predict, then measure, what of a run is not there yet; returns a line on how it stands.

    Raises:
        ValueError: the folder holds no finished run.
    """
    import torch

    from empirical.models.trajectory import trajectory

    torch.set_num_threads(threads)
    kept, target = trajectory(folder), results / f"{folder.resolve().name}.json"
    found = read(target) if target.is_file() else {}
    model = None
    if not found:
        model = kept.model()
        found = about(kept.recipe.task, folder, kept) | prediction(model, kept.recipe.task)
        write_record(target, found)
    if "right" not in found and not predict_only:
        found |= measurement(model or kept.model(), kept.recipe.task)
        write_record(target, found)
    return f"{target}: {'measured' if 'right' in found else 'predicted'}"


def about(task: str, folder: Path, kept: Any) -> dict[str, Any]:
    """Manifest, task, seed, and what the run's positions are."""
    from empirical.dynamics.scoring import manifest
    from empirical.lengths.claims import CLAIMS, thresholds
    from empirical.protocol.registration import hashes

    recipe = kept.recipe
    data = inputs(task, "predicted", settings.PREDICTED_SEQUENCES)
    told = {
        "command": f"python -m empirical.lengths runs/{folder.resolve().name}",
        "criteria": hashes(CLAIMS, thresholds()),
    }
    return {
        "manifest": told | manifest(kept, data),
        "task": task,
        "seed": recipe.seed,
        "control": recipe.base != settings.BASE or recipe.nope_from is not None,
        "lengths": list(settings.LENGTH_GRID[task]),
    }


def inputs(task: str, name: str, n: int, length: int = 17) -> Sequences:
    """n inputs of a purpose's own stream."""
    from empirical.instrument.measure import EVALUATION_SEED
    from empirical.models.data import sequences
    from empirical.protocol.vocabulary import LENGTH

    return sequences(task, n, EVALUATION_SEED, lead=length - LENGTH, stream=STREAMS[name])


def prediction(model: GPTJ, task: str) -> dict[str, Any]:
    """Scores at the training length, and each predictor's curve; no long input is run."""
    import torch

    from empirical.lengths.extrapolation import PREDICTORS, predict
    from empirical.lengths.walk import Scored, walk
    from empirical.protocol.vocabulary import LENGTH

    data = inputs(task, "predicted", settings.PREDICTED_SEQUENCES)
    pooled = inputs(task, "pooled", settings.POOLED_SEQUENCES)
    scored = Scored(model, LENGTH)
    walk(model, torch.from_numpy(data.tokens), scored)
    found: dict[str, Any] = {"predicted": {}}
    for name in ("s_pos", "s_sym"):
        found[name] = [round(float(getattr(s, name).mean()), 5) for s in scored.scores]
    for how in PREDICTORS:
        rows = [predict(model, how, n, data, pooled, 0) for n in settings.LENGTH_GRID[task]]
        one: dict[str, Any] = {"right": [int(right.sum()) for right, _ in rows]}
        one["of"] = [len(data)] * len(rows)
        if all(gaps is not None for _, gaps in rows):
            one["gaps"] = [means(gaps) for _, gaps in rows]
        found["predicted"][how] = one
    return found


def means(gaps: Any) -> list[float]:
    """A layer's mean gap, for each layer."""
    return [round(float(gap.mean()), 4) for gap in gaps]


def sequences_at(length: int) -> int:
    """How many sequences are measured at a length."""
    return next(n for most, n in settings.LONGEST_SEQUENCES if length <= most)


def measurement(model: GPTJ, task: str) -> dict[str, Any]:
    """Accuracy and gaps at every length of the grid, long inputs run through the model."""
    import numpy as np
    import torch

    from empirical.lengths.walk import Whole, walk
    from empirical.models.data import batches

    found: dict[str, Any] = {"right": [], "of": [], "gaps": []}
    for length in settings.LENGTH_GRID[task]:
        data = inputs(task, "measured", sequences_at(length), length)
        right, gaps = [], []
        for part in batches(data, max(1, TOKENS_A_BATCH // length)):
            whole = Whole(model, length)
            guess = walk(model, torch.from_numpy(part.tokens), whole).argmax(-1).numpy()
            right.append(guess == part.answers)
            gaps.append(torch.stack(whole.gaps))
        found["right"].append(int(np.concatenate(right).sum()))
        found["of"].append(len(data))
        found["gaps"].append(means(torch.cat(gaps, dim=1)))
        print(f"{task}: {length} tokens {found['right'][-1]}/{len(data)}", file=sys.stderr)
    return found


if __name__ == "__main__":
    sys.exit(main())
