"""Every unsound edit of the checker is noticed: it accepts a forgery that the checker rejects."""

from functools import cache
from pathlib import Path

import pytest

from constructions import check_certificate as checker
from tests.constructions import containment, forged, misstated, narrowed
from tests.constructions.unsound_edits import EDITS, TEN
from tests.edited import standalone, unfit
from tests.sampled import sampled

FILES = ["constructions/check_certificate.py"]
SOURCE = Path(checker.__file__).read_text(encoding="utf-8")


@cache
def forgeries():
    """(name, text) of all, the short ones first."""
    every = misstated.false() + forged.false() + narrowed.false()
    return sorted(every, key=lambda item: len(item[1]))


def unsound(module):
    """What speaks against a checker: its arithmetic, or the first forgery that it accepts."""
    if not containment.contains(module):
        return "containment"
    return next((name for name, text in forgeries() if forged.accepted(module, text)), None)


def test_its_arithmetic_contains_what_it_encloses():
    assert containment.contains(checker)


def test_what_is_misstated_is_rejected():
    assert [name for name, text in misstated.false() if forged.accepted(checker, text)] == []


@pytest.mark.parametrize("left_out", [*narrowed.NARROWINGS, "stand-ins", "letters"])
def test_bounds_that_leave_inputs_out_are_rejected(left_out):
    every = [x for x in narrowed.false() if x[0].endswith(f": without {left_out}")]
    assert every
    assert [name for name, text in every if forged.accepted(checker, text)] == []


def test_every_old_text_stands_once():
    assert unfit(SOURCE, EDITS) == []


@pytest.mark.parametrize(("old", "new"), sampled(EDITS, FILES, 1))
def test_an_unsound_edit_is_noticed(old, new):
    assert unsound(standalone(SOURCE, (old, new))) is not None


def test_ten_unsound_edits_at_once_are_noticed():
    chosen = [edit for name, *edit in EDITS if name in TEN]
    assert len(chosen) == 10
    assert unsound(standalone(SOURCE, *chosen)) is not None
