"""Shapes with intervals: synthetic curves of each kind, noise without one, what theory predicts."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.experiments.canonical.shapes import (
    better,
    curvature,
    curve_shape,
    describe_frequencies,
    end_contrast,
    frequency_accuracy,
    learnt_state,
    places_judged,
    predicted_shape,
)
from empirical.protocol.reading import array_rows

X = np.linspace(-1, 1, 16)
DICE = np.random.default_rng(0)


def seeds(curve, noise=0.02):
    return curve + noise * DICE.standard_normal((5, 16))


@pytest.mark.parametrize(
    ("curve", "name"),
    [(0.4 + 0.3 * X**2, "U"), (0.8 - 0.3 * X**2, "inverse U"), (0.5 + 0.3 * X, "neither"),
     (0.3 + 0.3 * np.exp(2 * (X - 1)), "neither"), (0.3 + 0.3 * np.exp(-2 * (X + 1)), "neither"),
     (0.7 - 0.3 * np.exp(2 * (X - 1)), "neither"), (0.7 - 0.3 * np.exp(-2 * (X + 1)), "neither"),
     (0.4 + 0 * X, "neither"),
     (0.5 + 0.3 * np.cos(3 * np.pi * X), "neither")],
)  # fmt: skip
def test_synthetic_curves(curve, name):
    assert curve_shape(seeds(curve)) == name


def test_a_flat_curve_is_rarely_called_a_shape():
    shapes = [curve_shape(seeds(0.3 + 0 * X)) for _ in range(400)]
    assert shapes.count("neither") >= 0.97 * len(shapes)


def test_intervals_of_curvature_and_of_both_ends_cover_95_percent():
    curve = 0.3 * X**2
    rise = curve[:4].mean() - curve[4:-4].mean()
    estimates = [(curvature(c), *end_contrast(c)) for c in (seeds(curve) for _ in range(2000))]
    for truth, intervals in zip((0.3, rise, rise), zip(*estimates, strict=True), strict=True):
        hits = sum(low <= truth <= high for low, _, high in intervals)
        # 95 % of 2,000, give or take 2 %.
        assert abs(hits / 2000 - 0.95) <= 0.02


def test_predictions_at_the_ledgers_thresholds():
    assert predicted_shape("index", 0.39, 16, 6) == ("yes", "U")
    assert predicted_shape("index", 0.40, 16, 6)[1] == "inverse U"
    assert predicted_shape("index", 0.5, 16, 6)[1] == "neither"
    width = 2 * np.pi / 6
    for factor, can in ((0.999, "yes"), (1.001, "open")):
        assert predicted_shape("retrieval", factor * width / 15, 16, 6)[0] == can
        assert predicted_shape("induction-1", factor * width / 28, 16, 6)[0] == can
    for task in ("retrieval", "induction-1"):
        assert predicted_shape(task, 0.999 * width / 14, 16, 6)[0] == "open"
        assert predicted_shape(task, 1.001 * width / 14, 16, 6)[0] == "no"
    assert predicted_shape("induction-2", 0.999 * np.pi / 14, 16, 6)[0] == "yes"
    assert predicted_shape("induction-2", 1.001 * np.pi / 14, 16, 6)[0] == "no"


def right_by_weight(queries, keys, theta):
    """Does a match (q, x) at t outweigh each (s, y) at t' ≠ t, in a one-plane Retrieval head?

    queries (A,) and keys (A, attributes) complex.
    """
    turned = queries[:, None] * np.exp(1j * theta * np.arange(1, 17))
    logits = (keys.conj()[:, :, None, None] * turned).real  # key symbol, attribute, query, distance
    symbols, attributes = keys.shape
    return all(
        (logits[q, x, q][:, None] > logits[s, y, q])[~np.eye(16, dtype=bool)].all()
        for q, s in np.ndindex(symbols, symbols)
        for x, y in np.ndindex(attributes, attributes)
        if s != q and x != y
    )


def test_one_plane_retrieval_heads_beyond_the_bound_weigh_some_wrong_key_more():
    dice, width = np.random.default_rng(0), 2 * np.pi / 6
    spread = np.exp(1j * width * np.arange(6))[:, None] * np.ones(2)

    def best(theta):
        return np.exp(1j * (width * np.arange(6) - 17 / 2 * theta))

    assert right_by_weight(best(0.999 * width / 15), spread, 0.999 * width / 15)
    theta = 1.001 * width / 14
    assert predicted_shape("retrieval", theta, 16, 6)[0] == "no"
    for scale in np.repeat((0.0, 0.001, 0.01, 0.1, 1.0), 40):
        noise = scale * (dice.standard_normal((6, 3, 2)) @ (1, 1j))
        assert not right_by_weight(best(theta) + noise[:, 0], spread + noise[:, 1:], theta)


def test_rows_of_the_table():
    record = canonical_synthetic.record("retrieval", 5, 64)
    row = describe_frequencies(record, {"right 60 2": SimpleNamespace(verdict="certified")})[59]
    assert (row.id, row.settled["certified"], row.settled["refuted"], row.can) == (60, 1, 0, "yes")


def sweep(answers, task="index"):
    """A record of these right answers of ten, by frequency, seed and position; uniform attention
    is right half the time."""
    right = np.asarray(answers)
    frequencies, seeds, places = right.shape
    plain = canonical_synthetic.record(task, seeds, frequencies)
    of, uniform = ((10,) * places,) * seeds, (0.5,) * seeds
    return replace(plain, right=array_rows(right), of=of, uniform=uniform)


def at(*answers):
    """The answers of a frequency, a number for each seed, the same at all four positions."""
    return [[number] * 4 for number in answers]


def test_accuracy_is_over_all_positions():
    assert frequency_accuracy(sweep([[[10, 0, 5, 6], [1, 2, 3, 4]]])).tolist() == [[0.525, 0.25]]


def test_learnt_is_by_more_than_half_of_the_seeds_and_not_learnt_by_none():
    rows = [at(8, 8, 8, 8), at(8, 9, 8, 7), at(8, 8, 7, 7), at(7, 7, 7, 8), at(7, 7, 7, 7)]
    assert learnt_state(sweep(rows), 0.8).tolist() == [1, 1, 0, 0, -1]


def test_better_than_uniform_is_by_the_low_end_over_seeds():
    rows = [at(7, 7, 7, 7), at(5, 9, 5, 9), at(5, 6, 5, 6), at(4, 4, 4, 4)]
    assert better(sweep(rows), 0.1).tolist() == [True, False, False, False]


@pytest.mark.parametrize(("task", "order"), [("index", 1), ("retrieval", -1)])
def test_judged_are_frequencies_beyond_all_learnt_that_no_seed_learns_above_uniform(task, order):
    """In order from the good side: learnt, not learnt, learnt, by a seed, better, at uniform."""
    whole, none, one = at(10, 10, 10, 10), at(7, 7, 7, 7), at(9, 9, 9, 10)
    rows = [whole, none, whole, one, none, at(5, 5, 5, 5)][::order]
    assert places_judged(sweep(rows, task), 0.95, 0.1) == [range(6)[::order].index(4)]


def bent_curves(first, last, bend):
    """Curves of four seeds over eight positions: how far either end lies from the middle half, and
    by how much the seeds disagree about it."""
    middle = np.zeros(4)
    curves = [np.r_[np.full(2, first + x), middle, np.full(2, last + x)] for x in bend]
    return np.array(curves)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_shape_needs_every_interval_on_its_side(sign):
    sure, names = (-0.01, 0.01, -0.01, 0.01), {1: "U", -1: "inverse U"}
    assert curve_shape(sign * bent_curves(0.2, 0.2, sure)) == names[sign]
    for curves in (
        bent_curves(0.2, 0.2, (-0.3, 0.3, -0.3, 0.3)),  # the means alone
        bent_curves(0.2, -0.01, sure),  # one end and the curvature
        bent_curves(-0.01, 0.2, sure),
    ):
        assert curve_shape(sign * curves) == "neither"


def test_where_nothing_is_learnt_nothing_is_judged():
    rows = [at(7, 7, 7, 7)] * 3
    assert [places_judged(sweep(rows, task), 0.95, 0.1) for task in ("index", "retrieval")] == [
        [],
        [],
    ]
