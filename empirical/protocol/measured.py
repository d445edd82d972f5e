"""What the claims judged on models share: a measurement of them, what a check of it answers, and a
claim's usual parts."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from empirical.protocol.findings import SCORES, BindingHeads, HeadScores, Model
from empirical.protocol.synthetic import PARTS, Mutants, as_mutants
from theory.ledger import Claim, Evidence, Method, Outcome, Status

B = TypeVar("B")
SAME = 1e-3
"""How far apart a head's scores are at most where every head of two models is one and the same."""


@dataclass(frozen=True)
class OnModels(Generic[B]):
    """What a check reads: by task or name the models, those of them that must be there, the bounds
    they are held against, and the binding task by the family of a model (A-e-family)."""

    required: tuple[str, ...]
    tasks: Mapping[str, Model]
    bounds: B
    families: Mapping[str, BindingHeads] = field(default_factory=dict)


def answer(status: Status, cases: int, found: str, note: str = "") -> Outcome:
    """An outcome that always says what was measured."""
    return Outcome(status, cases if status is not Status.UNKNOWN else 0, found, note or found)


def same_heads(one: BindingHeads, other: BindingHeads) -> bool:
    """Whether the scores of two models are those of one: head by head within what a machine or
    another precision changes."""
    if [_place(head) for head in one.scores] != [_place(head) for head in other.scores]:
        return False
    return all(
        math.isclose(getattr(a, name), getattr(b, name), rel_tol=0, abs_tol=SAME)
        for a, b in zip(one.scores, other.scores, strict=True)
        for name in SCORES
    )


def _place(head: HeadScores) -> tuple[int, int]:
    return head.layer, head.head


def missing(measurement: OnModels[B]) -> str:
    """The required tasks that were not measured, as text; empty if none."""
    return ", ".join(t for t in measurement.required if t not in measurement.tasks)


def claim_on_models(
    evidence: str, covers: str, check: Callable[[Any], Outcome], mutants: Mutants, **about: Any
) -> Claim:
    """A claim with one check; ``evidence`` names what it reads, ``about`` has the other fields."""
    return Claim(
        evidence=(Evidence(evidence, Method.MEASURED, covers, check),),
        parts=PARTS,
        mutants=as_mutants(mutants),
        **about,
    )
