"""Every unsound edit of the checker is noticed: it accepts the forgery that the register names and
the checker rejects, or its ends no longer contain what they enclose."""

from functools import cache
from pathlib import Path

import pytest

from constructions import check_certificate as checker
from tests.constructions import containment, forged, misstated, narrowed
from tests.edited import standalone, sweep
from tests.sampled import sampled

FILES = ["constructions/check_certificate.py"]
SOURCE = Path(checker.__file__).read_text(encoding="utf-8")
EDITS = sweep(*FILES)
TEN = (
    *("one rounding to the format", "drift halved", "an exact table", "nothing flushed"),
    *("a quarter of the exponential's", "gains at their largest", "short inputs ignored"),
    *("the query's own rival left out", "near tokens left out", "no margin at the closest input"),
)
"""Made at once."""


@cache
def forgeries():
    """All, by name."""
    return dict(misstated.false() + forged.false() + narrowed.false())


def notices(by, module):
    """Whether a forgery, or the test of the enclosures, speaks against a checker."""
    if by == "containment":
        return not containment.contains(module)
    return forged.accepted(module, forgeries()[by])


def test_its_arithmetic_contains_what_it_encloses():
    assert containment.contains(checker)


def test_what_is_misstated_is_rejected():
    assert [name for name, text in misstated.false() if forged.accepted(checker, text)] == []


@pytest.mark.parametrize("left_out", [*narrowed.NARROWINGS, "stand-ins", "letters"])
def test_bounds_that_leave_inputs_out_are_rejected(left_out):
    every = [x for x in narrowed.false() if x[0].endswith(f": without {left_out}")]
    assert every
    assert [name for name, text in every if forged.accepted(checker, text)] == []


@pytest.mark.parametrize(("old", "new", "by"), sampled(EDITS, FILES, 1))
def test_an_unsound_edit_is_noticed(old, new, by):
    assert not notices(by, checker)
    assert notices(by, standalone(SOURCE, (old, new)))


def test_ten_unsound_edits_at_once_are_noticed():
    chosen = [row for row in EDITS if row[0] in TEN]
    assert len(chosen) == 10
    module = standalone(SOURCE, *(row[1:3] for row in chosen))
    assert any(notices(row[3], module) for row in chosen)
