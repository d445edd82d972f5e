"""B-keys: equal keys are needed, and enough."""

import pytest

from theory.paper_b.printed_proofs.keys import KeysInOnePlane, equal_keys, rational_heads

CONDITIONS = [lambda x, y: (x == 0,), lambda x, y: (y == 0,), lambda x, y: (x * y == 0,)]


@pytest.mark.parametrize("check", [rational_heads, equal_keys])
@pytest.mark.parametrize("weaker", CONDITIONS, ids=["x = 0", "y = 0", "xy = 0"])
def test_a_weaker_condition_is_not_enough(check, weaker):
    """Where z3's counterexample is irrational, the answer is 'unknown'."""
    assert check(KeysInOnePlane(conclusion=weaker)).status != "true"


@pytest.mark.parametrize("check", [rational_heads, equal_keys])
def test_a_stronger_condition_is_not_needed(check):
    stronger = KeysInOnePlane(conclusion=lambda x, y: (x == 0, y == 0, x != y))
    assert check(stronger).status == "false"
