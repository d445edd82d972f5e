"""What the checks require of the records before they look at a number, and their intervals."""

import pytest

from empirical.mechanism import checks
from empirical.mechanism import planted as mechanism_planted
from empirical.mechanism.claims import thresholds
from theory.ledger import Status


def planted():
    return mechanism_planted.measurement(thresholds())


def test_complete_records_lack_nothing():
    assert checks.lacking(planted()) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda records: records.pop(),  # the full run
        lambda records: records.pop(0),  # a seed
        lambda records: records.append(records[0]),  # a run twice
        lambda records: records[1].update(seed=0),  # two records of one run
        lambda records: records[1].update(task="letter"),
    ],
)
def test_what_is_lacking_is_false(spoil):
    measurement = planted()
    spoil(measurement["tasks"]["number"])
    assert checks.lacking(measurement).status is Status.FALSE


def test_letters_interval_is_students_over_the_seeds():
    """Model means 33, 34, 35, 36, 37: 35 ± 2.776 · √(2.5 / 5)."""
    measurement = planted()
    for record, mean in zip(measurement["tasks"]["letter"], (33, 34, 35, 36, 37, 40), strict=True):
        for layer in record["layers"]:
            layer["mean_id"] = mean
    outcome = checks.check_frequencies(measurement)
    assert outcome.status is Status.TRUE
    assert "35.0 [33.0, 37.0], full run 40.0" in outcome.found
    measurement["uniform"] = 33.1
    assert checks.check_frequencies(measurement).status is Status.UNKNOWN
    measurement["uniform"] = 37.1
    assert checks.check_frequencies(measurement).status is Status.FALSE


def test_a_model_that_solves_nothing_has_no_flow():
    measurement = planted()
    measurement["tasks"]["letter"][0]["flow"] = {"solved": [0, 256]}
    for check in (checks.check_flow, checks.check_path):
        outcome = check(measurement)
        assert outcome.status is Status.FALSE
        assert "solves no input" in outcome.found
