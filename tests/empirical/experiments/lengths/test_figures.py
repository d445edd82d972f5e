"""The curves of Figure 5."""

from dataclasses import replace

import pytest
from matplotlib import pyplot as plt

from empirical.experiments.lengths import figures as figures_lengths
from empirical.experiments.lengths.table import exact_gaps
from empirical.protocol import settings
from empirical.reports.plots import published
from tests.empirical.experiments.lengths import synthetic as lengths_synthetic


def test_gaps_are_shares_of_the_first_and_none_without_pure_heads():
    record = lengths_synthetic.record("number", 0)
    assert figures_lengths.relative_gaps(record, "positional")[0] == 1
    record = replace(record, s_pos=(0.5,) * len(record.s_pos))
    assert figures_lengths.relative_gaps(record, "positional") is None


@pytest.mark.parametrize("task", settings.LENGTH_GRID)
def test_a_construction_that_fails_stays_failed(task):
    best, kept = figures_lengths.constructed(task, list(settings.LENGTH_GRID[task]))
    assert best[0] == 1
    assert 0 < kept[0] <= 1
    assert kept[-1] == 0
    assert all(a >= b for a, b in zip(kept, kept[1:], strict=False))


@pytest.mark.parametrize("task", settings.LENGTH_GRID)
def test_the_axis_says_over_what_each_curve_is_drawn(task):
    """Measured gaps are over their own at 17 tokens, both constructions' over the best θ's."""
    canvas, axes = plt.subplots()
    figures_lengths._gaps(axes, task, [lengths_synthetic.record(task, 0)])
    first = {one.get_label(): one.get_ydata()[0] for one in axes.lines}
    best, kept = exact_gaps(task, 17)
    measured = f"measured, {figures_lengths.KINDS[task]} heads"
    shares = (1, 1, pytest.approx(kept / best))
    names = (measured, "construction, best θ for each length", "construction, θ of 17")
    assert first == dict(zip(names, shares, strict=True))
    assert axes.get_ylabel().split("\n") == [
        "discrepancy over that at 17 tokens",
        "(both constructions: over the best θ's)",
    ]
    plt.close(canvas)


@pytest.mark.parametrize("task", settings.LENGTH_GRID)
def test_the_published_figure_and_the_text_are_drawn_separately(task):
    theirs = published(task, settings.LENGTH_GRID[task])
    canvas, axes = plt.subplots()
    figures_lengths._accuracy(axes, task, [lengths_synthetic.record(task, 0)], theirs)
    drawn = {one.get_label(): one.get_xydata().tolist() for one in axes.lines}
    assert drawn["published, Fig. 5B"] == [[n, share] for n, share in theirs.items()]
    texts = [points for name, points in drawn.items() if "the text" in name]
    assert texts == ([[[850, 0.9]]] if task == "letter" else [])
    plt.close(canvas)


def test_the_figure_is_written_whole(tmp_path):
    tasks = {t: [lengths_synthetic.record(t, s) for s in range(2)] for t in settings.LENGTH_GRID}
    theirs = {task: published(task, lengths) for task, lengths in settings.LENGTH_GRID.items()}
    figures_lengths.discrepancy_and_accuracy(tasks, theirs, tmp_path / "a.pdf")
    assert [p.name for p in tmp_path.iterdir()] == ["a.pdf"]
