"""Reviewers' options: each against its definition, and against heads whose answer is known."""

import math
from itertools import permutations

import numpy as np
import pytest
import torch

from empirical.experiments.language import sensitivity
from empirical.experiments.language.sensitivity import Blocks, logit_shares, permuted_cosines
from empirical.instrument.heads import read_heads
from empirical.instrument.scores import score_reading
from empirical.instrument.session import Session
from empirical.models.pretrained import load
from empirical.protocol.convention import DEFINITION, Convention
from tests.empirical.talkers import talker

FIVE = Convention(length=5)
RNG = np.random.default_rng(0)
POSITIONAL = np.tile(RNG.normal(size=6), (6, 1))


def test_pure_heads_have_all_of_one_share():
    for entries, expected in ((POSITIONAL, (1, 0)), (POSITIONAL.T, (0, 1))):
        assert logit_shares(entries) == pytest.approx(expected)
        cosines = permuted_cosines(entries)
        assert cosines[expected.index(1)] == pytest.approx(1)
        assert cosines[expected.index(0)] < 1


def test_constant_logits_are_half_and_half():
    assert logit_shares(np.zeros((2, 4, 4)))[0].tolist() == [0.5, 0.5]


def test_permutations_are_scored_by_definition():
    entries = RNG.normal(size=(4, 4))
    exact = np.zeros(2)
    v = np.exp(np.diag(entries))
    for move in map(list, permutations(range(4))):
        after = np.exp(entries[move, range(4)])
        scale = np.linalg.norm(after) * np.linalg.norm(v)
        exact += np.array([after @ v, after @ v[move]]) / scale / math.factorial(4)
    assert permuted_cosines(entries, 4000) == pytest.approx(tuple(exact), abs=0.02)


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    return load(talker(tmp_path_factory.mktemp("model")), torch.device("cpu"))


def test_every_option_is_measured_and_the_baseline_is_the_score(loaded):
    tokens = RNG.integers(2, 500, (3, 42))
    blocks = Blocks(1, 8, FIVE)
    measured = sensitivity.measure(loaded, tokens, blocks, Session())
    names = [option.name for option in measured.options]
    for text in (
        "as scored",
        "first 2 blocks only",
        "first 4 blocks only",
        "blocks twice as long",
        "boundaries 1 later",
        "boundaries 2 later",
        "tau = 0.01",
        "centred",
        "logit shares",
        "random permutations",
    ):
        assert text in names
    reading = read_heads(loaded.model, torch.from_numpy(tokens))
    scores = score_reading(reading, FIVE, start=1, count=8)
    for head in measured.heads:
        mean = scores.s_pos[head.layer, head.head].mean()
        assert head.s_pos == pytest.approx(float(mean), abs=1e-6)
    baseline = measured.options[0]
    assert baseline.s_pos_r == pytest.approx(1)
    assert 0 <= measured.between_inputs.s_pos <= 1
    assert measured.cost.seconds_an_input > 0


def test_a_sliding_layer_that_sees_too_few_blocks_is_left_out(tmp_path):
    loaded = load(talker(tmp_path, window=12), torch.device("cpu"))
    tokens = RNG.integers(2, 500, (2, 42))
    measured = sensitivity.measure(loaded, tokens, Blocks(1, 8, FIVE), Session())
    heads = {option.name: option.heads for option in measured.options}
    assert heads["first 2 blocks only"] == 4 < heads["as scored"] == 8


def test_two_blocks_have_no_smaller_count():
    names = sensitivity.options(Blocks(0, 2, DEFINITION))
    assert not any("first" in name or "twice" in name or "later" in name for name in names)
