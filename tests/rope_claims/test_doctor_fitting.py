"""Configurations that no model can have, and those of another model than the one examined."""

import json

import pytest

import rope_claims
from constructions.capacity.command import main as capacity_command
from rope_claims.diagnosis.command import main
from tests.rope_claims.rotating import PLAIN, YARN, built, fields

GPTJ = {"n_embd": 32, "n_head": 2, "n_layer": 1, "rotary_dim": 8, "max_position_embeddings": 64}
LONG = YARN | {"rope_type": "longrope", "short_factor": ["1"] * 8, "long_factor": ["2"] * 8}


def share(value):
    parameters = PLAIN | {"partial_rotary_factor": value}
    return {"parameters": parameters, "kind": "stablelm", "num_key_value_heads": 2}


SIZES = [
    (fields(**share(2)), "partial_rotary_factor 2 must be a number from 0 to 1"),
    (fields(**share(-0.5)), "partial_rotary_factor -0.5 must be a number from 0 to 1"),
    (fields(**share("0.5")), "partial_rotary_factor '0.5' must be a number from 0 to 1"),
    (fields(**share(0)), "rotates nothing: there is no RoPE to examine"),
    ({"model_type": "gpt2"}, "rotates nothing: there is no RoPE to examine"),
    (fields(head_dim=1), "head_dim 1 must be even: coordinates turn in pairs"),
    (fields(head_dim=0), "head_dim 0 must be above 0"),
    (fields(head_dim=-16), "head_dim -16 must be above 0"),
    (
        fields(PLAIN | {"rope_type": "dynamic", "factor": 2.0}, head_dim=2),
        "dynamic scaling needs at least 4 coordinates that turn; here 2 do",
    ),
    (fields(num_key_value_heads=4), "num_key_value_heads 4 must divide num_attention_heads 2"),
    ({"model_type": "gptj", **GPTJ, "rotary_dim": 9}, "rotary_dim 9 must be an even whole number"),
    ({"model_type": "gptj", **GPTJ, "rotary_dim": 32}, "an even whole number from 2 to 16"),
]


@pytest.mark.parametrize(("asked", "message"), SIZES)
def test_sizes_that_no_head_has_are_refused_alike_everywhere(tmp_path, capsys, asked, message):
    """With the same words by the doctor and by capacity, from Python and from the commands."""
    for refused in (
        lambda: rope_claims.doctor(asked, config_only=True),
        lambda: rope_claims.capacity(asked, tokens=64),
    ):
        with pytest.raises(ValueError, match=message):
            refused()
    (tmp_path / "config.json").write_text(json.dumps(asked))
    folder, out = str(tmp_path), str(tmp_path / "out")
    assert main([folder, "--config-only"]) == 2
    assert main([folder]) == 2
    assert capacity_command(["--model", folder, "--tokens", "64", "--out", out]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert all(message in line and tmp_path.name in line for line in lines)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"num_key_value_heads": 4}, "num_key_value_heads 4 must divide"),
        (share(2), "from 0 to 1"),
        (share(0), "rotates nothing"),
    ],
)
def test_a_model_in_memory_that_cannot_run_is_refused(given, message):
    with pytest.raises(ValueError, match=f"ForCausalLM.*{message}"):
        rope_claims.doctor(built(**given))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (PLAIN | {"rope_theta": None}, "rope_theta is null: give a finite number above 0"),
        (PLAIN | {"factor": 0, "rope_type": "linear"}, "factor 0 must be above 0"),
        (YARN | {"original_max_position_embeddings": 0}, "embeddings 0 must be above 0"),
        (LONG, "short_factor must be a list of numbers above 0"),
    ],
)
def test_impossible_parameters_are_findings_alike(tmp_path, parameters, message):
    """Whether or not transformers takes the file."""
    (tmp_path / "config.json").write_text(json.dumps(fields(parameters)))
    for options in ([], ["--config-only"]):
        assert main([str(tmp_path), *options]) == 1
    report = rope_claims.doctor(built(), config=tmp_path)
    assert {one.fault for one in report.findings} == {"parameter"}
    assert message in str(report)


@pytest.mark.parametrize(
    ("model", "config", "message"),
    [
        ({}, {"kind": "gptj", **GPTJ}, "type gptj, whose rotary function takes other tables"),
        ({"kind": "gptj", **GPTJ}, {"max_position_embeddings": 64}, "type llama, whose rotary"),
        ({}, {"head_dim": 8}, "heads of 8 coordinates, LlamaForCausalLM of 16"),
        (
            {"kind": "gptj", **GPTJ},
            {"kind": "gptj", **GPTJ, "max_position_embeddings": 128},
            "128 positions, and the tables of GPTJForCausalLM end at 64",
        ),
    ],
)
def test_a_configuration_of_another_model_is_refused(model, config, message):
    model = built(**model)
    with pytest.raises(ValueError, match=f"the configuration .*{message}.*: give a configuration"):
        rope_claims.doctor(model, config=fields(**config))


def test_a_configuration_of_a_like_model_is_taken(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(fields(kind="mistral")))
    report = rope_claims.doctor(built(num_key_value_heads=2), config=tmp_path)
    assert report.findings == ()
    assert report.name == "LlamaForCausalLM"
