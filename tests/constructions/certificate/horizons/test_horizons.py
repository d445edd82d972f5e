"""Horizons: screening agrees with certificates at small lengths, and the committed table holds."""

import json
from functools import cache

import pytest

from constructions import RESULTS
from constructions.certificate.horizons import command as horizons


@pytest.fixture(scope="module", autouse=True)
def each_certificate_once():
    """The tests ask for the same few certificates; what is asked decides the answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(horizons, "margin_certified", cache(horizons.margin_certified))
        yield


@pytest.mark.parametrize("task", ["Index", "Retrieval"])
def test_the_committed_bf16_cells_are_certified_on_both_sides(task):
    cells = [horizons.Horizon(**row) for row in json.loads((RESULTS / "horizons.json").read_text())]
    cell = next(c for c in cells if (c.task, c.number_format) == (task, "bf16"))
    arguments = (cell.task, cell.number_format, cell.theta)
    assert cell.n0 == 1 or horizons.margin_certified(*arguments, cell.n0)
    assert not horizons.margin_certified(*arguments, cell.n0 + 1)


def test_the_committed_table_is_that_of_the_cells():
    cells = [horizons.Horizon(**row) for row in json.loads((RESULTS / "horizons.json").read_text())]
    assert (RESULTS / "horizons.md").read_text() == horizons.PAGE + horizons.horizon_table(cells)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("horizons.json", "{", "not a table of horizons"),
        ("horizons.json", '[{"task": 1}]', "not a table of horizons"),
    ],
)
def test_a_file_that_is_none_of_its_own_is_refused_and_kept(name, text, says, tmp_path, error_line):
    (tmp_path / name).write_text(text)
    assert says in error_line(horizons.main, "--out", tmp_path)
    assert (tmp_path / name).read_text() == text


BF16 = [row for row in json.loads((RESULTS / "horizons.json").read_text())
        if (row["number_format"], row["head_size"]) == ("bf16", 64)]  # fmt: skip
INDEX, RETRIEVAL = (next(row for row in BF16 if row["task"] == task) for task in horizons.TASKS)
NONE = next(row for row in BF16 if row["n0"] == 1)


@pytest.mark.parametrize("row", [INDEX, RETRIEVAL, NONE], ids=lambda row: row["task"])
def test_a_kept_cell_stands_where_both_its_certificates_do(row):
    assert horizons.cell_stands(horizons.Horizon(**row))


@pytest.mark.parametrize(
    ("row", "edit"),
    [
        (INDEX, {"n0": 4096, "failed": False}),
        (INDEX, {"n0": 4096}),
        (INDEX, {"n0": INDEX["n0"] + 1}),
        (INDEX, {"n0": INDEX["n0"] - 1}),
        (INDEX, {"n0": 1, "certified": False}),
        (INDEX, {"n0": 0, "certified": False}),
        (INDEX, {"n0": float(INDEX["n0"])}),
        (INDEX, {"n0": str(INDEX["n0"])}),
        (INDEX, {"failed": False}),
        (INDEX, {"plane": 0}),
        (INDEX, {"plane": 31, "theta": INDEX["base"] ** (-31 / 32)}),
        (INDEX, {"theta": 0.3}),
        (INDEX, {"beta": 2**24}),
        (INDEX, {"base": 10}),
        (INDEX, {"task": ["Index"]}),
        (RETRIEVAL, {"n0": 3}),
        (NONE, {"n0": 4096, "certified": True, "failed": False}),
        (NONE, {"n0": 2, "certified": True}),
    ],
    ids=str,
)
def test_a_kept_cell_that_its_certificates_do_not_say_is_refused(row, edit, tmp_path, capsys):
    text = json.dumps([row | edit])
    (tmp_path / "horizons.json").write_text(text)
    assert horizons.main(["--out", str(tmp_path)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "its certificates do not say Horizon(" in printed.err.splitlines()[-1]
    assert [file.name for file in tmp_path.iterdir()] == ["horizons.json"]
    assert (tmp_path / "horizons.json").read_text() == text


def test_a_run_goes_on_and_rewrites_the_table_of_what_is_kept(tmp_path, monkeypatch, capsys):
    rows = [INDEX, RETRIEVAL]
    cells = [horizons.Horizon(**row) for row in rows]
    grid = tuple((c.task, c.number_format, c.base, c.head_size) for c in cells)
    monkeypatch.setattr(horizons, "GRID", grid)
    monkeypatch.setattr(horizons.beta_growth, "write_growth", lambda folder: None)
    monkeypatch.setattr(horizons, "horizon", lambda *at: cells[grid.index(at)])
    (tmp_path / "horizons.json").write_text(json.dumps(rows[:-1]))
    (tmp_path / "horizons.md").write_text("every head works\n")
    for _ in "to the end", "once more":
        assert horizons.main(["--out", str(tmp_path)]) == 0
        assert capsys.readouterr().out == horizons.horizon_table(cells)
        assert (tmp_path / "horizons.md").read_text() == horizons.PAGE + horizons.horizon_table(
            cells
        )
        assert json.loads((tmp_path / "horizons.json").read_text()) == rows


def test_bad_places(tmp_path, error_line):
    (tmp_path / "file").write_text("")
    for arguments in ([], ["--out", str(tmp_path / "file")], ["--out", "/proc/none"]):
        assert error_line(horizons.main, *arguments)


def test_the_page_says_what_its_cells_are_about():
    """The alphabets of every cell, what stands for no length and for the longest, and that the best
    frequency is not proved to be it."""
    page = (RESULTS / "horizons.md").read_text()
    assert "*Index* has 120 letters and 16 integers." in page
    assert "*Retrieval* has 8 letters and 8 integers." in page
    assert "*none*: not even inputs of two tokens" in page
    assert "*≥ 4096*: there is a certificate for 4096 tokens" in page
    assert "It is not proved that no other reaches further." in page
