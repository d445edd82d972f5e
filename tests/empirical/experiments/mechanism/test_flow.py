"""Flow: ideal sources are explained throughout, random ones are not."""

import pytest
import torch

from empirical.experiments.mechanism.flow import (
    example,
    explained_attention,
    flow_report,
    held_by_layer,
)
from empirical.experiments.mechanism.records import Flow
from empirical.models.data import sequences
from empirical.protocol.vocabulary import TASKS
from tests.empirical.experiments.mechanism.ideal import everything, ideal_sources

LAYERS = 5
both = pytest.mark.parametrize("task", TASKS)


@both
def test_ideal_sources_are_explained_throughout(task):
    data = sequences(task, 64, 9)
    report = flow_report(data, ideal_sources(data, LAYERS), everything(data))
    assert report.explained == (64 * 16 * LAYERS,) * 2
    assert report.reached == report.stepped == (64, 64)
    assert report.stepped_by_hops == {str(h): (16, 16) for h in range(1, 5)}
    assert all(row.either == 1.0 for row in report.layers + report.path)
    assert report.path[0].step == 1.0


@both
def test_random_sources_are_explained_about_as_often_as_chance_says(task):
    data = sequences(task, 256, 9)
    draw = torch.rand(LAYERS, *data.tokens.shape, generator=torch.Generator().manual_seed(3))
    sources = (draw * torch.arange(1, data.tokens.shape[1] + 1)).long()
    report = flow_report(data, sources, everything(data))
    for row in report.layers:
        assert row.either == pytest.approx(row.chance, abs=0.03)
    assert report.stepped[0] < 0.9 * report.stepped[1]
    assert report.reached[0] < 0.5 * report.reached[1]


@both
def test_reflexive_is_explained_and_moves_nothing(task):
    data = sequences(task, 16, 9)
    tokens = torch.from_numpy(data.tokens)
    own = torch.arange(tokens.shape[1]).expand(LAYERS, *tokens.shape)
    assert torch.equal(held_by_layer(task, tokens, own, True)[-1], tokens)
    assert bool(explained_attention(task, tokens, own[0])[1].all())
    assert flow_report(data, own, everything(data)).reached[0] == 0


def test_only_solved_inputs_count():
    data = sequences("number", 16, 9)
    none = torch.zeros(16, dtype=torch.bool)
    assert flow_report(data, ideal_sources(data, LAYERS), none) == Flow((0, 16))
    assert example(data, ideal_sources(data, LAYERS), none) is None
    some = torch.arange(16) < 4
    assert flow_report(data, ideal_sources(data, LAYERS), some).reached == (4, 4)


def test_the_example_is_one_of_four_hops():
    data = sequences("letter", 64, 9)
    chosen = example(data, ideal_sources(data, LAYERS), everything(data))
    assert len(chosen.path) == 4
    assert chosen.held[-1][-1] == chosen.answer
    assert len(chosen.sources) == LAYERS == len(chosen.held) - 1
