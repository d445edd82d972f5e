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
    scores = rope_claims.heads(model, torch.cat([ids(9), ids(9, 1)]), per_frequency=True)
    assert scores.s_pos.shape == scores.s_sym.shape == scores.entropy.shape == (2, 4, 2)
    assert scores.by_frequency.shape == (2, 2, 4, 4, 2)
    assert ((scores.s_pos >= 0) & (scores.s_pos <= 1)).all()
    assert np.ptp(scores.s_pos) > 0.01
    assert list(scores.frame.columns[:3]) == ["layer", "head", "s_pos"]
    assert len(scores.frame) == 8
    assert scores.self_check.worst < scores.self_check.tolerance


def test_what_is_printed_counts_the_pure_heads(model):
    scores = rope_claims.heads(model, torch.cat([ids(9), ids(9, 1)]))
    name, counts, check = repr(scores).splitlines()
    assert name == "LlamaForCausalLM: 2 layers of 4 heads on 2 inputs"
    kinds = scores.frame["kind"].value_counts()
    for kind, word in (("positional", "positional"), ("symbolic", "symbolic"), ("", "neither")):
        assert f"{kinds.get(kind, 0)} {word}" in counts
    assert check.startswith("self-check: worst difference ")
    assert str(scores) == repr(scores)


def test_a_table_without_pandas_says_what_to_install(model, monkeypatch):
    scores = rope_claims.heads(model, ids(9))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'rope-claims\[notebook\]'"):
        scores.frame  # noqa: B018 (reading it is what fails)


def padded(short, long, side):
    """A batch whose first input is filled up with token 0 on one side."""
    pad = torch.zeros(1, long.shape[1] - short.shape[1], dtype=torch.long)
    both = [pad, short] if side == "left" else [short, pad]
    shown = [pad, torch.ones_like(short)] if side == "left" else [torch.ones_like(short), pad]
    return {
        "input_ids": torch.cat([torch.cat(both, dim=1), long]),
        "attention_mask": torch.cat([torch.cat(shown, dim=1), torch.ones_like(long)]),
    }


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("queries", ["last", -3, [2, 5]])
def test_inputs_with_padding_score_as_one_by_one(model, side, queries):
    short, long = ids(7), ids(11, 1)
    given = {"per_frequency": True, "queries": queries}
    scores = rope_claims.heads(model, padded(short, long, side), **given)
    largest = 0.0
    for at, alone in enumerate((short, long)):
        own = queries if isinstance(queries, str | int) else queries[at : at + 1]
        one = rope_claims.heads(model, alone, **given | {"queries": own})
        for name in ("s_pos", "s_sym", "entropy", "by_frequency"):
            difference = getattr(scores, name)[..., at] - getattr(one, name)[..., 0]
            largest = max(largest, float(np.abs(difference).max()))
        assert (scores.placement(1, 2, at) == one.placement(1, 2)).all()
    assert largest == 0


def test_the_scores_of_a_query_are_those_of_the_text_that_ends_there(model):
    scores = rope_claims.heads(model, ids(11), queries=6)
    short = rope_claims.heads(model, ids(11)[:, :7])
    assert np.abs(scores.s_pos - short.s_pos).max() < 1e-6
    assert np.abs(scores.s_sym - short.s_sym).max() < 1e-6
    assert scores.placement(0, 1).shape == (6, 6)
    assert np.ptp(scores.s_pos - rope_claims.heads(model, ids(11)).s_pos) > 1e-3


def test_a_forward_pass_that_was_kept_is_scored_without_another(model, monkeypatch):
    batch = torch.cat([ids(9), ids(9, 1)])
    rules = [{}, {"centred": True}, {"blocks": 2}, {"per_frequency": True}]
    alive = [rope_claims.heads(model, batch, **rule) for rule in rules]
    places = alive[0].placement(1, 3, 1)
    kept = rope_claims.forward(model, batch)
    monkeypatch.setattr(model, "forward", None)
    for rule, one in zip(rules, alive, strict=True):
        scores = rope_claims.heads(kept, **rule)
        assert (scores.s_pos == one.s_pos).all()
        assert (scores.s_sym == one.s_sym).all()
        assert scores.self_check == one.self_check
    assert (rope_claims.heads(kept).placement(1, 3, 1) == places).all()


def test_what_was_kept_takes_no_inputs(model):
    kept = rope_claims.forward(model, ids(9), queries=[4])
    assert rope_claims.heads(kept).placement(0, 0).shape == (4, 4)
    for more in ({"inputs": ids(9)}, {"queries": 3}, {"tokenizer": words}):
        with pytest.raises(ValueError, match="was kept"):
            rope_claims.heads(kept, **more)
    with pytest.raises(ValueError, match="give inputs"):
        rope_claims.heads(model)


def condition(model):
    """What a user would see changed: mode, hooks, device, format, attention, weights, class."""
    hooks = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks")
    return (
        [module.training for module in model.modules()],
        [list(getattr(module, name)) for module in model.modules() for name in hooks],
        [(x.device, x.dtype, x.requires_grad, x.grad) for x in model.parameters()],
        [x.clone() for x in model.state_dict().values()],
        model.config.to_dict(),
        model.config._attn_implementation,
        {name: type(value) for name, value in vars(model).items()},
        torch.is_grad_enabled(),
    )


def same(one, two):
    """Equality that looks into lists of tensors, bit by bit."""
    if isinstance(one, torch.Tensor):
        return one.dtype == two.dtype and torch.equal(one, two)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(same, one, two))
    return one == two


CALLS = {
    "heads": lambda model: rope_claims.heads(model, ids(9), per_frequency=True).card(1, 1),
    "forward": lambda model: rope_claims.forward(model, ids(9)),
    "an error": lambda model: rope_claims.heads(model, ids(9), blocks=7),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("form", [torch.float32, torch.bfloat16])
def test_outputs_are_bit_identical_and_the_model_is_left_as_it_was(call, form):
    torch.manual_seed(0)
    config = LlamaConfig(**SHAPE, initializer_range=0.1, attention_dropout=0.1)
    model = LlamaForCausalLM(config).to(form).train()
    model.model.layers[0].eval()
    model.model.layers[1].register_forward_hook(lambda *_: None)

    def outputs():
        torch.manual_seed(1)
        made = model(ids(9), output_hidden_states=True, use_cache=True)
        cache = [x for layer in made.past_key_values.layers for x in (layer.keys, layer.values)]
        return [made.logits, *made.hidden_states, *cache]

    first = outputs()  # transformers hooks the layers that are asked for hidden states
    before = condition(model)
    try:
        CALLS[call](model)
    except ValueError:
        assert call == "an error"
    assert same(outputs(), first)
    assert same(condition(model), before)


class Bridge(torch.nn.Module):
    """As TransformerLens' bridge keeps the model: out of its modules, and asks it for the rest."""

    def __init__(self, model):
        super().__init__()
        self.__dict__["original_model"] = model

    def __getattr__(self, name):
        raise RuntimeError(f"{name}: a wrapper may answer anything")


class Envoy:
    """As nnsight keeps a module."""

    def __init__(self, model):
        self._module = model

    def __getattr__(self, name):
        raise RuntimeError(f"{name}: a wrapper may answer anything")


class Language:
    """As nnsight and nnterp keep the model."""

    def __init__(self, model):
        self._model = model


class Parallel(torch.nn.Module):
    """As a module that keeps the model among its own."""

    def __init__(self, model):
        super().__init__()
        self.model = model


WRAPPERS = [Bridge, Envoy, Language, Parallel, lambda model: Language(Envoy(Parallel(model)))]


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_wrapper_is_taken_off(model, wrapper):
    bare, wrapped = rope_claims.heads(model, ids(9)), rope_claims.heads(wrapper(model), ids(9))
    assert (bare.s_pos == wrapped.s_pos).all()
    assert (bare.placement(1, 2) == wrapped.placement(1, 2)).all()


def words(text):
    """A tokenizer: a word is the number of its letters."""
    return {"input_ids": [len(word) for word in text.split()]}


def test_texts_are_read_by_the_tokenizer_that_is_given(model):
    scores = rope_claims.heads(model, ["Alice likes red a", "a bb ccc dddd e"], tokenizer=words)
    assert scores.s_pos.shape == (2, 4, 2)
    alone = rope_claims.heads(model, torch.tensor([[5, 5, 3, 1]]))
    assert (scores.s_pos[:, :, 0] == alone.s_pos[:, :, 0]).all()


def test_a_shipped_model_is_loaded_by_its_folder():
    scores = rope_claims.heads(SHIPPED / "letter", torch.arange(17)[None])
    assert scores.s_pos.shape == (12, 1, 1)


def test_a_placement_matrix_gives_the_scores_again(model):
    tokens = ids(9)
    scores = rope_claims.heads(model, tokens)
    matrix = scores.placement(1, 3)
    assert matrix.shape == (8, 8)
    again = swap_scores(
        torch.from_numpy(matrix), read_heads(model, tokens).layers[1].own_logit()[0, 3]
    )
    assert float(again.s_pos) == pytest.approx(scores.s_pos[1, 3, 0], abs=1e-9)
    assert float(again.s_sym) == pytest.approx(scores.s_sym[1, 3, 0], abs=1e-9)


def test_figures_are_drawn(model):
    scores = rope_claims.heads(model, ids(9), per_frequency=True)
    for figure in (scores.plane(), scores.map(), scores.card(0, 1)):
        assert figure.axes
    assert "<svg" in scores._repr_html_()


def test_an_input_longer_than_the_context_is_scored_with_a_warning():
    short = LlamaForCausalLM(LlamaConfig(**SHAPE, max_position_embeddings=8))
    for call in (rope_claims.heads, rope_claims.forward):
        with pytest.warns(UserWarning, match="an input has 9 tokens, .* takes 8") as warned:
            call(short, ids(9))
        assert [one.filename for one in warned] == [__file__]
