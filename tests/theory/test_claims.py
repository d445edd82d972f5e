"""Every claim of the theory package is one test, and each of its mutants another."""

import pytest

from tests.claims import Judged, by_kernel, mutants, refused
from tests.tools import COQ, needs
from theory.gate.registry import load

REGISTRY = load(only=["theory"])
CLAIMS = REGISTRY.claims
JUDGED = Judged(CLAIMS.values())


def test_the_theory_package_is_whole():
    """Without this one, a package that does not import would be a package without tests."""
    assert REGISTRY.broken == {}
    assert len(CLAIMS) >= 10


@pytest.mark.parametrize("one", CLAIMS)
def test_claim(one):
    JUDGED.hold_claim(one)


@needs(COQ)
@pytest.mark.parametrize("one", [one for one, claim in CLAIMS.items() if by_kernel(claim)])
def test_kernel_evidence(one):
    assert refused(CLAIMS[one], JUDGED.subject(one)) == []


@pytest.mark.parametrize(("one", "name"), mutants(CLAIMS.values()))
def test_mutant(one, name):
    JUDGED.hold_mutant(one, name)
