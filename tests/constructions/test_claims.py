"""Every claim of the constructions package is one test, and each of its mutants another."""

import json

import pytest

from constructions.claims import CLAIMS
from tests.claims import Judged, by_kernel, mutants, refused
from tests.tools import COQ, needs
from theory.gate.packages import PYPROJECT
from theory.gate.registry import PINNED, by_package

JUDGED = Judged(CLAIMS)


def test_the_package_is_registered_whole():
    assert list(JUDGED.claims) == by_package(json.loads(PINNED.read_text()))["constructions"]
    assert 'constructions = "constructions.claims:CLAIMS"' in PYPROJECT.read_text()


@pytest.mark.parametrize("one", JUDGED.claims)
def test_claim(one):
    JUDGED.hold_claim(one)


@needs(COQ)
@pytest.mark.parametrize("one", [claim.id for claim in CLAIMS if by_kernel(claim)])
def test_kernel_evidence(one):
    assert refused(JUDGED.claims[one], JUDGED.subject(one)) == []


@pytest.mark.parametrize(("one", "name"), mutants(CLAIMS))
def test_mutant(one, name):
    JUDGED.hold_mutant(one, name)
