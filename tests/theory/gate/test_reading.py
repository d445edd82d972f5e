"""Other people's text: strict JSON, and strings fit for one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.gate import reading

REFUSED = {
    "repeated key": ('{"a": 1, "a": 2}', "'a' stands there twice"),
    "repeated below": ('[{"a": {"b": 1, "b": 1}}]', "'b' stands there twice"),
    "not a number": ('{"a": NaN}', "NaN is no number"),
    "infinite": ("[-Infinity]", "-Infinity is no number"),
    "too large": ("[1e999]", "no finite number"),
    "deep": ("[" * 101 + "]" * 101, "nests more than 100 deep"),
    "very deep": ("[" * 10**6 + "]" * 10**6, "nests more than 100 deep"),
    "huge integer": ("9" * 5000, "no JSON"),
    "cut short": ('{"a": ', "no JSON"),
    "long key": ("{" + ", ".join([f'"{"k" * 9999}": 1'] * 2) + "}", "stands there twice"),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_strict_json_is_refused_in_one_short_line(name):
    text, why = REFUSED[name]
    with pytest.raises(reading.Unreadable, match=why) as caught:
        reading.parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) <= reading.LONGEST


@given(JSON)
def test_every_other_json_is_read_as_json_reads_it(value):
    assert reading.parse(json.dumps(value)) == value


def test_a_hundred_deep_is_read():
    assert reading.parse("[" * 100 + "]" * 100)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b'"\xff"')
    with pytest.raises(reading.Unreadable, match="x.json: it is no JSON .*utf-8"):
        reading.read(path)


@given(st.text(st.characters()))
def test_a_printable_text_has_nothing_to_obey_and_keeps_what_can_be_shown(text):
    shown = reading.printable(text)
    assert shown.isprintable()
    assert reading.printable(shown) == shown
    if text.isprintable():
        assert shown == text


@pytest.mark.parametrize("bad", ["\x1b[2J", "\r", "\n", "\x00", "\x9b31m", "\u202e", "\ud800"])
def test_each_kind_of_order_is_escaped(bad):
    assert reading.printable(f"a{bad}b").isascii()


@given(st.text(), st.integers(20, 200))
def test_one_line_is_one_and_no_longer(text, most):
    line = reading.one_line(text, most)
    assert line.isprintable()
    assert len(line) <= most
