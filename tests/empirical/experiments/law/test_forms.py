"""The law's formulas, and the constants that the released seeds' records give."""

import math

import numpy as np
import pytest

from empirical.experiments.law import forms
from empirical.experiments.lengths import records
from empirical.experiments.lengths.breaking import breaks_at, curve
from empirical.protocol.records import RESULTS
from empirical.protocol.vocabulary import TASKS


def released(task):
    runs = records.measured_runs(RESULTS / "released" / "lengths").values()
    return [one for one in runs if one.task == task]


def at(one, values, length):
    return float(np.interp(math.log(length), np.log(one.lengths), values))


@pytest.mark.parametrize("task", TASKS)
def test_levels_are_the_released_seeds_means(task):
    levels, alone, keep = [], [], []
    for one in released(task):
        leads = forms.lead(one.predicted["drawn"].gaps)
        score = forms.score(one.lengths, leads)
        broken = breaks_at(one.lengths, curve(one))
        levels.append(at(one, score, broken))
        alone.append(at(one, leads, broken))
        keep.append(at(one, score, breaks_at(one.lengths, curve(one), 0.98)))
    assert round(np.mean(levels), 2) == forms.LEVEL[task]
    assert round(np.mean(alone), 2) == forms.LEAD_ALONE[task]
    assert round(np.mean(keep), 2) == forms.KEEP[task]


def test_the_offset_is_the_released_seeds_mean():
    broken = [breaks_at(one.lengths, curve(one)) for one in released("number")]
    assert round(np.mean(broken) - forms.first_alias(1e4), 1) == forms.OFFSET


def test_a_lead_that_stays_breaks_where_the_log_has_grown():
    lengths = (17, 34, 68, 136, 300, 550, 1000, 2000)
    level = forms.LEVEL["letter"] + math.log(284)
    told = forms.law_prediction("letter", lengths, np.full(len(lengths), level))
    assert told == pytest.approx(300, rel=1e-6)


def test_without_log_n_a_lead_that_stays_never_breaks():
    lengths = (17, 100, 2000)
    assert forms.lead_prediction("letter", lengths, np.full(3, 4.0)) == 2000


def test_one_frequency_comes_back_after_whole_turns():
    lags = np.arange(100.0)
    assert forms.kernel(1.0, lags) == pytest.approx(np.cos(lags))
    assert forms.first_alias(5.0) == max(forms.first_alias(float(b)) for b in range(2, 1000))


def test_forbidden_lags_lie_beyond_training():
    lags = forms.aliased(1e4, 136)
    assert not lags[: forms.TRAINED].any()
    assert lags[forms.first_alias(1e4)]


def test_the_factor_restores_the_kept_level_and_never_weakens():
    factor = forms.factor("letter", 2000, 3.4)
    assert 3.4 * factor - math.log(1984) == pytest.approx(forms.KEEP["letter"])
    assert forms.factor("letter", 17, 3.4) == 1.0
