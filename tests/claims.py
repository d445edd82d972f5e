"""What the tests of claims share: all of them, and one as ``rope-claims check`` judges it on this
machine."""

import importlib.util
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from tests.counts import hold_to_counts
from tests.tools import COQ, needs
from theory.gate.registry import Registry, load
from theory.ledger import Claim, Evidence, Method, Observation, Status, Undecided, Verdict, kernel
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import mutated, same, see, see_mutant
from theory.ledger.kinds import refuse_wrong_kind
from theory.ledger.verdicts import CLAIM, SYNTHETIC, conclude, standing


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


class Judged:
    """A package's claims, each with what its checks read; that is built once in each process."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self.claims = {claim.id: claim for claim in claims}
        self.subject = cache(lambda one: self.claims[one].subject())
        self.base = cache(self._base)

    def _base(self, one: str) -> Any:
        """What the claim's mutants start from."""
        synthetic = self.claims[one].synthetic
        return synthetic(self.subject(one)) if synthetic else self.subject(one)

    def hold_claim(self, one: str) -> None:
        """Evidence, on the claim itself, earns the expected verdict."""
        inspect_claim(self.claims[one])
        claim = judged_here(self.claims[one], self.subject(one))
        observations: list[Observation] = []
        outcomes = see(claim.evidence, self.subject(one), CLAIM, observations)
        for evidence, entry in zip(claim.evidence, observations, strict=True):
            hold_to_its_word(evidence, entry)
        verdict, _ = conclude(claim, outcomes)
        assert verdict is claim.expected
        assert verdict is not Verdict.UNDECIDED
        hold_to_counts(claim, outcomes)
        if claim.synthetic:
            synthetic = see(claim.evidence, self.base(one), SYNTHETIC, [])
            assert all(outcome.status is Status.TRUE for outcome in synthetic)

    def hold_mutant(self, one: str, name: str) -> None:
        """It is of its kind, rejected by all evidence aimed at it, and unlike the others."""
        claim, base = self.claims[one], self.base(one)
        mutant = next(m for m in claim.mutants if m.name == name)
        changed = mutated(mutant, base)
        refuse_wrong_kind(claim, mutant, base, changed)
        for other in claim.mutants:
            assert other is mutant or not same(other.mutate(base), changed)
        doubt = see_mutant(judged_here(claim, self.subject(one)), mutant, changed, [])
        if doubt:
            raise Undecided(doubt)


def hold_to_its_word(evidence: Evidence, entry: Observation) -> None:
    """What z3 said alone is confirmed elsewhere or says so; what cvc5 confirms, cvc5 did confirm.

    cvc5 is not asked for here, so that a machine without it can test everything else.
    """
    doubted = not all(question.confirmed for question in entry.questions)
    alone = (evidence.confirmed_by or "one solver only").startswith(("one solver only", "cvc5"))
    if importlib.util.find_spec("cvc5") and entry.questions:
        assert not (doubted and alone), "cvc5 does not confirm it: name another confirmation"
        assert not evidence.confirmed_by.startswith("one solver only"), "cvc5 confirms it: say so"
