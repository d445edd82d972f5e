"""Rules: their cases, token by token, and stand-ins."""

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from constructions.certificate.certificate import Symbolic, is_valid
from constructions.certificate.rules import (
    NONE,
    Case,
    TaskRule,
    bound_rule,
    index_rule,
    position_rule,
    retrieval_rule,
    stand_ins,
    symbolic_rule,
)
from tests.constructions.certificate.test_certificate import (
    printed,
    retrieval_of,
)
from tests.constructions.small_heads import ATTRIBUTES, lookup_head


def every(head, n0):
    """All sequences of up to n0 token indices."""
    for n in range(1, n0 + 1):
        yield from (list(x) for x in itertools.product(range(len(head.tokens)), repeat=n))


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


def cases_of(rule):
    """Every field of every case, for comparison."""
    return {(c.query, c.near, c.far, c.pins, c.offsets, c.lengths) for c in rule.cases}


def test_answers_are_of_cases_whose_every_part_fits():
    """Another query, near or far token, pin, offset or length than the case's has no answer."""
    nearer, pin, far = frozenset({0, 3}), frozenset({1}), frozenset({2})
    rule = TaskRule(
        {"name": "drawn"}, (Case(3, nearer, far, ((pin, 7), (far, 8)), (1, 2), (3, 4)),), ()
    )
    assert rule.answers([2, 1, 0, 3]) == {7}
    assert rule.answers([2, 2, 0, 3]) == {8}
    assert rule.answers([2, 2, 2, 3]) == {8}
    assert rule.answers([1, 3, 3]) == {7}
    assert rule.answers([2, 1, 3]) == {7}
    assert rule.answers([2, 2, 3]) == {8}
    for tokens in ([2, 1, 0, 2], [2, 1, 2, 3], [1, 1, 0, 3], [2, 0, 0, 3], [1, 3], [2, 2, 1, 0, 3],
                   [2, 0, 1, 3], [1, 0, 0, 3], [0, 1, 0, 3]):  # fmt: skip
        assert rule.answers(tokens) == set(), tokens
    both = TaskRule(
        {"name": "drawn"}, (*rule.cases, Case(3, nearer, nearer, ((pin, 9),), (2, 2), (3, 3))), ()
    )
    assert both.answers([1, 0, 3]) == {7, 9}
    own = TaskRule({"name": "drawn"}, (Case(3, NONE, far, ((NONE, 3),), (0, 0), (1, 2)),), ())
    assert own.answers([3]) == own.answers([2, 3]) == {3}
    assert own.answers([2, 2, 3]) == own.answers([1, 3]) == own.answers([2]) == set()
    assert rule.name == "drawn"


def named(names):
    """A head of zeros with these tokens, which are its outputs."""
    size = len(names)
    tables = {"queries": 4, "keys": 4, "values": size, "skip": size}
    zeros = {name: np.zeros((size, width)) for name, width in tables.items()}
    return replace(lookup_head(), tokens=tuple(names), outputs=tuple(names), **zeros)


def pairs_head(letters, integers):
    """Tokens as Retrieval's, with no weights behind them."""
    names = [x + str(i) for x in letters for i in range(1, integers + 1)]
    names += [x + y for x in letters for y in letters]
    return named(names)


def test_index_cases_of_every_token():
    """Five letters, four integers and 0: each query, pin, length, rival; stand-ins or all."""
    head = named([*"abcde", "1", "2", "3", "4", "0"])
    for everything, few in ((True, {*range(10)}), (False, {0, 1, 2, 5, 6, 7})):
        rule, expected = index_rule(head, 3, everything), set()
        assert (rule.few, rule.fields) == (tuple(sorted(few)), {"name": "index"})
        for q in (0, 1, 2, 3, 4, 9):
            expected.add((q, NONE, frozenset(few | {q}), ((NONE, q),), (0, 0), (1, 3)))
        for q in (5, 6):
            held = [b for b in sorted(few) if b < 5]
            pins = (*((frozenset({c}), c) for c in held), (frozenset({*few, q} - {*held}), q))
            expected.add((q, *[frozenset({*few, q})] * 2, pins, (q - 4, q - 4), (1, 3)))
        assert cases_of(rule) == expected
        assert len(rule.cases) == len(expected)


def retrieval_cases(head, few, asked, n0):
    """The cases by the task's definition: the first token from the start that fits is the pin."""
    names, expected = head.tokens, set()
    for q in asked:
        here = frozenset(few | {q})
        wanted = names[q][1:]
        if wanted.isdigit():
            expected.add((q, NONE, here, ((NONE, q),), (0, 0), (1, n0)))
            continue
        fits = {b for b in here if names[b][0] == wanted}
        far = frozenset(b for b in here if names[b][0] != wanted and names[b][1:] != wanted)
        own = names[q][0] == wanted
        for t in {q} if own else fits:
            nearer = frozenset(here - fits | {t})
            offsets = (0, n0 - 1) if t == q else (1, n0 - 1)
            expected.add((q, nearer, far, ((frozenset({t}), t),), offsets, (1, n0)))
    return expected


def test_retrieval_cases_of_every_token():
    head = pairs_head("abc", 4)
    three = {b for b, x in enumerate(head.tokens) if x[1:] in ("1", "2", "3")}
    for everything, few in ((True, {*range(len(head.tokens))}), (False, three)):
        rule = retrieval_rule(head, 3, everything)
        assert (rule.few, rule.fields) == (tuple(sorted(few)), {"name": "retrieval"})
        assert cases_of(rule) == retrieval_cases(head, few, range(len(head.tokens)), 3)


def test_symbolic_queries_are_one_of_each_kind():
    """The first letter asks for an integer, for itself, for another letter."""
    for letters, count, asked in (
        ("a", 2, {"a1", "aa"}),
        ("ab", 1, {"a1", "aa", "ab"}),
        ("abc", 1, {"a1", "aa", "ab"}),
        ("bca", 2, {"b1", "bb", "bc"}),
    ):
        head = pairs_head(letters, count)
        rule, every = symbolic_rule(head, 3), {*range(len(head.tokens))}
        queries = [head.tokens.index(x) for x in asked]
        assert {c.query for c in rule.cases} == {*queries}
        assert cases_of(rule) == retrieval_cases(head, every, queries, 3)
        assert rule.few == tuple(sorted(every))


def test_symbolic_rules_take_the_symbolic_stand_ins():
    head = pairs_head("abcdefgh", 5)
    few = stand_ins(head, "retrieval-symbolic")
    rule, queries = symbolic_rule(head, 3), [head.tokens.index(x) for x in ("a1", "aa", "ab")]
    assert rule.few == tuple(sorted(few))
    assert cases_of(rule) == retrieval_cases(head, few, queries, 3)


def test_symbolic_stand_ins_are_of_six_letters_and_three_integers():
    head = pairs_head("abcdefgh", 5)
    names = {head.tokens[b] for b in stand_ins(head, "retrieval-symbolic")}
    assert names == {x + y for x in "abcdef" for y in (*"abcdef", "1", "2", "3")}


def test_integers_stand_in_where_each_letter_has_three():
    for count, few in ((2, None), (3, 3), (5, 3)):
        head = pairs_head("ab", count)
        wanted = {x + str(i) for x in "ab" for i in range(1, 4)} if few else {*head.tokens}
        assert {head.tokens[b] for b in stand_ins(head, "retrieval")} == wanted


def test_bound_cases_of_every_symbol_and_attribute():
    head = lookup_head()
    x1, x2, y1, y2, x, y = range(6)
    for last in (False, True):
        rule, expected = bound_rule(head, 4, ATTRIBUTES, last), set()
        for query, others, pins in ((x, {y1, y2}, (x1, x2)), (y, {x1, x2}, (y1, y2))):
            for answer, pin in enumerate(pins):
                far = frozenset({x1, x2, y1, y2} if last else others | {pin})
                paired = ((frozenset({pin}), answer),)
                expected.add((query, frozenset(others), far, paired, (1, 3), (2, 4)))
        assert cases_of(rule) == expected
        assert rule.few == (0, 1)
        assert rule.fields == {
            "name": "induction" if last else "lookup",
            "attributes": {name: list(pair) for name, pair in ATTRIBUTES.items()},
        }


def test_tokens_of_one_attribute_are_one_pin():
    """x1 and x2 both hold ``one``: either is the answer, and neither contradicts the other."""
    given = ATTRIBUTES | {"x2": ("x", "one")}
    rule = bound_rule(lookup_head(), 3, given)
    pins = {(c.query, *c.pins) for c in rule.cases}
    assert pins == {(4, (frozenset({0, 1}), 0)), (5, (frozenset({2}), 0)), (5, (frozenset({3}), 1))}
    assert rule.answers([0, 1, 4]) == {0}


def test_position_cases_of_every_name():
    head = replace(lookup_head(), tokens=("one", "two", "3", "4", "5", "6"))
    offsets = {"3": 3, "4": 1, "5": 2, "6": 4}
    rule = position_rule(head, offsets, (2, 5))
    symbols = frozenset({0, 1})
    pins = ((frozenset({0}), 0), (frozenset({1}), 1))
    assert cases_of(rule) == {
        (head.tokens.index(x), symbols, symbols, pins, (k, k), (2, 5)) for x, k in offsets.items()
    }
    assert rule.few == (0, 1)
    assert rule.fields == {"name": "position", "offsets": offsets, "lengths": [2, 5]}


def test_places_outside_of_every_input_are_refused():
    head = replace(lookup_head(), tokens=("one", "two", "3", "4", "5", "6"))
    named = dict.fromkeys("3456", 1)
    position_rule(head, named | {"6": 4}, (5, 5))
    for back in (0, 5, -1, True, 1.0):
        with pytest.raises(
            ValueError, match=rf"^offsets: '6' is {back} back in inputs of \(5, 5\)"
        ):
            position_rule(head, named | {"6": back}, (5, 5))
    for lengths in ((3, 2), (0, 5), (True, 5), (2, 5.0)):
        with pytest.raises(ValueError, match="^lengths: .*; the shortest and the longest input"):
            position_rule(head, named, lengths)
    position_rule(head, named, (1, 2))


def test_outputs_of_a_position_rule_are_matched_by_name():
    """Outputs are in another order than tokens, and more of them than there are symbols."""
    outputs, none = ("q", "y2", "y1", "x2", "x1"), np.zeros((6, 5))
    head = replace(lookup_head(), outputs=outputs, values=none, skip=none)
    rule = position_rule(head, {"x": 1, "y": 2}, (2, 3))
    answers = {head.tokens[b]: head.outputs[o] for pin, o in rule.cases[0].pins for b in pin}
    assert answers == {x: x for x in ("x1", "x2", "y1", "y2")}
    assert rule.few == (0, 1, 2, 3, 4)


def test_integers_of_two_digits_are_no_symbolic_stand_ins():
    head = Symbolic(2, 12, Fraction(1), "float32").head()
    names = {head.tokens[b] for b in symbolic_rule(head, 2).few}
    assert names == {x + y for x in "ab" for y in ("a", "b", "1", "2", "3")}
