"""A full re-run in parts and side by side: order, rows, what is skipped, how it fails and stops."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from empirical.rerun import rows, running
from tests.empirical.rerun.conftest import EVERY


def ended(lines):
    return [line.removeprefix("end ") for line in lines if line.startswith("end ")]


def test_every_command_runs_once_and_has_a_row(world, capsys):
    world.store("lengths", "b", {"x": [1, 2.5, -4.0], "name": "one", "busy": 0.3}, seconds=0.5)
    assert world.full() == 0
    assert ended(world.ran()) == EVERY
    entries = world.rows()
    assert [row.code for row in entries] == [0] * 4
    held = {one.record: one for row in entries for one in row.records}
    assert [held[name].equal for name in EVERY] == [True, True, True, False]
    assert (held["lengths/b"].differ, held["lengths/b"].absolute.at) == (1, "x[2]")
    assert 0.3 <= entries[-1].processor_seconds < entries[-1].seconds - 0.3
    assert entries[-1].seconds < 30
    assert all(str(world.into) not in row.command for row in entries)
    printed = capsys.readouterr().out
    assert "lengths/a: 3 numbers, none differs" in printed
    assert "lengths/b: 1 of 3 numbers differ, by 1 at most (x[2])" in printed


def test_side_by_side_nothing_starts_before_what_it_needs(world):
    # The training of a, which is the first, ends once b is measured: one at a time it never would.
    world.store("dynamics", "a", {"x": [1, 2.5, -3.0], "name": "one", "after": "end lengths/b"})
    assert world.full("--jobs", "2") == 0
    lines = world.ran()
    assert lines.index("end lengths/b") < lines.index("end dynamics/a")
    assert lines.index("end dynamics/b") < lines.index("start lengths/b")
    assert lines.index("end dynamics/a") < lines.index("start lengths/a")
    assert sorted(ended(lines)) == EVERY


def test_one_at_a_time_nothing_overlaps(world):
    assert world.full() == 0
    lines = world.ran()
    assert [line.split()[0] for line in lines] == ["start", "end"] * 4


def test_what_has_a_row_is_run_again_only_with_the_option(world):
    assert world.full("--only", "dynamics") == 0
    assert ended(world.ran()) == EVERY[:2]
    assert world.full() == 0
    assert ended(world.ran()) == EVERY[2:]
    assert world.full() == 0
    assert world.ran() == []
    rows.write_rows(world.results, rows.read(world.into))
    world.into = world.into / "again"
    assert world.full("--only", "lengths/b", "--again") == 0
    assert ended(world.ran()) == ["dynamics/b", "lengths/b"]
    assert len(world.rows()) == 2


def test_rows_next_to_the_records_count_too_and_models_are_made_where_they_are_not(world, tmp_path):
    assert world.full("--only", "dynamics", "lengths/a") == 0
    rows.write_rows(world.results, rows.read(world.into))
    world.ran()
    world.into = tmp_path / "another"
    assert world.full() == 0
    assert ended(world.ran()) == ["dynamics/b", "lengths/b"]


def test_a_row_of_another_stored_record_counts_as_not_done(world):
    assert world.full() == 0
    world.ran()
    world.store("lengths", "a", stored={"x": [1, 2.75, -3.0], "name": "one"})
    assert world.full() == 0
    assert ended(world.ran()) == ["lengths/a"]
    (one,) = world.rows()[-1].records
    assert (one.differ, one.absolute.by) == (1, 0.25)
    assert world.full() == 0
    assert world.ran() == []


def test_a_row_of_another_command_counts_as_not_done(world):
    assert world.full() == 0
    done = rows.done(world.rows(), world.results)
    assert sorted(done) == EVERY
    other = [replace(row, command=f"{row.command} --fast") for row in world.rows()]
    assert rows.done(other, world.results) == {}
    assert rows.done([*other, world.rows()[1]], world.results) == {"dynamics/b": done["dynamics/b"]}


def test_a_failure_ends_it_in_a_line_and_stops_the_others(world, capsys):
    world.store("dynamics", "a", {"fail": 3}, seconds=0.5)
    world.store("dynamics", "b", seconds=60)
    began = time.monotonic()
    assert world.full("--jobs", "2") == 1
    assert time.monotonic() - began < 30
    lines = world.ran()
    assert "start dynamics/b" in lines
    assert ended(lines) == []
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("rope-claims: failed, exit code 3: python ")
    by_code = {row.code: row for row in world.rows()}
    assert set(by_code) == {3, -signal.SIGTERM}
    assert not any(row.records for row in by_code.values())
    assert rows.done(by_code.values(), world.results) == {}


def test_a_command_that_makes_no_record_has_failed(world, capsys):
    world.store("dynamics", "a", {"lost": 1})
    assert world.full("--only", "dynamics/a") == 1
    assert "failed, it made no dynamics/a: python " in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_stops_what_runs_and_goes_on_later(world, capsys, number):
    world.store("dynamics", "a", seconds=1.0)
    world.store("dynamics", "b", seconds=60)

    def interrupt():
        while not world.into.exists() or not world.rows():
            time.sleep(0.1)
        os.kill(os.getpid(), number)

    thread = threading.Thread(target=interrupt)
    thread.start()
    assert world.full("--jobs", "2", "--only", "dynamics") == 130
    thread.join()
    assert capsys.readouterr().err == "rope-claims: interrupted; the same command goes on\n"
    assert ended(world.ran()) == ["dynamics/a"]
    # The second was waited for: its code is how it ended.
    assert [row.code for row in world.rows()] == [0, -signal.SIGTERM]
    world.store("dynamics", "b")
    assert world.full("--only", "dynamics") == 0
    assert ended(world.ran()) == ["dynamics/b"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--full", "--only", "dynamics/c"], "--only dynamics/c: give a record, or a folder"),
        (["--full", "--only", "dyn"], "--only dyn: give a record, or a folder of them: dynamics"),
        (["--full", "--execute", "--jobs", "0"], "'0' is no count"),
        (["--full", "--jobs", "2"], "go with --full --execute"),
        (["--reduced", "--only", "dynamics"], "--execute and --only go with --full"),
        (["--reduced", "--results", "x"], "--results goes with --full or --differences"),
        (["--full", "--results", "x"], "x holds no records: nothing says what to run"),
        (["--differences", "--anew"], "--again and --jobs go with"),
        (["--differences"], "holds no rerun.json: run --full --execute"),
        ([], "one of the arguments --reduced --full --differences is required"),
    ],
)
def test_bad_input_is_one_line(world, error_line, options, message):
    from empirical.rerun.command import main

    assert message in error_line(main, *options, "--into", world.into)
    assert world.ran() == []


def test_damaged_rows_are_one_line_and_nothing_runs(world, capsys):
    world.into.mkdir()
    (world.into / "rerun.json").write_text('{"rows": [{"command": 1}]}')
    assert world.full() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "rerun.json: rows[0]" in line
    assert world.ran() == []


def test_what_nothing_makes_is_one_line(world, capsys):
    (world.results / "dynamics" / "a.json").unlink()
    assert world.full() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "nothing makes" in line
    assert "a/final" in line
    assert world.ran() == []


def test_other_stored_records_are_those_of_their_folder(world, tmp_path):
    stored = tmp_path / "elsewhere"
    world.results.rename(stored)
    assert world.full("--results", str(stored)) == 0
    assert ended(world.ran()) == EVERY
    assert len(rows.done(world.rows(), stored)) == 4


def test_a_copy_of_the_stored_record_is_not_a_new_record(world, capsys):
    """A maker that leaves alone what is there, as all of ours do."""
    world.store("dynamics", "a", {"lost": 1})
    there = world.into / "dynamics" / "a.json"
    there.parent.mkdir(parents=True)
    there.write_bytes((world.results / "dynamics" / "a.json").read_bytes())
    assert world.full("--only", "dynamics/a") == 1
    assert "failed, it made no dynamics/a: python " in capsys.readouterr().err
    assert rows.done(world.rows(), world.results) == {}


def test_a_folder_that_holds_the_record_is_refused(world, capsys):
    assert world.full("--only", "dynamics/a") == 0
    world.ran()
    assert world.full("--only", "dynamics/a", "--anew") == 2
    assert "holds dynamics/a already: give a new --into with --again" in capsys.readouterr().err
    assert world.ran() == []


def test_a_folder_has_one_re_run_at_a_time_and_what_one_left_running_counts(world, capsys):
    with running.run_alone(world.into) as lock:
        assert world.full() == 2
        assert "another re-run works in" in capsys.readouterr().err
        left = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[lock]
        )
    assert world.full() == 2
    left.communicate(b"\n")
    assert world.ran() == []
    assert world.full() == 0
