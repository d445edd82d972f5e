"""How a public model is read beyond its context, on a small model made on the spot."""

import copy
import math

import pytest
import torch
import torch.nn.functional as F
from transformers import LlamaConfig, LlamaForCausalLM

from empirical.experiments.beyond import reading
from empirical.experiments.beyond.reading import PackagedModel, log_factor

TOKENS = 24


@pytest.fixture(scope="module")
def tiny():
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=40,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=64,
        initializer_range=0.3,
    )
    made = PackagedModel.__new__(PackagedModel)
    made.model = LlamaForCausalLM(config).eval()
    made.model.set_attn_implementation(reading.NAME)
    return made


IDS = torch.randint(0, 40, (1, TOKENS), generator=torch.Generator().manual_seed(1))


def plain(tiny):
    with torch.inference_mode():
        logits = tiny.model(IDS).logits[0, :-1]
    return F.cross_entropy(logits, IDS[0, 1:], reduction="none")


def blocks(lost, size):
    return [float(lost[at : at + size].mean()) for at in range(0, len(lost), size)]


def test_nothing_changed_gives_the_models_own_loss(tiny, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 8)
    assert tiny.losses(IDS, "nothing", ()) == pytest.approx(blocks(plain(tiny), 8), abs=1e-4)


def test_the_factor_multiplies_the_logits_of_the_named_heads_alone(tiny, monkeypatch):
    """Against the query rows of the same heads' projection, multiplied in the weights."""
    factor = 1.7
    constant = lambda tokens: torch.full((tokens,), factor)  # noqa: E731
    monkeypatch.setattr(reading, "log_factor", constant)
    monkeypatch.setattr(reading, "BLOCK", 8)
    told = tiny.losses(IDS, "symbolic", [(0, 1), (1, 3)])
    width = tiny.model.config.hidden_size // 4
    rows = []
    for layer, head in ((0, 1), (1, 3)):
        weight = tiny.model.model.layers[layer].self_attn.q_proj.weight
        rows.append((weight, slice(head * width, (head + 1) * width)))
    with torch.no_grad():
        for weight, at in rows:
            weight[at] *= factor
        meant = blocks(plain(tiny), 8)
        for weight, at in rows:
            weight[at] /= factor
    assert told == pytest.approx(meant, abs=2e-4)
    assert told != pytest.approx(blocks(plain(tiny), 8), abs=2e-4)


def test_the_factor_begins_beyond_the_context_and_is_a_ratio_of_logs():
    factors = log_factor(40, context=16)
    assert factors[:16].tolist() == [1.0] * 16
    assert float(factors[31]) == pytest.approx(math.log(32) / math.log(16))


@pytest.mark.parametrize("way", ["linear", "yarn"])
def test_rescaled_frequencies_are_transformers_own_and_are_taken_back(tiny, way, monkeypatch):
    monkeypatch.setattr(reading, "BLOCK", 8)
    monkeypatch.setattr(reading, "CONTEXT", TOKENS // 4)
    before = plain(tiny)
    changed = tiny.losses(IDS, way, ())
    assert changed != pytest.approx(blocks(before, 8), abs=1e-3)
    assert torch.equal(plain(tiny), before)
    turned = tiny.model.model.rotary_emb
    scaled = {"rope_type": way, "factor": 4.0, "rope_theta": 10000.0}
    if way == "yarn":
        scaled["original_max_position_embeddings"] = TOKENS // 4
    config = copy.deepcopy(tiny.model.config)
    config.rope_parameters = scaled
    tiny.model.model.rotary_emb = type(turned)(config=config)
    meant = blocks(plain(tiny), 8)
    tiny.model.model.rotary_emb = turned
    assert changed == pytest.approx(meant, abs=1e-4)


def test_of_a_repeated_sequence_the_second_run_alone_counts(tiny, monkeypatch):
    sequences = []

    def lost(ids, hits=False):
        sequences.append(ids)
        right = torch.arange(ids.shape[1] - 1) >= 8
        return right.float(), right

    monkeypatch.setattr(tiny, "_lost", lost, raising=False)
    right, of, loss = tiny.repeated(8)
    assert (right, loss) == (of, 1.0)
    assert all(torch.equal(ids[0, :8], ids[0, 8:]) for ids in sequences)
