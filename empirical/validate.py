"""Put models to the test and hold the claims against what they show.

``python -m empirical.validate`` tests the two shipped models; ``--model FOLDER`` any causal
language model in Hugging Face format with rotary positions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical import settings

if TYPE_CHECKING:
    from empirical.pretrained import Loaded
    from theory.ledger import Record

EPILOGUE = """exit codes: 0 every verdict as expected; 1 some verdict differs; 2 bad usage, model or
output folder; 7 nothing differs but something is undecided; 130 interrupted"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.validate``."""
    door = argparse.ArgumentParser(
        prog="python -m empirical.validate", description=__doc__, epilog=EPILOGUE
    )
    door.add_argument("--model", type=Path, help="model folder (default: the two shipped models)")
    door.add_argument("--out", type=Path, default=Path("report"), help="folder for the report")
    door.add_argument("--device", choices=settings.DEVICES, default="auto")
    door.add_argument(
        "--prompt", action="append", default=[], help="score heads on this text (may be repeated)"
    )
    door.add_argument("--tau", type=float, default=settings.TAU, help="swap temperature")
    door.add_argument("--cosine", choices=settings.COSINES, default=settings.COSINE)
    return door


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, and prints one line for any bad input."""
    given = parser().parse_args(arguments)
    try:
        return validate(given)
    except KeyboardInterrupt:
        print("rope-claims: interrupted; nothing was written", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"rope-claims: {error}", file=sys.stderr)
        return 2


def validate(given: argparse.Namespace) -> int:
    """Load, measure, judge, report.

    Raises:
        ValueError, OSError: bad input, in one line that says what to do.
    """
    started = time.monotonic()
    if not given.tau > 0:
        raise ValueError(f"--tau {given.tau}: the temperature must be positive")
    from theory.files import Unwritable, prepare

    names = ("report.json", "score-plane.png", "extrapolation.png")
    targets = {name: given.out / name for name in names}
    given.out.mkdir(parents=True, exist_ok=True)
    try:
        prepare(map(str, targets.values()))
    except Unwritable as error:
        raise ValueError(str(error)) from None

    from empirical import suite
    from empirical.device import choose_device
    from empirical.pretrained import load, shipped

    device = choose_device(given.device)
    models = [load(given.model, device)] if given.model else shipped(device)
    scoring = suite.Scoring(given.tau, given.cosine, tuple(given.prompt))
    found = measure_all(models, scoring)
    records = judge_all(models, found)
    return conclude(given, models, found, records, targets, time.monotonic() - started)


def measure_all(models: list[Loaded], scoring: Any) -> dict[str, dict[str, Any]]:
    """Every measurement of every model, by task or name, with progress on standard error.

    A terminal sees bars; a log gets a line as each piece of work begins.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from empirical import measure, suite

    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:

        def announce(what: str, inputs: int) -> measure.Step:
            if not console.is_terminal:
                console.print(f"{what}, {inputs} to do", soft_wrap=True)
            task = progress.add_task(what, total=inputs)
            return lambda n: progress.advance(task, n)

        return {
            model.task or model.name: suite.measure_model(model, suite.PARTS, scoring, announce)
            for model in models
        }


def judge_all(models: list[Loaded], found: dict[str, dict[str, Any]]) -> list[Record]:
    """The records of every claim that these models can be held to."""
    from empirical import suite
    from theory.judge import judge

    measured = suite.measurement(found)
    return [judge(claim, lambda: measured) for claim in suite.applicable(models)]


def conclude(
    given: argparse.Namespace,
    models: list[Loaded],
    found: dict[str, dict[str, Any]],
    records: list[Record],
    targets: dict[str, Path],
    seconds: float,
) -> int:
    """Write the report and the plots, print the tables, return the exit code."""
    from empirical import plots, validation_report
    from theory.files import write
    from theory.gate import exit_code

    code = int(exit_code(records))
    document = validation_report.document(models, found, records, code, seconds)
    plots.score_plane(document, targets["score-plane.png"])
    plots.extrapolation(document, targets["extrapolation.png"])
    write(str(targets["report.json"]), validation_report.as_json(document))
    validation_report.show(document)
    print(f"report: {targets['report.json']}, plots beside it; {seconds:.0f} s; exit code {code}")
    return code


if __name__ == "__main__":
    sys.exit(main())
