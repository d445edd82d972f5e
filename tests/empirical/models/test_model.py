"""Our forward pass against ``GPTJForCausalLM``, and checkpoints that transformers loads."""

import dataclasses

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GPTJConfig, GPTJForCausalLM

from empirical.models.checkpoint import gptj_config, save_model
from empirical.models.model import GPTJ, Shape
from empirical.protocol.vocabulary import TASKS, vocabulary
from tests.empirical.random_models import random_model


def pair(shape: Shape):
    torch.manual_seed(1)
    ours = GPTJ(shape).eval()
    for parameter in ours.parameters():  # far from the start, so that every term counts
        torch.nn.init.normal_(parameter, std=0.2)
    theirs = GPTJForCausalLM(GPTJConfig(**gptj_config(shape))).eval()
    theirs.load_state_dict(ours.state_dict())
    return ours, theirs


@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("length", [1, 17, 60])
def test_logits_equal_those_of_transformers(heads, length):
    ours, theirs = pair(Shape(50, layers=3, heads=heads, width=32))
    tokens = torch.randint(0, 50, (4, length))
    with torch.inference_mode():
        expected = theirs(tokens).logits
        torch.testing.assert_close(ours(tokens, last_only=False), expected, rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(ours(tokens), expected[:, -1], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("gelu", ["exact", "tanh"])
def test_each_gelu_is_the_one_that_transformers_builds(gelu):
    shape = Shape(50, layers=2, width=32, gelu=gelu, embedding_dropout=0.0)
    ours, theirs = pair(shape)
    other = GPTJ(dataclasses.replace(shape, gelu="tanh" if gelu == "exact" else "exact")).eval()
    other.load_state_dict(ours.state_dict())
    tokens = torch.randint(0, 50, (4, 17))
    with torch.inference_mode():
        expected = theirs(tokens).logits[:, -1]
        torch.testing.assert_close(ours(tokens), expected, rtol=1e-5, atol=1e-5)
        assert not torch.allclose(other(tokens), expected, rtol=1e-5, atol=1e-5)
    assert (theirs.config.embd_pdrop, theirs.config.attn_pdrop) == (0.0, 0.1)


def test_no_embedding_dropout_leaves_the_embedding_as_it_is():
    plain = {"vocabulary": 20, "layers": 1, "width": 16, "dropout": 0.0}
    tokens = torch.arange(9)[None]
    for share, same in ((0.0, True), (0.5, False)):
        torch.manual_seed(0)
        model = GPTJ(Shape(**plain, embedding_dropout=share)).train()
        assert torch.equal(model(tokens), model(tokens)) is same


def test_another_base_changes_the_logits():
    shape = Shape(50, layers=2, width=32)
    ours, theirs = pair(shape)
    other = GPTJ(dataclasses.replace(shape, base=100.0)).eval()
    other.load_state_dict(ours.state_dict())
    tokens = torch.randint(0, 50, (4, 17))
    with torch.inference_mode():
        expected = theirs(tokens).logits[:, -1]
        assert not torch.allclose(other(tokens), expected, rtol=1e-4, atol=1e-4)


def test_too_long_a_sequence_is_refused():
    model = GPTJ(Shape(10, layers=1, width=8, positions=4))
    with pytest.raises(ValueError, match="5 tokens, but the model has 4 positions"):
        model(torch.zeros(1, 5, dtype=torch.long))


@pytest.mark.parametrize("task", TASKS)
def test_saved_folder_loads_as_any_other_model(tmp_path, task):
    words = vocabulary(task)
    model = GPTJ(Shape(len(words), layers=2, width=16)).eval()
    save_model(model, words, tmp_path / "model", {"seed": 0})
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path / "model")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "model")
    ids = tokenizer(" ".join(words.names)).input_ids
    assert ids == list(range(len(words)))
    assert tokenizer.decode(ids).split() == list(words.names)
    tokens = torch.tensor([ids[:17]])
    with torch.inference_mode():
        torch.testing.assert_close(
            model(tokens), loaded(tokens).logits[:, -1], rtol=1e-5, atol=1e-6
        )


def test_a_word_outside_the_vocabulary_is_an_error(tmp_path):
    save_model(GPTJ(Shape(136, layers=1, width=8)), vocabulary("number"), tmp_path / "m", {})
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "m")
    with pytest.raises(Exception, match="UNK"):
        tokenizer("a b zebra")


def test_layers_that_do_not_rotate_see_no_positions():
    model = random_model(0.3, 20, layers=2, width=16, nope_from=0)
    tokens = torch.randperm(20)[None, :9]
    swapped = torch.cat([tokens[:, :8].flip(1), tokens[:, 8:]], dim=1)
    half = GPTJ(dataclasses.replace(model.shape, nope_from=1)).eval()
    half.load_state_dict(model.state_dict())
    one = GPTJ(Shape(20, layers=1, width=16, nope_from=0)).eval()
    one.load_state_dict(model.state_dict(), strict=False)
    with torch.inference_mode():
        torch.testing.assert_close(one(tokens), one(swapped), rtol=1e-4, atol=1e-4)
        assert not torch.allclose(half(tokens), model(tokens), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gelu": "relu"}, "GELU"),
        ({"nope_from": 2}, "layer 2"),
        ({"nope_from": -1}, "layer -1"),
        ({"base": 1.0}, "base 1.0"),
        ({"heads": 3}, "width 8 does not split into 3 heads of even size: give 6 or 12"),
        ({"heads": 5}, "width 8 does not split into 5 heads of even size: give 10$"),
    ],
)
def test_unfit_positions_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        Shape(10, layers=2, width=8, **changes)


def test_a_control_is_not_loaded_as_a_gptj(tmp_path):
    words = vocabulary("number")
    for name, changes in {"base": {"base": 100.0}, "nope": {"nope_from": 1}}.items():
        shape = Shape(len(words), layers=2, width=16, **changes)
        save_model(GPTJ(shape), words, tmp_path / name, {})
        with pytest.raises(ValueError, match="gptj-control"):
            AutoModelForCausalLM.from_pretrained(tmp_path / name)
