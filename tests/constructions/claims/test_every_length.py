"""C-index-all: each of its conditions decides somewhere, and its checks are at the points that it
states."""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

import pytest

from constructions.claims.every_length import INDEX_ALL, TurnedHead, closed_form, on_a_grid
from constructions.claims.exhaustive import right_on, soft
from constructions.heads.alphabets import Numbers
from constructions.heads.index import index_repaired
from theory.mathematics.conversions import to_ball

ALONE = {
    "letters stay": ((1, 2, "1/4", 2, -2), (1, 2, "1/8", 2, -2)),
    "s before the start": ((2, 2, "1/8", "1/2", 4), (2, 2, "1/4", "1/2", 4)),
    "a letter outweighs the own key": ((1, 2, "1/4", 2, 4), (1, 2, "1/4", "1/2", 4)),
    "and the heaviest number": ((1, 3, "9/20", "9/10", 3), (1, 3, "2/5", "9/10", 3)),
    "the number that is not found": ((1, 3, "1/6", "1/5", 4), (1, 3, "1/6", "3/5", 4)),
    "the lightest number": ((2, 4, "7/85", "9/10", 20), (2, 4, "8/85", "9/10", 20)),
}
"""m, n0, θ (turns), r, β: where one condition alone fails, and next to it where all hold."""


@pytest.mark.parametrize("name", ALONE)
def test_each_condition_decides_somewhere(name):
    for point, right in zip(ALONE[name], (False, True), strict=True):
        most, n0, turns, r, beta = (*point[:2], *map(Fraction, point[2:]))
        head = index_repaired(Numbers(("a", "b"), most), n0, theta=turns)
        keys = {
            d: tuple(replace(a, length=r) for a in arrows) if d.startswith("number") else arrows
            for d, arrows in head.weights.key.items()
        }
        changed = replace(head, weights=replace(head.weights, key=keys))
        ran = right_on(changed, soft(changed, beta), head.task.inputs(n0)).status == "true"
        assert ran is TurnedHead().hold(most, n0, turns, to_ball(r), to_ball(beta)) is right


@dataclass(frozen=True)
class Listening(TurnedHead):
    """Remembers at which points it was asked."""

    asked: list = field(default_factory=list)

    def hold(self, most, n0, turns, r, beta):
        self.asked.append((most, n0, turns, r, beta))
        return super().hold(most, n0, turns, r, beta)


def test_the_grid_is_the_one_stated():
    one = Listening()
    assert on_a_grid(one).status == "true"
    points = {(*x[:3], float(x[3].mid()), float(x[4].mid())) for x in one.asked}
    assert len(points) == len(one.asked) == 48
    assert {x[:2] for x in points} == {(1, 2), (1, 3), (2, 3), (3, 3)}


def test_the_closed_form_is_run_at_the_beta_stated_and_at_each_size():
    one = Listening()
    assert closed_form(one).status == "true"
    assert {x[:2] for x in one.asked} == set(product(range(1, 13), range(2, 13)))
    for most, n0, turns, r, beta in one.asked:
        d = max(n0 - 1, most) + 1
        assert turns == Fraction(1, d)
        assert r.overlaps(to_ball(1 - Fraction(4, d * d)))
        assert (beta * 4).overlaps(to_ball(d * d) * to_ball(n0).log())


def test_the_claim_is_about_the_conditions_as_they_are_stated():
    assert INDEX_ALL.claim.subject() == TurnedHead(1, 3, 1, 1, min, Fraction(1, 4))
