"""Every claim of the theory package is one test, and each of its mutants another."""

import importlib.util
from functools import cache

import pytest

from tests.claims import by_kernel, judged_here, mutants, refused
from tests.counts import hold_to_counts
from tests.tools import COQ, needs
from theory.gate.registry import load
from theory.ledger import Status, Undecided, Verdict
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import mutated, same, see, see_mutant
from theory.ledger.kinds import refuse_wrong_kind
from theory.ledger.verdicts import conclude

REGISTRY = load(only=["theory"])
CLAIMS = REGISTRY.claims
BY_KERNEL = [one for one, claim in CLAIMS.items() if by_kernel(claim)]


@cache
def subject(one):
    """What the claim's checks read; built once in each process."""
    return CLAIMS[one].subject()


@cache
def base(one):
    """What the claim's mutants start from."""
    claim = CLAIMS[one]
    return claim.synthetic(subject(one)) if claim.synthetic else subject(one)


def test_the_theory_package_is_whole():
    """Without this one, a package that does not import would be a package without tests."""
    assert REGISTRY.broken == {}
    assert len(CLAIMS) >= 10


def hold_to_its_word(evidence, entry):
    """What z3 said alone is confirmed elsewhere or says so; what cvc5 confirms, cvc5 did confirm.

    cvc5 is not asked for here, so that a machine without it can test everything else.
    """
    doubted = not all(question.confirmed for question in entry.questions)
    alone = (evidence.confirmed_by or "one solver only").startswith(("one solver only", "cvc5"))
    if importlib.util.find_spec("cvc5") and entry.questions:
        assert not (doubted and alone), "cvc5 does not confirm it: name another confirmation"
        assert not evidence.confirmed_by.startswith("one solver only"), "cvc5 confirms it: say so"


@pytest.mark.parametrize("one", CLAIMS)
def test_claim(one):
    """Evidence, on the claim itself, earns the expected verdict."""
    inspect_claim(CLAIMS[one])
    claim = judged_here(CLAIMS[one], subject(one))
    observations = []
    outcomes = see(claim.evidence, subject(one), "claim", observations)
    for evidence, entry in zip(claim.evidence, observations, strict=True):
        hold_to_its_word(evidence, entry)
    verdict, _ = conclude(claim, outcomes)
    assert verdict is claim.expected
    assert verdict is not Verdict.UNDECIDED
    hold_to_counts(claim, outcomes)
    if claim.synthetic:
        synthetic = see(claim.evidence, base(one), "synthetic", [])
        assert all(outcome.status is Status.TRUE for outcome in synthetic)


@needs(COQ)
@pytest.mark.parametrize("one", BY_KERNEL)
def test_kernel_evidence(one):
    assert refused(CLAIMS[one], subject(one)) == []


@pytest.mark.parametrize(("one", "name"), mutants(CLAIMS.values()))
def test_mutant(one, name):
    """Each mutant is of its kind, rejected by all evidence aimed at it, and unlike the others."""
    claim = CLAIMS[one]
    mutant = next(m for m in claim.mutants if m.name == name)
    changed = mutated(mutant, base(one))
    refuse_wrong_kind(claim, mutant, base(one), changed)
    for other in claim.mutants:
        assert other is mutant or not same(other.mutate(base(one)), changed)
    doubt = see_mutant(judged_here(claim, subject(one)), mutant, changed, [])
    if doubt:
        raise Undecided(doubt)
