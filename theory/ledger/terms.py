"""The terms of the ledger: claims, evidence, mutants, outcomes, verdicts and records, as data.

``theory.ledger.inspection`` says which claims may be judged, ``theory.ledger.judging`` judges them;
everyone else imports these names from ``theory.ledger``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from theory.ledger.questions import Question


class Verdict(StrEnum):
    """What the evidence earned. UNDECIDED is never counted as a success."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    NOT_REPRODUCED = "NOT REPRODUCED"
    UNDECIDED = "UNDECIDED"


class Method(StrEnum):
    """How a piece of evidence decides; an ``Evidence``'s ``covers`` says which quantifiers."""

    SYMBOLIC = "symbolic"
    ENCLOSED = "enclosed"
    EXHAUSTIVE = "exhaustive"
    INDUCTIVE = "inductive"
    KERNEL = "kernel"
    WITNESS = "witness"
    PROPERTY = "property"
    MEASURED = "measured"
    WRITTEN = "written"


DECISIVE = frozenset(
    {
        Method.SYMBOLIC,
        Method.ENCLOSED,
        Method.EXHAUSTIVE,
        Method.INDUCTIVE,
        Method.KERNEL,
        Method.WRITTEN,
    }
)
EXACT = DECISIVE | {Method.WITNESS}
"""Methods that may read no float and report none: a float decides nothing that is called proved."""


class Status(StrEnum):
    """The three answers of a check; UNKNOWN is a solver's 'unknown' or something not there."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Kind(StrEnum):
    """What a mutant changes."""

    CONSTANT = "constant"
    INDEX = "index"
    HYPOTHESIS = "hypothesis"
    SIGN = "sign"
    TERM = "term"
    RELATION = "relation"
    QUANTIFIER = "quantifier"
    DATA = "data"


@dataclass(frozen=True)
class Outcome:
    """One check's answer on one subject.

    ``cases`` counts the cases in which the hypotheses held and the statement was evaluated; an
    answer on no case is a fault, never a pass. ``found`` is what was found: a witness, a
    measurement, the solver's reason for not knowing; NaN in it is a fault, and so is a float where
    the evidence is exact. ``working`` is how it was found, a step a line, for a reader who does it
    again by hand.
    """

    status: Status
    cases: int
    found: Any = None
    note: str = ""
    working: tuple[str, ...] = ()


def true(cases: int, found: Any = None, note: str = "", working: tuple[str, ...] = ()) -> Outcome:
    """The statement held in all ``cases`` cases."""
    return Outcome(Status.TRUE, cases, found, note, working)


def false(found: Any, cases: int = 1, note: str = "") -> Outcome:
    """The statement failed; ``found`` is the case in which it did."""
    return Outcome(Status.FALSE, cases, found, note)


def unknown(note: str) -> Outcome:
    """Not decided; ``note`` says why."""
    return Outcome(Status.UNKNOWN, 0, None, note)


@dataclass(frozen=True)
class Evidence:
    """One way to settle a claim.

    ``decides`` names the claim's quantifiers that this evidence settles for all their values: at
    least one where the method is decisive (a kernel-checked part may settle none), none where it
    is not;
    ``proof`` is the anchor in proofs.md that WRITTEN evidence needs. ``confirmed_by`` begins with
    the name of a second, independent decision of the same formula (another evidence, 'cvc5' or
    'claim ID'), or says 'one solver only'. ``command`` decides it again by itself, run in the
    checkout, where there is such a program. ``given`` names the claim's other evidence that makes
    the whole claim with a kernel-checked theorem: its results are the theorem's hypotheses, or
    sentences of the claim as they stand. Nothing is then left to join on paper.
    """

    name: str
    method: Method
    covers: str
    check: Callable[[Any], Outcome]
    decides: frozenset[str] = frozenset()
    proof: str = ""
    confirmed_by: str = ""
    command: str = ""
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mutant:
    """The subject made slightly false; the evidence named in ``rejected_by`` (default: every
    evidence of the claim that reads the subject, so all but KERNEL) must answer FALSE on it."""

    name: str
    kind: Kind
    mutate: Callable[[Any], Any]
    rejected_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Altered:
    """A mutation of a dataclass: these of its fields are replaced by these values."""

    fields: Mapping[str, Any]

    def __call__(self, subject: Any) -> Any:
        """The subject with the fields replaced."""
        return replace(subject, **self.fields)


def altered(name: str, kind: Kind, /, *evidence: str, **fields: Any) -> Mutant:
    """The mutant ``name`` that replaces ``fields`` of the subject, rejected by ``evidence``.

    What it changes is data, so that it can be read and held against ``kind``.
    """
    return Mutant(name, kind, Altered(fields), evidence)


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, or of this suite, and everything needed to judge it.

    ``subject`` builds what the checks read. ``quantifiers`` maps each variable of the statement
    to the range it is quantified over; PROVED needs one piece of decisive evidence that settles
    them all, or a written or inductive one that joins the pieces. Where evidence is exact, the
    subject holds no float.
    A claim to be refuted has a counterexample as its subject, WITNESS evidence and the ids of its
    ``repairs``, the true statements in its place. A measured claim names a ``synthetic`` subject on
    which its check must pass, so that the check is seen both ways whatever the measurement
    says; mutants then start from it.
    ``rests_on`` names claims whose failure would undo this one. ``parts`` says what the parts of
    the subject are that values do not show (a field or key, or several joined by dots): a flag a
    hypothesis, a range a quantifier; a mutant's kind is held against it (``theory.ledger.kinds``).

    ``paper`` is an id of ``theory.papers`` or "suite", ``place`` where in it the statement is, and
    ``provenance`` whether it is printed, reconstructed, a reading, a repair or our own ("suite").
    ``unread``: the paper was read, but not what this is a reading of.
    ``not_covered`` says what the verdict does not cover. ``published`` is a measured claim's figure
    in the paper. ``seconds`` limits the time of all checks together.
    """

    id: str
    paper: str
    place: str
    statement: str
    expected: Verdict
    subject: Callable[[], Any]
    evidence: tuple[Evidence, ...]
    mutants: tuple[Mutant, ...]
    not_covered: str
    quantifiers: Mapping[str, str] = field(default_factory=dict)
    provenance: str = "printed"
    unread: bool = False
    repairs: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    published: str = ""
    synthetic: Callable[[Any], Any] | None = None
    seconds: float = 300.0
    parts: Mapping[str, Kind] = field(default_factory=dict)


@dataclass(frozen=True)
class Observation:
    """What one check answered on one subject during the run: the raw material of a verdict.

    ``questions`` are those it put to solvers, with their SMT-LIB texts.
    """

    evidence: str
    method: str
    subject: str
    status: str
    cases: int
    found: str
    note: str
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class Record:
    """A claim's verdict as reached in this run, with everything seen on the way.

    ``fault`` is non-empty when the claim's own machinery is broken (a check raised, a mutant
    survived, no case was evaluated, …): no verdict then, and the gate fails. ``reason`` says
    why a sound claim is UNDECIDED. ``expected`` is None for an id whose claim is not there.
    """

    id: str
    verdict: Verdict
    expected: Verdict | None
    fault: str = ""
    reason: str = ""
    found: str = ""
    rests_on: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    seen: tuple[Observation, ...] = ()
    seconds: float = 0.0

    @property
    def as_expected(self) -> bool:
        """Verdict reached, no fault, equal to the expected one, and not UNDECIDED."""
        return not self.fault and self.verdict == self.expected != Verdict.UNDECIDED

    @property
    def mark(self) -> str:
        """How the gate reads it: 'as expected', 'open', 'fault', 'undecided' or 'differs'.

        A claim that is registered as UNDECIDED and still is, is open. It counts as no success, but
        the gate fails on a verdict that changed, and this one has not. One whose checks came to no
        answer is undecided like any other.
        """
        if self.as_expected:
            return "as expected"
        if self.fault:
            return "fault"
        if self.verdict is not Verdict.UNDECIDED:
            return "differs"
        return "open" if self.expected is Verdict.UNDECIDED and self._answered() else "undecided"

    def _answered(self) -> bool:
        """Whether the checks came to answers on the claim: not where a time limit or a crash
        stopped them, nor where no record was there to be measured."""
        own = [one for one in self.seen if one.subject == "claim"]
        return bool(own) and all(one.found or one.method != Method.MEASURED for one in own)


class Fault(Exception):
    """A claim that cannot earn a verdict because its own machinery is broken."""


class Undecided(Exception):
    """A sound claim that could not be decided here (solver's unknown, missing weights or tool)."""
