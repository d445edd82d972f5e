"""S-geometric: its product in doubles, and positions that are run, those in the middle too."""

from fractions import Fraction
from math import cos, exp, log, pi

import pytest

from constructions.claims import geometric_angles as geometric
from constructions.claims.geometric_angles import ROWS, GeometricAngles
from theory.mathematics.conversions import precision, to_ball


@pytest.mark.parametrize("row", ROWS[-4:])
def test_the_product_is_that_of_the_statement(row):
    base, planes, _, q, last, _ = row
    square = base ** (2 * q / planes)
    a, fastest = square * log(4 * last + 8) / 8, log(10) / (1 - cos(1))
    k = 2 * a / (pi**2 * (square - 1))
    total = sum(exp(-k * t * t - fastest * (1 - cos(t))) for t in range(-300, 301))
    product = total * (1 + 2 / (exp(8 * a / square) - 1)) ** (last - 1)
    with precision(96):
        ratio = to_ball(base) ** to_ball(Fraction(q, planes))
        told = geometric._product(GeometricAngles(), to_ball(Fraction(a)), ratio, last)
    assert float(told) == pytest.approx(product, rel=1e-9)
    assert product < 2


@pytest.mark.parametrize(("amplitude", "served"), [("1.40", False), ("1.52", True)])
def test_a_target_between_two_keys_needs_more_than_one_at_the_end(amplitude, served):
    """One radian a position, three positions: 2 e^{-a(1 - cos 1)} ≤ 1 from a = 1.508 on."""
    with precision(96):
        amplitudes = [to_ball(Fraction(amplitude))]
        assert geometric._served(GeometricAngles(), amplitudes, to_ball(2), 3) is served
