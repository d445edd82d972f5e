"""The tables' exact columns against the printed heads' logits, and their means."""

import math

import pytest

from empirical import lengths_planted
from empirical.lengths_table import exact, measured_gaps, show


@pytest.mark.parametrize("n", [3, 17, 40])
def test_the_best_index_head_attains_its_bound_and_the_trained_angle_returns(n):
    best, kept = exact("number", n)
    assert best == pytest.approx(1 - math.cos(2 * math.pi / n))
    smallest = min(1 - math.cos(2 * math.pi * d / 17) for d in range(1, n))
    assert kept == pytest.approx(smallest, abs=1e-12)


def test_without_rotation_retrieval_keeps_its_gap_and_with_it_loses_it():
    apart = 1 - math.cos(2 * math.pi / 8)
    assert [exact("letter", n)[0] for n in (17, 5000)] == pytest.approx([apart, apart])
    assert exact("letter", 17)[1] > 0 > exact("letter", 30)[1]


def test_gaps_are_means_over_pure_heads_and_seeds():
    records = [lengths_planted.record("number", seed) for seed in range(2)]
    records[1]["gaps"] = [[3 * x for x in row] for row in records[1]["gaps"]]
    found = measured_gaps(records, "positional")
    assert found[17] == pytest.approx(10)
    assert list(found) == records[0]["lengths"]


def test_an_empty_folder_is_no_error(tmp_path, capsys):
    show(tmp_path)
    assert "number: 0 seeds" in capsys.readouterr().out
