"""Models that ``rope_claims`` is given: without a language head, or without weights."""

import pytest
import torch
from transformers import AutoModel, LlamaConfig, LlamaForCausalLM

import rope_claims
from empirical.architectures.specimens import LISTED, tiny
from rope_claims import passes
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


def without_a_buffer(model):
    model.model.rotary_emb.to("meta")
    return model


UNLOADED = [
    lambda model: model.to("meta"),
    lambda model: model.model.to("meta"),
    lambda model: model.model.layers[1].to("meta") and model,
    without_a_buffer,
]


@pytest.mark.parametrize("unloaded", UNLOADED)
@pytest.mark.parametrize(
    "call",
    [
        lambda model: rope_claims.heads(model, ids(9)),
        lambda model: rope_claims.forward(model, ids(9)),
        rope_claims.doctor,
    ],
)
def test_a_model_whose_weights_are_not_loaded_is_refused_in_a_line(model, unloaded, call):
    with pytest.raises(ValueError, match="the weights are not loaded .* load the model") as error:
        call(unloaded(model))
    assert "\n" not in str(error.value)


def test_weights_that_a_module_fetches_itself_are_no_fault(model):
    layer = model.model.layers[1].mlp.up_proj
    layer._hf_hook = object()
    layer.to("meta")
    assert passes.loaded(model).model is model


@pytest.mark.parametrize("batch", [ids(9), {"input_ids": ids(9), "attention_mask": ids(9)}])
def test_inputs_without_values_are_refused_in_a_line(model, batch):
    if isinstance(batch, dict):
        batch["attention_mask"] = batch["attention_mask"].to("meta")
    else:
        batch = batch.to("meta")
    with pytest.raises(ValueError, match="inputs on the meta device have no values") as error:
        rope_claims.heads(model, batch)
    assert "\n" not in str(error.value)
