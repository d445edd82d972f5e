"""Floats, NaN and accidental equality are found wherever they hide."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest
import sympy

from theory.ledger.hygiene import DEPTH, floats, nans, same

NANS = np.array([1.0] * 1000 + [math.nan] + [1.0] * 1000)
"""Too long to be printed in full."""


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        1j,
        np.float16(1),
        [(1, {"k": 2.0})],
        {0.5: 1},
        np.ones(2),
        np.complex64(1),
        np.array([1, 0.5], object),
    ],
    ids=repr,
)
def test_floats_are_detected(value):
    assert floats(value, "here")


@pytest.mark.parametrize("value", [1, "0.5", Fraction(1, 2), np.int64(3), np.arange(3), None, True])
def test_exact_values_are_no_floats(value):
    assert not floats(value, "here")


@pytest.mark.parametrize(
    "value", ["nan", "mean: NaN", np.float32("nan"), [math.nan], sympy.nan, NANS, NANS * 1j]
)
def test_nans_are_detected(value):
    assert nans(value, "here")


@pytest.mark.parametrize("value", ["banana", "0.1", math.inf, np.arange(3.0), None])
def test_other_values_are_no_nans(value):
    assert not nans(value, "here")


def test_same():
    assert same((1, [np.arange(3)]), (1, [np.arange(3)]))
    assert not same((1, [np.arange(3)]), (1, [np.arange(1, 4)]))
    assert not same(np.arange(3), np.arange(4))
    assert same({"a": Fraction(1)}, {"a": 1})
    assert not same({"a": 1}, {"b": 1})
    assert not same((1, 2), None)
    assert not same(lambda: 1, lambda: 1)


def test_what_cannot_be_compared_is_not_the_same():
    class Odd:
        def __eq__(self, other):
            raise ValueError

        __hash__ = None

    assert not same(Odd(), Odd())


@dataclass(frozen=True)
class Pair:
    left: object
    right: object


def test_places_are_named_at_any_depth():
    assert floats(Pair((0.5,), {0.5: 1}), "s") == ["s.left[0]", "s.right key"]
    assert nans({"nan": Pair(1, "nan")}, "found") == ["found key", "found['nan'].right"]
    assert floats([2j, np.array(1j), np.array([[0.5], ["a"]], object)], "s") == [
        "s[0]",
        "s[1]",
        "s[2][0][0]",
    ]


@pytest.mark.parametrize(
    "wrap",
    [lambda v: [v], lambda v: {"k": v}, lambda v: {v: 0}, lambda v: Pair(v, 0), lambda v: (v,)],
)
def test_each_layer_is_one_level(wrap):
    """A key is hashable, so its nesting is made of pairs."""

    def nested_in(value, levels):
        for _ in range(levels):
            value = Pair(value, 0)
        return wrap(value)

    assert floats(nested_in(0.5, DEPTH - 1), "here")
    with pytest.raises(RecursionError, match=f"deeper than {DEPTH} levels"):
        floats(nested_in(0.5, DEPTH), "here")


def test_dataclasses_are_the_same_field_by_field():
    assert same(Pair(np.arange(3), 1), Pair(np.arange(3), 1))
    assert not same(Pair(np.arange(3), 1), Pair(np.arange(3), 2))
    assert not same(Pair(1, 1), (1, 1))
    assert not same(Pair, Pair(1, 1))
    assert not same({"a": 1}, 1)
    assert not same(1, {"a": 1})


def test_what_a_set_holds_is_looked_at():
    assert len(floats({0.5}, "set")) == len(floats(frozenset({1, 2.5}), "set")) == 1
    assert nans({float("nan")}, "set")
