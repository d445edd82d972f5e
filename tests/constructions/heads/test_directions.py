"""Named directions: matrices apply linearly, logits are the papers' formula."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from constructions.heads.directions import Arrow, Weights, direction_multiple, v
from constructions.heads.head import coordinates
from constructions.heads.sharpness import cosine_sum_value
from theory.mathematics.rope import angles, rotated, turns

PLANES = {"fast": Fraction(1, 7), "still": Fraction(0)}
arrows = st.lists(
    st.builds(
        Arrow,
        st.sampled_from(list(PLANES)),
        st.fractions(-3, 3, max_denominator=8),
        st.fractions(0, 1, max_denominator=12),
    ),
    max_size=3,
).map(tuple)


def weights(query, key):
    """A head of two tokens: one asks with ``query``, the other offers ``key``."""
    return Weights(
        embed={"a": direction_multiple("a"), "b": direction_multiple("b", 2)},
        query={"a": query},
        key={"b": key},
        planes=PLANES,
        value={"a": direction_multiple("a"), "b": {"a": Fraction(1, 2), "b": Fraction(1)}},
        skip={"b": direction_multiple("b")},
        read={"a": direction_multiple("a"), "ab": {"a": Fraction(1), "b": Fraction(1)}},
    )


@given(arrows, arrows, st.integers(0, 20))
def test_logits_are_key_times_turned_query(query, key, offset):
    head = weights(query, key)
    q, k = (np.array(coordinates(x, list(PLANES))) for x in (query, key))
    table = turns([offset], [2 * np.pi * float(u) for u in PLANES.values()])
    wanted = 2 * k @ rotated(q, table)[0]  # b is embedded at twice its direction
    assert cosine_sum_value(head.logit("a", "b", offset)) == pytest.approx(wanted, abs=1e-9)


def test_unnamed_directions_go_nowhere():
    head = weights(v("fast"), v("still"))
    assert head.offers("a") == ()
    assert head.logit("a", "b", 3) == {}
    assert head.logit("b", "b", 3) == {}


def test_values_are_read_in_sums():
    head = weights(v("fast"), v("fast"))
    assert head.says("b") == {"a": 1, "ab": 3}
    assert head.keeps("b") == {"a": 0, "ab": 2}
    assert head.keeps("a") == {"a": 0, "ab": 0}


def test_v_points_up():
    assert coordinates(v("fast", 3), ["still", "fast"]) == [0, 0, 0, 3]
    assert len(angles(4)) == len(PLANES)
