"""Comparisons of cosines are exact where they are equal, and balls only say what is certain."""

from fractions import Fraction
from math import cos, exp, pi

import pytest

from theory.mathematics import circle
from theory.mathematics.circle import added, cells, critical_angles, exponential_sign, fold, sign

F = Fraction
ONE = F(1)
ZERO: dict[Fraction, Fraction] = {}


@pytest.mark.parametrize(
    ("angle", "there"),
    [(0, 0), (F(1, 3), F(1, 3)), (1, 1), (F(5, 4), F(3, 4)), (2, 0), (F(-1, 3), F(1, 3)), (7, 1)],
)
def test_fold(angle, there):
    assert fold(F(angle)) == there


def test_added_gathers_equal_cosines():
    assert added((ONE, F(1, 3)), (F(2), F(5, 3)), (F(5), F(0))) == {F(1, 3): F(3), F(0): F(5)}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (added((ONE, F(1, 3))), added((F(1, 2), F(0)))),  # cos 60° = 1/2
        (added((ONE, F(1, 5)), (-ONE, F(2, 5))), added((F(1, 2), F(0)))),  # cos 36° - cos 72°
        (added((ONE, F(1, 7)), (ONE, F(3, 7)), (ONE, F(5, 7))), added((F(1, 2), F(0)))),
        (added((ONE, F(1, 2))), ZERO),
        (added((ONE, F(1))), added((-ONE, F(0)))),
        (added((ONE, F(1, 4)), (ONE, F(3, 4))), ZERO),
        (ZERO, ZERO),
        (added((ONE, F(2, 9))), added((ONE, F(2, 9)))),
    ],
)
def test_equal_sums_of_cosines(left, right):
    assert sign(left, right) == 0
    assert sign(right, left) == 0


@pytest.mark.parametrize("gap", [F(1), F(-1, 10**6), F(1, 10**30), F(-1, 10**300)])
def test_unequal_sums_however_close(gap):
    left = added((ONE, F(1, 5)), (-ONE, F(2, 5)), (gap, F(0)))
    assert sign(left, added((F(1, 2), F(0)))) == (1 if gap > 0 else -1)
    assert sign(added((F(1, 2), F(0))), left) == (-1 if gap > 0 else 1)


def test_signs_agree_with_floats_away_from_zero():
    terms = [F(p, q) for q in (1, 2, 3, 4, 5, 7) for p in range(2 * q)]
    for a in terms:
        for b in terms[::3]:
            value = 2 * cos(pi * a) - 3 * cos(pi * b) + 0.25
            got = sign(added((F(2), a), (F(-3), b)), added((F(-1, 4), F(0))))
            assert abs(value) < 1e-9 or got == (value > 0) - (value < 0)


def test_no_sign_of_what_may_be_zero():
    from flint import arb

    with pytest.raises(ArithmeticError, match=r"^no sign at 4096 bits: is it 0\?$"):
        circle._ball_sign(lambda: arb(0, 1))
    with pytest.raises(ArithmeticError):
        circle._ball_sign(lambda: arb(0))


def test_precision_grows_to_its_limit_and_is_given_back():
    from flint import arb, ctx

    precisions = []

    def ball():
        precisions.append(ctx.prec)
        return arb(-1) if ctx.prec == circle.MOST_BITS else arb(0, 1)

    before = ctx.prec
    assert circle._ball_sign(ball) == -1
    assert precisions == [64, 128, 256, 512, 1024, 2048, 4096]
    assert ctx.prec == before


def constant(value):
    return added((F(value), F(0)))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([0], [0]),
        ([], []),
        ([1], []),
        ([], [1]),
        ([1, 2], [2, 1]),
        ([1, 1], [1]),
        ([1], [1, 1]),
        ([2], [1]),
        ([1], [2]),
        ([2], [1, 1]),
        ([1], [F(1, 2), F(1, 2)]),
        ([F(1, 2), F(1, 2)], [1]),
        ([3, 0, 0], [2, 2, 0]),
        ([3, 1, 1], [3, 2, 1]),
        ([1, 3], [2, 2]),
    ],
)
def test_sums_of_exponentials(left, right):
    value = sum(map(exp, left)) - sum(map(exp, right))
    expected = 0 if abs(value) < 1e-12 else 1 if value > 0 else -1
    assert exponential_sign(map(constant, left), map(constant, right)) == expected


def test_exponents_are_cancelled_as_numbers_not_as_spelt():
    half, cosine = constant(F(1, 2)), added((ONE, F(1, 3)))
    assert exponential_sign([half, constant(1)], [cosine, constant(1)]) == 0
    assert exponential_sign([half, constant(1)], [cosine]) == 1


def test_one_exponential_on_each_side_is_compared_by_its_exponent():
    """Exact at any distance: a ball of the difference would need more than 4096 bits."""
    close = added((ONE, F(0)), (F(1, 10**1300), F(0)))
    assert exponential_sign([close], [constant(1)]) == 1
    assert exponential_sign([constant(1)], [close]) == -1


def test_cells_hold_the_critical_points_and_one_between():
    points = [F(1, 2), F(-1), F(3), F(1, 2), F(0)]
    assert cells(points, F(1)) == [0, F(1, 4), F(1, 2), F(3, 4), 1]
    assert cells([], F(2)) == [0, 1, 2]


def test_critical_angles():
    assert critical_angles(1) == [0, 2]
    assert critical_angles(3) == [0, F(2, 3), 1, F(4, 3), 2]
