"""Records from a dirty tree or under another criterion are refused, unless a row says why."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from empirical.criteria import command as registered
from empirical.experiments.canonical import judged
from empirical.experiments.canonical.claims import INDEX
from empirical.protocol import records, registration, settings
from empirical.protocol.records import Manifest
from empirical.protocol.registration import refusal
from theory.ledger import Undecided, Verdict
from theory.ledger.judging import judge

ENTRY = dict.fromkeys(registration.FIELDS, "x") | {"claims": ["C"]}
ROW = registration.ChangeRow(**ENTRY | {"claims": ("C",)})
CLEAN = Manifest(
    command="", commit="abc1234", criteria={"C": "old"}, versions={}, processor="", device=""
)


def test_a_clean_record_under_the_present_criterion_is_judged():
    assert refusal("C", "old", CLEAN, []) == ""


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"commit": "abc1234+"}, "at abc1234 with uncommitted changes"),
        ({"commit": ""}, "at no commit"),
        ({"trained_at": "abc1234+"}, "at abc1234 with uncommitted changes"),
        ({"trained_at": ""}, "at no commit"),
        ({"criteria": {"C": "older"}}, "under criterion older, the present one is old"),
        ({"criteria": {"D": "old"}}, "under criterion (none)"),
    ],
)
def test_every_other_record_is_refused_in_a_line(changes, message):
    line = refusal("C", "old", replace(CLEAN, **changes), [ROW])
    assert message in line
    assert "\n" not in line


def test_a_row_admits_what_it_names_and_no_more():
    row = replace(ROW, hashes={"C": ("old", "new")})
    assert refusal("C", "new", CLEAN, [row]) == ""
    line = refusal("C", "newer", CLEAN, [row])
    assert "under criterion old, changes.json leads from there to new, the present one is" in line
    other = replace(CLEAN, criteria={"D": "old"})
    assert "under criterion old" in refusal("D", "new", other, [row])
    assert "under criterion new" in refusal(
        "C", "old", replace(CLEAN, criteria={"C": "new"}), [row]
    )
    on = replace(ROW, hashes={"C": ("new", "newer")})
    assert refusal("C", "newer", CLEAN, [row, on]) == ""
    unclean = replace(ROW, unclean=("abc1234+",))
    assert refusal("C", "old", replace(CLEAN, commit="abc1234+"), [unclean]) == ""
    assert "uncommitted" in refusal("C", "old", replace(CLEAN, commit="def0123+"), [unclean])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "cannot be read"),
        (json.dumps([ENTRY | {"old_rule": ""}]), "row 1 leaves out old_rule"),
        (json.dumps([{k: v for k, v in ENTRY.items() if k != "why"}]), r"\[0\]\.why is missing"),
        (json.dumps([ENTRY | {"hashes": {"D": ["a", "b"]}}]), "row 1 does not name D"),
    ],
)
def test_a_table_that_leaves_something_unsaid_judges_nothing(tmp_path, monkeypatch, text, message):
    monkeypatch.setattr(registration, "CHANGES", tmp_path / "changes.json")
    registration.CHANGES.write_text(text)
    with pytest.raises(Undecided, match=message):
        registration.parsed_changes()
    assert judge(INDEX).verdict is Verdict.UNDECIDED


def test_a_row_that_stands_is_not_edited(tmp_path, monkeypatch):
    monkeypatch.setattr(registration, "CHANGES", tmp_path / "changes.json")
    table = [ENTRY, ENTRY]
    for what in ("x", "y"):
        table.append(ENTRY | {"what": what, "follows": registration.changes_digest(table)})
    registration.CHANGES.write_text(json.dumps(table))
    assert [row.what for row in registration.parsed_changes()] == ["x", "x", "x", "y"]
    for number, row in enumerate(table[:-1]):
        edited = [*table[:number], row | {"why": "y"}, *table[number + 1 :]]
        registration.CHANGES.write_text(json.dumps(edited))
        with pytest.raises(Undecided, match=f"row {max(number + 2, 3)} follows .* leave the rows"):
            registration.parsed_changes()
    for cut in (table[1:], [*table, ENTRY]):
        registration.CHANGES.write_text(json.dumps(cut))
        with pytest.raises(Undecided, match="follows"):
            registration.parsed_changes()


def test_the_command_prints_what_the_next_row_follows(tmp_path, monkeypatch, capsys):
    table = json.loads(registration.CHANGES.read_text(encoding="utf-8"))
    assert registered.main([]) == 0
    follows = capsys.readouterr().out.splitlines()[-1].split()[0]
    monkeypatch.setattr(registration, "CHANGES", tmp_path / "changes.json")
    registration.CHANGES.write_text(json.dumps([*table, ENTRY | {"follows": follows}]))
    assert registration.parsed_changes()[-1].what == "x"
    monkeypatch.setattr(registered, "CHANGES", tmp_path / "changes.json")
    registered.CHANGES.write_text("[{")
    assert registered.main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "changes.json: it is no JSON" in err


def test_a_threshold_moved_after_the_records_decides_nothing(monkeypatch):
    monkeypatch.setattr(settings, "CANONICAL_ENDS", 4)
    record = judge(INDEX)
    assert record.verdict is Verdict.UNDECIDED
    assert "add a row to changes.json that says what was changed" in record.reason


def test_a_record_from_a_dirty_tree_decides_nothing(tmp_path, monkeypatch):
    for path in judged.FOLDER.glob("*.json"):
        content = json.loads(path.read_text())
        if path.stem == "index":
            content["manifest"]["commit"] = "0123456+"
        (tmp_path / path.name).write_text(json.dumps(content))
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    record = judge(INDEX)
    assert record.verdict is Verdict.UNDECIDED
    assert "0123456 with uncommitted changes" in record.reason


def test_the_last_row_of_every_claim_leads_to_its_present_criterion():
    last = {}
    for row in registration.parsed_changes():
        last |= {claim: to for claim, (_, to) in row.hashes.items()} | row.registers
    now = {
        claim: x for kind in registered.BY_KIND for claim, x in registered.criteria(kind).items()
    }
    assert {claim: last.get(claim) for claim in now} == now


def test_the_rows_asked_for_are_there_and_stand_in_the_page():
    page = (records.RESULTS / "criteria.md").read_text()
    claims = {claim for row in registration.parsed_changes() for claim in row.claims}
    assert {"B-e-hops", "A-e-index", "B-e-mix", "B-e-len", "S-causal", "S-jump"} <= claims
    for row in registration.parsed_changes():
        assert row.what in page
        assert row.old_rule in page


def test_new_records_carry_their_criteria_and_both_commits(tmp_path, monkeypatch):
    from empirical.experiments.dynamics import command as dynamics

    chosen = dynamics.chosen
    monkeypatch.setattr(dynamics, "chosen", lambda given: replace(chosen(given), total=8000))
    small = ["--task=letter", "--seeds=0", "--steps=4", "--keep-every=2", "--sequences=8"]
    small += [
        "--layers=1",
        "--width=16",
        "--recipe=released",
        "--rate=0.01",
        "--check-every=2",
        "--device=cpu",
    ]
    assert dynamics.main([*small, f"--folder={tmp_path}", f"--results={tmp_path}"]) == 0
    manifest = json.loads((tmp_path / "letter-0.json").read_text())["manifest"]
    assert manifest["criteria"] == {}
    trained = json.loads(Path(tmp_path, "letter-0/final/manifest.json").read_text())
    assert manifest["trained_at"] == trained["commit"]
    record = json.loads((tmp_path / "letter-0.json").read_text())
    assert record["tested"][0][1] == 190
    assert (manifest["recipe"]["name"], manifest["recipe"]["rate"]) == ("released", 0.01)
    assert [row[0] for row in record["validation"]["checks"]] == [2, 4]
    assert "--recipe released --rate 0.01 --check-every 2" in manifest["command"]
