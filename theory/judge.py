"""Judging: every check on the claim, red on each mutant, green again, and then the verdict."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from theory.hygiene import floats, nans, same
from theory.inspection import inspect_claim, left_open, on_paper
from theory.kinds import refuse_wrong_kind
from theory.questions import listening
from theory.terms import (
    DECISIVE,
    EXACT,
    Claim,
    Evidence,
    Fault,
    Method,
    Mutant,
    Outcome,
    Record,
    Seen,
    Status,
    Undecided,
    Verdict,
    unknown,
)

OURS = frozenset({"theory", "constructions", "empirical"})
LONGEST = 4000
"""Characters of a finding that a record keeps."""


def run_check(evidence: Evidence, subject: Any, label: str) -> tuple[Outcome, Seen]:
    """Run one check on one subject and record what it said.

    A missing tool and exhausted memory are UNKNOWN, as is ``Undecided``; anything else that the
    check raises, ``SystemExit`` too, is a fault.

    Raises:
        Fault: the check raised, returned no Outcome, answered on no case, found nothing where it
            must, found NaN, or is exact and read or found a float.
    """
    here = f"{evidence.name} on {label}"
    if evidence.method in EXACT:
        _refuse(floats(subject, "subject"), f"{here}: float in what exact evidence reads")
    try:
        with listening() as questions:
            outcome = evidence.check(subject)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        outcome = unknown(_excuse(error, here))
    _examine(evidence, outcome, here)
    found = "" if outcome.found is None else str(outcome.found)
    seen = Seen(
        evidence=evidence.name,
        method=evidence.method,
        subject=label,
        status=outcome.status,
        cases=outcome.cases,
        found=found if len(found) <= LONGEST else found[:LONGEST] + " …",
        note=outcome.note,
        questions=tuple(questions),
    )
    return outcome, seen


def _excuse(error: BaseException, here: str) -> str:
    """Why a check that raised does not know.

    Raises:
        Fault: it has no excuse.
    """
    if isinstance(error, Undecided):
        return str(error)
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] not in OURS:
        return f"{error.name or error} is not installed"
    where = traceback.extract_tb(error.__traceback__)[-1]
    raise Fault(
        f"{here}: {type(error).__name__}: {error} ({where.name}, line {where.lineno})"
    ) from error


def _examine(evidence: Evidence, outcome: Outcome, here: str) -> None:
    if type(outcome) is not Outcome or type(outcome.status) is not Status:
        raise Fault(f"{here}: returned {outcome!r}, not an Outcome")
    if type(outcome.cases) is not int or outcome.cases < 0:
        raise Fault(f"{here}: cases = {outcome.cases!r} is not a count")
    if not isinstance(outcome.note, str):
        raise Fault(f"{here}: note = {outcome.note!r} is no text")
    if outcome.status is not Status.UNKNOWN:
        if outcome.cases == 0:
            raise Fault(f"{here}: {outcome.status} on no case (hypotheses never met?)")
        shows = outcome.status is Status.FALSE or evidence.method in (
            Method.WITNESS,
            Method.MEASURED,
        )
        if shows and (outcome.found is None or not str(outcome.found).strip()):
            raise Fault(f"{here}: {outcome.status}, and shows nothing that it found")
    _refuse(nans(outcome.found, "found"), f"{here}: NaN")
    if evidence.method in EXACT:
        _refuse(floats(outcome.found, "found"), f"{here}: float in what exact evidence found")


def _refuse(places: Sequence[str], what: str) -> None:
    if places:
        raise Fault(f"{what}: {', '.join(places[:3])}")


def judge(claim: Claim, subject: Callable[[], Any] | None = None) -> Record:
    """Judge one claim: every check on the claim, then on each mutant, then the verdict.

    ``subject`` replaces the claim's own (``validate`` judges the same claim on another model).
    Never raises but for KeyboardInterrupt: what goes wrong is in the record.
    """
    start = time.perf_counter()
    seen: list[Seen] = []
    verdict, fault, reason, found = Verdict.UNDECIDED, "", "", ""
    try:
        inspect_claim(claim)
        verdict, found = _verdict(claim, (subject or claim.subject)(), seen)
    except KeyboardInterrupt:
        raise
    except Fault as broken:
        fault = str(broken) or "a fault that says nothing"
    except BaseException as error:  # a subject or a mutation that cannot be built
        try:
            reason = _excuse(error, "building a subject") or "no reason given"
        except Fault as broken:
            fault = str(broken)
    return Record(
        id=claim.id,
        verdict=verdict,
        expected=claim.expected,
        fault=fault,
        reason=reason,
        found=found,
        rests_on=claim.rests_on,
        methods=methods_of(standing(claim, seen)),
        seen=tuple(seen),
        seconds=time.perf_counter() - start,
    )


def methods_of(claim: Claim) -> tuple[str, ...]:
    """The methods that the claim rests on, each once, in the order of its evidence."""
    methods = (str(getattr(e, "method", "?")) for e in claim.evidence)
    return tuple(m for m in dict.fromkeys(methods) if m != Method.WRITTEN or on_paper(claim))


def standing(claim: Claim, seen: Iterable[Seen]) -> Claim:
    """The claim without the kernel evidence that could not be had here, nor its mutants.

    Whoever has no Coq still has the rest of the evidence, and a verdict if that carries one.
    """
    absent = {
        entry.evidence
        for entry in seen
        if entry.subject == "claim"
        and entry.method == Method.KERNEL
        and entry.status == Status.UNKNOWN
    }
    if len(absent) == len(claim.evidence) or not absent:
        return claim
    return replace(
        claim,
        evidence=tuple(e for e in claim.evidence if e.name not in absent),
        mutants=tuple(m for m in claim.mutants if not m.rejected_by or set(m.rejected_by) - absent),
    )


def _verdict(claim: Claim, value: Any, seen: list[Seen]) -> tuple[Verdict, str]:
    """What ``judge`` judges, once the subject ``value`` is built; see there."""
    outcomes = see(claim.evidence, value, "claim", seen)
    refuse_failure(claim, outcomes)
    answered = list(zip(claim.evidence, outcomes, strict=True))
    claim = standing(claim, seen)
    kept = {e.name for e in claim.evidence}
    outcomes = [outcome for evidence, outcome in answered if evidence.name in kept]
    absent = [s for s in seen if s.evidence not in kept]
    base, before = value, outcomes
    if claim.planted:
        base = claim.planted(value)
        before = see(claim.evidence, base, "planted", seen)
        for evidence, outcome in zip(claim.evidence, before, strict=True):
            if outcome.status is not Status.TRUE:
                raise Fault(f"{evidence.name}: the planted subject was not accepted")
    doubt = see_mutants(claim, base, seen)
    after = see(claim.evidence, base, "the same again", seen)
    for evidence, first, last in zip(claim.evidence, before, after, strict=True):
        if first.status is not last.status:
            raise Fault(
                f"{evidence.name}: {first.status} before the mutants, {last.status} after them"
                " (a check with a memory, or a mutant that changes the subject in place)"
            )
    verdict, found = conclude(claim, outcomes)
    if doubt:
        raise Undecided(doubt)
    return verdict, "; ".join(filter(None, (found, *(f"{s.evidence}: {s.note}" for s in absent))))


def see(evidence: Iterable[Evidence], subject: Any, label: str, seen: list[Seen]) -> list[Outcome]:
    """Run each check on one subject, in order, adding to ``seen``.

    Raises:
        Fault: as ``run_check``.
    """
    outcomes = []
    for one in evidence:
        outcome, entry = run_check(one, subject, label)
        outcomes.append(outcome)
        seen.append(entry)
    return outcomes


def see_mutants(claim: Claim, base: Any, seen: list[Seen]) -> str:
    """See every mutant rejected; the answer is why some are undecided, or ''.

    Raises:
        Fault: a mutant survived, is not of its kind, or is the claim or another mutant under a
            new name.
    """
    doubt = ""
    earlier: list[tuple[str, Any]] = []
    for mutant in claim.mutants:
        subject = mutated(mutant, base)
        for name, other in earlier:
            if same(subject, other):
                raise Fault(f"mutants {name!r} and {mutant.name!r} are the same")
        refuse_wrong_kind(claim, mutant, base, subject)
        earlier.append((mutant.name, subject))
        doubt = doubt or see_mutant(claim, mutant, subject, seen)
    return doubt


def mutated(mutant: Mutant, base: Any) -> Any:
    """The subject of a mutant.

    Raises:
        Fault: the mutation changes nothing.
    """
    subject = mutant.mutate(base)
    if same(subject, base):
        raise Fault(f"mutant {mutant.name!r} changes nothing (or the subject in place)")
    return subject


def see_mutant(claim: Claim, mutant: Mutant, subject: Any, seen: list[Seen]) -> str:
    """See one mutant rejected by all evidence aimed at it; the answer is a doubt, or ''.

    Raises:
        Fault: the mutant survived.
    """
    doubt = ""
    named = mutant.rejected_by or [e.name for e in claim.evidence if e.method is not Method.KERNEL]
    aimed = [e for e in claim.evidence if e.name in named]
    outcomes = see(aimed, subject, f"mutant: {mutant.name}", seen)
    for evidence, outcome in zip(aimed, outcomes, strict=True):
        if outcome.status is Status.TRUE:
            raise Fault(f"mutant {mutant.name!r} survived {evidence.name!r}")
        if outcome.status is Status.UNKNOWN:
            doubt = f"{evidence.name} on mutant {mutant.name!r}: {outcome.note or 'unknown'}"
    return doubt


def refuse_failure(claim: Claim, outcomes: Sequence[Outcome]) -> None:
    """Refuse FALSE from any evidence but measurements, whose FALSE is a verdict.

    Raises:
        Fault: a check answered FALSE on the claim.
    """
    for evidence, outcome in zip(claim.evidence, outcomes, strict=True):
        if outcome.status is Status.FALSE and evidence.method is not Method.MEASURED:
            raise Fault(f"{evidence.name} answered false: {outcome.found}")


def conclude(claim: Claim, outcomes: Sequence[Outcome]) -> tuple[Verdict, str]:
    """The verdict that the outcomes on the claim itself earn, and what was found.

    Raises:
        Undecided: some check did not know, or the evidence leaves a quantifier open.
        Fault: a check answered FALSE on a claim that is not a measured one.
    """
    refuse_failure(claim, outcomes)
    for evidence, outcome in zip(claim.evidence, outcomes, strict=True):
        if outcome.status is Status.UNKNOWN:
            raise Undecided(f"{evidence.name}: {outcome.note or 'unknown'}")
    found = "; ".join(str(o.found) for o in outcomes if o.found is not None)
    methods = {e.method for e in claim.evidence}
    if methods == {Method.MEASURED}:
        failed = any(o.status is Status.FALSE for o in outcomes)
        return (Verdict.NOT_REPRODUCED if failed else Verdict.SUPPORTED), found
    if Method.WITNESS in methods:
        return Verdict.REFUTED, found
    if not methods & DECISIVE:
        return Verdict.SUPPORTED, found
    undecided = left_open(claim)
    if undecided or not claim.quantifiers:
        raise Undecided(
            f"no decisive evidence, nor a proof that joins the pieces, for every "
            f"{', '.join(sorted(undecided)) or 'variable: no quantifiers are declared'}"
        )
    return Verdict.PROVED, found
