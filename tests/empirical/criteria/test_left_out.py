"""No settled verdict on trained models hangs on one of them: without any one it is the same."""

from dataclasses import replace

import pytest

from empirical.criteria.claims import CLAIMS
from empirical.criteria.recipe_claims import CASES, judged
from empirical.experiments.beyond.claims import PUBLIC
from empirical.experiments.law.claims import LAW_CLAIMS
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.protocol.vocabulary import TASKS
from theory.ledger import Verdict


def without_one(tasks):
    """The models without one of them: its name, and the others."""
    for task, models in tasks.items():
        for i, one in enumerate(models):
            name = getattr(one, "seed", i)
            yield f"{task}, {name}", {**tasks, task: (*models[:i], *models[i + 1 :])}


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_criterion_answers_the_same_without_any_one_model(claim):
    check, whole = judged(CASES[claim.id][0], dict.fromkeys(TASKS, 1)), claim.subject()
    status = check(whole).status
    assert status is claim.evidence[0].check(whole).status
    tried = list(without_one(whole.tasks))
    assert len(tried) >= 10
    others = {name: check(replace(whole, tasks=rest)).status for name, rest in tried}
    assert {name for name, other in others.items() if other is not status} == set()


@pytest.mark.parametrize("claim", MECHANISM_CLAIMS, ids=lambda claim: claim.id)
def test_a_mechanism_is_judged_the_same_without_any_one_seed(claim):
    """But for the seed whose long run is the one that its claim asks for."""
    check, whole = claim.evidence[0].check, claim.subject()
    fewer = replace(whole.bounds, seeds=whole.bounds.seeds - 1)
    status, tried = check(whole).status, 0
    for left_out in range(whole.bounds.seeds):
        rest = {
            task: tuple(
                replace(one, seed=one.seed - (one.seed > left_out))
                for one in models
                if one.seed != left_out
            )
            for task, models in whole.tasks.items()
        }
        if all(any(one.steps > fewer.steps for one in models) for models in rest.values()):
            tried += 1
            assert check(replace(whole, tasks=rest, bounds=fewer)).status is status, left_out
    assert tried == whole.bounds.seeds - len(TASKS)


LAW = [one for one in (*LAW_CLAIMS, PUBLIC) if one.expected is not Verdict.UNDECIDED]


@pytest.mark.parametrize("claim", LAW, ids=lambda claim: claim.id)
def test_what_is_settled_of_the_law_is_so_without_any_one_model_or_text(claim):
    check, whole = claim.evidence[0].check, claim.subject()
    sizes = {name: getattr(whole.bounds, name, 0) for name in ("remedied", "texts")}
    fewer = replace(whole.bounds, **{name: size - 1 for name, size in sizes.items() if size})
    status, tried = check(whole).status, list(without_one(whole.tasks))
    assert len(tried) >= 3
    others = {name: check(replace(whole, tasks=rest, bounds=fewer)).status for name, rest in tried}
    assert {name for name, other in others.items() if other is not status} == set()
