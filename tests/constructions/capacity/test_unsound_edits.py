"""Every unsound edit of the capacity checker is noticed: it accepts a forgery, refuses an honest
file, or its arithmetic contains the truth no longer."""

import json
from pathlib import Path

import pytest

from constructions.capacity import check_capacity
from tests.constructions.capacity import containment, forged
from tests.constructions.capacity.unsound_edits import EDITS, STATED_TOO_STRONGLY
from tests.edited import standalone, unfit
from tests.sampled import sampled

FILES = ["constructions/capacity/check_capacity.py"]
SOURCE = Path(check_capacity.__file__).read_text(encoding="utf-8")
FORGERIES = list(forged.false())
HONEST = [json.dumps(entry) for entry in forged.honest().values()]


def noticed(module):
    """What speaks against a checker, '' if nothing does."""
    if any(forged.accepted(module, text) for _, text in FORGERIES):
        return "forgery"
    if not all(forged.accepted(module, text) for text in HONEST):
        return "honest"
    return "" if containment.contains(module) else "containment"


def test_the_checker_itself_is_sound():
    assert noticed(check_capacity) == ""


def test_every_old_text_stands_once():
    assert unfit(SOURCE, [*EDITS, *STATED_TOO_STRONGLY]) == []


@pytest.mark.parametrize(("old", "new"), sampled(EDITS, FILES, 1))
def test_an_unsound_edit_is_noticed(old, new):
    assert noticed(standalone(SOURCE, (old, new))) != ""


@pytest.mark.parametrize(("old", "new"), sampled(STATED_TOO_STRONGLY, FILES, 1))
def test_words_must_say_what_they_are_about(old, new):
    assert noticed(standalone(SOURCE, (old, new))) == "honest"
