"""Enclosed weights: around float64's over the reals, wider and around those in a run."""

import numpy as np
import pytest

from constructions.enclosures import Enclosure
from tests.constructions.small_heads import lookup_head

HEAD, LENGTH = lookup_head(), 6


def logit(query, key, offset):
    """β times the key with the turned query, in float64."""
    z = (query[::2] + 1j * query[1::2]) * np.exp(1j * offset * HEAD.angles)
    return HEAD.beta * np.real(z * (key[::2] - 1j * key[1::2])).sum()


@pytest.mark.parametrize("run", [False, True])
def test_weights_are_those_of_float64(run):
    made = Enclosure(HEAD, LENGTH, run)
    for a, query in enumerate(HEAD.queries):
        weights = made[made.ask[a]]
        for b, key in enumerate(HEAD.keys):
            for t in range(LENGTH):
                true, kind = np.exp(logit(query, key, t)), made.kind[b]
                low, high = weights.low[kind][t], weights.high[kind][t]
                assert float(low) <= true * (1 + 1e-9)
                assert float(high) >= true * (1 - 1e-9)
                assert not run or bool(low < high)


def test_over_the_reals_both_ends_are_one():
    weights = Enclosure(HEAD, LENGTH, run=False)[0]
    assert weights.low is weights.high


def test_tokens_with_one_key_are_one_kind():
    made = Enclosure(lookup_head(noise=0.0), LENGTH, run=False)
    assert made.kind == [0, 0, 1, 1, 2, 2]
    assert made.ask == [0, 0, 0, 0, 1, 2]
