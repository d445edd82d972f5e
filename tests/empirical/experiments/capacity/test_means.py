"""What heads have: bounds on the model's own logits, plane by plane, on models made on the spot."""

import numpy as np
import pytest
import torch

from constructions.capacity import certificate, sums
from constructions.capacity.program import optimum
from empirical.architectures.specimens import random_tokens, tiny
from empirical.experiments.capacity import means
from empirical.instrument.heads import read_heads

NAMES = ["gptj", "llama", "gpt_neox", "llama/yarn-scaled", "llama/llama3"]


def layers(name):
    return read_heads(tiny(name), random_tokens()).layers


@pytest.mark.parametrize("name", NAMES)
def test_amplitudes_bound_every_planes_logits_and_are_reached(name):
    """A key placed everywhere: no plane's logit is above a_p, and the fast plane comes near."""
    for layer in layers(name):
        planes = layer.per_frequency()
        a = means.amplitudes(layer)
        assert a.shape == (*layer.query.shape[:2], layer.keys.shape[2], len(planes))
        entries = layer.block_entries(torch.arange(layer.keys.shape[2]), planes=planes)
        bound = a.transpose(2, 3)[..., None]
        visible = layer.visible[:, None, None, :, None]
        assert (entries.abs() <= bound + 1e-6)[visible.expand_as(entries)].all()
        most = entries.abs().amax(-1) / a.transpose(2, 3)
        assert float(most[:, :, 0].median()) > 0.9


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_heads_logits_are_below_its_length(name):
    for layer in layers(name):
        whole = means.norm_products(layer)
        entries = layer.block_entries(torch.arange(layer.keys.shape[2])).abs().amax(-1)
        assert (entries <= whole + 1e-6)[layer.visible[:, None].expand_as(whole)].all()
        assert (means.amplitudes(layer).sum(-1) <= whole + 1e-9).all()


@pytest.mark.parametrize("name", ["gptj", "llama", "llama/yarn-scaled", "gemma3_text"])
def test_what_a_position_turns_is_what_the_configuration_says(name):
    bases = [1e4] * 5 + [1e6 if name == "gemma3_text" else 1e4]
    for layer, base in zip(layers(name), bases, strict=False):
        turns = means.plane_turns(layer).numpy()
        plain = base ** (-np.arange(len(turns)) / len(turns))
        assert turns == pytest.approx(plain, rel=1e-5) or "yarn" in name
        assert turns[0] == pytest.approx(1, rel=1e-5)
    assert [len(means.plane_turns(layer)) for layer in layers("smollm3")] == [4, 4, 4, 0]


def test_keys_that_are_not_visible_count_for_nothing():
    layer = next(x for x in layers("gemma2") if not bool(x.visible.all()))
    hidden = ~layer.visible
    assert float(means.amplitudes(layer).sum((1, 3))[hidden].abs().max()) == 0
    assert float(means.norm_products(layer).sum(1)[hidden].abs().max()) == 0


def test_heads_over_batches_are_those_of_all_inputs():
    model, tokens = tiny("llama"), random_tokens()
    whole = means.measured_means(model, [tokens])
    parts = means.measured_means(model, [tokens[:1], tokens[1:]])
    assert len(whole) == 8
    assert [(h.layer, h.head) for h in whole] == [(k, h) for k in range(2) for h in range(4)]
    for one, other in zip(whole, parts, strict=True):
        for name in ("has", "length", "used", "weight"):
            assert getattr(one, name) == pytest.approx(getattr(other, name), rel=1e-5)
        assert sum(one.planes) == pytest.approx(one.has)
        assert one.used <= one.has <= one.length + 1e-6


def test_the_longest_window_served_is_where_the_sums_reach_one():
    theta = 1e4 ** (-np.arange(16) / 16)
    a = certificate.enough_amplitude(theta, optimum(theta, 200).a, 200) / 1e6
    reach = means.reach(theta, a)
    assert 200 <= reach < 230
    exponent = sums.exponents(theta, a, reach + 1)
    assert sums.worst_sum(exponent[: reach - 1], 1.0) <= 1 < sums.worst_sum(exponent[:reach], 1.0)
    assert means.reach(theta, 0 * a) == 2
    assert means.reach(theta, 1e4 * a) == means.FURTHEST
