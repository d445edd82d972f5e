"""Copies of one topic of the proofs, ``counting``, to tamper with, and the audit that sees it."""

import importlib.util
import shutil
from pathlib import Path

from tests.tools import COQ, needs

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
SPEC = importlib.util.spec_from_file_location("audit", PROOFS / "audit.py")
audit = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(audit)

needs_coq = needs(COQ)
STATEMENT, PROOF = "statements/counting.v", "proofs/counting.v"
CLAIM = "#|sending a p| = N.-1`!"


def copied(folder):
    """A copy of the topic."""
    for name in (STATEMENT, PROOF):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROOFS / name, folder / name)
    return folder


def change(folder, name, old, new):
    """Replace ``old``, which is there once, by ``new``."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, old)
    path.write_text(text.replace(old, new), encoding="utf-8")


def add(folder, name, text):
    """Write more at the end of a file."""
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(text)
