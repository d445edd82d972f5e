"""The growth of β: between the closed forms where they speak, and the committed file is it."""

import json
from dataclasses import asdict

import pytest

from constructions import paths
from constructions.horizons.beta_growth import LENGTHS, Growth, growth, main, table, write

RESULTS = paths.RESULTS


def test_every_committed_row_lies_between_the_forms():
    rows = json.loads((RESULTS / "beta.json").read_text())
    assert [r["n0"] for r in rows] == 2 * list(LENGTHS)
    for row in rows:
        assert (row["never"] or 0) < row["beta"] <= row["always"]
    assert (RESULTS / "beta.md").read_text() == table([Growth(**row) for row in rows])


@pytest.mark.parametrize("task", ["Index", "Retrieval"])
def test_rows_are_recomputed(task):
    rows = json.loads((RESULTS / "beta.json").read_text())
    committed = next(r for r in rows if (r["task"], r["n0"]) == (task, 8))
    found = asdict(growth(task, 8))
    assert found.pop("task") == committed.pop("task")
    assert found == pytest.approx(committed, rel=1e-9)


def test_the_lower_form_of_retrieval_starts_at_four():
    assert growth("Retrieval", 3).never is None
    assert growth("Retrieval", 4).never is not None


def test_a_whole_file_is_kept(tmp_path):
    text = json.dumps([{}] * (2 * len(LENGTHS)))
    (tmp_path / "beta.json").write_text(text)
    write(tmp_path)
    assert [x.name for x in tmp_path.iterdir()] == ["beta.json"]


def test_command_line(tmp_path, capsys):
    for name in ("beta.json", "beta.md"):
        (tmp_path / name).write_bytes((RESULTS / name).read_bytes())
    assert main(["--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out == (RESULTS / "beta.md").read_text()
    (tmp_path / "beta.json").write_text("{")
    for arguments in ([], ["--out", str(tmp_path)], ["--out", str(tmp_path / "beta.md")]):
        assert main(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
