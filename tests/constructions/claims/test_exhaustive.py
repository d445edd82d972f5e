"""The exact runs: ties are ties, balls decide, failures are named."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.claims.exhaustive import hard_head, right_on, soft
from constructions.heads.alphabets import Bindings, Numbers, Pairs
from constructions.heads.index import PLACE, index_printed, index_repaired
from constructions.heads.recall import induction_one_angle, induction_two_angles
from constructions.heads.retrieval import (
    reflexive_positional,
    retrieval_printed,
    retrieval_symbolic,
)
from tests.constructions.every_input import as_it_is, on_every_input
from tests.strategies import constructed_heads, valid_inputs

HEAD = index_printed(Numbers(("a", "b"), 2), 3)


@settings(max_examples=60)
@given(st.data())
def test_every_constructed_head_is_right_on_valid_inputs(data):
    """Hard attention and softmax at a nearly least sufficient β, at any size drawn."""
    head = data.draw(constructed_heads)
    tokens = data.draw(valid_inputs(head.task, head.n0))
    if tokens is not None:
        for answer in (hard_head(head), as_it_is(head)):
            assert right_on(head, answer, [tokens]).status == "true"


def test_a_tie_is_no_answer():
    head = reflexive_positional(("a", "b"), 3)
    still = replace(head, weights=replace(head.weights, planes={"place": Fraction(0)}))
    assert hard_head(still)(("a", "b")) is None
    assert soft(still, Fraction(1))(("a", "b")) is None


def test_hard_attention_is_shared_among_the_largest():
    """At θ = 0 half of a letter's 2 is no more than the 1 that the number keeps."""
    still = replace(HEAD, weights=replace(HEAD.weights, planes={PLACE: Fraction(0)}))
    assert hard_head(still)(("a", 1)) is None
    assert hard_head(still)(("a", "a", 1)) == "a"


def test_too_soft_is_wrong_and_named():
    outcome = right_on(HEAD, soft(HEAD, Fraction(1, 100)), HEAD.task.inputs(3))
    assert outcome.status == "false"
    assert outcome.found.startswith("Index as printed: ")


def test_all_positions():
    """Both attentions, prefix by prefix."""
    hard = replace(HEAD, beta=None)
    for head, tokens, answers in ((HEAD, ("a", 1, 2), "aaa"), (hard, ("a", "b", 2), "aba")):
        assert "".join(as_it_is(head)(tokens[: n + 1]) for n in range(3)) == answers


def test_everywhere_counts_both_attentions():
    inputs = len([x for x in HEAD.task.inputs(3) if HEAD.task.answers(x)[-1] is not None])
    assert on_every_input(HEAD).cases == 2 * inputs
    assert on_every_input(replace(HEAD, beta=None)).cases == inputs


TWO, THREE = Bindings(("p", "q"), ("0", "1")), Bindings(("p", "q", "r"), ("0", "1"))
SIZES = {
    "Index, m > n0": lambda: index_printed(Numbers(("a",), 4), 3, "2/7"),
    "Index repaired, m < n0 - 1": lambda: index_repaired(Numbers(("a", "b"), 1), 4),
    "Index repaired, m = 2": lambda: index_repaired(Numbers(("a", "b"), 2), 4, "2/7"),
    "Index repaired, m > n0": lambda: index_repaired(Numbers(("a",), 4), 3, "2/9"),
    "Retrieval, one letter": lambda: retrieval_printed(Pairs(("a",), 1), 4),
    "Retrieval, θ < 0": lambda: retrieval_printed(Pairs(("a", "b"), 1), 4, "-1/11"),
    "Retrieval, m = 2": lambda: retrieval_printed(Pairs(("a", "b"), 2), 3, "1/9"),
    "Retrieval, slow": lambda: retrieval_printed(Pairs(("a", "b", "c"), 1), 3, "1/20"),
    "symbolic, one letter": lambda: retrieval_symbolic(Pairs(("a",), 2), 3),
    "symbolic": lambda: retrieval_symbolic(Pairs(("a", "b"), 1), 4),
    "one angle, ψ ≠ 0": lambda: induction_one_angle(TWO, 4, "1/5", phase="widest"),
    "one angle, three symbols": lambda: induction_one_angle(THREE, 4, "1/7", phase="widest"),
    "two angles, large a": lambda: induction_two_angles(TWO, 4, content=5),
}


@pytest.mark.parametrize("size", SIZES)
def test_the_smallest_beta_is_right_and_a_thousandth_less_is_not(size):
    """The contests are the worst inputs exactly, on both sides, at sizes of every shape."""
    head = SIZES[size]()
    assert on_every_input(head).status == "true"
    less = soft(head, head.beta * Fraction(999, 1000))
    assert right_on(head, less, head.task.inputs(head.n0)).status == "false"
