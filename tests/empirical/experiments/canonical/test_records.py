"""A stored sweep, or settled heads, with one thing forged is no record, for that thing."""

import json
import shutil

import pytest

from empirical.experiments.canonical import judged
from empirical.experiments.canonical.records import FOLDER, FRESH, read, read_settled
from empirical.protocol.reading import Misread
from theory.ledger import Undecided


def less(record):
    record["right"][3][2][0] = -200


def none_at_a_place(record):
    row = record["of"][0]
    row[1], row[0] = row[0] + row[1], 0
    for counts in record["right"]:
        counts[0][0] = 0


def two_places(record):
    record["right"] = [[[1, 1] for _ in row] for row in record["right"]]
    record["of"] = [[10_000, 10_000] for _ in record["of"]]


def few(record):
    record["right"] = [[[1] * 16 for _ in row] for row in record["right"]]
    record["of"] = [[37] * 16 for _ in record["of"]]


def beyond_uniform(record):
    record["uniform"][0] = -9.0


SWEEPS = {
    "a count below none": (less, r"right\[3\]\[2\]\[0\] is no count from 0 on"),
    "a place with no inputs": (none_at_a_place, "of has not inputs at each of 16 positions"),
    "two places": (two_places, "of has not inputs at each of 16 positions"),
    "592 inputs of 20,000": (few, "of does not add up to the 20000 inputs tested"),
    "uniform attention below none": (beyond_uniform, r"uniform\[0\] is no share from 0 to 1"),
}


@pytest.mark.parametrize("name", SWEEPS)
def test_a_sweep_whose_counts_are_impossible_is_none(name, tmp_path):
    forge, message = SWEEPS[name]
    record = json.loads((FOLDER / "index.json").read_text())
    forge(record)
    (tmp_path / "index.json").write_text(json.dumps(record))
    with pytest.raises(Misread, match=message):
        read(tmp_path / "index.json")


def test_every_stored_record_is_one():
    for path in [*FOLDER.glob("*.json"), *FRESH.glob("*.json")]:
        assert (read_settled if path.stem.endswith("-heads") else read)(path)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "refuted", "lower": "-1", "upper": "-1"},  # the margin that was run is above 0
        {"verdict": "certified", "lower": "9", "upper": "-9"},
        {"lower": "9", "upper": "9"},
        {"lower": "nan"},
        {"upper": "some"},
        {"replayed": -1.0},
    ],
)
def test_a_margin_outside_its_bounds_is_no_record(change, tmp_path):
    path = tmp_path / "induction-1-heads.json"
    record = json.loads((FOLDER / path.name).read_text())
    record["heads"]["right 34 4"].update(change)
    path.write_text(json.dumps(record))
    with pytest.raises(Misread, match=r"heads.right 34 4.replayed is not between"):
        read_settled(path)


def test_a_head_that_has_a_certificate_is_not_refuted(tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "induction-1-heads.json"
    record = json.loads(path.read_text())
    record["heads"]["right 34 4"].update(verdict="refuted", lower="-1", upper="-1", replayed=-1.0)
    path.write_text(json.dumps(record))
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    with pytest.raises(Undecided, match="has a certificate of right 34 4, called refuted"):
        judged.stored_settled()
