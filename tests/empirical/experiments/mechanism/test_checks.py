"""What the checks require of the records before they look at a number, and their intervals."""

from dataclasses import replace

import pytest

from empirical.experiments.mechanism import checks
from empirical.experiments.mechanism import synthetic as mechanism_synthetic
from empirical.experiments.mechanism.bounds import bounds
from empirical.experiments.mechanism.records import Flow
from empirical.protocol.family import Measurement
from empirical.protocol.synthetic import applied, replaced_records
from theory.ledger import Status


def synthetic():
    return mechanism_synthetic.mechanism_measurement(Measurement({}, bounds()))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda records: records[:-1],  # the full run
        lambda records: records[1:],  # a seed
        lambda records: (*records, records[0]),  # a run twice
        # a run twice, measured otherwise
        lambda records: (*records, replace(records[0], layers=records[0].layers[::-1])),
        replaced_records(0, 1, "seed"),  # two records of one run
        replaced_records("letter", 1, "task"),
        replaced_records(9, 1, "seed"),  # another seed than registered
        replaced_records(9, -1, "seed"),
        lambda records: (*records[:-1], replace(records[0], steps=6750)),  # one run twice
        applied(lambda layers: layers[:-1], 1, "layers"),
    ],
)
def test_what_is_lacking_is_false(spoil):
    measurement = applied(spoil, "tasks", "number")(synthetic())
    assert checks.lacking(measurement).status is Status.FALSE


@pytest.mark.parametrize(
    "check", [checks.check_path, checks.check_jump, checks.check_causal, checks.check_bands]
)
def test_a_model_that_has_not_learnt_its_task_decides_nothing(check):
    for solved, learnt in ((256, True), (254, True), (253, False), (32, False)):
        flow = replace(synthetic().tasks["letter"][0].flow, solved=(solved, 256))
        outcome = check(replaced_records(flow, "tasks", "letter", 0, "flow")(synthetic()))
        assert outcome.status is (Status.TRUE if learnt else Status.UNKNOWN)
        assert ("has not learnt its task" in outcome.found) is not learnt
    flow = replace(synthetic().tasks["letter"][-1].flow, solved=(32, 256))
    outcome = check(replaced_records(flow, "tasks", "letter", -1, "flow")(synthetic()))
    assert outcome.status is Status.UNKNOWN
    outcome = check(replaced_records(Flow((0, 256)), "tasks", "letter", 0, "flow")(synthetic()))
    assert "letter-0-3750 has not learnt its task: 0 of 256 are solved" in outcome.found


def test_nothing_solved_of_nothing_is_not_learnt():
    outcome = checks.check_path(
        replaced_records((0, 0), "tasks", "letter", 0, "flow", "solved")(synthetic())
    )
    assert "letter-0-3750 has not learnt its task: 0 of 0 are solved" in outcome.found


def test_more_than_by_chance_is_where_no_interval_meets_the_other():
    few, many = (131, 256), (51, 256)
    assert checks.more((few, many)) is Status.TRUE
    assert checks.more((few, few)) is checks.more((many, few)) is Status.FALSE
    assert checks.more((few, many), (few, few)) is Status.FALSE
    assert checks.more((few, (0, 0))) is checks.more(((0, 0), many)) is Status.FALSE


def test_answers_that_were_not_counted_are_not_kept():
    free = replaced_records(None, "tasks", "letter", 1, "jump", "hop_2", "right")(synthetic())
    assert checks.check_jump(free).status is Status.FALSE
