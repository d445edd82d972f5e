"""Any number of reports side by side."""

import csv
import json

import pytest

from empirical.reports import many
from tests.empirical.documents import claim, document


def compared(tmp_path, *documents):
    for n, one in enumerate(documents):
        (tmp_path / f"{n}").mkdir(exist_ok=True)
        (tmp_path / f"{n}" / "report.json").write_text(json.dumps(one))
    paths = [str(tmp_path / f"{n}") for n in range(len(documents))]
    return many.main([*paths, "--out", str(tmp_path / "out")])


def test_three_reports_stand_side_by_side(tmp_path, capsys):
    same, other = document(claim("A-e-anti")), document(claim("A-e-anti", "NOT REPRODUCED"))
    assert compared(tmp_path, same, same, same) == 0
    assert compared(tmp_path, same, same, other) == 1
    assert "verdicts that differ: A-e-anti" in capsys.readouterr().out
    models = sum(len(one["models"]) for one in (same, same, other))
    rows = list(csv.DictReader((tmp_path / "out/models.csv").open()))
    assert len(rows) == models
    assert rows[-1]["A-e-anti"] == "NOT REPRODUCED, as reconstructed"
    assert all(int(row["heads"]) > 0 for row in rows)
    page = (tmp_path / "out/models.html").read_text()
    assert page.count("<figure") == models
    assert "NOT REPRODUCED" in (tmp_path / "out/models.md").read_text()


def test_a_claim_that_one_report_lacks_is_not_judged_there(tmp_path):
    assert compared(tmp_path, document(claim("A-e-anti")), document(claim("B-e-mix"))) == 0
    assert "not judged" in (tmp_path / "out/models.md").read_text()


@pytest.mark.parametrize("text", ["", "{}", "[]"])
def test_what_is_no_report_is_refused(tmp_path, error_line, text):
    (tmp_path / "report.json").write_text(text)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "models.md").write_text("old")
    error = error_line(many.main, tmp_path, "--out", tmp_path / "out")
    assert "no report of validate can be read there" in error
    assert (tmp_path / "out" / "models.md").read_text() == "old"


def test_a_report_that_is_not_there_is_named_once(tmp_path, error_line):
    lost = tmp_path / "lost.json"
    error = error_line(many.main, lost, "--out", tmp_path / "out")
    assert error.endswith(f"can be read there: {lost}: No such file or directory")
    assert not (tmp_path / "out").exists()
