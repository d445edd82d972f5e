"""Breaking lengths of known curves, and errors of known predictions."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from empirical.experiments.lengths.breaking import (
    breaks_at,
    curve_error,
    error_factor,
    lengths_of,
    recorded_runs,
)
from empirical.experiments.lengths.records import PREDICTORS, Curve
from empirical.protocol.reading import plain
from empirical.reports.document import recorded_breaks
from tests.empirical.experiments.lengths import synthetic


def record(measured, predicted, lengths=(10, 100, 1000), **changes):
    of = (100,) * len(lengths)
    predictions = {"p": Curve(tuple(predicted), of)}
    return replace(
        synthetic.record("letter", 3),
        **{"lengths": lengths, "right": tuple(measured), "of": of, "predicted": predictions}
        | changes,
    )


def test_the_break_lies_between_two_lengths_on_a_line_against_log_length():
    assert breaks_at([10, 100], np.array([1.0, 0.8])) == pytest.approx(math.sqrt(1000))
    assert breaks_at([10, 100, 1000], np.array([1.0, 0.8, 1.0])) == pytest.approx(math.sqrt(1000))


def test_never_and_from_the_start():
    assert breaks_at([10, 100], np.array([1.0, 0.9])) == math.inf
    assert breaks_at([10, 100], np.array([0.5, 0.9])) == 10


def test_factor_counts_beyond_the_grid_as_its_end():
    assert error_factor(record([100, 100, 100], [100, 100, 95]), "p") == 1
    one = record([100, 80, 0], [100, 100, 95])
    assert lengths_of(one, "p") == (pytest.approx(math.sqrt(1000)), math.inf)
    assert error_factor(one, "p") == pytest.approx(math.sqrt(1000))
    other = record([100, 100, 95], [100, 80, 0])
    assert error_factor(other, "p") == error_factor(one, "p")


def test_curve_error_is_the_mean_over_the_grid():
    assert curve_error(record([100, 50, 0], [100, 80, 30]), "p") == pytest.approx(0.2)


def test_records_are_told_with_both_lengths_and_unfinished_ones_are_not(tmp_path):
    full = record([100, 80, 0], [100, 100, 95], gaps=((1.0,) * 12,) * 3)
    full = replace(full, predicted=dict.fromkeys(PREDICTORS, full.predicted["p"]))
    text = plain(full)
    (tmp_path / "b.json").write_text(json.dumps(text))
    for name in ("right", "of", "gaps"):
        del text[name]
    (tmp_path / "a.json").write_text(json.dumps(text))
    (one,) = recorded_runs(tmp_path)
    steps = full.manifest.recipe.steps
    assert (one.run, one.task, one.seed, one.steps) == ("b", "letter", 3, steps)
    assert one.measured == pytest.approx(math.sqrt(1000))
    assert one.predicted is None


def test_the_report_has_five_seeds_a_task_and_the_held_out_models_of_which_a_base_is_a_control():
    runs = {one.run: one for one in recorded_breaks()}
    seeds = {f"{task}-{seed}" for task in ("number", "letter") for seed in range(5)}
    assert seeds < runs.keys()
    assert len(runs) == 10 + 16
    assert {name for name in runs if runs[name].control} == {x for x in runs if "base" in x}
