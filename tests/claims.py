"""What the tests of claims share: all of them, and one as ``rope-claims check`` judges it on this
machine."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from tests.tools import COQ, needs
from theory.gate.registry import Registry, load
from theory.ledger import Claim, Evidence, Method, Status, Undecided, kernel
from theory.ledger.judging import see
from theory.ledger.verdicts import CLAIM, standing


@cache
def every() -> Registry:
    """The registry, read once in each process: nothing may be changed in it."""
    return load()


def by_kernel(claim: Claim) -> list[Evidence]:
    """The claim's evidence by theorems that Coq's kernel has checked."""
    return [evidence for evidence in claim.evidence if evidence.method is Method.KERNEL]


def mutants(claims: Iterable[Claim]) -> list[Any]:
    """A parameter (id, name) for each mutant; those that Coq alone rejects need Coq."""
    pairs = []
    for claim in claims:
        names = {evidence.name for evidence in by_kernel(claim)}
        for mutant in claim.mutants:
            alone = mutant.rejected_by and set(mutant.rejected_by) <= names
            marks = [needs(COQ)] if alone else []
            one = f"{claim.id}-{mutant.name}"
            pairs.append(pytest.param(claim.id, mutant.name, id=one, marks=marks))
    return pairs


def judged_here(claim: Claim, subject: Any) -> Claim:
    """The claim without its kernel evidence where Coq is missing, and otherwise all of it.

    Where Coq is there, an audit that did not pass leaves the evidence, which then answers false.
    """
    observations: list[Any] = []
    see(by_kernel(claim), subject, CLAIM, observations)
    try:
        answer: kernel.Answer = kernel.audited() if observations else {}
    except Undecided as missing:
        answer = missing
    fault = kernel.contradicted(observations, answer)
    assert not fault, fault
    return standing(claim, observations)


def refused(claim: Claim, subject: Any) -> list[str]:
    """What the audit finds wrong with the theorems that the claim names."""
    outcomes = see(by_kernel(claim), subject, CLAIM, [])
    return [str(one.found or one.note) for one in outcomes if one.status is not Status.TRUE]
