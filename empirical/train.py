"""Train one controlled model on a task of paper B (section 3).

The default recipe, released, follows paper B's scripts. --recipe earlier is our first one, which
differs from them. An interrupted run continues when you repeat the command.
"""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from empirical.models.recipes import add_factors, add_machine, chosen
from empirical.protocol import settings
from empirical.protocol.vocabulary import vocabulary
from theory.reports.command import GOES_ON, Parser, entry_point


def parser() -> argparse.ArgumentParser:
    """The command line of ``rope-claims train``."""
    parser = Parser(prog="rope-claims train", description=__doc__)
    parser.add_argument("--task", required=True, help="number or letter: the task to train on")
    parser.option("--steps", "training steps", settings.FULL_STEPS)
    parser.option("--seed", "seed of weights and data", 0)
    parser.option("--total", "sequences in all splits", settings.TOTAL)
    parser.option("--layers", "layers", 12)
    parser.option("--width", "width of the residual stream", 128)
    parser.option("--base", "RoPE base", settings.BASE, type=float)
    parser.add_argument(
        "--nope-from", type=int, metavar="LAYER", help="no RoPE in this layer and later ones"
    )
    add_factors(parser)
    parser.add_argument(
        "--log-scaled",
        action="store_true",
        help="scale logits by the logarithm of the number of keys",
    )
    _run(parser)
    return parser


def _run(parser: Parser) -> None:
    """The options that say where a model is trained, and what is kept."""
    add_machine(parser)
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count(), help="threads (default: one per processor)"
    )
    parser.add_argument("--out", type=Path, help="folder of the run (default: runs/TASK-SEED)")
    parser.option("--keep-every", "steps between two sets of kept weights", 125)
    parser.option("--save-every", "steps between two saved states", 250)


COUNTS = ("steps", "total", "layers", "width", "threads", "keep_every", "save_every")


@entry_point(ValueError, OSError, interrupted=f"{GOES_ON} from the last saved step")
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit codes: 0 trained, 2 bad input, 130 interrupted (run it again to go on)."""
    given = parser().parse_args(arguments)
    return _train(given)


def _hold(given: argparse.Namespace) -> None:
    """Refuse numbers that no training has.

    Raises:
        ValueError: the first of them.
    """
    for name in COUNTS:
        if getattr(given, name) < 1:
            raise ValueError(f"--{name.replace('_', '-')} must be at least 1")
    if given.total % 4:
        raise ValueError(f"--total {given.total}: give a multiple of 4")
    if given.seed < 0:
        raise ValueError(f"--seed {given.seed}: at least 0 is needed")


def _train(given: argparse.Namespace) -> int:
    """Train as told, showing progress, and print where the model is.

    Raises:
        ValueError, OSError: bad input, in one line that says what to do.
    """
    vocabulary(given.task)
    _hold(given)
    factors = chosen(given)
    folder = given.out or Path("runs") / f"{given.task}-{given.seed}"

    import torch

    from constructions.heads.device import choose_device
    from empirical.models import training
    from empirical.models.device import choose_precision
    from empirical.models.trained import shown_accuracy
    from empirical.protocol import terminal

    device = choose_device(given.device)
    torch.set_num_threads(given.threads)
    recipe = replace(
        factors,
        task=given.task,
        steps=given.steps,
        seed=given.seed,
        total=given.total,
        layers=given.layers,
        width=given.width,
        precision=choose_precision(given.precision, device),
        device=device.type,
        threads=given.threads,
        base=given.base,
        nope_from=given.nope_from,
        log_scaled=given.log_scaled,
    )
    console = terminal.console(stderr=True)
    run = training.Run(recipe, folder)
    folder.mkdir(parents=True, exist_ok=True)
    manifest = training.train(run, given.keep_every, given.save_every, console)
    shown = ", ".join(shown_accuracy(manifest.test_accuracy_by_hop, 4))
    print(f"{given.task}: test accuracy for 1-4 hops {shown}; model in {folder / 'final'}")
    return 0
