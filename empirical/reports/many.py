"""Put reports of validate in one table: one row and one picture per model, and every verdict.

The command writes ``models.html``, ``models.md`` and ``models.csv``. The exit code is 1 if a claim
has different verdicts.
"""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from empirical.protocol.findings import Model
from empirical.protocol.form import Document, read_report
from empirical.protocol.statistics import pure
from empirical.reports import figures
from empirical.reports.blocks import Block, FigureBlock, Heading, TableBlock, Text
from empirical.reports.contents import shown_heads
from empirical.reports.pages import renderings
from theory.ledger.plural import counted
from theory.reports.command import Parser, entry_point
from theory.reports.files import emit, write_files

TITLE = "rope-claims: models side by side"
SCORES = ("model", "layers", "heads", "median s_POS", "median s_SYM", "positional", "symbolic")
NAMES = ("models.html", "models.md", "models.csv")


@entry_point(ValueError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Set reports side by side; exit code 1 if a claim's verdict is not the same in all."""
    given = parser().parse_args(arguments)
    return compare_reports(given.reports, given.out)


def parser() -> Parser:
    """The grammar of ``compare``."""
    made = Parser(prog="rope-claims compare", description=__doc__)
    what = "a report.json of validate, or its folder"
    made.add_argument("reports", nargs="+", type=Path, metavar="REPORT", help=what)
    made.option("--out", "folder", Path("report"))
    return made


def compare_reports(reports: Sequence[Path], out: Path) -> int:
    """Write the three files; 1 if a claim's verdict is not the same wherever it was judged.

    Raises:
        ValueError: a path is no report.
    """
    read = [_read(path) for path in reports]
    texts = renderings(TITLE, _blocks(read)) | {"csv": to_csv(read)}
    write_files(out, {f"models.{ending}": text for ending, text in texts.items()})
    moved = differing(read)
    emit(f"{counted(sum(len(d.models) for d in read), 'model')}: {out / NAMES[0]}", sys.stdout)
    emit(f"verdicts that differ: {', '.join(moved) or 'none'}", sys.stdout)
    return int(bool(moved))


def _read(path: Path) -> Document:
    """A report, or the one in a folder.

    Raises:
        ValueError: there is none.
    """
    file = path / "report.json" if path.is_dir() else path
    try:
        return read_report(file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{file}: no report of validate can be read there: {error}") from error


def differing(reports: Sequence[Document]) -> list[str]:
    """The claims that have two verdicts or more."""
    verdicts_by_claim: dict[str, set[str]] = {}
    for document in reports:
        for one in document.claims:
            verdicts_by_claim.setdefault(one.id, set()).add(one.verdict)
    return [one for one, verdicts in verdicts_by_claim.items() if len(verdicts) > 1]


def _blocks(reports: Sequence[Document]) -> Iterator[Block]:
    """The page: scores, verdicts, planes."""
    yield Heading("Heads")
    yield Text(
        "A head is pure if one score is at least 1 - γ and the other at most γ;"
        f" γ = {reports[0].thresholds.gamma:g}."
    )
    yield TableBlock(SCORES, tuple(_scores(model, d) for d in reports for model in d.models))
    yield Heading("Verdicts")
    yield TableBlock(("claim", *map(_title, reports)), tuple(_verdicts(reports)))
    yield Heading("Planes")
    for document in reports:
        for model in document.models:
            if shown_heads(model):
                drawn = figures.plane([(model.name, shown_heads(model))], document.thresholds.gamma)
                yield FigureBlock(drawn, model.name, "Each point is a head, coloured by its layer.")


def to_csv(reports: Sequence[Document]) -> str:
    """A row a model: its scores, then the verdict of each claim of its report."""
    claims = list(dict.fromkeys(one.id for d in reports for one in d.claims))
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow([*SCORES, *claims])
    for document in reports:
        verdicts = {one.id: one.shown for one in document.claims}
        for model in document.models:
            table.writerow([*_scores(model, document), *(verdicts.get(c, "") for c in claims)])
    return stream.getvalue().rstrip("\n")


def _scores(model: Model, document: Document) -> tuple[str, ...]:
    """The row of a model; its cells are '–' where no head was scored."""
    scores, gamma = shown_heads(model), document.thresholds.gamma
    layers = len({head.layer for head in scores})
    if not scores:
        return (model.name, "0", "0", *["–"] * 4)
    medians = (f"{median(getattr(head, name) for head in scores):.3f}" for name in figures.LABELS)
    counts = (
        str(sum(bool(pure(head.s_pos, head.s_sym, kind, gamma)) for head in scores))
        for kind in ("positional", "symbolic")
    )
    return (model.name, str(layers), str(len(scores)), *medians, *counts)


def _title(document: Document) -> str:
    return ", ".join(model.name for model in document.models)


def _verdicts(reports: Sequence[Document]) -> Iterator[tuple[str, ...]]:
    sides = [{one.id: one.shown for one in document.claims} for document in reports]
    for one in dict.fromkeys(claim for side in sides for claim in side):
        yield (one, *(side.get(one, "not judged") for side in sides))
