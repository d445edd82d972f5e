"""Two reports side by side: verdicts, medians and heads of two models or revisions."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from empirical.protocol.findings import BindingPart, Model
from empirical.protocol.form import Document, read_report
from empirical.reports import figures
from empirical.reports.blocks import Block, FigureBlock, Heading, TableBlock, Text
from empirical.reports.contents import shown_heads
from empirical.reports.pages import renderings
from theory.gate.reading import printable
from theory.reports.files import write_files

TITLE = "rope-claims: two reports compared"


def compare(reports: Sequence[Path], out: Path) -> int:
    """Lay two reports side by side; returns 1 if a claim's verdict is not the same in both, else 0.

    Raises:
        Unwritable, ValueError: one is no report, or the folder cannot be written.
    """
    first, second = (read(path) for path in reports)
    texts = renderings(TITLE, comparison_blocks(first, second))
    write_files(out, {f"comparison.{ending}": text for ending, text in texts.items()})
    told = printable(summary_line(first, second))
    print(f"comparison: {printable(out / 'comparison.html')}; {told}")
    return int(bool(changed_verdicts(first, second)))


def read(path: Path) -> Document:
    """A report of ``validate``.

    Raises:
        ValueError: the file is not there, or is none.
    """
    try:
        return read_report(path)
    except (OSError, ValueError) as error:
        raise ValueError(
            f"--compare {path}: no report.json of validate can be read there: {error}"
        ) from error


def changed_verdicts(first: Document, second: Document) -> list[str]:
    """The claims whose verdicts differ, and those that only one of the two has judged."""
    before, after = ({c.id: c.verdict for c in d.claims} for d in (first, second))
    return [one for one in before | after if before.get(one) != after.get(one)]


def summary_line(first: Document, second: Document) -> str:
    """In a line, which verdicts differ; of a claim that one report lacks, which judged it."""
    moved = changed_verdicts(first, second)
    a, b = ({claim.id for claim in document.claims} for document in (first, second))
    parts = {
        "verdicts that differ": [one for one in moved if one in a & b],
        "only A judged": [one for one in moved if one not in b],
        "only B judged": [one for one in moved if one not in a],
    }
    text = "; ".join(f"{what}: {', '.join(ids)}" for what, ids in parts.items() if ids)
    return text or "no verdict differs"


def comparison_blocks(first: Document, second: Document) -> Iterator[Block]:
    """The page: verdicts, medians, and the same heads in both."""
    yield Heading("Verdicts")
    moved = changed_verdicts(first, second)
    yield Text(f"A: {_title(first)}. B: {_title(second)}. Claims: {summary_line(first, second)}.")
    yield _verdicts(first, second, moved)
    for a, b in zip(first.models, second.models, strict=False):
        yield Heading(f"{a.name} and {b.name}")
        yield _medians(a, b)
        yield from _same_heads(a, b)


def _title(document: Document) -> str:
    names = ", ".join(model.name for model in document.models)
    return f"{names} (made {document.made})"


def _verdicts(first: Document, second: Document, moved: list[str]) -> TableBlock:
    sides = [{c.id: c for c in document.claims} for document in (first, second)]
    rows: list[tuple[str, ...]] = []
    marks: list[str] = []
    for one in dict.fromkeys([*sides[0], *sides[1]]):
        cells = [side[one].shown if one in side else "not judged" for side in sides]
        measured = [side[one].found or side[one].reason if one in side else "" for side in sides]
        rows.append((one, "changed" if one in moved else "", *cells, *measured))
        marks.append("differs" if one in moved else "")
    titles = ("claim", "", "verdict A", "verdict B", "measured A", "measured B")
    return TableBlock(titles, tuple(rows), tuple(marks))


def _medians(a: Model, b: Model) -> TableBlock:
    rows: list[tuple[str, ...]] = [("heads", str(len(shown_heads(a))), str(len(shown_heads(b))))]
    for score, label in figures.LABELS.items():
        cells = (f"{median(getattr(head, score) for head in shown_heads(m)):.3f}" for m in (a, b))
        rows.append((f"median {label}", *cells))
    parts = (m.binding for m in (a, b))
    solved = [part.solved if isinstance(part, BindingPart) else None for part in parts]
    if any(solved):
        rows.append(("answered right", *(f"{s[0]} of {s[1]}" if s else "–" for s in solved)))
    return TableBlock(("", "A", "B"), tuple(rows))


def _same_heads(a: Model, b: Model) -> Iterator[Block]:
    sides = [{(head.layer, head.head): head for head in shown_heads(m)} for m in (a, b)]
    if sides[0].keys() != sides[1].keys():
        yield Text("The models differ in layers or heads, so no head can be compared.")
        return
    for score in figures.LABELS:
        points = [
            (getattr(head, score), getattr(sides[1][at], score)) for at, head in sides[0].items()
        ]
        yield FigureBlock(
            figures.paired(points, (f"A: {a.name}", f"B: {b.name}"), score),
            "The same heads in both",
            "See whether heads keep their place on the diagonal; one that leaves it has changed"
            " what it does (B-e-mix, A-e-depth).",
        )
