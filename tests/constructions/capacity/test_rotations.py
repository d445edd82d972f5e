"""Angles as transformers computes them, for every scaling rule and several architectures."""

import json
from math import pi

import numpy as np
import pytest
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from constructions.capacity import published
from constructions.capacity.parameters import WHOLE
from constructions.capacity.rotations import (
    BadConfiguration,
    find_model,
    model_of_fields,
    rotations,
    visible_positions,
    window_line,
)

SMALL = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 2, "rope_theta": 1e4}
LENGTHS = {"max_position_embeddings": 256, "original_max_position_embeddings": 64}
PLAIN = 1e4 ** (-np.arange(16) / 16)


def scaled(**scaling):
    """The angles of a small Llama with a scaling rule, in windows of 64 and of 1024."""
    turned = model_of_fields(
        "small", SMALL | {"max_position_embeddings": 256, "rope_scaling": scaling}
    )
    return [np.array(rotations(turned, n)[0].angles) for n in (64, 1024)]


def test_default_and_linear():
    (plain,) = rotations(model_of_fields("plain", SMALL), 100)
    assert np.allclose(plain.angles, PLAIN, rtol=1e-6)
    assert all(float(np.float32(x)) == x for x in plain.angles)
    assert np.allclose(scaled(rope_type="linear", factor=4.0), PLAIN / 4, rtol=1e-6)


def test_dynamic_depends_on_the_length():
    short, long = scaled(rope_type="dynamic", factor=2.0)
    assert np.allclose(short, PLAIN, rtol=1e-6)
    assert (long[1:] < 0.99 * short[1:]).all()


def test_yarn_and_its_factor():
    scaling = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64}
    (turned,) = rotations(model_of_fields("y", SMALL | {"rope_scaling": scaling}), 64)
    assert turned.factor == pytest.approx(0.1 * np.log(4) + 1)
    assert turned.angles[-1] == pytest.approx(PLAIN[-1] / 4, rel=1e-5)


def test_llama3():
    fast, slow = 1.0, 4.0
    short, _ = scaled(
        rope_type="llama3",
        factor=8.0,
        low_freq_factor=fast,
        high_freq_factor=slow,
        original_max_position_embeddings=64,
    )
    assert np.allclose(short[2 * pi / PLAIN > 64], PLAIN[2 * pi / PLAIN > 64] / 8, rtol=1e-5)
    assert short[0] == 1


def test_longrope_changes_where_the_original_length_ends():
    scaling = {"rope_type": "longrope", "short_factor": [1.0] * 16, "long_factor": [2.0] * 16}
    fields = SMALL | LENGTHS | {"model_type": "phi3", "rope_scaling": scaling}
    turned = model_of_fields("long", fields)
    assert np.allclose(rotations(turned, 64)[0].angles, PLAIN, rtol=1e-6)
    assert np.allclose(rotations(turned, 65)[0].angles, PLAIN / 2, rtol=1e-6)


def test_every_rule_of_the_library_is_covered():
    """A rule that lands in the library belongs in these tests."""
    assert set(ROPE_INIT_FUNCTIONS) == {
        *("linear", "dynamic", "yarn", "longrope", "llama3", "proportional")
    }


def test_proportional_leaves_planes_unrotated():
    from transformers import LlamaConfig

    fields = SMALL | {"rope_scaling": {"rope_type": "proportional", "partial_rotary_factor": 0.25}}
    (turned,) = rotations(model_of_fields("part", fields), 64)
    assert len(turned.angles) == 4
    assert LlamaConfig(**fields).head_dim == 32


@pytest.mark.parametrize(
    ("kind", "planes"),
    [("gpt_neox", 12), ("gptj", 32), ("codegen", 32), ("phi", 16), ("stablelm", 10)],
)
def test_partly_rotated_architectures(kind, planes):
    (turned,) = rotations(model_of_fields(kind, {"model_type": kind}), 64)
    assert (len(turned.angles), turned.angles[0]) == (planes, pytest.approx(1, abs=1e-6))


PARTLY = (
    *("bamba", "glm", "glm4", "glm4_moe", "gpt_neox", "gpt_neox_japanese", "laguna", "minimax_m2"),
    *("nemotron", "persimmon", "phi", "phi3", "qwen3_next", "stablelm"),
)


@pytest.mark.parametrize("kind", PARTLY)
def test_an_odd_number_of_turning_coordinates_is_refused_where_no_model_runs(kind):
    """Of 32 coordinates, a share of .3 turns 9."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    name = "rotary_pct" if kind.startswith("gpt_neox") else "partial_rotary_factor"
    fields = {"model_type": kind, "hidden_size": 64, "head_dim": 32, name: 0.3, "pad_token_id": 0}
    for field in ("num_hidden_layers", "num_attention_heads", "num_key_value_heads"):
        fields[field] = 2
    fields |= {"vocab_size": 8, "intermediate_size": 8}
    if kind in ("laguna", "qwen3_next"):
        fields["layer_types"] = ["full_attention"] * 2
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(**fields))
    tokens = torch.arange(4)[None]
    if kind not in WHOLE:
        model(tokens, use_cache=False)
        assert rotations(model_of_fields("odd", fields), 64)
        return
    with pytest.raises(RuntimeError, match="must match the size"):
        model(tokens, use_cache=False)
    with pytest.raises(BadConfiguration, match=f"odd: {name} 0.3 turns 9 of 32 coordinates"):
        model_of_fields("odd", fields)


def test_two_bases_by_layer_type():
    local, everywhere = sorted(rotations(find_model("gemma-3-1b"), 64), key=lambda r: -r.angles[-1])
    assert (local.kind, everywhere.kind) == ("sliding_attention", "full_attention")
    assert local.angles[1] == pytest.approx(1e4 ** (-1 / 128))
    assert everywhere.angles[1] == pytest.approx(1e6 ** (-1 / 128))


@pytest.mark.parametrize("kind", ["gpt2", "bloom", "mpt", "bert"])
def test_nothing_rotated(kind):
    assert rotations(model_of_fields(kind, {"model_type": kind}), 64) == []


def test_alibi_is_no_rotation():
    assert rotations(model_of_fields("falcon", {"model_type": "falcon", "alibi": True}), 64) == []
    assert rotations(model_of_fields("falcon", {"model_type": "falcon"}), 64) != []


def test_every_published_configuration_is_read():
    for alias, entry in published.published_models().items():
        assert entry.source.startswith("https://")
        assert bool(rotations(find_model(alias), 128)) == (alias != "gpt2")


SLID = SMALL | {"model_type": "qwen2", "num_hidden_layers": 2, "sliding_window": 64}
USED = SLID | {"use_sliding_window": True}
ENDS = "windows end at the sliding window of 64"


@pytest.mark.parametrize(
    ("fields", "visible", "line"),
    [
        (SMALL | {"model_type": "mistral", "sliding_window": 64}, 64, ENDS),
        (SMALL | {"model_type": "mistral", "sliding_window": None}, 256, ""),
        (SMALL | {"model_type": "llama", "sliding_window": 64}, 256, ""),
        (SLID, 256, ""),
        (USED | {"max_window_layers": 0}, 64, ENDS),
        (USED | {"max_window_layers": 1}, 256, "are for full_attention"),
        (USED | {"max_window_layers": 2}, 256, ""),
    ],
)
def test_layers_see_as_far_as_their_model_lets_them(fields, visible, line):
    model = model_of_fields("slid", fields)
    assert visible_positions(model, "", 256) == visible
    assert line in window_line(model, "", 256)
    assert bool(line) == bool(window_line(model, "", 256))


def test_folders_and_files(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(SMALL), encoding="utf-8")
    by_folder, by_file = find_model(str(tmp_path)), find_model(str(tmp_path / "config.json"))
    assert by_folder.name == tmp_path.name
    assert rotations(by_folder, 64) == rotations(by_file, 64)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ([], "an object with a model_type"),
        ({"hidden_size": 4}, "an object with a model_type"),
        ({"model_type": "nonsense"}, "does not take it"),
        (SMALL | {"rope_scaling": {"rope_type": "linear"}}, "fails|does not take it"),
    ],
)
def test_bad_configurations(fields, message):
    with pytest.raises(BadConfiguration, match=message):
        rotations(model_of_fields("bad", fields), 64)


def test_unknown_names_and_empty_folders(tmp_path):
    with pytest.raises(BadConfiguration, match="no folder, no configuration file"):
        find_model("no-such-model")
    with pytest.raises(BadConfiguration, match="no config.json"):
        find_model(str(tmp_path))
