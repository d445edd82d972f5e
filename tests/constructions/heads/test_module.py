"""The torch modules: they answer as the exact heads do, in every format and device."""

from dataclasses import replace
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.certificate.certificate import certify
from constructions.certificate.margins import NANO
from constructions.certificate.rules import index_rule
from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.index import index_printed, index_repaired
from constructions.heads.module import HeadModule, turn_table
from constructions.heads.onelayer import OneLayerHead
from constructions.heads.retrieval import retrieval_symbolic
from tests.strategies import constructed_heads, valid_inputs

DEVICES = ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]
ALPHABET = Numbers(("a", "b"), 4)


@settings(max_examples=60)
@given(st.data())
def test_every_head_answers_its_task(data):
    """float64 and float32 at ten times the smallest β, and hard attention: at every position."""
    head = data.draw(constructed_heads)
    tokens = data.draw(valid_inputs(head.task, head.n0))
    if tokens is None:
        return
    wanted = head.task.answers(tokens)
    sharp = replace(head, beta=10 * head.beta)
    cold = replace(head, beta=None)
    for module in (HeadModule(sharp), HeadModule(sharp, "float32"), HeadModule(cold)):
        (decoded,) = module.decode([tokens])
        pairs = zip(decoded, wanted, strict=True)
        assert all(answer is None or given == answer for given, answer in pairs)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("number_format", ["float64", "float32", "bf16"])
def test_formats_and_devices(number_format, device):
    sharp = retrieval_symbolic(Pairs(("a", "b", "c"), 2), 8, beta=16)
    module = HeadModule(sharp, number_format, device)
    assert module.queries.device.type == device
    tokens = (("c", 2), ("a", 1), ("b", "a"), ("a", 1), ("c", 2), ("b", "c"))[:5]
    (decoded,) = module.decode([tokens])
    assert decoded == sharp.task.answers(tokens)
    head = HeadModule(index_repaired(ALPHABET, 5, beta=60), number_format, device)
    assert head.decode([("a", "b", 2, 4, 1), (1, 2, "b", 1, 3)]) == [
        ("a", "b", "a", 4, 1),
        (1, 2, "b", "b", 3),
    ]


def test_scores_are_the_weights_of_softmax():
    module = HeadModule(index_printed(ALPHABET, 5, "1/5", beta=3))
    scores = module(module.ids([("a", "b", 1)]))[0, 2]
    gaps = torch.tensor([[0, 1, 2]]).double() - 1
    w = (3 * torch.cos(gaps * 2 * torch.pi / 5)).softmax(-1)[0]
    wanted = [2 * w[2], 2 * w[1], 1, 0, 0, 0]  # offsets 2, 1 and 0 hold a, b and the integer
    assert scores.tolist() == pytest.approx([float(x) for x in wanted])


def test_bad_batches():
    module = HeadModule(index_printed(ALPHABET, 3))
    with pytest.raises(ValueError, match="one length"):
        module.ids([("a",), ("a", "b")])
    with pytest.raises(ValueError, match="not of Σ"):
        module.decode([("a", "z")])
    with pytest.raises(ValueError, match="number_format"):
        HeadModule(index_printed(ALPHABET, 3), "float16")


def test_bf16_runs_keep_the_certified_margin():
    """Logits 1 + 5/256 and 1 + 7/256 are no bf16 numbers; rounded to bf16, they cost the bound."""
    places = [0.0, 1.0, *(x for _ in range(8) for x in (0.0, 0.0625))]
    keys = [[x if i < 2 + 2 * count else 0.0 for i, x in enumerate(places)] for count in (5, 7)]
    skip = 0.75 * np.eye(2)
    table = OneLayerHead("two sums", ("a", "b"), ("a", "b"), np.array([places] * 2),
                         np.array(keys), np.eye(2), skip, np.zeros(9), 72.5, "bf16")  # fmt: skip
    made = certify(table, index_rule(table, 2), 2)
    head = SimpleNamespace(beta=1, reduced=lambda *_: table)
    module = HeadModule(head, "bf16", "cpu")
    for ids in ([0, 0], [0, 1], [1, 0], [1, 1]):
        scores = module(torch.tensor([ids]))[0, -1].double()
        lead = scores[ids[-1]] - scores[1 - ids[-1]]
        assert lead >= made.run / NANO


def test_the_table_is_rounded_once():
    """Not the phase, then its cosine: near 2^14 float64 is 2^-39 apart."""
    angle = 5.6
    cos, sin = turn_table((0.0, angle), 4096)
    with mpmath.workprec(200):
        phase = 4095 * mpmath.mpf(angle)
        assert cos[4095].tolist() == [1.0, float(mpmath.cos(phase))]
        assert sin[4095].tolist() == [0.0, float(mpmath.sin(phase))]
