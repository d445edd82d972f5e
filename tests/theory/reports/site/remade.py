# ruff: noqa: E501
# fmt: off
"""Forged witnesses whose recorded numbers were recomputed, so that one condition alone is against
them: (name, file, old text, new, claim, the witness). The checker without that condition accepts
each; both checkers refuse it.
"""

from fractions import Fraction
from typing import Any

from tests.theory.reports.site.tampering import changed
from theory.witnesses.witness import witness


def of(claim: str, *edits: tuple[tuple[Any, ...], Any]) -> Any:
    """The stored witness with other values at some places."""
    data = witness(claim)
    for path, new in edits:
        data = changed(data, path, new)
    return data


def index_bound(cosine: str, n: int, target: int) -> Any:
    """A witness of B-thm32-index with its numbers."""
    row, c = [Fraction(1), Fraction(cosine)], Fraction(cosine)
    while len(row) < n:
        row.append(2 * c * row[-1] - row[-2])
    logits = [row[abs(t - target)] for t in range(n)]
    first, second = sorted(logits)[: -3 : -1]
    return {"cos": cosine, "n": n, "target": target, "logits": list(map(str, logits)), "discrepancy": str(first - second)}


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
    ("keys that are one", "designs.js", "need(!other.some((row) => lib.equal(row, found[0])),", "need(true,", "B-informal-gloss", {"weights": {"a": ["1", "1"], "b": ["1", "1"]}, "keys": ["a", "b"], "attention": [["1/2", "1/2"]] * 2}),
    ("a key that is not used", "designs.js", "given.size === 2 && keys.every", "keys.every", "B-informal-gloss", of("B-informal-gloss", (("weights", "c"), ["1", "1"]))),
    ("a tie that leads to nothing", "designs.js", " && first.isAbove(ZERO)", "", "B-zero", TIE | {"retrieval": {"letters": 2, "tokens": ["a1", "a2"], "gap": "0"}}),
    ("planes that never turn", "designs.js", "need(!turn.is(ZERO) && ", "need(", "B-zero", TIE | {"index": {"theta_over_pi": "0", "tokens": ["a", "b", "a"], "gap": "5/3"}}),
    ("a tie that the answer loses", "designs.js", " && found.isAbove(ZERO)", "", "B-zero", TIE | {"index": {"theta_over_pi": "1", "tokens": ["b"] * 12 + ["a"], "gap": "-3/7"}}),
    ("one place", "placement.js", "E.length > 1", "true", "A-score", of("A-score", (("uniform", "weights"), [["1"]]), (("uniform", "attention"), ["1/3", "2/3"]))),
    ("negative weights of a constant head", "placement.js", "attention\");\n    const E = square(rows, positive);", "attention\");\n    const E = square(rows, lib.number);", "A-def-both", {"weights": [["-1", "-1"], ["-1", "-1"]], "own": "1", "attention": ["1", "1", "-1"]}),
    ("a query that weighs nothing", "placement.js", "\");\n    const E = square(rows, positive);\n    const row = attention(E, positive(own), written);", "\");\n    const E = square(rows, positive);\n    const row = attention(E, lib.number(own), written);", "A-def-both", of("A-def-both", (("own",), "0"), (("attention",), ["1", "0"]))),
    ("negative weights before a permutation", "placement.js", "squared_cosines\");\n    const E = square(rows, positive);", "squared_cosines\");\n    const E = square(rows, lib.number);", "A-swaps-score", of("A-swaps-score", (("weights",), [["-1", "-2", "-1"], ["-2", "-1", "-1"], ["-1", "-1", "-1"]]))),
    ("negative weights that characterise", "placement.js", "], positive);", "], lib.number);", "A-score", of("A-score", (("characterises",), {"weights": [["-1", "-2"], ["-2", "-1"]]}))),
    ("negative weights that are uniform", "placement.js", "second = square(rows, positive);", "second = square(rows, lib.number);", "A-score", of("A-score", (("uniform",), {"weights": [["-1", "-1"], ["-1", "-1"]], "own": "1", "attention": ["1", "1", "-1"]}))),
    ("a query without weight", "placement.js", "second, positive(own", "second, lib.number(own", "A-score", of("A-score", (("uniform", "own"), "0"), (("uniform", "attention"), ["1/2", "1/2", "0"]))),
    ("negative weights of high scores", "placement.js", "names);\n    const E = square(rows, positive);", "names);\n    const E = square(rows, lib.number);", "A-score", of("A-score", (("high", "weights"), [["-2", "-1"], ["-1", "-1"]]), (("high", "attention"), ["1", "1/2", "-1/2"]))),
    ("high scores at a query without weight", "placement.js", "names);\n    const E = square(rows, positive);\n    const row = attention(E, positive(own), written);", "names);\n    const E = square(rows, positive);\n    const row = attention(E, lib.number(own), written);", "A-score", of("A-score", (("high", "own"), "0"), (("high", "attention"), ["2/3", "1/3", "0"]))),
    ("two scores of three places", "placement.js", "M.length === 2", "true", "S-two-sided-pure", of("S-two-sided-pure", (("exponents",), [["3", "-3", "0"], ["3", "-3", "0"], ["0", "0", "0"]]), (("half_bound",), "6"))),
    ("an exponent that is no integer", "placement.js", "k.below === 1n", "true", "S-two-sided-pure", of("S-two-sided-pure", (("exponents",), [["3", "-2"], ["7/2", "-3"]]), (("squared_cosines",), ["1073807361/1074008065", "331776/1074008065"]), (("half_bound",), "137/16"))),
    ("an exponent of a thousand", "placement.js", "k.above <= 999n", "true", "S-two-sided-pure", of("S-two-sided-pure", (("exponents",), [["1003", "998"], ["1004", "997"]]))),
    ("an exponent of minus a thousand", "placement.js", "k.above >= -999n", "true", "S-two-sided-pure", of("S-two-sided-pure", (("exponents",), [["-997", "-1002"], ["-996", "-1003"]]))),
    ("a cosine of -5/3", "canonical.js", "found.isAbove(q(-1))", "true", "A-thm7", of("A-thm7", (("retrieval", "cos"), "-5/3"), (("retrieval", "phase"), 3), (("retrieval", "floor"), "-2"), (("retrieval", "rises"), [-1, 1]))),
    ("seven keys of Index", "canonical.js", "keys\", \"rises\");\n    const keys = whole(size, 3, MOST, \"keys\");", "keys\", \"rises\");\n    const keys = whole(size, 3, 99, \"keys\");", "A-thm7", of("A-thm7", (("index", "keys"), 7), (("index", "rises"), [1, 1, -1, 1, -1, -1]))),
    ("two keys of Retrieval", "canonical.js", "floor\", \"rises\");\n    const keys = whole(size, 3, MOST, \"keys\");", "floor\", \"rises\");\n    const keys = whole(size, -99, MOST, \"keys\");", "A-thm7", of("A-thm7", (("retrieval",), {"cos": "3/5", "keys": 2, "phase": 3, "floor": "-2", "rises": [1]}))),
    ("one pair", "canonical.js", "size, 2, MOST", "size, -99, MOST", "A-one-angle", of("A-one-angle", (("keys",), 1), (("inputs",), [4]))),
    ("lengths up to seven", "canonical.js", "2, MOST, \"a", "2, 99, \"a", "A-thm3-lengths", of("A-thm3-lengths", (("lengths",), [6, 7]), (("target",), 5))),
    ("one length twice", "canonical.js", "lengths[0] !== lengths[1]", "true", "A-thm3-lengths", {"lengths": [4, 4], "target": 3, "distances": [1, 1]}),
    ("a target before the query", "heads.js", "first, 0, n ", "first, -99, n ", "B-irr", of("B-irr", (("n",), 2), (("target",), -1), (("other",), 1))),
    ("a target beyond the input", "heads.js", "first, 0, n - 1, \"target", "first, 0, 99, \"target", "B-irr", of("B-irr", (("n",), 2), (("target",), 2), (("other",), 0))),
    ("a number in a list of its own", "heads.js", "lib.isText(token)", "true", "B-thm31-index-head", of("B-thm31-index-head", (("inputs",), [{"tokens": ["a", "2", "2", "1", ["1"]], "place": 2, "rival": 1}, {"tokens": ["a", "a", "a", "4", "2"], "place": 4, "rival": 2}]))),
    ("an input of 65 tokens", "heads.js", "1\");\n    const n = whole(length, 2, MOST, \"n\");", "1\");\n    const n = whole(length, 2, 99, \"n\");", "B-thm32-index", index_bound("-14/19", 65, 32)),
    ("a target after the query", "heads.js", "at, 0, n ", "at, -99, n ", "B-thm32-index", {"cos": "1/10", "n": 2, "target": -1, "logits": ["1/10", "-49/50"], "discrepancy": "27/25"}),
    ("half of a pair in a list", "heads.js", "lib.isText(x)", "true", "B-thm32-retr", of("B-thm32-retr", (("tokens",), [[["b"], "b"], ["a", "a"]]))),
    ("a longest input of 65 tokens", "heads.js", "length;\n    const n0 = whole(limit, 2, MOST, \"n0\");", "length;\n    const n0 = whole(limit, 2, 99, \"n0\");", "B-thm32-retr", of("B-thm32-retr", (("n0",), 65), (("cos",), "9999/10000"), (("logits",), ["1", "-9999/10000"]), (("discrepancy",), "19999/10000"), (("bound",), "99980001/50000000"))),
    ("the bound of the least holds", "heads.js", "least discrepancy is ${found}`);\n    const printed = ONE.plus(cos[n]);\n    need(number(bound).is(printed), `the bound is ${printed}`);\n    need(found.isAbove(printed), \"the printed bound holds\");", "least discrepancy is ${found}`);\n    const printed = ONE.plus(cos[n]);\n    need(number(bound).is(printed), `the bound is ${printed}`);\n    need(true, \"the printed bound holds\");", "B-thm32-retr-min", of("B-thm32-retr-min", (("n",), 2), (("cos",), "4/5"), (("inputs",), 18), (("least",), "1/5"), (("bound",), "32/25"))),
    ("no integers of Retrieval", "impossibility.js", "text !== \"\"", "true", "B-rem31-retr", of("B-rem31-retr", (("integers",), ""), (("longest",), 3), (("inputs",), 28), (("weights",), {"AA": ["1", "100", "10000"], "AB": ["1", "100", "10000"], "BA": ["1", "100", "10000"], "BB": ["1", "100", "10000"]}), (("bias",), {"AA": {"AA": "1", "AB": "1"}, "AB": {"BA": "1", "BB": "1"}, "BA": {"AA": "1", "AB": "1"}, "BB": {"BA": "1", "BB": "1"}}))),
    ("a query that weighs less than nothing", "impossibility.js", "token, positive(weight", "token, lib.number(weight", "A-lem1", of("A-lem1", (("weights",), {"a": {"a": "1", "b": "1"}, "b": {"a": "1", "b": "1"}}), (("own",), {"a": "-2", "b": "-2"}), (("outputs",), [{"a": "-1", "b": "2"}, {"a": "2", "b": "-1"}]))),
    ("one symbol", "impossibility.js", "symbols.length >= 2", "true", "A-cor1", of("A-cor1", (("symbols",), "s"), (("inputs",), 14), (("weights",), {"s1": ["1", "100", "10000", "1000000"], "s2": ["1", "100", "10000", "1000000"], "s": ["1", "100", "10000", "1000000"]}), (("select",), {"s": {"1": "s1", "2": "s2"}}))),
    ("one attribute", "impossibility.js", "attributes.length >= 2", "true", "A-cor1", of("A-cor1", (("attributes",), "1"), (("inputs",), 22), (("weights",), {"s1": ["1", "100", "10000", "1000000"], "t1": ["1", "100", "10000", "1000000"], "s": ["1", "100", "10000", "1000000"], "t": ["1", "100", "10000", "1000000"]}), (("select",), {"s": {"1": "s1"}, "t": {"1": "t1"}}))),
    ("inputs of two tokens", "impossibility.js", "attributes\");\n    const longest = whole(most, 3, 6, \"longest\");", "attributes\");\n    const longest = whole(most, -99, 6, \"longest\");", "A-cor1", of("A-cor1", (("longest",), 2), (("inputs",), 4), (("weights",), {"s1": ["1", "100"], "s2": ["1", "100"], "t1": ["1", "100"], "t2": ["1", "100"], "s": ["1", "100"], "t": ["1", "100"]}))),
    ("one letter of Retrieval", "impossibility.js", "letters.length >= 2", "true", "B-rem31-retr", of("B-rem31-retr", (("letters",), "A"), (("longest",), 3), (("inputs",), 9), (("weights",), {"AA": ["1", "100", "10000"], "A1": ["1", "100", "10000"]}), (("bias",), {"AA": {"AA": "1", "A1": "1"}, "A1": {"A1": "1"}}))),
    ("inputs of two tokens of Retrieval", "impossibility.js", "letters\");\n    const longest = whole(most, 3, 6, \"longest\");", "letters\");\n    const longest = whole(most, -99, 6, \"longest\");", "B-rem31-retr", of("B-rem31-retr", (("longest",), 2), (("inputs",), 22), (("weights",), {"AA": ["1", "100"], "AB": ["1", "100"], "A1": ["1", "100"], "BA": ["1", "100"], "BB": ["1", "100"], "B1": ["1", "100"]}))),
    ("a bias of no token", "impossibility.js", "[...row.keys()].every((token) => tokens.includes(token))", "true", "B-rem31-retr", of("B-rem31-retr", (("bias", "AA"), {"AA": "1", "AB": "1", "A1": "1", "zz": "1"}))),
    ("seven offsets", "impossibility.js", "longest <= 6", "true", "B-rem31-index-score", of("B-rem31-index-score", (("inputs",), 3279), (("offsets",), ["101", "102", "104", "108", "116", "132", "164"]))),
    ("offsets below 0", "impossibility.js", "(positive);", "(lib.number);", "B-rem31-index-score", of("B-rem31-index-score", (("offsets",), ["-101", "-102", "-104", "-108", "-116", "-132"]))),
    ("a token of the swap in a list", "impossibility.js", "lib.isText(token)", "true", "B-F23-index", of("B-F23-index", (("swap", "input"), [["c"], "a", "b", "a", "1"]), (("swap", "places"), [1, 2]))),
    ("a letter that points", "impossibility.js", "back < input.length", "true", "B-F23-index", of("B-F23-index", (("swap", "input"), ["a", "b", "c", "a"]), (("swap", "places"), [1, 2]))),
    ("a pair in two halves", "impossibility.js", "lib.isText(x)", "true", "B-rem31-pure", of("B-rem31-pure", (("input",), [["A", "1"], "B1", "BA"]))),
    ("no letter as a wrong answer", "tasks.js", "index >= 1n", "true", "B-num-def", of("B-num-def", (("wrong", "tokens"), ["A", "B", "2"]), (("wrong", "follow"), "A"), (("wrong", "printed"), [[1, 0]]))),
    ("nowhere, and nothing printed there", "tasks.js", "  to !== \"\" &", "  true &", "B-num-def", of("B-num-def", (("worked",), {"tokens": ["A", "2", "1"], "follow": "", "hops": 2, "printed": [[1, 2]]}))),
    ("no ends", "tasks.js", "ends.length > 0 ", "true ", "B-num-def", of("B-num-def", (("worked",), {"tokens": ["A", "1", "2"], "follow": "A", "hops": 1, "printed": []}))),
    ("the hops of the formulas", "tasks.js", "ends.every(([H]) => H !== BigInt(hops))", "true", "B-num-def", of("B-num-def", (("worked",), {"tokens": ["A", "1", "1"], "follow": "A", "hops": 2, "printed": [[1, 2], [2, 2]]}))),
    ("an answer of the formulas", "tasks.js", "answers.every((a) => a === \"\")", "true", "B-num-def", of("B-num-def", (("worked",), {"tokens": ["A", "B", "C", "1", "4", "1"], "follow": "A", "hops": 2, "printed": [[1, 3]]}))),
    ("a wrong answer where the steps lead nowhere", "tasks.js", "answers) => to !== \"\" && ends", "answers) => true && ends", "B-num-def", of("B-num-def", (("wrong",), {"tokens": ["A", "B", "3", "1"], "follow": "", "hops": 2, "printed": [[1, 2]]}))),
    ("a first of two answers", "tasks.js", " ends.length === 1 ", " true ", "B-num-def", of("B-num-def", (("wrong",), {"tokens": ["A", "B", "2", "1"], "follow": "A", "hops": 2, "printed": [[1, 2], [2, 1]]}))),
    ("a number as a wrong answer", "tasks.js", "answers[0] !== \"\"", "true", "B-num-def", of("B-num-def", (("wrong",), {"tokens": ["A", "1", "1", "2"], "follow": "A", "hops": 2, "printed": [[2, 3]]}))),
    ("one answer of the formulas", "tasks.js", "new Set(answers.filter((a) => a !== \"\")).size === 2", "true", "B-num-def", of("B-num-def", (("two", "tokens"), ["A", "1"]), (("two", "hops"), 1), (("two", "printed"), [[1, 1]]))),
    ("shut out of nothing", "tasks.js", "ends) => to !== \"\" && ends", "ends) => true && ends", "B-num-def", of("B-num-def", (("shut out", "tokens"), ["A", "2"]), (("shut out", "follow"), ""))),
    ("shut out and printed", "tasks.js", "ends.length === 0", "true", "B-num-def", of("B-num-def", (("shut out", "tokens"), ["A", "1"]), (("shut out", "printed"), [[1, 1]]))),
    ("let in where it leads", "tasks.js", "to === \"\"", "true", "B-num-def", of("B-num-def", (("let in",), {"tokens": ["A", "1"], "follow": "A", "hops": 1, "printed": [[1, 1]]}))),
    ("let in by nothing", "tasks.js", "ends.length > 0,", "true,", "B-num-def", of("B-num-def", (("let in", "tokens"), ["A", "2"]), (("let in", "hops"), 1), (("let in", "printed"), []))),
    ("two hops by value", "tasks.js", "hops === 1", "true", "B-num-def-value", {"tokens": ["A", "B", "1", "3", "1"], "starts": [1, 3], "answers": ["B", "A"]}),
    ("steps that lead nowhere", "tasks.js", "(to !== \"\" ", "(true ", "B-index-def", of("B-index-def", (("applied", "tokens"), ["A", "2", "1"]), (("applied", "follow"), ""))),
    ("the hops of Index alone", "tasks.js", "ends[0][0] === count", "true", "B-num-comp-printed", {"tokens": ["A", "B", "C", "1", "4", "1"], "hops": 2, "printed": "C", "applied": "A"}),
    ("an empty printed answer", "tasks.js", "answer !== \"\"", "true", "B-num-comp-printed", of("B-num-comp-printed", (("tokens",), ["A", "B", "C", "3"]), (("printed",), ""), (("applied",), "A"))),
    ("the hops of the printed formulas alone", "tasks.js", "&& count === BigInt(hops), `Index", "&& true, `Index", "B-num-comp-printed", of("B-num-comp-printed", (("tokens",), ["A", "B", "C", "1", "4", "1"]), (("printed",), "C"), (("applied",), "A"))),
    ("a pair in a list of its own", "steps.js", "lib.isText(token)", "true", "B-listing", of("B-listing", (("letter", "tokens"), [["A1"], "A1", "BC", "BA", "DB"]))),
    ("a chain to any token", "steps.js", "tokens[k][0] === tokens[place][1]", "true", "B-listing", of("B-listing", (("letter", "tokens"), ["A1", "BC"]), (("letter", "hops"), 1), (("letter", "listing"), ["BC"]))),
    ("a listing that looks ahead", "steps.js", "i < n", "true", "B-listing", of("B-listing", (("letter", "tokens"), ["A1", "GA", "BC", "DE", "CD", "BG", "FB"]), (("letter", "hops"), 3), (("letter", "listing"), ["BC", "CD", "DE"]))),
    ("a listing that takes any token", "steps.js", "one[0] === token[1]", "true", "B-listing", of("B-listing", (("letter", "tokens"), ["C1", "A1", "BA"]), (("letter", "hops"), 1), (("letter", "listing"), ["C1"]))),
    ("a listing that still moves", "steps.js", "seen.at(-1) === seen.at(-2)", "true", "B-listing", of("B-listing", (("letter", "tokens"), ["A1", "XY", "WX", "VW", "UV", "TU", "BT", "BA", "EB"]), (("letter", "listing"), ["BT", "TU"]))),
    ("a number that points inside", "steps.js", "Number(token) >= place", "true", "B-listing", of("B-listing", (("index", "tokens"), ["A", "1"]), (("index", "position"), 2))),
    ("a number found from the end", "steps.js", "!isNumber(found)", "true", "B-listing", of("B-listing", (("index", "tokens"), ["1", "A", "2"]), (("index", "m"), 2), (("index", "listing"), "2"))),
    ("a β below 1", "steps.js", "!beta.isBelow(ONE)", "true", "B-lemF1-proof", of("B-lemF1-proof", (("display",), {"logits": ["1", "1"], "beta": "1/2"}))),
    ("arcs of one place", "steps.js", "length, 2, 64", "length, -99, 64", "B-F21-steps", of("B-F21-steps", (("pigeonhole",), {"n": 1, "turns": "1", "t": 1}))),
    ("arcs of 65 places", "steps.js", "2, 64, \"pigeonhole", "2, 99, \"pigeonhole", "B-F21-steps", of("B-F21-steps", (("pigeonhole",), {"n": 65, "turns": "1/65", "t": 65}))),
    ("a cosine below 0", "steps.js", "row[1].isAbove(ZERO)", "true", "B-F22-steps", of("B-F22-steps", (("equal left halves", "cos"), "-4/5"), (("equal left halves", "logits"), ["1", "-4/5"]))),
    ("a cosine beyond 1", "steps.js", "row[1].isBelow(ONE)", "true", "B-F22-steps", of("B-F22-steps", (("equal left halves", "cos"), "5/3"), (("equal left halves", "logits"), ["1", "5/3"]))),
    ("left halves that differ", "steps.js", "tokens[0][0] === tokens[1][0]", "true", "B-F22-steps", of("B-F22-steps", (("equal left halves", "tokens"), ["a1", "b1"]))),
    ("another angle of Index in the figure", "steps.js", "theta.is(q(8, 10))", "true", "B-fig5A", of("B-fig5A", (("index",), "79/100"))),
    ("another angle of Retrieval in the figure", "steps.js", "phi.is(q(27, 10000))", "true", "B-fig5A", of("B-fig5A", (("retrieval",), "26/10000"))),
    ("other letters in the figure", "steps.js", "count === 8n", "true", "B-fig5A", of("B-fig5A", (("letters",), 7))),
    ("a longer figure", "steps.js", "2, 100, \"n\"", "2, 999, \"n\"", "B-fig5A", of("B-fig5A", (("n",), 101))),
    ("a token in a list of its own", "designs.js", "lib.isText(token)", "true", "B-zero", of("B-zero", (("index", "tokens"), ["a", "b", ["a"]]), (("index", "gap"), "1"))),
    ("a match too far back", "designs.js", "4,", "99,", "B-standard", of("B-standard", (("tokens",), ["b1", "a1", "a1", "a1", "a1", "ab"]), (("target",), 5))),
    ("negative weights of keys", "designs.js", "lib.positive", "lib.number", "B-informal-gloss", of("B-informal-gloss", (("weights",), {"a": ["-1", "-1"], "b": ["-1", "-2"]}))),
    ("a number of two digits", "heads.js", "/^[a-z1-9]$/.test(token)", "true", "B-thm31-index-head", {"m": 12, "inputs": [{"tokens": ["a", "2", "2", *["1"] * 11, "12"], "place": 2, "rival": 1}, {"tokens": [*"aaa4", *["1"] * 10, "12"], "place": 4, "rival": 2}]}),
    ("numbers up to 65", "heads.js", "whole(most, 1, MOST, \"m\")", "whole(most, 1, 99, \"m\")", "B-thm31-index-head", {"m": 65, "inputs": [{"tokens": ["a", "2", "2", *["1"] * 63], "place": 2, "rival": 1}, {"tokens": [*"aaa42", *["1"] * 61], "place": 4, "rival": 2}]}),
    ("a cosine of a swap with the contents before it", "placement.js", "const both = parallel(E[i][i], E[j][j]) && parallel(E[j][j], E[i][i]);", "const both = parallel(E[j][j], E[i][i]);", "A-swaps-score", {"weights": [["1", "1", "2"], ["2", "2", "2"], ["6", "3", "3"]], "permutation": [1, 2, 0], "squared_cosines": ["14/17", "225/238"]}),
    ("a cosine of a swap with the contents moved", "placement.js", "const both = parallel(E[i][i], E[j][j]) && parallel(E[j][j], E[i][i]);", "const both = parallel(E[i][i], E[j][j]);", "A-swaps-score", {"weights": [["1", "2", "6"], ["1", "2", "3"], ["2", "2", "3"]], "permutation": [1, 2, 0], "squared_cosines": ["529/574", "14/41"]}),
    ("one high score of two", "placement.js", "need(found.every((c) => !c.isBelow(q(81, 100))),", "need(found.some((c) => !c.isBelow(q(81, 100))),", "A-score", SCORE | {"high": SCORE["high"] | {"weights": [["3", "1"], ["3", "1"]], "attention": ["3/5", "1/5", "1/5"], "squared_cosines": ["1", "9/25"]}}),
    ("votes that tie", "canonical.js", "votes[wanted] > votes[1 - wanted]", "votes[wanted] >= votes[1 - wanted]", "A-one-angle", {"cos": "1/2", "keys": 2, "inputs": [4, 24]}),
    ("a match below the other keys", "canonical.js", "need(logits.every((x) => x.isAbove(floor)),", "need(logits.some((x) => x.isAbove(floor)),", "A-thm7", of("A-thm7", (("retrieval", "floor"), "1/2"))),
    ("an angle of 0", "heads.js", "    need(!turn.is(ZERO), \"θ = 0 is rational\");\n", "", "B-irr", of("B-irr", (("theta_over_pi",), "0"))),
    ("arcs between differences alone", "heads.js", "[own - other, own + other]", "[own - other]", "B-thm31-index-head", {"m": 3, "inputs": [{"tokens": ["a", "3", "1", "3"], "place": 2, "rival": 1}]}),
    ("an angle that is small before n0 alone", "heads.js", "row.slice(1, n0 + 1).every((x) => x.isAbove(ZERO))", "row.slice(1, n0).every((x) => x.isAbove(ZERO))", "B-thm32-retr", of("B-thm32-retr", (("n0",), 3))),
    ("one token at the top", "heads.js", "need(tied.size > 1,", "need(tied.size >= 1,", "B-rem32-readings", of("B-rem32-readings", (("min", "tokens"), [["a", "a"]]))),
    ("steps before the first token", "heads.js", "    need(place >= 1, \"the steps lead to no letter\");\n", "", "B-thm31-index-head", of("B-thm31-index-head", (("inputs", 0, "tokens", 3), "4"))),
    ("a number that points to a token", "heads.js", "    need(own >= place, \"the number does not point outside\");\n", "", "B-thm31-index-head", {"m": 2, "inputs": [{"tokens": ["a", "1", "1"], "place": 2, "rival": 1}]}),
    ("scores that tie", "impossibility.js", "score.isBelow(top)), `wrong", "!score.isAbove(top)), `wrong", "A-cor1", of("A-cor1", (("select", "s", "2"), "s1"))),
    ("an offset that outweighs all contents", "impossibility.js", "filter(([one]) => one > 0)", "filter(([one]) => one > 1)", "B-rem31-index-score", of("B-rem31-index-score", (("offsets", 1), "102000000"))),
    ("a number that points to the first token", "tasks.js", "need(BigInt(token) >= BigInt(place),", "need(BigInt(token) >= BigInt(place) - 1n,", "B-index-def", of("B-index-def", (("alone",), {"m": 1, "tokens": ["A", "1"], "position": 2}))),
    ("tokens that are not proper before", "tasks.js", "    need(proper, \"not proper before\");\n", "", "B-let-iter", {"tokens": ["A1", "A2", "BA"], "after": ["A1", "A2", "BA"], "position": 3, "fits": ["A1", "A2"]}),
    ("keys that are parallel", "designs.js", "    need(lib.pairs(4).some((pair) => !minor(pair).is(ZERO)), \"the keys are parallel\");\n", "", "B-keys-wide", WIDE | {"keys": {"a": ["0", "0", "1", "0"], "b": ["0", "0", "2", "0"]}, "row": ["0", "0"]}),
    ("attention that is exchanged with the keys", "designs.js", "const other = [found[1], [found[1][1], found[1][0]]];", "const other = [found[1]];", "B-informal-gloss", {"weights": {"a": ["1", "2"], "b": ["4", "2"]}, "keys": ["a", "b"], "attention": [["1/3", "2/3"], ["2/3", "1/3"]]}),
    ("one token that fits best", "designs.js", "    need(best.length > 1, \"retrieval: the discrepancy is not 0\");\n", "", "B-zero", TIE | {"retrieval": {"letters": 2, "tokens": ["a1", "ba"], "gap": "1"}}),
]
