"""Correct rounding into number formats, compared with the hardware's own."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from constructions.heads.formats import SIGNIFICANT, nearest, nearest_angle, nearest_ball

WHOLE = st.fractions(-1000, 1000, max_denominator=10**12)


@given(st.floats(-(2.0**100), 2.0**100).filter(lambda x: x == 0 or abs(x) > 2.0**-100))
def test_float32_is_numpys(x):
    assert nearest(Fraction(x), "float32") == float(np.float32(x))


@given(WHOLE)
def test_float64_is_pythons(x):
    assert nearest(x, "float64") == float(x)


@given(WHOLE, st.sampled_from(sorted(SIGNIFICANT)))
def test_rounding_is_within_the_unit_and_stable(x, number_format):
    rounded = nearest(x, number_format)
    assert abs(Fraction(rounded) - x) <= abs(x) / 2 ** SIGNIFICANT[number_format]
    assert nearest(Fraction(rounded), number_format) == rounded


def test_ties_go_to_even():
    assert nearest(Fraction(257), "bf16") == 256
    assert nearest(Fraction(259), "bf16") == 260


def test_angles_are_rounded_once():
    assert nearest_angle(Fraction(1, 2), "float64") == np.pi
    assert nearest_angle(Fraction(1, 4096), "float32") == float(np.float32(2 * np.pi / 4096))


def test_refused():
    with pytest.raises(ValueError, match="number_format: 'half'"):
        nearest(Fraction(1, 3), "half")
    with pytest.raises(ArithmeticError, match="too near the middle"):
        nearest_ball(arb(fmpq(257, 2), fmpq(1, 1000)), "bf16")
