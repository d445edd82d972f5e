"""The claims about canonical tasks on planted records and on the stored ones; nulls pass none."""

import pytest

from empirical.canonical import bounds as canonical_bounds
from empirical.canonical import claims as canonical_claims
from empirical.canonical import planted as canonical_planted
from empirical.canonical.table import ranges
from empirical.protocol.family import Measurement
from empirical.protocol.settings import CANONICAL_NULLS
from theory.ledger import Kind, Status, Verdict
from theory.ledger.judging import judge

CLAIMS = canonical_claims.CANONICAL_CLAIMS


def planted():
    return canonical_planted.measurement(Measurement({}, canonical_bounds.bounds()))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_planted_records_pass_and_every_mutant_is_red(claim):
    assert claim.evidence[0].check(planted()).status is Status.TRUE
    assert len({mutant.kind for mutant in claim.mutants}) >= 4
    assert any(mutant.kind is Kind.DATA for mutant in claim.mutants)
    for mutant in claim.mutants:
        outcome = claim.evidence[0].check(mutant.mutate(planted()))
        assert outcome.status is Status.FALSE, mutant.name


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_the_stored_records_earn_the_verdict_expected(claim):
    assert judge(claim).verdict is claim.expected


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
@pytest.mark.parametrize("null", CANONICAL_NULLS)
def test_null_models_pass_no_claim(claim, null):
    outcome = claim.evidence[0].check(canonical_claims.stored(f"-{null}"))
    assert outcome.status is Status.FALSE


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_no_records_are_undecided_and_say_what_to_run(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(canonical_claims, "FOLDER", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "python -m empirical.canonical" in record.reason


def test_what_stands_beside_the_verdicts_is_of_the_stored_records():
    found = {claim.id: judge(claim).found for claim in CLAIMS}
    records = canonical_claims.stored().tasks
    for name, task in (("A-e-index", "index"), ("A-e-retr", "retrieval")):
        record = records[task]
        shares = (
            max(sum(a) / sum(b) for a, b in zip(seeds, record.of, strict=True))
            for seeds in record.right
        )
        some = [i for i, best in zip(record.ids, shares, strict=True) if best >= 0.95]
        assert found[name].endswith(f"learnt by some seed: {ranges(some)}")
    assert "surely bent as U 18, as inverse U 0 of 18" in found["A-e-u"]
    assert "surely bent as U 1, as inverse U 9 of 11" in found["A-e-invu"]
