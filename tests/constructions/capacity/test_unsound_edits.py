"""Every unsound edit of the capacity checker is noticed: it accepts the forgery that the register
names, refuses an honest file, or its arithmetic contains the truth no longer. The checker itself is
held to all three in ``test_check_capacity.py``."""

import json
from pathlib import Path

import pytest

from constructions.capacity import check_capacity
from tests.constructions.capacity import containment, forged
from tests.edited import standalone, sweep
from tests.sampled import sampled

FILES = ["constructions/capacity/check_capacity.py"]
SOURCE = Path(check_capacity.__file__).read_text(encoding="utf-8")
FORGERIES = dict(forged.false())
HONEST = [json.dumps(entry) for entry in forged.honest().values()]


def notices(by, module):
    """Whether a forgery, an honest file or the test of the arithmetic speaks against a checker."""
    if by == "containment":
        return not containment.contains(module)
    if by == "honest":
        return not all(forged.accepted(module, text) for text in HONEST)
    return forged.accepted(module, FORGERIES[by])


@pytest.mark.parametrize(("old", "new", "by"), sampled(sweep(*FILES), FILES, 1))
def test_an_unsound_edit_is_noticed(old, new, by):
    assert notices(by, standalone(SOURCE, (old, new)))
