"""Least margins: proved exactly up to the least, the worst input an input, its margin that."""

from fractions import Fraction

import pytest
from flint import arb, fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from constructions.enclosures import Enclosure
from constructions.margins import NANO, ROUNDS, WIDTH, Margins, enclosed
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


class Creeping:
    """Margins whose inputs are so many, and so nearly alike, that each step gains 10⁻⁹ alone."""

    def __init__(self, least, radius=0):
        self.least, self.calls, self.radius = least, 0, radius

    def examined(self, margin):
        self.calls += 1
        ratio = max(margin - Fraction(1, NANO), self.least)
        ball = arb(fmpq(ratio.numerator, ratio.denominator), self.radius)
        return None, ball, margin <= self.least and not self.radius


@given(st.fractions(-1000, 1000, max_denominator=10**12))
@example(Fraction(0))
@example(Fraction(-1, NANO))
@example(Fraction(-1000))
def test_a_creeping_margin_is_placed_in_few_steps(least):
    """Newton's steps alone would take up to 10¹² of them from a margin of 0."""
    margins = Creeping(least)
    found = enclosed(margins)
    assert found <= least * NANO < found + WIDTH
    assert margins.calls <= 2 * (abs(least * NANO).__ceil__().bit_length() + 4)


def test_a_creeping_head_is_placed_as_exactly():
    """Dense weights at β = 16: the step of the worst input alone takes fifteen passes here."""
    head = lookup_head(noise=2.0, beta=16, seed=2)
    rule = bound_rule(head, 9, ATTRIBUTES)
    margins, passes = Margins(Enclosure(head, 9, run=False), rule), []
    margins.examined = lambda margin, go=margins.examined: (passes.append(margin), go(margin))[1]
    least = enclosed(margins)
    assert margins.proved(Fraction(least, NANO))
    assert not margins.proved(Fraction(least + WIDTH, NANO))
    assert len(passes) <= 8


def test_weights_too_uncertain_are_no_margin():
    margins = Creeping(Fraction(1, 3), radius=1)
    with pytest.raises(ArithmeticError, match="too uncertain"):
        enclosed(margins)
    assert margins.calls == 2 * ROUNDS + 1
