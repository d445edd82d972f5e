"""What the checks about canonical tasks share, each held to its definition at its bounds."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import rankdata

from empirical.experiments.canonical import bounds as canonical_bounds
from empirical.experiments.canonical import judged
from empirical.experiments.canonical import synthetic as canonical_synthetic
from empirical.experiments.canonical.records import Directions
from empirical.protocol.family import Measurement
from empirical.protocol.statistics import mean_interval
from theory.ledger import Status

TRUE, FALSE, UNKNOWN = Status.TRUE, Status.FALSE, Status.UNKNOWN
BOUNDS = canonical_bounds.bounds()


def holding(record):
    """A measurement of this record of Index alone."""
    return Measurement({"index": record}, BOUNDS)


def test_every_seed_and_every_frequency_is_needed_and_none_stands_for_two():
    whole = canonical_synthetic.record("index", BOUNDS.seeds, BOUNDS.frequencies)
    assert judged.lacking(holding(whole), "index") is None
    spoilt = {
        "a seed fewer": canonical_synthetic.record("index", BOUNDS.seeds - 1, BOUNDS.frequencies),
        "an ID fewer": canonical_synthetic.record("index", BOUNDS.seeds, BOUNDS.frequencies - 1),
        "a seed twice": replace(whole, seeds=(*whole.seeds[:-1], whole.seeds[0])),
        "an ID twice": replace(whole, ids=(*whole.ids[:-1], whole.ids[0])),
        "a seed without inputs": replace(whole, of=whole.of[:-1]),
        "an ID without answers": replace(whole, right=whole.right[:-1]),
    }
    for what, record in spoilt.items():
        assert judged.lacking(holding(record), "index").status is FALSE, what
    assert judged.lacking(holding(whole), "retrieval").status is FALSE


def test_directions_are_over_the_seeds_that_learnt_and_gain_is_fan_less_still():
    rows = [Directions(keys=k, fan=f, still=s) for k, f, s in
            ((0.9, 0.8, 0.1), (0.1, 0.1, 0.9), (0.7, 0.9, 0.3), (0.95, 0.85, 0.4))]  # fmt: skip
    intervals = judged.directions(rows, [True, False, True, True])
    values = {"keys": [0.9, 0.7, 0.95], "fan": [0.8, 0.9, 0.85], "still": [0.1, 0.3, 0.4]}
    gain = [fan - still for fan, still in zip(values["fan"], values["still"], strict=True)]
    assert intervals == {
        name: mean_interval(row) for name, row in (values | {"gain": gain}).items()
    }


@pytest.mark.parametrize("name", ["keys", "fan", "gain"])
def test_aligned_is_by_each_interval(name):
    bound = 0.0 if name == "gain" else 0.9
    sure = {"keys": (0.95, 0.96, 0.97), "fan": (0.95, 0.96, 0.97), "gain": (0.1, 0.2, 0.3)}
    assert set(judged.aligned(sure, 0.9).values()) == {TRUE}
    ends = {(0.01, 0.02): TRUE, (-0.01, 0.03): UNKNOWN, (-0.02, -0.01): FALSE, (0.0, 0.1): UNKNOWN}
    for (low, high), status in ends.items():
        row = (bound + low, bound + (low + high) / 2, bound + high)
        assert judged.aligned(sure | {name: row}, 0.9)[name] is status, (low, high)


@pytest.mark.parametrize(
    ("answers", "status"),
    [
        ([TRUE] * 4 + [FALSE], TRUE),
        ([TRUE] * 3 + [FALSE] * 2, FALSE),
        ([TRUE] * 3 + [UNKNOWN, FALSE], UNKNOWN),
        ([TRUE] * 4 + [UNKNOWN], TRUE),
        ([TRUE] * 2 + [UNKNOWN] + [FALSE] * 2, FALSE),
        ([UNKNOWN] * 5, UNKNOWN),
    ],
)
def test_most_are_four_in_five_and_the_undecided_leave_it_open(answers, status):
    assert judged.mostly(answers, 0.8) is status


def test_ranks_are_exact_and_one_sided():
    """By every choice of so many places: how many have a rank sum as extreme."""
    from itertools import combinations

    for chosen in ((0, 1, 2), (0, 2, 5), (3, 6, 7), (5, 6, 7)):
        there = np.isin(np.arange(8), chosen)
        own = rankdata(np.arange(8))[there].sum()
        sums = np.array([sum(x + 1 for x in one) for one in combinations(range(8), 3)])
        assert judged.one_sided(there, True) == pytest.approx((sums <= own).mean())
        assert judged.one_sided(there, False) == pytest.approx((sums >= own).mean())
    for there in (np.ones(8, dtype=bool), np.zeros(8, dtype=bool)):
        assert judged.one_sided(there, True) == judged.one_sided(there, False) == 1.0


HEADS = BOUNDS.frequencies - 1, BOUNDS.seeds - 1
"""The place of one head that solves the synthetic task."""


def settled(verdict, lower="1", upper="2"):
    """Partial Induction with two angles, its heads certified but for one of this verdict."""
    measurement = canonical_synthetic.settled_induction(Measurement({}, BOUNDS))
    one, heads = measurement.tasks["induction-2"]
    every = {key: replace(head, lower="1", upper="2") for key, head in heads.heads.items()
             if key in judged.spotless(one)}  # fmt: skip
    key = f"right {one.ids[HEADS[0]]} {one.seeds[HEADS[1]]}"
    assert key in every
    every[key] = replace(every[key], verdict=verdict, lower=lower, upper=upper)
    return one, replace(heads, heads=every)


@pytest.mark.parametrize(
    ("verdict", "sure", "may"),
    [("certified", True, True), ("undecided", False, True), ("refuted", False, False)],
)
def test_a_head_surely_solves_if_certified_and_may_if_undecided(verdict, sure, may):
    pair = settled(verdict)
    solved = judged.solved(Measurement({"induction-2": pair}, BOUNDS), "induction-2")
    assert (solved[0][HEADS], solved[1][HEADS]) == (sure, may)


def test_a_head_that_misses_one_input_does_not_solve():
    one, heads = settled("certified")
    right = np.array(one.right)
    right[*HEADS, 3] -= 1
    missing = replace(one, right=canonical_synthetic.array_rows(right))
    solved = judged.solved(Measurement({"induction-2": (missing, heads)}, BOUNDS), "induction-2")
    assert (solved[0][HEADS], solved[1][HEADS]) == (False, False)


@pytest.mark.parametrize(
    ("verdict", "lower", "upper", "fits"),
    [
        ("certified", "0.000000001", "1", True),
        ("certified", "0", "1", False),
        ("certified", "-1", "1", False),
        ("refuted", "-2", "-0.000000001", True),
        ("refuted", "-1", "0", False),
        ("refuted", "-1", "1", False),
        ("undecided", "-1", "1", True),
        ("undecided", "0", "0", True),
        ("undecided", "1", "2", False),
        ("undecided", "-2", "-1", False),
    ],
)
def test_a_verdict_is_what_its_bounds_say(verdict, lower, upper, fits):
    message = judged.unfit(*settled(verdict, lower, upper))
    assert (message == "") is fits
    assert fits or f"{verdict} at {lower} … {upper}" in message


def test_heads_left_out_and_heads_that_miss_inputs_are_not_a_sweeps_own():
    one, heads = settled("certified")
    assert judged.unfit(one, heads) == ""
    every = dict(heads.heads)
    _, first = every.popitem()
    fewer = replace(heads, heads=every)
    more = replace(heads, heads={**heads.heads, f"right {one.ids[0]} {one.seeds[0]}": first})
    for other in (fewer, more):
        assert judged.unfit(one, other) == "has other heads than those that miss no input"
