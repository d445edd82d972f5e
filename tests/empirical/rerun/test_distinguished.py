"""No difference is too small to count: a last bit, a truth value, a letter at the end of a key."""

import json
from math import nextafter

import pytest

from empirical.rerun.differences import compared_folders


@pytest.fixture
def held(tmp_path):
    """Compare a new record with a stored one."""

    def held(stored, new):
        for folder, record in (("stored", stored), ("anew", new)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / "one.json").write_text(json.dumps(record))
        return compared_folders("one", tmp_path / "stored", tmp_path / "anew")

    return held


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
    diff = held({"x": [1.0, stored]}, {"x": [1.0, new]})
    assert (diff.numbers, diff.differ, diff.unlike, diff.equal) == (2, 1, 0, False)
    by = abs(new - stored)
    assert (diff.absolute.by, diff.absolute.at) == (by, "x[1]")
    assert (diff.relative.by, diff.relative.at) == (by / max(new, stored), "x[1]")


@pytest.mark.parametrize(("stored", "new"), [(False, True), (True, False)])
def test_a_truth_value_that_is_another_is_unlike(held, stored, new):
    diff = held({"control": stored, "x": [1, stored]}, {"control": new, "x": [1, stored]})
    assert (diff.numbers, diff.differ) == (1, 0)
    assert (diff.unlike, diff.unlike_at, diff.equal) == (1, "control", False)
    assert held({"x": [1, stored]}, {"x": [1, new]}).unlike_at == "x[1]"
    assert held({"x": stored}, {"x": stored}).equal


@pytest.mark.parametrize("key", ["manifests", "manifest_of", "a manifest"])
def test_a_key_that_only_resembles_the_manifests_is_compared(held, key):
    diff = held({key: {"seconds": 1.0, "name": "one"}}, {key: {"seconds": 2.0, "name": "two"}})
    assert (diff.numbers, diff.differ, diff.unlike) == (1, 1, 1)
    assert (diff.absolute.at, diff.unlike_at) == (f"{key}.seconds", f"{key}.name")
