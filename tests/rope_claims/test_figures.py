"""The pictures of ``rope_claims.heads``: every score lies within them, and they say whose it is."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

import rope_claims
from tests.rope_claims.test_heads import SHAPE


@pytest.fixture(scope="module")
def scores():
    torch.manual_seed(0)
    model = LlamaForCausalLM(LlamaConfig(**SHAPE, initializer_range=0.5))
    given = torch.from_numpy(np.random.default_rng(0).integers(0, 64, (3, 9)))
    return rope_claims.heads(model, given, per_frequency=True)


@pytest.fixture
def centred(scores):
    """The same, some scores below 0, as a centred convention may have them."""
    lower = {name: getattr(scores, name) - 1 for name in ("s_pos", "s_sym", "by_frequency")}
    return replace(scores, **lower)


def drawn_lines(figure):
    return [line.get_ydata() for line in figure.axes[1].lines]


def test_limits_are_0_and_1_where_scores_are(scores):
    assert scores.plane().axes[0].get_xlim() == scores.plane().axes[0].get_ylim() == (-0.03, 1.03)
    assert scores.card(0, 0).axes[1].get_ylim() == (-0.03, 1.03)
    for axes in scores.map().axes[:2]:
        assert axes.images[0].get_clim() == (0, 1)


def test_limits_follow_scores_below_0(centred):
    plane = centred.plane().axes[0]
    x, y = plane.collections[0].get_offsets().T
    for values, (low, high) in ((x, plane.get_xlim()), (y, plane.get_ylim())):
        assert values.min() < -0.03
        assert low < values.min()
        assert values.max() < high
    clims = [axes.images[0].get_clim() for axes in centred.map().axes[:2]]
    means = [values.mean(axis=2).min() for values in (centred.s_pos, centred.s_sym)]
    assert clims[0] == clims[1] == (min(means), 1)
    card = centred.card(0, 0)
    low, _ = card.axes[1].get_ylim()
    assert low < min(line.min() for line in drawn_lines(card)) < -0.03


@pytest.mark.parametrize("sample", [0, 2])
def test_a_card_shows_the_input_that_is_asked_for(scores, sample):
    card = scores.card(1, 2, sample)
    own = [values[1, 2, sample] for values in (scores.s_pos, scores.s_sym)]
    told = f"layer 1, head 2, input {sample}: s_POS {own[0]:.2f}, s_SYM {own[1]:.2f}"
    assert card.get_suptitle() == told
    for line, values in zip(drawn_lines(card), scores.by_frequency, strict=True):
        assert (line == values[1, 2, :, sample]).all()
    assert f"{own[0]:.2f}" != f"{scores.s_pos[1, 2].mean():.2f}"
