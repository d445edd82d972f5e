"""The spread of baselines: distances the way a claim says, what meets it, and runs that go on."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.stats import norm

from empirical.experiments.language import binding, random_weights, spread, synthetic
from empirical.instrument.session import Session
from empirical.models.pretrained import load
from empirical.protocol.request import Request
from tests.empirical.documents import noise
from tests.empirical.talkers import talker

BINDING = synthetic.binding()


SEEDS = tuple(range(8))


@pytest.fixture(scope="module")
def drawn():
    """Baselines that score at random, on every frequency too."""
    rngs = map(np.random.default_rng, SEEDS)
    return [spread.of_heads(noise(BINDING, rng)) for rng in rngs]


def test_a_model_as_published_lies_beyond_baselines_of_noise_the_way_each_claim_says(drawn):
    measured = spread.spread(BINDING, drawn, SEEDS)
    assert set(measured.met.values()) == {0}
    assert all(one.distance > measured.reach for one in measured.statistics)
    for one in measured.statistics:
        gap = abs(one.trained - np.mean(one.twins)) / np.std(one.twins, ddof=1)
        assert one.distance == pytest.approx(gap)


def test_one_more_baseline_lies_within_reach_and_one_that_meets_the_claims_is_counted(drawn):
    other = noise(BINDING, np.random.default_rng(99))
    measured = spread.spread(other, drawn, SEEDS)
    assert sum(abs(one.distance) > measured.reach for one in measured.statistics) <= 1
    met = spread.spread(BINDING, [*drawn[:-1], spread.of_heads(BINDING)], SEEDS).met
    assert met == {"A-e-anti": 1, "A-e-depth": 1, "A-e-band": 1}


def test_reach_holds_nineteen_of_twenty_normal_draws():
    values = norm.rvs(size=(20_000, 21), random_state=0)
    baselines, more = values[:, :-1], values[:, -1]
    far = np.abs(more - baselines.mean(1)) / baselines.std(1, ddof=1)
    assert (far < spread.normal_reach(20)).mean() == pytest.approx(0.95, abs=0.006)
    assert spread.normal_reach(2) > 15


def test_what_has_no_spread_says_why():
    alike = [([0.5] * 6, [], []), ([0.5] * 6, [], [])]
    measured = spread.spread(BINDING, alike, (1, 2))
    assert {one.reason for one in measured.statistics} == {"the baselines are all alike"}
    still = replace(BINDING, frequencies=())
    assert {one.distance for one in spread.spread(still, alike, (1, 2)).statistics} == {None}


def test_baselines_that_are_kept_are_not_drawn_again(tmp_path, monkeypatch):
    loaded = load(talker(tmp_path / "model", layers=4), torch.device("cpu"))
    asked = Request(
        statements=6, inputs=4, against_random=True, shuffled=2, without=("sensitivity", "one-hop")
    )
    trained = binding.measure(loaded, asked, Session())[0]
    session = Session(tmp_path / "kept")
    first = spread.measure(loaded, trained, asked, session)
    assert first.seeds == (random_weights.SEED, random_weights.SEED + 1)
    assert all(len(set(one.twins)) == 2 for one in first.statistics)
    assert [len(rows) for rows in first.scores] == [len(trained.scores)] * 2
    r = np.corrcoef(np.array(first.scores[0]).T)[0, 1]
    assert r == pytest.approx(first.statistics[0].twins[0], abs=1e-3)
    drawn, shuffle = [], random_weights.shuffle
    monkeypatch.setattr(
        random_weights, "shuffle", lambda m, seed: (drawn.append(seed), shuffle(m, seed))
    )
    more = spread.measure(loaded, trained, replace(asked, shuffled=3), session)
    assert drawn == [random_weights.SEED + 2]
    assert [one.twins[:2] for one in more.statistics] == [one.twins for one in first.statistics]
