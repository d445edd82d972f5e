"""Each criterion speaks of every run: it rejects what one run of five fails, whichever it is, and
one run that stands for two; an interval that straddles its bound leaves it open."""

from pathlib import Path

import pytest

from empirical.criteria.claims import CLAIMS
from empirical.criteria.recipe_claims import synthetic
from empirical.experiments.mechanism import bounds as mechanism_bounds
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.protocol.family import Measurement
from tests.edited import edited, listed
from tests.empirical import one_run
from tests.empirical.criteria import fairness
from tests.empirical.criteria.fairness import CASES, against, quick
from tests.sampled import sampled
from theory.ledger import Kind, Status


@pytest.fixture(autouse=True, scope="module")
def _quick():
    with quick():
        yield


@pytest.mark.parametrize("name", CASES)
def test_nothing_speaks_against_a_criterion(name):
    assert list(against(name)) == []


@pytest.mark.parametrize("name", CASES)
def test_every_requirement_on_each_run_is_failed_by_one_run(name):
    criterion, passing, _ = CASES[name]
    every = {one.name for one in criterion(passing) if not fairness.together(one.name)}
    assert fairness.asked_of_one_run(name) == every


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_one_run_does_not_stand_for_two(claim):
    check, whole = claim.evidence[0].check, claim.synthetic(synthetic({}))
    assert check(whole).status is Status.TRUE
    for which, runs in one_run.twice(whole.tasks):
        assert check(Measurement(runs, whole.bounds)).status is Status.FALSE, which


@pytest.mark.parametrize("claim", MECHANISM_CLAIMS, ids=lambda claim: claim.id)
def test_one_measured_model_that_fails_is_enough_and_none_stands_for_two(claim):
    check = claim.evidence[0].check
    whole = claim.synthetic(Measurement({}, mechanism_bounds.bounds()))
    assert check(whole).status is Status.TRUE
    many = {task: len(rows) for task, rows in whole.tasks.items()}
    tried = 0
    for mutant in claim.mutants:
        failing = mutant.mutate(whole).tasks
        if mutant.kind is Kind.DATA and {t: len(x) for t, x in failing.items()} == many:
            for which, runs in one_run.each(whole.tasks, failing):
                answer = check(Measurement(runs, whole.bounds)).status
                assert answer is not Status.TRUE, (mutant.name, which)
                tried += 1
    assert tried
    for which, runs in one_run.twice(whole.tasks):
        assert check(Measurement(runs, whole.bounds)).status is Status.FALSE, which


ELSEWHERE = (
    *("needed where first kept", "needed: kept at the bound"),  # test_needed
    *("carried by every head", "carried by the best head", "carried by heads of the other kind"),
    *("carried by heads nearly pure", "the measured curve for the simulated one"),
    *("the simulation for the simpler one", "another predictor judged"),
    *("measured gaps for predicted ones", "beyond the grid is infinite"),
    *("what is open holds", "the arithmetic mean for the constant"),  # test_recipe_criteria
    *("share of the larger count", "the share at the length before", "IDs from 0"),
    *("no gap falls to nothing", "the constant with the model's own", "a constant far off"),
    *("the level with the model's own", "closer or farther", "simulated lengths' span"),
    *("lengths: letter not surely below", "shape: tokens added for tokens in all"),
    "closer than the simpler one by nothing",  # test_closer
    "the symbolic heads alone",
)
"""Noticed by tests of their own, of what reads records or has a value printed."""
FILES = [f"empirical/criteria/{name}.py" for name in ("recipe_criteria", "heads", "breaks")]
UNSOUND = [(file, *edit) for file in FILES for edit in listed(file) if edit[0] not in ELSEWHERE]


@pytest.mark.parametrize(("file", "what", "old", "new"), sampled(UNSOUND, FILES))
def test_an_unsound_edit_is_noticed(file, what, old, new):
    module = Path(file).with_suffix("").as_posix().replace("/", ".")
    with edited(module, old, new):
        assert any(True for name in CASES for _ in against(name)), what
