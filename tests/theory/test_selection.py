"""Which claims a command is about."""

import json

import pytest


def test_a_method_selects_the_claims_with_such_evidence_and_whatever_is_broken(door):
    planted = ["--planted", door.rooms("GREEN", "REFUTED", "broken", roster={"broken": ["P-gone"]})]
    run = door.here("list", "--method", "witness", "--json", "-", *planted)
    ids = [entry["id"] for entry in json.loads(run.out)["claims"]]
    assert "P-false" in ids
    assert "P-square" not in ids
    assert run.code == 1
    assert "P-gone" in ids


@pytest.mark.parametrize(
    ("method", "hint"), [("kernels", "did you mean kernel"), ("kernel", "no claim is selected")]
)
def test_a_method_that_is_none_or_selects_nothing_is_bad_usage(door, method, hint):
    run = door.here("check", "--method", method, "--planted", door.rooms("GREEN"))
    assert (run.code, run.out) == (2, "")
    assert hint in run.err
