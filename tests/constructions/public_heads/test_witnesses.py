"""Inputs of the certificates, run through transformers: the attention is what was promised."""

from functools import cache

import pytest

from constructions.public_heads import claims
from constructions.public_heads.__main__ import place_of
from tests.tools import GEMMA, SMOLLM2, needs

FIVE = ((0, "query"), (1, "first"), (3, "previous"), (4, "previous"), (8, "any"))
FOUR = ((0, "query"), (1, "first"), (2, "previous"), (3, "any"))
PROMISED = [
    *((claims.SMOLLM2, *one, needs(SMOLLM2)) for one in FIVE),
    *((claims.GEMMA, *one, needs(GEMMA)) for one in FOUR),
]


@cache
def model(alias):
    """A model as transformers reads it from the same file, in float32; its first layer alone."""
    import torch
    from transformers import AutoModelForCausalLM

    file = place_of(alias)
    found = AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32, attn_implementation="eager"
    )
    del found.model.layers[1:]
    return found


@pytest.mark.parametrize(
    ("of", "head", "kind"), [pytest.param(*one, marks=mark) for *one, mark in PROMISED]
)
def test_the_model_itself_gives_the_attention_that_was_promised(of, head, kind):
    import torch

    (entry,) = claims.Subject(of, of.tokens, (head,)).entries()
    one = next(x for x in entry["inputs"] if (x["of"], x["side"]) == (kind, "most"))
    assert len(one["tokens"]) == claims.WINDOW
    with torch.no_grad():
        out = model(of.alias)(torch.tensor([one["tokens"]]), output_attentions=True)
    weights = out.attentions[0][0, head, -1].double()
    found = {"any": weights.max(), "previous": weights[-2], "query": weights[-1]}
    found["first"] = weights[0]
    # A share moves by at most a quarter of what the logits move, of which each is off by "run".
    assert abs(float(found[kind]) - float(one["value"])) <= float(entry["run"]) / 2 + 1e-6
    # What a run is off by in fact is far less.
    assert float(found[kind]) == pytest.approx(float(one["value"]), abs=1e-4)
    assert float(found[kind]) > 0.98
