"""Every figure draws from the committed records; a missing record is said in a line."""

import json
from itertools import cycle

import pytest

from empirical.protocol import records as redraw_records
from empirical.protocol import registration
from empirical.reports import redraw
from empirical.reports.every_figure import FIGURES


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(
    ("name", "ending"), list(zip(FIGURES, cycle(redraw.FORMATS), strict=False))
)
def test_every_figure_draws_from_the_committed_records(name, ending, tmp_path):
    """In one of the formats; the command below writes both."""
    path = tmp_path / f"{name}.{ending}"
    FIGURES[name](redraw_records.RESULTS, path)
    assert path.stat().st_size > 5000
    assert list(tmp_path.iterdir()) == [path]
    assert (redraw_records.RESULTS / "figures" / f"{name}.png").is_file()


@pytest.mark.usefixtures("drawn")
def test_missing_records_are_reported_and_the_others_drawn(tmp_path, capsys):
    kept = tmp_path / "results"
    kept.mkdir()
    (kept / "mechanism").symlink_to(redraw_records.RESULTS / "mechanism")
    code = redraw.main(["--results", str(kept), "--out", str(tmp_path / "out")])
    shown = capsys.readouterr()
    assert code == 1
    drawn = {path.name for path in (tmp_path / "out").iterdir()}
    both = ("B-figure-3", "B-figure-4")
    assert drawn == {f"{name}.{ending}" for name in both for ending in redraw.FORMATS}
    assert all(path.stat().st_size > 5000 for path in (tmp_path / "out").iterdir())
    lines = shown.err.splitlines()
    assert len(lines) == len(FIGURES) - 2
    assert all("not drawn: " in line and "run rope-claims run " in line for line in lines)


def test_a_damaged_record_is_one_line(tmp_path, error_line):
    (tmp_path / "released" / "dynamics").mkdir(parents=True)
    (tmp_path / "released" / "dynamics" / "number-0.json").write_text("{")
    assert error_line(redraw.main, "--results", tmp_path, "--out", tmp_path / "out")


def test_an_edited_row_of_the_table_of_changes_is_one_line(tmp_path, error_line, monkeypatch):
    rows = json.loads(registration.CHANGES.read_text(encoding="utf-8"))
    rows[-2]["why"] += " or so"
    edited = tmp_path / "changes.json"
    edited.write_text(json.dumps(rows), encoding="utf-8")
    monkeypatch.setattr(registration, "CHANGES", edited)
    pages = {path: path.stat().st_mtime_ns for path in redraw_records.RESULTS.glob("*.md")}
    assert f"changes.json, row {len(rows)} follows " in error_line(redraw.main, "--table")
    assert pages == {path: path.stat().st_mtime_ns for path in pages}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "--results", "."], "--results goes with --out"),
        (["--digests", "--results", "."], "--results goes with --out"),
        (["--table", "--why", "new"], "--why goes with --digests"),
        (["--out", "figures", "--results", "nowhere"], "--results nowhere: there is no such"),
    ],
)
def test_options_that_mean_nothing_are_refused(
    arguments, message, tmp_path, error_line, monkeypatch
):
    """Tables and digests, too, are of the package's own records."""
    monkeypatch.chdir(tmp_path)
    assert message in error_line(redraw.main, *arguments)
    assert not list(tmp_path.iterdir())
