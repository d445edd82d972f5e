"""Differences that are injected into a record are found, counted and named, none is too small (a
last bit, a truth value, a letter at the end of a key); equal records have none."""

import json
from math import nextafter

import pytest

from empirical.protocol.reading import Misread
from empirical.rerun.differences import Largest, compared_folders, in_words, sha256

RECORD = {
    "manifest": {"commit": "abc", "seconds": 3.5},
    "task": "number",
    "right": [[200, 198], [12, 0]],
    "heads": {"right 1 0": {"verdict": "certified", "lower": 0.5}},
    "models": [{"manifest": {"seconds": 1.0}, "control": False, "gaps": []}],
}
NUMBERS = 5
"""In RECORD, manifests left aside."""


@pytest.fixture
def held(tmp_path):
    """Compare a new record with a stored one."""

    def held(new, stored=RECORD):
        for folder, record in (("stored", stored), ("anew", new)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / "one.json").write_text(json.dumps(record))
        return compared_folders("one", tmp_path / "stored", tmp_path / "anew")

    return held


def other(*path, value):
    """RECORD with another value at a path; ``...`` takes it away."""
    record = json.loads(json.dumps(RECORD))
    *above, last = path
    place = record
    for key in above:
        place = place[key]
    if value is ...:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return record


def test_equal_records_give_none_whatever_their_manifests_say(held, tmp_path):
    new = other("manifest", value={"commit": "def", "seconds": 99.0, "processor": "another"})
    new["models"][0]["manifest"] = {"seconds": 2.0, "versions": {"torch": "3"}}
    diff = held(new)
    assert (diff.numbers, diff.differ, diff.unlike, diff.equal) == (NUMBERS, 0, 0, True)
    assert (diff.absolute, diff.relative) == (None, None)
    assert diff.stored == sha256(tmp_path / "stored" / "one.json")
    assert in_words(diff) == f"one: {NUMBERS} numbers, none differs"


def test_numbers_that_changed_are_counted_and_the_largest_named(held):
    new = other("right", 0, 1, value=190)
    new["heads"]["right 1 0"]["lower"] = 0.25
    diff = held(new)
    assert (diff.numbers, diff.differ, diff.unlike) == (NUMBERS, 2, 0)
    assert diff.absolute == Largest(by=8, at="right[0][1]")
    assert diff.relative == Largest(by=0.5, at="heads.right 1 0.lower")
    assert not diff.equal
    assert in_words(diff) == (
        "one: 2 of 5 numbers differ, by 8 at most (right[0][1]),"
        " relative by 0.5 at most (heads.right 1 0.lower)"
    )


def test_the_relative_difference_from_zero_is_finite(held):
    diff = held(other("right", 1, 1, value=-3))
    assert diff.relative == Largest(by=1.0, at="right[1][1]")


@pytest.mark.parametrize(
    ("path", "value", "unlike", "at"),
    [
        (("right",), ..., 4, "right[0][0]"),
        (("heads", "right 1 0", "lower"), ..., 1, "heads.right 1 0.lower"),
        (("models", 0, "gaps"), ..., 1, "models[0].gaps"),
        (("right", 2), [1, 2], 2, "right[2][0]"),
        (("more",), 0.0, 1, "more"),
        (("heads", "right 1 0", "verdict"), "refuted", 1, "heads.right 1 0.verdict"),
        (("models", 0, "control"), 0, 1, "models[0].control"),
        (("right", 0, 0), None, 1, "right[0][0]"),
        (("right", 0, 0), {"of": 1}, 2, "right[0][0]"),
        (("right", 0, 0), 10**400, 1, "right[0][0]"),
    ],
)
def test_what_is_missing_added_or_of_another_kind_is_named(held, path, value, unlike, at):
    diff = held(other(*path, value=value))
    assert (diff.numbers, diff.differ) == (NUMBERS, 0)
    assert (diff.unlike, diff.unlike_at) == (unlike, at)
    assert not diff.equal
    assert in_words(diff).endswith(f"{unlike} other values (first {at})")


def test_a_whole_number_is_the_same_as_a_fraction_of_its_value(held):
    assert held(other("right", 0, 0, value=200.0)).equal


def test_what_is_no_number_is_refused(held):
    with pytest.raises(Misread, match="anew/one.json: NaN is no number"):
        held(other("right", 0, 0, value=float("nan")))


def test_of_a_manifest_all_counts_but_when_and_where(held):
    manifest = {"recipe": {"steps": 5}, "sequences": 8, "commit": "a", "seconds": 2.0}
    stored = {"manifest": manifest, "x": 1}
    diff = held({"manifest": {**manifest, "commit": "b", "seconds": 3}, "x": 1}, stored)
    assert (diff.equal, diff.commit) == (True, "b")
    for other in ({**manifest, "recipe": {"steps": 6}}, {"commit": "a", "seconds": 2.0}):
        assert not held({"manifest": other, "x": 1}, stored).equal


@pytest.mark.parametrize(
    ("stored", "new"),
    [
        (2.5, nextafter(2.5, 3)),
        (0.1, nextafter(0.1, 0)),
        (0.0, 5e-324),
        (1e-9, 2e-9),
        (100.0, 100.04),
        (2**53, 2**53 + 1),
    ],
)
def test_a_difference_in_the_last_bit_is_a_difference(held, stored, new):
    diff = held({"x": [1.0, new]}, {"x": [1.0, stored]})
    assert (diff.numbers, diff.differ, diff.unlike, diff.equal) == (2, 1, 0, False)
    by = abs(new - stored)
    assert (diff.absolute.by, diff.absolute.at) == (by, "x[1]")
    assert (diff.relative.by, diff.relative.at) == (by / max(new, stored), "x[1]")


@pytest.mark.parametrize(("stored", "new"), [(False, True), (True, False)])
def test_a_truth_value_that_is_another_is_unlike(held, stored, new):
    diff = held({"control": new, "x": [1, stored]}, {"control": stored, "x": [1, stored]})
    assert (diff.numbers, diff.differ) == (1, 0)
    assert (diff.unlike, diff.unlike_at, diff.equal) == (1, "control", False)
    assert held({"x": [1, new]}, {"x": [1, stored]}).unlike_at == "x[1]"
    assert held({"x": stored}, {"x": stored}).equal


@pytest.mark.parametrize("key", ["manifests", "manifest_of", "a manifest"])
def test_a_key_that_only_resembles_the_manifests_is_compared(held, key):
    diff = held({key: {"seconds": 2.0, "name": "two"}}, {key: {"seconds": 1.0, "name": "one"}})
    assert (diff.numbers, diff.differ, diff.unlike) == (1, 1, 1)
    assert (diff.absolute.at, diff.unlike_at) == (f"{key}.seconds", f"{key}.name")
