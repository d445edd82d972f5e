"""What doctor says of positions that are cut off, shifted or ignored, and of models in half
precision, whose angles and factors are blurred."""

import numpy as np
import pytest
import torch

import rope_claims
from rope_claims.diagnosis import faults
from tests.rope_claims.rotating import PLAIN, YARN, built
from tests.rope_claims.test_doctor import frequencies, one, positions
from tests.rope_claims.test_doctor_functions import OWN, diagnosed

SHORT = YARN | {"original_max_position_embeddings": 128}


def diagnosis(change, only=lambda given: True):
    model = built()
    positions(change, only)(model)
    return rope_claims.doctor(model, reach=64)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda x: x.clamp(max=256), "positions stop at 256"),
        (lambda x: x % 300, "positions are right up to 257; 512 is turned as 212"),
        (lambda x: x + (x > 255), "positions are right up to 129; 256 is turned as 257"),
        (lambda x: torch.arange(x.shape[-1]).expand_as(x), "are ignored: tokens are counted"),
    ],
    ids=["256", "begin again", "a gap", "ignored"],
)
def test_one_finding_says_which_positions_go_wrong(change, message):
    report = diagnosis(change)
    assert [one.fault for one in report.findings] == ["positions"]
    assert message in report.findings[0].message
    assert "the angle is no multiple of the position" in str(report)


def test_one_shift_of_all_positions_is_no_fault_and_one_of_a_token_is():
    report = diagnosis(lambda x: x + 1)
    assert report.healthy
    assert report.groups[0].error < 1e-3
    (finding,) = diagnosis(lambda x: x - 1, one).findings
    assert "token 6 is at position 5" in finding.message


def test_a_layer_that_ignores_positions_says_nothing_of_the_cache():
    report = diagnosis(lambda x: torch.arange(x.shape[-1]).expand_as(x), lambda x: x.shape[-1] > 1)
    assert [one.fault for one in report.findings] == ["positions"]
    assert report.not_examined == (
        "left padding and the cache: the keys of no layer turn by their positions",
    )


def longer(by_query, by_key=1.0, end=1.0):
    def changed(q, k, cos, sin, unsqueeze_dim=1):
        q, k = OWN(q, k, cos, sin)
        return q * by_query * torch.linspace(1, end, q.shape[2])[:, None], k * by_key

    return changed


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (longer(1.21), "the attention factor is 1.1;"),
        (longer(1.0, 1.21), "the attention factor is 1.1;"),
        (longer(1.0, end=4.0), "are lengthened by 1 at position 0 and by 2 at position 4,095"),
    ],
)
def test_longer_queries_or_keys_have_no_other_angles(function, message):
    (finding,) = diagnosed(function).findings
    assert finding.fault == "attention-factor"
    assert message in finding.message


def test_the_whole_factor_of_yarn_may_be_on_the_queries():
    def changed(q, k, cos, sin, unsqueeze_dim=1):
        q, k = OWN(q, k, cos, sin)
        length = cos.square().add(sin.square()).mean().sqrt()
        return q * length, k / length

    assert diagnosed(changed, YARN, YARN).healthy


@pytest.mark.parametrize("factor", [4.0, 8.0, 16.0, 32.0])
@pytest.mark.parametrize("positions", [512, 131_072])
def test_a_healthy_model_in_bfloat16_has_no_finding(factor, positions):
    model = built(SHORT | {"factor": factor}, max_position_embeddings=positions, dtype="bfloat16")
    assert model.dtype == torch.bfloat16
    assert rope_claims.doctor(model).healthy


@pytest.mark.parametrize("positions", [512, 4096])
def test_a_missing_factor_is_noticed_in_bfloat16_in_short_windows_too(positions):
    model = built(SHORT, max_position_embeddings=positions, dtype="bfloat16")
    model.model.rotary_emb.attention_scaling = 1.0
    assert {one.fault for one in rope_claims.doctor(model, reach=64).findings} == {
        "attention-factor"
    }


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("base", [20_000.0, 80_000.0, 2e6])
def test_another_base_is_named_in_half_precision(base, dtype):
    model = built(PLAIN, dtype=dtype)
    frequencies(lambda x: base ** -(torch.arange(8) / 8))(model)
    messages = {one.message for one in rope_claims.doctor(model, reach=64).findings}
    assert messages == {f"the base is {base:,.6g}; the configuration says 500,000"}


def test_frequencies_in_reverse_order_are_no_scaling():
    model = built()
    frequencies(lambda x: x.flip(0))(model)
    assert [one.fault for one in rope_claims.doctor(model, reach=64).findings] == ["unexplained"]


def test_angles_that_are_not_finite_are_no_measured_ones():
    assert not faults.same_angles(np.ones(3), np.full(3, np.inf), 1.0)
