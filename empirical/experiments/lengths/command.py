"""Predict a model's accuracy on longer inputs, then measure it (paper B, claim B-e-disc).

For each finished run, the command writes one record, NAME.json. It writes the prediction before it
runs any longer input. An interrupted run continues when you repeat the command.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

from empirical.experiments.lengths.records import (
    PREDICTORS,
    Curve,
    LengthsRecord,
    Prediction,
    read,
)
from empirical.protocol import settings
from empirical.protocol.reading import plain
from theory.reports.command import GOES_ON, Parser, Usage, entry_point, whole_number
from theory.reports.files import hold_all, write_record

if TYPE_CHECKING:
    from torch import Tensor

    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.data import Sequences
    from empirical.models.model import GPTJ
    from empirical.models.trajectory import Trajectory

STREAMS = {"predicted": 6, "pooled": 7, "measured": 8}
TOKENS_A_BATCH = 20_000


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims run lengths``."""
    parser = Parser(prog="rope-claims run lengths", description=__doc__)
    parser.add_argument("runs", type=Path, nargs="*", help="folders of finished runs")
    parser.option("--results", "folder for the records", Path("runs") / "lengths")
    parser.add_argument("--predict-only", action="store_true", help="write only the predictions")
    parser.option("--threads", "threads", 1, type=whole_number)
    parser.add_argument("--table", action="store_true", help="print the records as a table")
    return parser


@entry_point(ValueError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 done, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    if not given.runs and not given.table:
        raise Usage("give folders of finished runs, or --table")
    hold_all(given.results)
    for folder in given.runs:
        told = f"rope-claims run lengths runs/{folder.resolve().name}"
        print(record(folder, given.results, given.predict_only, given.threads, told, {}))
    if given.table:
        from empirical.experiments.lengths.table import print_lengths

        if not any(given.results.glob("*.json")):
            raise Usage(f"--table: {given.results} holds no record: give a folder with --results")
        print_lengths(given.results)
    return 0


def record(
    folder: Path,
    results: Path,
    predict_only: bool,
    threads: int,
    told: str,
    criteria: Mapping[str, str],
    lengths: Sequence[int] = (),
    name: str = "",
) -> str:
    """Predict, then measure, what of a run is not there yet; returns a line on how it stands.

    ``told`` is the command that makes the record again, ``criteria`` the hashes, by claim, of the
    criteria that will judge it; ``lengths``: where not at those of the task's grid; ``name``: of
    the record, where not the folder's.

    Raises:
        ValueError: the folder holds no finished run.
    """
    import torch

    from empirical.experiments.dynamics.scoring import Told
    from empirical.models.trajectory import trajectory

    torch.set_num_threads(threads)
    kept, target = trajectory(folder), results / f"{name or folder.resolve().name}.json"
    model = None
    if target.is_file():
        result = read(target)
    else:
        model = kept.model()
        grid = lengths or settings.LENGTH_GRID[kept.recipe.task]
        result = prediction(model, kept, Told(told, criteria), grid)
        write_record(target, plain(result))
    if not isinstance(result, LengthsRecord) and not predict_only:
        result = _measurement(model or kept.model(), result)
        write_record(target, plain(result))
    return f"{target}: {'measured' if isinstance(result, LengthsRecord) else 'predicted'}"


def prediction(model: GPTJ, kept: Trajectory, told: Told, lengths: Sequence[int]) -> Prediction:
    """What is known of a run before any long input is run: scores at the training length, and each
    predictor's curve over ``lengths``."""
    from empirical.experiments.dynamics.scoring import manifest, tested

    recipe, task = kept.recipe, kept.recipe.task
    data = inputs_of_purpose(task, "predicted", settings.PREDICTED_SEQUENCES, recipe.letters)
    s_pos, s_sym = _scores(model, data)
    return Prediction(
        manifest=manifest(kept, data, told),
        task=task,
        seed=recipe.seed,
        control=recipe.base != settings.BASE or recipe.nope_from is not None,
        tested=tested(kept),
        lengths=tuple(lengths),
        predicted=_curves(model, data, recipe.letters, lengths),
        s_pos=s_pos,
        s_sym=s_sym,
    )


def inputs_of_purpose(task: str, name: str, n: int, letters: str, length: int = 17) -> Sequences:
    """n inputs of a purpose's own stream; ``letters`` of number's window as the recipe has them."""
    from empirical.instrument.measure import EVALUATION_SEED
    from empirical.models.data import sequences
    from empirical.protocol.vocabulary import LENGTH

    lead = length - LENGTH
    return sequences(task, n, EVALUATION_SEED, lead=lead, stream=STREAMS[name], letters=letters)


def _scores(model: GPTJ, data: Sequences) -> tuple[tuple[float, ...], ...]:
    """(layers,) mean s_pos and s_sym at the training length."""
    import torch

    from empirical.experiments.lengths.walk import Scored, walk
    from empirical.protocol.vocabulary import LENGTH

    scored = Scored(model, LENGTH)
    walk(model, torch.from_numpy(data.tokens), scored)
    return tuple(
        tuple(round(float(getattr(s, name).mean()), 5) for s in scored.scores)
        for name in ("s_pos", "s_sym")
    )


def _curves(model: GPTJ, data: Sequences, letters: str, lengths: Sequence[int]) -> dict[str, Curve]:
    """Each predictor's curve over ``lengths``; no long input is run."""
    from empirical.experiments.lengths.extrapolation import predict

    pooled = inputs_of_purpose(data.task, "pooled", settings.POOLED_SEQUENCES, letters)
    curves = {}
    for how in PREDICTORS:
        rows = [predict(model, how, n, data, pooled, 0) for n in lengths]
        gaps = [means(one) for _, one in rows if one is not None]
        right = tuple(int(one.sum()) for one, _ in rows)
        of = (len(data),) * len(rows)
        curves[how] = Curve(right, of, tuple(gaps) if len(gaps) == len(rows) else None)
    return curves


def means(gaps: Iterable[Tensor]) -> tuple[float, ...]:
    """A layer's mean gap, for each layer."""
    return tuple(round(float(gap.mean()), 4) for gap in gaps)


def sequences_at(length: int) -> int:
    """How many sequences are measured at a length."""
    return next(n for most, n in settings.LONGEST_SEQUENCES if length <= most)


def _measurement(model: GPTJ, predicted: Prediction) -> LengthsRecord:
    """The record, its accuracy and gaps measured at every length of the grid: long inputs run
    through the model."""
    counts = []
    for length in predicted.lengths:
        right, of, gaps = at_length(
            model, predicted.task, predicted.manifest.recipe.letters, length
        )
        counts.append((right, of, gaps))
        print(f"{predicted.task}: {length} tokens {right}/{of}", file=sys.stderr)
    right_of, of_all, gaps_of = zip(*counts, strict=True)
    known = {one.name: getattr(predicted, one.name) for one in fields(Prediction)}
    return LengthsRecord(**known, right=right_of, of=of_all, gaps=gaps_of)


def at_length(
    model: GPTJ, task: str, letters: str, length: int
) -> tuple[int, int, tuple[float, ...]]:
    """Answers right, of how many, and each layer's mean gap, on inputs of one length."""
    import numpy as np
    import torch

    from empirical.experiments.lengths.walk import Whole, walk
    from empirical.models.data import batches

    data = inputs_of_purpose(task, "measured", sequences_at(length), letters, length)
    right, gaps = [], []
    for part in batches(data, max(1, TOKENS_A_BATCH // length)):
        whole = Whole(model, length)
        guess = walk(model, torch.from_numpy(part.tokens), whole).argmax(-1).numpy()
        right.append(guess == part.answers)
        gaps.append(torch.stack(whole.gaps))
    return int(np.concatenate(right).sum()), len(data), means(torch.cat(gaps, dim=1))
