"""Index heads: refusals with their rule, the weights as printed, and both sides of each bound."""

from fractions import Fraction

import pytest

from constructions.claims.exhaustive import hard_head, right_on
from constructions.heads.alphabets import Numbers
from constructions.heads.directions import UP
from constructions.heads.index import (
    BIAS,
    PLACE,
    between_cosines,
    index_of_paper_a,
    index_printed,
    index_repaired,
    integer_direction,
)

AB3 = Numbers(("a", "b"), 3)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: index_printed(AB3, 1), "n0 ≥ 2"),
        (lambda: index_printed(AB3, 4, "1/3"), "B-irr-fix"),
        (lambda: index_printed(AB3, 4, "0"), "B-irr-fix"),
        (lambda: index_repaired(AB3, 3, "1/3"), "B-thm31-index"),
        (lambda: index_repaired(AB3, 3, Fraction(1, 10**9)), "float32 grid"),
        (lambda: index_of_paper_a(("a", "b"), 5, "1/3"), r"A-thm3\)"),
        (lambda: index_of_paper_a(("a", "b"), 5, "1/3", back=True), "A-thm3-lengths-fix"),
        (lambda: index_of_paper_a(("a", "b"), 1), "n0 ≥ 2"),
    ],
)
def test_refusals_name_the_rule(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("theta", ["1/4", "2/5", "5/7", "-1/5"])
def test_angles_off_the_forbidden_set_serve(theta):
    for head in (
        index_printed(AB3, 4, theta),
        index_repaired(AB3, 4, theta),
        index_of_paper_a(("a", "b"), 5, theta, back=True),
    ):
        assert right_on(head, hard_head(head), head.task.inputs(head.n0)).status == "true"


def test_weights_as_printed():
    head = index_printed(AB3, 4, "1/5", beta="hard")
    w = head.weights
    assert w.embed["a"] == {"letter a": 1, BIAS: 1}
    assert [(arrow.plane, arrow.length, arrow.turn) for arrow in w.offers(2)] == [(PLACE, 1, UP)]
    assert w.asks(2)[0].turn == UP - Fraction(2, 5)
    assert w.says("a") == {"a": 2, "b": 0, 1: 0, 2: 0, 3: 0}
    assert w.says(1) == dict.fromkeys(AB3.tokens, 0)
    assert w.keeps(3)[3] == 1


def test_the_repaired_keys_lie_between_the_cosines_and_one():
    head = index_repaired(AB3, 4, "1/5", beta="hard")
    (key,) = head.weights.offers(3)
    assert key.turn == UP - Fraction(3, 5)
    assert Fraction(31, 100) < key.length < 1
    assert key.length == between_cosines(Fraction(1, 5), 3)
    assert head.weights.query[integer_direction(3)][0].length == 1


def test_only_the_repaired_head_keeps_what_points_outside():
    printed, repaired = index_printed(AB3, 3, "1/5"), index_repaired(AB3, 3, "1/5")
    inputs = [("a", 2)]
    assert right_on(printed, hard_head(printed), inputs).cases == 0
    assert right_on(repaired, hard_head(repaired), inputs).status == "true"
