"""B-e-first: one run without the lead leaves it open, and so does one at the γ of Fig. 2C; two fail
it."""

from dataclasses import replace

import pytest

from empirical.criteria.bounds import BOUNDS
from empirical.criteria.questions.first_positional import (
    MARGIN,
    QUESTION,
    exchanged_dates,
    positional_first,
    together,
)
from empirical.criteria.recipe_criteria import status
from theory.ledger import Status

WIDE = BOUNDS.drawn_gamma


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


def test_a_run_without_the_lead_at_the_gamma_of_the_figure_leaves_it_open():
    def there(one):
        return replace(one, pure=one.pure | {WIDE: exchanged_dates(one).pure[WIDE]})

    assert of(there, 1) is of(there, 5) is Status.UNKNOWN


def test_a_run_without_the_lead_leaves_it_open_whatever_it_has_at_the_gamma_of_the_figure():
    def there(one):
        return replace(
            exchanged_dates(one), pure=exchanged_dates(one).pure | {WIDE: one.pure[WIDE]}
        )

    assert of(there, 1) is Status.UNKNOWN
    assert of(there, 2) is Status.FALSE


def test_a_lead_of_one_step_is_enough():
    def barely(one):
        dates = {
            gamma: kinds | {"positional": (kinds["symbolic"][0] - MARGIN,)}
            for gamma, kinds in one.pure.items()
            if kinds["positional"] and kinds["symbolic"]
        }
        return replace(one, pure=one.pure | dates)

    assert of(barely, 5) is Status.TRUE
