"""The figures of ``validate``: what is called published is the paper's own curve."""

import math

import pytest
from matplotlib import pyplot as plt

from empirical.criteria.published import curves
from empirical.protocol.form import Document
from empirical.protocol.reading import built
from empirical.reports import plots
from empirical.reports.blocks import FigureBlock
from empirical.reports.contents import blocks
from tests.empirical.documents import document

COUNTS = {"17": [200, 200], "850": [150, 200]}


@pytest.mark.parametrize("task", ["number", "letter"])
def test_published_is_the_line_of_figure_5b_over_tokens_added(task):
    points = curves()["fig5B"][task]
    assert plots.published(task, [17 + added for added, _ in points]) == {
        17 + added: pytest.approx(share) for added, share in points
    }
    assert all(map(math.isnan, plots.published(task, [16, 5018]).values()))


def test_letters_850_tokens_are_833_added():
    assert plots.published("letter", [850])[850] == pytest.approx(0.891 - 0.33 * 0.012)


def controlled():
    """A report of a letter model."""
    report = document()
    report["models"][0] |= {"task": "letter", "lengths": COUNTS}
    return built(report, Document)


@pytest.mark.usefixtures("drawn")
def test_both_figures_of_length_say_whose_the_published_points_are():
    report = controlled()
    canvas, axes = plt.subplots()
    plots._curve(axes, report.models[0], 0)
    theirs = axes.lines[-1]
    assert theirs.get_label() == "published (Fig. 5B), letter"
    assert theirs.get_xydata().tolist() == [[17, 1.0], [850, pytest.approx(0.88704)]]
    plt.close(canvas)
    drawn = [one.svg for one in blocks(report) if isinstance(one, FigureBlock)]
    assert any("letter, Fig. 5B, published" in svg for svg in drawn)
