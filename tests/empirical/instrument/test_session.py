"""Layer by layer: the same numbers as all at once, little memory, and nothing lost on the way."""

import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModelForCausalLM, GPTJConfig, LlamaConfig

from empirical.architectures.specimens import LISTED, random_tokens, tiny
from empirical.instrument import recorder, scores, session
from empirical.instrument.heads import last_logits, read_heads, visit_layers
from empirical.instrument.measure import _exclusions
from empirical.instrument.scores import parts, score_reading, scored
from empirical.instrument.session import Work
from empirical.protocol.convention import Convention
from tests.empirical import prepared

NOWHERE = Work(None, {})
ALL = slice(None)
STATEMENTS = 1300
"""Tokens of 256 statements of five, the question included."""


@pytest.mark.parametrize("name", ["gptj", "gemma2", "llama", "gpt_neox"])
def test_layers_one_by_one_equal_layers_together(name):
    model, tokens = tiny(name), random_tokens(3)
    reading = read_heads(model, tokens)
    three = Convention(length=3)
    whole, planes = (score_reading(reading, three, per_frequency=f) for f in (False, True))
    results = NOWHERE.by_layer(
        model, tokens.numpy(), lambda layer: scored(layer, three, per_frequency=True)
    )
    for i, result in enumerate(results):
        np.testing.assert_allclose(result["s_pos"], whole.s_pos[i], atol=1e-12)
        np.testing.assert_allclose(result["s_sym"], whole.s_sym[i], atol=1e-12)
        by_frequency = result["s_pos_by_frequency"].transpose(0, 2, 1)
        np.testing.assert_allclose(by_frequency, planes.s_pos[i], atol=1e-12)
        by_frequency = result["s_sym_by_frequency"].transpose(0, 2, 1)
        np.testing.assert_allclose(by_frequency, planes.s_sym[i], atol=1e-12)
        np.testing.assert_allclose(result["entropy"].T, reading.entropy()[i].T, atol=1e-5)


@pytest.mark.parametrize("limit", [{"PART": 300}, {"QUERIES": 3}])
@pytest.mark.parametrize("name", LISTED)
def test_attention_in_parts_is_the_models_own(name, limit, monkeypatch):
    model, tokens = tiny(name), random_tokens()
    whole = read_heads(model, tokens, query=torch.tensor([4, 12]))
    for constant, value in limit.items():
        monkeypatch.setattr(recorder, constant, value)
    split = read_heads(model, tokens, query=torch.tensor([4, 12]))
    torch.testing.assert_close(split.logits, whole.logits, atol=1e-4, rtol=1e-4)
    for a, b in zip(split.layers, whole.layers, strict=True):
        torch.testing.assert_close(a.weights, b.weights, atol=1e-5, rtol=0)
    assert split.self_error() < 1e-5


@pytest.mark.parametrize("name", ["gptj", "gemma2", "llama", "gpt_neox"])
def test_the_last_logits_are_the_models_own(name, monkeypatch):
    model, tokens = tiny(name), random_tokens(3)
    mask = torch.ones_like(tokens)
    mask[1, :4] = 0
    places = (mask.cumsum(dim=1) - 1).clamp(min=0)
    given = {"attention_mask": mask, "position_ids": places}
    with torch.inference_mode():
        whole = [model(tokens, **options).logits[:, -1] for options in ({}, given)]
    monkeypatch.setattr(recorder, "QUERIES", 4)
    for own, options in zip(whole, ({}, given), strict=True):
        torch.testing.assert_close(last_logits(model, tokens, **options), own, atol=1e-4, rtol=1e-4)


def test_inputs_in_several_passes_are_joined(monkeypatch):
    model, tokens = tiny("llama"), random_tokens(5).numpy()
    whole = NOWHERE.by_layer(model, tokens, scored)
    steps = []
    monkeypatch.setattr(session, "TOKENS_A_PASS", 26)
    split = Work(None, {}, steps.append).by_layer(model, tokens, scored)
    assert steps == [2, 2, 1]
    for a, b in zip(whole, split, strict=True):
        assert a["s_pos"].shape == (4, 5)
        np.testing.assert_allclose(a["s_pos"], b["s_pos"], atol=5e-3)  # near-ties in float32
        np.testing.assert_allclose(a["entropy"], b["entropy"], atol=1e-5)


def test_parts_hold_every_sample_and_head_once(monkeypatch):
    layer = visit_layers(tiny("llama"), random_tokens(3), lambda layer: layer)[1][0]
    monkeypatch.setattr(scores, "BUDGET", 300)
    small = list(parts(layer, 144))
    assert [part.keys.shape[:2] for part in small] == [(1, 1)] * 6
    assert torch.equal(torch.cat([p.query[:, :2] for p in small[:2]], 1), layer.query[:1])


class Interrupted(Exception):
    """Stands in for a power cut."""


@pytest.mark.parametrize("after", range(6))
def test_at_most_one_layer_is_lost(tmp_path, monkeypatch, after):
    monkeypatch.setattr(session, "TOKENS_A_PASS", 39)
    model, tokens = tiny("gemma3_text"), random_tokens(4).numpy()
    work, visits = Work(tmp_path, {"model": "tiny"}), []
    whole = NOWHERE.by_layer(model, tokens, scored)

    def visit(layer, until):
        if len(visits) == until:
            raise Interrupted
        visits.append(layer)
        return scored(layer)

    with pytest.raises(Interrupted):
        work.by_layer(model, tokens, lambda layer: visit(layer, 2 * after + 1))
    again = work.by_layer(model, tokens, lambda layer: visit(layer, None))
    assert len(visits) == 12  # six layers, two passes: none was measured twice
    for a, b in zip(whole, again, strict=True):
        assert all(np.array_equal(a[name], b[name]) for name in a)
    work.by_layer(model, tokens, lambda layer: visit(layer, 12))  # nothing is left to do


def test_a_finished_pass_is_not_run_again(tmp_path):
    model, tokens = tiny("llama"), random_tokens().numpy()
    work = Work(tmp_path, {"model": "tiny"})
    first = work.by_layer(model, tokens, scored)

    def forbidden(*_):
        raise Interrupted

    model.register_forward_pre_hook(forbidden)
    second = work.by_layer(model, tokens, scored)
    assert all(np.array_equal(a["s_sym"], b["s_sym"]) for a, b in zip(first, second, strict=True))


def test_what_was_measured_of_something_else_is_not_used(tmp_path):
    model, tokens = tiny("llama"), random_tokens().numpy()
    zero = lambda layer: {"s_pos": np.zeros(2)}  # noqa: E731
    Work(tmp_path, {"commit": "a"}).by_layer(model, tokens, zero)
    for commit, expected in (("a", 0), ("b", 1)):
        work = Work(tmp_path, {"commit": commit})
        results = work.by_layer(model, tokens, lambda layer: {"s_pos": np.ones(2)})
        assert all(result["s_pos"].tolist() == [expected] * 2 for result in results)


def test_what_json_can_say_is_made_once_for_each_thing_that_it_is_of(tmp_path):
    made = []
    for of in ({"row": np.arange(3)}, {"row": np.arange(3)}, {"row": np.arange(4)}):
        Work(tmp_path, {"model": "tiny"}).once(lambda: made.append(0), **of)
    assert len(made) == 2
    Work(None, {"model": "tiny"}).once(lambda: made.append(0), row=np.arange(3))
    assert len(made) == 3


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 cut short"])
def test_a_damaged_result_counts_as_missing(tmp_path, content):
    model, tokens, visits = tiny("llama"), random_tokens().numpy(), []
    work = Work(tmp_path, {})

    def visit(layer):
        visits.append(layer)
        return {"s_pos": np.zeros(2)}

    work.by_layer(model, tokens, visit)
    (work.folder / "0-1.safetensors").write_bytes(content)
    work.by_layer(model, tokens, visit)
    assert len(visits) == 3  # two layers, and the damaged one again


LLAMA = LlamaConfig(
    vocab_size=50,
    hidden_size=128,
    intermediate_size=64,
    num_hidden_layers=1,
    num_attention_heads=128,
    num_key_value_heads=128,
    head_dim=8,
    max_position_embeddings=4096,
)
MANY_GPTJ = GPTJConfig(
    vocab_size=50, n_embd=512, n_inner=64, n_layer=2, n_head=64, n_positions=4096, rotary_dim=4
)


def peak():
    """The most GiB that this process has held."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 2**20


def measure(config, frequencies, out):
    """Write how many GiB measuring adds to what the process held with its model loaded."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config).eval()
    tokens = torch.randint(0, 50, (1, STATEMENTS))
    with torch.inference_mode():
        model(tokens[:, :8], use_cache=False)
    before, rules = peak(), Convention(length=(STATEMENTS - 1) // 256)

    def visit(layer):
        arrays = scored(layer, rules, count=256, per_frequency=frequencies)
        return arrays if frequencies else arrays | {"x": _exclusions(layer.part(ALL, slice(0, 32)))}

    NOWHERE.by_layer(model, tokens.numpy(), visit)
    last_logits(model, tokens)
    out.write_text(str(peak() - before))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
@pytest.mark.parametrize(
    ("config", "frequencies"), [(LLAMA, False), (MANY_GPTJ, True)], ids=["llama", "gptj"]
)
def test_memory_at_256_statements_and_many_heads(config, frequencies, tmp_path):
    """All weights of a layer at once, 128 · 1300² · 4 bytes, would take 0.8 GiB, more than once."""
    process = prepared.start(measure, config, frequencies, tmp_path / "added")
    process.join()
    assert process.exitcode == 0
    added = float((tmp_path / "added").read_text())
    print(f"{config.model_type}: {added:.2f} GiB beside the weights")
    assert 0 < added < 1
