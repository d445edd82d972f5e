"""Why a rechecker refuses a witness in which something else stands.

A forged witness that the checker in JavaScript needs a line of its own to refuse stands once, with
that line, in the register of edits (``tests/theory/reports/site/unsound_edits.py``).
"""

import re

import pytest

from theory.witnesses.recheck import Refused
from theory.witnesses.witness import checker, witness


def hold_refused(claim, change, reason):
    """The stored witness, changed, is refused in these words; quotes and brackets do not count."""
    data = witness(claim)
    change(data)
    hold_forged_refused(claim, data, reason)


def hold_forged_refused(claim, data, reason):
    """The same of what stands in a witness's place."""
    with pytest.raises(Refused) as caught:
        checker(claim).recheck(claim, data)
    assert plain(reason) in plain(str(caught.value))


def plain(words):
    """A message without its quotes and brackets."""
    return re.sub(r"['\[\]]", "", words)
