"""A claim's theorems in ``proofs/``, named where the claim is written.

``proves`` and ``refutes`` give the evidence that Coq's kernel has checked, and the near-misses that
this evidence must reject; a claim takes up both. Each theorem is named topic.name:
proofs/statements/topic.v and proofs/proofs/topic.v.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from theory.ledger.kernel import Asked, kernel_answer, near_miss
from theory.ledger.terms import Evidence, Kind, Mutant

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
    near_misses: Mapping[str, Kind] = MappingProxyType({}),
    given: tuple[str, ...] = (),
) -> Theorems:
    """The theorems that together state a claim: all of it, unless ``covers`` says which part.

    ``decides`` are the claim's quantifiers that they settle; they rest on no axioms but ``axioms``.
    ``near_misses`` (topic.name__word of ``proofs/near_misses``) are these theorems' statements with
    a few words changed, and false: what each changes. The evidence must reject them. ``given``
    names the claim's other evidence whose results are the theorems' hypotheses.
    """
    unconditional = kernel_answer(*names, covers=covers, decides=frozenset(decides), axioms=axioms)
    evidence = replace(unconditional, given=given)
    missed = []
    for full, kind in near_misses.items():
        name, _, word = full.partition("__")
        if name not in names:
            raise ValueError(f"{full} is a near-miss of no theorem among {', '.join(names)}")
        missed.append(near_miss(evidence, Asked(name, name, axioms), word, kind))
    return Theorems(evidence, tuple(missed))


def refuting_theorems(
    *names: str,
    covers: str = f"the refutation at every size at which it holds, {CHECKED}",
    axioms: tuple[str, ...] = (),
    near_misses: Mapping[str, Kind] = MappingProxyType({}),
) -> Theorems:
    """The theorems that refute a claim, at every size unless ``covers`` says at which."""
    return proves(*names, covers=covers, axioms=axioms, near_misses=near_misses)
