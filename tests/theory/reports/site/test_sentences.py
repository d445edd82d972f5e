"""Texts of claims as pages show them: which is a list, and at which semicolons."""

import pytest

from theory.reports.site.sentences import LONG, sentence_parts

WORDS = " ".join(["word"] * LONG)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a; b; c. D is whole.", ["a", "b", "c. D is whole."]),
        ("a; b", ["a; b"]),
        (f"a; {WORDS}", ["a", WORDS]),
        ("a (b; c); d; e", ["a (b; c)", "d", "e"]),
        ("It is a. It is b; it is c; it is d.", ["It is a. It is b; it is c; it is d."]),
    ],
)
def test_a_list_has_its_parts_and_sentences_stay_whole(text, parts):
    assert sentence_parts(text) == parts
