"""The optimiser: known optima, and intervals that bracket what was found before."""

import json
import os

import numpy as np
import pytest

from constructions.capacity import check_capacity, program
from constructions.capacity.certificate import (
    capacity_fields,
    certified,
    enough_amplitude,
    tangent_bound,
)
from constructions.capacity.program import window
from tests.processes import python

BASE = 1e4 ** (-np.arange(64) / 64)
BUDGETS = {64: 5.26, 256: 6.88, 1024: 8.50}
"""Least budgets found by floating-point optimisation of another kind, to two decimals."""


@pytest.mark.parametrize("n", BUDGETS)
def test_intervals_contain_the_optimised_budgets(n):
    entry = capacity_fields(BASE, n)
    low, high = float(entry["lower"]), float(entry["upper"])
    assert low - 0.005 <= BUDGETS[n] <= high + 0.005
    assert high <= 1.01 * low


@pytest.mark.parametrize("n", [3, 5, 8, 33])
def test_all_frequencies_of_the_circle_reach_the_bound_for_any_planes(n):
    """Planes 2πk/n with equal amplitudes: (1 - 1/n) ln(n-1), the least for any planes at all."""
    theta = 2 * np.pi * np.arange(1, n // 2 + 1) / n
    entry, best = capacity_fields(theta, n), (1 - 1 / n) * np.log(n - 1)
    assert float(entry["lower"]) <= best <= float(entry["upper"]) <= 1.01 * best


@pytest.mark.parametrize("n", [10, 200, 3000])
def test_no_planes_beat_the_bound_for_any_planes(n):
    assert float(capacity_fields(BASE[::4], n)["upper"]) >= (1 - 1 / n) * np.log(n - 1)


def test_a_sample_counts_every_offset():
    whole, part = window(BASE, 50_000), window(BASE, 50_000, 3000)
    assert part.count.sum() == whole.count.sum() == 49_999
    assert len(set(part.t)) == len(part.t) == 3000
    for a in (np.zeros(64), np.full(64, 0.05), np.where(BASE < 0.01, 0.5, 0.0)):
        exact, sampled = whole.sums(a)[1].max(), part.sums(a)[1].max()
        assert sampled == pytest.approx(exact, rel=0.02)


def test_long_windows_are_solved_to_a_percent():
    entry = capacity_fields(BASE, 20_000)
    assert float(entry["upper"]) <= 1.01 * float(entry["lower"])


def test_a_place_that_joins_late_does_not_stop_the_descent():
    """Base 10⁵ with 32 planes at 4,096 positions once ended 35 % wide."""
    entry = capacity_fields(1e5 ** (-np.arange(32) / 32), 4096)
    assert float(entry["upper"]) <= 1.01 * float(entry["lower"])


def test_a_draw_by_weight_is_solved_as_well(monkeypatch):
    """Offsets drawn by their weight stand for all: within a percent of the solution on all."""
    monkeypatch.setattr(program, "WHOLE", 8192)
    entry = capacity_fields(BASE[::2], 30_000)
    assert float(entry["upper"]) <= 1.02 * float(entry["lower"])
    part = program.drawn_offsets(BASE, np.full(64, 0.1), 30_000, 4000)
    assert part.count.min() >= 1
    assert len(set(part.t)) == len(part.t) <= 4001
    assert part.count @ part.weights(np.full(64, 0.1)) == pytest.approx(
        program.window(BASE, 30_000).weights(np.full(64, 0.1)).sum(), rel=1e-3
    )


def test_an_offset_that_looks_like_none_is_rejected():
    with pytest.raises(ValueError, match="no amplitudes"):
        enough_amplitude(np.array([2 * np.pi]), np.ones(1), 5)


def test_the_tangent_bounds_the_budget_at_any_amplitudes():
    """Even at poor ones it stays below the least budget."""
    least = float(capacity_fields(BASE, 64)["upper"])
    rng = np.random.default_rng(1)
    for _ in range(20):
        a = rng.exponential(0.1, 64)
        assert tangent_bound(BASE, a, 64, [[int(rng.integers(64)), 1], [3, 2]]) <= least


def test_a_certificate_is_kept_and_held_to_its_angles(tmp_path):
    file, told = tmp_path / "c.json", []
    first = certified(BASE[:4], 30, file, told.append)
    assert (certified(BASE[:4], 30, file, told.append), told) == (first, ["optimising", "checking"])
    assert certified(BASE[:5], 30, file)["angles"] != first["angles"]
    spoilt = json.loads(file.read_text("utf-8")) | {"lower": "9.000000"}
    file.write_text(json.dumps(spoilt), encoding="utf-8")
    with pytest.raises(check_capacity.Rejected):
        certified(BASE[:5], 30, file)


@pytest.mark.parametrize("asked", ["", "3"])
def test_linear_algebra_takes_one_thread_unless_asked_for_more(asked):
    rest = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    code = (
        "import os, sys, constructions.capacity as _;"
        "print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    )
    env = rest | ({"OPENBLAS_NUM_THREADS": asked} if asked else {})
    completed = python("-c", code, env=env)
    assert completed.stdout.split() == ["False", asked or "1"]
