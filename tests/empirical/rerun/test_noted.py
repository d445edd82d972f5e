"""What a row notes of a command, and for which records it counts."""

from dataclasses import replace

import pytest

from empirical.models import provenance
from empirical.rerun import rows
from empirical.rerun.rows import Rows
from tests.empirical.rerun.conftest import VALUES


def test_what_a_failed_command_left_is_not_held(world):
    world.store("dynamics", "a", {**VALUES, "fail": 3, "kept": True})
    assert world.full("--only", "dynamics/a") == 1
    assert (world.into / "dynamics" / "a.json").is_file()
    (row,) = world.rows()
    assert (row.code, row.records) == (3, ())
    assert rows.done(world.rows(), world.results) == {}


def test_each_record_that_a_command_makes_is_held(world, capsys):
    world.store("dynamics", "a", {**VALUES, "x": [1, 2.5, -4.0], "beside": ["c", "d"]})
    code = world.full("--only", "dynamics/a")
    (row,) = world.rows()
    made = ["dynamics/a", "dynamics/c", "dynamics/d"]
    assert [(one.record, one.differ) for one in row.records] == [(name, 1) for name in made]
    assert code == 0
    printed = capsys.readouterr().out
    assert all(f"{name}: 1 of 3 numbers differ" in printed for name in made)
    world.ran()
    assert world.full("--only", *made) == 0
    assert world.ran() == []


def test_a_record_is_done_by_a_row_of_its_own_command_alone(world):
    assert world.full("--only", "dynamics") == 0
    world.ran()
    one, other = world.rows()
    assert other.records[0].record == "dynamics/b"
    rows.write_rows(world.into, Rows((one, replace(one, when=other.when, records=other.records))))
    assert world.full("--only", "dynamics") == 0
    assert world.ran() == ["start dynamics/b", "end dynamics/b"]


def test_a_row_names_the_commit_that_made_it(world, monkeypatch):
    monkeypatch.setattr(provenance, "commit", lambda: "0123abc+")
    assert world.full("--only", "dynamics") == 0
    assert [row.commit for row in world.rows()] == ["0123abc+"] * 2


@pytest.mark.parametrize("outside", ["4", None])
def test_every_command_has_one_thread_whatever_this_one_has(world, monkeypatch, outside):
    if outside:
        monkeypatch.setenv("OMP_NUM_THREADS", outside)
    else:
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    for name in ("a", "b"):
        world.store("dynamics", name, {**VALUES, "told": "OMP_NUM_THREADS"})
    assert world.full("--only", "dynamics") == 0
    told = [line for line in world.ran() if "=" in line]
    assert told == [f"OMP_NUM_THREADS=1 dynamics/{name}" for name in ("a", "b")]
