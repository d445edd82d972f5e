"""Records of mechanism with impossible intervals, courses and counts are refused."""

import pytest

from empirical.experiments.mechanism.reading import read
from empirical.experiments.mechanism.records import FOLDER
from tests.empirical.forged import hold_refused


def first(change):
    """The first model as a function remakes it."""
    return {"models": lambda rows: [change(rows[0]), *rows[1:]]}


def queries(*interval):
    """The first layer's queries."""
    return first(
        lambda one: {
            **one,
            "layers": [{**one["layers"][0], "queries": list(interval)}, *one["layers"][1:]],
        }
    )


def cut(**counts):
    """Counts of the queries with hop 1's place cut."""
    return first(
        lambda one: {**one, "jump": {**one["jump"], "hop 1": {**one["jump"]["hop 1"], **counts}}}
    )


QUERIES = r"models\[0\].layers\[0\].queries is no value with a low and a high end"
COURSES = r"models\[0\].jump.hop 1 is no courses of the same queries, one for each"
FORGERIES = {
    "queries beyond -1": ("number", queries(-7.0, -5.0, 0.5), QUERIES),
    "queries that end before they begin": ("number", queries(0.5, 0.6, 0.4), QUERIES),
    "jumped and walked": ("letter", cut(jumped=[400, 400], walked=[400, 400]), COURSES),
    "jumped of fewer": ("letter", cut(jumped=[0, 3]), COURSES),
    "solved of none": (
        "letter",
        first(lambda one: {**one, "flow": {"solved": [0, 0]}}),
        r"models\[0\].flow.solved is no \(right, of\), of 1 at least",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_no_model_shows_is_refused(what, tmp_path):
    task, changes, message = FORGERIES[what]
    hold_refused(read, FOLDER / f"{task}.json", tmp_path, changes, message)
