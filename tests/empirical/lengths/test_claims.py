"""The claims about length on planted records: green, red, undecided; null models pass none."""

import copy

import pytest

from empirical.lengths import breaking
from empirical.lengths import claims as lengths_claims
from empirical.lengths import planted as lengths_planted
from empirical.protocol.planted import changed
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

CLAIMS = lengths_claims.CLAIMS


def planted():
    return lengths_planted.measurement(lengths_claims.thresholds())


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
    measured = changed(lengths_planted.every("letter", lengths_planted.untrained))(planted())
    measured = changed(lengths_planted.every("number", lengths_planted.untrained))(measured)
    assert verdict(claim, measured).verdict is Verdict.NOT_REPRODUCED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_too_few_results_are_undecided_and_say_what_to_run(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(lengths_claims, "RESULTS", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "python -m empirical.lengths" in record.reason


def test_intervals_that_straddle_are_undecided():
    measured = planted()
    record = measured["tasks"]["letter"][0]
    record["right"][record["lengths"].index(850)] = 182
    assert verdict(CLAIMS[0], measured).verdict is Verdict.UNDECIDED
    measured = planted()
    lengths_planted.late(measured["tasks"]["number"][0])
    assert verdict(CLAIMS[1], measured).verdict is Verdict.UNDECIDED


def test_beside_the_error_stands_that_of_the_other_seeds_mean_prediction():
    records = planted()["tasks"]["letter"]
    own = breaking.curve_error(records[0], "population")
    alike = [records[0]] * 3
    said = lengths_claims._beside(alike, "population")
    assert said == f", of the other seeds' mean prediction {own:.3f}"
    far = copy.deepcopy(records[0])
    far["predicted"]["population"]["right"] = [0] * len(far["lengths"])
    assert lengths_claims._beside([*alike, far], "population") != said
