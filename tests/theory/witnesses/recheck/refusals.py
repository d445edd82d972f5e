"""Why a rechecker refuses a witness in which something else stands.

A forged witness that the checker in JavaScript needs a line of its own to refuse stands once, with
that line, in the register of edits (``tests/theory/reports/site/unsound_edits.py``).
"""

import re

import pytest

from theory.claims import CLAIMS
from theory.ledger import Status
from theory.witnesses.recheck import Refused
from theory.witnesses.witness import DEFINITIONS, checker, witness

CHECKS = {
    claim.id: one.check for claim in CLAIMS for one in claim.evidence if one.name == DEFINITIONS
}
FORM = ("exact", "fields are not", "other keys", "other tokens", "other coordinates")
"""Words about how a file is written: the definitions leave out what they do not use."""


def is_accepted(claim, data):
    """Whether the claim's own check accepts a witness. A check that stops accepts nothing."""
    try:
        return CHECKS[claim](data).status is Status.TRUE
    except Exception:
        return False


def hold_refused(claim, change, reason):
    """The stored witness, changed, is refused in these words; quotes and brackets do not count.

    The definitions do not accept it either, unless its form alone is wrong.
    """
    data = witness(claim)
    change(data)
    hold_forged_refused(claim, data, reason)
    assert not is_accepted(claim, data) or any(words in reason for words in FORM)


def hold_forged_refused(claim, data, reason):
    """What stands in a witness's place is refused by the rechecker in these words."""
    with pytest.raises(Refused) as caught:
        checker(claim).recheck(claim, data)
    assert plain(reason) in plain(str(caught.value))


def plain(words):
    """A message without its quotes and brackets."""
    return re.sub(r"['\[\]]", "", words)
