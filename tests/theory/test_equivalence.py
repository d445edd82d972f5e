"""Equivalences between linear systems: decided at each size, by z3, and locally for every size."""

import pytest

from theory.behaviour import constant, positional_and_symbolic, positional_only
from theory.equivalence import Equivalence, decided, local, posed_to_z3
from theory.ledger import Status

SIZES = ((1, 1), (2, 2), (3, 3))
HOLDS = Equivalence(positional_and_symbolic, constant, SIZES, (3, 3))
FAILS = Equivalence(positional_only, constant, SIZES, (3, 3))


@pytest.mark.parametrize("check", [decided, posed_to_z3, local])
def test_the_three_checks_agree(check):
    assert check((HOLDS,)).status is Status.TRUE
    assert check((FAILS,)).status is Status.FALSE
    assert check((HOLDS, FAILS)).status is Status.FALSE


def test_a_failure_names_the_size_the_direction_and_the_entries():
    found = decided((FAILS,)).found
    assert "shape (2, 2), left ⇒ right" in found
    assert "M[1,2]" in found


def test_nothing_to_decide_is_no_case():
    empty = Equivalence(lambda M, own: (), lambda M, own: (), SIZES, (2, 2))
    assert decided((empty,)).cases == 0
    large = Equivalence(positional_and_symbolic, constant, ((5, 5),), (3, 3))
    assert posed_to_z3((large,)).status is Status.UNKNOWN


def test_a_form_of_more_places_than_generic_is_refused():
    with pytest.raises(ValueError, match="generic"):
        local((Equivalence(constant, constant, SIZES, (1, 1)),))
