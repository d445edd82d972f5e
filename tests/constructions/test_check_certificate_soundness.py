"""The checker is sound: what is false by 5e-9 is rejected, whatever words come with it."""

from fractions import Fraction

import pytest

from constructions import check_certificate as checker
from constructions.remake import listed_head
from tests.constructions import forged
from tests.constructions.enumeration import Truth

NANO = Fraction(1, 10**9)


@pytest.mark.parametrize("name", forged.honest())
def test_the_honest_are_accepted(name):
    checker.check(forged.plainly(forged.honest()[name]))


@pytest.mark.parametrize(("name", "text"), forged.false(), ids=[x for x, _ in forged.false()])
def test_forgeries_are_rejected(name, text):
    reason = {"exact raised": "exact: not proved", "run raised": "run: not proved"}
    with pytest.raises(checker.Rejected) as found:
        checker.check(text)
    close = "worst: the other output does not come that close"
    assert str(found.value) == reason.get(name.split(": ")[1], close)


SMALL = [
    x for x, made in forged.honest().items() if len(made["head"]["tokens"]) ** made["n0"] < 1300
]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("field", ["exact", "run"])
def test_the_forgeries_are_false(name, field):
    """Every input, by the words of the task: the bound holds, and 3e-9 more does not."""
    made = forged.honest()[name]
    if made[field] is None or made["rule"]["name"] == "retrieval" and not made["worst"]["valid"]:
        return
    head, bound = listed_head(made["head"]), Fraction(made[field])
    truth = Truth(head, made["rule"], made["n0"], run=field == "run")
    assert truth.holds(bound)
    assert truth.fails(bound + 3 * NANO)
