"""Many models as one program: each is what it would be alone; attention is the head's own."""

import numpy as np
import pytest
import torch

from empirical.experiments.canonical.heads import head, marks
from empirical.experiments.canonical.models import Sweep, angle, outputs
from empirical.experiments.canonical.tasks import TASKS, task_inputs


@pytest.mark.parametrize("task", TASKS)
def test_together_as_alone(task):
    together = Sweep(task, [0, 3], [1, 20, 64], 30)
    together.train(lambda loss: None)
    alone = Sweep(task, [3], [20], 30)
    alone.train(lambda loss: None)
    for name, table in alone.tables.items():
        whole = together.tables[name][1:]
        one = whole[:, 1:2] if name == "values" else whole[..., 1:2]
        # float32 sums in another order, over 30 steps.
        torch.testing.assert_close(one, table, rtol=0, atol=2e-3)


@pytest.mark.parametrize("task", TASKS)
def test_outputs_are_those_of_the_head_that_is_certified(task):
    sweep = Sweep(task, [1, 2], [3, 40], 0)
    given = task_inputs(task, 0, 0, 5)
    tokens = torch.stack([given.tokens] * 2)
    vectors = outputs(sweep.tables, sweep.turns, tokens)[1, 1].detach().numpy()
    one = head(task, sweep.tables, 1, 1, 40)
    table = marks(task)
    for row, y in zip(given.tokens.numpy(), vectors, strict=True):
        places = [int(np.flatnonzero((table == x).all(1))[0]) for x in row]
        np.testing.assert_allclose(y, literal(one, places), atol=1e-4)


def literal(head, tokens):
    """The head's outputs at the last token, by its definition."""
    logits = []
    for distance, b in enumerate(reversed(tokens)):
        total = 0.0
        for plane, theta in enumerate(head.angles):
            c, s = np.cos(distance * theta), np.sin(distance * theta)
            part = slice(2 * plane, 2 * plane + 2)
            turned = np.array([[c, -s], [s, c]]) @ head.queries[tokens[-1], part]
            total += head.keys[b, part] @ turned
        logits.append(total)
    weights = np.exp(np.array(logits) - max(logits))
    return weights / weights.sum() @ head.values[tokens[::-1]]


def test_angles_are_those_of_width_128():
    assert angle(1) == 1.0
    assert angle(33) == pytest.approx(10000**-0.5)


def test_training_lowers_the_loss_and_shuffled_answers_do_not():
    losses = {}
    for shuffle in (False, True):
        sweep = Sweep("retrieval", [0], [60], 300, shuffle)
        sweep.train(lambda loss, s=shuffle: losses.__setitem__(s, loss))
    assert losses[False] < 1.0 < losses[True]


def test_a_state_restored_goes_on_as_before():
    first = Sweep("index", [0], [2, 9], 200)
    first.advance()
    second = Sweep("index", [0], [2, 9], 200)
    second.restore(first.state())
    assert first.advance() == second.advance()
