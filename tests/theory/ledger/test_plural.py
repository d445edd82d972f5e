"""A message never speaks of 1 things."""

from theory.ledger.plural import counted


def test_one_is_singular_and_any_other_number_plural():
    assert [counted(n, "claim") for n in (0, 1, 2)] == ["0 claims", "1 claim", "2 claims"]
    assert counted(1, "witness", "witnesses") == "1 witness"
    assert counted(20_000, "witness", "witnesses") == "20,000 witnesses"
