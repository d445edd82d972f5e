"""Looks that are not those of the solved inputs are refused."""

import pytest

from empirical.experiments.mechanism.following.records import read
from empirical.protocol.records import RESULTS
from tests.empirical.forged import hold_refused

STORED = RESULTS / "released" / "following" / "letter-0.json"


def many(looks):
    """So many of each layer's own and dealt looks."""
    counts = {"seen": [0, looks], "dealt": [0, looks], "steps": [0, 0], "dealt_steps": [0, 0]}
    return {"looks": lambda rows: [counts] * len(rows)}


FORGERIES = {
    "no input solved": ({"solved": [0, 256]}, "looks are not of 0 solved inputs"),
    "few inputs solved": ({"solved": [100, 256]}, "looks are not of 100 solved inputs"),
    "fewer looks than inputs": (many(255), "looks are not of 256 solved inputs: 1 to 16 of each"),
    "more looks than positions": (many(256 * 16 + 1), "looks are not of 256 solved inputs"),
    "more solved than there are": ({"solved": [257, 256]}, r"solved is no \(right, of\)"),
    "no inputs": ({"solved": [0, 0]}, r"solved is no \(right, of\), of 1 at least"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_looks_of_other_inputs_are_refused(what, tmp_path):
    hold_refused(read, STORED, tmp_path, *FORGERIES[what])
