"""The sums of the printed table: block by block against balls, and what is covered."""

from fractions import Fraction

import pytest
from flint import ctx

from constructions.capacity.rules import table
from constructions.capacity.rules.context import angles, cosine_sum


@pytest.mark.parametrize(
    ("base", "planes", "first"), [(100, 8, 0), (11_000, 64, 0), (10**4, 64, 3)]
)
def test_the_first_negative_sum_is_that_of_balls(base, planes, first):
    ctx.prec = 96
    theta = angles(base, planes)[first:]
    found = table.first_negative(base, planes, first, 1, 3000)
    assert cosine_sum(theta, found) < 0
    assert all(cosine_sum(theta, m) > 0 for m in range(found))
    assert table.first_negative(base, planes, first, 1, found - 1) is None
    assert table.first_negative(base, planes, first, -1, 3000) == 0


@pytest.mark.parametrize(
    ("number", "rounded"),
    [(4292, 4300), (4249, 4200), (4250, 4300), (26_963, 27_000), (99_600, 100_000), (84, 84)],
)
def test_two_digits(number, rounded):
    assert table.two_digits(number) == rounded


def test_no_base_is_leapt_over():
    """Up to just below the infimum, and no further than it."""
    claim = table.Least()
    upto, intervals = table.covered(1024, 4000, claim)
    assert upto >= 4000
    assert intervals > 100
    upto, _ = table.covered(1024, 4400, claim)
    assert 4292 <= upto < 4299


def test_an_interval_fails_only_if_all_of_it_does():
    claim = table.Least()
    m = table.first_negative(12_500, 64, 0, 1, 2048)
    deepest = table._candidate(12_500.0, 2048, claim, None)
    assert deepest >= m
    assert table._fails(Fraction(12_500), Fraction(12_500) + Fraction(1, 1000), deepest, claim)
    assert not table._fails(Fraction(11_640), Fraction(12_500), m, claim)
