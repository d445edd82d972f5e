"""Index and Retrieval on batches of ids against ``theory.mathematics.tasks``."""

import numpy as np
import pytest
import torch

from empirical.experiments.mechanism import held as rules
from empirical.models.data import sequences
from empirical.protocol.vocabulary import TASKS, vocabulary
from theory.mathematics import tasks

IDEAL = {"number": tasks.index, "letter": lambda t: tasks.retrieval(t, tasks.some_fit)}
both = pytest.mark.parametrize("task", TASKS)


def ids(task, n=64):
    """Task sequences, then rows of uniformly random tokens, which break every rule."""
    size = len(vocabulary(task))
    wild = np.random.default_rng(0).integers(0, size, (n, 17))
    return torch.from_numpy(np.concatenate([sequences(task, n, 5).tokens, wild]))


@both
def test_looking_where_the_operation_looks_is_the_operation(task):
    held = ids(task)
    for _ in range(3):
        after = rules.held_after(task, held, rules.ideal(task, held))
        for before, actual in zip(held.tolist(), after.tolist(), strict=True):
            expected = IDEAL[task](rules.as_tokens(task, before))
            assert rules.as_tokens(task, actual) == expected
        held = after


@both
def test_the_hops_end_at_the_answer(task):
    data = sequences(task, 64, 5)
    held = torch.from_numpy(data.tokens)
    for _ in range(4):
        held = rules.step(task, held, rules.ideal(task, held))
    assert held[:, -1].tolist() == data.answers.tolist()


@both
def test_what_fits_is_what_the_operation_may_look_at(task):
    held = ids(task, 16)
    for row, fits in zip(held.tolist(), rules.fits(task, held).tolist(), strict=True):
        tokens = rules.as_tokens(task, row)
        for j in range(1, len(tokens) + 1):
            if task == "letter":
                wanted = tasks.fitting(tokens, j, j) if tasks.has_letter(tokens[j - 1]) else {}
                expected = sorted(k for places in wanted.values() for k in places)
            else:
                i = tokens[j - 1]
                ok = isinstance(i, int) and not tasks.points_outside(tokens, j)
                expected = [k for k in range(1, j + 1) if ok and tokens[k - 1] == tokens[j - i - 1]]
            assert [k for k, fit in enumerate(fits[j - 1], start=1) if fit] == expected


@both
def test_a_look_that_is_no_step_changes_nothing(task):
    held = ids(task)
    source = torch.zeros_like(held)
    changed = rules.step(task, held, source) != held
    fitting = rules.fits(task, held)[:, :, 0]
    assert not bool((changed & ~fitting).any())


@both
def test_path_has_a_position_for_every_hop(task):
    data = sequences(task, 64, 5)
    path = rules.path(data)
    assert path.sum(1).tolist() == data.hops.tolist()
    assert bool(path[:, -1].all())
    assert not bool(path[:, :8].any())
