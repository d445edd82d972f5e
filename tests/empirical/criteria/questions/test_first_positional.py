"""B-e-first: one run without the lead leaves it open, two fail it."""

from dataclasses import replace

import pytest

from empirical.criteria.questions.first_positional import (
    MARGIN,
    QUESTION,
    exchanged_dates,
    positional_first,
    together,
)
from empirical.criteria.recipe_criteria import status
from theory.ledger import Status


def of(change, many):
    """What the criterion says where so many of number's runs are changed."""
    passing = QUESTION.passing()
    runs = passing["number"]
    return status(
        positional_first({**passing, "number": [*map(change, runs[:many]), *runs[many:]]})
    )


@pytest.mark.parametrize("change", [exchanged_dates, together])
@pytest.mark.parametrize(
    ("many", "answer"), [(0, Status.TRUE), (1, Status.UNKNOWN), (2, Status.FALSE)]
)
def test_a_run_without_the_lead_leaves_it_open_and_two_fail_it(change, many, answer):
    assert of(change, many) is answer


def test_a_lead_of_one_step_is_enough():
    def barely(one):
        dates = {
            gamma: kinds | {"positional": (kinds["symbolic"][0] - MARGIN,)}
            for gamma, kinds in one.pure.items()
            if kinds["positional"] and kinds["symbolic"]
        }
        return replace(one, pure=one.pure | dates)

    assert of(barely, 5) is Status.TRUE
