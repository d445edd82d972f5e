"""What a lead is worth and when a lag comes back, by code that shares nothing with the checks."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.paper_b.long_inputs.aliases import FIRST

FINITE = st.floats(-8, 8)


@given(st.lists(FINITE, min_size=1, max_size=40), FINITE)
def test_the_logit_of_the_weight_is_lead_less_log_m_less_moment(row, target):
    logits = np.array(row)
    mu = logits.mean()
    moment = math.log(np.exp(logits - mu).mean())
    weights = np.exp(np.array([target, *row]) - max(target, *row))
    weight = weights[0] / weights.sum()
    logit = math.log(weight) - math.log(weights[1:].sum() / weights.sum())
    assert logit == pytest.approx(target - mu - math.log(len(row)) - moment, abs=1e-9)
    assert moment >= -1e-12


@given(st.lists(FINITE, min_size=2, max_size=40))
def test_the_moment_lies_below_the_chord(row):
    logits = np.array(row)
    mu = logits.mean()
    a, b = mu - logits.min(), logits.max() - mu
    moment = math.log(np.exp(logits - mu).mean())
    if a + b > 1e-6:
        assert moment <= math.log((b * math.exp(-a) + a * math.exp(b)) / (a + b)) + 1e-9


@given(st.floats(0, math.pi), st.integers(1, 20), st.integers(1, 60))
def test_one_frequency_comes_back(theta, first, parts):
    lags = np.arange(first, first + parts)
    off = np.abs((lags * theta / (2 * math.pi) + 0.5) % 1 - 0.5)
    assert off.min() <= first / parts + 1e-9


@pytest.mark.parametrize("base", FIRST)
def test_the_law_predicts_by_the_lags_that_are_certified(base):
    lags = np.arange(17, 400)
    angles = float(base) ** (-np.arange(4) / 64)
    kernel = np.cos(np.outer(lags, angles)).mean(axis=1)
    assert int(lags[np.flatnonzero(kernel >= 0.8)[0]]) == FIRST[base]
