"""A claim's theorems in ``proofs/``, named where the claim is written.

``proves`` and ``refutes`` give the evidence that Coq's kernel has checked, and the near-misses that
this evidence must reject; a claim takes up both. Each theorem is named topic.name:
proofs/statements/topic.v and proofs/proofs/topic.v.
"""

from __future__ import annotations

from dataclasses import dataclass

from theory.kernel.audit import Asked, kernel, near_miss
from theory.kernel.near_misses import NEAR_MISSES
from theory.ledger.terms import Evidence, Mutant

CHECKED = "checked by Coq's kernel"


@dataclass(frozen=True)
class Theorems:
    """The evidence by a claim's theorems, and the mutants that put near-misses in their place."""

    evidence: Evidence
    near_misses: tuple[Mutant, ...]


def proves(
    *names: str,
    decides: tuple[str, ...] = (),
    covers: str = f"the statement, {CHECKED}",
    axioms: tuple[str, ...] = (),
) -> Theorems:
    """The theorems that together state a claim: all of it, unless ``covers`` says which part.

    ``decides`` are the claim's quantifiers that they settle; they rest on no axioms but ``axioms``.
    """
    evidence = kernel(*names, covers=covers, decides=frozenset(decides), axioms=axioms)
    missed = tuple(
        near_miss(evidence, Asked(name, name, axioms), word, kind)
        for name in names
        for word, kind in NEAR_MISSES.get(name, {}).items()
    )
    return Theorems(evidence, missed)


def refutes(
    *names: str,
    covers: str = f"the refutation at every size at which it holds, {CHECKED}",
    axioms: tuple[str, ...] = (),
) -> Theorems:
    """The theorems that refute a claim, at every size unless ``covers`` says at which."""
    return proves(*names, covers=covers, axioms=axioms)
