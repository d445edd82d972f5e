"""The numbers that the proof of B-rem31-pure-score tells of larger inverse temperatures."""

from fractions import Fraction
from pathlib import Path

import pytest

from theory.mathematics.conversions import precision
from theory.paper_b.what_heads_compute import pure_at_work
from theory.paper_b.what_heads_compute.pure_at_work import AtWork, index_scores

PROSE = " ".join(Path(pure_at_work.__file__).with_suffix(".md").read_text("utf-8").split())
TOLD = {
    Fraction(294, 25): ".75 at β = 11.76,",
    Fraction(40): ".134 at 40,",
    Fraction(60): ".035 at 60,",
    Fraction(100): ".0023 at 100",
    Fraction(110): ".0013 at 110.",
    Fraction(120): ".018 at 120,",
    Fraction(150): ".063 at 150",
    Fraction(200): ".067 at 200",
}
"""By inverse temperature, what the prose says of the Index head's largest s_SYM."""


@pytest.mark.parametrize("beta", TOLD, ids=float)
def test_the_largest_symbolic_score_falls_and_rises_as_the_prose_says(beta):
    subject = AtWork()
    with precision(pure_at_work.BITS):
        largest = max(
            float(index_scores(subject, beta, n, s)[1].mid())
            for n in range(3, 18)
            for s in range(n)
        )
    number = TOLD[beta].split()[0]
    assert f"{largest:.{len(number) - 1}f}".removeprefix("0") == number
    assert TOLD[beta] in PROSE
