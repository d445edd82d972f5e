"""A record becomes the course that its definition says, counted by hand over random tables."""

from dataclasses import replace

import numpy as np
import pytest

from empirical.criteria.courses import GAMMAS, WIDER, course, widened
from empirical.experiments.dynamics.synthetic import record
from empirical.models.trained import Validation

STEPS = (0, 50, 100, 150, 200, 250)
LAYERS = 12
LEVELS = (0.02, 0.07, 0.15, 0.5, 0.85, 0.93, 0.97)
REACH = 1.96
"""Standard errors to either end of a 95 % interval."""


def rows(table):
    return tuple(tuple(float(x) for x in row) for row in table)


def drawn(seed):
    """A run of six checkpoints: most heads end pure, some stay or come back, one layer's entropy
    never moves."""
    rng = np.random.default_rng(seed)
    shape = len(STEPS), LAYERS
    s_pos = rng.choice(LEVELS, shape)
    ends = rng.choice([0.02, 0.07, 0.15, 0.85, 0.93, 0.97], LAYERS)
    s_pos[3 + seed % 2 :] = ends
    s_sym = np.where(rng.random(shape) < 0.8, 1 - s_pos, rng.choice(LEVELS, shape))
    s_pos[-1, 0], s_sym[-1, 0] = 0.95, 0.95  # an end above the level by its upper end alone
    s_pos[-1, 1], s_sym[-1, 1] = 0.89, 0.95
    entropy = rng.uniform(0.2, 1.0, shape)
    entropy[:, 5] = 0.75
    errors = [rows(rng.uniform(0.0, 0.05, shape)) for _ in range(3)]
    right = np.sort(rng.integers(0, 200, (len(STEPS), 4)), axis=0)
    right[2] = right.max(0)
    right[3:] = right[2]
    right[4, 3], right[5] = right[4, 3] - 1, right[5] - 2  # the last is not the best
    right[3, 3], right[3, 0] = right[2, 3] + 1, right[2, 0] - 1  # nor the last hop count's best
    return replace(
        record("number", 0),
        steps=STEPS,
        right=tuple(tuple(map(int, row)) for row in right.clip(0, 200)),
        of=200,
        validation=None,
        tested=None,
        s_pos=rows(s_pos),
        s_sym=rows(s_sym),
        entropy=rows(entropy),
        s_pos_error=errors[0],
        s_sym_error=errors[1],
        entropy_error=errors[2],
    )


def is_pure(one, kind, gamma, at, head):
    high, low = one.s_pos[at][head], one.s_sym[at][head]
    if kind == "symbolic":
        high, low = low, high
    return high >= 1 - gamma and low <= gamma


def dates(one, kind, gamma):
    """Steps from which heads are pure to the end."""
    starts = []
    for head in range(LAYERS):
        since = len(STEPS)
        while since and is_pure(one, kind, gamma, since - 1, head):
            since -= 1
        starts += STEPS[since : since + 1]
    return tuple(sorted(starts))


def early(one, gamma):
    """How many heads are pure of either kind at some step up to 100."""
    kinds = ("positional", "symbolic")
    return sum(
        any(is_pure(one, kind, gamma, at, head) for kind in kinds for at in range(3))
        for head in range(LAYERS)
    )


def least(one):
    """The least lower ends over the heads and the steps up to 100."""
    ends = [[], [], [], []]
    for head in range(LAYERS):
        course_of = [row[head] for row in one.entropy]
        low, span = min(course_of), (max(course_of) - min(course_of)) or 1.0
        for at in range(3):
            ends[0].append(one.s_pos[at][head] - REACH * one.s_pos_error[at][head])
            ends[1].append(one.s_sym[at][head] - REACH * one.s_sym_error[at][head])
            error = one.entropy_error[at][head]
            ends[2].append(one.entropy[at][head] - REACH * error)
            ends[3].append((one.entropy[at][head] - low) / span - REACH * error / span)
    return [min(row) for row in ends]


def left(one):
    """Heads one of whose scores is surely below .9 in the end."""
    return sum(
        one.s_pos[-1][head] + REACH * one.s_pos_error[-1][head] < 0.9
        or one.s_sym[-1][head] + REACH * one.s_sym_error[-1][head] < 0.9
        for head in range(LAYERS)
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_course_is_what_its_definition_says(seed):
    one = drawn(seed)
    summary = course(one)
    for gamma in GAMMAS:
        for kind in ("positional", "symbolic"):
            assert summary.pure[gamma][kind] == dates(one, kind, gamma)
    assert summary.early == {gamma: early(one, gamma) for gamma in GAMMAS}
    assert summary.early_least == pytest.approx(least(one))
    assert (summary.left, summary.heads) == (left(one), LAYERS)
    totals = [sum(row) for row in one.right]
    assert summary.maximum == STEPS[totals.index(max(totals))]
    assert summary.last == tuple((n, 200) for n in one.right[-1])


def test_one_layer_whose_entropy_never_moves_is_least_on_its_own_scale():
    still = replace(drawn(0), entropy_error=((0.0,) * LAYERS,) * len(STEPS))
    for other in (0.75, 1.0):
        entropy = tuple((other,) * LAYERS for _ in STEPS)
        assert course(replace(still, entropy=entropy)).early_least[3] == 0.0
    errors = tuple((0.01,) * LAYERS for _ in STEPS)
    unmoved = replace(still, entropy=entropy, entropy_error=errors)
    assert course(unmoved).early_least[3] == pytest.approx(-REACH * 0.01)


def test_a_wider_course_has_the_dates_at_one_more_gamma():
    one = drawn(3)
    wider = widened(one)
    own = {kind: dates(one, kind, 0.25) for kind in ("positional", "symbolic")}
    assert wider == replace(course(one), pure={**course(one).pure, WIDER: own})


def test_counts_of_training_go_before_those_of_the_scored_set():
    one = replace(drawn(2), tested=((9, 10),) * 4)
    counted = replace(one, validation=Validation(((50, 1, 2, 3, 4), (100, 4, 3, 2, 0)), (9,) * 4))
    assert (course(counted).steps, course(counted).maximum) == ((50, 100), 50)
    assert (course(counted).right, course(counted).of) == (((1, 2, 3, 4), (4, 3, 2, 0)), (9,) * 4)
    assert course(counted).last == ((9, 10),) * 4
