"""Remedies on tiny models: each changes what it says and nothing else."""

import numpy as np
import pytest
import torch

from empirical.experiments.law import forms, remedies
from empirical.experiments.law.remedies import Lead
from empirical.experiments.lengths.walk import Whole, walk
from empirical.models.data import sequences
from empirical.models.model import GPTJ, Shape, log_scale
from empirical.protocol.vocabulary import LENGTH


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return GPTJ(Shape(136, layers=5, width=16, base=100.0)).eval()


@pytest.fixture(scope="module")
def data():
    return sequences("number", 8, 3, lead=60, letters="repeated")


def logits(model, data, factor=1.0, lags=None):
    tokens = torch.from_numpy(data.tokens)
    lead = Lead(model, tokens[:, :-LENGTH])
    return walk(model, tokens[:, -LENGTH:], remedies.Remedied(model, lead, factor, lags))


CARRIERS = forms.CARRIERS
"""The carrying layers, whatever a test puts in their place."""


def attended(first, rest):
    """Attention of ``first`` in the carrying layers, and of ``rest`` in the others."""
    return lambda layer, *qkv: (first if layer < CARRIERS else rest)(layer, *qkv)


def test_no_remedy_is_the_model_itself(model, data):
    with torch.inference_mode():
        whole = model(torch.from_numpy(data.tokens))
    assert torch.allclose(logits(model, data), whole, atol=1e-5)


def test_the_factor_multiplies_the_carrying_layers_alone(model, data, monkeypatch):
    changed = logits(model, data, 3.0)
    assert not torch.allclose(changed, logits(model, data), atol=1e-4)
    monkeypatch.setattr(forms, "CARRIERS", len(model.blocks))
    assert not torch.allclose(changed, logits(model, data, 3.0), atol=1e-4)
    tokens = torch.from_numpy(data.tokens)
    lead = Lead(model, tokens[:, :-LENGTH])
    every, none = (remedies.Remedied(model, lead, factor, None) for factor in (3.0, 1.0))
    expected = walk(model, tokens[:, -LENGTH:], attended(every, none))
    assert torch.allclose(changed, expected, atol=1e-5)


def test_hiding_every_lag_leaves_the_window_alone(model, data):
    lags = torch.ones(8, data.tokens.shape[1], dtype=torch.bool)
    tokens = torch.from_numpy(data.tokens)
    lead = Lead(model, tokens[:, :-LENGTH])
    alone, usual = Whole(model, LENGTH), remedies.Remedied(model, lead, 1.0, None)
    expected = walk(model, tokens[:, -LENGTH:], attended(alone, usual))
    assert torch.allclose(logits(model, data, 1.0, lags), expected, atol=1e-5)


def test_a_hidden_lag_is_counted_from_the_strongest_key_of_the_window(model, data):
    tokens = torch.from_numpy(data.tokens)
    one = remedies.Remedied(model, Lead(model, tokens[:, :-LENGTH]), 1.0, None)
    own = torch.zeros(8, LENGTH, LENGTH)
    own[:, :, 3] = 1.0
    lags = torch.zeros(8, 77, dtype=torch.bool)
    lags[:, 20] = True
    hidden = one._hidden(own, lags)
    assert hidden.sum(-1).unique().tolist() == [1]
    assert hidden[..., 60 + 3 - 20].all()


def test_other_lags_are_as_many_and_beyond_training():
    lags = forms.aliased(1e4, 136)
    others = remedies.others(lags, 6, np.random.default_rng(0))
    assert (others.sum(axis=1) == lags.sum()).all()
    assert not others[:, lags].any()
    assert not others[:, : forms.TRAINED].any()
    assert len({row.tobytes() for row in others}) == 6


def test_log_scaled_logits_are_those_of_training_at_its_end():
    scale = log_scale(0, LENGTH, torch.device("cpu"))
    assert scale.shape == (LENGTH, 1)
    assert scale[-1].item() == pytest.approx(1.0)
    assert (scale.diff(dim=0) > 0).all()


def test_a_log_scaled_model_is_not_walked_through(data):
    scaled = GPTJ(Shape(136, layers=2, width=16, log_scaled=True))
    with pytest.raises(ValueError, match="log-scaled"):
        walk(scaled, torch.from_numpy(data.tokens), lambda *_: None)


def test_log_scaled_logits_change_long_inputs_and_last_positions_agree():
    torch.manual_seed(1)
    plain = GPTJ(Shape(136, layers=2, width=16)).eval()
    scaled = GPTJ(Shape(136, layers=2, width=16, log_scaled=True)).eval()
    for parameter in plain.parameters():
        parameter.data *= 10
    scaled.load_state_dict(plain.state_dict())
    tokens = torch.randint(0, 136, (3, 80))
    with torch.inference_mode():
        assert not torch.allclose(plain(tokens), scaled(tokens), atol=1e-4)
        last = scaled(tokens, last_only=False)[:, -1]
        assert torch.allclose(scaled(tokens), last, atol=1e-4)
