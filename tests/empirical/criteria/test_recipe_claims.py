"""The check that a criterion gives: each task has its models, each once, and the criterion's answer
under the measurement's own bounds is the outcome."""

from dataclasses import replace

import pytest

from empirical.criteria.bounds import BOUNDS
from empirical.criteria.recipe_claims import judged, synthetic
from empirical.criteria.recipe_criteria import Requirement
from theory.ledger import Status

LEAST = {"number": 2, "letter": 3}


def criterion(tasks, bounds=BOUNDS):
    """Every model's number is at most the bound of what is learnt; -1 leaves it open."""
    status = {True: Status.TRUE, False: Status.FALSE}
    return [
        Requirement(
            f"{task} {i}",
            Status.UNKNOWN if one < 0 else status[one <= bounds.learnt_at],
            one,
            bounds.learnt_at,
        )
        for task, rows in tasks.items()
        for i, one in enumerate(rows)
    ]


def answer(number, letter, bounds=BOUNDS):
    return judged(criterion, LEAST)(synthetic({"number": number, "letter": letter}, bounds))


def test_the_criterions_answer_is_the_outcome():
    assert answer([0.1, 0.1], [0.1, 0.1, 0.1]).status is Status.TRUE
    assert answer([0.1, 0.1], [0.1, 2.0, 0.1]).status is Status.FALSE


def test_what_is_open_is_neither_and_is_named():
    outcome = answer([0.1, -1.0], [0.1, 0.1, 0.1])
    assert outcome.status is Status.UNKNOWN
    assert outcome.note.startswith("not settled by their intervals: number 1;")


def test_the_measurements_own_bounds_are_asked():
    larger = replace(BOUNDS, learnt_at=3.0)
    assert answer([2.0, 2.0], [2.0, 2.0, 2.0]).status is Status.FALSE
    assert answer([2.0, 2.0], [2.0, 2.0, 2.0], larger).status is Status.TRUE


@pytest.mark.parametrize(("task", "many"), [("number", 1), ("letter", 2), ("letter", 0)])
def test_each_task_has_as_many_models_as_are_needed(task, many):
    given = {"number": [0.1] * 2, "letter": [0.1] * 3} | {task: [0.1] * many}
    outcome = answer(**given)
    assert outcome.status is Status.FALSE
    assert outcome.found == f"{task}: {many} models of {LEAST[task]}"


@pytest.mark.parametrize("task", LEAST)
def test_a_task_that_is_missing_is_not_another(task):
    whole = synthetic({"number": [0.1] * 3, "letter": [0.1] * 3})
    tasks = {name: rows for name, rows in whole.tasks.items() if name != task}
    outcome = judged(criterion, LEAST)(replace(whole, tasks=tasks))
    assert outcome.status is Status.FALSE
    assert outcome.found == f"{task}: 0 models of {LEAST[task]}"


@pytest.mark.parametrize("task", LEAST)
def test_no_model_stands_for_two_even_beyond_those_needed(task):
    whole = synthetic({"number": [0.1] * 4, "letter": [0.1] * 4})
    rows = whole.tasks[task]
    twice = replace(whole, tasks={**whole.tasks, task: (*rows[:3], rows[0])})
    assert judged(criterion, LEAST)(whole).status is Status.TRUE
    assert judged(criterion, LEAST)(twice).status is Status.FALSE
