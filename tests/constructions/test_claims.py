"""Every claim of the constructions package is one test, and each of its mutants another."""

import json
from functools import cache

import pytest

from constructions.claims import CLAIMS
from tests.claims import by_kernel, judged_here, mutants, refused
from tests.counts import hold_to_counts
from tests.tools import COQ, needs
from theory.gate.packages import PYPROJECT
from theory.gate.registry import PINNED, by_package
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import mutated, same, see, see_mutant
from theory.ledger.kinds import refuse_wrong_kind
from theory.ledger.verdicts import conclude

BY_ID = {claim.id: claim for claim in CLAIMS}
BY_KERNEL = [claim.id for claim in CLAIMS if by_kernel(claim)]


@cache
def subject(one):
    """What the claim's checks read; built once in each process."""
    return BY_ID[one].subject()


def test_the_package_is_registered_whole():
    assert list(BY_ID) == by_package(json.loads(PINNED.read_text()))["constructions"]
    assert 'constructions = "constructions.claims:CLAIMS"' in PYPROJECT.read_text()


@pytest.mark.parametrize("one", BY_ID)
def test_claim(one):
    """Evidence, on the claim itself, earns the expected verdict."""
    inspect_claim(BY_ID[one])
    claim = judged_here(BY_ID[one], subject(one))
    outcomes = see(claim.evidence, subject(one), "claim", [])
    verdict, _ = conclude(claim, outcomes)
    assert verdict is claim.expected
    hold_to_counts(claim, outcomes)


@needs(COQ)
@pytest.mark.parametrize("one", BY_KERNEL)
def test_kernel_evidence(one):
    assert refused(BY_ID[one], subject(one)) == []


@pytest.mark.parametrize(("one", "name"), mutants(CLAIMS))
def test_mutant(one, name):
    """Each mutant is of its kind, rejected by all evidence aimed at it, and unlike the others."""
    mutant = next(m for m in BY_ID[one].mutants if m.name == name)
    changed = mutated(mutant, subject(one))
    refuse_wrong_kind(BY_ID[one], mutant, subject(one), changed)
    for other in BY_ID[one].mutants:
        assert other is mutant or not same(other.mutate(subject(one)), changed)
    assert not see_mutant(judged_here(BY_ID[one], subject(one)), mutant, changed, [])
