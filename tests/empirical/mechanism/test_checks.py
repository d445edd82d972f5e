"""What the checks require of the records before they look at a number, and their intervals."""

from dataclasses import replace

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


def test_letters_interval_is_students_over_the_seeds():
    """Model means 33, 34, 35, 36, 37: 35 ± 2.776 · √(2.5 / 5)."""
    letter = tuple(
        replace(
            record, layers=tuple(replace(layer, mean_id=float(mean)) for layer in record.layers)
        )
        for record, mean in zip(planted().tasks["letter"], (33, 34, 35, 36, 37, 40), strict=True)
    )
    measurement = replaced(letter, "tasks", "letter")(planted())
    outcome = checks.check_frequencies(measurement)
    assert outcome.status is Status.TRUE
    assert "35.0 [33.0, 37.0], full run 40.0" in outcome.found
    for uniform, expected in ((33.1, Status.UNKNOWN), (37.1, Status.FALSE)):
        moved = replaced(uniform, "bounds", "uniform")(measurement)
        assert checks.check_frequencies(moved).status is expected


def test_a_model_that_solves_nothing_has_no_flow():
    measurement = replaced(Flow((0, 256)), "tasks", "letter", 0, "flow")(planted())
    for check in (checks.check_flow, checks.check_path):
        outcome = check(measurement)
        assert outcome.status is Status.FALSE
        assert "solves no input" in outcome.found


def test_a_head_that_was_not_looked_at_in_a_plane_is_no_support():
    measurement = replaced(None, "tasks", "number", 0, "layers", 0, "keys")(planted())
    outcome = checks.check_geometry(measurement)
    assert outcome.status is Status.FALSE
    assert "layer 0 was not looked at" in outcome.found
