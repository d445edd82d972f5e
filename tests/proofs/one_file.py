"""Several sources of Coq as one file: each start of Coq loads the library, for a second or more."""

import re
from pathlib import Path

from tests.processes import completed

STATEMENTS = Path(__file__).parents[2] / "proofs" / "statements"
LIBRARY = re.compile(r"^From (?:Coq|mathcomp) Require Import .*\n", re.MULTILINE)
OURS = re.compile(r"^From (?:Statements|Ties) Require Import", re.MULTILINE)


def module(path: Path, old: str = "", new: str = "") -> str:
    """A source as a module; what it loads of the library has to be loaded before.

    ``old``, which the source holds once, is replaced by ``new``.
    """
    text = path.read_text(encoding="utf-8")
    if old:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    text = OURS.sub("Import", LIBRARY.sub("", text))
    return f"Module {path.stem}.\n{text}End {path.stem}.\n"


def refused_at(text: str, folder: Path) -> int:
    """The line of the text at which Coq stops; 0 if it reaches the end."""
    (folder / "one.v").write_text(text, encoding="utf-8")
    done = completed("coqc", "-q", "-w", "none", "one.v", cwd=folder)
    if not done.returncode:
        return 0
    return int(re.search(r'^File "./one.v", line (\d+)', done.stderr, re.MULTILINE).group(1))
