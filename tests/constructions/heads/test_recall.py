"""Paper A's heads: refusals with their rule, and both sides of each range."""

import pytest

from constructions.heads.alphabets import Bindings
from constructions.heads.recall import (
    induction_one_angle,
    induction_two_angles,
    information_retrieval,
)
from tests.constructions.every_input import on_every_input

TWO, THREE = Bindings(("r", "s"), ("0", "1")), Bindings(("q", "r", "s"), ("0", "1"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: information_retrieval(TWO, 3, "1/4"), "A-thm5"),
        (lambda: information_retrieval(TWO, 1), "n0 ≥ 2"),
        (lambda: information_retrieval(TWO, 5, beta="1"), "only above 1.09861"),
        (lambda: induction_one_angle(TWO, 4, "1/10"), "0 < θ' < 1/10 turns.*A-one-angle-fix"),
        (lambda: induction_one_angle(TWO, 4, "1/4", phase="widest"), "1/4 turns"),
        (lambda: induction_one_angle(TWO, 4, "0"), "A-one-angle-fix"),
        (lambda: induction_one_angle(TWO, 4, phase="1/8"), "ψ = 0 or 'widest'"),
        (lambda: induction_two_angles(TWO, 4, "1/5"), "0 < θ2' < 1/5 turns"),
        (lambda: induction_two_angles(TWO, 4, "0"), "A-thm6"),
        (lambda: induction_two_angles(TWO, 4, "1/6", content="1/2"), "a > cos θ2 - cos Nθ2"),
    ],
)
def test_refusals_name_the_rule(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: induction_one_angle(TWO, 4, "1/11"),
        lambda: induction_one_angle(TWO, 4, "-1/11"),
        lambda: induction_one_angle(TWO, 4, "6/25", phase="widest"),
        lambda: induction_one_angle(TWO, 4, "-6/25", phase="widest"),
        lambda: induction_one_angle(TWO, 3, "2/5", phase="widest"),
        lambda: induction_one_angle(THREE, 3, "1/4", phase="widest"),
        lambda: induction_two_angles(TWO, 4, "3/16"),
        lambda: induction_two_angles(THREE, 3, "3/10"),
        lambda: information_retrieval(THREE, 3),
        lambda: induction_one_angle(TWO, 2),
        lambda: induction_two_angles(TWO, 2),
    ],
)
def test_parameters_in_range_serve(make):
    """Near the ends of each range too, under hard attention and at the smallest β."""
    assert on_every_input(make()).status == "true"
