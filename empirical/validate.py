"""Put models to the test and hold the claims against what they show.

``python -m empirical.validate`` tests the two shipped models; ``--model`` any causal language
model in Hugging Face format with rotary positions: a folder, the name of a repository, or an alias
such as gemma-2-2b-it. Results are kept as they come, layer by layer, until the report is written.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from empirical.language import parts as real
from empirical.language import request
from empirical.models.hub import ALIASES
from empirical.protocol import settings
from theory.gate.reading import printable
from theory.reports.command import Parser, command

if TYPE_CHECKING:
    from empirical.models.pretrained import Loaded
    from theory.ledger import Record

LAYERS = ".layers"
EPILOGUE = """exit codes: 0 every verdict as expected; 1 some verdict differs; 2 bad usage, model or
output folder; 7 nothing differs but something is undecided; 130 interrupted"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.validate``."""
    door = Parser(prog="python -m empirical.validate", description=__doc__, epilog=EPILOGUE)
    door.add_argument(
        "--model",
        metavar="FOLDER|ORGANISATION/NAME|ALIAS",
        help="a folder, a repository, or an alias (default: the two shipped models). Aliases: "
        + ", ".join(ALIASES),
    )
    door.add_argument("--revision", help="branch, tag or commit of the repository (default: main)")
    door.add_argument("--out", type=Path, default=Path("report"), help="folder for the report")
    door.add_argument("--device", choices=settings.DEVICES, default="auto")
    door.add_argument(
        "--device-map", choices=["auto"], help="spread the layers over several GPUs (accelerate)"
    )
    door.add_argument(
        "--dtype", choices=settings.DTYPES, default="auto", help="default: as it is stored"
    )
    door.add_argument(
        "--resume", action="store_true", help="go on where an interrupted run with this --out was"
    )
    door.add_argument(
        "--prompt", action="append", default=[], help="score heads on this text (may be repeated)"
    )
    door.add_argument("--tau", type=float, default=settings.TAU, help="swap temperature")
    door.add_argument("--cosine", choices=settings.COSINES, default=settings.COSINE)
    door.add_argument(
        "--compare",
        nargs=2,
        type=Path,
        metavar="REPORT.json",
        help="lay two reports side by side in --out; exit code 1 if a verdict differs",
    )
    request.add_options(door)
    return door


@command(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, and prints one line for any bad input."""
    given = parser().parse_args(arguments)
    try:
        return compare(given) if given.compare else validate(given)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"no report was written{_left(given)}") from None


def _left(given: argparse.Namespace) -> str:
    """What an interrupted run leaves behind, if anything."""
    return ", what was done is kept: go on with --resume" if _layers(given).exists() else ""


def _layers(given: argparse.Namespace) -> Path:
    """The folder for results of single layers, and of what is not measured by layer."""
    return Path(given.out) / LAYERS


def validate(given: argparse.Namespace) -> int:
    """Load, measure, judge, report.

    Raises:
        ValueError, OSError: bad input, in one line that says what to do.
    """
    started = time.monotonic()
    if not given.tau > 0:
        raise ValueError(f"--tau {given.tau}: the temperature must be positive")
    from theory.reports.files import prepare

    names = ("report.json", "report.md", "report.html", "score-plane.png", "extrapolation.png")
    names += ("junit.xml",)
    targets = {name: given.out / name for name in names}
    given.out.mkdir(parents=True, exist_ok=True)
    prepare(map(str, targets.values()))

    from empirical.shipped import suite

    asked = request.request(given)
    models = load_all(given)
    real.check(models, asked)
    layers = _layers(given)
    if not given.resume:
        shutil.rmtree(layers, ignore_errors=True)
    scoring = suite.Scoring(given.tau, given.cosine, tuple(given.prompt))
    found = measure_all(models, scoring, layers, asked)
    records = judge_all(models, found, asked)
    code = conclude(given, models, found, records, targets, time.monotonic() - started)
    shutil.rmtree(layers, ignore_errors=True)
    return code


def load_all(given: argparse.Namespace) -> list[Loaded]:
    """The models that the command line asks for.

    Raises:
        ValueError: one of them cannot be had, or an option has no model to apply to.
    """
    from empirical.models.device import choose_device
    from empirical.models.pretrained import load, shipped

    device = choose_device(given.device)
    if given.model is None:
        if given.revision or given.device_map or given.dtype != "auto":
            raise ValueError("--revision, --dtype and --device-map go with --model: name one")
        return shipped(device)
    options = {"revision": given.revision, "dtype": given.dtype, "device_map": given.device_map}
    return [load(given.model, device, **options)]


def measure_all(
    models: list[Loaded],
    scoring: Any,
    layers: Path | None = None,
    asked: request.Request | None = None,
) -> dict[str, dict[str, Any]]:
    """Every measurement of every model, by task or name, with progress on standard error.

    A terminal sees bars; a log gets a line as each piece of work begins. Results of single layers
    are kept in the folder ``layers``.
    """
    from empirical.instrument import measure
    from empirical.protocol import terminal
    from empirical.shipped import suite

    console = terminal.console(stderr=True)
    with terminal.progress(console, disable=not console.is_terminal) as progress:

        def announce(what: str, inputs: int) -> measure.Step:
            if not console.is_terminal:
                console.print(f"{what}, {inputs} to do", soft_wrap=True)
            task = progress.add_task(what, total=inputs)
            return lambda n: progress.advance(task, n)

        return {
            model.task or model.name: suite.measure_model(
                model, suite.PARTS, scoring, announce, layers
            )
            | (real.measure(model, asked, announce, layers) if asked else {})
            for model in models
        }


def judge_all(
    models: list[Loaded], found: dict[str, dict[str, Any]], asked: request.Request | None = None
) -> list[Record]:
    """The records of every claim that these models can be held to."""
    from empirical.shipped import claims, suite
    from theory.ledger.judging import judge

    measured = suite.measurement(found) | real.measurement(found, asked)
    held = [*claims.applicable(models), *real.applicable(models, asked)]
    return [judge(claim, lambda: measured) for claim in held]


def conclude(
    given: argparse.Namespace,
    models: list[Loaded],
    found: dict[str, dict[str, Any]],
    records: list[Record],
    targets: dict[str, Path],
    seconds: float,
) -> int:
    """Write the report and the plots, print the tables, return the exit code."""
    from empirical.reports import document as validation_report
    from empirical.reports import pages, plots
    from theory.gate.gate import exit_code
    from theory.reports.files import write

    code = int(exit_code(records))
    document = validation_report.document(models, found, records, code, seconds)
    plots.score_plane(document, targets["score-plane.png"])
    plots.extrapolation(document, targets["extrapolation.png"])
    write(str(targets["report.json"]), validation_report.as_json(document))
    write(str(targets["report.md"]), pages.to_markdown(document))
    write(str(targets["report.html"]), pages.to_html(document))
    write(str(targets["junit.xml"]), pages.to_junit(document))
    validation_report.show(document)
    print(
        f"report: {printable(targets['report.html'])}, as JSON, Markdown and JUnit beside it;"
        f" {seconds:.0f} s; exit code {code}"
    )
    return code


def compare(given: argparse.Namespace) -> int:
    """Lay two reports side by side; returns 1 if a verdict differs between them, else 0.

    Raises:
        ValueError, OSError: one of them is no report, or the folder cannot be written.
    """
    from empirical.reports import comparison
    from theory.reports.files import write

    pair = [comparison.read(path) for path in given.compare]
    given.out.mkdir(parents=True, exist_ok=True)
    for name, render in (("html", comparison.to_html), ("md", comparison.to_markdown)):
        write(str(given.out / f"comparison.{name}"), render(*pair))
    moved = comparison.changed(*pair)
    said = f"verdicts that differ: {', '.join(moved)}" if moved else "no verdict differs"
    print(f"comparison: {printable(given.out / 'comparison.html')}; {printable(said)}")
    return int(bool(moved))


if __name__ == "__main__":
    sys.exit(main())
