"""The claims about canonical tasks on planted records and on the stored ones; nulls pass none."""

from dataclasses import replace

import pytest

from empirical.canonical import bounds as canonical_bounds
from empirical.canonical import claims as canonical_claims
from empirical.canonical import judged
from empirical.canonical import planted as canonical_planted
from empirical.canonical.table import ranges
from empirical.protocol.family import Measurement
from empirical.protocol.settings import CANONICAL_NULLS
from theory.ledger import Kind, Status, Undecided, Verdict
from theory.ledger.judging import judge

CLAIMS = canonical_claims.CANONICAL_CLAIMS


def planted(claim):
    return claim.planted(Measurement({}, canonical_bounds.bounds()))


def stored(claim, suffix=""):
    by_certificates = claim is canonical_claims.MIX
    return (judged.stored_settled if by_certificates else judged.stored)(suffix)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_planted_records_pass_and_every_mutant_is_red(claim):
    assert claim.evidence[0].check(planted(claim)).status is Status.TRUE
    assert len({mutant.kind for mutant in claim.mutants}) >= 4
    assert any(mutant.kind is Kind.DATA for mutant in claim.mutants)
    for mutant in claim.mutants:
        outcome = claim.evidence[0].check(mutant.mutate(planted(claim)))
        assert outcome.status is Status.FALSE, mutant.name


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_the_stored_records_earn_the_verdict_expected(claim):
    assert judge(claim).verdict is claim.expected


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
@pytest.mark.parametrize("null", CANONICAL_NULLS)
def test_null_models_pass_no_claim(claim, null):
    outcome = claim.evidence[0].check(stored(claim, f"-{null}"))
    assert outcome.status is Status.FALSE


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda c: c.id)
def test_no_records_are_undecided_and_say_what_to_run(claim, monkeypatch, tmp_path):
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert "python -m empirical.canonical" in record.reason


def test_what_stands_beside_the_verdicts_is_of_the_stored_records():
    found = {claim.id: judge(claim).found for claim in CLAIMS}
    records = judged.stored().tasks
    for name, task in (("A-e-index", "index"), ("A-e-retr", "retrieval")):
        record = records[task]
        shares = (
            max(sum(a) / sum(b) for a, b in zip(seeds, record.of, strict=True))
            for seeds in record.right
        )
        some = [i for i, best in zip(record.ids, shares, strict=True) if best >= 0.95]
        assert found[name].endswith(f"learnt by some seed: {ranges(some)}")
    assert "surely bent as U 20, as inverse U 0 of 20" in found["A-e-u"]
    assert "surely bent as U 3, as inverse U 10 of 14" in found["A-e-invu"]


def test_only_and_enough_are_apart():
    gaps = canonical_planted.on("index", canonical_planted.gaps)(planted(canonical_claims.INDEX))
    everywhere = canonical_planted.on("index", canonical_planted.everywhere(1.0))
    for claim, holds, fails in (
        (canonical_claims.INDEX, gaps, everywhere(gaps)),
        (canonical_claims.INDEX_ENOUGH, everywhere(gaps), gaps),
    ):
        assert claim.evidence[0].check(holds).status is Status.TRUE
        assert claim.evidence[0].check(fails).status is Status.FALSE


@pytest.mark.parametrize("task", ["induction-1", "induction-2"])
def test_what_no_certificate_decides_is_undecided(task):
    claim = canonical_claims.MIX
    found = canonical_planted.settle(task, "undecided")(planted(claim))
    assert claim.evidence[0].check(found).status is Status.UNKNOWN


def test_certificates_left_over_count_for_nothing():
    whole = planted(canonical_claims.MIX)
    (one, heads), two = whole.tasks["induction-1"], whole.tasks["induction-2"]
    certified = canonical_planted.heads(one, "certified")
    missed = replace(one, right=tuple(((0,) * 16,) * len(one.seeds) for _ in one.ids))
    found = replace(whole, tasks={"induction-1": (missed, certified), "induction-2": two})
    assert canonical_claims.MIX.evidence[0].check(found).status is Status.TRUE
    unsettled = replace(heads, heads={})
    found = replace(whole, tasks={"induction-1": (one, unsettled), "induction-2": two})
    assert canonical_claims.MIX.evidence[0].check(found).status is Status.UNKNOWN


def test_records_of_other_steps_or_of_another_sweep_are_not_judged(monkeypatch):
    read, read_heads = judged.read, judged.read_heads
    with monkeypatch.context() as patch:
        patch.setattr(judged, "read_heads", lambda path: replace(read_heads(path), seeds=(7,)))
        with pytest.raises(Undecided, match="of another sweep"):
            judged.stored_settled()
        patch.setattr(judged, "read_heads", lambda path: replace(read_heads(path), left=3))
        with pytest.raises(Undecided, match="not all settled"):
            judged.stored_settled()
    monkeypatch.setattr(judged, "read", lambda path: replace(read(path), steps=2000))
    with pytest.raises(Undecided, match="registered are 4000"):
        judged.stored()
