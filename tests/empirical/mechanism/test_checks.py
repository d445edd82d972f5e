"""What the checks require of the records before they look at a number, and their intervals."""

import pytest

from empirical.mechanism import checks
from empirical.mechanism import planted as mechanism_planted
from empirical.mechanism.bounds import bounds
from empirical.mechanism.records import Flow
from empirical.protocol.family import Measurement
from empirical.protocol.planted import applied, replaced
from theory.ledger import Status


def planted():
    return mechanism_planted.measurement(Measurement({}, bounds()))


def test_complete_records_lack_nothing():
    assert checks.lacking(planted()) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda records: records[:-1],  # the full run
        lambda records: records[1:],  # a seed
        lambda records: (*records, records[0]),  # a run twice
        replaced(0, 1, "seed"),  # two records of one run
        replaced("letter", 1, "task"),
    ],
)
def test_what_is_lacking_is_false(spoil):
    measurement = applied(spoil, "tasks", "number")(planted())
    assert checks.lacking(measurement).status is Status.FALSE


def test_a_model_that_solves_nothing_has_no_flow():
    measurement = replaced(Flow((0, 256)), "tasks", "letter", 0, "flow")(planted())
    outcome = checks.check_path(measurement)
    assert outcome.status is Status.FALSE
    assert "solves no input" in outcome.found
