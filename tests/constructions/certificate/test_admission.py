"""Heads that no certificate is made for: each is refused with the rule."""

from dataclasses import replace
from fractions import Fraction
from math import nextafter

import numpy as np
import pytest

from constructions.certificate.admission import (
    LONGEST,
    SIZES,
    STEEPEST,
    refuse_forgeable,
    refuse_head,
)
from constructions.certificate.certificate import Printed, certify
from constructions.certificate.rules import Case, TaskRule, bound_rule, index_rule
from tests.constructions.small_heads import ATTRIBUTES, lookup_head

TABLES = ("queries", "keys", "values", "skip")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": "any. Verdict: certified"}, "letters and digits"),
        ({"outputs": ("1", "2 or 3")}, "letters and digits"),
        ({"beta": 2.0**57}, "beta"),
        ({"angles": [2.0**17]}, "angles: 131072; 0, or 2\\^-126 to 2\\^16"),
        ({"values": [2.0**57]}, "values"),
        ({"skip": [2.0**-127]}, "skip"),
        ({"queries": [2.0**40]}, "logits below 2\\^60"),
    ],
)
def test_what_claims_could_be_forged_with(changed, says):
    head = lookup_head()
    for name, value in changed.items():
        if isinstance(value, list):
            array = getattr(head, name).copy()
            array.ravel()[-1] = value[0]
            changed = {name: np.array(array)}
    with pytest.raises(ValueError, match=says):
        refuse_forgeable(replace(head, **changed))


def other(name, number, at=-1):
    """The small head with one number of a table, or β, replaced."""
    head = lookup_head()
    if name == "beta":
        return replace(head, beta=number)
    array = getattr(head, name).copy()
    array.ravel()[at] = number
    return replace(head, **{name: array})


def says(refused, *given):
    """The words of a refusal."""
    with pytest.raises(ValueError, match=".") as error:
        refused(*given)
    return str(error.value)


def test_the_longest_input_is_as_the_readme_has_it():
    assert (LONGEST, STEEPEST) == (65536, 2**60)
    refuse_head(lookup_head(), bound_rule(lookup_head(), LONGEST, ATTRIBUTES), LONGEST)
    refuse_head(lookup_head(), bound_rule(lookup_head(), 2, ATTRIBUTES), 2)
    for n0 in (1, LONGEST + 1, 3.0, True):
        told = says(refuse_head, lookup_head(), bound_rule(lookup_head(), 3, ATTRIBUTES), n0)
        assert told == f"n0: {n0!r}; a length of 2 to 65536 is needed"


def test_every_number_is_one_of_the_format():
    """Wherever it stands: 0.1 is no float32 number, 1/10 + 1 no bf16 one."""
    rule = bound_rule(lookup_head(), 3, ATTRIBUTES)
    for name in (*TABLES, "angles", "beta"):
        for at in (0, -1):
            head = other(name, 0.1, at)
            told = says(refuse_head, head, rule, 3)
            assert told == f"{name}: 0.1 is no float32 number; round it first"
            refuse_head(replace(head, number_format="float64"), rule, 3)


def test_a_rule_without_inputs_is_none():
    head, nothing = lookup_head(), TaskRule({"name": "lookup"}, (), (0, 1))
    told = says(refuse_head, head, nothing, 3)
    assert told == "rule: lookup has no input of at most 3 tokens here"


@pytest.mark.parametrize(
    ("name", "offsets", "lengths", "fits"),
    [
        ("lookup", (1, 4), (2, 5), True),
        ("lookup", (0, 0), (5, 5), True),
        ("lookup", (1, 4), (1, 4), False),
        ("lookup", (1, 4), (1, 6), False),
        ("lookup", (1, 4), (0, 5), False),
        ("lookup", (2, 1), (1, 5), False),
        ("lookup", (-1, 1), (1, 5), False),
        ("lookup", (5, 5), (1, 5), False),
        ("position", (1, 1), (2, 4), False),
        ("position", (1, 1), (5, 5), True),
        ("position", (3, 3), (2, 3), False),
        ("position", (1, 1), (5, 4), False),
        ("position", (1, 1), (6, 5), False),
        ("position", (1, 1), (2, 6), False),
    ],
)
def test_a_rule_is_for_the_length_that_the_claim_names(name, offsets, lengths, fits):
    every = frozenset(range(4))
    rule = TaskRule(
        {"name": name}, (Case(4, every, every, ((every, 0),), offsets, lengths),), (0, 1)
    )
    if fits:
        refuse_head(lookup_head(), rule, 5)
    else:
        told = says(refuse_head, lookup_head(), rule, 5)
        assert told == (
            f"rule: {name} has inputs of {lengths[0]} to {lengths[1]} tokens, pins {offsets[0]} to"
            f" {offsets[1]} back; make the rule for n0 = 5"
        )


@pytest.mark.parametrize("place", range(3))
def test_every_case_is_for_that_length(place):
    every = frozenset(range(4))
    cases = [Case(4, every, every, ((every, 0),), (1, 1), (2, 5))] * 3
    refuse_head(lookup_head(), TaskRule({"name": "lookup"}, tuple(cases), (0, 1)), 5)
    cases[place] = replace(cases[place], lengths=(2, 4))
    told = says(refuse_head, lookup_head(), TaskRule({"name": "lookup"}, tuple(cases), (0, 1)), 5)
    assert told.endswith("make the rule for n0 = 5")


def test_a_bound_on_short_inputs_is_none_on_long_ones():
    """At most 2 tokens: the answer leads by 0.9. At most 9: some input is wrong."""
    head = Printed("index", 3, 3, Fraction(1, 7), Fraction(8), "float32").head()
    assert certify(head, index_rule(head, 2), 2).certified
    assert certify(head, index_rule(head, 9), 9).refuted
    assert "make the rule for n0 = 9" in says(certify, head, index_rule(head, 2), 9)
    assert "make the rule for n0 = 2" in says(certify, head, index_rule(head, 9), 2)


@pytest.mark.parametrize("symbol", ["y: o), z9 (y", "\u0443", "", "y "])
def test_symbols_are_words(symbol):
    """They are in the claim, though no token need have their name."""
    head, attributes = lookup_head(), ATTRIBUTES | {"y2": (symbol, "two")}
    told = says(certify, head, bound_rule(head, 3, attributes), 3)
    assert told == f"{symbol!r}: names and tokens are of ASCII letters and digits"


def test_answers_are_outputs_and_names_are_distinct():
    made = Printed("index", 3, 3, Fraction(1, 7), Fraction(8), "float32").head()
    rule = index_rule(made, 3)
    refuse_head(made, rule, 3)
    for outputs in (tuple("uvwxyz"), made.tokens[::-1]):
        head = replace(made, outputs=outputs)
        assert says(refuse_head, head, rule, 3).startswith("outputs: index answers with tokens")
    assert "answers with tokens" in says(
        refuse_head, head, TaskRule({"name": "retrieval"}, rule.cases, ()), 3
    )
    for name in ("tokens", "outputs"):
        head = replace(made, **{name: ("a", "a", *made.tokens[2:])})
        assert says(refuse_head, head, rule, 3).startswith(f"{name}: two of one name")


def test_stand_ins_are_for_constructed_heads():
    """The head answers its fourth letter by the first: no stand-in sees that."""
    made = Printed("index", 5, 3, Fraction(1, 7), Fraction(8), "float32")
    head = made.head()
    head.values[3] = [2, *[0] * 7]
    assert certify(head, index_rule(head, 3), 3).refuted
    all_but_one = replace(index_rule(head, 3), few=tuple(range(7)))
    for rule in (made.rule(head, 3), all_but_one):
        assert says(certify, head, rule, 3) == (
            "rule: tokens stand for others, as in constructed heads alone; take all"
        )


@pytest.mark.parametrize("name", [*TABLES, "beta", "angles"])
def test_numbers_up_to_the_sizes_and_no_further(name):
    low, high = (2.0**-126, 2.0**16 if name == "angles" else 2.0**56)
    assert SIZES[name] == (-126, 16 if name == "angles" else 56)
    signs = (1,) if name == "beta" else (1, -1)
    steep = name in ("queries", "keys", "beta")
    for sign in signs:
        for x in (low, *(() if steep else (high,))):
            refuse_forgeable(other(name, sign * x))
        for at in (0, -1):
            for x in (nextafter(low, 0), nextafter(high, np.inf), 1e-300, 1e300):
                told = says(refuse_forgeable, other(name, sign * x, at))
                power = 16 if name == "angles" else 56
                assert told == f"{name}: {sign * x:g}; 0, or 2^-126 to 2^{power}, is needed"
    if name != "beta":
        refuse_forgeable(other(name, 0.0))


def flat(size, name, beta):
    """Queries and keys of one number each: of ``size`` here, of 0 in the other table."""
    head = lookup_head()
    rows = {x: np.zeros_like(getattr(head, x)) for x in ("queries", "keys")}
    rows[name][-1] = [0, size, size, 0]
    return replace(head, beta=beta, **rows)


@pytest.mark.parametrize("name", ["queries", "keys"])
def test_logits_stay_below_2_to_the_60(name):
    """β·(2 s²)/2 with s² β = 2^60 is refused, the next smaller β is not."""
    refuse_forgeable(flat(2.0**20, name, nextafter(2.0**20, 0)))
    told = says(refuse_forgeable, flat(2.0**20, name, 2.0**20))
    assert told == "beta: 1.04858e+06; logits below 2^60 are needed"
    both = lookup_head()
    rows = np.zeros_like(both.queries)
    rows[0, 0] = 2.0**20
    refuse_forgeable(replace(both, queries=rows, keys=rows, beta=nextafter(2.0**20, 0)))
    says(refuse_forgeable, replace(both, queries=rows, keys=rows, beta=2.0**20))


def test_names_of_letters_and_digits_alone():
    head = lookup_head()
    refuse_forgeable(replace(head, name="lookup, with 2 planes, trained"))
    for place in (0, -1):
        for name in ("tokens", "outputs"):
            words = list(getattr(head, name))
            words[place] = "a×2 b"
            told = says(refuse_forgeable, replace(head, **{name: tuple(words)}))
            assert told == "'a×2 b': names and tokens are of ASCII letters and digits"
    assert says(refuse_forgeable, replace(head, name=", ")).startswith("'': names")
    for name in ("a.b", "a_b", "a-b", "a\u200bb", "a\u00adb", "a“b", "\u0430", "\u05d0", "\u0661"):
        assert says(refuse_forgeable, replace(head, name=name)).endswith(
            "of ASCII letters and digits"
        )
