"""No difference is too small to count: a last bit, a truth value, a letter at the end of a key."""

import json
from math import nextafter

import pytest

from empirical.rerun.differences import compared_folders


@pytest.fixture
def held(tmp_path):
    """Hold a record made anew against a stored one."""

    def held(stored, anew):
        for folder, record in (("stored", stored), ("anew", anew)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / "one.json").write_text(json.dumps(record))
        return compared_folders("one", tmp_path / "stored", tmp_path / "anew")

    return held


@pytest.mark.parametrize(
    ("stored", "anew"),
    [
        (2.5, nextafter(2.5, 3)),
        (0.1, nextafter(0.1, 0)),
        (0.0, 5e-324),
        (1e-9, 2e-9),
        (100.0, 100.04),
        (2**53, 2**53 + 1),
    ],
)
def test_a_difference_in_the_last_bit_is_a_difference(held, stored, anew):
    found = held({"x": [1.0, stored]}, {"x": [1.0, anew]})
    assert (found.numbers, found.differ, found.unlike, found.equal) == (2, 1, 0, False)
    by = abs(anew - stored)
    assert (found.absolute.by, found.absolute.at) == (by, "x[1]")
    assert (found.relative.by, found.relative.at) == (by / max(anew, stored), "x[1]")


@pytest.mark.parametrize(("stored", "anew"), [(False, True), (True, False)])
def test_a_truth_value_that_is_another_is_unlike(held, stored, anew):
    found = held({"control": stored, "x": [1, stored]}, {"control": anew, "x": [1, stored]})
    assert (found.numbers, found.differ) == (1, 0)
    assert (found.unlike, found.unlike_at, found.equal) == (1, "control", False)
    assert held({"x": [1, stored]}, {"x": [1, anew]}).unlike_at == "x[1]"
    assert held({"x": stored}, {"x": stored}).equal


@pytest.mark.parametrize("key", ["manifests", "manifest_of", "a manifest"])
def test_a_key_that_only_resembles_the_manifests_is_compared(held, key):
    found = held({key: {"seconds": 1.0, "name": "one"}}, {key: {"seconds": 2.0, "name": "two"}})
    assert (found.numbers, found.differ, found.unlike) == (1, 1, 1)
    assert (found.absolute.at, found.unlike_at) == (f"{key}.seconds", f"{key}.name")
