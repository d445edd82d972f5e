"""Alphabets and tasks: what is refused, with the rule, and what is answered."""

import pytest

from constructions.heads.alphabets import (
    Bindings,
    Numbers,
    Pairs,
    index_task,
    induction_task,
    lookup_task,
    named_place_task,
    reflexive_task,
    retrieval_task,
    spelt,
)
from theory.mathematics import tasks

NUMBERS, PAIRS = Numbers(("a", "b"), 2), Pairs(("a", "b"), 1)
BINDINGS = Bindings(("r", "s"), ("0", "1"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Numbers((), 2), "letters"),
        (lambda: Numbers(("a", "a"), 2), "letters"),
        (lambda: Numbers(("a",), 0), "m ≥ 1"),
        (lambda: Pairs(("a",), True), "m ≥ 1"),
        (lambda: Bindings(("r",), ("0", "1")), "symbols"),
        (lambda: Bindings(("r", "s"), ("0",)), "attributes"),
    ],
)
def test_bad_alphabets(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("task", "tokens", "message"),
    [
        (index_task(NUMBERS, True), ("a", "z"), "'z' at position 2 is not of Σ"),
        (index_task(NUMBERS, True), (), "0 tokens"),
        (index_task(NUMBERS, True), ("a",) * 4, "4 tokens; the head is for 1 to n0 = 3"),
        (retrieval_task(PAIRS), (("b", "a"),), "not proper: 0 tokens fit ba at position 1"),
        (retrieval_task(PAIRS), (("a", 1), ("a", "a")), "not proper: 2 tokens fit aa"),
        (lookup_task(BINDINGS), (("r", "0"), "s"), "s, does not occur"),
        (lookup_task(BINDINGS), (("r", "0"), ("r", "1"), "r"), "r, has 2 attributes"),
        (lookup_task(BINDINGS), (("r", "0"), ("r", "0")), "then one bare symbol"),
        (induction_task(BINDINGS), ("r", "r"), "then one bare symbol"),
        (induction_task(BINDINGS), ("r",), "1 tokens"),
        (named_place_task(NUMBERS, 3, False), ("a", 1), "2 tokens; the head is for 3"),
        (named_place_task(NUMBERS, 3, True), ("a", 2), "names no position among 1 letters"),
        (named_place_task(NUMBERS, 3, True), (1, 1), "letters, then one integer"),
    ],
)
def test_bad_inputs_name_the_rule(task, tokens, message):
    with pytest.raises(ValueError, match=message):
        task.checked(tokens, 3)


def test_answers():
    assert index_task(NUMBERS, True).answers(("a", 2, 1, 2)) == ("a", 2, 1, 2)
    assert index_task(NUMBERS, False).answers(("a", 2, 2)) == ("a", None, "a")
    assert retrieval_task(PAIRS).answers((("a", 1), ("b", "a"))) == (("a", 1), ("a", 1))
    assert reflexive_task(("x",)).answers(("x", "x")) == ("x", "x")
    context = (("r", "0"), ("s", "1"), ("r", "0"))
    assert lookup_task(BINDINGS).answers((*context, "r")) == (None, None, None, "0")
    again = (*context, ("r", "1"), "r")
    assert induction_task(BINDINGS).answers(again)[-1] == "1"
    assert named_place_task(NUMBERS, 4, False).answers(("a", "b", "b", 1))[-1] == "a"
    assert named_place_task(NUMBERS, 4, True).answers(("a", "b", "b", 1))[-1] == "b"


def test_inputs_are_all_the_valid_ones():
    proper = [x for x in retrieval_task(PAIRS).inputs(2) if len(x) == 2]
    assert proper == [
        x for x in ((s, t) for s in PAIRS.tokens for t in PAIRS.tokens) if tasks.proper(x)
    ]
    assert len(list(index_task(NUMBERS, True).inputs(3))) == 4 + 16 + 64


def test_spelling():
    assert [spelt(x) for x in ("a", 3, ("a", 3), ("a", "b"))] == ["a", "3", "a3", "ab"]
