"""``rope_claims.doctor`` where a model runs a scaling that its configuration lacks."""

import numpy as np
import pytest
import torch

import rope_claims
from rope_claims.diagnosis import running
from tests.rope_claims.rotating import LLAMA3, PLAIN, YARN, built, fields


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        (YARN, "is yarn by 4; the configuration says none; the attention factor is 1.139 in"),
        (YARN | {"attention_factor": 1.0}, "the scaling is yarn by 4; the configuration says none"),
        (LLAMA3, "the scaling is llama3 by 4; the configuration says none"),
        (LLAMA3 | {"factor": 8.0}, "the scaling is llama3 by 8; the configuration says none"),
    ],
)
def test_a_scaling_that_the_configuration_lacks(runs, message):
    (one,) = rope_claims.doctor(built(runs), config=fields(PLAIN), reach=64).findings
    assert (one.fault, one.layers) == ("scaling-type", (0, 1))
    assert message in one.message
    assert ("attention factor" in one.message) == (runs == YARN)


def test_an_attention_factor_with_angles_that_nothing_explains():
    model = built(YARN)
    model.model.rotary_emb.inv_freq.mul_(torch.linspace(1, 1.7, 8))
    one, two = rope_claims.doctor(model, config=fields(PLAIN), reach=64).findings
    assert (one.fault, one.layers) == ("unexplained", (0, 1))
    assert (two.fault, two.layers) == ("attention-factor", (0, 1))
    assert two.message == "the attention factor is 1.139; the configuration asks for 1"
    assert "budget" not in two.effect


def test_layers_that_differ_by_noise_have_one_finding(monkeypatch):
    """The last digit of an angle and the number of the worst frequency depend on the noise."""
    model = built(LLAMA3 | {"high_freq_factor": 2.0})
    own, calls = running.slopes, []

    def noisy(*given):
        calls.append(given)  # keys and queries of layer 0, then of layer 1
        sign = 1 if len(calls) % 4 in (1, 2) else -1
        return own(*given) * (1 + sign * 3e-6 * np.array([0] * 6 + [1, -1]))

    monkeypatch.setattr(running, "slopes", noisy)
    (one,) = rope_claims.doctor(model, config=fields(PLAIN), reach=64).findings
    assert (one.fault, one.layers) == ("unexplained", (0, 1))
