"""Five inputs of the certificates, run through transformers: the attention is what was promised."""

from functools import cache

import pytest

from constructions.public_heads import claims
from constructions.public_heads.__main__ import place_of
from tests.tools import SMOLLM2, needs

PROMISED = [(0, "query"), (1, "first"), (3, "previous"), (4, "previous"), (8, "any")]
pytestmark = needs(SMOLLM2)


@cache
def model():
    """SmolLM2 as transformers reads it from the same file, in float32."""
    import torch
    from transformers import AutoModelForCausalLM

    file = place_of(claims.Subject.model)
    return AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32, attn_implementation="eager"
    )


@pytest.mark.parametrize(("head", "of"), PROMISED)
def test_the_model_itself_gives_the_attention_that_was_promised(head, of):
    import torch

    (entry,) = claims.Subject((head,)).entries()
    one = next(x for x in entry["inputs"] if (x["of"], x["side"]) == (of, "most"))
    assert len(one["tokens"]) == claims.WINDOW
    with torch.no_grad():
        out = model()(torch.tensor([one["tokens"]]), output_attentions=True)
    weights = out.attentions[0][0, head, -1].double()
    found = {"any": weights.max(), "previous": weights[-2], "query": weights[-1]}
    found["first"] = weights[0]
    # A share moves by at most a quarter of what the logits move, of which each is off by "run".
    assert abs(float(found[of]) - float(one["value"])) <= float(entry["run"]) / 2 + 1e-6
    assert float(found[of]) > 0.98
