"""Heads of the canonical tasks: constructions right where theory says, certificates."""

import json

import numpy as np
import pytest

from constructions import check_certificate
from constructions.certificate.certificate import field_digest
from empirical.experiments.canonical.heads import (
    certificate,
    construction,
    head,
    index_geometry,
    lookup_gap,
    replayed,
    settled,
)
from empirical.experiments.canonical.models import Sweep, angle
from empirical.experiments.canonical.records import FOLDER, settled_heads
from empirical.experiments.canonical.shapes import predicted_shape
from empirical.experiments.canonical.tasks import TASKS, N, S

IDS = [1, 8, 11, 12, 15, 22, 29, 50]


@pytest.mark.parametrize("task", TASKS)
def test_constructions_are_right_where_theory_says(task):
    sweep = Sweep(task, [0], IDS, 0, tables=construction(task, 1, IDS))
    right, of = sweep.right(2000)
    perfect = (right[0].sum(-1) == of[0].sum()).tolist()
    assert perfect == [predicted_shape(task, angle(k), N, S)[0] == "yes" for k in IDS]


@pytest.mark.parametrize("task", ["retrieval", "induction-1", "induction-2"])
def test_the_gap_is_positive_where_theory_says(task):
    for k in range(1, 65):
        can = predicted_shape(task, angle(k), N, S)[0] == "yes"
        assert (lookup_gap(task, angle(k), 8.0) > 0) is can, k


@pytest.mark.parametrize(
    ("task", "frequency", "verdict"),
    [("index", 50, "certified"), ("retrieval", 22, "certified"), ("retrieval", 8, "refuted"),
     ("induction-1", 29, "certified"), ("induction-2", 15, "certified")],
)  # fmt: skip
def test_constructions_settled_over_all_inputs(task, frequency, verdict):
    made = head(task, construction(task, 1, [frequency]), 0, 0, frequency)
    assert settled(task, made).verdict == verdict


def test_the_trained_one_angle_head_has_a_certificate_that_the_checker_accepts():
    """The only certified one of the records: what A-e-mix turns on."""
    heads = settled_heads(FOLDER, "induction-1")
    (key,) = (name for name, one in heads.items() if one.verdict == "certified")
    _, frequency, seed = key.split()
    text = (FOLDER / "certificates" / f"induction-1-{frequency}-{seed}.json").read_text()
    report = check_certificate.check(text)
    assert f"frequency ID {frequency} seed {seed}" in report
    assert "every sequence of 2 to 17 tokens" in report
    assert "Verdict: certified" in report
    listed = json.loads(text)
    assert listed["exact"] == heads[key].lower
    named = {**listed["head"], "name": f"induction-1, frequency ID {frequency}"}
    assert field_digest(named) == heads[key].weights
    with pytest.raises(check_certificate.Rejected, match="exact"):
        check_certificate.check(text.replace(listed["exact"], "0.052770475"))


def test_settling_leaves_a_certificate_of_a_certified_one_angle_head():
    made = head("induction-1", construction("induction-1", 1, [34]), 0, 0, 34)
    assert "“induction 1 frequency ID 34 seed 7”" in check_certificate.check(certificate(made, 7))


def test_a_head_that_misses_rare_inputs_is_refuted_with_one():
    tables = construction("index", 1, [4])
    tables["values"][0, 0, 0] *= 1e-4
    outcome = settled("index", head("index", tables, 0, 0, 4))
    assert outcome.verdict == "refuted"
    held = outcome.input.split()
    assert held[int(held[-1]) - 1] == outcome.answer != outcome.rival


@pytest.mark.parametrize("task", TASKS)
def test_the_models_own_run_has_the_margin_that_the_certificate_names(task):
    sweep = Sweep(task, [0, 1], [20, 30], 5)
    sweep.train(lambda loss: None)
    frequency = sweep.ids[1]
    outcome = settled(task, head(task, sweep.tables, 0, 1, frequency))
    assert outcome.verdict == "refuted"
    again = replayed(task, sweep.tables, (0, 1), frequency, outcome)
    assert again.replayed == pytest.approx(float(outcome.upper), abs=1e-6)
    with pytest.raises(ValueError, match="the certificate says"):
        replayed(task, sweep.tables, (1, 0), frequency, outcome)


def test_the_digest_is_of_the_weights():
    tables = construction("index", 1, [4])
    outcome = settled("index", head("index", tables, 0, 0, 4))
    tables["values"][0, 0, 0, 0] += 1e-9
    assert settled("index", head("index", tables, 0, 0, 4)).weights != outcome.weights


def test_geometry_of_the_construction_and_of_random_tables():
    (made,) = index_geometry(construction("index", 1, [4]), 0, 4)
    assert made.keys == pytest.approx(1)
    assert made.fan == pytest.approx(1)
    assert made.still < 0.2
    chance = [index_geometry(Sweep("index", [s], [4], 0).tables, 0, 4)[0] for s in range(20)]
    assert np.mean([x.fan for x in chance]) < 0.5
