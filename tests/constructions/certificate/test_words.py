"""A certificate's sentence says what it is about: narrowing a rule changes the words."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from constructions import check_certificate as checker
from constructions.certificate.certificate import Printed, certify
from constructions.certificate.rules import bound_rule, index_rule, position_rule, retrieval_rule
from constructions.heads.index import index_of_paper_a
from tests.constructions.small_heads import ATTRIBUTES, lookup_head

WITHOUT_Y2 = {x: pair for x, pair in ATTRIBUTES.items() if x != "y2"}
WITHOUT_Y = {x: pair for x, pair in ATTRIBUTES.items() if pair[0] != "y"}
ONE = ATTRIBUTES | {"x2": ("x", "one")}


def saying(**answers):
    """The lookup head with what some tokens say replaced: 0 for one, 1 for two."""
    head = lookup_head()
    values = head.values.copy()
    for token, output in answers.items():
        values[head.tokens.index(token)] = np.eye(2)[output]
    return replace(head, values=values)


def bound(head, last, wide, narrow):
    """A head of pairs under two maps of them."""
    return [(head, bound_rule(head, 3, x, last=last), 3) for x in (wide, narrow)]


def unordered():
    """A head that sees no positions: right on lookups, wrong on the last of two."""
    head = lookup_head()
    still = replace(head, queries=head.queries * [1, 1, 0, 0])
    return [(still, bound_rule(still, 3, ATTRIBUTES, last=last), 3) for last in (True, False)]


def named():
    """Paper A's Index at 4 tokens, with an output for the token 3."""
    head = index_of_paper_a(("a", "b"), 4).reduced("float32", beta=64)
    values = np.zeros((len(head.tokens), 3))
    values[:, :2], values[head.tokens.index("3"), 2] = head.values, 1
    skip = np.zeros(values.shape)
    return replace(head, outputs=("a", "b", "3"), values=values, skip=skip)


def asking(head, token, like):
    """With one token's query replaced by another's."""
    queries = head.queries.copy()
    queries[head.tokens.index(token)] = queries[head.tokens.index(like)]
    return replace(head, queries=queries)


def places(head, wide, narrow):
    """A head of named places under two maps of them."""
    return [(head, position_rule(head, x, (4, 4)), 4) for x in (wide, narrow)]


def shorter(task, rule, theta, wide, narrow):
    """A printed head beyond and within its reach."""
    head = Printed(task, 2, 2, Fraction(theta), Fraction(60), "float64").head()
    return [(head, rule(head, n0), n0) for n0 in (wide, narrow)]


ALL = {"1": 3, "2": 2, "3": 1}
TEN = {
    "a token that says the wrong thing": (
        lambda: bound(saying(y2=0), False, ATTRIBUTES, WITHOUT_Y2),
        "In no input: 1 of the 6 tokens, y2.",
    ),
    "the same, of the last": (
        lambda: bound(saying(y2=0), True, ATTRIBUTES, WITHOUT_Y2),
        "In no input: 1 of the 6 tokens, y2.",
    ),
    "a symbol": (
        lambda: bound(saying(y1=1, y2=0), False, ATTRIBUTES, WITHOUT_Y),
        "In no input: 3 of the 6 tokens, y1, y2, y.",
    ),
    "another meaning": (lambda: bound(saying(x2=0), False, ATTRIBUTES, ONE), "x2 (x: one)"),
    "another meaning, of the last": (
        lambda: bound(saying(x2=0), True, ATTRIBUTES, ONE),
        "x2 (x: one)",
    ),
    "which of two": (unordered, "and all that are say the same"),
    "a place": (
        lambda: places(asking(named(), "3", "1"), ALL, {"1": 3, "2": 2}),
        "the last one of 2: 1 (3 back), 2 (2 back); each before it one of 3: a, b, 3;",
    ),
    "another place": (
        lambda: places(asking(named(), "1", "2"), ALL, ALL | {"1": 2}),
        "the last one of 3: 1 (2 back), 2 (2 back), 3 (1 back);",
    ),
    "the length of Index": (
        lambda: shorter("index", index_rule, "1/5", 7, 4),
        "every sequence of 1 to 4 tokens",
    ),
    "the length of Retrieval": (
        lambda: shorter("retrieval", retrieval_rule, "1/8", 5, 3),
        "every sequence of 1 to 3 tokens",
    ),
}


@pytest.mark.parametrize("name", TEN)
def test_a_rule_narrowed_to_hide_what_is_wrong_says_so(name):
    make, words = TEN[name]
    wide, narrow = (certify(head, rule, n0) for head, rule, n0 in make())
    assert (wide.certified, narrow.certified) == (False, True)
    for certificate, has in ((wide, False), (narrow, True)):
        assert checker.check(certificate.text()) == certificate.fields["claim"]
        assert (words in certificate.fields["claim"]) is has
