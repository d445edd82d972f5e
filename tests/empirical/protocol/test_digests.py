"""A stored record that is not the one whose digest is listed judges nothing."""

import json
import shutil
import sys

import pytest

from empirical.criteria import claims, seeds
from empirical.experiments.canonical import judged
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS, GEOMETRY, INDEX
from empirical.experiments.canonical.claims import MIX as CERTIFIED
from empirical.experiments.mechanism import claims as mechanism
from empirical.protocol import digests
from empirical.protocol.reading import Misread
from empirical.reports import redraw
from theory.ledger import Verdict
from theory.ledger.judging import judge

RECORDS = digests.stored_digests().records
READ = tuple(one for one in claims.CLAIMS if one is not claims.FLOW)  # waits for fresh seeds
JUDGED = (*READ, *mechanism.MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
opened = []
sys.addaudithook(lambda event, what: opened.append(str(what[0])) if event == "open" else None)


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of all that is stored, in the place of what is stored."""
    folder = tmp_path / "results"
    shutil.copytree(digests.STORED, folder)
    monkeypatch.setattr(digests, "STORED", folder)
    monkeypatch.setattr(seeds, "RELEASED", folder / "released")
    monkeypatch.setattr(judged, "FOLDER", folder / "canonical")
    monkeypatch.setattr(judged, "FRESH", folder / "canonical-fresh")
    monkeypatch.setattr(mechanism, "FOLDER", folder / "mechanism")
    return folder


def rewritten(path):
    """The record with a space more: it says the same, and is not the one that is listed."""
    text = path.read_text()
    path.write_text(text.replace("\n", "\n ", 1))


FORGED = [
    (claims.MIX, "released/dynamics/letter-3.json"),
    (claims.LENGTH, "released/lengths/number-0.json"),
    (claims.DECAY, "released/lengths/letter-4.json"),
    (claims.WHY, "released/ablation/number-2.json"),
    (claims.SIMULATION, "released/held-out/number-base-30.json"),
    (mechanism.PATH, "mechanism/letter.json"),
    (INDEX, "canonical/retrieval.json"),
    (GEOMETRY, "canonical-fresh/index.json"),
    (CERTIFIED, "canonical/certificates/induction-1-34-4.json"),
]


@pytest.mark.parametrize(("claim", "name"), FORGED, ids=[claim.id for claim, _ in FORGED])
def test_a_rewritten_record_judges_nothing(claim, name, copy):
    rewritten(copy / name)
    record = judge(claim)
    assert record.verdict is Verdict.UNDECIDED
    assert f"{copy / name} is not the record whose digest" in record.fault
    assert digests.COMMAND in record.fault


def test_checkpoints_that_never_were_judge_nothing(copy):
    path = copy / "released" / "dynamics" / "number-0.json"
    record = json.loads(path.read_text())
    record["s_pos"][-60:] = [record["s_pos"][-1]] * 60
    path.write_text(json.dumps(record))
    assert "number-0.json is not the record" in judge(claims.MIX).fault


def test_a_record_that_is_not_listed_judges_nothing(copy):
    folder = copy / "released" / "dynamics"
    shutil.copy(folder / "letter-4.json", folder / "other.json")
    assert "other.json is not the record whose digest" in judge(claims.MIX).fault


def test_records_elsewhere_are_judged_as_they_are(copy, tmp_path, monkeypatch):
    shutil.copytree(copy / "released", tmp_path / "elsewhere")
    monkeypatch.setattr(seeds, "RELEASED", tmp_path / "elsewhere")
    rewritten(tmp_path / "elsewhere" / "dynamics" / "letter-3.json")
    assert judge(claims.MIX).verdict is claims.MIX.expected


def test_every_claim_is_held_to_all_that_it_reads():
    for claim in JUDGED:
        opened.clear()
        claim.subject()
        folders = held(claim)
        read = {name for name in RECORDS if any(one.endswith(f"/results/{name}") for one in opened)}
        assert read, claim.id
        assert read <= folders, claim.id


def held(claim):
    """The names of the records that a claim's are held to."""
    (registered,) = (one for one in [claim.subject] if one.__closure__)
    folders = dict(zip(registered.__code__.co_freevars, registered.__closure__, strict=True))
    return {
        name
        for folder in folders["folders"].cell_contents()
        for name in RECORDS
        if (digests.STORED / name).is_relative_to(folder)
    }


def test_the_list_is_of_every_stored_record():
    assert digests.computed(digests.STORED) == RECORDS
    assert len(RECORDS) > 150


@pytest.mark.parametrize("edit", ["a digest", "a record left out", "no rows"])
def test_a_list_edited_without_a_row_judges_nothing(edit, copy):
    path = copy / digests.NAME
    listed = json.loads(path.read_text())
    if edit == "a digest":
        rewritten(copy / "released/dynamics/letter-3.json")
        listed["records"] = digests.computed(copy)
    elif edit == "a record left out":
        del listed["records"]["mechanism/letter.json"]
    else:
        listed["rows"] = []
    path.write_text(json.dumps(listed))
    assert "the last row does not lead to this list" in judge(claims.MIX).fault


def test_without_the_list_nothing_is_judged(copy):
    (copy / digests.NAME).unlink()
    record = judge(claims.MIX)
    assert record.verdict is Verdict.UNDECIDED
    assert digests.NAME in record.fault


def test_a_changed_record_is_listed_with_a_reason_alone(copy, capsys):
    assert redraw.main(["--digests"]) == 0
    assert capsys.readouterr().out == f"{copy / digests.NAME}: 0 records changed\n"
    assert digests.stored_digests().records == RECORDS
    rewritten(copy / "mechanism" / "letter.json")
    assert redraw.main(["--digests", "--why", " "]) == 2
    assert "1 record changed (mechanism/letter.json): say why" in capsys.readouterr().err
    assert redraw.main(["--digests", "--why", "made again"]) == 0
    last = digests.stored_digests().rows[-1]
    assert (last.why, last.records) == ("made again", ("mechanism/letter.json",))
    digests.hold([copy / "mechanism"])


def test_a_re_run_holds_what_is_listed():
    from empirical.rerun import rows

    stored = {
        one.record: one.stored for row in rows.read(digests.STORED).rows for one in row.records
    }
    assert stored
    assert {name: RECORDS.get(f"{name}.json") for name in stored} == stored


def test_what_is_missing_is_reported(copy):
    (copy / "mechanism" / "letter.json").unlink()
    with pytest.raises(Misread, match=r"mechanism/letter\.json is not the record"):
        digests.hold([copy / "mechanism"])
