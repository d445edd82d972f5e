"""Models that ``rope_claims`` is given: without a language head, or without weights."""

import pytest
import torch
from transformers import AutoModel, LlamaConfig, LlamaForCausalLM

import rope_claims
from empirical.architectures.specimens import LISTED, tiny
from tests.rope_claims.test_heads import SHAPE, ids


@pytest.fixture
def model():
    torch.manual_seed(0)
    return LlamaForCausalLM(LlamaConfig(**SHAPE, initializer_range=0.5))


@pytest.mark.parametrize("queries", ["last", 5])
def test_a_model_without_a_language_head_scores_as_the_whole_one(model, tmp_path, queries):
    model.save_pretrained(tmp_path)
    batch = torch.cat([ids(9), ids(9, 1)])
    whole = rope_claims.heads(model, batch, queries=queries)
    bare = AutoModel.from_pretrained(tmp_path)
    for scores in (
        rope_claims.heads(bare, batch, queries=queries),
        rope_claims.heads(rope_claims.forward(bare, batch, queries=queries)),
    ):
        assert scores.name != whole.name
        assert (scores.s_pos == whole.s_pos).all()
        assert (scores.s_sym == whole.s_sym).all()


@pytest.mark.parametrize("name", LISTED)
def test_every_architecture_scores_without_its_language_head(name):
    whole = tiny(name)
    bare = getattr(whole, whole.base_model_prefix)
    scores = [rope_claims.heads(one, ids(9) % 16) for one in (whole, bare)]
    assert (scores[0].s_pos == scores[1].s_pos).all()


def test_a_model_without_a_language_head_is_diagnosed(model):
    assert rope_claims.doctor(model.model).findings == ()
