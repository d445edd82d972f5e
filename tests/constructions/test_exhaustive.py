"""The exact runs: ties are ties, balls decide, failures are named."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from constructions.alphabets import Numbers
from constructions.exhaustive import decoded, everywhere, hard, right_on, run, soft
from constructions.index_heads import index_printed
from constructions.retrieval_heads import reflexive_positional
from tests.strategies import constructed_heads, valid_inputs

HEAD = index_printed(Numbers(("a", "b"), 2), 3)


@settings(max_examples=60)
@given(st.data())
def test_every_constructed_head_is_right_on_valid_inputs(data):
    """Hard attention and softmax at the smallest sufficient β, at any size drawn."""
    head = data.draw(constructed_heads)
    tokens = data.draw(valid_inputs(head.task, head.n0))
    if tokens is not None:
        for answer in (hard(head), run(head)):
            assert right_on(head, answer, [tokens]).status == "true"


def test_a_tie_is_no_answer():
    head = reflexive_positional(("a", "b"), 3)
    still = replace(head, weights=replace(head.weights, planes={"place": Fraction(0)}))
    assert hard(still)(("a", "b")) is None
    assert soft(still, Fraction(1))(("a", "b")) is None


def test_too_soft_is_wrong_and_named():
    outcome = right_on(HEAD, soft(HEAD, Fraction(1, 100)), HEAD.task.inputs(3))
    assert outcome.status == "false"
    assert outcome.found.startswith("Index as printed: ")


def test_all_positions():
    assert decoded(run(HEAD), ("a", 1, 2)) == ("a", "a", "a")
    assert decoded(run(replace(HEAD, beta=None)), ("a", "b", 2)) == ("a", "b", "a")


def test_everywhere_counts_both_attentions():
    inputs = len([x for x in HEAD.task.inputs(3) if HEAD.task.answers(x)[-1] is not None])
    assert everywhere(HEAD).cases == 2 * inputs
    assert everywhere(replace(HEAD, beta=None)).cases == inputs
