"""Certified ends as text, and the pages that have them."""

import json
import re
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest

from constructions import FOLDER, RESULTS
from constructions.capacity import comparison
from constructions.capacity.ends import interval, rounded_down, rounded_up


@pytest.mark.parametrize(
    ("end", "places", "below", "above"),
    [
        ("10.086936", 3, "10.086", "10.087"),
        (10.107461, 2, "10.10", "10.11"),
        (10.107461, 3, "10.107", "10.108"),
        (0.29, 2, "0.29", "0.29"),  # the double lies below
        (12.0, 2, "12.00", "12.00"),
        ("123456789.000001", 2, "123456789.00", "123456789.01"),
    ],
)
def test_a_lower_end_is_rounded_down_and_an_upper_end_up(end, places, below, above):
    assert (rounded_down(end, places), rounded_up(end, places)) == (below, above)
    assert interval(end, end, places) == f"{below} – {above}"


def contained(printed, lower, upper):
    """Whether a printed interval has a certified one in it, and is hardly wider."""
    low, high = map(Fraction, printed.split(" – "))
    lower, upper = Fraction(str(lower)), Fraction(str(upper))
    return 0 <= lower - low < Fraction(1, 100) and 0 <= high - upper < Fraction(1, 100)


def test_every_interval_of_the_published_configurations_contains_the_certified_one():
    rows = json.loads((RESULTS / "capacity.json").read_text(encoding="utf-8"))
    page = (RESULTS / "capacity.md").read_text(encoding="utf-8")
    assert page == comparison.capacity_page(rows)
    for row in rows:
        if row["planes"]:
            assert contained(comparison.budget_cell(row), row["lower"], row["upper"])


def test_the_intervals_in_a_proof_contain_the_certified_ones():
    cells = json.loads((RESULTS / "planes.json").read_text(encoding="utf-8"))
    held = {(cell["base"], cell["positions"]): cell for cell in cells if cell["planes"] == 64}
    page = (FOLDER / "claims/geometric_angles.md").read_text(encoding="utf-8")
    bases = [int(base.replace(",", "")) for base in re.findall(r"base ([\d,]+) \|", page)]
    rows = re.findall(r"^\| [\d,]+ \| .*$", page, re.M)
    assert (bases, len(rows)) == ([10_000, 500_000, 1_000_000], 6)
    for line in rows:
        n = int(line.split(" | ")[0].strip("| ").replace(",", ""))
        for base, printed in zip(bases, re.findall(r"[\d.]+ – [\d.]+", line), strict=True):
            assert contained(printed, held[base, n]["lower"], held[base, n]["upper"])


def test_what_four_times_the_length_costs_is_what_the_guide_says():
    """From each trained length, a lower end to an upper one and the other way round."""
    rows = json.loads((RESULTS / "capacity.json").read_text(encoding="utf-8"))
    costs = {}
    for one, other in product([row for row in rows if row["planes"]], repeat=2):
        same = all(one[key] == other[key] for key in ("model", "layers"))
        if same and one["positions"] == one["trained"] == other["positions"] / 4:
            least, most = other["lower"] - one["upper"], other["upper"] - one["lower"]
            costs.setdefault(one["planes"], []).append((least, most))
    assert floor(100 * min(least for least, _ in costs[64])) == 145
    assert ceil(100 * max(most for _, most in costs[64])) == 159
    assert len(costs[64]) >= 10
    assert {round(cost, 1) for ends in costs[8] for cost in ends} == {2.8, 2.9}
    text = " ".join((FOLDER.parent / "docs/capacity.md").read_text(encoding="utf-8").split())
    assert "With 64 frequencies `β*` is about" in text
    assert "four times the trained length costs between 1.45 and 1.59 in logits" in text
    assert "four times that length costs about 2.9 more" in text
