"""What the claims judged from records share: a measurement, and a family of claims about one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from empirical.protocol.registration import registered
from empirical.protocol.synthetic import PARTS, Mutants, as_mutants
from theory.ledger import Claim, Evidence, Method, Outcome, Status, Verdict

MEASURED = {
    Status.TRUE: Verdict.SUPPORTED.value,
    Status.FALSE: Verdict.NOT_REPRODUCED.value,
    Status.UNKNOWN: Verdict.UNDECIDED.value,
}
"""The verdict that a check's status alone gives a measured claim."""
R = TypeVar("R")
B = TypeVar("B")


class Seeded(Protocol):
    """A record of one training seed."""

    @property
    def seed(self) -> int: ...


S = TypeVar("S", bound=Seeded)


@dataclass(frozen=True)
class Measurement(Generic[R, B]):
    """What a check reads: by task its record or its seeds' records, and the bounds they are held
    against (how many seeds are required is one of them)."""

    tasks: Mapping[str, R]
    bounds: B


@dataclass(frozen=True)
class Family(Generic[R, B]):
    """The claims judged from one folder of records.

    ``records`` names their evidence and ``sizes`` opens what it covers; ``stored`` reads the
    records, raising Undecided where too few are there; ``folders``: those that it reads;
    ``limits`` ends what is not covered.
    """

    records: str
    sizes: str
    bounds: Callable[[], B]
    stored: Callable[[], Measurement[R, B]]
    folders: Callable[[], tuple[Path, ...]]
    synthetic: Callable[[Measurement[R, B]], Measurement[R, B]]
    limits: str = ""

    def claim(
        self,
        id: str,  # noqa: A002 (the field's name)
        place: str,
        statement: str,
        published: str,
        covers: str,
        check: Callable[[Measurement[R, B]], Outcome],
        mutants: Mutants,
        not_covered: str,
        expected: Verdict = Verdict.SUPPORTED,
        provenance: str = "printed",
        records: str = "",
    ) -> Claim:
        """A claim whose records are held to the hash of its criterion before it is judged;
        ``records`` names its evidence where that is not as the family's."""
        covered = self.sizes + covers
        evidence = Evidence(records or self.records, Method.MEASURED, covered, check)
        return registered(
            Claim(
                id=id,
                paper="suite" if id[0] == "S" else id[0],
                provenance=provenance,
                place=place,
                statement=statement,
                expected=expected,
                subject=self.stored,
                evidence=(evidence,),
                parts=PARTS,
                mutants=as_mutants(mutants),
                synthetic=self.synthetic,
                published=published,
                not_covered=not_covered + self.limits,
            ),
            self.bounds,
            self.folders,
        )
