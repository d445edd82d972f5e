"""Rules: cases against the tasks by their definitions, and stand-ins."""

import itertools
from dataclasses import replace

from constructions.certificate import is_valid
from constructions.rules import bound_rule, index_rule, position_rule, retrieval_rule, stand_ins
from tests.constructions.small_heads import ATTRIBUTES, lookup_head
from tests.constructions.test_certificate import index_of, last_bound, printed, retrieval_of


def every(head, n0):
    """All sequences of up to n0 token indices."""
    for n in range(1, n0 + 1):
        yield from (list(x) for x in itertools.product(range(len(head.tokens)), repeat=n))


def test_index_cases_are_the_tasks_inputs():
    made = printed("index", 2, 2, "1/7", 3, "float32")
    head = made.head()
    rule = made.rule(head, 4)
    for x in every(head, 4):
        answer = index_of(head, x)
        assert rule.answers(x) == ({answer} - {None})


def test_a_token_0_answers_itself():
    """It is no integer of F.1: a place 0 back is the query's own."""
    head = replace(lookup_head(), tokens=("a", "b", "0", "1", "2", "3"))
    rule = index_rule(head, 3)
    for x in every(head, 3):
        if x[-1] == 2:
            assert rule.answers(x) == {2}


def test_retrieval_cases_hold_every_proper_input_and_know_which_are():
    head = printed("retrieval", 2, 1, "1/20", 3, "float32").head()
    rule, proper = retrieval_rule(head, 4), 0
    for x in every(head, 4):
        answer = retrieval_of(head, x)
        assert is_valid(head, x) == (answer is not None)
        if answer is not None:
            proper += 1
            assert rule.answers(x) == {answer}
    assert proper > 100


def test_bound_cases_are_the_tasks_inputs():
    head = lookup_head()
    lookup = bound_rule(head, 4, ATTRIBUTES)
    induction = bound_rule(head, 4, ATTRIBUTES, last=True)
    for x in every(head, 4):
        answer = last_bound(head, x)
        assert induction.answers(x) == ({answer} - {None})
        names = [head.tokens[b] for b in x]
        bound = {ATTRIBUTES[y][1] for y in names[:-1] if y in ATTRIBUTES}
        bound = {ATTRIBUTES[y][1] for y in names[:-1] if y in ATTRIBUTES
                 and ATTRIBUTES[y][0] == names[-1]}  # fmt: skip
        assert lookup.answers(x) == ({answer} - {None} if len(bound) == 1 else set())


def test_positions_are_counted_back_at_the_lengths_given():
    head = printed("index", 2, 2, "1/7", 3, "float32").head()
    rule = position_rule(head, {"1": 2, "2": 1}, (3, 3))
    a, b, one, two = range(4)
    assert rule.answers([a, b, one]) == {a}
    assert rule.answers([a, b, two]) == {b}
    assert rule.answers([b, two]) == set()
    assert rule.answers([a, one, two]) == set()


def test_stand_ins_are_three_of_a_kind():
    index = printed("index", 5, 4, "1/7", 3, "float32").head()
    assert stand_ins(index, "index") == {0, 1, 2, 5, 6, 7}
    pairs = printed("retrieval", 2, 4, "1/20", 3, "float32").head()
    assert [pairs.tokens[b] for b in sorted(stand_ins(pairs, "retrieval"))] == [
        "a1", "a2", "a3", "b1", "b2", "b3"]  # fmt: skip
    few = printed("retrieval", 2, 2, "1/20", 3, "float32").head()
    assert stand_ins(few, "retrieval") == frozenset(range(len(few.tokens)))
