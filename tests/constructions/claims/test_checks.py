"""The checks behind the heads' claims: what makes them fail; edits change what they say."""

from dataclasses import replace
from fractions import Fraction

import pytest

from constructions.claims.checks import (
    changed_phases,
    softly,
    stretched,
    swapped,
    with_hard_attention,
)
from constructions.claims.heads import INDEX_FIX
from constructions.heads.alphabets import Numbers
from constructions.heads.directions import UP
from constructions.heads.index import PLACE, index_printed, index_repaired, integer_direction

HEAD = index_printed(Numbers(("a", "b"), 2), 3)


def test_green_on_the_head_itself():
    assert with_hard_attention((HEAD,)).status == softly((HEAD, HEAD)).status == "true"


def test_a_beta_that_is_not_the_smallest_is_red():
    assert "99 %" in softly((replace(HEAD, beta=2 * HEAD.beta),)).found
    assert softly((replace(HEAD, beta=HEAD.beta / 2),)).status == "false"
    assert "no β" in softly((replace(HEAD, beta=None),)).found


def test_two_per_cent_above_the_smallest_is_red_for_each_head():
    warmer = replace(HEAD, beta=HEAD.beta * Fraction(102, 100))
    assert "99 %" in softly((warmer,)).found
    assert "99 %" in softly((HEAD, warmer)).found


def test_no_input_is_no_case():
    nothing = replace(HEAD, task=replace(HEAD.task, refuses=lambda tokens: "never"))
    assert with_hard_attention((nothing,)).cases == 0
    assert with_hard_attention((HEAD, swapped(HEAD))).status == "false"
    assert with_hard_attention((HEAD, nothing, swapped(HEAD))).status == "false"
    assert "no input" in with_hard_attention((HEAD, nothing, HEAD)).found


def test_hard_attention_tells_logits_that_no_beta_at_hand_does():
    """At a millionth of a turn they differ by less than 2e-11."""
    slow = index_printed(Numbers(("a", "b"), 2), 3, Fraction(1, 10**6), "hard")
    assert with_hard_attention((slow,)).status == "true"
    assert softly((replace(slow, beta=Fraction(1000)),)).status == "false"


def test_edits():
    query = HEAD.weights.query
    assert changed_phases(query, lambda x: -x)[integer_direction(2)][0].turn == UP + 2 * HEAD.theta
    halved = stretched(query, lambda direction, plane: Fraction(int(plane != PLACE)))
    assert halved[integer_direction(1)][0].length == 0
    assert swapped(HEAD).weights.value["letter a"] == {"letter b": 2}


def test_the_repaired_index_head_is_at_a_fifth_of_a_turn_and_does_not_exist_at_a_quarter():
    """C-index-fix runs each of its two heads at one angle."""
    repaired, printed = INDEX_FIX.subject()
    assert (repaired.theta, printed.theta) == (Fraction(1, 5), Fraction(1, 4))
    with pytest.raises(ValueError, match="a full turn"):
        index_repaired(Numbers(("a", "b"), 4), 4, Fraction(1, 4))
