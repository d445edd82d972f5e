"""B-let-comp-head: the printed head's run on the five tokens is compared, token by token."""

import pytest

from theory.paper_b.hop_tasks import letter_head
from theory.paper_b.hop_tasks.letter_head import Filled, conditions_are_not_enough
from theory.paper_b.hop_tasks.letter_hops import one_integer_token, others_move_on, sound_queries


@pytest.mark.parametrize("least", [lambda hops: hops, lambda hops: hops + 1, lambda hops: 0])
def test_a_head_that_reaches_the_answer_is_no_example(least):
    """Whatever else is said of the number of applications."""
    assert conditions_are_not_enough(Filled(least=least)).status == "true"
    outcome = conditions_are_not_enough(Filled(least=least, phases=(0, 1, 2, 3)))
    assert outcome.status == "false"
    assert "last: AB; BA; A1" in outcome.found


def test_the_example_is_asked_for_all_three_conditions(monkeypatch):
    """Where one of (1)-(3) fails the example shows nothing."""
    for failing in (sound_queries, one_integer_token, others_move_on):
        monkeypatch.setattr(
            letter_head, "satisfies", lambda _x, _w, asked, f=failing: f not in asked
        )
        assert conditions_are_not_enough(Filled()).status == "false"
