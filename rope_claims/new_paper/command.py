"""Write a package for the claims of a paper of your own: ``rope-claims new-paper NAME``.

The package lies outside rope-claims and registers its claims by an entry point. It begins with one
claim that is proved, one that is refuted with a witness, and one that is measured.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

from theory import __version__
from theory.papers import PAPERS
from theory.reports.command import PROG, Parser, Usage, entry_point
from theory.reports.files import emit, prepare_folder, write_folder

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?")
"""A paper's number on arXiv, of today's form or that before 2007; none without a paper there."""
PREFIX = re.compile(r"[A-Z][A-Z0-9]{0,2}")
OURS = ("S", "C")
"""What begins claims of this suite and of its constructions."""
NEXT = """{folder}: {count} files. Next:

cd {folder}
python -m pip install --editable '.[test]'
rope-claims pin {package}
rope-claims check --package {package}
"""


@entry_point()
def main(arguments: Sequence[str] | None = None) -> int:
    """Write the package and say what comes next; the exit code.

    Raises:
        Usage: the name or the paper's id is taken or of another form, or it has no arXiv number.
    """
    given = parser().parse_args(arguments)
    package = _named(given.name)
    paper = prefixed(given.id or initials(given.name))
    if given.arxiv and not ARXIV.fullmatch(given.arxiv):
        raise Usage(f"{given.arxiv!r} is no arXiv number; give one such as --arxiv 2501.00001")
    folder = given.out or given.name
    prepare_folder(folder)
    made = contents(
        {
            "example_paper": package,
            "example-paper": given.name,
            "EXAMPLE": paper,
            '"TITLE"': json.dumps(given.title or f"TITLE OF THE PAPER ({given.name})"),
            '"ARXIV"': json.dumps(given.arxiv),
            "ROPE_CLAIMS_VERSION": __version__,
        }
    )
    write_folder(folder, made)
    emit(NEXT.format(folder=folder, count=len(made), package=package).strip(), sys.stdout)
    return 0


def parser() -> Parser:
    """The grammar of ``new-paper``."""
    made = Parser(prog=f"{PROG} new-paper", description=__doc__)
    made.add_argument("name", metavar="NAME", help="the package's name: nearer-keys")
    made.add_argument("--out", metavar="FOLDER", help="a new or empty folder (default: NAME)")
    made.add_argument("--id", metavar="ID", help="what claims' ids begin with (default: initials)")
    made.add_argument("--title", metavar="TEXT", default="", help="the paper's title")
    made.add_argument("--arxiv", metavar="NUMBER", default="", help="the paper's arXiv number")
    return made


def _named(name: str) -> str:
    """The importable name of a package.

    Raises:
        Usage: it is none, or another package has it.
    """
    if not NAME.fullmatch(name):
        raise Usage(f"{name!r} is no name; use small letters, digits and '-', such as nearer-keys")
    package = name.replace("-", "_")
    if find_spec(package) is not None:
        raise Usage(f"there is a package {package!r} already; choose another name")
    return package


def initials(name: str) -> str:
    """The first letters of a name's words, at most three, or the first two letters of one word."""
    words = name.split("-")
    return (name[:2] if len(words) == 1 else "".join(word[0] for word in words[:3])).upper()


def prefixed(paper: str) -> str:
    """The paper's id.

    Raises:
        Usage: it is of another form, or another paper's.
    """
    if not PREFIX.fullmatch(paper):
        raise Usage(f"{paper!r} is no id; use one to three capital letters or digits: --id NK")
    if paper in OURS:
        raise Usage(f"{paper}- begins claims of rope-claims itself; choose another id: --id NK")
    if paper in PAPERS:
        raise Usage(f"{paper!r} is {PAPERS[paper].title!r}; choose another id: --id NK")
    return paper


def contents(names: Mapping[str, str]) -> dict[str, str]:
    """The package's files by path, with these words of the template replaced."""
    return {
        _filled(path, names): _filled(text, names)
        for path, text in _template(files("rope_claims.new_paper") / "template", "")
    }


def _template(place: Traversable, path: str) -> list[tuple[str, str]]:
    """The template's files: the path without ``.txt``, and the text."""
    entries: list[tuple[str, str]] = []
    for one in sorted(place.iterdir(), key=lambda entry: entry.name):
        hidden = f".{one.name}" if one.name in ("github", "gitignore.txt") else one.name
        where = f"{path}{hidden}"
        if one.is_dir():
            entries += _template(one, f"{where}/")
        else:
            entries.append((where.removesuffix(".txt"), one.read_text(encoding="utf-8")))
    return entries


def _filled(text: str, names: Mapping[str, str]) -> str:
    for word, value in names.items():
        text = text.replace(word, value)
    return text
