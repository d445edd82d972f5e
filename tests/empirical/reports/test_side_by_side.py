"""Published curves and ours in the same axes: whose are drawn, and what is in an axis."""

import numpy as np
import pytest
from matplotlib import pyplot as plt

from empirical.criteria import planted_heads, published
from empirical.criteria.heads import mean_id
from empirical.protocol.records import RESULTS, Missing
from empirical.reports import side_by_side


def test_the_older_runs_are_drawn_until_there_are_released_ones(tmp_path):
    found, whose = side_by_side.drawn(RESULTS)
    assert whose.startswith("recipe 'released'")
    older = tmp_path / "older"
    older.mkdir()
    for folder in RESULTS.iterdir():
        if folder.name != "released":
            (older / folder.name).symlink_to(folder)
    found, whose = side_by_side.drawn(older)
    assert whose.startswith("recipe 'earlier'")
    assert {task: len(runs) for task, runs in found["course"].items()} == {"number": 5, "letter": 5}
    (tmp_path / "none").mkdir()
    with pytest.raises(Missing, match=r"python -m empirical\.released"):
        side_by_side.drawn(tmp_path / "none")


@pytest.mark.parametrize("task", ["number", "letter"])
def test_each_axis_holds_both(task):
    canvas, axes = plt.subplots(4)
    side_by_side.accuracy(axes[0], task, [published.course(task)] * 2)
    assert len(axes[0].lines) == 3 * (4 + 1)
    side_by_side.purity(axes[1], task, [published.course(task)], 0.2)
    counts = [one.get_ydata()[-1] for one in axes[1].lines]
    assert (
        counts == [len(published.course(task).pure[0.2][kind]) for kind in side_by_side.KINDS] * 2
    )
    side_by_side.lengths(axes[2], task, [published.kept(task)])
    ours, theirs, _ = axes[2].lines
    assert np.array_equal(ours.get_ydata(), theirs.get_ydata())
    side_by_side.frequencies(axes[3], task, [planted_heads.model(task)])
    ids = [round(mean_id(row)) for row in published.largest(task)]
    assert [round(y) for y in axes[3].lines[0].get_ydata()] == ids
    plt.close(canvas)
