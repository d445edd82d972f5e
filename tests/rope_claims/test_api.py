"""The package that people import: it is light, and its functions answer with data."""

import pytest

import rope_claims
from rope_claims.diagnosis.examined import read_fields
from tests.processes import python


def test_importing_the_package_imports_nothing_heavy():
    code = (
        "import sys, rope_claims; print([m for m in ('torch', 'numpy', 'sympy', 'transformers',"
        " 'matplotlib', 'theory') if m in sys.modules])"
    )
    done = python("-c", code, check=True)
    assert done.stdout == "[]\n"


def test_every_public_name_is_there():
    for name in rope_claims.__all__:
        assert callable(getattr(rope_claims, name))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rope_claims.nothing


def test_verdicts_come_as_data():
    (one,) = [claim for claim in rope_claims.check(["S-fast"]) if claim.id == "S-fast"]
    assert (one.verdict, one.expected, one.as_expected) == ("PROVED", "PROVED", True)
    assert not one.fault


SMALL = {"base": 100, "head_size": 8, "tokens": 8}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: rope_claims.check(3), "a list of ids, such as"),
        (lambda: rope_claims.check([3]), "a list of ids, such as"),
        (lambda: rope_claims.check("no-such-claim"), "^unknown claim 'no-such-claim'"),
        (lambda: rope_claims.capacity([1], tokens=8), "of type list: give a name, a folder"),
        (lambda: rope_claims.capacity(object(), tokens=8), "of type object: give a name"),
        (lambda: rope_claims.capacity(**SMALL).compare(3), "int is no budget"),
        (lambda: rope_claims.capacity(**SMALL).plot("x"), "str is no budget"),
        (lambda: read_fields(3), "of type int: give a folder"),
    ],
)
def test_what_is_no_claim_or_of_another_type_is_refused_in_a_line(asked, message):
    with pytest.raises(ValueError, match=message) as error:
        asked()
    assert "\n" not in str(error.value)
