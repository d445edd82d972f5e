"""The table of geometric frequencies: a small one, where it stops, and what it refuses."""

import json

import pytest

from constructions import RESULTS
from constructions.capacity import grid

COMMITTED = json.loads((RESULTS / "planes.json").read_text(encoding="utf-8"))


def test_a_small_table_is_made_and_made_again(tmp_path, capsys):
    asked = ["--out", str(tmp_path), "--positions", "64", "--planes", "4", "8", "--bases", "10000"]
    assert grid.main(asked) == 0
    first = (tmp_path / "planes.md").read_text(encoding="utf-8")
    assert grid.main(asked) == 0
    assert (tmp_path / "planes.md").read_text(encoding="utf-8") == first
    cells = json.loads((tmp_path / "planes.json").read_text(encoding="utf-8"))
    assert [(c["planes"], c["positions"]) for c in cells] == [(4, 64), (8, 64)]
    committed = {(c["base"], c["planes"], c["positions"]): c for c in COMMITTED}
    for cell in cells:
        known = committed[cell["base"], cell["planes"], cell["positions"]]
        assert grid.any_planes(64) < cell["lower"] <= known["upper"]
        assert known["lower"] <= cell["upper"]


def test_the_committed_table_is_whole_and_in_order():
    asked = {(b, p, n) for b in grid.BASES for p in grid.PLANES for n in grid.POSITIONS}
    assert {(c["base"], c["planes"], c["positions"]) for c in COMMITTED} == asked
    page = (RESULTS / "planes.md").read_text(encoding="utf-8")
    assert page == grid.PAGE + grid.grid_table(COMMITTED)
    for cell in COMMITTED:
        least = grid.free_angles(cell["positions"], cell["planes"])
        assert least >= grid.any_planes(cell["positions"])
        assert cell["upper"] is None or cell["lower"] > least
        assert cell["upper"] is None or cell["lower"] < cell["upper"] < 1.01 * cell["lower"]


def test_a_budget_above_the_limit_ends_a_series(tmp_path, monkeypatch):
    asked = []

    def certified(theta, n, file):
        asked.append(n)
        return {"lower": f"{n}.0", "upper": f"{n}.5"}

    monkeypatch.setattr(grid, "certified", certified)
    cells = grid.budget_series(10_000, 1, (400, 100, 300, 1_000), tmp_path)
    assert asked == [100, 300]
    assert [(c["positions"], c["lower"], c["upper"]) for c in cells] == [
        (100, 100.0, 100.5),
        (300, 300.0, 300.5),
        (400, 300.0, None),
        (1_000, 300.0, None),
    ]
    assert grid.interval_text(cells[-1]) == "> 39,788"  # 1,000²/(8π), what any one frequency needs
    assert grid.interval_text(cells[-1] | {"planes": 64}) == "> 300"


@pytest.mark.parametrize("wrong", [["--positions", "1"], ["--planes", "0"], ["--bases", "1"]])
def test_what_is_no_window_is_refused(wrong, tmp_path, error_line):
    assert "two positions" in error_line(grid.main, "--out", tmp_path, *wrong)
    assert not list(tmp_path.iterdir())
