"""Records of accuracy against length: predicted first, then measured, resumable."""

import json

import pytest

from empirical.experiments.lengths import command as lengths
from empirical.experiments.lengths.records import of_task
from empirical.protocol import settings
from tests.empirical.trained import trained


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "LENGTH_GRID", {"letter": (17, 25, 60)})
    monkeypatch.setattr(settings, "LONGEST_SEQUENCES", ((25, 12), (60, 8)))
    monkeypatch.setattr(settings, "PREDICTED_SEQUENCES", 16)
    monkeypatch.setattr(settings, "POOLED_SEQUENCES", 16)
    folder = tmp_path / "runs/letter-3"
    return trained(folder, "letter", seed=3, steps=4).folder


def test_predicted_first_then_measured_and_left_alone(run, tmp_path, capsys, monkeypatch):
    places = [str(run), f"--results={tmp_path}"]
    target = tmp_path / "letter-3.json"
    assert lengths.main([*places, "--predict-only"]) == 0
    predicted = json.loads(target.read_text())
    assert "right" not in predicted
    assert set(predicted["predicted"]) == {"mean-field", "drawn", "population"}
    assert lengths.main(places) == 0
    measured = json.loads(target.read_text())
    assert {name: measured[name] for name in predicted} == predicted
    assert measured["of"] == [12, 12, 8]
    assert (len(measured["gaps"]), len(measured["gaps"][0])) == (3, 2)
    assert (measured["seed"], measured["control"], measured["lengths"]) == (3, False, [17, 25, 60])
    stamp = target.stat().st_mtime_ns
    assert lengths.main([*places, "--table"]) == 0
    assert target.stat().st_mtime_ns == stamp
    assert "letter-3" in capsys.readouterr().out
    assert len(of_task("letter", tmp_path)) == 1


def test_a_control_is_measured_and_not_counted_as_a_seed(run, tmp_path, monkeypatch):
    folder = tmp_path / "runs/letter-3-nope"
    trained(folder, "letter", nope_from=1, steps=4)
    assert lengths.main([str(folder), f"--results={tmp_path}"]) == 0
    assert json.loads((tmp_path / "letter-3-nope.json").read_text())["control"]
    assert len(of_task("letter", tmp_path)) == 0


def test_bad_input_is_one_line_and_exit_code_2(tmp_path, error_line):
    assert "give folders" in error_line(lengths.main)
    assert "holds no record" in error_line(lengths.main, "--table", f"--results={tmp_path}")
    assert "train it first" in error_line(lengths.main, tmp_path / "none", f"--results={tmp_path}")
    assert not list(tmp_path.glob("*.json"))


def test_every_length_of_the_papers_grid_has_its_number_of_sequences():
    for grid in settings.LENGTH_GRID.values():
        assert all(lengths.sequences_at(n) % 4 == 0 for n in grid)


def test_no_threads_are_refused(tmp_path, error_line):
    assert "argument --threads: " in error_line(lengths.main, tmp_path, "--threads", "0")
