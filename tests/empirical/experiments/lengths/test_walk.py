"""The walk against the model's own pass, and its placement scores against the hook's."""

import pytest
import torch

from empirical.experiments.lengths.walk import Scored, Whole, gaps, walk
from empirical.instrument.heads import read_heads
from empirical.instrument.scores import score_reading
from empirical.models.data import sequences
from empirical.models.model import GPTJ, Shape
from empirical.models.pretrained import shipped
from tests.empirical.random_models import random_model


@pytest.mark.parametrize("changes", [{}, {"base": 50.0}, {"nope_from": 1}])
def test_the_walk_ends_at_the_models_own_logits(changes):
    one, tokens = (
        random_model(0.2, 128, layers=3, width=32, **changes),
        torch.randint(0, 128, (3, 40)),
    )
    with torch.inference_mode():
        torch.testing.assert_close(
            walk(one, tokens, Whole(one, 40)), one(tokens), rtol=1e-4, atol=1e-4
        )


def test_scores_and_gaps_are_those_of_the_heads_read_by_the_hook():
    loaded = shipped()[0]
    one = GPTJ(Shape(136)).eval()
    one.load_state_dict(loaded.model.state_dict())
    tokens = torch.from_numpy(sequences("number", 8, 1).tokens)
    scored = Scored(one, 17)
    walk(one, tokens, scored)
    reading = read_heads(loaded.model, tokens)
    expected = score_reading(reading)
    for layer, (ours, gap) in enumerate(zip(scored.scores, scored.gaps, strict=True)):
        torch.testing.assert_close(ours.s_pos, expected.s_pos[layer, 0], rtol=1e-3, atol=1e-3)
        torch.testing.assert_close(ours.s_sym, expected.s_sym[layer, 0], rtol=1e-3, atol=1e-3)
        heads = reading.layers[layer]
        logits = torch.cat([heads.diagonal()[:, 0, :-1], heads.own_logit()], dim=1)
        torch.testing.assert_close(gap.double(), gaps(logits), rtol=1e-3, atol=1e-3)


def test_a_single_key_has_no_second_and_several_heads_are_refused():
    assert gaps(torch.tensor([[3.0], [4.0]])).tolist() == [float("inf")] * 2
    assert gaps(torch.tensor([[3.0, 1.0, 2.5]])).tolist() == [0.5]
    with pytest.raises(ValueError, match="2 heads"):
        walk(GPTJ(Shape(10, layers=1, width=8, heads=2)), torch.zeros(1, 2, dtype=torch.long), None)
