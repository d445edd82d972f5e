"""Heads of the canonical tasks: constructions right where theory says, certificates."""

import numpy as np
import pytest

from empirical.canonical.heads import construction, geometry, head, lookup_gap, replayed, settled
from empirical.canonical.models import Sweep, angle
from empirical.canonical.shapes import predicted
from empirical.canonical.tasks import TASKS, N, S

IDS = [1, 8, 11, 12, 15, 22, 29, 50]


@pytest.mark.parametrize("task", TASKS)
def test_constructions_are_right_where_theory_says(task):
    sweep = Sweep(task, [0], IDS, 0, tables=construction(task, 1, IDS))
    right, of = sweep.right(2000)
    perfect = (right[0].sum(-1) == of[0].sum()).tolist()
    assert perfect == [predicted(task, angle(k), N, S)[0] == "yes" for k in IDS]


@pytest.mark.parametrize("task", ["retrieval", "induction-1", "induction-2"])
def test_the_gap_is_positive_where_theory_says(task):
    for k in range(1, 65):
        can = predicted(task, angle(k), N, S)[0] == "yes"
        assert (lookup_gap(task, angle(k), 8.0) > 0) is can, k


@pytest.mark.parametrize(
    ("task", "frequency", "verdict"),
    [("index", 50, "certified"), ("retrieval", 22, "certified"), ("retrieval", 8, "refuted"),
     ("induction-1", 29, "certified"), ("induction-2", 15, "certified")],
)  # fmt: skip
def test_constructions_settled_over_all_inputs(task, frequency, verdict):
    made = head(task, construction(task, 1, [frequency]), 0, 0, frequency)
    assert settled(task, made).verdict == verdict


def test_a_head_that_misses_rare_inputs_is_refuted_with_one():
    tables = construction("index", 1, [4])
    tables["values"][0, 0, 0] *= 1e-4
    found = settled("index", head("index", tables, 0, 0, 4))
    assert found.verdict == "refuted"
    held = found.input.split()
    assert held[int(held[-1]) - 1] == found.answer != found.rival


@pytest.mark.parametrize("task", TASKS)
def test_the_models_own_run_has_the_margin_that_the_certificate_names(task):
    sweep = Sweep(task, [0, 1], [20, 30], 5)
    sweep.train(lambda loss: None)
    for at in ((0, 1), (1, 0)):
        frequency = sweep.ids[at[1]]
        found = settled(task, head(task, sweep.tables, *at, frequency))
        assert found.verdict == "refuted"
        again = replayed(task, sweep.tables, at, frequency, found)
        assert again.replayed == pytest.approx(float(found.upper), abs=1e-6)
        with pytest.raises(ValueError, match="the certificate says"):
            replayed(task, sweep.tables, (at[1], at[0]), frequency, found)


def test_the_digest_is_of_the_weights():
    tables = construction("index", 1, [4])
    found = settled("index", head("index", tables, 0, 0, 4))
    tables["values"][0, 0, 0, 0] += 1e-9
    assert settled("index", head("index", tables, 0, 0, 4)).weights != found.weights


def test_geometry_of_the_construction_and_of_random_tables():
    (made,) = geometry(construction("index", 1, [4]), 0, 4)
    assert made.keys == pytest.approx(1)
    assert made.fan == pytest.approx(1)
    assert made.still < 0.2
    chance = [geometry(Sweep("index", [s], [4], 0).tables, 0, 4)[0] for s in range(20)]
    assert np.mean([x.fan for x in chance]) < 0.5
