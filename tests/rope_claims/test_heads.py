"""``rope_claims.heads``: a model in memory, batches with padding, and what it leaves behind."""

import sys

import numpy as np
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

import rope_claims
from empirical.instrument.heads import read_heads
from empirical.instrument.swaps import swap_scores
from empirical.models.pretrained import SHIPPED

SHAPE = {
    "vocab_size": 64,
    "hidden_size": 32,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
}


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return LlamaForCausalLM(LlamaConfig(**SHAPE, initializer_range=0.5))


def ids(length, seed=0):
    return torch.from_numpy(np.random.default_rng(seed).integers(0, 64, (1, length)))


def test_scores_have_a_value_for_every_head_and_input(model):
    found = rope_claims.heads(model, torch.cat([ids(9), ids(9, 1)]), per_frequency=True)
    assert found.s_pos.shape == found.s_sym.shape == found.entropy.shape == (2, 4, 2)
    assert found.by_frequency.shape == (2, 2, 4, 4, 2)
    assert ((found.s_pos >= 0) & (found.s_pos <= 1)).all()
    assert np.ptp(found.s_pos) > 0.01
    assert list(found.frame.columns[:3]) == ["layer", "head", "s_pos"]
    assert len(found.frame) == 8
    assert found.self_check.worst < found.self_check.tolerance


def test_a_table_without_pandas_says_what_to_install(model, monkeypatch):
    found = rope_claims.heads(model, ids(9))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'rope-claims\[notebook\]'"):
        found.frame  # noqa: B018 (reading it is what fails)


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_changes_nothing(model, side):
    short, long = ids(7), ids(11, 1)
    pad = torch.zeros(1, 4, dtype=torch.long)
    mask = torch.cat([torch.zeros_like(pad), torch.ones_like(short)], dim=1)
    row = torch.cat([pad, short], dim=1)
    if side == "right":
        mask, row = mask.flip(1), torch.cat([short, pad], dim=1)
    batch = {
        "input_ids": torch.cat([row, long]),
        "attention_mask": torch.cat([mask, torch.ones_like(long)]),
    }
    found = rope_claims.heads(model, batch)
    for at, alone in enumerate((short, long)):
        assert (found.s_pos[:, :, at] == rope_claims.heads(model, alone).s_pos[:, :, 0]).all()


def test_a_hole_in_the_mask_is_refused(model):
    mask = torch.ones(1, 7)
    mask[0, 3] = 0
    with pytest.raises(ValueError, match="nothing inside"):
        rope_claims.heads(model, {"input_ids": ids(7), "attention_mask": mask.long()})


def test_the_model_is_left_as_it_was(model):
    model.train()
    model.model.layers[0].eval()
    before = [module.training for module in model.modules()]
    model.eval()
    with torch.no_grad():
        first = model(ids(9)).logits
    for module, training in zip(model.modules(), before, strict=True):
        module.training = training
    hooks = sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())
    implementation = model.config._attn_implementation
    rope_claims.heads(model, ids(9))
    assert [module.training for module in model.modules()] == before
    assert model.config._attn_implementation == implementation
    assert hooks == sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())
    model.eval()
    with torch.no_grad():
        assert torch.equal(model(ids(9)).logits, first)


class Wrapper:
    """As nnsight and nnterp keep the model."""

    def __init__(self, model):
        self._model = model


def test_a_wrapper_is_taken_off(model):
    bare, wrapped = rope_claims.heads(model, ids(9)), rope_claims.heads(Wrapper(model), ids(9))
    assert (bare.s_pos == wrapped.s_pos).all()


def test_what_holds_no_model_is_refused_in_a_line():
    with pytest.raises(ValueError, match="holds none") as error:
        rope_claims.heads(torch.nn.Linear(2, 2), ids(9))
    assert "\n" not in str(error.value)


def words(text):
    """A tokenizer: a word is the number of its letters."""
    return {"input_ids": [len(word) for word in text.split()]}


def test_texts_are_read_by_the_tokenizer_that_is_given(model):
    found = rope_claims.heads(model, ["Alice likes red a", "a bb ccc dddd e"], tokenizer=words)
    assert found.s_pos.shape == (2, 4, 2)
    alone = rope_claims.heads(model, torch.tensor([[5, 5, 3, 1]]))
    assert (found.s_pos[:, :, 0] == alone.s_pos[:, :, 0]).all()


def test_a_shipped_model_is_loaded_by_its_folder():
    found = rope_claims.heads(SHIPPED / "letter", torch.arange(17)[None])
    assert found.s_pos.shape == (12, 1, 1)


def test_texts_need_a_tokenizer(model):
    with pytest.raises(ValueError, match="tokenizer"):
        rope_claims.heads(model, "Alice likes")


def test_a_placement_matrix_gives_the_scores_again(model):
    tokens = ids(9)
    found = rope_claims.heads(model, tokens)
    matrix = found.placement(1, 3)
    assert matrix.shape == (8, 8)
    again = swap_scores(
        torch.from_numpy(matrix), read_heads(model, tokens).layers[1].own_logit()[0, 3]
    )
    assert float(again.s_pos) == pytest.approx(found.s_pos[1, 3, 0], abs=1e-9)
    assert float(again.s_sym) == pytest.approx(found.s_sym[1, 3, 0], abs=1e-9)


def test_figures_are_drawn(model):
    found = rope_claims.heads(model, ids(9), per_frequency=True)
    for figure in (found.plane(), found.map(), found.card(0, 1)):
        assert figure.axes
    assert "<svg" in found._repr_html_()
