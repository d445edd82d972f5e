"""The head that attains the exclusion bound: its matrix, entry by entry."""

from fractions import Fraction

import pytest

from constructions.heads.extremal import ExtremalHead, attains
from theory.mathematics import placement


def cosines(count):
    """cos(tθ) for t = count … 1 with cos θ = 3/5, by the Chebyshev recursion."""
    c = Fraction(3, 5)
    row = [Fraction(1), c]
    while len(row) <= count:
        row.append(2 * c * row[-1] - row[-2])
    return row[count:0:-1]


@pytest.mark.parametrize("count", range(2, 9))
def test_entries_are_value_plus_cosine(count):
    row = cosines(count)
    matrix = ExtremalHead().placement(count)
    assert matrix.tolist() == [[a + p for p in row] for a in row]
    assert placement.slack(matrix) == 0


def test_a_head_whose_logits_are_all_equal_attains_nothing():
    """There 0 = 0 + 0, and so the bound would hold with any constant."""
    blind = ExtremalHead(query_content=Fraction(0), query_place=Fraction(0))
    assert attains(blind).status == "false"
