"""The tables' exact columns against the printed heads' logits, and their means."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from empirical.experiments.lengths.table import (
    exact_gaps,
    measured_gaps,
    print_lengths,
    retrieval_exact,
)
from tests.empirical.experiments.lengths import synthetic as lengths_synthetic
from theory.paper_b.printed_heads.retrieval_discrepancy import RetrievalDelta, value


@pytest.mark.parametrize("n", [3, 17, 40])
def test_the_best_index_head_attains_its_bound_and_the_trained_angle_returns(n):
    best, kept = exact_gaps("number", n)
    assert best == pytest.approx(1 - math.cos(2 * math.pi / n))
    smallest = min(1 - math.cos(2 * math.pi * d / 17) for d in range(1, n))
    assert kept == pytest.approx(smallest, abs=1e-12)


def test_without_rotation_retrieval_keeps_its_gap_and_with_it_loses_it():
    gap = 1 - math.cos(2 * math.pi / 8)
    assert [exact_gaps("letter", n)[0] for n in (17, 5000)] == pytest.approx([gap, gap])
    assert exact_gaps("letter", 17)[1] > 0 > exact_gaps("letter", 30)[1]


@pytest.mark.parametrize("n", [2, 9, 17])
def test_in_the_printed_range_the_retrieval_gap_is_the_theorys(n):
    turns = Fraction(1, 8) / (2 * n + 1)
    claimed = RetrievalDelta().apart(n, turns, Fraction(1, 8))
    assert retrieval_exact(n, turns) == pytest.approx(float(value(claimed)), abs=1e-12)


@pytest.mark.parametrize("turns", [Fraction(1, 8) / 3, Fraction(1, 19), Fraction(2, 5)])
def test_beyond_it_the_gap_is_the_least_over_all_inputs(turns):
    # 0 is the letter looked for; every word of three letters that has it and another.
    gaps = [
        max(logits[hits]) - max(logits[~hits])
        for lefts in product(range(8), repeat=3)
        if (hits := np.array(lefts) == 0).any() and not hits.all()
        for logits in [
            np.cos(2 * np.pi * (np.array(lefts) / 8 + np.array([2, 1, 0]) * float(turns)))
        ]
    ]
    assert retrieval_exact(3, turns) == pytest.approx(min(gaps), abs=1e-12)


def test_gaps_are_means_over_pure_heads_and_seeds():
    records = [lengths_synthetic.record("number", seed) for seed in range(2)]
    gaps = tuple(tuple(3 * x for x in row) for row in records[1].gaps)
    records[1] = replace(records[1], gaps=gaps)
    means = measured_gaps(records, "positional")
    assert means[17] == pytest.approx(10)
    assert tuple(means) == records[0].lengths


def test_an_empty_folder_is_no_error(tmp_path, capsys):
    print_lengths(tmp_path)
    assert "number: 0 seeds" in capsys.readouterr().out
