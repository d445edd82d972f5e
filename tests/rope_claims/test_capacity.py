"""``rope_claims.capacity``: the certified budget of a configuration, from Python."""

import json
from fractions import Fraction

import pytest

import rope_claims
from constructions.capacity import check_capacity


@pytest.fixture(scope="module")
def small():
    return rope_claims.capacity(base=10_000, head_size=16, tokens=64)


def test_the_interval_is_certified(small):
    check_capacity.check(json.dumps(small.certificate))
    assert 0 < small.lower <= small.upper < 1.01 * small.lower
    assert sum(small.amplitudes) == pytest.approx(small.upper)
    assert [row["id"] for row in small.table()] == list(range(1, 9))
    assert small.table()[0]["angle"] == 1


def test_more_positions_need_more(small):
    longer = rope_claims.capacity(base=10_000, head_size=16, tokens=128)
    assert "needs more than" in longer.compare(small)
    assert "needs less than" in small.compare(longer)
    assert "cannot be told from" in small.compare(small)
    assert small.plot(longer).axes


def test_a_scaling_changes_angles_and_has_its_attention_factor(small):
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}
    scaled = rope_claims.capacity(base=10_000, head_size=16, tokens=64, scaling=yarn)
    assert scaled.angles != small.angles
    assert scaled.factor == pytest.approx(1.1386294)
    assert small.factor == 1
    assert repr(scaled).endswith("; attention factor 1.139")


def test_what_is_printed_is_the_interval(small):
    """Its ends are certified too: the lower one is rounded down, the upper one up."""
    start = f"{small.name}, 64 positions: β* between "
    low, high = repr(small).removeprefix(start).split(" and ")
    assert Fraction(low) <= Fraction(small.certificate["lower"]) < Fraction(low) + Fraction(1, 1000)
    assert 0 <= Fraction(high) - Fraction(small.certificate["upper"]) < Fraction(1, 1000)
    assert f"{low} – {high}" in small.compare(small)


def test_a_config_says_the_same_as_base_and_head_size(small, tmp_path):
    config = {
        "model_type": "llama",
        "hidden_size": 64,
        "num_attention_heads": 4,
        "rope_parameters": {"rope_type": "default", "rope_theta": 10_000.0},
    }
    assert rope_claims.capacity(config, tokens=64).angles == small.angles
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert rope_claims.capacity(tmp_path, tokens=64).angles == small.angles


def test_a_sliding_window_ends_the_window(monkeypatch):
    from rope_claims import configurations

    entry = {"lower": "1", "upper": "1", "amplitudes": []}
    monkeypatch.setattr(configurations, "_certificate", lambda *_: entry)
    for name, layers, positions in (
        ("gemma-3-1b", "sliding_attention", 512),
        ("gemma-3-1b", "full_attention", 8192),
        ("mistral-7b-v0.1", "", 4096),
        ("mistral-7b", "", 8192),
    ):
        assert rope_claims.capacity(name, tokens=8192, layers=layers).positions == positions


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tokens": 64}, "give config"),
        ({"tokens": 1, "base": 100, "head_size": 4}, "from 3 to 2,097,152"),
        ({"tokens": 64, "config": "gpt2"}, "rotates nothing"),
        ({"tokens": 64, "config": "no-such-model"}, "no folder"),
        ({"tokens": 64, "config": "smollm2-135m-instruct"}, "did you mean smollm2-135m or"),
        ({"tokens": 64, "config": "llama-7b", "base": 5}, "not both"),
        ({"tokens": 64, "config": "gemma-3-1b"}, "choose layers"),
        ({"tokens": 1024, "base": 1.0000001, "head_size": 4}, "base 1.0000001.* too large"),
    ],
)
def test_bad_requests_are_one_line(given, message):
    with pytest.raises(ValueError, match=message) as error:
        rope_claims.capacity(**given)
    assert "\n" not in str(error.value)
