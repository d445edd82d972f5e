"""What another distribution's package says of its claims without being imported.

Two files lie next to the module that its entry point names. ``pinned.json`` lists its claims and
what each says of itself (``rope-claims pin NAME`` writes it). ``papers.json`` names the papers that
its claims are about.
"""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from theory.gate.reading import Unreadable, read
from theory.ledger.describe import HOW
from theory.papers import PAPERS, PRINTED, RECONSTRUCTED, Paper

LIST, SOURCES = "pinned.json", "papers.json"
TEXTS = {"id", "title", "arxiv", "text", "page"}


def folder(source: str) -> Path:
    """Where the module lies that ``package.module:NAME`` names; the package is not imported.

    Raises:
        Unreadable: there is no such package.
    """
    names = source.partition(":")[0].split(".")
    try:
        spec = importlib.util.find_spec(names[0])
    except (ImportError, ValueError):
        spec = None
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise Unreadable(f"there is no package {names[0]!r} for {source}; install it again")
    return Path(places[0]).joinpath(*names[1:-1])


def pinned(name: str, source: str) -> dict[str, Any]:
    """The package's list of its claims, by id.

    Raises:
        Unreadable: there is none, or it lists claims of another package.
    """
    path = folder(source) / LIST
    return _claims(name, path, _read(path))


def lists_and_papers(
    name: str, source: str, held: bool = True
) -> tuple[dict[str, Any] | None, dict[str, Paper]]:
    """The package's list of its claims (None unless ``held``), and the papers that it names, by id.

    Raises:
        Unreadable: as ``pinned``; or the papers' file is of another form, or gives a known id to
            another paper.
    """
    where = folder(source)
    rows, papers = _read(where / LIST), _read(where / SOURCES)
    listed = _claims(name, where / LIST, rows) if held else None
    return listed, _papers(where / SOURCES, [] if papers is None else papers)


def _read(path: Path) -> Any:
    """What a file holds; None if it is not there."""
    return read(path) if path.is_file() else None


def _claims(name: str, path: Path, rows: Any) -> dict[str, Any]:
    if rows is None:
        raise Unreadable(f"{path} is not there; write it: {HOW} {name}")
    if not isinstance(rows, dict) or not all(map(_row, rows.values())):
        raise Unreadable(f"{path} is no list of claims; write it again: {HOW} {name}")
    others = [one for one, row in rows.items() if row["package"] != name]
    if others:
        raise Unreadable(f"{path} lists {others[0]}, which is no claim of {name}")
    return rows


def _row(row: Any) -> bool:
    """Whether this has the form of what ``theory.ledger.describe.pin`` writes of a claim."""
    if not isinstance(row, dict):
        return False
    leans, evidence = row.get("leans_on"), row.get("evidence")
    return isinstance(evidence, dict) and isinstance(leans, list) and "package" in row


def _papers(path: Path, rows: Any) -> dict[str, Paper]:
    if not isinstance(rows, list):
        raise Unreadable(f"{path} is no list of papers")
    papers = [_paper(row, path) for row in rows]
    known = [paper.id for paper in papers if paper.id in PAPERS]
    if known:
        raise Unreadable(f"{path}: {known[0]!r} is another paper here; give yours another id")
    return {paper.id: paper for paper in papers}


def _paper(row: Any, path: Path) -> Paper:
    """One paper of the file.

    Raises:
        Unreadable: a field is missing, unknown or of another type.
    """
    fields: Mapping[str, Any] = row if isinstance(row, dict) else {}
    texts = {name: value for name, value in fields.items() if name in TEXTS}
    authors, year = fields.get("authors", []), fields.get("year")
    good = (
        {"id", "title"} <= texts.keys()
        and fields.keys() <= TEXTS | {"authors", "year"}
        and all(isinstance(value, str) for value in texts.values())
        and all(texts[name].strip() for name in ("id", "title"))
        and isinstance(authors, list)
        and all(isinstance(one, str) for one in authors)
        and (year is None or type(year) is int)
        and texts.get("text", PRINTED) in (PRINTED, RECONSTRUCTED)
    )
    if not good:
        raise Unreadable(
            f"{path}: {str(row)[:80]} is no paper; give id and title, and if you have them authors"
            f" (a list), year, arxiv, page, and text ({PRINTED!r} or {RECONSTRUCTED!r})"
        )
    return Paper(**texts, authors=tuple(authors), year=year)
