"""Bounds of an inversion probability contain it, whatever the scores are off by."""

from fractions import Fraction

import numpy as np
import pytest

from constructions.other_papers.positions_and_tokens.inversions import (
    inversions,
    rounded,
    scaled_sums,
)
from theory.mathematics.conversions import precision, to_ball

THETA = [Fraction(1), Fraction(9, 10), Fraction(1, 3)]
AMPLITUDES = [Fraction(2), Fraction(7, 2), Fraction(1, 8)]


@pytest.mark.parametrize("n", [2, 7, 40, 41])
@pytest.mark.parametrize("doubt", [0, 1, 5])
def test_pairs_are_counted_one_by_one(n, doubt):
    """A pair is inverted for certain if the far score is larger by more than both may be off."""
    scores = [int(x) for x in np.random.default_rng(n).integers(0, 30, n)]
    leads = [far - close for close in scores[: n // 2] for far in scores[n // 2 :]]
    told = [sum(lead > 2 * doubt for lead in leads), sum(lead >= -2 * doubt for lead in leads)]
    assert inversions(scores, doubt) == tuple(Fraction(many, len(leads)) for many in told)


@pytest.mark.parametrize("n", [3, 100, 2500])
@pytest.mark.parametrize("sign", [1, -1])
def test_sums_are_off_by_no_more_than_they_say(n, sign):
    with precision(120):
        sums, doubt = scaled_sums(THETA, AMPLITUDES, n, sign)
        parts = list(zip(THETA, AMPLITUDES, strict=True))
        for m in (*range(3), n // 2, n - 1):
            true = sum(sign * to_ball(a) * (m * to_ball(x)).cos() for x, a in parts)
            assert abs(sums[m] - true * 2**56) < doubt
    assert len(sums) == n
    assert doubt == 38 * 2**28  # 5 Σ a, 3 a frequency, and 1, cut to a whole multiple of 2^-28


def test_a_ball_is_rounded_or_refused():
    with precision(96):
        assert rounded([to_ball(Fraction(-5, 2**60)), to_ball(3) + to_ball(2) ** -61]) == [
            -5,
            3 << 60,
        ]
        wide = to_ball(1).union(to_ball(1) + to_ball(2) ** -58)
        with pytest.raises(ValueError, match="wider"):
            rounded([to_ball(1), wide])
