"""False counterexamples: the definitions refuse each, as its standalone checker does.

Some are made for one condition, some for the checker in JavaScript, and some are the stored witness
with one entry changed.
"""

from fractions import Fraction
from itertools import product

import pytest

from tests.theory.reports.site.tampering import changed, leaves, pool_of
from tests.theory.reports.site.unsound_edits import WITNESSES
from tests.theory.witnesses.recheck.refusals import CHECKS, hold_refused, is_accepted
from theory.ledger import Status
from theory.witnesses.witness import checker, homes, witness


def _in(part, **changes):
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


def _with(**changes):
    return lambda w: w.update(changes)


def _pairs(letters, integers, inputs):
    """A head that reads Retrieval off two characters of a token, right on all inputs of up to 3."""
    rights = [*letters, *integers]
    tokens = [x + y for x in letters for y in rights]
    bias = {
        q: {t: "1" for t in tokens if t[0] == q[1]} if q[1].isalpha() else {q: "1"} for q in tokens
    }
    return _with(
        letters=letters,
        integers=integers,
        longest=3,
        inputs=inputs,
        weights={t: ["1", "100", "10000"] for t in tokens},
        bias=bias,
    )


def _swapped(w):
    """The parts in the other order, each with what is to be said of the other."""
    undefined, kept = w.pop("undefined"), w.pop("kept")
    w["kept"] = kept | {"tokens": ["A2", "AA"], "answers": ["A2"], "position": 2}
    w["kept"]["last"] = ["BA", "A1", "A1"]
    tokens = ["A1", "BC", "BA"]
    w["undefined"] = undefined | {"tokens": tokens, "position": 2, "fits": ["A2", "AA"]}


AA = {"tokens": ["A1", "A2", "AA"], "answers": ["A1", "A2"], "fits": ["A1", "A2", "AA"]}
TURNS = ["828/2197", "119/169", "12/13"]
THREE = [["3", "-2", "0"], ["4", "-3", "0"], ["0", "0", "0"]]


FALSE = [
    ("A-score", _in("characterises", weights=[["1", "-2"], ["-2", "1"]]), "positive"),
    (
        "A-score",
        _in("uniform", weights=[["1"] * 2] * 2, own="-1", attention=["1", "1", "-1"]),
        "positive",
    ),
    ("A-score", _in("high", own="-1", attention=["1", "1/2", "-1/2"]), "positive"),
    ("A-def-both", lambda w: w.update(weights=[["1"]], own="-3", attention=["-1/2", "3/2"]), "pos"),
    ("A-def-both", lambda w: w.update(weights=[["-1"]], own="2", attention=["-1", "2"]), "pos"),
    ("A-swaps-score", _mirrored, "positive"),
    ("A-thm7", _in("retrieval", cos="3/2", keys=3, phase=0, floor="0", rises=[1, 1]), "no angle"),
    ("A-cor1", _one_attribute, "attribute"),
    (
        "B-listing",
        lambda w: w["index"].update(tokens=["A", "1"], m=1, position=0, listing="A"),
        "no such position",
    ),
    ("B-rem31-index-score", _names("abc", ""), "no"),
    ("B-rem31-index-score", _names("", "123"), "no"),
    ("B-rem31-pure", _with(input=["C1", "D1", "DC"]), "letter"),
    ("B-F23-index", lambda w: w["swap"].update(input=list("aba"), answers=["a", "a"]), "integer"),
    ("B-F23-index", lambda w: w["swap"].update(input=list("ab9"), answers=["9", "9"]), "integer"),
    ("A-cor1", _with(longest=2, inputs=4), "degenerate"),
    ("A-cor1", lambda w: w["select"]["s"].update({"1": "s2"}) or w.update(inputs=1), "wrong on"),
    (
        "A-lem1",
        lambda w: w.update(permutation=[1, 1], outputs=[w["outputs"][0], {"b": "1"}]),
        "not",
    ),
    ("S-two-sided-pure", _with(exponents=THREE, variance="6", half_bound="56/9"), "2 × 2"),
    ("B-F21-steps", _in("case 1", tokens=[1], output={"1": "1", "bias": "1"}), "letter"),
    ("B-F21-steps", _in("pigeonhole", n=4, turns="1/2", t=4), "multiples found are [2, 4]"),
    ("B-F21-steps", _in("pigeonhole", turns="103/300"), "discrepancy is 0"),
    ("B-F22-steps", _in("equal left halves", tokens=["a1", "ab"]), "not proper"),
    ("B-F22-steps", _in("equal left halves", tokens=["a1", "a2", "a1"]), "not two"),
    ("B-F22-steps", _in("printed", cos="3/5", discrepancy="8/5", bound="18/25"), "not in"),
    ("B-F22-steps", _in("printed", n=3, discrepancy="32/25", bound="81/125"), "n0 = 2"),
    ("B-index-def", _in("applied", position=0), "target"),
    (
        "B-informal-gloss",
        _with(weights={"a": "12", "b": "12"}, attention=[["1/3", "2/3"]] * 2),
        "same",
    ),
    ("B-let-comp", _in("undefined", position=3, **AA), "not one answer"),
    ("B-let-def", _in("improper", position=3, **AA), "not one answer"),
    ("B-listing", _in("letter", hops=3, listing=["BC"] * 3), "other hops"),
    ("B-listing", _in("index", tokens=["1", "1"], listing=1), "nothing else"),
    ("B-num-comp-printed", _with(tokens=[*"ABC3"], printed="C", applied="A"), "not one letter"),
    # Refutes the sentence too, which speaks of every h: the claim asks for more.
    ("B-num-comp-printed", _with(tokens=[*"ABC141"], printed="C", applied=1), "go on"),
    ("B-num-def", _in("two", tokens=[*"ABCD5121"], follow="", printed=[[1, 4], [2, 3]]), "two"),
    ("B-num-def-value", _with(tokens=[*"AB13"], starts=[1, 2], answers=["B", "A"]), "k in [2]"),
    ("B-rem31-pure", _with(input=["A1"] * 3 + ["BA"], placement=[TURNS] * 3), "not below"),
    ("B-let-comp", _swapped, "not at the query"),
    ("B-listing", _in("letter", tokens=["", "A1", "BA"], answer="", hops=1, listing=["A1"]), "A1"),
    ("B-rem31-index-score", _names("ab", "0"), "no integer"),
    ("B-rem31-index-score", _names("56", "1"), "no letter"),
    ("B-rem31-retr", _with(longest=2, inputs=22), "degenerate"),
    ("B-rem31-retr", _pairs(["A", "B"], [], 28), "degenerate"),
    ("B-rem31-retr", _pairs("AB", "C", 28), "degenerate"),
    ("B-rem31-retr", _pairs("A1", "2", 163), "degenerate"),
    ("B-rem31-retr", _pairs(["A", "BA"], ["1"], 54), "degenerate"),
    ("B-standard", _with(letters=1, tokens=["b1", "ab"], target=1, rival=0), "outside"),
    ("B-rem31-retr", lambda w: w["bias"].update(A1={"BA": "9"}) or w.update(inputs=2), "wrong on"),
    ("B-F23-index", _in("swap", input=[*"ab12c4"], places=[2, 4], answers=["b", "b"]), "two"),
    ("B-F23-index", _in("swap", input=["a", "", "a", "1"]), "two"),
    ("B-rem32-readings", _in("min", tokens=[["a", "a"], ["c", "1"]]), "another letter"),
    ("B-thm31-retr-valid", _with(position=3, nearest="AA", **AA), "not one answer"),
    (
        "B-thm32-index",
        _with(cos="-5/3", n=3, logits=["-5/3", "1", "-5/3"], discrepancy="8/3"),
        "range",
    ),
    ("B-thm31-retr-valid", _with(tokens=["A1", "AA", "BA"]), "not at the query"),
    (
        "B-thm31-retr-valid",
        _with(tokens=["A1", "AB", "BA"], fits=["A1", "AB"], position=3, nearest="BA"),
        "AB",
    ),
    ("B-thm32-retr-min", _with(letters=1, inputs=5, least="1/4"), "not two letters"),
    ("B-thm32-retr-min", _with(n0=1), "no other position"),
]


@pytest.mark.parametrize(("claim", "change", "reason"), FALSE)
def test_a_counterexample_outside_the_hypotheses_is_refused(claim, change, reason):
    data = witness(claim)
    assert is_accepted(claim, data)
    change(data)
    outcome = CHECKS[claim](data)
    assert outcome.status is Status.FALSE
    assert reason in outcome.found
    hold_refused(claim, change, "")


BOUNDS = {
    "a key that is not used",
    "a bias of no token",
    "extra fields are read",
    "an exponent of a thousand",
    "an exponent of minus a thousand",
    "lengths up to seven",
    "seven offsets",
    "arcs of 65 places",
    "an input of 65 tokens",
    "a longest input of 65 tokens",
    "numbers up to 65",
    "a number of two digits",
    "a match too far back",
    "two hops by value",
    "the same letter twice",
}
"""Forged for a bound of the checkers on form or work that the definitions do without."""


def test_the_definitions_refuse_what_is_forged_for_the_second_checker():
    forged = [(row[0], *row[4:6]) for row in WITNESSES]
    assert {name for name, claim, data in forged if is_accepted(claim, data)} == BOUNDS


WIDER = {
    ("B-F23-index", ("swap", "places")),
    ("B-num-def", ("let in", "hops")),
    ("B-standard", ("letters",)),
    ("B-zero", ("retrieval", "letters")),
}
"""Entries that the definitions read in any order, not at all, or above the checkers' one value."""


def _others(old, pool):
    """What stands in an entry's place: a number next to it, another text, a list cut or turned."""
    if isinstance(old, list):
        return [old[:-1], old[::-1]]
    if isinstance(old, int):
        return [old - 1, old + 1]
    if isinstance(old, dict):
        return []
    try:
        return [str(Fraction(old) + 1), str(-Fraction(old))]
    except ValueError:
        return [text for text in pool if text != old and not text[-1:].isdigit()][:1]


@pytest.mark.parametrize("claim", sorted({*homes()} - {"B-must", "B-F23-retr"}))
def test_the_definitions_accept_no_changed_entry_that_the_checker_refuses(claim):
    """Two claims are left out: the checks of two others judge their witnesses."""
    data = witness(claim)
    for path, old in leaves(data):
        for new in _others(old, pool_of(data)):
            piece = changed(data, path, new)
            if new != old and (claim, path) not in WIDER and is_accepted(claim, piece):
                checker(claim).recheck(claim, piece)
