"""The law's claims on synthetic records: where they are undecided, nothing trained."""

import dataclasses

import pytest

from empirical.experiments.law import reading, synthetic
from empirical.experiments.law.bounds import BOUNDS, bounds
from empirical.experiments.law.claims import LAW_CLAIMS
from empirical.protocol.family import Measurement
from empirical.protocol.registration import hashes, parsed_changes
from empirical.protocol.synthetic import every_record
from theory.gate.registry import load
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

CLAIMS = pytest.mark.parametrize("claim", LAW_CLAIMS, ids=lambda c: c.id)
BY_ID = {claim.id: claim for claim in LAW_CLAIMS}


def whole(claim):
    return claim.synthetic(Measurement({}, bounds()))


def untaught(one):
    return dataclasses.replace(one, tested=((900, 1000),) * 4)


def alike(one):
    """A model that breaks near 300 tokens whatever the law says of it."""
    return dataclasses.replace(
        one, accuracy=synthetic.synthetic_accuracy(one.task, 300 + one.seed / 10)
    )


def spared(one):
    right = {how: tuple(int(0.9 * of) for of in one.of) for how in one.right}
    return dataclasses.replace(one, right=right)


UNDECIDED = {
    "S-break": every_record("letter", untaught),
    "S-dilution": every_record("letter", untaught),
    "S-alias": every_record("number", untaught),
    "S-dilution-cause": every_record("number", synthetic.synthetic_counts("nothing", 0.9)),
    "S-alias-cause": every_record("letter", spared),
    "S-log-scaled": every_record("letter", lambda one: dataclasses.replace(one, plain=(95, 100))),
}


@pytest.mark.parametrize("name", UNDECIDED)
def test_models_that_could_tell_nothing_decide_nothing(name):
    claim = BY_ID[name]
    outcome = claim.evidence[0].check(UNDECIDED[name](whole(claim)))
    assert outcome.status is Status.UNKNOWN


def test_breaking_lengths_too_close_together_decide_nothing_for_the_law():
    claim = BY_ID["S-dilution"]
    outcome = claim.evidence[0].check(every_record("letter", alike)(whole(claim)))
    assert outcome.status is Status.UNKNOWN


@CLAIMS
def test_a_part_of_the_population_is_not_judged(claim, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "FOLDER", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "rope-claims run law" in record.reason


def test_the_criteria_are_those_registered_before_anything_was_trained():
    """Or those that a row of changes leads to from there."""
    now: dict[str, str] = {}
    for row in parsed_changes():
        now |= row.registers if "S-break" in row.registers else {}
        now |= {one: new for one, (old, new) in row.hashes.items() if now.get(one) == old}
    assert hashes(LAW_CLAIMS, BOUNDS) == now


def test_every_claim_is_in_the_registry():
    registered = load().claims
    assert {registered[claim.id].statement for claim in LAW_CLAIMS} == {
        claim.statement for claim in LAW_CLAIMS
    }
