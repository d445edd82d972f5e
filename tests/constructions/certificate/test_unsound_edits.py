"""Each unsound edit of the certificate maker makes the test fail that the register names as
file::function. The edits were written without reading the tests."""

from functools import cache
from importlib import import_module
from itertools import product

import pytest

from tests.edited import edited, sweep
from tests.sampled import sampled

NAMES = ("margins", "enclosures", "run_error", "rules", "admission", "certificate")
FILES = [f"constructions/certificate/{name}.py" for name in NAMES]
EVERY = [(name, *row) for name, file in zip(NAMES, FILES, strict=True) for row in sweep(file)]


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
    sampled(EVERY, FILES),
)
def test_the_test_named_sees_the_edit(name, what, old, new, test):
    assert passes(test)
    with edited(f"constructions.certificate.{name}", old, new):
        assert fails(test), f"{name}: {what}"


def test_there_are_twenty_a_file():
    assert min(len(sweep(file)) for file in FILES) >= 20
