"""Run the controlled experiments again and compare them with the stored records.

With --reduced, the command does three things. It measures the shipped models on fresh inputs and
compares heads and accuracy with their records. It trains a small model of each task up to the steps
of claim B-e-start. It trains new seeds of paper A's tasks at every eighth frequency.

With --full, it prints the commands that make the records of the controlled experiments again from
their seeds, in the folder of --into. The folders law and beyond are left out; rope-claims run law
and rope-claims run beyond make their records. So are records of real models and of capacity. With
--execute, it also runs these commands, compares each record with the stored one, and notes time and
differences in DIR/rerun.json.

A record is skipped if DIR/rerun.json or the stored table has a row for it, with the same command
and the same stored record. So the work can be split (--only released/lengths mechanism), spread
over computers, and continued. Only one re-run can use a DIR at a time.

With --differences, it adds the rows of DIR to empirical/results/rerun.json, compares the records in
DIR with them, and judges the claims on the new records alone.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.models.recipes import Recipe
from empirical.protocol import paths
from theory.reports.command import GOES_ON, Parser, Usage, entry_point, whole_number

if TYPE_CHECKING:
    from empirical.experiments.mechanism.ablation.records import Jumps
    from empirical.experiments.mechanism.records import Layer
    from empirical.models.data import Sequences
    from empirical.models.pretrained import Loaded

RESULTS = paths.RESULTS
RELEASED = RESULTS / "released"
FRESH = 40
"""Stream of evaluation data that no record is of."""
SEQUENCES = 64
ERRORS = 4.0
"""Standard errors that a mean may lie from its record: 72 are compared, 1 in 15,000 differs by
chance."""
TOLERANCE = 0.02
"""Added, as a share of the scale, where inputs that agree give an error of almost 0."""
SURELY = 1e-3
"""Fisher's exact p below which two counts differ."""
SMALL = Recipe("number", layers=3, width=64)
LENGTHS = {"number": (17, 34, 58, 300), "letter": (17, 300, 850)}
Line = tuple[bool, str]
AGAIN = "the same command begins again"
"""What the reduced re-run, which keeps nothing, says when it is interrupted."""


def differs(one: tuple[float, float], other: tuple[float, float], tolerance: float) -> bool:
    """Whether two (mean, standard error) differ by more than chance and the tolerance."""
    return abs(one[0] - other[0]) > ERRORS * math.hypot(one[1], other[1]) + tolerance


def counts_differ(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two [right, of] differ by Fisher's exact test."""
    from scipy.stats import fisher_exact

    tables = [[right, of - right] for right, of in (one, other)]
    return bool(fisher_exact(tables).pvalue < SURELY)


def _of(count: Sequence[int]) -> str:
    """[right, of] in words."""
    right, total = count
    return f"{right} of {total}"


def subject(task: str) -> tuple[Loaded, str]:
    """The shipped model of a task, and what its records of the released recipe are called."""
    from empirical.models import pretrained
    from empirical.models.trained import trained_manifest

    (model,) = (one for one in pretrained.shipped() if one.task == task)
    return model, f"{task}-{trained_manifest(pretrained.SHIPPED / task).recipe.seed}"


def _fresh(model: Loaded, stream: int, lead: int = 0) -> Sequences:
    """Inputs that no record is of, drawn as the model's training drew them."""
    from empirical.instrument import measure
    from empirical.models.data import sequences

    task, seed, letters = str(model.task), measure.EVALUATION_SEED, model.letters
    return sequences(task, SEQUENCES, seed, lead=lead, stream=FRESH + stream, letters=letters)


def mechanism(task: str) -> list[Line]:
    """Scores, mean frequency IDs and what is left without the heads of the construction's kind: a
    shipped model against its record."""
    from empirical.experiments.mechanism.ablation import measure, records
    from empirical.experiments.mechanism.record import described_layers
    from empirical.experiments.mechanism.records import CARRIES

    model, name = subject(task)
    stored, data = records.read(RELEASED / "ablation" / f"{name}.json"), _fresh(model, 0)
    measured = described_layers(model, data)
    lines = [
        compare_layers(task, name, stored.layers, measured)
        for name in ("s_pos", "s_sym", "mean_id")
    ]
    kind, _ = CARRIES[task]
    layers = tuple(records.carriers(task, stored.layers))
    right = [sum(measure.right_without(model, data, layers)), len(data)]
    kept = [sum(stored.first[0]), stored.of * len(stored.first[0])]
    text = f"{task}: without {kind} heads {_of(right)} right, recorded {_of(kept)}"
    lines.append((not counts_differ(right, kept), text))
    return lines + (rerun_jumps(model, stored.jump) if stored.jump else [])


def rerun_jumps(model: Loaded, stored: Jumps) -> list[Line]:
    """How many 4-hop queries jump, with nothing and with hop 2's place cut, against a record."""
    from empirical.experiments.mechanism import jump
    from empirical.instrument import measure

    courses = jump.jumps(
        model.model, jump.four_hop_inputs(SEQUENCES, measure.EVALUATION_SEED, FRESH)
    )
    pairs = {"none": stored.none.jumped, "hop 2": stored.hop_2.jumped}
    return [
        (
            not counts_differ(courses[cut].jumped, before),
            f"letter: {_of(courses[cut].jumped)} jump, {cut} cut, recorded {_of(before)}",
        )
        for cut, before in pairs.items()
    ]


def compare_layers(
    task: str, name: str, stored: Sequence[Layer], measured: Sequence[Layer]
) -> Line:
    """One number of every layer, by its mean and error."""
    tolerance = TOLERANCE * (64 if name == "mean_id" else 1)
    bad = []
    for before, now in zip(stored, measured, strict=True):
        pairs = ((getattr(x, name), getattr(x, f"{name}_error")) for x in (now, before))
        (mean, error), (known, known_error) = pairs
        if differs((known, known_error), (mean, error), tolerance):
            bad.append(f"layer {before.layer} {mean:.3f}, recorded {known:.3f}")
    return not bad, f"{task}: {name} of {len(measured)} layers {'; '.join(bad) or 'as recorded'}"


def rerun_lengths(task: str) -> list[Line]:
    """A shipped model's accuracy by length, measured and as B-e-disc's predictor has it from inputs
    of the training length, against its record."""
    from empirical.experiments.lengths.records import measured_runs
    from empirical.instrument import measure
    from empirical.protocol import settings

    model, name = subject(task)
    stored, lines = measured_runs(RELEASED / "lengths")[name], []
    expected, predicted = predictions(model), stored.predicted[settings.JUDGED]
    for length in LENGTHS[task]:
        at, data = stored.lengths.index(length), _fresh(model, 1, length - LENGTHS[task][0])
        counts = [int(measure.hits(model, data).sum()), len(data)]
        for what, now, known in (
            ("right", counts, stored),
            ("predicted right", expected[length], predicted),
        ):
            recorded = [known.right[at], known.of[at]]
            text = f"{task}: {_of(now)} {what} at {length} tokens, recorded {_of(recorded)}"
            lines.append((not counts_differ(now, recorded), text))
    return lines


def predictions(model: Loaded) -> dict[int, list[int]]:
    """[right, of] of a shipped model at each of ``LENGTHS`` as B-e-disc's predictor has it, from
    inputs of 17 tokens alone."""
    from empirical.experiments.lengths.extrapolation import predict
    from empirical.models.model import GPTJ, Shape
    from empirical.protocol import settings

    config, task = model.model.config, str(model.task)
    sizes = (config.vocab_size, config.n_layer, config.n_head, config.n_embd)
    gelu = "tanh" if config.activation_function == "gelu_new" else "exact"
    ours = GPTJ(Shape(*sizes, gelu=gelu)).eval()
    ours.load_state_dict(model.model.state_dict())
    data, pooled = _fresh(model, 2), _fresh(model, 3)
    rights = {n: predict(ours, settings.JUDGED, n, data, pooled, 0)[0] for n in LENGTHS[task]}
    return {n: [int(right.sum()), len(right)] for n, right in rights.items()}


def starting_levels(task: str) -> list[Line]:
    """B-e-start's first half on a small model, trained by the recipe ``earlier``."""
    import tempfile

    from empirical.models.training import Run
    from empirical.protocol import settings

    recipe = replace(SMALL, task=task, steps=settings.RUN_STEPS, seed=11)
    with tempfile.TemporaryDirectory() as folder:
        run = Run(recipe, Path(folder))
    run.model.train()
    lines = []
    for until in (0, settings.START_UNTIL // 2, settings.START_UNTIL):
        while run.step < until:
            run.advance()
        least = _scored(run)
        text = f"{task}, small model, step {until}: least s_pos, s_sym, entropy (95 % low ends)"
        shown = ", ".join(f"{x:.3f}" for x in least)
        lines.append((min(least) >= settings.START_LEVEL, f"{text} {shown}"))
    first, last = (
        float(run.losses[: run.step][part].mean()) for part in (slice(10), slice(-10, None))
    )
    lines.append((last < first, f"{task}, small model: loss {first:.3f} to {last:.3f}"))
    return lines


def _scored(run: Any) -> list[float]:
    """Least lower ends over layers of s_pos, s_sym and entropy (over the log of the keys seen)."""
    from transformers import GPTJConfig, GPTJForCausalLM

    from empirical.experiments.dynamics.scoring import scored_set
    from empirical.instrument import measure
    from empirical.models.checkpoint import gptj_config
    from empirical.models.pretrained import Loaded
    from empirical.protocol.statistics import NORMAL

    config = GPTJConfig(**gptj_config(run.recipe.shape))
    model = GPTJForCausalLM._from_config(config, attn_implementation="eager")
    model.load_state_dict(run.model.state_dict())
    tokens = scored_set(run.recipe.task, SEQUENCES).tokens
    loaded = Loaded("small", model.eval(), None, run.recipe.task, None)
    heads = measure.measured_heads(loaded, tokens).scores
    units = {"s_pos": 1.0, "s_sym": 1.0, "entropy": math.log(tokens.shape[1])}
    return [
        min((getattr(one, name) - NORMAL * getattr(one, f"{name}_error")) / unit for one in heads)
        for name, unit in units.items()
    ]


def canonical(task: str) -> list[Line]:
    """New seeds of a frequency-restricted task at some frequencies against its record."""
    from empirical.experiments.canonical.reduced import IDS, compare_reduced
    from empirical.protocol import terminal

    differ = compare_reduced(task, RESULTS / "canonical", terminal.console(quiet=True))
    text = f"{task}: new seeds at {len(IDS)} frequencies"
    return [(False, line) for line in differ] or [(True, text)]


def rerun_parts() -> list[tuple[Callable[[str], list[Line]], tuple[str, ...]]]:
    """What is run again, and for which tasks."""
    from empirical.experiments.canonical.records import TASKS
    from empirical.protocol import vocabulary

    return [
        (mechanism, vocabulary.TASKS),
        (rerun_lengths, vocabulary.TASKS),
        (starting_levels, vocabulary.TASKS),
        (canonical, TASKS),
    ]


def reduced() -> int:
    """Every part for its tasks; 0 if all agree with the records, 1 if something differs."""
    differs = 0
    for part, tasks in rerun_parts():
        for task in tasks:
            began = time.monotonic()
            for agrees, text in part(task):
                differs += not agrees
                print(f"{'agrees' if agrees else 'DIFFERS'}  {text}", flush=True)
            print(f"         {part.__name__}, {task}: {time.monotonic() - began:.0f} s", flush=True)
    return 1 if differs else 0


def full(given: argparse.Namespace) -> int:
    """Print the commands, or run them; the first that fails ends it with 1."""
    import shlex

    from empirical.rerun import running

    if not given.execute:
        for step in running.todo(given.results, given.into, given.only, every=True):
            print(shlex.join(step.words), flush=True)
        return 0
    code = running.execute(given.results, given.into, given.only, given.again, given.jobs)
    print(f"# to record it: rope-claims rerun --differences --into {given.into}")
    return code


CODES = """exit codes:
    0  as recorded
    1  something differs or failed
    2  bad usage or records"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims rerun``."""
    parser = Parser(prog="rope-claims rerun", description=__doc__, epilog=CODES)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--reduced", action="store_true", help="the small re-run")
    what.add_argument("--full", action="store_true", help="print every command")
    what.add_argument(
        "--differences", action="store_true", help="add what --full made to the table of re-runs"
    )
    parser.add_argument("--execute", action="store_true", help="with --full: run the commands")
    parser.option("--into", "folder for new records", Path("rerun"), metavar="DIR")
    stored = "folder of the stored records"
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FOLDER", help=stored)
    only = "with --full: only these records or folders"
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help=only)
    parser.option("--jobs", "with --execute: commands at a time", 1, type=whole_number)
    again = "with --execute: repeat also what has a row; needs a new --into"
    parser.add_argument("--again", action="store_true", help=again)
    parser.add_argument("--anew", dest="again", action="store_true", help=argparse.SUPPRESS)
    return parser


def _held(given: argparse.Namespace) -> argparse.Namespace:
    """The options, each where it has a meaning.

    Raises:
        Usage: one has none.
    """
    if given.reduced and given.results != RESULTS:
        raise Usage("--results goes with --full or --differences")
    if (given.execute or given.only) and not given.full:
        raise Usage("--execute and --only go with --full")
    if (given.again or given.jobs > 1) and not given.execute:
        raise Usage("--again and --jobs go with --full --execute")
    return given


@entry_point(ValueError, KeyError, OSError, interrupted=GOES_ON)
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 as recorded, 1 something differs, 2 bad input, 130 interrupted."""
    given = _held(parser().parse_args(arguments))
    if given.differences:
        from empirical.rerun.table import take

        return take(given.results, given.into)
    if not given.reduced:
        return full(given)
    try:
        return reduced()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(AGAIN) from None
