"""Horizons: screening agrees with certificates at small lengths, and the committed table holds."""

import json

import pytest

from constructions import paths
from constructions.horizons import __main__ as horizons

RESULTS = paths.RESULTS


@pytest.mark.parametrize("task", ["Index", "Retrieval"])
def test_the_committed_bf16_cells_are_certified_on_both_sides(task):
    cells = [horizons.Horizon(**row) for row in json.loads((RESULTS / "horizons.json").read_text())]
    cell = next(c for c in cells if (c.task, c.number_format) == (task, "bf16"))
    arguments = (cell.task, cell.number_format, cell.theta)
    assert cell.n0 == 1 or horizons.certified(*arguments, cell.n0)
    assert not horizons.certified(*arguments, cell.n0 + 1)


def test_the_committed_table_is_that_of_the_cells():
    cells = [horizons.Horizon(**row) for row in json.loads((RESULTS / "horizons.json").read_text())]
    assert (RESULTS / "horizons.md").read_text() == horizons.table(cells)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("horizons.json", "{", "not a table of horizons"),
        ("horizons.json", '[{"task": 1}]', "not a table of horizons"),
        ("beta.json", "junk", "not a table of β"),
    ],
)
def test_a_file_that_is_none_of_its_own_is_refused_and_kept(name, text, says, tmp_path, capsys):
    (tmp_path / name).write_text(text)
    assert horizons.main(["--out", str(tmp_path)]) == 2
    found = capsys.readouterr().err
    assert says in found
    assert len(found.splitlines()) == 1
    assert (tmp_path / name).read_text() == text


def test_bad_places(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    for arguments in ([], ["--out", str(tmp_path / "file")], ["--out", "/proc/none"]):
        assert horizons.main(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
