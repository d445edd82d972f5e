"""``rope_claims.doctor`` on rotary functions that turn the other way, or turn only a part."""

import pytest
from transformers.models.llama import modeling_llama

import rope_claims
from empirical.instrument.hook import replaced
from rope_claims.diagnosis import faults, results
from tests.rope_claims.rotating import PLAIN, built, fields

OWN = modeling_llama.apply_rotary_pos_emb


def backwards(q, k, cos, sin, unsqueeze_dim=1):
    return OWN(q, k, cos, -sin)


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
    assert "628 positions" in faults.effect(*(faults.np.array([x]) for x in (0.1, sign * 0.01)), 9)
