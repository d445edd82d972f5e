"""The file's form: what is written otherwise, twice or too long is rejected, whatever it says."""

import json

import pytest

from constructions import check_certificate as checker
from tests.constructions import forged
from tests.constructions.forged import reason

PLAIN = forged.plainly(forged.honest()["position short"])


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace(":", ": ", 1),
        " " + PLAIN,
        PLAIN + "\n\n",
        PLAIN.replace('"claim"', '"cl\\u0061im"'),
        json.dumps(json.loads(PLAIN)),
    ],
)
def test_there_is_one_way_to_write_a_file(text):
    assert json.loads(text) == json.loads(PLAIN)
    assert reason(text) == "certificate: not written plainly"
    assert checker.checked(PLAIN + "\n") == checker.checked(PLAIN)


@pytest.mark.parametrize("name", ["format", "run", "name", "beta"])
def test_a_field_stands_once(name):
    """The first of two, which readers of JSON drop, says something else."""
    assert reason(PLAIN.replace(f'"{name}":', f'"{name}":"x","{name}":', 1)) == (
        "certificate: a field twice"
    )


@pytest.mark.parametrize("number", ["4.0", "4e0", "NaN", "Infinity", "-Infinity"])
def test_numbers_without_quotes_are_whole(number):
    n0 = f'"n0":{forged.honest()["position short"]["n0"]}'
    told = reason(PLAIN.replace(n0, f'"n0":{number}'))
    assert told == f"certificate: {number}: only whole numbers are written without quotes"


@pytest.mark.parametrize(
    "text",
    ["1.5", "1", "+1.500000000", " 1.500000000", "01.500000000", "1.50000000_0", "1.5000000000",
     "-0.000000000", "1_0.000000000", "15.00000000", "1500000.000", "١.500000000", "1.500000000 "],
)  # fmt: skip
def test_decimals_are_written_in_one_way(text):
    with pytest.raises((checker.Rejected, ValueError)):
        checker.nanos(text)


@pytest.mark.parametrize("number", [0, 1, -1, 999999999, 10**9, -(10**9) - 1, 123 * 10**20])
def test_decimals_are_read_as_they_are_written(number):
    text = checker.decimal(number)
    assert checker.nanos(text) == number
    assert len(text.split(".")[1]) == 9


@pytest.mark.parametrize(
    ("value", "shape", "told"),
    [
        (["a"], (str, str), "a list of another length"),
        (["a", "b", "c"], (str, str), "a list of another length"),
        (["a", 1], [str], "not a text"),
        ({"a": 1}, [str], "not a list"),
        (["a"], {"a": str}, "not an object"),
        ({"a": 1, "b": 1}, {"a": int}, "missing or unknown fields"),
        ({}, {"a": int}, "missing or unknown fields"),
        ({"a": True}, {"a": int}, "a: not a whole number"),
        ({"a": 1}, {"a": bool}, "a: not true or false"),
        ({"a": {"b": 1.5}}, {str: {str: int}}, "a: b: not a whole number"),
        (1, str | None, "neither a text nor null"),
    ],
)
def test_shapes(value, shape, told):
    with pytest.raises(checker.Rejected, match=f"^{told}$"):
        checker.need_shape(value, shape)


def test_shapes_that_fit():
    checker.need_shape({"a": [], "b": {}}, {"a": [str], "b": {str: int}})
    checker.need_shape([["a", 1], ["b", 2]], [(str, int)])
    checker.need_shape(None, str | None)


def with_head(**changed):
    """A small certificate with other tables, all that says them remade."""
    made = forged.honest()["position short"]
    return reason(forged.remade(made, head=made["head"] | changed))


@pytest.mark.parametrize("beta", ["0x1p+0", "1.0", "0X1.0000000000000P+0", "+0x1.0000000000000p+0"])
def test_weights_are_written_in_one_way(beta):
    assert with_head(beta=beta) == f"certificate: head: {beta}: not of the format"


def test_rows_have_two_numbers_a_plane():
    head = forged.honest()["position short"]["head"]
    for table in ("queries", "keys"):
        for rows in (
            [[*row, *row] for row in head[table]],
            [head[table][0] * 2, *head[table][1:]],
            [row[:-1] for row in head[table]],
        ):
            assert with_head(**{table: rows}) == "certificate: head: a row's size"


def test_every_angle_is_at_most_2_to_the_16():
    head = forged.honest()["position short"]["head"]
    wide, rows = (2.0**17).hex(), {x: [row * 2 for row in head[x]] for x in ("queries", "keys")}
    for angles in (head["angles"] + [wide] * len(head["angles"]),
                   [wide] * len(head["angles"]) + head["angles"]):  # fmt: skip
        assert with_head(angles=angles, **rows) == "certificate: head: a wide angle"


def test_letters_of_index_may_be_longer_than_one_sign():
    made = forged.printed("index", 27, 1, "1/3", 2, "float32", 2)
    assert made["construction"]["letters"][-1] == "aa"
    assert checker.check(forged.plainly(made))


def test_tokens_that_no_input_has_are_named():
    tokens, rule = ["x1", "x2", "y1", "y2", "x", "y", "z"], forged.TASKS["lookup"][2]
    attributes = {x: pair for x, pair in rule["attributes"].items() if x != "x2"}
    words = checker.input_words(rule | {"attributes": attributes}, tokens)
    assert words.endswith(" In no input: 2 of the 7 tokens, x2, z.")
