"""``rope_claims.doctor`` on rotary functions that turn the other way, or turn only a part."""

import numpy as np
import pytest
import torch
from transformers.models.glm4 import modeling_glm4
from transformers.models.llama import modeling_llama

import rope_claims
from empirical.architectures.specimens import tiny
from empirical.instrument.hook import replaced
from rope_claims.diagnosis import faults, results, running
from tests.rope_claims.rotating import PLAIN, YARN, built, fields

OWN = modeling_llama.apply_rotary_pos_emb


def backwards(q, k, cos, sin, unsqueeze_dim=1):
    return OWN(q, k, cos, -sin)


def neither(q, k, cos, sin, unsqueeze_dim=1):
    return q.clone(), k.clone()


def only_queries(q, k, cos, sin, unsqueeze_dim=1):
    return OWN(q, k, cos, sin)[0], k.clone()


def only_queries_backwards(q, k, cos, sin, unsqueeze_dim=1):
    return backwards(q, k, cos, sin)[0], k.clone()


def only_keys(q, k, cos, sin, unsqueeze_dim=1):
    return q.clone(), OWN(q, k, cos, sin)[1]


def opposite(q, k, cos, sin, unsqueeze_dim=1):
    return OWN(q, k, cos, sin)[0], OWN(q, k, cos, -sin)[1]


def diagnosed(function, parameters=PLAIN, asked=PLAIN):
    with replaced(modeling_llama, "apply_rotary_pos_emb", function):
        return rope_claims.doctor(built(parameters), config=fields(asked))


def test_angles_of_the_opposite_sign():
    report = diagnosed(backwards)
    (one,) = report.findings
    assert (one.fault, one.layers) == ("direction", (0, 1))
    assert "turn the other way" in one.message
    assert one.effect.endswith("the score that the configuration gives to distance -d")
    assert "periods 6.3 to 609,200 positions" in str(report)


def test_the_opposite_sign_hides_no_other_fault():
    report = diagnosed(backwards, PLAIN | {"rope_theta": 10_000.0})
    kinds = {one.fault: one for one in report.findings}
    assert set(kinds) == {"direction", "base"}
    assert "the slowest period is 19,900 positions in place of 609,000" in kinds["base"].effect
    assert "the least budget at 4,096 positions is 15.7" in kinds["base"].effect
    assert "budget" not in kinds["direction"].effect


@pytest.mark.parametrize("sign", [1, -1])
def test_a_period_has_no_sign(sign):
    assert results.periods([sign, sign * 0.01]) == "6.3 to 628"
    assert "628 positions" in faults.effect(*(np.array([x]) for x in (0.1, sign * 0.01)), 9)


def test_keys_that_do_not_turn_say_nothing_of_the_cache():
    report = diagnosed(neither)
    (one,) = report.findings
    assert (one.fault, one.layers) == ("partial", (0, 1))
    assert "0 of 8 pairs turn" in one.message
    assert report.not_examined == ("left padding and the cache: the keys of no layer turn",)
    assert "layers 0–1: 0 of 8 pairs of the keys turn" in str(report)


def test_one_layer_that_does_not_turn_has_one_finding():
    calls = []

    def first_only(q, k, cos, sin, unsqueeze_dim=1):
        calls.append(q)
        return (OWN if len(calls) % 2 else neither)(q, k, cos, sin)

    report = diagnosed(first_only)
    assert [(one.fault, one.layers) for one in report.findings] == [("partial", (1,))]
    assert report.not_examined == ()


@pytest.mark.parametrize(
    ("function", "message", "effect"),
    [
        (only_queries, "queries turn and keys do not", "the position of the query"),
        (only_queries_backwards, "queries turn and keys do not", "the position of the query"),
        (only_keys, "keys turn and queries do not", "the position of the key"),
        (opposite, "queries and keys turn in opposite directions", "the sum of the two positions"),
    ],
)
def test_queries_or_keys_alone_turn_or_turn_the_other_way(function, message, effect):
    (one,) = diagnosed(function, YARN, YARN).findings
    assert (one.fault, one.layers, one.message) == ("queries", (0, 1), message)
    assert effect in one.effect
    assert "budget" not in one.effect


def test_queries_alone_that_turn_with_another_base():
    report = diagnosed(only_queries, PLAIN | {"rope_theta": 10_000.0})
    assert {one.fault for one in report.findings} == {"queries", "base"}


@pytest.mark.parametrize(("queries_turn", "fault"), [(False, "partial"), (True, "queries")])
def test_pairing_is_not_told_where_nothing_turns_and_read_from_queries_that_do(queries_turn, fault):
    """GLM-4 pairs neighbours; keys that do not turn fit the other pairing as well."""
    own = modeling_glm4.apply_rotary_pos_emb

    def changed(q, k, cos, sin, unsqueeze_dim=1):
        return (own(q, k, cos, sin)[0] if queries_turn else q.clone()), k.clone()

    with replaced(modeling_glm4, "apply_rotary_pos_emb", changed):
        (one,) = rope_claims.doctor(tiny("glm4")).findings
    assert one.fault == fault


def test_weights_that_were_not_permuted_have_no_finding():
    """The limit that docs/quickstart.md states: the rotation is right, the weights are not."""
    model, tokens = built(), torch.arange(12)[None]
    with torch.no_grad():
        before = model(tokens).logits
        for layer in model.model.layers:
            for linear in (layer.self_attn.q_proj, layer.self_attn.k_proj):
                rows = linear.weight.view(2, 2, 8, 32)  # heads, halves, pairs
                linear.weight.copy_(rows.transpose(1, 2).reshape(32, 32))
        assert not torch.allclose(model(tokens).logits, before, atol=1e-5)
    assert rope_claims.doctor(model).healthy


def test_a_report_says_how_even_the_angles_are_and_which_token_is_misplaced():
    report = str(rope_claims.doctor(built()))
    assert (
        "at powers of two up to position 4,095: the angle is proportional to it within " in report
    )
    (one,) = running.misplaced(0, np.array([[0, 1, 2, 3, 4, 5, 7, 8]] * 2))
    assert one.message == (
        "token 6 is at position 7 (tokens 0–5 are the prompt, the later ones are generated)"
    )
