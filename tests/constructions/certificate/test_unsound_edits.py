"""Each unsound edit of the certificate maker makes the test that is named with it fail.

``unsound_edits.json`` holds by file [what is broken, the old text, the new text,
file::function]. Made by hand, without reading the tests; every old text stands once in its file.
"""

import json
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from constructions.certificate import certificate
from tests.edited import edited, unfit
from tests.sampled import sampled

EDITS = json.loads(Path(__file__).with_name("unsound_edits.json").read_text("utf-8"))
EVERY = [(name, *edit) for name, edits in EDITS.items() for edit in edits]


def marked(function):
    """Every set of arguments that ``parametrize`` gives a test."""
    lists = []
    for mark in getattr(function, "pytestmark", ()):
        names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
        rows = [x if len(names) > 1 else (x,) for x in mark.args[1]]
        lists.append([dict(zip(map(str.strip, names), row, strict=True)) for row in rows])
    return [{k: x for row in rows for k, x in row.items()} for rows in product(*lists)]


@cache
def passes(test):
    """Does it pass as the code is, run in the same way?"""
    return not fails(test)


def fails(test):
    """Does a test, named as file::function, fail for some of its arguments?"""
    file, name = test.split("::")
    function = getattr(import_module(f"tests.constructions.certificate.test_{file}"), name)
    for given in marked(function):
        try:
            function(**given)
        except (Exception, pytest.fail.Exception):
            return True
    return False


@pytest.mark.parametrize(
    ("name", "what", "old", "new", "test"),
    sampled(EVERY, [f"constructions/certificate/{name}.py" for name in EDITS]),
)
def test_the_test_named_sees_the_edit(name, what, old, new, test):
    assert passes(test)
    with edited(f"constructions.certificate.{name}", old, new):
        assert fails(test), f"{name}: {what}"


@pytest.mark.parametrize("name", EDITS)
def test_every_old_text_stands_once_in_its_file(name):
    source = Path(certificate.__file__).with_name(f"{name}.py").read_text("utf-8")
    assert unfit(source, EDITS[name]) == []


def test_there_are_twenty_a_file():
    assert min(map(len, EDITS.values())) >= 20
    for edits in EDITS.values():
        assert (
            len({what for what, *_ in edits})
            == len({(*edit[1:3],) for edit in edits})
            == len(edits)
        )
