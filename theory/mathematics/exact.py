"""The one reader of exact numbers: exact values pass unchanged, floats raise TypeError.

A float crosses borders silently: a ball takes 0.1 as a binary number of radius zero, z3 as one
tenth. Whatever claims to be exact is read here, once, and is a ``Fraction`` from then on.

Accepted: ``int`` (numpy's integers too), ``Fraction`` and any other ``numbers.Rational``, flint's
``fmpz`` and ``fmpq``, and strings that spell an integer, a decimal or a quotient of integers in
ASCII digits: ``'3'``, ``'-0.1'``, ``'1e-4'``, ``'1/3'``. A string is exact only because of its
spelling, so any other string ('abc', 'nan', 'inf', '1/0', ' 1', '1_000') is a TypeError, as is
every float, NaN, ``bool``, complex, ``Decimal``, array and ball.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any

from theory.mathematics.conversions import from_flint, precision, to_ball

if TYPE_CHECKING:
    from flint import arb

NUMERAL = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?|[+-]?[0-9]+/[0-9]+")
WANTED = "an int, a Fraction, an fmpq, or a string such as '0.1' or '1/3'"
MIN_BITS = 2


def exact(value: object, name: str) -> Fraction:
    """``value`` as a Fraction; ``name`` is what the caller calls this argument.

    Raises:
        TypeError: ``value`` is a float of any width, NaN, a bool, a string that spells no exact
            number, or anything else that is not exact; the message names the argument.
    """
    if isinstance(value, str):
        return _spelt(value, name)
    if isinstance(value, Rational) and not isinstance(value, bool):
        return _rational(value, name)
    flint = sys.modules.get("flint")
    if flint is not None and isinstance(value, flint.fmpz | flint.fmpq):
        return from_flint(value)
    raise _refusal(value, name)


def _rational(value: Rational, name: str) -> Fraction:
    """A Rational as a Fraction of plain ints (numpy registers timedelta64 as one: refused)."""
    try:
        return Fraction(value.numerator.__index__(), value.denominator.__index__())
    except (AttributeError, TypeError):
        raise _refusal(value, name) from None


def _spelt(text: str, name: str) -> Fraction:
    if NUMERAL.fullmatch(text) is None:
        raise _refusal(text, name)
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):  # '1/0', or more digits than Python converts
        raise _refusal(text, name) from None


def _refusal(value: object, name: str) -> TypeError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return TypeError(f"{name}: {shown} ({type(value).__name__}) is not exact; pass {WANTED}")


def exact_matrix(rows: Iterable[Iterable[object]], name: str) -> tuple[tuple[Fraction, ...], ...]:
    """``rows`` (any shape (a, p) with a, p ≥ 1) as a tuple of rows of Fractions.

    Raises:
        TypeError: an entry is not exact (named ``name[a][p]``), or ``rows`` is no matrix.
        ValueError: no rows, an empty row, or rows of different lengths.
    """
    matrix = []
    for a, row in enumerate(_items(rows, name)):
        here = f"{name}[{a}]"
        matrix.append(
            tuple(exact(entry, f"{here}[{p}]") for p, entry in enumerate(_items(row, here)))
        )
    widths = {len(row) for row in matrix}
    if not matrix or 0 in widths:
        raise ValueError(f"{name}: empty; at least one row of at least one entry is needed")
    if len(widths) > 1:
        raise ValueError(f"{name}: ragged; rows of lengths {sorted(widths)}")
    return tuple(matrix)


def _items(value: Any, name: str) -> Iterable[Any]:
    """The entries of a list-like value; a string is not a list of its letters, nor is a set."""
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(f"{name}: {value!r} ({type(value).__name__}) is not a sequence of entries")
    try:
        return list(value)
    except TypeError:  # numpy's 0-d arrays say they are iterable and are not
        raise TypeError(f"{name}: {value!r} is not a sequence of entries") from None


def ball(value: object, name: str, bits: int) -> arb:
    """The narrowest ball of ``bits`` bits (at least 2) that flint finds around an exact value.

    Raises:
        TypeError: ``value`` is not exact (as ``exact``), or ``bits`` is no int.
        ValueError: fewer than 2 bits.
    """
    if type(bits) is not int:
        raise TypeError(f"bits: {bits!r} ({type(bits).__name__}) is not an int")
    if bits < MIN_BITS:
        raise ValueError(f"bits: {bits}; at least {MIN_BITS} are needed")
    number = exact(value, name)
    with precision(bits):
        return to_ball(number)
