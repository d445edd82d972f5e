"""``rope_claims.doctor``: a healthy model has no finding, and each injected fault has its own."""

from functools import wraps

import pytest
import torch
from transformers.models.llama import modeling_llama

import rope_claims
from empirical.architectures.specimens import LISTED, UNLISTED, tiny
from empirical.instrument.hook import replaced
from rope_claims.diagnosis import faults, measured
from rope_claims.diagnosis.positions import FORMATS
from tests.rope_claims.rotating import LINEAR, LLAMA3, PLAIN, YARN, built, fields

LONGROPE = {
    **PLAIN,
    "rope_type": "longrope",
    "short_factor": [1.0, 1.02, 1.05, 1.05, 1.1, 1.1, 1.2, 1.2],
    "long_factor": [1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0],
    "original_max_position_embeddings": 1024,
}


@pytest.mark.parametrize("name", [*LISTED, *UNLISTED])
def test_a_healthy_model_has_no_finding(name):
    report = rope_claims.doctor(tiny(name))
    assert report.findings == ()
    assert report.not_examined == ()
    assert report.groups


@pytest.mark.parametrize("name", ["llama", "gemma2"])
@pytest.mark.parametrize("token", [1, 2, 5, -1])
def test_a_token_whose_embedding_is_0_is_no_finding(name, token):
    """As the padding token's is in a new model; a user found that every model had the finding."""
    model = tiny(name)
    with torch.no_grad():
        model.get_input_embeddings().weight[token] = 0
    assert rope_claims.doctor(model).findings == ()


@pytest.mark.parametrize("parameters", [PLAIN, LINEAR, YARN, LLAMA3, LONGROPE])
@pytest.mark.parametrize("form", [torch.float32, torch.bfloat16, torch.float16])
def test_half_precision_weights_are_no_finding(parameters, form):
    """The frequencies stay in float32, as where transformers loads a model in half precision."""
    model = built(parameters)
    kept = model.model.rotary_emb
    model.to(form)
    model.model.rotary_emb = type(kept)(model.config)
    assert rope_claims.doctor(model).findings == ()


OTHERS = [
    ("base", PLAIN, PLAIN | {"rope_theta": 10_000.0}, "the base is 10,000"),
    ("base", PLAIN, PLAIN | {"rope_theta": 123_456.0}, "the base is 123,456"),
    ("base", LLAMA3, LLAMA3 | {"rope_theta": 10_000.0}, "the base is 10,000"),
    ("base", YARN, YARN | {"rope_theta": 10_000.0}, "the base is 10,000"),
    ("scaling-absent", LLAMA3, PLAIN, "says llama3 by 8"),
    ("scaling-absent", YARN, PLAIN, "says yarn by 4"),
    ("scaling-type", YARN, LLAMA3, "the scaling is llama3 by 4; the configuration says yarn"),
    ("scaling-type", LLAMA3, LINEAR, "the scaling is linear by 4"),
    ("scaling-type", PLAIN, LINEAR, "the scaling is linear by 4; the configuration says none"),
    ("scaling-factor", YARN, YARN | {"factor": 2.0}, "the factor is 2"),
    ("scaling-factor", LLAMA3, LLAMA3 | {"factor": 32.0}, "the factor is 32"),
    ("scaling-factor", LINEAR, LINEAR | {"factor": 3.5}, "the factor is 3.5"),
    ("scaling-twice", LINEAR, LINEAR | {"factor": 16.0}, "twice"),
    (
        "original-length",
        YARN,
        YARN | {"original_max_position_embeddings": 4096},
        "the original length is 4,096; the configuration says 1,024",
    ),
    (
        "original-length",
        LLAMA3,
        LLAMA3 | {"original_max_position_embeddings": 4096},
        "the original length is 4,096",
    ),
    (
        "original-length",
        LONGROPE,
        LONGROPE | {"original_max_position_embeddings": 4096},
        "the original length is 4,096",
    ),
    ("attention-factor", YARN, YARN | {"attention_factor": 1.0}, "left out"),
    ("attention-factor", YARN, YARN | {"attention_factor": 1.3}, "is 1.3"),
]


@pytest.mark.parametrize(("fault", "asked", "runs", "message"), OTHERS)
def test_a_loader_that_builds_another_rotation(fault, asked, runs, message):
    asked = asked | {"factor": 8.0} if message == "says llama3 by 8" else asked
    report = rope_claims.doctor(built(runs), config=fields(asked), reach=64)
    (one,) = report.findings
    assert one.fault == fault
    assert message in one.message
    assert one.layers == (0, 1)
    assert one.source == "run"
    assert one.effect


def test_the_same_rotation_built_from_another_text_is_no_finding():
    old = {k: v for k, v in fields().items() if k != "rope_parameters"}
    scaling = {k: v for k, v in YARN.items() if k != "rope_theta"}
    old |= {"rope_theta": 500_000.0, "rope_scaling": scaling}
    assert rope_claims.doctor(built(YARN), config=old).findings == ()


def frequencies(change):
    def inject(model):
        table = model.model.rotary_emb
        table.inv_freq.copy_(change(table.inv_freq))

    return inject


def again(angles):
    """Llama 3.1's scaling of frequencies that are scaled already."""
    from rope_claims.diagnosis import written

    (rule,) = written.rules(built(LLAMA3).config, fields(LLAMA3))
    return torch.from_numpy(written.llama3(angles.double().numpy(), rule)).float()


def whole(model):
    model.to(torch.bfloat16)


def positions(change, only=lambda given: True):
    def inject(model):
        def hook(_, given, named):
            named = dict(named)
            if only(named["position_ids"]):
                named["position_ids"] = change(named["position_ids"])
            return given, named

        model.model.rotary_emb.register_forward_pre_hook(hook, with_kwargs=True)

    return inject


def coarse_angles(model):
    def forward(x, position_ids):
        table = model.model.rotary_emb
        freqs = (position_ids[..., None].float() * table.inv_freq).bfloat16()
        both = torch.cat([freqs, freqs], dim=-1).float()
        return both.cos(), both.sin()

    model.model.rotary_emb.forward = forward


def no_positions(model, only=lambda given: True):
    """Generation does not say where tokens stand: the model counts padding as positions."""
    prepare = model.prepare_inputs_for_generation

    @wraps(prepare)
    def prepared(*given, **named):
        made = prepare(*given, **named)
        if only(made["input_ids"]):
            made["position_ids"] = None
        return made

    model.prepare_inputs_for_generation = prepared


def one(given):
    return given.shape[1] == 1


COARSE = "are rounded to {}float16: from position {} on two neighbours coincide"
INJECTED = [
    ("base", PLAIN, frequencies(lambda x: 10_000.0 ** -(torch.arange(8) / 8)), "10,000"),
    ("scaling-twice", YARN, frequencies(lambda x: x * x / built().model.rotary_emb.inv_freq), ""),
    ("scaling-twice", LLAMA3, frequencies(again), "the scaling is applied twice"),
    ("rotation-twice", PLAIN, frequencies(lambda x: 2 * x), "every angle is doubled"),
    ("partial", PLAIN, frequencies(lambda x: x * (torch.arange(8) < 4)), "4 of 8 pairs turn"),
    ("frequencies-rounded", PLAIN, frequencies(lambda x: x.half().float()), "float16"),
    ("frequencies-rounded", PLAIN, whole, "bfloat16"),
    ("unexplained", PLAIN, frequencies(lambda x: x * torch.linspace(1, 1.7, 8)), "frequency 8"),
    ("rounded", PLAIN, positions(torch.Tensor.bfloat16), f"positions {COARSE.format('b', 256)}"),
    ("rounded", PLAIN, positions(torch.Tensor.half), f"positions {COARSE.format('', '2,048')}"),
    ("rounded", PLAIN, coarse_angles, "angles are rounded to bfloat16"),
    ("positions", PLAIN, positions(lambda x: x.clamp(max=3000)), "positions stop at 3,000"),
    ("cache", PLAIN, positions(lambda x: x + 1, one), "token 6"),
    ("padding", PLAIN, no_positions, "the first token is at position 3"),
    ("padding", PLAIN, lambda model: no_positions(model, one), "3 positions too far"),
]


@pytest.mark.parametrize(("fault", "parameters", "inject", "message"), INJECTED)
def test_a_fault_in_what_runs(fault, parameters, inject, message):
    model = built(parameters)
    inject(model)
    report = rope_claims.doctor(model, reach=64)
    (first,) = (one for one in report.findings if one.fault == fault)
    assert message in first.message
    assert first.effect
    if fault not in ("frequencies-rounded", "rounded", "partial"):
        assert len(report.findings) == 1


def interleaved(q, k, cos, sin, unsqueeze_dim=1):
    cos, sin = (x.unsqueeze(unsqueeze_dim)[..., :8].repeat_interleave(2, -1) for x in (cos, sin))

    def turned(x):
        other = torch.stack([-x[..., 1::2], x[..., ::2]], dim=-1).flatten(-2)
        return x * cos + other * sin

    return turned(q), turned(k)


def twice(q, k, cos, sin, unsqueeze_dim=1):
    return OWN(*OWN(q, k, cos, sin), cos, sin)


def shifted(q, k, cos, sin, unsqueeze_dim=1):
    after = torch.roll(cos, -1, 1), torch.roll(sin, -1, 1)
    return OWN(q, q, *after)[0], OWN(k, k, cos, sin)[0]


OWN = modeling_llama.apply_rotary_pos_emb


@pytest.mark.parametrize(
    ("fault", "function", "message"),
    [
        ("pairing", interleaved, "the pairs are interleaved; this architecture's are half-split"),
        ("rotation-twice", twice, "rotated twice"),
        ("queries", shifted, "turn differently"),
    ],
)
def test_a_rotary_function_that_is_another(fault, function, message):
    model = built()
    with replaced(modeling_llama, "apply_rotary_pos_emb", function):
        (one,) = rope_claims.doctor(model, reach=64).findings
    assert one.fault == fault
    assert message in one.message
    assert modeling_llama.apply_rotary_pos_emb is OWN
    report = rope_claims.doctor(model, reach=64)
    assert report.healthy
    assert "half-split (the first half of the coordinates turns with the second)" in str(report)


def test_coordinates_that_are_zero_are_examined_too():
    """As in Gemma 3 with 4-bit weights: a norm's weight of 0 leaves some coordinates empty."""
    kinds = ("sliding_attention", "full_attention")
    more = {"head_dim": 16, "layer_types": list(kinds), "num_key_value_heads": 1}
    asked = fields(dict.fromkeys(kinds, PLAIN), "gemma3_text", **more)
    other = PLAIN | {"rope_theta": 10_000.0}
    for wrong, runs in (([], PLAIN), ([("base", (1,))], other)):
        model = built({kinds[0]: PLAIN, kinds[1]: runs}, "gemma3_text", **more)
        for layer in model.model.layers:
            with torch.no_grad():
                layer.self_attn.k_norm.weight[[3, 5, 11]] = -1
                layer.self_attn.q_norm.weight[[3, 11]] = -1
        report = rope_claims.doctor(model, config=asked, reach=64)
        assert [(one.fault, one.layers) for one in report.findings] == wrong
        assert report.not_examined == ()
        assert all(group.error < 0.01 for group in report.groups)


@pytest.mark.filterwarnings("error")
def test_weights_that_are_no_numbers_are_a_finding():
    model = built()
    with torch.no_grad():
        model.model.layers[1].self_attn.k_proj.weight[0, 0] = float("nan")
    (one,) = rope_claims.doctor(model, reach=64).findings
    assert (one.fault, one.layers) == ("unexplained", (1,))
    assert "keys are not all finite numbers" in one.message
    assert "budget" not in one.effect


def test_what_is_no_rotation_is_a_finding():
    def stretched(q, k, cos, sin, unsqueeze_dim=1):
        return OWN(q, k * torch.linspace(0, 4, k.shape[-1]), cos, sin)

    with replaced(modeling_llama, "apply_rotary_pos_emb", stretched):
        report = rope_claims.doctor(built(), reach=64)
    assert report.findings[0].fault == "unexplained"
    assert "no rotation of pairs" in report.findings[0].message


def test_layers_of_the_wrong_type():
    kinds = ("sliding_attention", "full_attention")
    swapped = dict(zip(kinds, (PLAIN, PLAIN | {"rope_theta": 10_000.0}), strict=True))
    asked = dict(zip(kinds, reversed(list(swapped.values())), strict=True))
    more = {"head_dim": 16, "layer_types": list(kinds), "num_key_value_heads": 1}
    model = built(swapped, "gemma3_text", **more)
    report = rope_claims.doctor(model, config=fields(asked, "gemma3_text", **more), reach=64)
    assert [(one.fault, one.layers) for one in report.findings] == [
        ("layer-type", (0,)),
        ("layer-type", (1,)),
    ]
    assert "as the layers of type full_attention" in report.findings[0].message
    assert rope_claims.doctor(built(asked, "gemma3_text", **more)).healthy


def test_another_share_of_the_head():
    asked = fields(PLAIN | {"partial_rotary_factor": 0.5}, "phi")
    model = built(PLAIN | {"partial_rotary_factor": 1.0}, "phi")
    (one,) = rope_claims.doctor(model, config=asked, reach=64).findings
    assert one.fault == "partial"
    assert "8 of 8 pairs turn; the configuration says 4 of 8" in one.message


def test_exponents_counted_in_other_coordinates():
    model = built(PLAIN | {"partial_rotary_factor": 0.5}, "phi")
    model.model.rotary_emb.inv_freq.copy_(500_000.0 ** -(torch.arange(4) / 8))
    (one,) = rope_claims.doctor(model, reach=64).findings
    assert one.fault == "partial"
    assert "the exponents are counted in 16 coordinates, not in 8" in one.message


def test_a_layer_that_does_not_rotate():
    model = built(PLAIN, "smollm3", no_rope_layers=[1, 0], num_key_value_heads=1)
    asked = fields(PLAIN, "smollm3", no_rope_layers=[1, 1], num_key_value_heads=1)
    (one,) = rope_claims.doctor(model, config=asked, reach=64).findings
    assert (one.fault, one.layers) == ("absent", (1,))
    assert rope_claims.doctor(model).healthy
    (one,) = rope_claims.doctor(model, config=asked, reach=64).findings
    assert "the least budget at 64 positions is infinite in place of" in one.effect


def test_each_fault_has_a_test():
    tried = {row[0] for row in (*OTHERS, *INJECTED)}
    tried |= {"pairing", "queries", "direction", "layer-type"}
    tried |= {"absent", "disagreement", "parameter"}
    assert tried == set(faults.NAMES)


def test_positions_and_angles():
    assert measured.ladder(20) == [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 18, 19]
    assert FORMATS == {256: "bfloat16", 2048: "float16"}
