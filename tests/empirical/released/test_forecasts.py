"""Predicted against measured on the held-out models: the table, and what it refuses to compute."""

import math
import shutil
from dataclasses import replace

import pytest
from matplotlib import pyplot as plt

from empirical.criteria import synthetic_breaks
from empirical.criteria.seeds import RELEASED
from empirical.protocol.records import Missing
from empirical.released import figures
from empirical.released.forecasts import HOW, compared, forecasts


def comparison(task="letter", models=None):
    models = synthetic_breaks.halved_gaps(task) if models is None else models
    names = [f"{task}-base-{i}" for i in range(len(models))]
    return compared(task, names, models, [1.2 * one.measured for one in models])


def test_a_row_a_model_from_the_shortest_on():
    one = comparison(models=synthetic_breaks.halved_gaps("letter")[::-1])
    assert [row[0] for row in one.rows] == [f"base-{i}" for i in range(9, -1, -1)]
    assert [row[1] for row in one.rows] == [f"{n:.0f}" for n in synthetic_breaks.BREAKS["letter"]]
    assert one.rows[0][2] == f"{250 * synthetic_breaks.OFF[0]:.0f}"


def test_a_model_that_does_not_break_is_reported_to_break_at_the_last_length_or_later():
    first, *rest = synthetic_breaks.halved_gaps("letter")
    last = float(first.lengths[-1])
    one = comparison(models=[replace(first, measured=last), *rest])
    assert one.rows[-1][:2] == ("base-0", f"{last:.0f} or more")


def test_each_predictor_is_summed_up_by_its_ranks_and_its_factor():
    ranks, off, most = (dict(zip(HOW, row[2:], strict=True)) for row in comparison().summary)
    assert ranks["population"].startswith("1.00")
    assert ranks["constant"] == "–"  # reversed whatever is measured: without the longest, least
    assert (off["mean-field"], most["mean-field"]) == ("1.20", "1.20")
    assert most["population"] == f"{max(max(x, 1 / x) for x in synthetic_breaks.OFF):.2f}"
    factor = math.exp(
        sum(abs(math.log(x)) for x in synthetic_breaks.OFF) / len(synthetic_breaks.OFF)
    )
    assert off["population"] == f"{factor:.2f}"
    assert float(off["drawn"]) > 1.4
    assert float(off["gap"]) < 1.02


def test_a_predictor_that_says_one_thing_of_all_has_no_ranks():
    ranks, *_ = comparison(
        models=synthetic_breaks.same_prediction(synthetic_breaks.halved_gaps("letter"))
    ).summary
    assert ranks[2] == "none"


@pytest.mark.parametrize("task", ["number", "letter"])
def test_a_marker_a_model_and_predictor(task):
    canvas, axes = plt.subplots()
    one = comparison(task)
    figures.panel(axes, one)
    assert [len(some.get_offsets()) for some in axes.collections] == [len(one.names)] * len(HOW)
    points = axes.collections[0].get_offsets()
    assert [tuple(x) for x in points] == list(
        zip(one.measured, one.told["population"], strict=True)
    )
    plt.close(canvas)


def test_nothing_is_computed_of_some_of_the_models(tmp_path):
    shutil.copytree(RELEASED / "held-out", tmp_path / "held-out")
    (tmp_path / "held-out" / "letter-base-1000.json").unlink()
    with pytest.raises(Missing, match=r"run rope-claims run released --held-out"):
        forecasts(tmp_path)
    with pytest.raises(Missing):
        figures.predicted_against_measured(tmp_path, tmp_path / "none.png")
    assert not (tmp_path / "none.png").exists()
