"""Records of training that no run can have left are refused, for what is impossible in them."""

import pytest

from empirical.experiments.dynamics.records import TABLES, read
from empirical.protocol.records import RESULTS
from tests.empirical.forged import hold_refused

STORED = RESULTS / "released" / "dynamics" / "letter-1.json"
COUNTED = "validation is no rows of a step and what is right of so many by hop count"
DUE = "validation.checks are not at each of the 135 steps of the recipe"


def checks(change):
    """The checks as a function remakes them."""
    return {"validation__checks": change}


def each(change):
    """Each row's counts as a function remakes them."""
    return checks(lambda rows: [[row[0], *map(change, row[1:])] for row in rows])


FORGERIES = {
    "more right than validated": (each(lambda n: 50 * n), COUNTED),
    "right below 0": (each(lambda n: -5), COUNTED),
    "two hop counts": (checks(lambda rows: [row[:3] for row in rows]), COUNTED),
    "of three hop counts": ({"validation__of": lambda of: of[:3]}, COUNTED),
    "validated on none": (
        {"validation__of": [0] * 4, **each(lambda n: 0)},
        "validation.of is of none of a hop count",
    ),
    "never validated": (checks([]), DUE),
    "no validation": ({"validation": None}, DUE),
    "the last check alone": (checks(lambda rows: rows[-1:]), DUE),
    "the first check left out": (checks(lambda rows: rows[1:]), DUE),
    "checks backwards": (checks(lambda rows: rows[::-1]), DUE),
    "checks after the end": (checks(lambda rows: [[n + 10**6, *x] for n, *x in rows]), DUE),
    "checks that the recipe does not ask for": (
        {"manifest__recipe__check_every": 0},
        "validation.checks are not at each of the 0 steps",
    ),
    "a head less": (
        dict.fromkeys(TABLES, lambda rows: [row[1:] for row in rows]),
        "s_pos has not 12 entries for each of the steps",
    ),
    "right of none": (
        {"of": 0, "right": lambda rows: [[0] * 4 for _ in rows]},
        "of is no whole number from 1 on",
    ),
    "tested on none": ({"tested": [[0, 0]] * 4}, r"tested\[0\] is no \(right, of\), of 1 at least"),
    "no steps": (dict.fromkeys(("steps", "right", *TABLES), []), "steps do not rise, or are none"),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_no_run_leaves_is_refused(what, tmp_path):
    hold_refused(read, STORED, tmp_path, *FORGERIES[what])
