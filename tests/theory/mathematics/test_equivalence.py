"""Equivalences between linear systems: decided at each size, by z3, and locally for every size."""

from dataclasses import replace
from itertools import permutations

import pytest

from theory.claims import CLAIMS
from theory.ledger import Status
from theory.mathematics.equivalence import SECONDS, Equivalence, decided, local, posed_to_z3
from theory.mathematics.placement import positional_shift
from theory.paper_a.behaviour.behaviour import (
    constant_part,
    positional_and_symbolic,
    positional_only,
)

READERS = [
    "A-def-both-fix",
    "A-swaps",
    "A-swaps-score-fix",
    "A-swaps-block-fix",
    "A-score-fix",
    "A-score-all",
]
SIZES = ((1, 1), (2, 2), (3, 3))
HOLDS = Equivalence(positional_and_symbolic, constant_part, SIZES, (3, 3))
FAILS = Equivalence(positional_only, constant_part, SIZES, (3, 3))


@pytest.mark.parametrize("one", READERS)
def test_claims_that_read_equivalences_have_time_on_a_busy_machine(one):
    claim = next(claim for claim in CLAIMS if claim.id == one)
    assert claim.seconds >= SECONDS >= 300


@pytest.mark.parametrize("check", [decided, posed_to_z3, local])
def test_the_three_checks_agree(check):
    assert check((HOLDS,)).status is Status.TRUE
    assert check((FAILS,)).status is Status.FALSE
    assert check((HOLDS, FAILS)).status is Status.FALSE


def test_a_failure_names_the_size_the_direction_and_the_entries():
    finding = decided((FAILS,)).found
    assert "shape (2, 2), left ⇒ right" in finding
    assert "M[1,2]" in finding


def test_nothing_to_decide_is_no_case():
    empty = Equivalence(lambda M, own: (), lambda M, own: (), SIZES, (2, 2))
    for check in (decided, local):
        assert check((empty,)).status is Status.UNKNOWN
        assert check(()).status is Status.UNKNOWN
    large = Equivalence(positional_and_symbolic, constant_part, ((5, 5),), (3, 3))
    assert posed_to_z3((large,)).status is Status.UNKNOWN


def test_a_list_whose_forms_need_more_places_than_they_read_is_not_local():
    """proofs.md, Locality: δ_pos over 3-cycles reads two places and vanishes from no two."""

    def cycles(M, own):
        for move in permutations(range(len(M))):
            if sum(j != k for j, k in enumerate(move)) == 3:
                yield from (positional_shift(M, j, k) for j, k in enumerate(move))

    one = Equivalence(lambda M, own: (), cycles, ((2, 2), (3, 3)), (2, 2))
    assert decided((one,)).status is Status.FALSE
    assert decided((replace(one, shapes=((2, 2),)),)).status is Status.UNKNOWN
    assert local((one,)).status is Status.FALSE
    assert local((replace(one, left=cycles),)).status is Status.FALSE


def test_a_form_of_more_places_than_generic_is_refused():
    with pytest.raises(ValueError, match="generic"):
        local((Equivalence(constant_part, constant_part, SIZES, (1, 1)),))
