"""Least margins: proved exactly up to the least, the worst input an input, its margin that."""

from fractions import Fraction

import pytest

from constructions.enclosures import Enclosure
from constructions.margins import NANO, Margins, enclosed
from constructions.rules import Rule, bound_rule
from tests.constructions.small_heads import ATTRIBUTES, lookup_head

HEAD, LENGTH = lookup_head(), 4
RULE = bound_rule(HEAD, LENGTH, ATTRIBUTES, last=True)


def margins(run=False):
    return Margins(Enclosure(HEAD, LENGTH, run), RULE)


def test_a_margin_is_proved_up_to_the_least_and_no_further():
    least, found = enclosed(margins()), margins()
    assert found.proved(Fraction(least, NANO))
    assert not found.proved(Fraction(least + 3, NANO))


def test_the_worst_input_has_the_least_margin():
    found, least = margins(), enclosed(margins())
    worst, margin = found.worst(Fraction(least + 3, NANO))
    assert RULE.answers(worst.tokens) == {worst.answer}
    assert least / NANO <= float(margin) <= (least + 3) / NANO


def test_a_run_has_no_larger_margin():
    assert 0 < enclosed(margins(run=True)) < enclosed(margins())


def test_a_gain_of_a_run_is_less_by_what_rounding_takes():
    row = {0: Fraction(1), 1: Fraction(-1, 2)}
    reals, run = margins(), margins(run=True)
    assert reals.gain(row, 0, 1) == Fraction(3, 2)
    assert run.gain(row, 0, 1) == Fraction(3, 2) * (1 - run.rho) - run.flushed


def test_no_input_no_margin():
    nothing = Rule(RULE.fields, (), RULE.few)
    with pytest.raises(ValueError, match="no input here"):
        Margins(Enclosure(HEAD, LENGTH, run=False), nothing).worst(Fraction(0))
