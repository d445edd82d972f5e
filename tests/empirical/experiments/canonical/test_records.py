"""A stored sweep, or settled heads, with one thing forged is no record, for that thing."""

import shutil

import pytest

from empirical.experiments.canonical import judged
from empirical.experiments.canonical.records import FOLDER, FRESH, read, read_settled
from empirical.protocol.reading import Misread
from tests.empirical.forged import edited, hold_refused
from theory.ledger import Undecided


def each(counts, of):
    """These counts for each seed of each ID, of these."""
    return {
        "right": lambda rows: [[counts for _ in row] for row in rows],
        "of": lambda rows: [of for _ in rows],
    }


NONE_AT_A_PLACE = {
    "of__0": lambda row: [0, row[0] + row[1], *row[2:]],
    "right": lambda rows: [[[0, *row[0][1:]], *row[1:]] for row in rows],
}
SWEEPS = {
    "a count below none": ({"right__3__2__0": -200}, r"right\[3\]\[2\]\[0\] is no count from 0 on"),
    "a place with no inputs": (NONE_AT_A_PLACE, "of has not inputs at each of 16 positions"),
    "two places": (each([1, 1], [10_000, 10_000]), "of has not inputs at each of 16 positions"),
    "592 inputs of 20,000": (
        each([1] * 16, [37] * 16),
        "of does not add up to the 20000 inputs tested",
    ),
    "uniform attention below none": ({"uniform__0": -9.0}, r"uniform\[0\] is no share from 0 to 1"),
}


@pytest.mark.parametrize("name", SWEEPS)
def test_a_sweep_whose_counts_are_impossible_is_none(name, tmp_path):
    hold_refused(read, FOLDER / "index.json", tmp_path, *SWEEPS[name])


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
    head = {"heads__right 34 4": lambda head: head | change}
    edited(FOLDER / path.name, path, **head)
    with pytest.raises(Misread, match=r"heads.right 34 4.replayed is not between"):
        read_settled(path)


def test_a_head_that_has_a_certificate_is_not_refuted(tmp_path, monkeypatch):
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    refuted = {"verdict": "refuted", "lower": "-1", "upper": "-1", "replayed": -1.0}
    head = {"heads__right 34 4": lambda head: head | refuted}
    edited(tmp_path / "induction-1-heads.json", **head)
    monkeypatch.setattr(judged, "FOLDER", tmp_path)
    with pytest.raises(Undecided, match="has a certificate of right 34 4, called refuted"):
        judged.stored_settled()
