"""What a record is made of: angles read off the model, integers, identity, a synthetic head."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from empirical.experiments.mechanism import frequencies, synthetic
from empirical.experiments.mechanism import record as mechanism_record
from empirical.experiments.mechanism.held import as_tokens
from empirical.models.checkpoint import save_model
from empirical.models.data import sequences
from empirical.models.model import GPTJ, Shape
from empirical.protocol import settings
from empirical.protocol.vocabulary import vocabulary
from theory.mathematics.tasks import index, power

WIDTH, PLANES = 32, 16


def loaded(folder, change=None):
    torch.manual_seed(0)
    model = GPTJ(Shape(136, layers=1, width=WIDTH))
    with torch.no_grad():
        if change:
            change(model)
    recipe = {"seed": 0, "steps": 1}
    save_model(model, vocabulary("number"), folder, {"recipe": recipe, "command": "none"})
    return mechanism_record.opened([folder])[0]


@pytest.fixture
def data():
    return sequences("number", 32, 2)


def test_angles_are_the_models_own(tmp_path, data):
    attention = mechanism_record.attention_record(loaded(tmp_path / "m"), data)[0]
    angles = [
        float(torch.atan2(*mechanism_record._first_turn(attention, p)))
        for p in range(1, PLANES + 1)
    ]
    np.testing.assert_allclose(angles, 10000.0 ** (-np.arange(PLANES) / PLANES), rtol=1e-5)


def test_integers_held_are_those_that_index_leaves(data):
    for steps in range(4):
        held = mechanism_record.held_numbers(torch.from_numpy(data.tokens), steps).tolist()
        for row, numbers in zip(data.tokens.tolist(), held, strict=True):
            after = power(index, steps, as_tokens("number", row))
            assert numbers == [t if isinstance(t, int) else 0 for t in after]


def test_identity_follows_the_weights(tmp_path):
    first, again = loaded(tmp_path / "a"), loaded(tmp_path / "b")
    other = loaded(tmp_path / "c", lambda m: m.lm_head.bias.add_(1e-3))
    assert mechanism_record.record_identity(first) == mechanism_record.record_identity(again)
    assert mechanism_record.record_identity(first) != mechanism_record.record_identity(other)


def construct(model):
    """The Index construction in plane 2: keys at angle 0, the query of integer i at -iθ.

    The layer norm's bias carries the key, and the query is written into the embedding: rows of
    mean 0 and variance 1 pass the norm unchanged.
    """
    theta = 10000.0 ** (-1 / PLANES)
    rows = torch.zeros(136, WIDTH)
    rows[:, 0] = 1.0
    for i in range(1, 17):
        turn = torch.tensor(-i * theta)
        rows[119 + i, :2] = torch.stack([turn.cos(), turn.sin()])
    rows[:, 2:4] = -rows[:, :2]  # mean 0; every row has the same variance, 2 / WIDTH
    model.transformer["wte"].weight.copy_(rows)
    block = model.transformer["h"][0]
    block.ln_1.bias.zero_()[-1] = 1.0
    for projection in (block.attn.q_proj, block.attn.k_proj):
        projection.weight.zero_()
    block.attn.q_proj.weight[2, 0] = block.attn.q_proj.weight[3, 1] = 1.0
    block.attn.k_proj.weight[2, -1] = 1.0


def test_the_construction_as_a_model_aligns_fans_out_and_uses_its_plane(tmp_path, data):
    model = loaded(tmp_path / "m", construct)
    (layer,) = synthetic.record("number", 0, 1).layers[:1]
    attention = mechanism_record.attention_record(model, data)[0]
    used = frequencies.frequency_summary(
        frequencies.use(attention.query[:, 0], attention.key[:, 0], attention.scale)
    )
    assert (used.dominant, used.mean_id) == (2, pytest.approx(2.0))
    layer = mechanism_record._with_plane(replace(layer, dominant=2), attention, data, [0])
    assert layer.keys == pytest.approx((1.0,) * 3, abs=1e-4)
    assert layer.queries == pytest.approx((1.0,) * 3, abs=1e-4)
    assert set(layer.points.queries) <= {str(i) for i in range(1, 17)}


def test_pure_heads_are_selected_by_the_papers_level():
    (one,) = synthetic.record("number", 0, 1).layers[:1]
    pairs = ((0.9, 0.1), (0.89, 0.0), (0.0, 1.0))
    layers = [replace(one, s_pos=p, s_sym=s) for p, s in pairs]
    assert mechanism_record.pure_layers(layers, "positional", settings.GAMMA) == layers[:1]
    assert mechanism_record.pure_layers(layers, "symbolic", settings.GAMMA) == layers[2:]


def test_only_what_straddles_its_threshold_is_measured_again(tmp_path, monkeypatch):
    monkeypatch.setattr(mechanism_record.sizes, "CAUSAL_SEQUENCES", 8)
    monkeypatch.setattr(mechanism_record.sizes, "DECIDING_SEQUENCES", 24)
    kept = {"index": (200, 200), "uniform": (92, 200), "other": (20, 200)}
    attention = {"positional": kept, "symbolic": {}}
    model = loaded(tmp_path / "m")
    decided = mechanism_record.decided_layers(model, attention, {"positional": [0]})["positional"]
    assert decided["uniform"][1] == 24
    assert (decided["index"], decided["other"]) == ((200, 200), (20, 200))
    none = mechanism_record.decided_layers(model, {"positional": {}}, {"positional": []})
    assert none == {"positional": {}}
