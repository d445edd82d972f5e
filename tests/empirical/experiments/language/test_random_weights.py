"""Baselines: weights as an untrained model has them, and statistics that differ or not."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM

from empirical.architectures.specimens import random_tokens, tiny
from empirical.experiments.language import binding, random_weights, trends
from empirical.experiments.language import synthetic as real_synthetic
from empirical.instrument.session import Session
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded, load
from empirical.protocol.request import Request
from tests.empirical.documents import noise
from tests.empirical.talkers import talker


@pytest.mark.parametrize("name", ["gemma2", "gptj", "gpt_neox", "phi3", "qwen3", "llama/llama3"])
def test_weights_are_as_an_untrained_model_has_them(name, tmp_path):
    tiny(name).save_pretrained(tmp_path)
    model = AutoModelForCausalLM.from_pretrained(tmp_path)
    trained = {key: value.detach().clone() for key, value in model.named_parameters()}
    buffers = {key: value.clone() for key, value in model.named_buffers()}
    fresh = AutoModelForCausalLM.from_config(model.config).state_dict()
    random_weights.randomise(model)
    for key, parameter in model.named_parameters():
        value = parameter.detach()
        assert not torch.equal(value, trained[key])
        assert float(value.std()) == pytest.approx(float(fresh[key].std()), rel=0.3, abs=1e-6)
        assert float(value.mean()) == pytest.approx(float(fresh[key].mean()), abs=0.01)
    assert all(torch.equal(value, buffers[key]) for key, value in model.named_buffers())
    with torch.inference_mode():
        assert bool(model(random_tokens()).logits.isfinite().all())


def test_the_same_seed_draws_the_same_weights():
    one, other, third = tiny("llama"), tiny("llama", seed=1), tiny("llama")
    for model, seed in ((one, 5), (other, 5), (third, 6)):
        random_weights.randomise(model, seed)
    pairs = zip(one.parameters(), other.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in pairs)
    assert not torch.equal(one.model.embed_tokens.weight, third.model.embed_tokens.weight)


def test_shuffled_weights_are_the_same_numbers_in_another_order(monkeypatch):
    monkeypatch.setattr(random_weights, "SHUFFLED", 500)
    model = tiny("gemma2")
    before = {key: value.detach().clone() for key, value in model.named_parameters()}
    random_weights.shuffle(model)
    for key, value in model.named_parameters():
        assert not torch.equal(value, before[key])
        assert torch.equal(value.detach().view(-1).sort()[0], before[key].view(-1).sort()[0])
    embedded = model.model.embed_tokens.weight
    assert not torch.equal(embedded.sum(1), before["model.embed_tokens.weight"].sum(1))


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    return load(talker(tmp_path_factory.mktemp("model"), layers=4), torch.device("cpu"))


def numbers(loaded):
    return {name: value.clone() for name, value in loaded.model.state_dict().items()}


def same(one, other):
    return all(torch.equal(value, other[name]) for name, value in one.items())


def test_a_model_is_afterwards_what_it_was(loaded):
    """Whatever is measured of it next, in whatever order."""
    asked = Request(statements=8, without=("sensitivity", "one-hop"))
    before, weights = binding.measure(loaded, asked, Session())[0], numbers(loaded)
    random = random_weights.measure(loaded, before, asked, Session())
    assert all(one.frequencies != before.frequencies for one in random.twins)
    assert same(weights, numbers(loaded))
    assert binding.measure(loaded, asked, Session())[0] == before


@pytest.mark.parametrize("draw", random_weights.DRAWS.values())
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float64])
def test_weights_come_back_whatever_befalls_the_baseline(draw, dtype, tmp_path):
    lent = Loaded("tiny", tiny("gemma2", dtype), None, None, None)
    weights = numbers(lent)

    def interrupted():
        with random_weights.lent(lent, tmp_path / "new") as model:
            draw(model)
            assert not same(weights, numbers(lent))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert same(weights, numbers(lent))
    assert not any((tmp_path / "new").iterdir())


def test_weights_that_cannot_be_kept_are_reported_and_nothing_is_drawn(loaded, tmp_path):
    weights = numbers(loaded)
    (tmp_path / "file").write_text("no folder")
    with (
        pytest.raises(ModelError, match="make room on the disk"),
        random_weights.lent(loaded, tmp_path / "file"),
    ):
        pytest.fail("the weights were lent")
    assert same(weights, numbers(loaded))


def random(seed):
    """Heads that score at random, on every frequency too."""
    return noise(real_synthetic.binding(), np.random.default_rng(seed))


def test_each_baseline_says_which_claims_its_heads_meet(loaded, monkeypatch):
    asked = Request(statements=8, without=("sensitivity", "one-hop"))
    trained = binding.measure(loaded, asked, Session())[0]
    published = real_synthetic.binding()
    turned = [replace(one, s_pos=one.s_sym, s_sym=one.s_pos) for one in published.frequencies]
    baselines = iter([replace(published, frequencies=tuple(turned)), random(0)])
    monkeypatch.setattr(random_weights, "baseline_heads", lambda *given: next(baselines))
    shuffled, fresh = random_weights.measure(loaded, trained, asked, Session()).twins
    assert shuffled.met == ("A-e-anti", "A-e-depth")
    assert fresh.met == ()


def test_a_trained_model_differs_from_noise_in_every_statistic():
    rows = random_weights.compare_baseline(real_synthetic.binding(), random(0))
    assert {row.claim for row in rows} == {"A-e-anti", "A-e-depth", "A-e-band"}
    assert all(row.differs for row in rows)
    for row in rows:
        gap = row.trained[0] - row.random[0]
        value, low, high = row.difference
        assert value == pytest.approx(gap)
        assert low < gap < high


def test_noise_rarely_differs_from_noise():
    rows = [
        row
        for n in range(4)
        for row in random_weights.compare_baseline(random(2 * n), random(2 * n + 1))
    ]
    assert sum(row.differs for row in rows) <= 4  # of 24, at 5 % each


def test_too_few_heads_have_no_statistic_and_say_why():
    whole = real_synthetic.binding()
    few = replace(whole, scores=whole.scores[:3], frequencies=whole.frequencies[:3])
    rows = random_weights.compare_baseline(whole, few)
    assert all(row.difference is None for row in rows)
    assert all("8 at least are needed" in row.reason for row in rows)


def test_heads_all_alike_have_no_correlation():
    alike = np.ones((2, 20))
    with pytest.raises(ValueError, match="alike"):
        trends.resampled(trends.pearson, alike)
    assert trends.resampled(trends.average, alike[:1]).value == 1
