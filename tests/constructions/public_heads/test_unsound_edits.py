"""Every unsound edit of the checker of public models' heads is noticed: it accepts a false
certificate, refuses an honest one, or its bounds contain the truth no longer."""

import types
from pathlib import Path

import pytest

from constructions.public_heads import check_public_heads
from tests.constructions.public_heads import forged
from tests.constructions.public_heads.unsound_edits import EDITS

SOURCE = Path(check_public_heads.__file__).read_text(encoding="utf-8")


def loaded(old, new):
    """The checker with one edit made."""
    assert SOURCE.count(old) == 1, f"{old!r} stands {SOURCE.count(old)} times"
    module = types.ModuleType("edited")
    exec(compile(SOURCE.replace(old, new), "edited", "exec"), module.__dict__)
    return module


def noticed(module):
    """What speaks against a checker, '' if nothing does."""
    if not all(forged.accepted(module, made.entry, made.folder) for made in forged.honest()):
        return "honest"
    if any(forged.accepted(module, entry, folder) for _, entry, folder in forged.false()):
        return "forgery"
    try:
        return "" if forged.contains(module) else "containment"
    except Exception:
        return "containment"


def test_the_checker_itself_is_sound():
    assert noticed(check_public_heads) == ""


@pytest.mark.parametrize(("old", "new"), [x[1:] for x in EDITS], ids=[x[0] for x in EDITS])
def test_an_unsound_edit_is_noticed(old, new):
    assert noticed(loaded(old, new)) != ""
