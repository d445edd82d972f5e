# ruff: noqa: E501
# fmt: off
"""Forged witnesses whose recorded numbers were made anew, so that one condition alone is against
them: (name, file, old text, new, claim, the witness). The checker without that condition accepts
each; both checkers refuse it.
"""

from typing import Any

from tests.theory.reports.site.tampering import changed
from theory.witnesses.witness import witness


def of(claim: str, *edits: tuple[tuple[Any, ...], Any]) -> Any:
    """The stored witness with other values at some places."""
    data = witness(claim)
    for path, new in edits:
        data = changed(data, path, new)
    return data


SCORE = {
    "characterises": {"weights": [["1", "2"], ["2", "1"]]},
    "uniform": {"weights": [["1", "1"], ["1", "1"]], "own": "2", "attention": ["1/4", "1/4", "1/2"]},
    "high": {"weights": [["2", "1"], ["1", "1"]], "own": "1", "attention": ["1/2", "1/4", "1/4"], "level": "9/10", "squared_cosines": ["9/10", "9/10"]},
}
BLOCKS = {"block": 2, "permutation": [1, 0, 2, 3]}
RETRIEVAL = {"letters": 2, "n0": 2, "cos": "4/5"}
PURE = {"letters": "AB", "cos": "12/13", "sin": "5/13", "input": ["A1", "B1", "BA"], "placement": [["119/169", "12/13"], ["-119/169", "-12/13"]]}
TIE = {"retrieval": {"letters": 2, "tokens": ["a1", "a1", "ba"], "gap": "1"}, "index": {"theta_over_pi": "1", "tokens": ["a", "b", "a"], "gap": "3"}}
WIDE = {"cos": "3/5", "sin": "4/5", "keys": {"a": ["1", "0", "1", "0"], "b": ["1", "0", "0", "1"]}, "query": ["1", "0", "0", "0"], "row": ["-7/25", "3/5"]}
ANGLE = "need(cos.times(cos).plus(sin.times(sin)).is(ONE) && "
BETWEEN = "need(cos.isBelow(ONE) && cos.isAbove(q(-1)), \"cos θ is not between -1 and 1\");"

REMADE: list[tuple[str, str, str, str, str, Any]] = [
    ("columns that differ", "placement.js", "need(isPositional(E),", "need(true,", "A-def-both", {"weights": [["1", "1"], ["2", "2"]], "own": "1", "attention": ["1/4", "1/2", "1/4"]}),
    ("rows that differ", "placement.js", "need(isSymbolic(E),", "need(true,", "A-def-both", {"weights": [["1", "2"], ["1", "2"]], "own": "1", "attention": ["1/4", "1/2", "1/4"]}),
    ("uniform attention", "placement.js", "need(!constant(row), \"attention", "need(true, \"attention", "A-def-both", {"weights": [["1"]], "own": "1", "attention": ["1/2", "1/2"]}),
    ("a permutation that sees nothing", "placement.js", "need(found.every((c) => c.isBelow(ONE)),", "need(true,", "A-swaps-score", {"weights": [["1"] * 3] * 3, "permutation": [1, 2, 0], "squared_cosines": ["1", "1"]}),
    ("one block", "placement.js", "size % block === 0 && size > block", "size % block === 0", "A-swaps-block", of("A-swaps-block", (("block",), 4))),
    ("a swap of blocks along a column", "placement.js", "need(M[k][j].is(M[j][j]) && M[j][k].is(M[j][j]),", "need(M[j][k].is(M[j][j]),", "A-swaps-block", BLOCKS | {"logits": [["0", "1", "0", "0"], ["0"] * 4, ["5", "0", "5", "0"], ["0"] * 4]}),
    ("a swap of blocks along a row", "placement.js", "need(M[k][j].is(M[j][j]) && M[j][k].is(M[j][j]),", "need(M[k][j].is(M[j][j]),", "A-swaps-block", BLOCKS | {"logits": [["0", "1", "5", "0"], ["0"] * 4, ["0", "0", "5", "0"], ["0"] * 4]}),
    ("no δ_sym", "placement.js", "need(move.some((k, j) => !M[j][k].is(M[j][j])),", "need(true,", "A-swaps-block", BLOCKS | {"logits": [["0"] * 4, ["1", "1", "0", "1"], ["0"] * 4, ["0", "1", "0", "1"]]}),
    ("a constant head characterises", "placement.js", "need(!isPositional(first), \"characterises: the head is positional\");\n    need(!isSymbolic(first),", "need(true,", "A-score", SCORE | {"characterises": {"weights": [["1", "1"], ["1", "1"]]}}),
    ("uniform after all", "placement.js", "need(!constant(row), \"uniform", "need(true, \"uniform", "A-score", SCORE | {"uniform": {"weights": [["1", "1"], ["1", "1"]], "own": "1", "attention": ["1/3"] * 3}}),
    ("one swap of three places", "placement.js", "need(E.length === 2,", "need(true,", "A-score", SCORE | {"high": SCORE["high"] | {"weights": [["2", "1", "1"], ["1"] * 3, ["1"] * 3], "attention": ["2/5", "1/5", "1/5", "1/5"]}}),
    ("a score that is not high", "placement.js", "need(found.every((c) => !c.isBelow(q(81, 100))),", "need(true,", "A-score", SCORE | {"high": SCORE["high"] | {"weights": [["3", "1"], ["1", "1"]], "attention": ["3/5", "1/5", "1/5"], "squared_cosines": ["4/5", "4/5"]}}),
    ("alike before the query", "placement.js", "need(!row[0].is(row[1]),", "need(true,", "A-score", SCORE | {"high": SCORE["high"] | {"weights": [["1", "1"], ["1", "1"]], "attention": ["1/3"] * 3, "squared_cosines": ["1", "1"]}}),
    ("no score is low", "placement.js", "need(found.some((c) => !c.isAbove(level.times(level))),", "need(true,", "S-two-sided-pure", {"exponents": [["1", "0"], ["0", "1"]], "level": "1/20", "squared_cosines": ["1", "1"], "variance": "0", "half_bound": "1/2"}),
    ("half the bound", "placement.js", "need(!spread.is(middle),", "need(true,", "S-two-sided-pure", {"exponents": [["3", "-3"], ["3", "-3"]], "level": "1/20", "squared_cosines": ["1", "16384/16785409"], "variance": "9", "half_bound": "9"}),
    ("the bound of Index holds", "heads.js", "need(above,", "need(true,", "B-thm32-index", {"cos": "-3/5", "n": 3, "target": 1, "logits": ["-3/5", "1", "-3/5"], "discrepancy": "8/5"}),
    ("a cosine above 1", "heads.js", BETWEEN, "", "B-thm32-index", {"cos": "5/3", "n": 2, "target": 0, "logits": ["1", "5/3"], "discrepancy": "2/3"}),
    ("a cosine below -1", "heads.js", "need(cos.isBelow(ONE) && cos.isAbove(q(-1)),", "need(cos.isBelow(ONE),", "B-thm32-index", {"cos": "-5/3", "n": 3, "target": 0, "logits": ["1", "-5/3", "41/9"], "discrepancy": "32/9"}),
    ("longer than n0", "heads.js", "need(2 <= n && n <= n0,", "need(2 <= n,", "B-thm32-retr", RETRIEVAL | {"tokens": [["b", "b"], ["b", "b"], ["a", "a"]], "logits": ["1", "-4/5", "-7/25"], "discrepancy": "32/25", "bound": "81/125"}),
    ("the bound of Retrieval holds", "heads.js", "need(found.isAbove(printed), \"the printed bound holds\");\n    return `On", "return `On", "B-thm32-retr", RETRIEVAL | {"tokens": [["b", "1"], ["b", "1"]], "logits": ["1", "4/5"], "discrepancy": "1/5", "bound": "32/25"}),
    ("a left half that is no letter", "heads.js", "need(letters.includes(left),", "need(true,", "B-thm32-retr", of("B-thm32-retr", (("tokens", 0), ["1", "1"]))),
    ("outputs that agree", "impossibility.js", "need(!sameAttention(found[0], found[1]),", "need(true,", "A-lem1", of("A-lem1", (("permutation",), [0, 1]), (("outputs", 1), {"a": "1/3", "b": "2/3"}))),
    ("a name twice", "impossibility.js", "need(new Set(found).size === found.length,", "need(true,", "B-rem31-pure", PURE | {"letters": "AA", "input": ["A1", "A1", "A1"], "placement": [["119/169", "12/13"]] * 2}),
    ("three letters", "impossibility.js", "need(letters.length === 2,", "need(true,", "B-rem31-pure", PURE | {"letters": "ABC"}),
    ("no point of the circle", "impossibility.js", ANGLE, "need(", "B-rem31-pure", PURE | {"sin": "12/13", "placement": [["0", "12/13"], ["0", "-12/13"]]}),
    ("an angle beyond a quarter turn", "impossibility.js", "is(ONE) && cos.isAbove(ZERO)", "is(ONE)", "B-rem31-pure", PURE | {"cos": "-12/13", "placement": [["119/169", "-12/13"], ["-119/169", "12/13"]]}),
    ("an angle that is not small", "impossibility.js", "need(cos.times(cos).isAbove(q(3, 4)),", "need(true,", "B-rem31-pure", PURE | {"cos": "4/5", "sin": "3/5", "placement": [["7/25", "4/5"], ["-7/25", "-4/5"]]}),
    ("a swap that changes the answer", "impossibility.js", "need(found[0] === found[1],", "need(true,", "B-F23-index", of("B-F23-index", (("swap",), {"input": ["b", "c", "a", "3"], "places": [0, 1], "answers": ["b", "c"]}))),
    ("a number as the answer", "impossibility.js", "need(found.every((token) => LETTER.test(token)),", "need(true,", "B-F23-index", of("B-F23-index", (("swap",), {"input": ["a", "b", "1", "1"], "places": [0, 1], "answers": ["1", "1"]}))),
    ("weights that fall slowly", "impossibility.js", "need(!cosine.isAbove(LOW),", "need(true,", "A-cor1", of("A-cor1", *((("weights", token), [str(3**k) for k in range(len(row))]) for token, row in witness("A-cor1")["weights"].items()))),
    ("contents that are alike", "impossibility.js", "need(!squared.isAbove(LOW.times(LOW)),", "need(true,", "B-rem31-index-score", of("B-rem31-index-score", (("contents", "b"), "20"))),
    ("offsets that tell nothing", "impossibility.js", "need((answers.get(seen) ?? answer) === answer,", "need(true,", "B-rem31-index-score", of("B-rem31-index-score", (("offsets",), ["1"] * 6))),
    ("a number beyond every input", "impossibility.js", "need(integers.every((digit) => Number(digit) < longest),", "need(true,", "B-rem31-index-score", of("B-rem31-index-score", (("integers",), "9"), (("contents",), {"a": "1", "b": "50", "9": "2500"}))),
    ("three offsets", "impossibility.js", "need(longest >= 4 && ", "need(", "B-rem31-index-score", of("B-rem31-index-score", (("offsets",), ["101", "102", "104"]), (("inputs",), 39))),
    ("two contents", "impossibility.js", " && tokens.length >= 3", "", "B-rem31-index-score", of("B-rem31-index-score", (("letters",), "a"), (("contents",), {"a": "1", "1": "2500"}), (("inputs",), 126))),
    ("planes turned by no angle", "designs.js", ANGLE, "need(", "B-keys-wide", WIDE | {"sin": "3/5", "row": ["0", "3/5"]}),
    ("planes not turned", "designs.js", "is(ONE) && !sin.is(ZERO)", "is(ONE)", "B-keys-wide", WIDE | {"cos": "1", "sin": "0", "row": ["1", "1"]}),
    ("a query of 0", "designs.js", "need(query.some((x) => !x.is(ZERO)),", "need(true,", "B-keys-wide", WIDE | {"query": ["0"] * 4, "row": ["0", "0"]}),
    ("keys that are one", "designs.js", "need(!other.some((row) => room.equal(row, found[0])),", "need(true,", "B-informal-gloss", {"weights": {"a": ["1", "1"], "b": ["1", "1"]}, "keys": ["a", "b"], "attention": [["1/2", "1/2"]] * 2}),
    ("a key that is not used", "designs.js", "given.size === 2 && keys.every", "keys.every", "B-informal-gloss", of("B-informal-gloss", (("weights", "c"), ["1", "1"]))),
    ("a tie that leads to nothing", "designs.js", " && first.isAbove(ZERO)", "", "B-zero", TIE | {"retrieval": {"letters": 2, "tokens": ["a1", "a2"], "gap": "0"}}),
    ("planes that never turn", "designs.js", "need(!turn.is(ZERO) && ", "need(", "B-zero", TIE | {"index": {"theta_over_pi": "0", "tokens": ["a", "b", "a"], "gap": "5/3"}}),
    ("a tie that the answer loses", "designs.js", " && found.isAbove(ZERO)", "", "B-zero", TIE | {"index": {"theta_over_pi": "1", "tokens": ["b"] * 12 + ["a"], "gap": "-3/7"}}),
]
