"""Counterexamples that meet no hypothesis of the claim: the definitions refuse each, as its
standalone checker does."""

from itertools import product

import pytest

from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.claims import CLAIMS
from theory.ledger import Status
from theory.witnesses.witness import DEFINITIONS, witness


def _score(part, **changes):
    return lambda w: w[part].update(changes)


def _mirrored(w):
    w["weights"] = [["1", "-1", "1"], ["-1", "1", "1"], ["1", "1", "1"]]
    w["squared_cosines"] = ["1/9", "1/9"]


def _one_attribute(w):
    """Four symbols, one attribute: right on every input, there being one answer."""
    symbols, row = "stuv", w["weights"]["s1"]
    w.update(symbols=symbols, attributes="1", select={s: {"1": f"{s}1"} for s in symbols})
    w["weights"] = {name: row for s in symbols for name in (s, f"{s}1")}
    inputs = (c for n in range(1, w["longest"]) for c in product(symbols, repeat=n))
    w["inputs"] = sum(len(set(c)) for c in inputs)


def _names(letters, integers):
    def change(w):
        tokens = [*letters, *integers]
        w.update(letters=letters, integers=integers)
        w["contents"] = dict(zip(tokens, w["contents"].values(), strict=True))

    return change


def _other_letters(w):
    w["input"] = ["C1", "D1", "DC"]


FALSE = [
    ("A-score", _score("characterises", weights=[["1", "-2"], ["-2", "1"]]), "positive"),
    (
        "A-score",
        _score("uniform", weights=[["1"] * 2] * 2, own="-1", attention=["1", "1", "-1"]),
        "positive",
    ),
    ("A-score", _score("high", own="-1", attention=["1", "1/2", "-1/2"]), "positive"),
    ("A-def-both", lambda w: w.update(weights=[["1"]], own="-3", attention=["-1/2", "3/2"]), "pos"),
    ("A-def-both", lambda w: w.update(weights=[["-1"]], own="2", attention=["-1", "2"]), "pos"),
    ("A-swaps-score", _mirrored, "positive"),
    (
        "A-thm7",
        _score("retrieval", cos="3/2", keys=3, phase=0, floor="0", rises=[1, 1]),
        "no angle",
    ),
    ("A-cor1", _one_attribute, "attribute"),
    (
        "B-listing",
        lambda w: w["index"].update(tokens=["A", "1"], m=1, position=0, listing="A"),
        "no such position",
    ),
    ("B-rem31-index-score", _names("abc", ""), "no"),
    ("B-rem31-index-score", _names("", "123"), "no"),
    ("B-rem31-pure", _other_letters, "letter"),
    ("B-F23-index", lambda w: w["swap"].update(input=list("aba"), answers=["a", "a"]), "integer"),
    ("B-F23-index", lambda w: w["swap"].update(input=list("ab9"), answers=["9", "9"]), "integer"),
]


@pytest.mark.parametrize(("claim", "change", "reason"), FALSE)
def test_a_counterexample_outside_the_hypotheses_is_refused(claim, change, reason):
    (check,) = (
        evidence.check
        for one in CLAIMS
        if one.id == claim
        for evidence in one.evidence
        if evidence.name == DEFINITIONS
    )
    data = witness(claim)
    assert check(data).status is Status.TRUE
    change(data)
    outcome = check(data)
    assert outcome.status is Status.FALSE
    assert reason in outcome.found
    hold_refused(claim, change, "")
