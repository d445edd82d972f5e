"""Least margins: proved exactly up to the least, the worst input an input, its margin that."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from flint import arb, fmpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from constructions.certificate.enclosures import Enclosure
from constructions.certificate.margins import (
    FLUSHED,
    NANO,
    ROUNDS,
    WIDTH,
    Margins,
    _above,
    enclosed,
)
from constructions.certificate.rules import bound_rule
from constructions.certificate.run_error import mixing
from tests.constructions.random_tasks import (
    DRAWN,
    drawn_head,
    drawn_rule,
    inputs,
    lead,
    precision,
    real_weights,
    rivals,
)
from tests.constructions.small_heads import ATTRIBUTES, lookup_head

HEAD, LENGTH = lookup_head(), 4
RULE = bound_rule(HEAD, LENGTH, ATTRIBUTES, last=True)


def margins(run=False):
    return Margins(Enclosure(HEAD, LENGTH, run), RULE)


def test_a_margin_is_proved_up_to_the_least_and_no_further():
    least, subject = enclosed(margins()), margins()
    assert subject.proved(Fraction(least, NANO))
    assert not subject.proved(Fraction(least + 3, NANO))


def test_the_worst_input_has_the_least_margin():
    subject, least = margins(), enclosed(margins())
    worst, margin = subject.worst(Fraction(least + 3, NANO))
    assert RULE.answers(worst.tokens) == {worst.answer}
    assert least / NANO <= float(margin) <= (least + 3) / NANO


def test_a_run_has_no_larger_margin():
    assert 0 < enclosed(margins(run=True)) < enclosed(margins())


def test_a_gain_of_a_run_is_less_by_what_rounding_takes():
    row = {0: Fraction(1), 1: Fraction(-1, 2)}
    reals, run = margins(), margins(run=True)
    assert reals.gain(row, 0, 1) == Fraction(3, 2)
    assert run.gain(row, 0, 1) == Fraction(3, 2) * (1 - run.rho) - run.flushed


def test_of_kinds_of_one_gain_the_lightest_adds_least_and_the_heaviest_takes_most():
    subject = margins(run=True)
    weights, kinds = subject.weights[0], tuple(range(len(subject.weights.kinds)))
    assert len(kinds) > 1
    for positive, ends, worst in ((True, weights.low, min), (False, weights.high, max)):
        wanted = [worst(map(float, column)) for column in zip(*ends, strict=True)]
        assert [float(x) for x in subject.row(0, kinds, positive)] == wanted


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
    with precision(192):
        low = enclosed(margins)
    assert low <= least * NANO < low + WIDTH
    assert margins.calls <= 2 * (abs(least * NANO).__ceil__().bit_length() + 4)


class Slow(Creeping):
    """Margins whose worst input shows only from near: from afar another seems the worst."""

    def __init__(self, least, away, slack):
        super().__init__(least)
        self.away, self.slack = Fraction(away, NANO), Fraction(slack, NANO)

    def examined(self, margin):
        bound = self.least if self.least < margin <= self.least + self.slack else margin
        ratio = min(max(bound, self.least), self.least + self.away)
        return None, arb(fmpq(ratio.numerator, ratio.denominator)), margin <= self.least


def test_both_ends_close_in_on_the_least():
    leasts = (Fraction(1, 3), Fraction(-7, 9), Fraction(5, NANO), Fraction(0))
    with precision(192):
        for away, slack, least in product(range(40), (1, 2, 3, 5), leasts):
            low = enclosed(Slow(least, Fraction(away, 2), slack))
            assert low <= least * NANO < low + WIDTH


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
    with pytest.raises(
        ArithmeticError, match="^the weights are too uncertain to place the margin within 3e-9$"
    ):
        enclosed(margins)
    assert margins.calls == 2 * ROUNDS + 1


def least_of_reals(head, rule):
    """The least lead over every input and rival; None where there is none."""
    return min(
        (
            lead(head, real_weights(head, x), x, answer, rival)
            for x, answer in inputs(rule)
            for rival in rivals(head, rule, x[0], answer)
        ),
        default=None,
    )


def ends(weights, tokens):
    """Every choice of an end of the enclosure at each offset, in float64."""
    made, head = weights[weights.ask[tokens[0]]], []
    for t, b in enumerate(tokens):
        kind = weights.kind[b]
        head.append((float(made.low[kind][t]), float(made.high[kind][t])))
    return product(*head)


def least_of_runs(head, rule):
    """The least lead over every input, rival and end of each weight; rounding taken off."""
    weights = Enclosure(head, DRAWN, run=True)
    rho = float(mixing(DRAWN, head.number_format))
    return min(
        (
            lead(head, w, x, answer, rival, rho)
            for x, answer in inputs(rule)
            for rival in rivals(head, rule, x[0], answer)
            for w in ends(weights, x)
        ),
        default=None,
    )


def agree(seed):
    """The enclosed least margins of a drawn head and rule are those of every input."""
    pick = Random(seed)
    head, rule = drawn_head(pick), drawn_rule(pick)
    for run, expected in ((False, least_of_reals(head, rule)), (True, least_of_runs(head, rule))):
        margins = Margins(Enclosure(head, DRAWN, run), rule)
        if expected is None:
            with pytest.raises(ValueError, match="rule: drawn has no input here"):
                margins.examined(Fraction(0))
            return False
        low = enclosed(margins)
        assert low / NANO < expected + 1e-11
        assert expected < (low + WIDTH) / NANO + 1e-11
        if not run:
            named(head, rule, margins, low, expected)
    return True


def named(head, rule, margins, low, expected):
    """The input named is one of the rule's, has the least lead, and the ball says so."""
    worst, ball, proved = margins.examined(Fraction(low + WIDTH, NANO))
    back = tuple(worst.tokens[::-1])
    assert not proved
    assert (back, worst.answer) in set(inputs(rule))
    assert worst.rival in rivals(head, rule, back[0], worst.answer)
    own = lead(head, real_weights(head, back), back, worst.answer, worst.rival)
    assert abs(own - float(ball)) < 1e-12
    assert own < (low + WIDTH) / NANO + 1e-11
    assert margins.worst(Fraction(low + WIDTH, NANO))[0] == worst


def test_drawn_margins_are_those_of_every_input():
    assert sum(agree(seed) for seed in range(60)) > 30


@settings(max_examples=20)
@given(st.integers(60, 10**9))
def test_any_margin_is_that_of_every_input(seed):
    agree(seed)


def test_flushed_weights_take_from_every_gain_by_the_largest_value():
    """10⁻²⁴ of the largest entry of values and skip, whatever its sign, output or token."""
    for table in ("values", "skip"):
        for number in (2.0**56, -(2.0**56), 2.5):
            array = getattr(HEAD, table).copy()
            array[4, 0] = number
            head = replace(HEAD, **{table: array})
            subject = Margins(Enclosure(head, LENGTH, run=True), RULE)
            largest = max(abs(x) for x in [*head.values.ravel(), *head.skip.ravel()])
            assert subject.flushed == (1 + math.ceil(largest)) * FLUSHED
            assert subject.gain({}, 0, 1) == -subject.flushed
    assert margins().flushed == margins().gain({}, 0, 1) == 0
    assert Fraction(1, 10**24) == FLUSHED


@pytest.mark.parametrize("bits", [8, 16, 24])
def test_what_is_unknown_is_not_proved(bits):
    """The margin is missed by 10⁻⁹ alone: too little for balls of so few bits to tell."""
    least = enclosed(margins())
    for nanos in (WIDTH, 1000):
        missed = Fraction(least + nanos, NANO)
        with precision(bits):
            assert not margins().proved(missed)
            assert not margins().examined(missed)[2]


@given(st.fractions(-10, 10), st.fractions(0, Fraction(1, 100)))
@example(Fraction(3, NANO), Fraction(0))
@example(Fraction(-3, NANO), Fraction(0))
@example(Fraction(0), Fraction(5, NANO))
def test_an_integer_above_a_ball_is_above_all_of_it(middle, radius):
    """And no more than one above its upper end, but for the rounding of its radius."""
    parts = [fmpq(x.numerator, x.denominator) for x in (middle, radius)]
    with precision(192):
        above = _above(arb(*parts))
    end = (middle + radius) * NANO
    assert end < above <= end + 1 + radius * NANO / 2**16
