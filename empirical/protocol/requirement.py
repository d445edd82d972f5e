"""What a criterion answers: requirements, each what was found against its bound, three-valued."""

from __future__ import annotations

from dataclasses import dataclass

from empirical.protocol.statistics import both
from theory.ledger import Status


@dataclass(frozen=True)
class Requirement:
    """One condition of a criterion: ``found`` against ``bound``."""

    name: str
    holds: Status
    found: float
    bound: float


Answer = list[Requirement]


def status(answer: Answer) -> Status:
    """Whether all requirements hold."""
    return both(*(one.holds for one in answer))


def failed(answer: Answer) -> set[str]:
    """The requirements that surely do not hold."""
    return {one.name for one in answer if one.holds is Status.FALSE}


def at_least(name: str, found: float, bound: float) -> Requirement:
    """A requirement on a number that has no interval of its own."""
    return Requirement(name, Status.TRUE if found >= bound else Status.FALSE, found, bound)


def at_most(name: str, found: float, bound: float) -> Requirement:
    """A requirement on a number that has no interval of its own."""
    return Requirement(name, Status.TRUE if found <= bound else Status.FALSE, found, bound)
