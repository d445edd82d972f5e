"""Statements about all real matrices: polynomials, quadratic forms, linear systems."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import exact_matrices
from theory.mathematics.forms import (
    generic_placement,
    implied,
    linear_matrix,
    negative_point,
    polynomials,
)
from theory.mathematics.placement import variance


def value(form, point):
    """The polynomial at a point of Fractions."""
    total = 0
    for exponents, coefficient in form.to_dict().items():
        term = coefficient
        for x, e in zip(point, exponents, strict=True):
            term = term * type(coefficient)(x.numerator, x.denominator) ** e
        total += term
    return total


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=3))
def test_sums_of_squares_are_never_negative(rows):
    variables = polynomials("abc")
    squares = [sum(c * v for c, v in zip(row, variables, strict=True)) ** 2 for row in rows]
    total = sum(squares, start=0 * variables[0])
    assert negative_point(total) is None


@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_a_negative_point_is_negative_and_none_means_nonnegative(c):
    a, b, d = polynomials("abd")
    form = c[0] * a * a + c[1] * b * b + c[2] * d * d + c[3] * a * b + c[4] * a * d + c[5] * b * d
    point = negative_point(form)
    if point is not None:
        assert value(form, point) < 0
    else:
        q = np.array([[2 * c[0], c[3], c[4]], [c[3], 2 * c[1], c[5]], [c[4], c[5], 2 * c[2]]])
        assert np.linalg.eigvalsh(q).min() >= -1e-9


def test_only_quadratic_forms_are_judged():
    (a,) = polynomials("a")
    with pytest.raises(ValueError, match="degree"):
        negative_point(a**3)


@given(exact_matrices())
def test_a_generic_matrix_stands_for_every_matrix(M):
    n = len(M)
    generic, _ = generic_placement(n)
    at = value(variance(generic), list(M.flat))
    assert (at.numerator, at.denominator) == variance(M).as_integer_ratio() if n > 1 else at == 0


def test_linear_consequences():
    M, (own,) = linear_matrix(2, 2, extra=1)
    given_forms = [M[0, 0] - M[1, 1], M[1, 1] - own]
    assert implied(given_forms, [M[0, 0] - own]) is None
    assert implied(given_forms, []) is None
    assert (implied(given_forms, [M[0, 1] - own]) == M[0, 1] - own).all()
    assert implied([], [0 * own]) is None
