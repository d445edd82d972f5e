"""Synthetic data: as the claims describe a model, and changed by a mutant in one thing alone."""

import copy

import numpy as np
import pytest

from empirical.experiments.language import synthetic
from empirical.experiments.language.checks import bands
from empirical.experiments.language.claims import REAL_CLAIMS
from empirical.experiments.language.settings import THRESHOLDS


def test_heads_exchange_places_over_depth():
    binding = synthetic.binding()
    assert len(binding.scores) == len(binding.frequencies) == synthetic.LAYERS * synthetic.HEADS
    first, last = binding.scores[0], binding.scores[-1]
    assert first.s_pos > 0.8 > 0.5 > last.s_pos
    assert first.s_sym < 0.5 < last.s_sym


def test_planes_have_the_bands_of_the_claim():
    fastest, medium, slow = bands(synthetic.PLANES, THRESHOLDS)
    for head in synthetic.binding().frequencies:
        pos, sym = np.array(head.s_pos), np.array(head.s_sym)
        assert min(pos[fastest].min(), sym[fastest].min()) > 0.5
        assert (pos[medium] > sym[medium]).all()
        assert (sym[slow] > pos[slow]).all()


def test_seeds_give_different_families():
    families = synthetic.synthetic_families().families
    assert set(families) == set(THRESHOLDS.families)
    scores = [one.scores[0].s_pos for one in families.values()]
    assert len(set(scores)) == 3


@pytest.mark.parametrize("claim", REAL_CLAIMS, ids=lambda c: c.id)
def test_a_mutant_changes_its_data_and_leaves_the_original(claim):
    whole = claim.synthetic({})
    before = copy.deepcopy(whole)
    for mutant in claim.mutants:
        assert mutant.mutate(whole) != before, mutant.name
        assert whole == before, mutant.name
    assert len({mutant.kind for mutant in claim.mutants}) >= 4
