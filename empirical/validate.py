"""Score the heads of models and judge the claims about them.

Without --model, the command scores the two shipped models. With --model, it scores any causal
language model with rotary positions, in Hugging Face or GGUF format. Results are kept layer by
layer until the report is written, so an interrupted run can go on with --resume.

If --model is repeated, each model gets a report of its own, and a table has them all.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from empirical import several
from empirical.models import hub
from empirical.protocol import settings
from empirical.protocol.cluster import CLUSTERS
from empirical.protocol.convention import Convention
from empirical.protocol.request import PARTS, QUICK, WINDOWS, Request, families
from theory.gate.reading import one_line, printable
from theory.reports import files
from theory.reports.command import Parser, Usage, entry_point, name_list, whole_number

if TYPE_CHECKING:
    from empirical.experiments.language.parts import Families
    from empirical.instrument.session import Session
    from empirical.models.pretrained import Loaded
    from empirical.protocol.findings import Model
    from theory.ledger import Record

KEPT = ".layers"
"""In the folder of the report: what an interrupted run has measured."""
NAMES = (
    "report.json",
    "report.md",
    "report.html",
    "score-plane.png",
    "extrapolation.png",
    "junit.xml",
)

EPILOGUE = """exit codes:
    0  every verdict is as expected
    1  some verdict differs
    2  bad usage, model or output folder
    7  nothing differs, but something is undecided that should not be
   70  a defect of this program; ROPE_CLAIMS_DEBUG=1 shows its traceback
  130  interrupted

Exit codes 1 and 7 report a finding about the model; they do not mean that the run failed.

"""


def parser() -> argparse.ArgumentParser:
    """The command line of ``python -m empirical.validate``; what is not given is left out."""
    parser = Parser(
        prog="python -m empirical.validate",
        description=__doc__,
        epilog=EPILOGUE + name_list("aliases", hub.NAMES),
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument(
        "--model",
        action="append",
        metavar="FOLDER|FILE.gguf|ORGANISATION/NAME|ALIAS",
        help="a folder, a GGUF file, a repository, or an alias (default: the two shipped models;"
        " may be repeated)",
    )
    _run(parser)
    _scores(parser)
    many = parser.add_argument_group("several models (--model repeated)")
    many.add_argument("--cluster", choices=CLUSTERS, help="run each model as a job (submitit)")
    many.add_argument(
        "--minutes", type=whole_number, help="time limit of a cluster job (default: 60)"
    )
    _language(parser.add_argument_group("language models (those with a tokenizer for text)"))
    return parser


def _run(parser: Parser) -> None:
    """The options that say where a model is run, and where its report goes."""
    parser.add_argument("--revision", help="the repository's branch, tag or commit (default: main)")
    parser.add_argument("--out", type=Path, help="folder for the report (default: report)")
    parser.add_argument("--device", choices=settings.DEVICES, help="where to run (default: auto)")
    parser.add_argument(
        "--device-map", choices=["auto"], help="spread the layers over several GPUs (accelerate)"
    )
    stored = "number format (default: as the weights are stored)"
    parser.add_argument("--dtype", choices=settings.DTYPES, help=stored)
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the interrupted run in --out; its kept results are not computed again",
    )


def _scores(parser: Parser) -> None:
    """The options of the scores, and the comparison of two reports."""
    parser.add_argument(
        "--prompt", action="append", help="score heads on this text (may be repeated)"
    )
    parser.add_argument(
        "--tau", type=float, help=f"temperature τ of the scores (default: {settings.TAU:g})"
    )
    parser.add_argument(
        "--cosine",
        choices=settings.COSINES,
        help=f"cosine of the scores (default: {settings.COSINE})",
    )
    parser.add_argument(
        "--compare",
        nargs=2,
        type=Path,
        metavar="REPORT.json",
        help="compare two reports in --out. Exit code 1 if a verdict differs, or if only one report"
        " judges some claim",
    )


def _language(group: argparse._ArgumentGroup) -> None:
    """The options that concern language models."""
    group.add_argument(
        "--statements",
        type=int,
        help=f"statements of the binding task (default: {Request.statements})",
    )
    group.add_argument(
        "--inputs",
        type=int,
        help=f"inputs of the binding task (default: {Request.inputs}; claims need 4)",
    )
    group.add_argument(
        "--solved-only",
        action="store_true",
        help="score heads only on inputs whose question the model answers right",
    )
    group.add_argument(
        "--windows",
        type=int,
        nargs="+",
        help="windows of the 1-hop tasks, in tokens of the task (default: "
        + " ".join(map(str, WINDOWS))
        + "). The default stops after two windows in a row with answers at chance, if no longer"
        " window can change the verdict. Fewer windows can refute B-e-llm, but not support it",
    )
    group.add_argument(
        "--without", action="extend", nargs="+", choices=PARTS, help="leave parts out"
    )
    group.add_argument(
        "--quick",
        action="store_true",
        help=f"a first answer: {QUICK['statements']} statements, {QUICK['inputs']} inputs, without"
        f" {' and '.join(QUICK['without'])}. --statements and --inputs override these numbers",
    )
    _comparison_options(group)


def _comparison_options(group: argparse._ArgumentGroup) -> None:
    """The options that compare a language model with other weights or other models."""
    group.add_argument(
        "--against-random",
        action="store_true",
        help="compare the binding task's statistics with those of two baselines on the same inputs:"
        " weights shuffled, and weights as before training",
    )
    group.add_argument(
        "--shuffled",
        type=int,
        metavar="N",
        help="--against-random with N models of shuffled weights instead of one; the report gives"
        " the model's distance from them in units of their spread",
    )
    group.add_argument("--twins", dest="shuffled", type=int, help=argparse.SUPPRESS)
    group.add_argument(
        "--with",
        dest="reports",
        type=Path,
        action="append",
        metavar="REPORT.json",
        help="reports of other families' models, to judge A-e-family (may be repeated)",
    )


def request(given: argparse.Namespace) -> Request:
    """What the command line asks for.

    Raises:
        ValueError: it cannot be had, or a file is no report with a binding task.
    """
    asked = dict(vars(given))
    if "model" in asked:
        (asked["model"],) = asked["model"]
    rules = {name: asked.pop(name) for name in ("tau", "cosine") if name in asked}
    reports = asked.pop("reports", ())
    if "shuffled" in asked:
        asked["against_random"] = True
    if "quick" in asked:
        out = (*QUICK["without"], *asked.get("without", ()))
        asked = QUICK | asked | {"without": out}
    for option, name in (("prompt", "prompts"), ("windows", "windows"), ("without", "without")):
        if option in asked:
            asked[name] = tuple(asked.pop(option))
    return Request(**asked, convention=Convention(**rules), families=families(reports))


@entry_point(ValueError, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, and prints one line for any bad input."""
    given = parser().parse_args(arguments)
    if "compare" in given:
        from empirical.reports import comparison

        return comparison.compare(given.compare, getattr(given, "out", Request.out))
    if "cluster" in given or len(getattr(given, "model", ())) > 1:
        if "model" not in given:
            raise Usage("--cluster goes with --model: name at least one")
        words = sys.argv[1:] if arguments is None else arguments
        return several.validate(given, words, getattr(given, "out", Request.out))
    if "minutes" in given:
        raise Usage("--minutes goes with --cluster")
    asked = request(given)
    if asked.model is not None:  # what is wrong with a name is said before torch is loaded
        hub.named_files(asked.model, asked.revision)
    # Read when torch is loaded: while other work runs, waiting by spinning costs as much again.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from empirical.instrument.session import Session

    files.hold_all(asked.out, (KEPT, *NAMES))
    files.hold_files(asked.out, NAMES)
    session = Session(asked.out / KEPT)
    with _failing_well(asked, session):
        code = _validate(asked, session)
    session.forget()
    return code


@contextmanager
def _failing_well(asked: Request, session: Session) -> Iterator[None]:
    """What a run that fails leaves: of bad input nothing new, else what was done, to be resumed.

    Raises:
        Usage: the failure may be due to damage of what an earlier run kept.
    """
    made, earlier = not asked.out.exists(), session.kept
    try:
        yield
    except KeyboardInterrupt:
        left = ", what was done is kept: go on with --resume" if session.kept else ""
        raise KeyboardInterrupt(f"no report was written{left}") from None
    except ValueError:
        if not earlier:
            session.forget()
        if made:
            files.remove_empty(asked.out)
        raise
    except (LookupError, TypeError, ArithmeticError, AttributeError) as error:
        if not (asked.resume and earlier):
            raise
        told = f"{type(error).__name__}: {error}"
        raise Usage(
            f"{session.folder} may be damaged ({one_line(told, 200)}): run again without --resume"
        ) from error


def _validate(request: Request, session: Session) -> int:
    """Load, measure, judge, report; returns the exit code.

    Raises:
        Unwritable, ValueError, OSError: bad input, in one line that says what to do.
    """
    from empirical.experiments.language import parts
    from empirical.models.pretrained import requested

    started = time.monotonic()
    models = requested(request)
    parts.check_parts(models, request)
    if session.kept:
        kept = "kept by an earlier run, not re-checked"
        told = kept if request.resume else "removed (--resume goes on with an interrupted run)"
        print(f"{printable(session.folder)}: {told}", file=sys.stderr)
    if not request.resume:
        session.forget()
    with session.watched():
        measured = [_measure(model, request, session) for model in models]
    records = judge_all(measured, request.families)
    return _conclude(request, measured, records, time.monotonic() - started)


def _measure(model: Loaded, request: Request, session: Session) -> Model:
    """What is found of a model: what it is, what its heads do anywhere, what its kind does."""
    from empirical.experiments.language import parts
    from empirical.experiments.shipped import suite

    return parts.measure(model, suite.measure_model(model, request, session), request, session)


def judge_all(models: list[Model], families: Families) -> list[Record]:
    """The records of every claim that these models can be held to."""
    from empirical.experiments.language import parts
    from empirical.experiments.shipped import claims, suite
    from theory.ledger.judging import judge

    named = {model.task or model.name: model for model in models}
    own, spoken = suite.measurement(named), parts.language_measurement(named, families)
    return [
        *(judge(claim, lambda: own) for claim in claims.applicable(models)),
        *(judge(claim, lambda: spoken) for claim in parts.applicable_parts(models, families)),
    ]


def _conclude(request: Request, models: list[Model], records: list[Record], seconds: float) -> int:
    """Write the report and the plots into a folder, print the tables, return the exit code."""
    from empirical.reports import contents, pages, plots
    from empirical.reports import document as validation_report
    from theory.gate.gate import exit_code

    code, out = int(exit_code(records)), request.out
    document = validation_report.validation_document(
        models, records, code, seconds, shortened=request.shortened(models)
    )
    rendered = pages.renderings(pages.TITLE, contents.blocks(document))
    texts = {f"report.{ending}": text for ending, text in rendered.items()}
    texts["report.json"] = validation_report.as_json(document)
    texts["junit.xml"] = pages.junit_page(document)
    with files.replacing_files(out, NAMES) as draft:
        plots.score_plane(document, draft / "score-plane.png")
        if any(model.lengths for model in models):
            plots.extrapolation(document, draft / "extrapolation.png")
        for name, text in texts.items():
            files.write(str(draft / name), text)
    validation_report.show(document)
    if document.shortened:
        print(document.shortened)
    print(
        f"report: {printable(out / 'report.html')}, as JSON, Markdown and JUnit next to it;"
        f" {seconds:.0f} s; exit code {code}"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
