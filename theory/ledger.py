"""The ledger: what a claim is, how it is judged, and which verdict its evidence earns.

A claim holds a *subject* (the literal statement as data that a check can read), evidence whose
checks judge that subject, and mutants: functions that make the subject slightly false. A verdict
exists only if every check was seen green on the claim and red on its mutants in this very run.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """What the evidence earned. UNDECIDED is never counted as a pass."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    SUPPORTED = "SUPPORTED"
    NOT_REPRODUCED = "NOT REPRODUCED"
    UNDECIDED = "UNDECIDED"


class Method(StrEnum):
    """How a piece of evidence decides (design: 'A claim that can fail')."""

    SYMBOLIC = "symbolic"
    ENCLOSED = "enclosed"
    EXHAUSTIVE = "exhaustive"
    INDUCTIVE = "inductive"
    WITNESS = "witness"
    PROPERTY = "property"
    MEASURED = "measured"
    WRITTEN = "written"


DECISIVE = frozenset(
    {Method.SYMBOLIC, Method.ENCLOSED, Method.EXHAUSTIVE, Method.INDUCTIVE, Method.WRITTEN}
)


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
    answer of TRUE on no case is a fault, never a pass. ``found`` is what was found: a witness,
    a measurement, the solver's reason for not knowing.
    """

    status: Status
    cases: int
    found: Any = None
    note: str = ""


def true(cases: int, found: Any = None, note: str = "") -> Outcome:
    """The statement held in all ``cases`` cases."""
    return Outcome(Status.TRUE, cases, found, note)


def false(found: Any, cases: int = 1, note: str = "") -> Outcome:
    """The statement failed; ``found`` is the case in which it did."""
    return Outcome(Status.FALSE, cases, found, note)


def unknown(note: str) -> Outcome:
    """Not decided; ``note`` says why."""
    return Outcome(Status.UNKNOWN, 0, None, note)


@dataclass(frozen=True)
class Evidence:
    """One way to settle a claim.

    ``decides`` names the claim's quantifiers that this evidence settles for all their values;
    ``proof`` is the anchor in proofs.md that WRITTEN evidence needs. ``confirmed_by`` names a
    second, independent decision of the same formula, or says 'one solver only'.
    """

    name: str
    method: Method
    covers: str
    check: Callable[[Any], Outcome]
    decides: frozenset[str] = frozenset()
    proof: str = ""
    confirmed_by: str = ""


@dataclass(frozen=True)
class Mutant:
    """The subject made slightly false; the evidence named in ``rejected_by`` (default: every
    evidence of the claim) must answer FALSE on it."""

    name: str
    kind: Kind
    mutate: Callable[[Any], Any]
    rejected_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, or of this suite, and everything needed to judge it.

    ``subject`` builds what the checks read. ``quantifiers`` maps each variable of the statement
    to the range it is quantified over; PROVED needs decisive evidence for each of them together.
    A claim to be refuted has a counterexample as its subject, WITNESS evidence and the id of its
    ``repair``. A measured claim names a ``planted`` subject on which its check must be green, so
    that the check is seen both ways whatever the measurement says; mutants then start from it.
    ``rests_on`` names claims whose failure would undo this one.
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
    repair: str = ""
    rests_on: tuple[str, ...] = ()
    published: str = ""
    planted: Callable[[Any], Any] | None = None
    seconds: float = 60.0


@dataclass(frozen=True)
class Seen:
    """What one check answered on one subject during the run: the raw material of a verdict."""

    evidence: str
    method: str
    subject: str
    status: str
    cases: int
    found: str
    note: str


@dataclass(frozen=True)
class Record:
    """A claim's verdict as reached in this run, with everything seen on the way.

    ``fault`` is non-empty when the claim's own machinery is broken (a check raised, a mutant
    survived, no case was evaluated, …): no verdict then, and the gate is red. ``reason`` says
    why a sound claim is UNDECIDED.
    """

    id: str
    verdict: Verdict
    expected: Verdict
    fault: str = ""
    reason: str = ""
    found: str = ""
    rests_on: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    seen: tuple[Seen, ...] = ()
    seconds: float = 0.0

    @property
    def as_expected(self) -> bool:
        """Verdict reached, no fault, equal to the expected one, and not UNDECIDED."""
        return not self.fault and self.verdict == self.expected != Verdict.UNDECIDED


class Fault(Exception):
    """A claim that cannot earn a verdict because its own machinery is broken."""


class Undecided(Exception):
    """A sound claim that could not be decided here (solver's unknown, missing weights or tool)."""


MIN_MUTANTS = 4


def inspect_claim(claim: Claim) -> None:
    """Refuse a claim that could not fail.

    Raises:
        Fault: no evidence, too few or too similar mutants, missing repair, an empty field,
            evidence named by a mutant that does not exist, or a quantifier nobody declared.
    """
    for name in ("id", "paper", "place", "statement", "not_covered"):
        if not str(getattr(claim, name)).strip():
            raise Fault(f"field {name!r} is empty")
    if not claim.evidence:
        raise Fault("no evidence")
    names = [e.name for e in claim.evidence]
    if len(set(names)) != len(names):
        raise Fault("two pieces of evidence share a name")
    if len(claim.mutants) < MIN_MUTANTS:
        raise Fault(f"{len(claim.mutants)} mutants, at least {MIN_MUTANTS} are needed")
    if len({m.kind for m in claim.mutants}) < MIN_MUTANTS:
        raise Fault(f"mutants of fewer than {MIN_MUTANTS} different kinds")
    if len({m.name for m in claim.mutants}) != len(claim.mutants):
        raise Fault("two mutants share a name")
    aimed: set[str] = set()
    for mutant in claim.mutants:
        strangers = set(mutant.rejected_by) - set(names)
        if strangers:
            raise Fault(f"mutant {mutant.name!r} names unknown evidence {sorted(strangers)}")
        aimed |= set(mutant.rejected_by or names)
    if set(names) - aimed:
        raise Fault(f"no mutant is aimed at evidence {sorted(set(names) - aimed)}")
    _inspect_methods(claim)


def _inspect_methods(claim: Claim) -> None:
    methods = {e.method for e in claim.evidence}
    if Method.WITNESS in methods and not claim.repair:
        raise Fault("a refutation must name its repair")
    if Method.MEASURED in methods and (len(methods) > 1 or claim.planted is None):
        raise Fault("measured evidence stands alone and needs a planted subject")
    for evidence in claim.evidence:
        if evidence.method is Method.WRITTEN and not evidence.proof:
            raise Fault(f"written evidence {evidence.name!r} names no proof")
        strangers = set(evidence.decides) - set(claim.quantifiers)
        if strangers:
            raise Fault(f"evidence {evidence.name!r} decides undeclared {sorted(strangers)}")
    if claim.expected is Verdict.PROVED and not claim.quantifiers:
        raise Fault("a claim to be proved declares its quantifiers")


def run_check(evidence: Evidence, subject: Any, label: str) -> tuple[Outcome, Seen]:
    """Run one check on one subject and record what it said.

    Raises:
        Fault: the check raised, returned something that is no Outcome, or said TRUE on no case.
    """
    try:
        outcome = evidence.check(subject)
    except Undecided as reason:
        outcome = unknown(str(reason))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        raise Fault(
            f"{evidence.name} on {label}: {type(error).__name__}: {error}"
            f" ({where.name}, line {where.lineno})"
        ) from error
    if not isinstance(outcome, Outcome) or not isinstance(outcome.status, Status):
        raise Fault(f"{evidence.name} on {label}: returned {outcome!r}, not an Outcome")
    if type(outcome.cases) is not int or outcome.cases < 0:
        raise Fault(f"{evidence.name} on {label}: cases = {outcome.cases!r} is not a count")
    if outcome.status is Status.TRUE and outcome.cases == 0:
        raise Fault(f"{evidence.name} on {label}: true on no case (hypotheses never met?)")
    found = "" if outcome.found is None else str(outcome.found)
    seen = Seen(
        evidence.name, evidence.method, label, outcome.status, outcome.cases, found, outcome.note
    )
    return outcome, seen


def judge(claim: Claim, subject: Callable[[], Any] | None = None) -> Record:
    """Judge one claim: every check on the claim, then on each mutant, then the verdict.

    ``subject`` replaces the claim's own (``validate`` judges the same claim on another model).
    Never raises: what goes wrong is in the record.
    """
    seen: list[Seen] = []
    verdict, fault, reason, found = Verdict.UNDECIDED, "", "", ""
    try:
        inspect_claim(claim)
        value = (subject or claim.subject)()
        outcomes = []
        for evidence in claim.evidence:
            outcome, entry = run_check(evidence, value, "claim")
            outcomes.append(outcome)
            seen.append(entry)
        base = claim.planted(value) if claim.planted else value
        reject_mutants(claim, base, seen)
        verdict, found = conclude(claim, outcomes)
    except Fault as broken:
        fault = str(broken)
    except Undecided as why:
        reason = str(why)
    except Exception as error:  # a subject or a mutation that cannot be built is a fault too
        fault = f"{type(error).__name__}: {error}"
    return Record(
        id=claim.id,
        verdict=verdict,
        expected=claim.expected,
        fault=fault,
        reason=reason,
        found=found,
        rests_on=claim.rests_on,
        methods=tuple(dict.fromkeys(str(e.method) for e in claim.evidence)),
        seen=tuple(seen),
    )


def reject_mutants(claim: Claim, base: Any, seen: list[Seen]) -> None:
    """See every check green on a planted subject and red on each mutant aimed at it.

    Raises:
        Fault: a mutant survived, or a planted subject was not accepted.
    """
    if claim.planted:
        for evidence in claim.evidence:
            outcome, entry = run_check(evidence, base, "planted")
            seen.append(entry)
            if outcome.status is not Status.TRUE:
                raise Fault(f"{evidence.name}: the planted subject was not accepted")
    for mutant in claim.mutants:
        subject = mutant.mutate(base)
        for evidence in claim.evidence:
            if mutant.rejected_by and evidence.name not in mutant.rejected_by:
                continue
            outcome, entry = run_check(evidence, subject, f"mutant: {mutant.name}")
            seen.append(entry)
            if outcome.status is Status.UNKNOWN:
                raise Undecided(f"{evidence.name} on mutant {mutant.name!r}: {outcome.note}")
            if outcome.status is not Status.FALSE:
                raise Fault(f"mutant {mutant.name!r} survived {evidence.name!r}")


def conclude(claim: Claim, outcomes: Sequence[Outcome]) -> tuple[Verdict, str]:
    """The verdict that the outcomes on the claim itself earn, and what was found.

    Raises:
        Undecided: some check did not know, or the evidence leaves a quantifier open.
        Fault: a check answered FALSE on a claim that is not a measured one.
    """
    pairs = list(zip(claim.evidence, outcomes, strict=True))
    for evidence, outcome in pairs:
        if outcome.status is Status.UNKNOWN:
            raise Undecided(f"{evidence.name}: {outcome.note or 'unknown'}")
    found = "; ".join(str(o.found) for o in outcomes if o.found is not None)
    failed = [(e, o) for e, o in pairs if o.status is Status.FALSE]
    if all(e.method is Method.MEASURED for e in claim.evidence):
        return (Verdict.NOT_REPRODUCED if failed else Verdict.SUPPORTED), found
    if failed:
        evidence, outcome = failed[0]
        raise Fault(f"{evidence.name} answered false: {outcome.found}")
    if any(e.method is Method.WITNESS for e in claim.evidence):
        return Verdict.REFUTED, found
    decisive = [e for e in claim.evidence if e.method in DECISIVE]
    if not decisive:
        return Verdict.SUPPORTED, found
    decided: set[str] = set().union(*(e.decides for e in decisive))
    left_open = set(claim.quantifiers) - decided
    if left_open:
        raise Undecided(f"no decisive evidence for every {', '.join(sorted(left_open))}")
    return Verdict.PROVED, found
