"""The measured claims on synthetic data: where they are undecided, without training anything."""

import json

import pytest

from empirical.claims import CLAIMS
from empirical.experiments.shipped import claims, suite
from empirical.models import pretrained
from empirical.protocol.synthetic import replaced_records, synthetic_head
from theory import paths
from theory.gate.registry import by_package
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

MEASURED = suite.measurement({})


def synthetic(claim):
    return claim.synthetic(MEASURED)


def verdict(claim, measurement):
    return judge(claim, lambda: measurement)


def heads(*scores):
    return tuple(synthetic_head(i, *one) for i, one in enumerate(scores))


UNCLEAR = {
    "B-e-acc": replaced_records((995, 1000), "tasks", "letter", "hops", "2"),
    "B-e-mix": replaced_records(
        heads((0.9, 0.1, 0.01), *[(0.0, 1.0, 0.01)] * 11), "tasks", "number", "scores"
    ),
    "B-e-len": replaced_records((182, 200), "tasks", "letter", "lengths", "68"),
}


@pytest.mark.parametrize("name", UNCLEAR)
def test_an_interval_that_straddles_the_threshold_is_undecided(name):
    claim = next(c for c in CLAIMS if c.id == name)
    record = verdict(claim, UNCLEAR[name](synthetic(claim)))
    assert (record.verdict, record.fault) == (Verdict.UNDECIDED, "")
    assert record.reason


@pytest.mark.parametrize("name", ["B-e-mix", "B-e-len"])
@pytest.mark.parametrize(("right", "expected"), [(990, "SUPPORTED"), (989, "UNDECIDED")])
def test_a_model_that_has_not_learnt_its_task_decides_nothing_else(name, right, expected):
    claim = next(c for c in CLAIMS if c.id == name)
    hops = {**{str(h): (1000, 1000) for h in range(1, 4)}, "4": (right, 1000)}
    record = verdict(claim, replaced_records(hops, "tasks", "letter", "hops")(synthetic(claim)))
    assert record.verdict == expected
    assert ("letter is not learnt: 0.9890 at 4 hops" in record.reason) is (right < 990)
    assert claim.rests_on == ("B-e-acc",)


@pytest.mark.parametrize("name", ["B-e-mix", "B-e-len"])
def test_a_model_measured_at_some_hop_counts_alone_decides_nothing_else(name):
    claim = next(c for c in CLAIMS if c.id == name)
    hops = {"1": (1000, 1000), "4": (1000, 1000)}
    record = verdict(claim, replaced_records(hops, "tasks", "letter", "hops")(synthetic(claim)))
    assert record.verdict is Verdict.UNDECIDED
    assert "letter: hop counts measured are 1, 4" in record.reason


@pytest.mark.parametrize(
    ("name", "part", "status", "value"),
    [
        ("B-e-acc", "hops", Status.FALSE, "letter: 0 of 0 at 4 hops"),
        ("B-e-mix", "hops", Status.UNKNOWN, "letter: 0 of 0 at 4 hops"),
        ("B-e-len", "hops", Status.UNKNOWN, "letter: 0 of 0 at 4 hops"),
        ("B-e-len", "lengths", Status.FALSE, "letter: 0 of 0 at 550 tokens"),
    ],
)
def test_nothing_right_of_nothing_shows_nothing(name, part, status, value):
    claim = next(c for c in CLAIMS if c.id == name)
    counts = {str(h): (1000, 1000) for h in range(1, 4)} | {"4": (0, 0)}
    if part == "lengths":
        counts = synthetic(claim).tasks["letter"].lengths | {"550": (0, 0)}
    outcome = claim.evidence[0].check(
        replaced_records(counts, "tasks", "letter", part)(synthetic(claim))
    )
    assert (outcome.status, outcome.found) == (status, value)


@pytest.mark.parametrize("name", ["x", "851"])
def test_a_length_that_is_not_registered_shows_nothing(name):
    subject = synthetic(claims.LENGTHS)
    lengths = subject.tasks["letter"].lengths | {name: (200, 200)}
    outcome = claims.check_lengths(replaced_records(lengths, "tasks", "letter", "lengths")(subject))
    assert outcome.status is Status.FALSE
    assert name in outcome.found


def test_a_layer_is_recorded_once():
    one = heads((0.0, 1.0, 0.0), (0.0, 1.0, 0.0))
    assert claims.recorded(one, 2) == (2, 2)
    assert claims.recorded((*one, one[0]), 2) == (2, 3)
    assert claims.recorded(one[1:], 2) == (0, 2)


def test_missing_models_are_undecided_not_passed(monkeypatch, tmp_path):
    monkeypatch.setattr(pretrained, "SHIPPED", tmp_path)
    record = judge(CLAIMS[0])
    assert record.verdict is Verdict.UNDECIDED
    assert "cannot be loaded" in record.reason


def test_pure_heads_counts_surely_by_means_and_possibly():
    scores = heads((0.95, 0.05, 0.0), (0.91, 0.09, 0.02), (0.89, 0.11, 0.02), (0.5, 0.5, 0.0))
    assert claims.pure_heads(scores, "positional", 0.1) == (1, 2, 3)
    assert claims.pure_heads(scores, "symbolic", 0.1) == (0, 0, 0)
    one_input = heads((0.99, 0.01, None), (0.5, 0.5, None))
    assert claims.pure_heads(one_input, "positional", 0.1) == (0, 1, 2)


@pytest.mark.parametrize("name", ["excess", "identity", "outside", "tightest"])
def test_a_measure_that_is_no_number_shows_nothing(name):
    broken = replaced_records(float("nan"), "tasks", "letter", "exclusion", name)(
        synthetic(claims.HEADS)
    )
    assert claims.HEADS.evidence[0].check(broken).status is Status.FALSE


def test_the_list_holds_every_claim_of_the_package():
    listed = by_package(json.loads(paths.PINNED.read_text()))
    assert listed["empirical"] == [claim.id for claim in CLAIMS]
