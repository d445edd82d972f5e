"""Published values and ours in the same axes: what is in an axis, that the published points are
those of ``published.json`` and nothing else, and what legends name."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgb

from empirical.criteria import published, synthetic_heads
from empirical.criteria.courses import GAMMAS
from empirical.criteria.heads import mean_id
from empirical.protocol.records import RESULTS, Missing
from empirical.protocol.vocabulary import TASKS
from empirical.reports import side_by_side

GREY = (0.299, 0.587, 0.114)
"""Lightness of red, green and blue in print without colour."""
LONE = {
    ("number", 0.1, "symbolic"): (3200, 8),
    ("letter", 0.1, "symbolic"): (3150, 11),
    ("number", 0.05, "positional"): (6750, 2),
    ("number", 0.05, "symbolic"): (6750, 7),
    ("letter", 0.05, "symbolic"): (3650, 11),
}
"""Where ``published.json`` has of Fig. 7 one count and no dates."""


@pytest.fixture
def axes():
    canvas, one = plt.subplots()
    yield one
    plt.close(canvas)


def named(axes):
    """The lines that a legend names, by label."""
    handles, labels = axes.get_legend_handles_labels()
    return dict(zip(labels, handles, strict=True))


def points(line):
    return line.get_xydata().tolist()


def test_nothing_is_drawn_without_records(tmp_path):
    with pytest.raises(Missing, match=r"rope-claims run released"):
        side_by_side.drawn_records(tmp_path)


@pytest.mark.parametrize("task", TASKS)
def test_accuracy_names_each_hop_count_and_both_maxima(axes, task):
    one = published.published_course(task)
    side_by_side.hop_accuracy_rows(axes, task, [one, replace(one, maximum=1000)])
    lines, theirs = named(axes), published.curves()
    hops = ("1 hop", "2 hops", "3 hops", "4 hops")
    maxima = {f"first step at the maximum, {whose}" for whose in ("ours", "paper")}
    assert set(lines) == {f"{hop}, {whose}" for hop in hops for whose in ("ours", "paper")} | maxima
    assert len(axes.lines) == 3 * (4 + 1)
    for n, hop in enumerate(hops, 1):
        drawn = lines[f"{hop}, paper"]
        assert drawn.get_xdata().tolist() == theirs["fig2"]["step"]
        assert drawn.get_ydata().tolist() == theirs["fig2"][task][str(n)]
        assert drawn.get_linestyle() != lines[f"{hop}, ours"].get_linestyle()
    assert lines["first step at the maximum, paper"].get_xdata()[0] == theirs["fig2_dashed"][task]


def test_hop_counts_and_kinds_differ_without_colour():
    light = [np.dot(GREY, to_rgb(tone)) for tone in side_by_side.TONES]
    assert np.diff(light).min() > 0.15
    assert light[-1] < 0.75  # darker than the paper it is printed on
    kinds = [np.dot(GREY, to_rgb(look["color"])) for look in side_by_side.KIND.values()]
    assert abs(kinds[0] - kinds[1]) > 0.3
    assert len(set(side_by_side.MARKS)) == 4
    assert len({look["marker"] for look in side_by_side.KIND.values()}) == 2


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("gamma", GAMMAS)
def test_of_purity_nothing_is_drawn_that_is_not_published(axes, task, gamma):
    one = published.published_course(task)
    side_by_side.pure_heads_by_step(axes, task, [one], gamma)
    lines, theirs = named(axes), published.curves()
    dated = theirs["fig2_pure_heads"][task] if gamma == 0.2 else {}
    for kind in side_by_side.KINDS:
        assert lines.pop(f"{kind}, ours").get_ydata()[-1] == len(one.pure[gamma][kind])
        if kind in dated:
            drawn = points(lines.pop(f"{kind}, paper"))
            assert drawn == [*dated[kind], [6750, dated[kind][-1][1]]]
        elif (task, gamma, kind) == ("number", 0.1, "positional"):
            dates = theirs["fig7_dates"]["gamma .1"]["number positional"]
            drawn = points(lines.pop("positional, paper"))
            assert drawn == [[0, 0], *([x, n] for n, x in enumerate(dates, 1)), [6750, 4]]
        elif place := LONE.get((task, gamma, kind)):
            name = side_by_side.FIGURE_7[gamma]
            words = theirs["fig7_dates"][name][f"{task} {kind}"]
            lone = lines.pop(f"{kind}, paper: {words} (other dates not read)")
            assert points(lone) == [list(place)]
            assert lone.get_linestyle() == "None"
    assert not lines


@pytest.mark.parametrize("task", TASKS)
def test_lengths_hold_the_published_line(axes, task):
    side_by_side.length_accuracy_rows(axes, task, [published.published_curve(task)])
    lines = named(axes)
    assert set(lines) == {"ours", "paper", "accuracy .9"}
    assert points(lines["paper"]) == published.curves()["fig5B"][task]
    assert points(lines["ours"]) == points(lines["paper"])


@pytest.mark.parametrize("task", TASKS)
def test_table_1_is_the_printed_one(axes, task):
    """Ours are computed as the paper's entries are: from Fig. 8's values they are the same."""
    side_by_side.frequency_by_layer(axes, task, [synthetic_heads.model(task)])
    lines, printed = named(axes), published.curves()["table1"][task]
    assert axes.get_title() == f"{task}, Table 1"
    assert lines["paper"].get_ydata().tolist() == printed
    assert [round(y) for y in lines["ours"].get_ydata()] == printed
    assert printed == [round(mean_id(row)) for row in published.largest(task)]


@pytest.fixture
def canvases(monkeypatch):
    """What is drawn, instead of written."""
    kept = []
    monkeypatch.setattr(side_by_side, "save", lambda canvas, path: kept.append(canvas))
    yield kept
    for canvas in kept:
        plt.close(canvas)


def test_every_panel_has_a_legend(tmp_path, canvases):
    side_by_side.side_by_side(RESULTS, tmp_path / "a.png")
    assert len(canvases[0].axes) == 12
    assert all(axes.get_legend() for axes in canvases[0].axes)


def test_figure_8_has_every_layers_spectrum(tmp_path, canvases):
    """Published as stored, ours as the mean of the seeds that B-e-freq is judged on."""
    side_by_side.spectra(RESULTS, tmp_path / "a.png")
    (canvas,) = canvases
    heads = side_by_side.drawn_records(RESULTS)["heads"]
    places = [(task, layer) for task in TASKS for layer in range(12)]
    for axes, (task, layer) in zip(canvas.axes, places, strict=True):
        assert axes.get_title() == f"{task}, layer {layer}"
        ours, theirs = axes.lines
        rows = [one.largest[layer] for one in heads[task]]
        spectrum = published.largest(task)[layer]
        assert points(theirs) == [[n, y] for n, y in enumerate(spectrum, 1)]
        assert np.allclose(ours.get_ydata(), np.mean(rows, axis=0))
        low, high = axes.collections[0].get_datalim(axes.transData).intervaly
        assert (low, high) == (pytest.approx(np.min(rows)), pytest.approx(np.max(rows)))
    named_there = [text.get_text() for text in canvas.legends[0].get_texts()]
    assert named_there == ["ours, mean of 5 seeds, shaded from least to most", "paper"]
