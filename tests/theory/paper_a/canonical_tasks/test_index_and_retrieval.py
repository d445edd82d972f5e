"""Paper A's canonical tasks: curves against floats, witnesses that cannot drift."""

import json
import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.sections import section
from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.mathematics.circle import fold
from theory.paper_a.canonical_tasks.index_at_all_lengths import satisfiable
from theory.paper_a.canonical_tasks.index_head import IndexHead, hard_index
from theory.paper_a.canonical_tasks.partial_induction import OnePlane, recalls, separates
from theory.paper_a.canonical_tasks.shapes import Shapes, sign_shape
from theory.paper_a.canonical_tasks.two_angles import TwoAngles, ranked
from theory.witnesses.witness import WITNESSES

DATA = json.loads((WITNESSES / "canonical.json").read_text(encoding="utf-8"))
angles = st.builds(Fraction, st.integers(-40, 40), st.integers(1, 12))
ROUNDING = 1e-9
"""Far above the rounding of sums of a few numbers of size 1 to 100."""


@pytest.mark.parametrize(
    ("rises", "name"),
    [
        ([-1, 1], "U"),
        ([-1, 0, 1], "U"),
        ([1, -1, -1], "inverse U"),
        ([0, 0], "constant"),
        ([1, 1], "rising"),
        ([-1, -1], "falling"),
        ([-1, 0, 0, 1], "neither"),
        ([0, 1], "neither"),
        ([1, -1, 1], "neither"),
    ],
)
def test_names_of_shapes(rises, name):
    assert sign_shape(rises) == name


def float_shape(curve):
    """The shape of a curve in floats."""
    steps = [b - a for a, b in pairwise(curve)]
    return sign_shape([0 if abs(s) < ROUNDING else int(math.copysign(1, s)) for s in steps])


@given(st.integers(3, 12), angles, st.sampled_from([0.5, 1.0, 3.0]))
def test_index_curves_of_softmax_in_floats(keys, theta, factor):
    def largest(j):
        turn = math.pi * float(theta)
        row = [math.exp(factor * math.cos((k - j) * turn)) for k in range(1, keys + 1)]
        return max(row) / sum(row)

    assert float_shape([largest(j) for j in range(1, keys + 1)]) == Shapes().index(keys, theta)


@given(st.integers(3, 12), angles, st.sampled_from([0.5, 1.0, 3.0]))
@example(3, Fraction(3, 10), 1.0)
@example(4, Fraction(19, 40), 1.0)
def test_an_own_key_like_the_others_is_a_key_more(keys, theta, factor):
    """A-thm7-fix, *The query's own key*: the curve of N+1 keys without its last point."""

    def largest(j):
        turn = math.pi * float(theta)
        row = [math.exp(factor * math.cos((k - j) * turn)) for k in range(1, keys + 2)]
        return math.exp(factor) / sum(row)

    shape, whole = float_shape([largest(j) for j in range(1, keys + 1)]), fold(theta) * (keys + 1)
    assert (shape == "constant") == (whole % 2 == 0)
    assert (shape == "U") == (0 < whole < 2 and keys >= 4)


@given(st.integers(3, 12), angles, angles)
def test_retrieval_curves_of_softmax_in_floats(keys, theta, gamma):
    def largest(j):
        match = math.exp(2 * math.cos(math.pi * float(j * theta - gamma)))
        return match / (match + (keys - 1) * math.exp(-3))

    shape = float_shape([largest(j) for j in range(1, keys + 1)])
    assert shape == Shapes().retrieval(keys, theta, gamma)


@given(st.integers(1, 4), angles)
@example(3, Fraction(1))
def test_index_up_to_a_length_needs_no_other_full_turn(keys, theta):
    assert hard_index(IndexHead(), keys, theta) == IndexHead().admits(keys, theta)


@given(st.integers(2, 3), st.integers(2, 3), angles, angles)
def test_the_inequalities_are_the_task(symbols, keys, theta, psi):
    logit = OnePlane().logit(symbols, theta, psi)
    assert recalls(logit, symbols, keys) == separates(logit, symbols, keys)


@given(st.integers(2, 3), angles, st.builds(Fraction, st.integers(0, 9), st.integers(1, 4)))
def test_two_angles_at_any_amplitude(keys, theta, ratio):
    assume(fold(theta) != 0)
    run = recalls(ranked(TwoAngles().logits(keys, theta, ratio)), 2, keys)
    assert run == TwoAngles().admits(keys, theta, ratio)


def test_demands_without_a_cycle_can_be_met():
    assert satisfiable([])
    assert satisfiable([(1, 2), (2, 3), (1, 3)])
    assert not satisfiable([(1, 2), (2, 3), (3, 1)])
    assert not satisfiable([(1, 1)])


def test_witnesses_are_printed_as_they_are_stored():
    one, curves, clash = DATA["A-one-angle"], DATA["A-thm7"], DATA["A-thm3-lengths"]
    text = section("A-thm3-lengths")
    assert f"token j = {clash['target']}" in text
    for length, distance in zip(clash["lengths"], clash["distances"], strict=True):
        assert f"n = {length}" in text
        assert f"distance {distance}" in text
    text = section("A-one-angle")
    assert f"cos θ = {one['cos']}" in text
    assert f"at most N = {one['keys']} pairs" in text
    assert f"all {' + '.join(map(str, one['inputs']))} inputs" in text
    for part in ("index", "retrieval"):
        assert f"N = {curves[part]['keys']}, cos θ = {curves[part]['cos']}" in section("A-thm7")
    assert f"c = {curves['retrieval']['phase']} = n" in section("A-thm7")


TAMPERED = {
    "inputs": ("A-one-angle", {"inputs": [4, 23]}, "inputs are"),
    "no angle": ("A-one-angle", {"cos": "1"}, "cos θ is not between"),
    "float": ("A-one-angle", {"cos": 0.6}, "not exact"),
    "keys": ("A-one-angle", {"keys": True}, "is not exact"),
    "one key": ("A-one-angle", {"keys": 1}, "not in 2"),
    "self": ("A-thm3-lengths", {"lengths": [2, 3], "distances": [0, 1]}, "names no letter"),
    "same": ("A-thm3-lengths", {"lengths": [3, 3], "distances": [1, 1]}, "not two lengths"),
    "three": ("A-thm3-lengths", {"lengths": [3, 4, 5]}, "not two lengths"),
    "first": ("A-thm3-lengths", {"target": 1, "distances": [2, 3]}, "do not clash"),
    "distances": ("A-thm3-lengths", {"distances": [2, 1]}, "other distances"),
    "extra": ("A-one-angle", {"note": ""}, "fields are not"),
}
PARTS = {
    "a U": ("index", {"cos": "2/5", "rises": [-1, 1]}, "is a U"),
    "constant": ("index", {"cos": "-1/2", "rises": [0, 0]}, "is a U"),
    "other rises": ("index", {"rises": [1, 1]}, "rises as"),
    "two targets": ("index", {"cos": "0", "keys": 5}, "only maximum"),
    "few keys": ("index", {"keys": 2}, "not in 3"),
    "floor": ("retrieval", {"floor": "0"}, "not the largest"),
    "peaked": ("retrieval", {"phase": 2, "rises": [1, -1]}, "inverse U"),
    "rises": ("retrieval", {"rises": [1, -1]}, "rises as"),
    "phase": ("retrieval", {"phase": "4"}, "not in 0"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampering_is_refused_for_the_right_reason(name):
    claim, edit, reason = TAMPERED[name]
    hold_refused(claim, lambda data: data.update(edit), reason)


@pytest.mark.parametrize("name", PARTS)
def test_tampering_with_a_part_is_refused_for_the_right_reason(name):
    part, edit, reason = PARTS[name]
    hold_refused("A-thm7", lambda data: data[part].update(edit), reason)
