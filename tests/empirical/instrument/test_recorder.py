"""Attention some queries at a time: no key that a query sees is left out."""

import pytest
import torch

from empirical.instrument.recorder import _met

LEAST = torch.finfo(torch.float32).min


def mask(visible):
    return torch.where(torch.tensor(visible), 0.0, LEAST)[None, None]


def causal(tokens, window):
    return [[0 <= q - k < window for k in range(tokens)] for q in range(tokens)]


@pytest.mark.parametrize("window", [3, 12])
@pytest.mark.parametrize("step", [1, 5, 11])
def test_the_keys_met_are_those_between_the_first_and_the_last_visible(window, step):
    places = range(12)
    for some, keys in _met(mask(causal(12, window)), step):
        visible = {k for q in places[some] for k in places if 0 <= q - k < window}
        assert list(places[keys]) == list(range(min(visible), max(visible) + 1))


def test_every_query_goes_once():
    parts = [list(range(12))[some] for some, _ in _met(mask(causal(12, 12)), 5)]
    assert sum(parts, []) == list(range(12))


def test_padding_that_sees_nothing_meets_all_keys():
    visible = causal(6, 6)
    visible[0] = visible[1] = [False] * 6
    assert [keys for _, keys in _met(mask(visible), 2)][0] == slice(None)


def test_what_one_sample_sees_is_kept_for_all():
    both = torch.cat([mask(causal(6, 2)), mask(causal(6, 6))])
    assert [keys.start for _, keys in _met(both, 3)] == [0, 0]
