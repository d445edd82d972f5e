"""The readers of exact numbers: what is exact passes unchanged, all else is a TypeError.

The error names the argument.
"""

from decimal import Decimal
from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from theory.mathematics.exact import ball, exact, exact_matrix

INEXACT = {
    "float": 0.1,
    "float without a fraction": 1.0,
    "numpy float": np.float64(0.1),
    "numpy float32": np.float32(1),
    "numpy longdouble": np.longdouble(1),
    "bool": True,
    "numpy bool": np.bool_(False),
    "NaN": float("nan"),
    "numpy NaN": np.float32("nan"),
    "infinity": float("inf"),
    "string": "abc",
    "string nan": "nan",
    "string inf": "-inf",
    "string with blanks": " 1",
    "string with underscore": "1_0",
    "string over zero": "1/0",
    "string of other digits": "٣",
    "string too long": "9" * 5000,
    "string too large": "1e99999",
    "empty string": "",
    "bytes": b"1",
    "complex": 1j,
    "Decimal": Decimal("0.1"),
    "None": None,
    "ball": flint.arb(1),
    "sympy Float": sympy.Float(0.5),
    "sympy nan": sympy.nan,
    "numpy duration": np.timedelta64(3),
    "0-d array": np.array(1),
}
READERS = {
    "exact": lambda value: exact(value, "amount"),
    "exact_matrix": lambda value: exact_matrix([["1", value]], "amount"),
    "ball": lambda value: ball(value, "amount", 53),
}


@pytest.mark.parametrize("value", INEXACT.values(), ids=INEXACT.keys())
@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
def test_every_reader_refuses(reader, value):
    with pytest.raises(TypeError, match="amount"):
        reader(value)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, Fraction(3)),
        (Fraction(1, 3), Fraction(1, 3)),
        (flint.fmpz(-7), Fraction(-7)),
        (flint.fmpq(2, 6), Fraction(1, 3)),
        (np.int64(5), Fraction(5)),
        (np.uint8(255), Fraction(255)),
        (sympy.Rational(2, 3), Fraction(2, 3)),
        ("0.1", Fraction(1, 10)),
        ("-1/3", Fraction(-1, 3)),
        ("+1e-4", Fraction(1, 10000)),
        (10**400, Fraction(10**400)),
    ],
)
def test_exact_values_pass(value, number):
    result = exact(value, "amount")
    assert result == number
    assert type(result) is Fraction
    assert type(result.numerator) is int


@given(st.fractions())
def test_spelling_and_reading_a_fraction_changes_nothing(number):
    assert exact(str(number), "amount") == exact(number, "amount") == number


@given(st.text(max_size=6))
def test_a_string_is_exact_or_refused(text):
    """What passes is what Python's own exact reader makes of it."""
    try:
        number = exact(text, "amount")
    except TypeError:
        return
    assert number == Fraction(text)


@given(st.fractions(), st.integers(2, 64))
def test_ball_contains_its_number(number, bits):
    """Rounding is coarse at few bits: the ball is wide, and still holds the number.

    Compared as Fractions: flint's own ``contains`` first rounds a rational to the precision set.
    """
    around = ball(number, "amount", bits)
    assert abs(dyadic(around.mid()) - number) <= dyadic(around.rad())


def dyadic(point):
    """A ball of radius zero as a Fraction."""
    mantissa, exponent = point.man_exp()
    return int(mantissa) * Fraction(2) ** int(exponent)


@pytest.mark.parametrize("bits", [53.0, True, "53", None])
def test_bits_are_an_int(bits):
    with pytest.raises(TypeError, match="bits"):
        ball(1, "amount", bits)


def test_bits_are_at_least_two():
    with pytest.raises(ValueError, match="bits"):
        ball(1, "amount", 1)


def test_matrix():
    expected = ((Fraction(1), Fraction(1, 2)), (Fraction(1, 3), Fraction(-4)))
    assert exact_matrix([[1, "0.5"], ["1/3", flint.fmpq(-4)]], "M") == expected
    assert exact_matrix(np.array([[1, 2, 3]]), "M") == ((1, 2, 3),)


def test_matrix_names_the_entry():
    with pytest.raises(TypeError, match=r"M\[1\]\[0\]: 0.5"):
        exact_matrix([[1, 2], [0.5, 1]], "M")


@pytest.mark.parametrize("rows", [[], [[]], [[1], [1, 2]], [[1, 2], []]])
def test_ragged_or_empty_matrix(rows):
    with pytest.raises(ValueError, match="M: (empty|ragged)"):
        exact_matrix(rows, "M")


@pytest.mark.parametrize("rows", [3, "12", ["12"], [3], {0: [1]}, [{1, 2}], np.array(1), None])
def test_no_matrix(rows):
    with pytest.raises(TypeError, match="M"):
        exact_matrix(rows, "M")


def test_refusals_name_the_value_and_its_type():
    with pytest.raises(TypeError, match=r"^rows: 7 \(int\) is not a sequence of entries$"):
        exact_matrix(7, "rows")
    with pytest.raises(TypeError, match=r"^bits: 53\.0 \(float\) is not an int$"):
        ball(1, "x", 53.0)
    with pytest.raises(TypeError, match=r"^x: .*timedelta64\(1\) \(timedelta64\) is not exact"):
        exact(np.timedelta64(1), "x")
    with pytest.raises(TypeError, match=r"^x: '1/0' \(str\) is not exact; pass an int, a Fraction"):
        exact("1/0", "x")
    for count, shown in ((58, f"'{'x' * 58}'"), (59, f"'{'x' * 56}...")):
        with pytest.raises(TypeError) as refused:
            exact("x" * count, "x")
        assert str(refused.value).startswith(f"x: {shown} (str) is not exact")
