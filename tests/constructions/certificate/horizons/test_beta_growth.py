"""The growth of β: between the closed forms where they speak, and the committed file is it."""

import json
from dataclasses import asdict

import pytest

from constructions import RESULTS
from constructions.certificate.horizons import beta_growth
from constructions.certificate.horizons.beta_growth import (
    LENGTHS,
    PAGE,
    Growth,
    growth,
    growth_table,
    main,
)


def test_every_committed_row_lies_between_the_forms():
    rows = json.loads((RESULTS / "beta.json").read_text())
    assert [r["n0"] for r in rows] == 2 * list(LENGTHS)
    for row in rows:
        assert (row["never"] or 0) < row["beta"] <= row["always"]
    page = (RESULTS / "beta.md").read_text()
    assert page == PAGE + growth_table([Growth(**row) for row in rows])
    assert "*Retrieval* has A = 8 letters, one integer and the angle π/(A·n0)" in page


@pytest.mark.parametrize("task", ["Index", "Retrieval"])
def test_rows_are_recomputed(task):
    rows = json.loads((RESULTS / "beta.json").read_text())
    committed = next(r for r in rows if (r["task"], r["n0"]) == (task, 8))
    recomputed = asdict(growth(task, 8))
    assert recomputed.pop("task") == committed.pop("task")
    assert recomputed == pytest.approx(committed, rel=1e-9)


def test_the_lower_form_of_retrieval_starts_at_four():
    assert growth("Retrieval", 3).never is None
    assert growth("Retrieval", 4).never is not None


def test_nothing_that_is_there_is_believed(tmp_path, monkeypatch, capsys):
    """Not even a file with as many rows."""
    monkeypatch.setattr(beta_growth, "LENGTHS", (3, 4))
    (tmp_path / "beta.json").write_text(json.dumps([{}] * 4))
    (tmp_path / "beta.md").write_text("1 is enough\n")
    assert main(["--out", str(tmp_path)]) == 0
    rows = [growth(task, n0) for task in ("Index", "Retrieval") for n0 in (3, 4)]
    assert json.loads((tmp_path / "beta.json").read_text()) == [asdict(row) for row in rows]
    assert (
        capsys.readouterr().out == (tmp_path / "beta.md").read_text() == PAGE + growth_table(rows)
    )
    assert (tmp_path / "beta.png").exists()


def test_bad_places(tmp_path, error_line):
    (tmp_path / "file").write_text("")
    for arguments in ([], ["--out", str(tmp_path / "file")]):
        assert error_line(main, *arguments)
