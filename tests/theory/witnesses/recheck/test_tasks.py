"""The hop tasks' standalone rechecker: tampering is refused for the right reason."""

import json

import pytest

from tests.theory.witnesses.recheck.refusals import hold_refused
from theory.witnesses.witness import WITNESSES

DATA = json.loads((WITNESSES / "tasks.json").read_text(encoding="utf-8"))


NUMBERS = {
    "letters between": ("worked", {"tokens": ["A", "1", "B", "1"]}, "not the task's form"),
    "no numbers": ("wrong", {"tokens": ["A", "B"]}, "not the task's form"),
    "a zero": ("wrong", {"tokens": ["A", "B", "0"]}, "token '0'"),
    "an int": ("wrong", {"tokens": ["A", "B", 1]}, "token 1"),
    "no tokens": ("wrong", {"tokens": []}, "no tokens"),
    "letters repeat": ("wrong", {"tokens": ["A", "A", "1"]}, "letters repeat"),
    "follow": ("wrong", {"follow": "A"}, "the steps lead to (B, 1)"),
    "hops": ("two", {"hops": 1}, "the steps lead to (A, 2)"),
    "printed": ("two", {"printed": [[1, 2]]}, "give"),
    "worked, another": (
        "worked",
        {"tokens": ["A", "1"], "follow": "A", "hops": 1, "printed": [[1, 1]]},
        "worked: not shown",
    ),
}
INDEX = {
    "m": ("alone", {"m": 2}, "n > m fails"),
    "m a string": ("alone", {"m": "1"}, "n > m fails"),
    "above m": ("alone", {"m": 0}, "an integer above m"),
    "outside": ("alone", {"position": 3}, "no such position"),
    "zero": ("alone", {"position": 0}, "no such position"),
    "a letter": ("alone", {"position": 2}, "a letter there"),
    "a target": ("applied", {"position": 3}, "there is a token to look at"),
    "follow": ("applied", {"follow": "B"}, "no number-task input"),
    "form": ("applied", {"tokens": ["A", "2", "A"]}, "not the task's form"),
}
LETTERS = {
    "answers": ("two", {"answers": ["A1"]}, "the answers are A1, A2"),
    "form": ("two", {"tokens": ["BA", "A1"]}, "not the task's form"),
    "a triple": ("two", {"tokens": ["A1", "BAC"]}, "token BAC"),
    "a later pair": (
        "two",
        {"tokens": ["A1", "B1", "CA", "AB", "AC"], "answers": ["A1", "B1"]},
        "the answers are A1",
    ),
    "position": ("improper", {"position": 1}, "nothing is looked up"),
    "outside": ("improper", {"position": 0}, "no such position"),
    "fits": ("improper", {"fits": ["A1"]}, "other tokens fit"),
    "many": ("improper", {"tokens": ["A1", "A2", "BA"], "answers": ["A1", "A2"]}, "2 answers"),
    "at the end": (
        "improper elsewhere",
        {"tokens": ["A1", "BC", "AA"], "answers": ["A1"]},
        "the last token itself",
    ),
}
COMPOSITION = {
    "defined": ("undefined", {"tokens": ["A1", "BA"], "fits": ["A1"]}, "one token fits"),
    "not the query": (
        "undefined",
        {"tokens": ["A1", "BC", "BA"], "answers": ["A1"], "fits": []},
        "not at the query",
    ),
    "a later pair": ("kept", {"tokens": ["A1", "BC", "CA", "DB"]}, "the answers are "),
    "two answers": ("kept", {"tokens": ["A1", "A2", "BA"], "answers": ["A1", "A2"]}, "2 ans"),
    "proper": ("kept", {"tokens": ["A1", "BA", "CA", "DB"], "fits": ["A1"]}, "one token fits"),
    "the query": (
        "kept",
        {"tokens": ["A1", "AC", "BA"], "position": 2, "last": ["BA", "BA"]},
        "kept: undefined at the query",
    ),
    "last": ("kept", {"last": ["DB", "BA"]}, "the last token goes through"),
}
PARTS = {
    "B-num-def": NUMBERS,
    "B-index-def": INDEX,
    "B-let-def": LETTERS,
    "B-let-comp": COMPOSITION,
}
ITERATED = {
    "before": ({"tokens": ["A1", "A2", "CA"]}, "not proper before"),
    "after": ({"after": ["A1", "A1", "A2", "A1"]}, "Retrieval gives"),
    "position": ({"position": 3}, "nothing is looked up"),
    "fits": ({"fits": ["A1"]}, "other tokens fit"),
    "proper after": (
        {"tokens": ["A1", "BA", "CB"], "after": ["A1", "A1", "BA"], "position": 3, "fits": ["A1"]},
        "one token fits",
    ),
    "extra": ({"note": "trust me"}, "fields are not"),
}
COMPOSED = {
    "printed": ({"printed": "B"}, "printed: A"),
    "applied": ({"applied": "A"}, "Index gives another"),
    "hops": ({"hops": 2}, "B.1: "),
    "two paths": ({"tokens": ["A", "B", "2", "1"]}, "B.1: "),
    "outside": ({"tokens": ["A", "B", "3", "1"], "printed": "B"}, "a pointer outside"),
    "form": ({"tokens": ["1", "A"]}, "not the task's form"),
}
SEQUENCES = {"B-let-iter": ITERATED, "B-num-comp-printed": COMPOSED}


@pytest.mark.parametrize(
    ("claim", "name"), [(claim, name) for claim, edits in PARTS.items() for name in edits]
)
def test_tampering_is_refused_for_the_right_reason(claim, name):
    part, edit, reason = PARTS[claim][name]
    hold_refused(claim, lambda data: data[part].update(edit), reason)


@pytest.mark.parametrize(
    ("claim", "name"), [(claim, name) for claim, edits in SEQUENCES.items() for name in edits]
)
def test_tampering_with_a_sequence_is_refused(claim, name):
    edit, reason = SEQUENCES[claim][name]
    hold_refused(claim, lambda data: data.update(edit), reason)


@pytest.mark.parametrize(
    ("claim", "part", "field"),
    [
        (claim, part, field)
        for claim, data in DATA.items()
        for part, fields in data.items()
        if isinstance(fields, dict)
        for field in fields
    ],
)
def test_every_field_of_a_part_is_needed(claim, part, field):
    hold_refused(claim, lambda data: data[part].pop(field), "fields are not")
