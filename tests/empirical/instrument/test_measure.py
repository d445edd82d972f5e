"""The exclusion measure on known matrices, and what is measured on an untrained model."""

from dataclasses import astuple

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from empirical.architectures.specimens import random_tokens, tiny
from empirical.instrument import measure
from empirical.instrument.measure import exclusion, worst_exclusion
from empirical.models.hub import ModelError
from empirical.models.pretrained import Loaded
from empirical.protocol.settings import ROUNDING


def logits(seed, n, scale=1.0):
    return scale * np.random.default_rng(seed).normal(size=(4, n))


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 20), st.sampled_from([1e-6, 1.0, 1e4]))
def test_every_matrix_meets_the_inequalities(seed, n, scale):
    M = scale * np.random.default_rng(seed).normal(size=(3, n, n))
    measured = exclusion(M)
    assert measured.heads == 3
    assert max(measured.excess, measured.identity, measured.outside) <= ROUNDING


@pytest.mark.parametrize("n", [2, 16])
def test_the_bound_is_attained_by_half_sums(n):
    row = logits(0, n)
    measured = exclusion((row[:, :, None] + row[:, None, :]) / 2)
    assert measured.tightest == pytest.approx(1.0)


@pytest.mark.parametrize("axis", [1, 2])
def test_a_pure_head_has_half_the_bound(axis):
    row = np.expand_dims(logits(1, 16), axis).repeat(16, axis)
    assert exclusion(row).tightest == pytest.approx(0.5)


def test_constant_logits_are_no_division_by_zero():
    measured = exclusion(np.full((2, 5, 5), 7.0))
    assert measured.tightest == measured.excess == 0.0


def test_a_wrong_formula_is_detected(monkeypatch):
    whole = measure.placement.positional_deviation
    monkeypatch.setattr(measure.placement, "positional_deviation", lambda M: 0.9 * whole(M))
    row = logits(2, 8)
    measured = exclusion((row[:, :, None] + row[:, None, :]) / 2)
    assert measured.excess > ROUNDING
    assert measured.identity > ROUNDING


def test_worst_adds_heads_and_keeps_the_largest():
    checks = np.array([[2, -1.0, 0.0, 0.2, 0.5], [3, -0.5, 0.1, 0.1, 0.25]])
    assert astuple(worst_exclusion(checks)) == (5, -0.5, 0.1, 0.2, 0.5)


def test_every_number_format_has_a_tolerance():
    assert set(measure.TOLERANCE) == {torch.float64, torch.float32, torch.bfloat16, torch.float16}


def test_more_layers_than_the_configuration_counts_are_not_read():
    """The pass for heads ends at the last layer counted: one run after it would go unseen."""
    loaded = Loaded("looped", tiny("gptj"), None, None, None)
    assert measure.rebuild_check(loaded, random_tokens()).own_rows < 1e-6
    loaded.model.config.num_hidden_layers = 1
    with pytest.raises(ModelError, match="2 attention layers run, its configuration counts 1"):
        measure.rebuild_check(loaded, random_tokens())
