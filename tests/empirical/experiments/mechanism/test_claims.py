"""The claims about mechanism on synthetic records: where they are undecided, nothing trained."""

import json

import pytest

from empirical.experiments.mechanism import claims as mechanism_claims
from empirical.experiments.mechanism import synthetic as mechanism_synthetic
from empirical.experiments.mechanism.bounds import bounds
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.protocol.family import Measurement
from empirical.protocol.renamed import present
from empirical.protocol.statistics import above
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

CLAIMS = pytest.mark.parametrize("claim", MECHANISM_CLAIMS, ids=lambda c: c.id)


def synthetic():
    return mechanism_synthetic.mechanism_measurement(Measurement({}, bounds()))


one_seed = mechanism_synthetic.last
UNCLEAR = {
    "S-flow": one_seed("letter", (182, 200), "flow", "stepped"),
    "S-jump": one_seed("letter", (101, 200), "jump", "none", "jumped"),
    "S-causal": one_seed("number", (182, 200), "causal", "attention", "positional", "index"),
    "S-bands": one_seed("number", (101, 200), "causal", "bands", "positional", "fastest"),
}


@pytest.mark.parametrize("name", UNCLEAR)
def test_an_interval_that_straddles_the_threshold_is_undecided(name):
    claim = next(c for c in MECHANISM_CLAIMS if c.id == name)
    record = judge(claim, lambda: UNCLEAR[name](synthetic()))
    assert (record.verdict, record.fault) == (Verdict.UNDECIDED, "")


@pytest.mark.parametrize(
    ("right", "status"),
    [
        (1960, Status.TRUE),
        (1860, Status.UNKNOWN),  # .93 is above .9 and not above .95
        (1740, Status.UNKNOWN),  # .87 is below .9 and not below .85
        (1640, Status.FALSE),
    ],
)
def test_what_a_neighbouring_bound_of_kept_turns_is_undecided(right, status):
    claim = mechanism_claims.CAUSAL
    change = one_seed("letter", (right, 2000), "causal", "attention", "symbolic", "retrieval")
    assert claim.evidence[0].check(change(synthetic())).status is status


def test_the_recorded_models_leave_the_causal_claim_open_at_a_neighbouring_bound():
    claim = mechanism_claims.CAUSAL
    outcome = claim.evidence[0].check(mechanism_claims.stored_mechanisms())
    assert outcome.status is Status.UNKNOWN
    assert "'kept' at 0.9: false, at 0.85 not so" in outcome.note


def test_records_that_are_not_there_are_undecided(monkeypatch, tmp_path):
    monkeypatch.setattr(mechanism_claims, "FOLDER", tmp_path)
    for claim in MECHANISM_CLAIMS:
        record = judge(claim)
        assert record.verdict is Verdict.UNDECIDED
        assert "rope-claims run mechanism" in record.reason


def without_seed_3(models):
    return [one for one in models if one["seed"] != 3]


def with_seed_5(models):
    return [one | {"seed": one["seed"] + 2 * (one["seed"] == 3)} for one in models]


def without_the_full_run(models):
    return models[:5]


@pytest.mark.parametrize("change", [without_seed_3, with_seed_5, without_the_full_run])
def test_records_of_other_runs_than_the_registered_are_undecided(change, monkeypatch, tmp_path):
    for task in TASKS:
        models = json.loads((mechanism_claims.FOLDER / f"{task}.json").read_text("utf-8"))["models"]
        written = json.dumps({"models": change(models)})
        (tmp_path / f"{task}.json").write_text(written, encoding="utf-8")
    monkeypatch.setattr(mechanism_claims, "FOLDER", tmp_path)
    for claim in MECHANISM_CLAIMS:
        record = judge(claim)
        assert record.verdict is Verdict.UNDECIDED, claim.id
        assert "registered are [0, 1, 2, 3, 4] and one of them in full" in record.reason


@CLAIMS
def test_the_records_in_the_repository_give_the_verdict_expected(claim):
    record = judge(claim)
    assert (record.verdict, record.fault) == (claim.expected, "")


def test_records_in_the_repository_say_where_they_come_from():
    for records in mechanism_claims.stored_mechanisms().tasks.values():
        for record in records:
            manifest = record.manifest
            assert present(manifest.command).startswith("rope-claims run mechanism --models ")
            assert len(manifest.commit) == 40
            assert f"--seed {record.seed} " in manifest.trained
            assert f"--steps {record.steps} " in manifest.trained
            assert set(manifest.versions) == {"python", "torch", "transformers", "numpy"}


def test_the_verdict_on_flow_does_not_rest_on_looks_counted_as_independent():
    """The looks of one input hang together. Counted as one observation an input, their shares lie
    on the same side of the threshold."""
    subject = mechanism_claims.stored_mechanisms()
    level = subject.bounds.explained
    for record in (one for records in subject.tasks.values() for one in records):
        right, total = record.flow.explained
        solved = record.flow.solved[0]
        few = above(round(right / total * solved), solved, level)
        assert few is above(right, total, level) is not Status.UNKNOWN
