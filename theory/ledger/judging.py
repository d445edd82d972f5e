"""Running what a claim brings: every check on the claim, on each mutant, and on the claim again.

What they answer is data, from which ``theory.ledger.verdicts`` decides.
"""

import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from theory.ledger.hygiene import floats, same
from theory.ledger.inspection import unsound
from theory.ledger.kinds import refuse_wrong_kind
from theory.ledger.questions import listening
from theory.ledger.terms import (
    EXACT,
    Claim,
    Evidence,
    Fault,
    Mutant,
    Observation,
    Outcome,
    Record,
    Undecided,
    unknown,
)
from theory.ledger.verdicts import (
    AGAIN,
    CLAIM,
    SYNTHETIC,
    Answers,
    aimed_at,
    decide,
    examine,
    refuse,
    refuse_failure,
    refuse_unaccepted,
    standing,
    weigh_mutant,
)

OURS = frozenset({"theory", "constructions", "empirical"})
LONGEST = 4000
"""Characters of a finding that a record keeps."""


def run_check(evidence: Evidence, subject: Any, label: str) -> tuple[Outcome, Observation]:
    """Run one check on one subject and record what it said.

    A missing tool and exhausted memory are UNKNOWN, as is ``Undecided``; anything else that the
    check raises, ``SystemExit`` too, is a fault.

    Raises:
        Fault: the check raised, returned no Outcome, answered on no case, found nothing where it
            must, found NaN, or is exact and read or found a float.
    """
    here = f"{evidence.name} on {label}"
    if evidence.method in EXACT:
        refuse(floats(subject, "subject"), f"{here}: float in what exact evidence reads")
    try:
        with listening() as questions:
            outcome = evidence.check(subject)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        outcome = unknown(_excuse(error, here))
    examine(evidence, outcome, here)
    finding = "" if outcome.found is None else str(outcome.found)
    observation = Observation(
        evidence=evidence.name,
        method=evidence.method,
        subject=label,
        status=outcome.status,
        cases=outcome.cases,
        found=finding if len(finding) <= LONGEST else finding[:LONGEST] + " …",
        note=outcome.note,
        questions=tuple(questions),
    )
    return outcome, observation


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


def judge(claim: Claim, subject: Callable[[], Any] | None = None) -> Record:
    """Judge one claim in this process: run its checks, then decide on what they answered.

    ``subject`` replaces the claim's own (``validate`` judges the same claim on another model).
    Never raises but for KeyboardInterrupt: what goes wrong is in the record.
    """
    why = unsound(claim)
    return decide(claim, Answers((), fault=why) if why else look(claim, subject))


def look(claim: Claim, subject: Callable[[], Any] | None = None) -> Answers:
    """Run every check of a sound claim on it and on each mutant, until nothing can earn a verdict.

    Never raises but for KeyboardInterrupt: what goes wrong is in the answers.
    """
    start = time.perf_counter()
    observations: list[Observation] = []
    fault, reason = "", ""
    try:
        _look(claim, (subject or claim.subject)(), observations)
    except KeyboardInterrupt:
        raise
    except Fault as broken:
        fault = str(broken) or "a fault that says nothing"
    except BaseException as error:  # a subject or a mutation that cannot be built
        try:
            reason = _excuse(error, "building a subject") or "no reason given"
        except Fault as broken:
            fault = str(broken)
    return Answers(tuple(observations), fault, reason, time.perf_counter() - start)


def _look(claim: Claim, value: Any, observations: list[Observation]) -> None:
    """What ``look`` runs, once the subject ``value`` is built; ends early where no verdict is."""
    refuse_failure(claim, see(claim.evidence, value, CLAIM, observations))
    claim = standing(claim, observations)
    base = value
    if claim.synthetic:
        base = claim.synthetic(value)
        refuse_unaccepted(claim, see(claim.evidence, base, SYNTHETIC, observations))
    see_mutants(claim, base, observations)
    see(claim.evidence, base, AGAIN, observations)


def see(
    evidence: Iterable[Evidence], subject: Any, label: str, observations: list[Observation]
) -> list[Outcome]:
    """Run each check on one subject, in order, adding to ``observations``.

    Raises:
        Fault: as ``run_check``.
    """
    outcomes = []
    for one in evidence:
        outcome, entry = run_check(one, subject, label)
        outcomes.append(outcome)
        observations.append(entry)
    return outcomes


def see_mutants(claim: Claim, base: Any, observations: list[Observation]) -> str:
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
        doubt = doubt or see_mutant(claim, mutant, subject, observations)
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


def see_mutant(claim: Claim, mutant: Mutant, subject: Any, observations: list[Observation]) -> str:
    """See one mutant rejected by all evidence aimed at it; the answer is a doubt, or ''.

    Raises:
        Fault: the mutant survived.
    """
    aimed = aimed_at(claim, mutant)
    return weigh_mutant(mutant, aimed, see(aimed, subject, f"mutant: {mutant.name}", observations))
