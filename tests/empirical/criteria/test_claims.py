"""The claims about the released recipe: undecided while models are missing, refused where a record
is not of this criterion."""

import dataclasses
import json

import pytest

from empirical.criteria import claims, nulls, seeds
from empirical.criteria.bounds import BOUNDS
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.head_nulls import refused
from empirical.criteria.recipe_claims import CASES, synthetic
from empirical.protocol import criteria
from empirical.protocol.criteria import criterion
from theory.ledger import Kind, Status, Verdict
from theory.ledger.judging import judge

EVERY = [claim for row in CLAIMS_BY_KIND.values() for claim in row]
CLAIMS = pytest.mark.parametrize("claim", EVERY, ids=lambda c: c.id)


@CLAIMS
def test_every_null_that_is_rejected_is_a_mutant(claim):
    mutants = [mutant.name for mutant in claim.mutants if mutant.kind is Kind.DATA]
    every = CASES[claim.id][2]
    assert mutants == [one[0] for one in every if not refused(one)]
    assert len(mutants) >= 2
    refusals = [one[0] for one in every if refused(one)]
    assert refusals[0].startswith("models at chance")


@CLAIMS
def test_models_that_have_not_learnt_decide_nothing(claim):
    """Nor do letter models that all break alike."""
    for null in filter(refused, CASES[claim.id][2]):
        outcome = claim.evidence[0].check(synthetic(null[1]))
        assert outcome.status is Status.UNKNOWN, null[0]
        assert outcome.note.startswith("nothing can be told without: ")
        assert null[2] in outcome.note.split(";")[0]


def test_a_claim_whose_criterion_is_tested_on_synthetic_data_says_so():
    for claim in EVERY:
        told = "The criterion itself is tested on synthetic data, " in claim.not_covered
        assert told is (claim.id in nulls.SYNTHETIC), claim.id


@CLAIMS
def test_fewer_models_than_a_verdict_needs_decide_nothing(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(seeds, "RELEASED", tmp_path)
    monkeypatch.setattr(seeds, "FRESH_FOLDER", tmp_path)
    record = judge(claim)
    assert (record.verdict, record.fault) == (Verdict.UNDECIDED, "")
    waits = "of number and letter seeds 5 to 9 are not all recorded"
    few = "too few models recorded (number: 0 of "
    assert (waits if claim is claims.FLOW else few) in record.reason
    assert "run rope-claims run released" in record.reason


def test_the_records_give_the_verdicts_that_the_gate_expects():
    for claim in claims.CLAIMS:
        record = judge(claim)
        assert (record.verdict, record.fault) == (claim.expected, ""), claim.id


def test_five_seeds_are_judged_and_a_dirty_or_older_one_is_refused(monkeypatch, tmp_path):
    folder = tmp_path / "dynamics"
    folder.mkdir()
    now = criterion(claims.MIX, dataclasses.asdict(BOUNDS))

    def write(commit, made):
        for path, text in stored.items():
            text["manifest"] |= {"commit": commit, "criteria": {"B-e-mix-seeds": made}}
            (folder / path.name).write_text(json.dumps(text))

    paths = (seeds.RELEASED / "dynamics").glob("*.json")
    stored = {path: json.loads(path.read_text()) for path in paths}
    monkeypatch.setattr(seeds, "RELEASED", tmp_path)
    write("abc1234", now)
    assert judge(claims.MIX).verdict is Verdict.SUPPORTED
    write("abc1234+", now)
    assert "uncommitted changes" in judge(claims.MIX).reason
    write("abc1234", "000000000000")
    assert "under criterion 000000000000" in judge(claims.MIX).reason


def test_what_gives_records_their_form_is_part_of_the_criterion(monkeypatch):
    now = dataclasses.asdict(BOUNDS)
    before = criterion(claims.LENGTH, now)

    def kept(record):
        return record

    check = claims.LENGTH.evidence[0].check
    monkeypatch.setitem(check.__dict__, criteria.FORM, (kept,))
    assert criterion(claims.LENGTH, now) != before
