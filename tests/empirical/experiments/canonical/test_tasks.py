"""Inputs of the canonical tasks: answers by definition, targets uniform, seeds different."""

import numpy as np
import pytest
import torch

from empirical.experiments.canonical.tasks import (
    TASKS,
    N,
    S,
    direction_count,
    shuffled_answers,
    task_inputs,
)


def read(task, tokens):
    """What each token holds, and the answer by definition."""
    held = [row.nonzero().flatten().tolist() for row in tokens]
    if task == "index":
        return held[held[-1][0] - S][0]
    asked = held[-1][0] - 2 * S
    bound = [x - S for s, x in held[:-1] if s == asked]
    if task == "retrieval":
        assert len(bound) == 1
    return bound[-1]


@pytest.mark.parametrize("task", TASKS)
def test_answers_are_the_definitions(task):
    given = task_inputs(task, 3, 7, 200)
    assert given.tokens.shape == (200, N + 1, direction_count(task))
    assert [read(task, x) for x in given.tokens] == given.answers.tolist()


@pytest.mark.parametrize("task", TASKS)
def test_targets_and_answers_are_uniform(task):
    given = task_inputs(task, 0, 0, 8000)
    for values, sides in ((given.targets, N), (given.answers, S)):
        counts = np.bincount(values, minlength=sides)
        # Seven standard deviations of a binomial count.
        assert abs(counts - 8000 / sides).max() < 7 * (8000 / sides) ** 0.5


def test_same_arguments_same_inputs_other_seed_or_stream_others():
    first = task_inputs("index", 1, 5, 50).tokens
    assert torch.equal(first, task_inputs("index", 1, 5, 50).tokens)
    for seed, stream in ((2, 5), (1, 6), (0, 5)):
        assert not torch.equal(first, task_inputs("index", seed, stream, 50).tokens)


def test_shuffled_keeps_the_inputs_and_the_answers_as_a_set():
    given = task_inputs("retrieval", 0, 0, 300)
    shuffled = shuffled_answers(given, 0, 0)
    assert torch.equal(shuffled.tokens, given.tokens)
    assert sorted(shuffled.answers.tolist()) == sorted(given.answers.tolist())
    assert not torch.equal(shuffled.answers, given.answers)


def test_an_unknown_task_is_refused():
    with pytest.raises(ValueError, match="give one of index"):
        task_inputs("copy", 0, 0, 1)
