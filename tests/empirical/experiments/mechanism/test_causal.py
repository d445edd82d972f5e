"""Interventions against models whose weights were changed to the same effect."""

import pytest
import torch
from transformers import GPTJConfig, GPTJForCausalLM

from empirical.experiments.mechanism import causal
from empirical.experiments.mechanism import held as rules
from empirical.experiments.mechanism.causal import Follower, Intervention, intervened, patterns
from empirical.instrument.hook import recording
from empirical.models.checkpoint import gptj_config
from empirical.models.data import sequences
from empirical.models.model import Shape
from empirical.models.pretrained import ModelError
from empirical.protocol.vocabulary import TASKS

LAYERS, WIDTH = 3, 32
DATA = {task: sequences(task, 8, 3) for task in TASKS}


def model(heads=1, seed=0):
    torch.manual_seed(seed)
    config = gptj_config(Shape(vocabulary=136, layers=LAYERS, heads=heads, width=WIDTH))
    built = GPTJForCausalLM._from_config(GPTJConfig(**config), attn_implementation="eager").eval()
    with torch.no_grad():  # larger weights than at the start, so that attention is not uniform
        for layer in built.transformer.h:
            layer.attn.q_proj.weight.mul_(20)
            layer.attn.k_proj.weight.mul_(20)
    return built


def follower(task="number"):
    other = TASKS[1 - TASKS.index(task)]
    return Follower(task, *(torch.from_numpy(DATA[t].tokens) for t in (task, other)))


def logits(built, task="number", change=None):
    tokens = torch.from_numpy(DATA[task].tokens)
    with torch.inference_mode():
        if change is None:
            return built(tokens, use_cache=False).logits
        with intervened(built, change, follower(task)):
            return built(tokens, use_cache=False).logits


def weights(built, task, change, follow):
    """The weights of every layer as the hook outside the change records them."""
    tokens = torch.from_numpy(DATA[task].tokens)
    with (
        torch.inference_mode(),
        intervened(built, change, follow),
        recording(built, lambda s: s.weights) as recorder,
    ):
        built(tokens, use_cache=False)
    return recorder.kept


def test_no_change_changes_nothing_and_nothing_stays_behind():
    built = model()
    before = logits(built)
    assert torch.equal(logits(built, change=Intervention()), before)
    assert not torch.equal(
        logits(built, change=Intervention((0,), patterns("number")["uniform"])), before
    )
    assert torch.equal(logits(built), before)


def test_zeroed_planes_are_those_of_zeroed_projections():
    built, other = model(), model()
    with torch.no_grad():
        for row in (2, 3, 8, 9):  # planes 2 and 5, counted from 1
            other.transformer.h[1].attn.q_proj.weight[row] = 0
    torch.testing.assert_close(
        logits(built, change=Intervention((1,), planes=(2, 5))), logits(other)
    )


@pytest.mark.parametrize("task", TASKS)
def test_the_patterns_are_what_they_are_called(task):
    built, options = model(), patterns(task)
    plain = weights(built, task, Intervention(), follower(task))
    size = plain[0].shape[-1]
    eye = torch.eye(size).expand_as(plain[0])
    attended = {
        n: weights(built, task, Intervention((0,), p), follower(task)) for n, p in options.items()
    }
    assert torch.equal(attended["reflexive"][0], eye)
    torch.testing.assert_close(
        attended["uniform"][0],
        eye.tril_()
        .new_ones(size, size)
        .tril()
        .div(torch.arange(1.0, size + 1)[:, None])
        .expand_as(plain[0]),
    )
    assert torch.equal(attended["arg-max"][0].argmax(-1), plain[0].argmax(-1))
    ideal = rules.ideal(task, torch.from_numpy(DATA[task].tokens))
    assert torch.equal(attended[rules.OPERATION[task]][0][:, 0].argmax(-1), ideal)
    other = TASKS[1 - TASKS.index(task)]
    wrong = rules.ideal(other, torch.from_numpy(DATA[other].tokens))
    assert torch.equal(attended["other"][0][:, 0].argmax(-1), wrong)
    for rows in attended.values():
        torch.testing.assert_close(rows[0].sum(-1), torch.ones(rows[0].shape[:-1]))
        assert float(rows[0].triu(1).abs().max()) == 0.0  # nothing looks ahead


def test_ideal_looks_go_on_from_what_the_earlier_ones_brought():
    held = follower()
    change = Intervention(tuple(range(LAYERS)), patterns("number")["index"])
    with torch.inference_mode(), intervened(model(), change, held):
        pass
    weights(model(), "number", change, held)
    expected = torch.from_numpy(DATA["number"].tokens)
    for _ in range(LAYERS):
        expected = rules.held_after("number", expected, rules.ideal("number", expected))
    assert torch.equal(held.held, expected)


def test_a_place_that_is_done_looks_on_at_a_place_that_holds_the_same():
    held, tokens = follower("letter"), torch.from_numpy(DATA["letter"].tokens)
    change = Intervention(tuple(range(LAYERS)), causal.staying())
    sources = [w[:, 0].argmax(-1) for w in weights(model(), "letter", change, held)]
    now, own = tokens, torch.arange(tokens.shape[1]).expand_as(tokens)
    for layer, source in enumerate(sources):
        ideal = rules.ideal("letter", now)
        moves = ideal != own
        assert torch.equal(source[moves], ideal[moves])
        assert layer or torch.equal(source, ideal)
        done = ~rules.waits("letter", now)
        assert torch.equal(now.gather(1, source)[done], now[done])
        if layer:
            assert torch.equal(source[~moves], sources[layer - 1][~moves])
        now = rules.step("letter", now, source)
    assert torch.equal(held.held, now)
    assert (sources[-1] != ideal).any()


def test_models_of_several_heads_are_refused():
    with (
        pytest.raises(ModelError, match="one head"),
        intervened(model(2), Intervention(), follower()),
    ):
        pass


def test_bands_cover_every_plane_once_and_random_ones_avoid_the_fastest():
    bands = causal.frequency_bands(64)
    assert sorted(p for band in bands.values() for p in band) == list(range(1, 65))
    assert bands["fastest"] == tuple(range(1, 9))
    for band in causal.random_bands(64):
        assert len(set(band)) == 8
        assert min(band) > 8


def test_causal_runs_as_often_as_it_says_and_counts_every_sequence():
    calls = []
    kinds = {"positional": [], "symbolic": [1, 2], "all": range(LAYERS)}
    effects = causal.causal(model(), DATA["number"], DATA["letter"], kinds, lambda: calls.append(1))
    assert len(calls) == causal.passes(kinds, LAYERS, WIDTH // 2)
    assert effects.attention["positional"] == effects.bands["positional"] == {}
    assert set(effects.attention) == set(kinds)
    assert len(effects.layers) == LAYERS
    every = [*effects.attention.values(), *effects.layers]
    assert all(of == 8 for kept in every for _, of in kept.values())
    assert effects.bands["all"]["random"][1] == 40


def test_equal_sets_of_layers_are_measured_once():
    calls = []
    kinds = {"positional": [], "symbolic": range(LAYERS), "all": range(LAYERS)}
    effects = causal.causal(model(), DATA["number"], DATA["letter"], kinds, lambda: calls.append(1))
    assert len(calls) == causal.passes(kinds, LAYERS, WIDTH // 2) == 1 + 4 * 5 + 7
    assert effects.attention["symbolic"] == effects.attention["all"]
