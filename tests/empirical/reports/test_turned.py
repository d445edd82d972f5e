"""The rules until now, put to the old runs, give the verdicts that stood; what turned is told."""

import pytest

from empirical.criteria import seeds
from empirical.protocol.family import MEASURED
from empirical.protocol.records import RESULTS
from empirical.reports import released, turned
from theory.ledger import Status

BEFORE = released.before()
UNTIL_NOW = {
    "B-e-hops": (turned.hops_until_now, lambda: turned.of_folder(RESULTS, seeds.trained)),
    "B-e-freq": (
        turned.frequencies_until_now,
        lambda: turned.of_folder(turned.EARLIER, seeds.ablated),
    ),
    "B-e-disc": (turned.discrepancy_until_now, lambda: turned.lengths.by_task(RESULTS)),
}


@pytest.mark.parametrize("claim", UNTIL_NOW)
def test_an_older_rule_gives_the_old_runs_their_older_verdict(claim):
    rule, runs = UNTIL_NOW[claim]
    assert MEASURED[rule(runs())[0]] == BEFORE[claim]


def test_what_turned_each_verdict_is_told():
    now = {"B-e-disc-gap": "NOT REPRODUCED"}
    why = {claim: turned.turned_by(claim, now.get(claim, "SUPPORTED")) for claim in turned.TURNS}
    assert why["B-e-hops"].startswith("**the runs**: ")
    assert "letter's spread 0.044 [0.019, 0.070]" in why["B-e-hops"]
    for claim in ("B-e-disc-gap", "A-e-index"):
        assert why[claim].startswith("**the criterion**: "), claim
    alone = "**the criterion**, and whether it alone cannot be told: "
    assert why["B-e-freq"].startswith(alone)


@pytest.mark.parametrize(
    ("old_on_new", "new_on_old", "words"),
    [
        (Status.TRUE, Status.FALSE, "**the runs**"),
        (Status.FALSE, Status.TRUE, "**the criterion**"),
        (Status.TRUE, Status.TRUE, "either alone"),
        (Status.FALSE, Status.FALSE, "**both together**"),
        (Status.FALSE, Status.UNKNOWN, "**the criterion**, and whether"),
    ],
)
def test_which_of_the_two_it_was(old_on_new, new_on_old, words, monkeypatch):
    turn = turned.Turn((old_on_new, "a"), (new_on_old, "b"))
    monkeypatch.setattr(turned, "TURNS", {"B-e-x": lambda: turn})
    assert turned.turned_by("B-e-x", "SUPPORTED").startswith(words)


def test_a_claim_whose_verdict_stands_has_turned_nothing():
    assert released.changed("B-e-pure", "SUPPORTED", "SUPPORTED", "–") == "not turned"
    asked = released.changed("B-e-pure", "SUPPORTED", "SUPPORTED", "more")
    assert asked == "not turned; asked otherwise: more"
    assert released.changed("B-e-why", "–", "SUPPORTED", "new") == "new"
