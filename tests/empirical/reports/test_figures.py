"""The report's figures: what is in the data is drawn, what is missing is not."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from empirical.experiments.language import synthetic as real_synthetic
from empirical.experiments.language.checks import bands
from empirical.experiments.language.settings import THRESHOLDS
from empirical.protocol.findings import HeadScores, LogitShares
from empirical.protocol.form import Break
from empirical.protocol.reading import built
from empirical.reports import figures
from tests.empirical.documents import heads, options

pytestmark = pytest.mark.usefixtures("laid_out")
RUN = {"run": "letter-0", "task": "letter", "seed": 0, "control": False, "steps": 9}


def scored(layers, count):
    return built(heads(layers, count), tuple[HeadScores, ...])


def words(svg):
    """The texts in a figure."""
    return [t for t in ElementTree.fromstring(svg).itertext() if t.strip()]


def marks(svg):
    """How many times markers are placed."""
    return svg.count("<use ")


def test_the_plane_has_a_mark_and_a_name_for_every_head():
    scores = [replace(head, s_pos=n / 10) for n, head in enumerate(scored(3, 2))]
    shown = words(figures.plane([("one", scores), ("two", scores)], 0.1))
    named = [name for name in shown if re.fullmatch(r"\d:\d", name)]
    assert named == [f"{head.layer}:{head.head}" for head in [*scores, *scores]]
    assert {"one", "two"} <= set(shown)


def test_a_colourbar_of_layers_has_whole_numbers_alone():
    shown = words(figures.plane([("one", scored(2, 21))], 0.1))
    bar = shown[: shown.index("layer")]
    assert bar[-2:] == ["0", "1"]
    shown = words(figures.predicted(built(options(heads(3, 2))["heads"], tuple[LogitShares, ...])))
    bar = shown[: shown.index("layer")]
    assert bar[-3:] == ["0", "1", "2"]


def test_heads_that_lie_on_each_other_share_a_label():
    at, away = {"s_pos": 0.0, "s_sym": 1.0}, {"s_pos": 1.0, "s_sym": 0.0}
    places = [at] * 5 + [away]
    scores = [replace(h, **place) for h, place in zip(scored(6, 1), places, strict=True)]
    shown = words(figures.plane([("one", scores)], 0.1))
    assert "0 … 4 (5)" in shown
    assert "5" in shown


def test_many_heads_go_unnamed():
    shown = words(figures.plane([("one", scored(11, 4))], 0.1))
    assert not [name for name in shown if re.fullmatch(r"\d+:\d+", name)]


def test_a_heat_map_writes_the_cells_there_are():
    scores = [head for head in scored(4, 2) if head.layer != 1]
    shown = words(figures.heat(scores))
    assert len([text for text in shown if re.fullmatch(r"\d\.\d\d", text)]) == 2 * len(scores)
    assert "nan" not in shown


def test_frequencies_name_the_bands():
    planes = real_synthetic.binding().frequencies
    shown = words(figures.score_by_frequency(planes, bands(real_synthetic.PLANES, THRESHOLDS)))
    assert {"fastest", "medium to fast", "slow", "frequency ID (1 is the fastest)"} <= set(shown)


def test_curves_have_a_tick_for_every_length_measured():
    svg = figures.length_curves(
        {"number": {"17": (9, 10), "68": (3, 10)}}, {"number": {40: 0.5}}, "tokens"
    )
    assert {"17", "40", "68", "number, measured", "number, published"} <= set(words(svg))


def test_heads_without_a_share_are_not_drawn():
    shares = built(options(heads(3, 2))["heads"], tuple[LogitShares, ...])
    some, less = (figures.predicted(shares), figures.predicted(shares[::2]))
    assert [head.head for head in shares] == [0, 1] * 3  # synthetic: every head 1 lacks its share
    assert marks(some) == marks(less)
    assert marks(figures.predicted([shares[1]])) < marks(some)


def test_runs_without_both_lengths_are_not_drawn():
    whole = Break(**RUN, measured=600.0, predicted=700.0)
    control = replace(whole, control=True)
    svg = figures.breaking([whole, whole, control], 2.0)
    assert {"letter, 2 runs", "letter, 1 control"} <= set(words(svg))
    less = figures.breaking([whole, control, replace(whole, predicted=None)], 2.0)
    assert marks(svg) - marks(less) == 1


def test_paired_heads_carry_the_names_of_their_models():
    assert {"A: x", "B: y"} <= set(words(figures.paired([(0.1, 0.2)], ("A: x", "B: y"), "s_pos")))
