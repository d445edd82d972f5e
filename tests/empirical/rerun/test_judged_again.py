"""Every record that differs is judged on, whichever it is and however it differs; rows of two
folders add up in order of time."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from empirical.rerun import rows, verdicts
from empirical.rerun.rows import Rows
from empirical.rerun.table import reruns
from tests.empirical.rerun.conftest import EVERY, VALUES
from theory.ledger import Verdict

NUMBER = {**VALUES, "x": [1, 2.5, -4.0]}
TEXT = {**VALUES, "name": "two"}
ADDED = {**VALUES, "more": None}
LACKING = {"x": VALUES["x"]}
EARLIER, LATER = (f"{year}-01-01T00:00:00.000+00:00" for year in (2001, 2999))


@pytest.fixture(autouse=True)
def judges(monkeypatch):
    """For each record a claim that depends on it alone: on all that it says but its manifest."""

    def verdict(path):
        if not path.is_file():
            return "UNDECIDED"
        content = {**json.loads(path.read_text()), "manifest": None}
        return "SUPPORTED" if content == {**VALUES, "manifest": None} else "UNDECIDED"

    def judged(results):
        return {name: verdict(results / f"{name}.json") for name in EVERY}

    claims = [SimpleNamespace(id=name, expected=Verdict.SUPPORTED) for name in EVERY]
    monkeypatch.setattr(verdicts, "judged_separately", judged)
    monkeypatch.setattr(verdicts, "claims", lambda: claims)


def changed(world):
    """The claims whose verdict is another, as the table has them."""
    return [text.split()[0] for text in reruns(world.results).other]


@pytest.mark.parametrize("differ", [[one] for one in EVERY] + [EVERY[:2], EVERY[2:], EVERY])
def test_each_record_that_differs_is_put_in_place_wherever_it_is(world, differ):
    for name in differ:
        world.store(*name.split("/"), new=NUMBER)
    assert world.full() == 0
    code, lines = world.take()
    assert (code, changed(world)) == (1, differ)
    named = ", ".join(f"{name} (SUPPORTED → UNDECIDED)" for name in differ)
    assert lines[-1] == f"4 claims judged again: {named}"


@pytest.mark.parametrize("new", [TEXT, ADDED, LACKING])
def test_a_record_whose_numbers_are_the_same_is_put_in_place_too(world, new):
    world.store("lengths", "a", new=new)
    assert world.full() == 0
    assert [one.differ for row in world.rows() for one in row.records] == [0] * 4
    assert world.take()[0] == 1
    assert changed(world) == ["lengths/a"]


@pytest.mark.parametrize(("when", "counts"), [(LATER, 7), (EARLIER, 3)])
def test_of_two_rows_of_a_record_the_later_counts_wherever_it_is(world, when, counts):
    assert world.full() == 0
    own = world.rows()[-1]
    other = replace(own, when=when, records=(replace(own.records[0], numbers=7),))
    rows.write_rows(world.results, Rows((other,)))
    code, lines = world.take()
    assert (code, "done: 4 of 4 records" in lines) == (0, True)
    assert f"lengths/b: {counts} numbers, none differs" in lines
    times = [row.when for row in rows.read(world.results).rows]
    assert times == sorted(times)
    assert len(times) == 5


@pytest.mark.parametrize(("when", "code"), [(LATER, 2), (EARLIER, 0)])
def test_rows_of_one_folder_out_of_order_count_by_their_time(world, when, code):
    """The one that counts is held to the record, which has three numbers."""
    assert world.full() == 0
    own = world.rows()[-1]
    other = replace(own, when=when, records=(replace(own.records[0], numbers=7),))
    for sequence in ((other, *world.rows()), (*world.rows(), other)):
        rows.write_rows(world.into, Rows(sequence))
        assert world.take()[0] == code


def test_commands_that_ended_at_the_same_time_are_all_kept(world):
    assert world.full() == 0
    rows.write_rows(world.into, Rows(tuple(replace(row, when=LATER) for row in world.rows())))
    code, lines = world.take()
    assert (code, "done: 4 of 4 records" in lines) == (0, True)
    kept = rows.read(world.results).rows
    assert {row.command for row in kept} == {row.command for row in world.rows()}


def test_the_time_of_a_command_that_is_no_more_is_not_summed(world):
    assert world.full() == 0
    timed = [replace(row, seconds=2.5, processor_seconds=1.5) for row in world.rows()]
    other = replace(timed[0], command=f"{timed[0].command} --fast", seconds=1e4)
    rows.write_rows(world.results, Rows((*timed, replace(other, processor_seconds=1e4))))
    shown = reruns(world.results)
    assert (shown.seconds, shown.processor_seconds) == (10.0, 6.0)


def test_the_largest_difference_of_a_folder_is_over_all_its_records(world):
    # The larger as it is lies in the second record, the larger share in the first.
    world.store("lengths", "a", new={**VALUES, "x": [2, 2.5, -3.0]})
    world.store("lengths", "b", new={**VALUES, "x": [1, 2.5, -5.0]})
    # Both lie in the second.
    world.store("dynamics", "a", new={**VALUES, "x": [1, 2.5, -3.25]})
    world.store("dynamics", "b", new={**VALUES, "x": [1, 12.5, -3.0]})
    assert world.full() == 0
    rows.write_rows(world.results, Rows(world.rows()))
    cells = {folder.name: folder.cells for folder in reruns(world.results).folders}
    differences = {name: [cell for cell in row if "`" in cell] for name, row in cells.items()}
    assert differences == {
        "lengths": ["2 (b: `x[2]`)", "0.5 (a: `x[0]`)"],
        "dynamics": ["10 (b: `x[1]`)", "0.8 (b: `x[1]`)"],
    }
