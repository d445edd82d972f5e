"""Smallest sufficient β: it is what it says it is."""

import math
from fractions import Fraction

import pytest

from constructions.heads.alphabets import Bindings, Numbers, Pairs
from constructions.heads.index import index_printed, index_repaired
from constructions.heads.recall import induction_one_angle, information_retrieval
from constructions.heads.retrieval import reflexive_symbolic, retrieval_printed, retrieval_symbolic
from constructions.heads.sharpness import best, contest, holds, smallest, threshold


@pytest.mark.parametrize("n0", [3, 6, 40])
def test_symbolic_heads_need_a_logarithm(n0):
    pairs = retrieval_symbolic(Pairs(("a", "b"), 1), n0)
    assert threshold(pairs.weights, pairs.contests) == pytest.approx(2 * math.log(n0 - 1))
    same = reflexive_symbolic(("a", "b"), n0)
    assert threshold(same.weights, same.contests) == pytest.approx(math.log(n0 - 1))
    look = information_retrieval(Bindings(("r", "s"), ("0", "1")), n0)
    assert threshold(look.weights, look.contests) == pytest.approx(math.log(n0 - 2), abs=1e-9)


def test_the_smallest_is_sufficient_and_barely():
    head = index_repaired(Numbers(("a", "b"), 4), 5)
    assert holds(head.weights, head.contests, head.beta) is None
    assert holds(head.weights, head.contests, head.beta * Fraction(999, 1000)) is not None
    assert float(head.beta) == pytest.approx(threshold(head.weights, head.contests), rel=1e-5)


def test_a_tie_is_sharp_at_no_beta():
    head = index_printed(Numbers(("a", "b"), 2), 3, beta="hard")
    tie = [contest([("a", "a", 0)], [("a", "b", 3)])]
    assert threshold(head.weights, tie) == math.inf
    with pytest.raises(ValueError, match="at every β"):
        smallest(head.weights, tie)


@pytest.mark.parametrize("letters", [2, 3])
@pytest.mark.parametrize("n0", [3, 4, 6, 9])
def test_best_angles_are_close_to_the_best_of_a_finer_scan(letters, n0):
    """The twelve candidates cost at most 6 % more β than the best of 120 in the allowed range."""
    alphabet = Pairs(tuple("abc"[:letters]), 1)
    best = retrieval_printed(alphabet, n0)
    scan = [Fraction(k, 120) / (letters * (2 * n0 - 3)) for k in range(50, 120)]
    heads = [retrieval_printed(alphabet, n0, u, "hard") for u in scan]
    least = min(threshold(head.weights, head.contests) for head in heads)
    assert threshold(best.weights, best.contests) <= 1.06 * least


def test_best_of_induction_beats_its_neighbours():
    alphabet = Bindings(("r", "s"), ("0", "1"))
    best = induction_one_angle(alphabet, 6)
    for u in (best.theta * Fraction(9, 10), best.theta * Fraction(21, 20)):
        other = induction_one_angle(alphabet, 6, u, "hard")
        assert threshold(other.weights, other.contests) > 0.97 * float(best.beta)


def test_best_takes_the_least():
    assert best([Fraction(1), Fraction(2), Fraction(3)], lambda u: abs(float(u) - 2)) == 2
