"""Rows of several parts add up next to the records; the claims are judged once all is done."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from empirical.criteria.claims import CLAIMS
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.protocol.records import RESULTS
from empirical.reports import rendering
from empirical.rerun import rows, verdicts
from empirical.rerun.table import reruns
from theory.ledger import Verdict

OTHER = {"x": [1, 2.5, -4.0], "name": "two"}


@pytest.fixture
def judges(monkeypatch):
    """Judges by the numbers of a folder, in place of the claims."""

    def judged(results):
        path = results / "lengths" / "b.json"
        as_stored = path.is_file() and json.loads(path.read_text())["x"][2] > -3.5
        return {"A": "SUPPORTED" if as_stored else "UNDECIDED", "B": "SUPPORTED"}

    claims = [SimpleNamespace(id=name, expected=Verdict.SUPPORTED) for name in "AB"]
    monkeypatch.setattr(verdicts, "judged_separately", judged)
    monkeypatch.setattr(verdicts, "claims", lambda: claims)


def test_parts_of_two_folders_add_up(world, tmp_path, judges):
    world.store("lengths", "a", new=OTHER)
    assert world.full("--only", "dynamics", "lengths/a") == 0
    code, lines = world.take()
    assert (code, "done: 3 of 4 records" in lines) == (0, True)
    one = reruns(world.results)
    assert (one.done, one.of, one.judged) == (3, 4, 3)
    # A needs lengths/b, which is not made again: its verdict on the stored one says nothing.
    assert (one.verdicts, one.untried) == ({"B": ("SUPPORTED",) * 2}, ("A",))
    assert "not tried, for records are lacking: A" in lines
    assert lines[-1].startswith("1 claim judged again")
    cells = {folder.name: folder.cells for folder in one.folders}
    assert cells["dynamics"] == ("dynamics", "2 of 2", "6", "0", "", "", "0", "")
    differ = ("1 (a: `x[2]`)", "0.25 (a: `x[2]`)")
    assert cells["lengths"] == ("lengths", "1 of 2", "3", "1", *differ, "1", "b")
    world.into = tmp_path / "another"
    assert world.full() == 0
    code, lines = world.take()
    assert (code, "done: 4 of 4 records" in lines) == (0, True)
    entries = rows.read(world.results).rows
    assert len(entries) == 5  # b was trained in both folders
    assert reruns(world.results).seconds == pytest.approx(sum(row.seconds for row in entries))
    # What differs lies in the first folder: nothing to judge on, and what was judged stays.
    lacks, stay = lines[-2:]
    assert lacks.endswith("another lacks lengths/a, which differ")
    assert stay == "the verdicts on 3 records stay"
    two = reruns(world.results)
    assert (two.verdicts, two.untried, two.judged) == (one.verdicts, one.untried, 3)
    world.take()
    assert len(rows.read(world.results).rows) == 5


@pytest.mark.parametrize(("again", "stay"), [("dynamics/a", True), ("lengths/a", False)])
def test_verdicts_go_once_a_record_that_they_were_of_is_another(
    world, tmp_path, judges, again, stay
):
    world.store("lengths", "a", new=OTHER)
    world.store("dynamics", "b", new=OTHER)
    assert world.full() == 0
    world.take()
    assert reruns(world.results).verdicts
    world.into = tmp_path / "another"
    assert world.full("--only", again, "--anew") == 0
    _, lines = world.take()
    assert any(line.startswith("claims are not judged") for line in lines)
    assert ("the verdicts on 4 records stay" in lines) is stay
    assert (reruns(world.results).verdicts is not None) is stay


def test_verdicts_are_of_the_records_that_were_judged_however_many_are_done(world, judges):
    """Other records that are done since do not stand in for one that is another now."""
    assert world.full("--only", "dynamics") == 0
    world.take()
    before = rows.read(world.results)
    assert world.full() == 0
    world.take()
    rows.write_rows(world.results, replace(rows.read(world.results), judged=before.judged))
    assert reruns(world.results).judged == 2
    assert reruns(world.results).verdicts
    world.store("dynamics", "a", stored=OTHER)
    assert reruns(world.results).done == 3
    assert reruns(world.results).verdicts is None


def test_the_claims_are_judged_on_what_was_made_again(world, judges):
    world.store("lengths", "a", new=OTHER)
    assert world.full() == 0
    code, lines = world.take()
    assert (code, lines[-1]) == (0, "2 claims judged again: every verdict is the same")
    assert reruns(world.results).verdicts == dict.fromkeys("AB", ("SUPPORTED",) * 2)


def test_a_verdict_that_is_another_is_named_and_exits_1(world, judges):
    world.store("lengths", "b", new=OTHER)
    assert world.full() == 0
    code, lines = world.take()
    assert (code, lines[-1]) == (1, "2 claims judged again: A (SUPPORTED → UNDECIDED)")
    assert reruns(world.results).other == ["A (SUPPORTED → UNDECIDED)"]
    world.store("dynamics", "a", stored=OTHER)
    assert reruns(world.results).verdicts is None


def test_without_rows_all_is_left(world):
    summary = reruns(world.results)
    assert (summary.done, summary.of, summary.seconds) == (0, 4, 0)
    assert [folder.cells[1:] for folder in summary.folders] == [("0 of 2", *[""] * 5, "all")] * 2


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (None, "not judged on the new records"),
        ({"A": ("SUPPORTED", "SUPPORTED")}, "On the 3 new records alone, each of 1 claims"),
        ({"A": ("SUPPORTED", "UNDECIDED")}, "another: A (SUPPORTED → UNDECIDED)."),
    ],
)
def test_the_page_says_how_it_stands(world, monkeypatch, pairs, words):
    text = (RESULTS.parent / "reports" / "templates" / "criteria.md").read_text()
    part = "## Records that were recomputed" + text.split("## Records that were recomputed")[1]
    summary = replace(reruns(world.results), verdicts=pairs, judged=3, seconds=12.6, untried=("Z",))
    page = rendering.MARKDOWN.from_string(part).render(rerun=summary)
    assert "0 of 4 records are done." in page
    assert "The commands took 13 seconds by the clock" in page
    assert words in page
    assert "\n\n| folder |" in page
    assert "| dynamics | 0 of 2 |  |  |  |  |  | all |\n| lengths |" in page


def test_claims_are_judged_on_the_records_of_the_folder_and_no_other(tmp_path):
    claims = (*CLAIMS, *MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
    nothing = verdicts.judged_separately(tmp_path)
    assert nothing == {claim.id: "UNDECIDED" for claim in claims}
    assert verdicts.judged_separately(RESULTS) == {
        claim.id: claim.expected.value for claim in claims
    }


def test_what_cannot_be_judged_is_one_line(tmp_path, error_line):
    assert "none is no folder" in error_line(verdicts.main, tmp_path / "none")
    with pytest.raises(ValueError, match="could not be judged: .*is no folder"):
        verdicts.judged_separately(tmp_path / "none")


@pytest.fixture
def whole(world, judges):
    """A world where all is recomputed, lengths/b as another; its verdict on that is another."""
    world.store("lengths", "b", new=OTHER)
    assert world.full() == 0
    return world


def test_a_stored_record_in_place_of_the_new_one_is_told(whole):
    stored = (whole.results / "lengths" / "b.json").read_bytes()
    (whole.into / "lengths" / "b.json").write_bytes(stored)
    assert whole.take()[0] == 2
    assert not (whole.results / rows.NAME).exists()


def test_a_row_that_was_edited_is_told(whole):
    path = whole.into / rows.NAME
    text = path.read_text()
    path.write_text(text.replace('"differ": 1', '"differ": 0'))
    assert path.read_text() != text
    assert whole.take()[0] == 2
    assert not (whole.results / rows.NAME).exists()


def test_a_record_that_is_gone_is_told(whole):
    (whole.into / "dynamics" / "a.json").unlink()
    assert whole.take()[0] == 2


def test_the_stored_records_own_folder_is_no_folder_of_a_re_run(whole, capsys):
    rows.write_rows(whole.results, rows.read(whole.into))
    whole.into = whole.results
    assert whole.take()[0] == 2
    assert whole.full() == 2
    assert "is where the stored records are" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {**row, "code": 1},
        lambda row: {**row, "records": [{**row["records"][0], "anew": ""}]},
        lambda row: {
            **row,
            "records": [{**row["records"][0], "anew": row["records"][0]["stored"]}],
        },
    ],
    ids=["failed", "of no record", "of the stored record"],
)
def test_such_a_row_counts_for_nothing(whole, change):
    path = whole.into / rows.NAME
    entries = json.loads(path.read_text())["rows"]
    assert len(rows.done(whole.rows(), whole.results)) == 4
    path.write_text(json.dumps({"rows": [change(entries[0]), *entries[1:]]}))
    assert len(rows.done(whole.rows(), whole.results)) == 3


def test_verdicts_of_other_claims_or_other_expectations_are_not_shown(whole, monkeypatch):
    assert whole.take()[0] == 1
    assert reruns(whole.results).verdicts is not None
    claims = verdicts.claims()
    third = SimpleNamespace(id="C", expected=Verdict.SUPPORTED)
    monkeypatch.setattr(verdicts, "claims", lambda: [*claims, third])
    assert reruns(whole.results).verdicts is None
    other = SimpleNamespace(id="A", expected=Verdict.UNDECIDED)
    monkeypatch.setattr(verdicts, "claims", lambda: [other, claims[1]])
    assert reruns(whole.results).verdicts is None


def test_a_failure_to_judge_leaves_what_was_there(whole, monkeypatch):
    whole.take()
    before = (whole.results / rows.NAME).read_bytes()

    def fails(folder):
        raise ValueError(f"{folder} could not be judged")

    monkeypatch.setattr(verdicts, "judged_separately", fails)
    assert whole.take()[0] == 2
    assert (whole.results / rows.NAME).read_bytes() == before
