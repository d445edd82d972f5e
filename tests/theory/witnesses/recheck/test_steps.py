"""The standalone rechecker of the witnesses about printed proofs and remarks."""

import pytest

from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.witnesses.recheck import steps

TAMPERED = [
    ("B-listing", lambda w: w["letter"]["tokens"].__setitem__(1, "B2"), "not one chain"),
    ("B-listing", lambda w: w["letter"].update(hops=1), "not one chain"),
    ("B-listing", lambda w: w["letter"].update(listing=["BC"]), "Listing 1 gives"),
    ("B-listing", lambda w: w["index"].update(m=2), "not n > m"),
    ("B-lemF1-proof", lambda w: w["display"].update(logits=["-1", "0"]), "not all equal"),
    ("B-lemF1-proof", lambda w: w["display"].update(beta="1"), "no larger"),
    ("B-lemF1-proof", lambda w: w["rate"].update(logits=[["0", "1"], ["0", "0", "1"]]), "positive"),
    ("B-lemF1-proof", lambda w: w["rate"].update(bound="1/2"), "another bound"),
    ("B-F21-steps", lambda w: w["pigeonhole"].update(turns="1/4"), "multiples found"),
    ("B-F21-steps", lambda w: w["case 1"]["output"].update(bias="3"), "another output"),
    ("B-F21-steps", lambda w: w["irrational"].update(n=2), "no tie"),
    ("B-F22-steps", lambda w: w["equal left halves"].update(cos="3/5"), "not in (0, π/4)"),
    ("B-F22-steps", lambda w: w["printed"].update(asked="a"), "left to compare"),
    ("B-F22-steps", lambda w: w["printed"].update(bound="9/5"), "the bound is"),
    ("B-standard", lambda w: w.update(theta="1/2"), "another angle"),
    ("B-standard", lambda w: w["tokens"].__setitem__(0, "a2"), "not proper"),
    ("B-keys-wide", lambda w: w.update(query=["1"] * 4), "a row is"),
    ("B-keys-wide", lambda w: w["keys"].update(b=["1", "0", "1", "0"]), "aligned"),
    ("B-informal-gloss", lambda w: w["weights"].update(b=["2", "2"], a=["1", "1"]), "attention is"),
    ("B-informal-gloss", lambda w: w.update(keys=["a", "a"]), "not two keys"),
    ("B-zero", lambda w: w["retrieval"].update(tokens=["b1", "a1", "ba"]), "Δ is not 0"),
    ("B-zero", lambda w: w["index"].update(theta_over_pi="1/2"), "Δ is not 0"),
    ("B-zero", lambda w: w["index"].update(tokens=["a", "b", "b"]), "index: gap"),
]


@pytest.mark.parametrize(("claim", "edit", "reason"), TAMPERED)
def test_tampering_is_refused_for_the_right_reason(claim, edit, reason):
    hold_refused(claim, edit, reason)


def test_chains_of_earlier_pairs_are_followed_whole_and_two_of_them_counted():
    assert steps.ends(["A1", "BA", "CB"], 2) == [("A1", 2)]
    assert steps.ends(["A1", "A2", "BA"], 2) == [("A1", 1), ("A2", 1)]
    assert steps.ends(["BA", "CB"], 1) == []
    # 2^58 chains, of which none and then all but one end
    assert steps.ends(["AA"] * 60, 59) == []
    assert steps.ends(["A1", *["AA"] * 59], 59) == [("A1", 1), ("A1", 2)]
