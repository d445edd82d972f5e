"""The hypothesis strategies of the tests: exact numbers, matrices, heads of every kind."""

from fractions import Fraction

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from constructions.heads.alphabets import Bindings, Numbers, Pairs
from constructions.heads.index import index_of_paper_a, index_printed, index_repaired
from constructions.heads.recall import (
    induction_one_angle,
    induction_two_angles,
    information_retrieval,
)
from constructions.heads.retrieval import (
    reflexive_positional,
    reflexive_symbolic,
    retrieval_printed,
    retrieval_symbolic,
)
from tests.placements import additive_placement, nope_placement
from theory.mathematics.placement import exact_placement
from theory.mathematics.rope import angles, exact_turns, rope_placement, turns

settings.register_profile("shared", deadline=None)  # a busy machine is no failure
settings.load_profile("shared")

MOST = 6

small = st.integers(-9, 9)
rationals = st.builds(Fraction, small, st.integers(1, 6))
weights = st.builds(Fraction, st.integers(1, 9), st.integers(1, 6))
steps = st.sampled_from([("3/5", "4/5"), ("5/13", "-12/13"), ("1", "0"), ("0", "1"), ("-1", "0")])
floats = st.floats(-20, 20, allow_nan=False)


@st.composite
def exact_matrices(draw, entries=rationals, least=1):
    """An (N, N) placement matrix of Fractions."""
    n = draw(st.integers(least, MOST))
    row = st.lists(entries, min_size=n, max_size=n)
    return exact_placement(draw(st.lists(row, min_size=n, max_size=n)))


@st.composite
def pythagorean_heads(draw):
    """A RoPE head in Fractions: rational points of the circle for angles, any even d."""
    planes = draw(st.lists(steps, min_size=1, max_size=3))
    n = draw(st.integers(1, 4))
    row = st.lists(small.map(Fraction), min_size=2 * len(planes), max_size=2 * len(planes))
    keys = np.array(draw(st.lists(row, min_size=n, max_size=n)), dtype=object)
    return rope_placement(keys, np.array(draw(row), dtype=object), exact_turns(planes, n))


def _vectors(*shape):
    return arrays(np.float64, shape, elements=floats)


@st.composite
def rope_heads(draw):
    """A RoPE head of any even dimension and base, in floats."""
    n, d = draw(st.integers(1, MOST)), 2 * draw(st.integers(1, 4))
    base = draw(st.sampled_from([2.0, 100.0, 10000.0]))
    table = turns(np.arange(n, 0, -1), angles(d, base))
    return rope_placement(draw(_vectors(n, d)), draw(_vectors(d)), table)


@st.composite
def nope_heads(draw):
    """A head without positions."""
    n, d = draw(st.integers(1, MOST)), draw(st.integers(1, 8))
    return nope_placement(draw(_vectors(n, d)), draw(_vectors(d)))


@st.composite
def additive_heads(draw):
    """A content score plus a position bias."""
    n = draw(st.integers(1, MOST))
    return additive_placement(draw(_vectors(n)), draw(_vectors(n)))


@st.composite
def arbitrary_heads(draw):
    """Any logit function at all: any matrix."""
    n = draw(st.integers(1, MOST))
    return draw(_vectors(n, n))


heads = st.one_of(rope_heads(), nope_heads(), additive_heads(), arbitrary_heads())


numbers = st.builds(Numbers, st.sampled_from(["a", "ab", "abc"]).map(tuple), st.integers(1, 5))
pairs = st.builds(Pairs, st.sampled_from(["a", "ab", "abc"]).map(tuple), st.integers(1, 2))
bindings = st.builds(Bindings, st.sampled_from([("r", "s"), ("q", "r", "s")]), st.just(("0", "1")))
lengths = st.integers(2, 7)
constructed_heads = st.one_of(
    st.builds(index_printed, numbers, lengths),
    st.builds(index_repaired, numbers, lengths),
    st.builds(index_of_paper_a, st.just(("a", "b")), lengths, back=st.booleans()),
    st.builds(retrieval_printed, pairs, lengths),
    st.builds(retrieval_symbolic, pairs, lengths),
    st.builds(reflexive_positional, st.just(("a", "b", "c")), lengths),
    st.builds(reflexive_symbolic, st.just(("a", "b", "c")), lengths),
    st.builds(information_retrieval, bindings, lengths),
    st.builds(induction_one_angle, bindings, lengths),
    st.builds(induction_two_angles, bindings, lengths),
)
"""Constructed heads of every kind, at their best angle and a nearly least sufficient β."""


@st.composite
def valid_inputs(draw, task, n0):
    """A valid input of the task, of at most n0 tokens, grown token by token."""
    n = draw(st.integers(task.least, n0))
    tokens = ()
    while len(tokens) < n:
        last = len(tokens) == n - 1
        fit = [
            token
            for token in task.tokens
            if (not task.refuses((*tokens, token)) if task.prefixes or last else True)
        ]
        if not task.prefixes and not last:  # a pair or a letter; the last token asks
            fit = [token for token in fit if isinstance(token, type(task.tokens[0]))]
        if not fit:
            return draw(st.just(None))
        tokens += (draw(st.sampled_from(fit)),)
    return tokens
