"""*Round and Round We Go*: the query of an unrotated pair, and which frequency needs least."""

from math import exp

import numpy as np
import pytest

from constructions.other_papers.round_and_round.positions import Rival, other_serves


def target_weight(query, keys, distances):
    """The weight of the first key; coordinates 2 and 3 turn by one radian a position."""
    cosines, sines = np.cos(distances), np.sin(distances)
    x, y = keys[:, 2], keys[:, 3]
    turned = np.stack([cosines * x - sines * y, sines * x + cosines * y], axis=1)
    logits = keys[:, :2] @ query[:2] + turned @ query[2:]
    return 1 / np.exp(logits - logits[0]).sum()


def test_a_gap_on_the_unrotated_pair_needs_a_query_that_is_0_on_the_others():
    keys, distances = np.array([[1.0, 0, -1, 0], [0, 0, 1, 0]]), np.array([0, 44])
    assert target_weight(np.array([10.0, 0, 0, 0]), keys, distances) > 0.9999
    assert target_weight(np.array([10.0, 0, 20, 0]), keys, distances) == pytest.approx(
        9.4e-14, 1e-2
    )


def needed(frequency, target):
    """The least norm with which base 10,000's frequency gives the target's distance 0.9 of a
    window of 8, over all angles between query and key, in doubles."""
    lags = np.array([t - target for t in range(8) if t != target])
    least = np.inf
    for phase in np.linspace(-1.5, 1.5, 3001):
        gaps = np.cos(phase) - np.cos(10_000 ** (-frequency / 64) * lags - phase)
        low, high = 0.0, min(least, 100.0)
        if gaps.min() <= 0 or sum(exp(-high * gap) for gap in gaps) > 1 / 0.9 - 1:
            continue
        while high - low > 1e-4:
            middle = (low + high) / 2
            enough = sum(exp(-middle * gap) for gap in gaps) <= 1 / 0.9 - 1
            low, high = (low, middle) if enough else (middle, high)
        least = high
    return least


def test_the_norms_that_the_page_states():
    own, before = [needed(i, 0) for i in (0, 2)], [needed(i, 1) for i in (0, 1)]
    assert own[0] == pytest.approx(28.18, abs=0.01)
    assert own[1] < 9
    assert before == pytest.approx([20.04, 8.48], abs=0.01)


def test_a_frequency_that_needs_more_than_the_highest_was_tried_with_is_no_witness():
    assert "may need less than 22" in other_serves(Rival(amplitude=22)).found
