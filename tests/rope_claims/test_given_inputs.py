"""Inputs and options that ``rope_claims`` refuses, each in a line that says what to do."""

import numpy as np
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

import rope_claims
from tests.rope_claims.test_heads import SHAPE, ids, words

MODEL = LlamaForCausalLM(LlamaConfig(**SHAPE))


def masked(mask):
    """A batch of one input under a mask."""
    return {"input_ids": ids(9), "attention_mask": mask}


def heads(inputs, **options):
    return lambda: rope_claims.heads(MODEL, inputs, **options)


TOKENIZER = "the given tokenizer makes no list of input_ids of a text: pass AutoTokenizer"
MASK = "attention_mask must be 0 and 1"
HOLE = torch.ones(1, 9)
HOLE[0, 3] = 0
QUERIES = "give 'last', one position"
BLOCK = ": give the tokens of a block, a whole number"
REFUSED = [
    (heads({"ids": ids(9)}), "a batch has no input_ids: name its token ids so"),
    (heads("text", tokenizer=lambda text: text), TOKENIZER),
    (heads("text", tokenizer=lambda text: {"ids": [1, 2, 3]}), TOKENIZER),
    (heads("text", tokenizer=lambda text: {"input_ids": [[1, 2, 3]]}), TOKENIZER),
    (heads("text", tokenizer=lambda text: {"input_ids": [1.5, 2, 3]}), TOKENIZER),
    (heads("text", tokenizer=3), TOKENIZER),
    (heads("text", tokenizer="gpt2"), "'gpt2' is a name: pass AutoTokenizer"),
    (heads("Alice likes"), "texts need its tokenizer: pass tokenizer=…, or give token ids"),
    (
        heads("a bb " + "c" * 64, tokenizer=words),
        "the given tokenizer makes ids outside .* of 64: give the mo",
    ),
    (heads([[5, 6, 7, 900]]), "the inputs have ids outside .* of 64: give ids within it"),
    (heads("A", tokenizer=words), "an input of 1 token has no swap: give at least 3 tokens"),
    (heads("", tokenizer=words), "an input of 0 tokens has no swap"),
    (heads([[1, 2]]), "an input of 2 tokens has no swap"),
    *((heads(ids(9), blocks=x), f"blocks = {x!r}{BLOCK}") for x in (True, 0, "2", 1.5)),
    (heads(ids(9), blocks=3), "8 tokens before the query are not whole blocks of 3: choose"),
    (heads(ids(9), blocks=50), "a swap takes two .* give a later query or shorter blocks"),
    (heads([[5, 6, 7, 8], [5, 6, 7]]), "different lengths: pass a padded batch"),
    (heads(torch.zeros((2, 0), dtype=int)), "an input is empty; give at least 3 tokens"),
    (heads([]), "an input is empty; give at least 3 tokens"),
    (heads(masked(torch.zeros(1, 9))), "an input is empty: its mask hides every token; give at"),
    (heads(masked(torch.full((1, 9), 2))), MASK),
    (heads(masked(torch.full((1, 9), 0.5))), MASK),
    (heads(masked(torch.full((1, 9), torch.nan))), MASK),
    (heads(masked([["1"] * 9])), MASK),
    (heads(masked(HOLE.long())), "nothing inside"),
    (heads(ids(9), queries=True), f"queries = True: {QUERIES}"),
    *((heads(ids(9), queries=x), QUERIES) for x in ("first", [1.5], 2.5, None)),
    (heads(ids(9), queries=[1, 2]), r"one for each input \(1\)"),
    (heads(ids(9), queries=11), "query 11 lies outside the 9 tokens"),
    (heads(ids(9), queries=-12), "query -12 lies outside"),
    (heads(ids(9), queries=0), "0 tokens before the query, .* takes two .* give a later query$"),
    (heads(ids(9), queries=torch.tensor(11)), "query 11 lies outside the 9 tokens"),
    (heads([ids(9)[0].to("meta")]), "a list of tensors that cannot be read: stack them into one"),
    (heads(ids(9) > 5), "inputs must be texts or whole token ids"),
    (heads(ids(9).bfloat16()), "inputs must be texts or whole token ids"),
    (lambda: rope_claims.heads(torch.nn.Linear(2, 2), ids(9)), "holds none"),
    (
        lambda: rope_claims.doctor(MODEL, config_only=True),
        "config-only takes a folder, .* not LlamaForCausalLM: examine a loaded model without it",
    ),
]


@pytest.mark.parametrize(("asked", "message"), REFUSED)
def test_a_refusal_is_a_line(asked, message):
    with pytest.raises(ValueError, match=message) as error:
        asked()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("sample", [9, 1, -2, 0.5, "0"])
@pytest.mark.parametrize(
    "source",
    [lambda: rope_claims.forward(MODEL, ids(9)), lambda: rope_claims.heads(MODEL, ids(9))._source],
)
def test_an_input_that_is_not_there_is_not_visited(source, sample):
    with pytest.raises(ValueError, match="there is no such input: give a number from 0 to 0"):
        source().visited(sample, lambda layer: layer)


@pytest.mark.parametrize("form", [bool, int, torch.uint8, torch.float32, torch.bfloat16])
def test_a_mask_may_be_stored_in_any_format(form):
    mask = torch.ones(1, 9)
    mask[0, :2] = 0
    scores = rope_claims.heads(MODEL, masked(mask.to(form)))
    assert (scores.s_pos == rope_claims.heads(MODEL, ids(9)[:, 2:]).s_pos).all()


@pytest.mark.parametrize("queries", [torch.tensor(5), torch.tensor([5]), np.array([5])])
def test_queries_may_be_tensors(queries):
    scores = rope_claims.heads(MODEL, ids(9), queries=queries)
    assert (scores.s_pos == rope_claims.heads(MODEL, ids(9), queries=5).s_pos).all()
