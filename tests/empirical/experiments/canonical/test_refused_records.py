"""Records of the canonical sweeps that are not those registered are refused."""

import json
import shutil

import pytest

from empirical.experiments.canonical import judged
from empirical.protocol.reading import Misread
from tests.empirical.forged import edited
from theory.ledger import Undecided

ONE = "right 34 4"
"""The certified one-angle head of the records."""


def without_one(heads):
    return {name: head for name, head in heads.items() if name != ONE}


@pytest.mark.parametrize(
    ("name", "path", "value", "message"),
    [
        ("index", "steps", 2000, "is of steps 2000"),
        ("index", "start", "construction", "is of start construction"),
        ("index", "null", "untrained", "is of null untrained"),
        ("index", "task", "retrieval", "is of task retrieval"),
        ("index", "manifest__sizes__symbols", 2, "is of symbols 2"),
        ("induction-1-heads", "left", 1, "not all settled"),
        ("induction-1-heads", "steps", 2000, "is of another sweep"),
        ("induction-1-heads", "seeds", [*range(1, 11)], "is of another sweep"),
        ("induction-1-heads", "ids__0", 2, "is of another sweep"),
        ("induction-1-heads", "task", "induction-2", "is of another sweep"),
        ("induction-1-heads", "start", "construction", "is of another sweep"),
        ("induction-1-heads", "null", "shuffled", "is of another sweep"),
        ("induction-1-heads", f"heads__{ONE}__verdict", "refuted", f"calls {ONE} refuted at 0.04"),
        ("induction-1-heads", f"heads__{ONE}__verdict", "nonsense", f"calls {ONE} nonsense"),
        ("induction-1-heads", "heads", without_one, "has other heads"),
        ("induction-1", "right__33__4__0", 0, "has other heads"),
        ("induction-1-heads", f"heads__{ONE}__lower", "0.01", "has no certificate"),
        ("induction-1-heads", f"heads__{ONE}__weights", "0", "has no certificate"),
    ],
)
def test_records_that_are_not_the_registered_sweeps_are_not_judged(
    tmp_path, monkeypatch, name, path, value, message
):
    shutil.copytree(judged.FOLDER, tmp_path, dirs_exist_ok=True)
    edited(tmp_path / f"{name}.json", **{path: value})
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    with pytest.raises(Undecided, match=message):
        judged.stored_settled()


def test_a_certified_one_angle_head_has_its_certificate(tmp_path, monkeypatch):
    shutil.copytree(judged.FOLDER, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    assert judged.stored_settled()
    (tmp_path / "certificates" / "induction-1-34-4.json").unlink()
    with pytest.raises(Undecided, match="has no certificate"):
        judged.stored_settled()


def test_a_count_beyond_the_inputs_is_no_record(tmp_path):
    record = json.loads((judged.FOLDER / "index.json").read_text())
    record["right"][0][0][0] = record["of"][0][0] + 1
    (tmp_path / "index.json").write_text(json.dumps(record))
    with pytest.raises(Misread, match="more than there are inputs"):
        judged.read(tmp_path / "index.json")


@pytest.mark.parametrize("same", [range(64), [5]])
def test_one_run_under_two_seeds_is_not_judged(tmp_path, monkeypatch, same):
    shutil.copytree(judged.FOLDER, tmp_path, dirs_exist_ok=True)
    record = json.loads((tmp_path / "index.json").read_text())
    record["of"][7] = record["of"][3]
    for i, row in enumerate(record["right"]):
        row[7] = row[3] if i in same else list(map(min, row[7], record["of"][7]))
    (tmp_path / "index.json").write_text(json.dumps(record))
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    with pytest.raises(Undecided, match="same counts under seeds 3 and 7: one run stands twice"):
        judged.stored_sweeps()
