"""What a change of structure must not move is stored as it is: claims, criteria and statements."""

import importlib.util
import json
from pathlib import Path

import pytest

PROGRAM = Path(__file__).resolve().parents[2] / ".ci" / "fixed_points.py"
STORED = json.loads(PROGRAM.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def program():
    spec = importlib.util.spec_from_file_location("fixed_points", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("part", ["claims", "subjects", "criteria", "proofs"])
def test_what_is_stored_is_what_is(program, part):
    """The checkers' answers take minutes: ``make claim`` and ``fixed_points.py`` compare them."""
    now = dict(getattr(program, part)())
    stored = {name: STORED.get(name) for name in now}
    assert now == stored, "make claim writes .ci/fixed_points.json"
    assert now


def test_nothing_is_stored_of_what_is_gone(program):
    parts = program.claims, program.subjects, program.criteria
    now = {name for part in parts for name, _ in part()}
    assert {x for x in STORED if x.startswith(("claim ", "subject ", "criterion "))} == now


def run(program, monkeypatch, tmp_path, stored, *options):
    """The program on one claim and one certificate, without Node; its exit code, what it leaves."""
    path = tmp_path / "fixed_points.json"
    path.write_text(json.dumps(stored), encoding="utf-8")
    monkeypatch.setattr(program, "STORED", path)
    monkeypatch.setattr(program, "NODE", None)
    for part in ("subjects", "criteria", "proofs", "checked"):
        monkeypatch.setattr(program, part, lambda: iter(()))
    monkeypatch.setattr(program, "claims", lambda: iter([("claim A", "new")]))
    monkeypatch.setattr("sys.argv", ["fixed_points.py", *options])
    return program.main(), json.loads(path.read_text(encoding="utf-8"))


def test_what_moved_is_named_and_written_when_asked(program, monkeypatch, tmp_path, capsys):
    before = {"claim A": "old", "claim B": "one", "javascript c": "kept", "verdict A": "PROVED"}
    assert run(program, monkeypatch, tmp_path, before) == (1, before)
    told = capsys.readouterr().out
    assert "claim A: old -> new\nclaim B: one -> not there\nfixed points: " in told
    assert told.endswith("moved: 2\n")
    after = {"claim A": "new", "javascript c": "kept", "verdict A": "PROVED"}
    assert run(program, monkeypatch, tmp_path, before, "--write") == (0, after)
    assert run(program, monkeypatch, tmp_path, after) == (0, after)
