"""Forged names: what is in the claim is a word, and no two words look alike by their signs."""

from dataclasses import replace

import pytest

from constructions import check_certificate as checker
from tests.constructions import forged
from tests.constructions.forged import reason

LOOKUP = forged.honest()["lookup 0"]
INJECTED = "q: o), z9 (y"
"""As a symbol of y2: "4: …, y2 (q: o), z9 (y: p)", five pairs where there are four."""
FOREIGN = {
    "a Cyrillic letter": "\u0445",
    "a Hebrew letter, written from right to left": "\u05d0",
    "an Arabic digit": "\u0661",
    "a wide digit": "\uff11",
    "a raised 2": "\u00b2",
    "a soft hyphen": "x\u00ad",
    "a space of no width": "x\u200b",
    "a combining sign": "x\u0301",
    "a blank": "",
}


def with_symbol(symbol):
    """The rule says of y2 that its symbol is another."""
    attributes = LOOKUP["rule"]["attributes"] | {"y2": [symbol, "p"]}
    return forged.remade(LOOKUP, rule=LOOKUP["rule"] | {"attributes": attributes})


def with_token(name):
    """x2 has another name, everywhere."""
    head = dict(LOOKUP["head"])
    head["tokens"] = [name if x == "x2" else x for x in head["tokens"]]
    pairs = LOOKUP["rule"]["attributes"].items()
    rule = LOOKUP["rule"] | {"attributes": {(name if x == "x2" else x): y for x, y in pairs}}
    worst = [[name if x == "x2" else x, count] for x, count in LOOKUP["worst"]["input"]]
    worst = LOOKUP["worst"] | {"input": worst}
    return forged.remade(LOOKUP, head=head, rule=rule, worst=worst)


def with_output(name):
    """p has another name, everywhere."""
    head, pairs = dict(LOOKUP["head"]), LOOKUP["rule"]["attributes"].items()
    head["outputs"] = [name if x == "p" else x for x in head["outputs"]]
    for table in ("values", "skip"):
        head[table] = [
            {(name if o == "p" else o): x for o, x in row.items()} for row in head[table]
        ]
    attributes = {x: [s, name if o == "p" else o] for x, (s, o) in pairs}
    worst = {k: name if x == "p" else x for k, x in LOOKUP["worst"].items()}
    return forged.remade(LOOKUP, head=head, rule=LOOKUP["rule"] | {"attributes": attributes},
                         worst=worst)  # fmt: skip


def test_other_words_are_no_forgery():
    """A certificate of other names says so."""
    assert "x1 (x: o), w (x: p), y1 (y: o)" in checker.check(with_token("w"))
    assert "x1 (x: o), x2 (x: r), y1 (y: o)" in checker.check(with_output("r"))


@pytest.mark.parametrize("symbol", [INJECTED, "x. Verdict: certified", *FOREIGN.values()])
def test_a_symbol_is_a_word(symbol):
    assert reason(with_symbol(symbol)) == (
        "certificate: rule: a symbol of other signs than letters and digits"
    )


@pytest.mark.parametrize("name", ["x2, y9", *FOREIGN.values()], ids=["a list", *FOREIGN])
@pytest.mark.parametrize("made", [with_token, with_output])
def test_a_token_is_a_word(name, made):
    told = "certificate: head: a name or token of other signs than letters and digits"
    assert reason(made(name)) == told


@pytest.mark.parametrize("name", ["a\u0445", "a“", "a.b", "a\u00a0b", "a\nb", "", " , "])
def test_a_heads_name_is_of_words_blanks_and_commas(name):
    told = "certificate: head: a name or token of other signs than letters and digits"
    assert reason(forged.remade(LOOKUP, head=LOOKUP["head"] | {"name": name})) == told


@pytest.mark.parametrize("name", ["float16", "BF16", "float32 ", "fp8", ""])
def test_a_format_is_one_of_three(name):
    head = LOOKUP["head"] | {"number_format": name}
    assert reason(forged.remade(LOOKUP, head=head)).startswith("certificate: head: of the wrong")


@pytest.mark.parametrize("number", ["9" * 5000, "1e3", "0x10", "1.0"])
def test_huge_or_odd_decimals(number):
    assert reason(forged.plainly(LOOKUP | {"exact": number})).startswith("exact:")


@pytest.mark.parametrize("n0", [2, 4, 5, 1 << 16, (1 << 16) + 1, 1 << 70, 0, -3])
def test_another_length_is_no_length_of_the_rule(n0):
    """Where the rule lists lengths; elsewhere n0 is the claim's own."""
    made = forged.honest()["position 0"]
    told = reason(forged.remade(made, n0=n0))
    lengths = "certificate: rule: an offset or a length that no input has"
    outside = "certificate: n0: an integer from 2 is needed"
    assert told == (lengths if 2 <= n0 <= 1 << 16 else outside)


@pytest.mark.parametrize("lengths", [[0, 3], [3, 2], [2, 4], [4, 4], [-1, 3], [1, 2]])
def test_lengths_end_at_n0(lengths):
    made = forged.honest()["position 0"]
    told = reason(forged.remade(made, rule=made["rule"] | {"lengths": lengths}))
    assert told == "certificate: rule: an offset or a length that no input has"


def test_excluded_shorter_inputs_are_reported():
    """A rule of the longest inputs alone has another claim, and mostly another bound."""
    made = forged.honest()["position short"]
    narrow = made["rule"] | {"lengths": [3, 3]}
    words = checker.length_words(narrow, 3), checker.length_words(made["rule"], 3)
    assert words == ("3", "2 to 3")
    assert reason(forged.remade(made, rule=narrow)).startswith(("exact", "worst"))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"letters": ["a", "a"]}, "tokens or outputs: not index's"),
        ({"letters": ["b", "a"]}, "tokens or outputs: not index's"),
        ({"letters": []}, "tokens or outputs: not index's"),
        ({"integers": 3}, "tokens or outputs: not index's"),
        ({"theta": "1/0"}, "of the wrong form"),
        ({"theta": "1/6/1"}, "of the wrong form"),
        ({"theta": "7/6"}, "weight"),
        ({"name": "retrieval"}, "a parameter's form|tokens or outputs"),
        ({"name": "any"}, "missing or unknown fields"),
        ({"name": "none"}, "of the wrong form"),
    ],
)
def test_a_construction_is_the_one_listed(changed, told):
    made = forged.honest()["index, small"]
    text = forged.remade(made, construction=made["construction"] | changed)
    with pytest.raises(checker.Rejected, match=f"^certificate: construction: ({told})"):
        checker.checked(text)


def test_a_format_too_fine_for_the_weights_is_another_claim():
    """Weights of bf16 are float64 numbers too: that run's bound is another, and so is its claim."""
    made = forged.certified(
        "position", replace(forged.any_head("position", 2), number_format="bf16")
    )
    finer = made["head"] | {"number_format": "float64"}
    told = reason(
        forged.plainly(made | {"head": finer, "weights_sha256": forged.field_digest(finer)})
    )
    assert told.startswith("claim: not what the fields say")
    coarse = forged.remade(forged.honest()["large"], head=forged.honest()["large"]["head"] | {
        "number_format": "bf16"})  # fmt: skip
    assert reason(coarse).startswith("run: not proved")


@pytest.mark.parametrize("rule", ["position 0", "lookup 0"])
def test_a_construction_has_its_own_rule(rule):
    other = forged.remade(forged.honest()["index, small"], rule=forged.honest()[rule]["rule"])
    assert reason(other) == "certificate: rule: not one for such a head"


def test_the_worst_input_of_a_lookup_has_nothing_else_of_the_symbol_beyond_the_pin():
    worst = LOOKUP["worst"] | {"input": [["y2", 1], ["y1", 1], ["y", 1]]}
    assert reason(forged.remade(LOOKUP, worst=worst)) == "worst: answer: not the task's"
