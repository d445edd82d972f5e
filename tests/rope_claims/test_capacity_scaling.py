"""``rope_claims.capacity`` and its scaling: read as a config.json is, or refused."""

import re

import pytest

import rope_claims

ORIGINAL = "original_max_position_embeddings"
FIRST = {ORIGINAL: 16}
YARN = {"rope_type": "yarn", "factor": 4.0, **FIRST}
LLAMA3 = {**YARN, "rope_type": "llama3", "low_freq_factor": 1.0, "high_freq_factor": 4.0}
LONGROPE = {**YARN, "rope_type": "longrope", "short_factor": [1.0] * 8, "long_factor": [2.0] * 8}
DYNAMIC = {"rope_type": "dynamic", "factor": 2.0, **FIRST}
LINEAR = {"rope_type": "linear", "factor": 2.0}
SHAPE = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4}


def certified(monkeypatch, scaling, tokens=64):
    """The capacity with a scaling, without the work of a certificate."""
    from rope_claims import configurations

    entry = {"lower": "1", "upper": "1", "amplitudes": []}
    monkeypatch.setattr(configurations, "_certificate", lambda *_: entry)
    return rope_claims.capacity(base=10_000, head_size=16, tokens=tokens, scaling=scaling)


@pytest.mark.parametrize("scaling", [YARN, LLAMA3, LONGROPE, DYNAMIC, LINEAR])
@pytest.mark.parametrize("named", ["rope_type", "type"])
def test_a_scaling_is_read_as_in_a_config(scaling, named, monkeypatch):
    given = {name: x for name, x in scaling.items() if name != "rope_type"}
    given[named] = scaling["rope_type"]
    one = certified(monkeypatch, given)
    first = 16 if scaling == DYNAMIC else 64
    config = SHAPE | {"rope_scaling": scaling, "max_position_embeddings": first}
    two = rope_claims.capacity(config, tokens=64)
    assert one.angles == two.angles
    assert one.factor == two.factor
    assert scaling["rope_type"] in one.name


@pytest.mark.parametrize("scaling", [YARN, LLAMA3, LONGROPE, LINEAR])
def test_the_window_does_not_change_the_angles(scaling, monkeypatch):
    one, two = (certified(monkeypatch, scaling, n) for n in (64, 128))
    assert one.angles == two.angles
    assert one.factor == two.factor


def test_dynamic_scales_beyond_the_original_length(monkeypatch):
    angles = [certified(monkeypatch, DYNAMIC, n).angles for n in (16, 64, 128)]
    assert len(set(angles)) == 3


@pytest.mark.parametrize("named", ["rope_type", "type"])
def test_the_budget_of_a_linear_scaling(named):
    scaled = rope_claims.capacity(
        base=10_000, head_size=16, tokens=64, scaling={named: "linear", "factor": 2}
    )
    assert repr(scaled).endswith("linear, 64 positions: β* between 12.219 and 12.233")


def without(fields, *names):
    return {name: x for name, x in fields.items() if name not in names}


NEEDS = "scaling needs rope_type: linear, dynamic, yarn, llama3 or longrope"


@pytest.mark.parametrize(
    ("scaling", "message"),
    [
        ({"factor": 2.0}, NEEDS),
        ({}, NEEDS),
        ("yarn", "scaling needs fields"),
        (LINEAR | {"type": "yarn"}, "rope_type 'linear' and type 'yarn': give one"),
        (LINEAR | {"rope_type": "ntk"}, "'ntk' is unknown: give linear, dynamic, yarn"),
        (LINEAR | {"rope_type": ["yarn"]}, "is unknown"),
        *((without(one, ORIGINAL), f"needs {ORIGINAL}") for one in (YARN, LLAMA3, DYNAMIC)),
        (without(LONGROPE, ORIGINAL), f"longrope needs {ORIGINAL}"),
        (without(LONGROPE, "factor"), "longrope needs factor"),
        (without(LLAMA3, "low_freq_factor"), "llama3 needs low_freq_factor"),
        (LINEAR | {"factor": -2}, "factor -2 must be above 0"),
        (LINEAR | {"factor": 0}, "factor 0 must be above 0"),
        (LINEAR | {"factor": "2"}, "factor '2' must be a finite number above 0"),
        (LINEAR | {"factor": True}, "factor True must be a finite number above 0"),
        (LINEAR | {"factor": float("nan")}, "factor nan must be a finite number above 0"),
        (LINEAR | {"rope_theta": 5}, "rope_theta is not base"),
        (YARN | {ORIGINAL: 16.5}, "must be a whole number"),
        (YARN | {"attention_factor": -1}, "attention_factor -1 must be above 0"),
        (YARN | {"mscale": -1}, "mscale -1 must be a finite number, 0 or above"),
        (YARN | {"beta_fast": 1, "beta_slow": 32}, "beta_slow 32 must be at most beta_fast 1"),
        (YARN | {"beta_fas": 1}, "yarn has no field beta_fas: did you mean beta_fast?"),
        (LINEAR | {"beta_fast": 1}, "linear has no field beta_fast: leave it out"),
        (LLAMA3 | {"low_freq_factor": 8}, "low_freq_factor 8 must be below high_freq_factor 4"),
        (LONGROPE | {"short_factor": [1.0]}, "short_factor has 1 number, and the head has 8"),
        (LONGROPE | {"long_factor": [0] * 8}, "long_factor must be a list of numbers above 0"),
        (LINEAR | {"partial_rotary_factor": 2}, "partial_rotary_factor 2 must be above 0 and at"),
        (LINEAR | {"partial_rotary_factor": 0.2}, "factor 0.2 turns 3 of 16 coordinates"),
        (LINEAR | {"factor": 0.1}, "an angle of 10 radians a position"),
        (LINEAR | {"factor": 1e6}, "; give fewer positions or faster frequencies"),
    ],
)
def test_a_scaling_that_cannot_be_is_one_line(scaling, message):
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        rope_claims.capacity(base=10_000, head_size=16, tokens=64, scaling=scaling)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        *(({"tokens": n}, f"tokens = {n!r}: give a whole number from 3 to 2,097,152")
          for n in (2, True, "64", 64.0)),
        ({"tokens": 2_097_153}, "tokens = 2,097,153: give a whole number from 3"),
        ({"tokens": 10**12}, "tokens = 1,000,000,000,000: give a whole number from 3"),
        *(({"head_size": size}, f"head_size = {size!r}: give an even whole number above 0")
          for size in (0, 1, 3, 15, 16.0, "16", True)),
        ({"head_size": 1026}, "head_size = 1,026: give at most 1,024"),
        *(({"base": base}, f"base = {base!r}: give a finite number above 0")
          for base in (0, -1.0, float("inf"), float("nan"), True, "10000")),
        ({"base": 10**400}, "give a finite number above 0"),
        ({"base": 1e-9}, "radians a position: a budget is certified for angles from 0 to 7"),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be_is_one_line(given, message):
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        rope_claims.capacity(**({"base": 10_000, "head_size": 16, "tokens": 64} | given))
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rope_scaling": {"factor": 2}}, "factor 2 without a scaling rope_type is not read"),
        ({"rope_scaling": {"type": "ntk", "factor": 2}}, "'ntk' is unknown: give one of default,"),
        ({"rope_scaling": {"type": "linear", "factor": 0}}, "rope_scaling: factor 0 must be"),
        ({"rope_scaling": YARN | {"attention_factor": -1}}, "attention_factor -1 must be above 0"),
        ({"rope_scaling": YARN | {"beta_fas": 1}}, "beta_fas is not read; did you mean beta_fast?"),
        ({"rope_scaling": LONGROPE | {"short_factor": [1.0]}}, "short_factor has 1 number, and"),
        ({"rope_parameters": LINEAR | {"factor": -2}}, "rope_parameters: factor -2 must be above"),
        (
            {"rope_parameters": {"linear": LINEAR | {"factor": -2}}},
            "rope_parameters.linear: factor",
        ),
        ({"text_config": {"rope_theta": -5}}, "rope_theta -5 must be above 0"),
        ({"head_dim": 15}, "transformers does not take it"),
        ({"head_dim": 10_000}, "5,000 rotary frequencies: a budget is certified for 512 at most"),
    ],
)
def test_a_config_that_cannot_be_is_one_line(more, message):
    with pytest.raises(ValueError, match=re.escape(message)) as error:
        rope_claims.capacity(SHAPE | more, tokens=64)
    assert "\n" not in str(error.value)


def test_a_config_is_left_as_it_was():
    config = SHAPE | {"rope_scaling": {"type": "linear", "factor": 2.0}}
    rope_claims.capacity(config, tokens=64)
    assert config["rope_scaling"] == {"type": "linear", "factor": 2.0}
