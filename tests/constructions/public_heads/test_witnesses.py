"""Inputs of the certificates, run through transformers: the attention is what was promised."""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from constructions.public_heads import claims
from constructions.public_heads.command import place_of
from empirical.models import gguf_file, hub
from tests.tools import GEMMA, SMOLLM2, needs

OFF = 0.002
"""Logits of a float32 run may be off by so much here; the proven error is far larger."""
FIVE = ((0, "query"), (1, "first"), (3, "previous"), (4, "previous"), (8, "any"))
FOUR = ((0, "query"), (1, "first"), (2, "previous"), (3, "any"))
PROMISED = [
    *((claims.SMOLLM2, *one, needs(SMOLLM2)) for one in FIVE),
    *((claims.GEMMA, *one, needs(GEMMA)) for one in FOUR),
]


def cut(file, to, tokens):
    """Copy a GGUF file: its architecture's settings, first layer and first tokens, as stored."""
    import gguf

    header = gguf_file.header_of(hub.ModelFiles(file.stem, file.parent, None, file))
    out = gguf.GGUFWriter(to, header.architecture)
    own = {k: v for k, v in header.settings.items() if k.startswith(f"{header.architecture}.")}
    kept = {"block_count": 1, "vocab_size": tokens}
    adders = {float: out.add_float32, str: out.add_string, bool: out.add_bool, int: out.add_uint32}
    for key, value in (own | {f"{header.architecture}.{k}": v for k, v in kept.items()}).items():
        adders[type(value)](key, value)
    stored = np.memmap(file, np.uint8, "r")
    for tensor in header.tensors:
        layer = re.match(r"blk\.(\d+)\.", tensor.name)
        if layer is None or layer[1] == "0":
            rows = stored[tensor.start :][: tensor.size].reshape(*tensor.shape[:0:-1], -1)
            rows = rows[:tokens] if tensor.name in ("token_embd.weight", "output.weight") else rows
            out.add_tensor(tensor.name, rows, raw_dtype=gguf.GGMLQuantizationType[tensor.kind])
    out.write_header_to_file()
    out.write_kv_data_to_file()
    out.write_tensors_to_file()
    out.close()


@cache
def model(of):
    """A model as transformers reads it from the same numbers, in float32; its first layer alone."""
    import torch
    from transformers import AutoModelForCausalLM

    with TemporaryDirectory() as folder:
        cut(place_of(of.alias), Path(folder, "cut.gguf"), of.tokens)
        return AutoModelForCausalLM.from_pretrained(
            folder, gguf_file="cut.gguf", dtype=torch.float32, attn_implementation="eager"
        )


def attention(of, head, tokens):
    """(n,) what the last of these tokens attends to, by the model's own run."""
    import torch

    with torch.no_grad():
        out = model(of)(torch.tensor([tokens]), output_attentions=True)
    return out.attentions[0][0, head, -1].double()


@pytest.mark.parametrize(
    ("of", "head", "kind"), [pytest.param(*one, marks=mark) for *one, mark in PROMISED]
)
def test_the_model_itself_gives_the_attention_that_was_promised(of, head, kind):
    (entry,) = claims.Subject(of, of.tokens, (head,)).entries()
    one = next(x for x in entry["inputs"] if (x["of"], x["side"]) == (kind, "most"))
    assert len(one["tokens"]) == claims.WINDOW
    weights = attention(of, head, one["tokens"])
    measured = {"any": weights.max(), "previous": weights[-2], "query": weights[-1]}
    measured["first"] = weights[0]
    # A share moves by at most a quarter of what the logits move, of which each is off by "run".
    assert abs(float(measured[kind]) - float(one["value"])) <= float(entry["run"]) / 2 + 1e-6
    # What a run is off by in fact is far less.
    assert float(measured[kind]) == pytest.approx(float(one["value"]), abs=1e-4)
    assert float(measured[kind]) > 0.98


@pytest.mark.parametrize(
    ("of", "head"), [pytest.param(of, head, marks=mark) for of, head, _, mark in PROMISED]
)
def test_the_model_itself_has_the_ranges_that_are_attained(of, head):
    """Logits differ as the logarithms of attention do."""
    (entry,) = claims.Subject(of, of.tokens, (head,)).entries()
    a, b, *at = entry["position"]["witness"]
    logs = attention(of, head, [b] * max(at) + [a]).log()
    far, close = (float(logs[-1 - t]) for t in at)
    assert far - close == pytest.approx(float(entry["position"]["attained"]), abs=OFF)
    a, t, *keys = entry["content"]["witness"]
    most, least = (attention(of, head, [key] * t + [a]).log() for key in keys)
    spread = float(most[0] - most[-1] - least[0] + least[-1])  # less the query's own logit
    assert spread == pytest.approx(float(entry["content"]["attained"]), abs=OFF)
