"""The claims about training on planted records: green, red, undecided; null models pass none."""

import pytest

from empirical.dynamics import claims as dynamics_claims
from empirical.dynamics import planted as dynamics_planted
from empirical.dynamics.emergence import pure_since
from empirical.protocol.family import Measurement
from empirical.protocol.planted import every, replaced
from theory.ledger import Kind, Status, Verdict
from theory.ledger.judging import judge

CLAIMS = dynamics_claims.CLAIMS
BY_ID = {claim.id: claim for claim in CLAIMS}


def planted():
    return dynamics_planted.measurement(Measurement({}, dynamics_claims.bounds()))


def verdict(claim, measurement):
    return judge(claim, lambda: measurement)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_planted_records_are_supported_and_every_mutant_is_red(claim):
    assert verdict(claim, planted()).verdict is Verdict.SUPPORTED
    assert len({mutant.kind for mutant in claim.mutants}) >= 4
    for mutant in claim.mutants:
        outcome = claim.evidence[0].check(mutant.mutate(planted()))
        assert outcome.status is Status.FALSE, mutant.name


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
@pytest.mark.parametrize("task", dynamics_claims.TASKS)
def test_models_that_stay_as_they_began_pass_no_claim(claim, task):
    measured = every(task, dynamics_planted.untrained)(planted())
    record = verdict(claim, measured)
    assert (record.verdict, record.fault) == (Verdict.NOT_REPRODUCED, "")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_too_few_results_are_undecided_and_say_what_to_run(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(dynamics_claims, "FOLDER", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "python -m empirical.dynamics" in record.reason


def test_an_interval_that_straddles_a_level_is_undecided_and_a_bound_on_its_end_is_missed():
    steps = len(dynamics_planted.STEPS)
    errors = ((0.2,) * dynamics_planted.LAYERS,) * steps
    wide = every("letter", replaced(errors, "entropy_error"))(planted())
    assert verdict(BY_ID["B-e-start"], wide).verdict is Verdict.UNDECIDED
    letter = [
        dynamics_planted.delayed(late, 3)(record)
        for late, record in zip((0, 0, 0, 0, 14), planted().tasks["letter"], strict=True)
    ]
    spread = replaced(tuple(letter), "tasks", "letter")(planted())
    assert verdict(BY_ID["B-e-hops"], spread).verdict is Verdict.NOT_REPRODUCED


def test_every_data_mutant_is_a_null_model():
    for claim in CLAIMS:
        assert any(mutant.kind is Kind.DATA for mutant in claim.mutants)


def test_heads_pure_by_the_step_at_which_a_task_is_learnt_stand_beside():
    outcome = dynamics_claims.check_pure(planted())
    for record in planted().tasks["letter"]:
        heads = [s for s in pure_since(record, 0.1) if s is not None]
        assert f"{len(heads)} of {len(heads)}" in outcome.found
    learnt = ((dynamics_planted.OF,) * 4,) * len(dynamics_planted.STEPS)  # before any head
    late = every("letter", replaced(learnt, "right"))(planted())
    assert "heads pure by then 0 of" in dynamics_claims.check_pure(late).found
