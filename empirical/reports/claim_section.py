"""One claim as the results page shows it: what it says, the verdict, and each requirement of its
check with what was measured."""

from collections.abc import Iterable
from dataclasses import dataclass

from empirical.criteria.figures import figure
from empirical.protocol.statistics import Requirement
from empirical.reports.legend import legend
from empirical.reports.requirements import value_text
from theory.ledger import Claim, Status
from theory.reports.verdicts import of_claim

MET = {Status.TRUE: "yes", Status.FALSE: "**no**", Status.UNKNOWN: "*open*"}
TESTS = ("emerge in order", "further apart", "agree in rank", "closer than", "closer with")
"""Words of the requirements that are on a test's p."""
Row = tuple[str, ...]


@dataclass(frozen=True)
class ClaimSection:
    """``rows``: requirement, measured, bound, met. ``note``: what the check says of all of them, or
    why there are no rows."""

    claim: Claim
    verdict: str
    models: str
    rows: tuple[Row, ...]
    note: str = ""

    @property
    def id(self) -> str:
        """The claim's."""
        return self.claim.id

    @property
    def shown(self) -> str:
        """The verdict with what limits it: a reading, as reconstructed."""
        return of_claim(self.verdict, self.claim)

    @property
    def missing(self) -> str:
        """The requirements that are not met, or open."""
        marks = {MET[Status.FALSE]: "", MET[Status.UNKNOWN]: " (open)"}
        return "; ".join(row[0] + marks[row[-1]] for row in self.rows if row[-1] in marks) or "–"

    @property
    def legend(self) -> str:
        """What the lines of the note mean."""
        return legend(self.id, self.note)

    @property
    def met(self) -> str:
        """How many of the requirements are met."""
        return f"{sum(row[-1] == MET[Status.TRUE] for row in self.rows)} of {len(self.rows)}"


def requirement_rows(answer: Iterable[Requirement]) -> tuple[Row, ...]:
    """Requirement, measured, bound, met."""
    return tuple(requirement_row(one, compared_text(one)) for one in answer)


def requirement_row(one: Requirement, measured: str) -> Row:
    """A requirement, with the words for what was measured."""
    return one.name, measured, bound_text(one), MET[one.holds]


def bound_text(one: Requirement) -> str:
    """The bound, with the side on which a requirement is met where what was found tells it."""
    if one.holds is Status.UNKNOWN or one.found == one.bound:
        return f"{one.bound:.3g}"
    above = (one.found > one.bound) is (one.holds is Status.TRUE)
    return f"{'≥' if above else '≤'} {one.bound:.3g}"


def compared_text(one: Requirement) -> str:
    """What is held against the bound, with more digits where it misses a bound that looks equal."""
    if any(words in one.name for words in TESTS):
        return f"p {figure(max(one.found, 1e-9))}"
    text = value_text(one)
    looks_met = one.holds is not Status.TRUE and text == figure(one.bound)
    return f"{one.found:.5g}" if looks_met else text
