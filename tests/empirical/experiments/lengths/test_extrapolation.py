"""The predictors against long inputs assembled from their own assumption, where it is exact."""

import numpy as np
import pytest
import torch

from empirical.experiments.lengths import extrapolation
from empirical.experiments.lengths.records import PREDICTORS
from empirical.experiments.lengths.walk import Whole, walk
from empirical.models.data import sequences
from empirical.protocol.vocabulary import LENGTH, TASKS
from tests.empirical.random_models import random_model


def model(layers, **changes):
    return random_model(0.15, layers=layers, width=32, **changes)


@pytest.mark.parametrize("changes", [{}, {"base": 50.0}, {"nope_from": 0}])
def test_windows_behind_known_tokens_are_the_end_of_the_whole_input(changes):
    """In one layer an irrelevant token's key does not depend on what stands before it."""
    one, lead = model(1, **changes), 30
    data = sequences("number", 20, 3, lead=lead)
    keys, values = [], []

    def keep(layer, q, k, v):
        keys.append(k[:, :lead].flatten(0, 1))
        values.append(v[:, :lead].flatten(0, 1))
        return Whole(one, lead + LENGTH)(layer, q, k, v)

    whole = walk(one, torch.from_numpy(data.tokens), keep)
    members = np.arange(20 * lead).reshape(20, lead)
    windows = extrapolation.Windows(one, members, np.full(20, lead), LENGTH)
    ends = torch.from_numpy(data.tokens[:, lead:])
    pool = keys[0], values[0]
    got = walk(one, ends, lambda layer, q, k, v: windows.rows(layer, q, k, v, pool))
    torch.testing.assert_close(got, whole, rtol=1e-4, atol=1e-4)


def test_the_mean_field_of_one_member_is_that_member_everywhere():
    one, lead = model(1), 25
    data = sequences("number", 8, 4)
    pool = extrapolation.training_pool(one, sequences("number", 4, 5))
    single = extrapolation.Pool([pool.keys[0][:1]], [pool.values[0][:1]], pool.tokens[:1], None)
    field = extrapolation.MeanField(one, single, data, lead, np.random.default_rng(0))
    windows = extrapolation.Windows(one, np.zeros((8, lead), dtype=int), np.full(8, lead), LENGTH)
    parts = single.keys[0], single.values[0]
    tokens = torch.from_numpy(data.tokens)
    drawn = walk(one, tokens, lambda layer, q, k, v: windows.rows(layer, q, k, v, parts))
    torch.testing.assert_close(walk(one, tokens, field), drawn, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("how", PREDICTORS)
def test_at_the_training_length_every_predictor_is_the_model(task, how):
    one, data = model(2), sequences(task, 40, 6)
    right, _ = extrapolation.predict(one, how, LENGTH, data, sequences(task, 16, 7), 0)
    with torch.inference_mode():
        guess = one(torch.from_numpy(data.tokens)).argmax(-1).numpy()
    assert (right == (guess == data.answers)).all()


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("how", PREDICTORS)
@pytest.mark.parametrize("length", [18, 27, 90])
def test_a_prediction_is_a_function_of_its_seed(task, how, length):
    one, data = model(2), sequences(task, 12, 6)
    pooled = sequences(task, 16, 7)
    first, again = (extrapolation.predict(one, how, length, data, pooled, 1)[0] for _ in range(2))
    assert first.shape == (12,)
    assert (first == again).all()


def test_wanted_letters_are_those_that_irrelevant_tokens_never_begin_with():
    data = sequences("letter", 400, 8, lead=40)
    wanted = extrapolation.wanted_lefts(data)
    assert (wanted.sum(1) == data.hops).all()
    front = data.tokens[:, :40] // 8 % 8
    assert not wanted[np.arange(400)[:, None], front].any()
    assert not extrapolation.wanted_lefts(sequences("number", 4, 8)).any()


def test_members_are_irrelevant_and_close_to_where_they_are_drawn_for():
    data, rng = sequences("letter", 40, 9), np.random.default_rng(0)
    tokens = data.tokens[:, :8].flatten()
    positions = np.sort(rng.integers(0, 200, len(tokens)))
    pool = extrapolation.Pool([], [], tokens, positions)
    allowed = pool.allowed(data)
    members = extrapolation.draw(pool, allowed, 200, rng)
    assert allowed[np.arange(40)[:, None], members].all()
    off = np.abs(positions[members] - np.arange(200))
    assert np.quantile(off, 0.95) < 25
    with pytest.raises(ValueError, match="pool more"):
        extrapolation.draw(pool, np.zeros_like(allowed), 10, rng)


def test_depths_begin_at_none_and_reach_the_end():
    drawn = extrapolation.depths(np.random.default_rng(0), 400, 1000)
    assert (drawn[:100] == 0).all()
    assert drawn.max() > 950
    assert (np.diff(drawn) >= 0).all()


def test_an_unknown_predictor_is_refused():
    data = sequences("number", 4, 1)
    with pytest.raises(ValueError, match="choose one of mean-field"):
        extrapolation.predict(model(1), "oracle", 30, data, data, 0)
