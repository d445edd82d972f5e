"""The claims about length on planted records: green, red, undecided; null models pass none."""

import pytest

from empirical.lengths import breaking
from empirical.lengths import claims as lengths_claims
from empirical.lengths import planted as lengths_planted
from empirical.protocol.family import Measurement
from empirical.protocol.planted import applied, every, replaced
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

CLAIMS = lengths_claims.CLAIMS


def planted():
    return lengths_planted.measurement(Measurement({}, lengths_claims.bounds()))


def verdict(claim, measurement):
    return judge(claim, lambda: measurement)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_planted_records_are_supported_and_every_mutant_is_red(claim):
    record = verdict(claim, planted())
    assert (record.verdict, record.fault) == (Verdict.SUPPORTED, "")
    assert len({mutant.kind for mutant in claim.mutants}) >= 4
    for mutant in claim.mutants:
        outcome = claim.evidence[0].check(mutant.mutate(planted()))
        assert outcome.status is Status.FALSE, mutant.name


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_models_at_chance_pass_no_claim(claim):
    measured = every("letter", lengths_planted.untrained)(planted())
    measured = every("number", lengths_planted.untrained)(measured)
    assert verdict(claim, measured).verdict is Verdict.NOT_REPRODUCED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_too_few_results_are_undecided_and_say_what_to_run(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(lengths_claims, "FOLDER", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "python -m empirical.lengths" in record.reason


def test_intervals_that_straddle_are_undecided():
    at = planted().tasks["letter"][0].lengths.index(850)
    measured = replaced(182, "tasks", "letter", 0, "right", at)(planted())
    assert verdict(CLAIMS[0], measured).verdict is Verdict.UNDECIDED
    measured = applied(lengths_planted.late, "tasks", "number", 0)(planted())
    assert verdict(CLAIMS[1], measured).verdict is Verdict.UNDECIDED


def test_beside_the_error_stands_that_of_the_other_seeds_mean_prediction():
    records = planted().tasks["letter"]
    own = breaking.curve_error(records[0], "population")
    alike = [records[0]] * 3
    said = lengths_claims._beside(alike, "population")
    assert said == f", of the other seeds' mean prediction {own:.3f}"
    far = lengths_planted.predicts(records[0], (0,) * len(records[0].lengths))
    assert lengths_claims._beside([*alike, far], "population") != said
