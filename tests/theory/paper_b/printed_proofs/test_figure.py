"""B-fig5A-fix: each part of its sentence is asked at each length."""

from fractions import Fraction

import pytest

from theory.paper_b.printed_proofs.figure import DrawnFigure, every_drawn_length

OTHERS = {
    "order of the bounds": DrawnFigure(first=10),
    "order of the least": DrawnFigure(index=(Fraction("0.8976"),)),  # 7θ is nearly a full turn
    "size of the least": DrawnFigure(small=Fraction(36, 10**7)),
    "order of the largest": DrawnFigure(retrieval=Fraction(3)),
    "the least is bounded": DrawnFigure(retrieval=Fraction("0.39")),  # nearly ω/2
    "the largest is not": DrawnFigure(retrieval=Fraction(3)),
    "rivals' order": DrawnFigure(rivals=13),
    "rivals at the end": DrawnFigure(retrieval=Fraction("0.0028")),
}


@pytest.mark.parametrize("part", OTHERS)
def test_each_part_is_told(part):
    outcome = every_drawn_length(OTHERS[part])
    assert outcome.status == "false"
    assert part in outcome.found
