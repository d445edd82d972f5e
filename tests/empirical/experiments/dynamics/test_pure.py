"""Steps derived from a record, against a search in plain Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from empirical.experiments.dynamics import records
from empirical.experiments.dynamics import synthetic as dynamics_synthetic
from empirical.protocol.synthetic import replaced_records

KINDS = ("positional", "symbolic")
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
    assert records.since(flags).tolist() == expected


def test_a_synthetic_run_is_read_as_it_was_made():
    record = dynamics_synthetic.record("number", 0)
    at_the_end = {kind: records.pure_at_steps(record, kind, 0.1)[-1].sum() for kind in KINDS}
    assert at_the_end == {"positional": 4, "symbolic": 8}
    early, late = (records.since(records.pure_at_steps(record, "symbolic", g)) for g in (0.1, 0.05))
    assert (early <= late).all()
    assert record.right[-1] == (record.of,) * 4
    impure = replaced_records((0.5,) * 12, "s_sym", -1)(record)
    lost = records.since(records.pure_at_steps(impure, "symbolic", 0.1))
    assert (lost == len(record.steps)).all()
