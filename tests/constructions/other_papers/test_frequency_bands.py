"""Beyond 8 a variance is bounded by 1/2 + 1/(4x), or 1/2 + 1/(2x): a peak must lie above that."""

from dataclasses import replace
from fractions import Fraction

import pytest

from constructions.other_papers.frequency_bands import Band, largest_variance

BAND = Band()


@pytest.mark.parametrize(("name", "tail"), [("single", "17/32"), ("any_phase", "9/16")])
def test_a_peak_that_a_later_one_might_exceed_is_refused(name, tail):
    low, high, _, most = getattr(BAND, name)
    outcome = largest_variance(replace(BAND, **{name: (low, high, Fraction(tail), most)}))
    assert (outcome.status, outcome.found) == ("false", "beyond 8 a variance may be larger")
