"""Records of accuracy against length that nothing can have measured are refused."""

import pytest

from empirical.experiments.lengths.records import PREDICTORS, read
from empirical.protocol.records import RESULTS
from tests.empirical.forged import hold_refused

STORED = RESULTS / "released" / "lengths" / "letter-3.json"
SCORES, NONE = "s_pos and s_sym have not 12 entries", r"of\[\d+\] is no whole number from 1 on"
WIDE = "gaps has not 12 entries a row, one for each of the layers"


def four(row):
    return row[:4]


def of_four(rows):
    """The first four layers."""
    return [*map(four, rows)]


def last_none(row):
    """None at the last length."""
    return [*row[:-1], 0]


def without(name):
    """The predictions but for one."""
    return lambda predictions: {key: value for key, value in predictions.items() if key != name}


FORGERIES = {
    **{
        f"without the predictor {name}": ({"predicted": without(name)}, f"predicted has no {name}")
        for name in PREDICTORS
    },
    "gaps of four heads": ({"gaps": of_four}, WIDE),
    "predicted gaps of four heads": (
        {"predicted__population__gaps": of_four},
        f"predicted.population.{WIDE}",
    ),
    "positional scores of four heads": ({"s_pos": four}, SCORES),
    "symbolic scores of four heads": ({"s_sym": four}, SCORES),
    "none at a length": ({"right": last_none, "of": last_none}, NONE),
    "none predicted at a length": (
        {"predicted__drawn__right": last_none, "predicted__drawn__of": last_none},
        f"predicted.drawn.{NONE}",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_what_nothing_measures_is_refused(what, tmp_path):
    hold_refused(read, STORED, tmp_path, *FORGERIES[what])
