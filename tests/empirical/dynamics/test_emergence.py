"""Steps derived from a record, against a search in plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from empirical.dynamics import emergence
from empirical.dynamics import planted as dynamics_planted
from empirical.protocol.planted import replaced

COLUMNS = st.integers(1, 6).flatmap(
    lambda k: st.lists(st.lists(st.booleans(), min_size=k, max_size=k), min_size=1, max_size=9)
)


@given(COLUMNS)
def test_since_is_the_first_checkpoint_after_which_nothing_fails(rows):
    flags = np.array(rows)
    expected = [
        next((i for i in range(len(rows)) if all(column[i:])), len(rows))
        for column in flags.T.tolist()
    ]
    assert emergence.since(flags).tolist() == expected


def test_a_planted_run_is_read_as_planted():
    record = dynamics_planted.record("number", 0)
    assert emergence.hops_since(record, 0.5) == [625, 925, 1225, 1525]
    assert emergence.ends_pure(record, "positional", 0.1, 10) == 4
    assert emergence.ends_pure(record, "symbolic", 0.1, 10) == 8
    early, late = (emergence.pure_since(record, gamma) for gamma in (0.1, 0.05))
    assert early <= late
    assert early == sorted(early)
    assert max(emergence.hops_since(record, 0.9)) <= emergence.learnt_since(record, 0.99)


def test_what_does_not_last_or_never_comes_is_none():
    record = dynamics_planted.record("letter", 0)
    record = replaced((0, 200, 200, 200), "right", -1)(record)
    assert emergence.hops_since(record, 0.9)[0] is None
    record = replaced((0.5,) * 12, "s_sym", -1)(record)
    assert emergence.pure_since(record, 0.1) == [None] * 12
    assert emergence.ends_pure(record, "symbolic", 0.1, 10) == 0
