"""The verdict, from answers: decided by a process that need never have run a claim's code.

What comes back from the process that ran the checks is data (``Answers``). Here it is held, entry
by entry, against what the claim's description asks for: every check passes on the claim, fails on
each mutant, passes again. ``theory.ledger.judging`` is the half that runs checks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from theory.ledger.hygiene import floats, nans
from theory.ledger.inspection import left_open, on_paper
from theory.ledger.terms import (
    DECISIVE,
    EXACT,
    Claim,
    Evidence,
    Fault,
    Method,
    Mutant,
    Observation,
    Outcome,
    Record,
    Status,
    Undecided,
    Verdict,
)

CLAIM, SYNTHETIC, AGAIN = "claim", "synthetic", "the same again"
"""What subjects are called; a mutant's is 'mutant: ' and its name."""


@dataclass(frozen=True)
class Answers:
    """What was seen while a claim's checks ran, in order, and what stopped them, if anything did.

    ``fault`` and ``reason`` (as in a Record) can cost the claim its verdict and never earn it one.
    """

    seen: tuple[Observation, ...]
    fault: str = ""
    reason: str = ""
    seconds: float = 0.0


def decide(claim: Claim, answers: Answers) -> Record:
    """The record that the answers earn the claim, which has passed inspection; never raises.

    Of a claim that has not, the answers say so: they are that fault and nothing else.
    """
    verdict, fault, reason, finding = Verdict.UNDECIDED, "", "", ""
    try:
        if answers.fault:
            raise Fault(answers.fault)
        verdict, finding = _weigh(claim, answers)
    except Fault as broken:
        fault = str(broken)
    except Undecided as doubt:
        reason = str(doubt)
    return Record(
        id=claim.id,
        verdict=verdict,
        expected=claim.expected,
        fault=fault,
        reason=reason,
        found=finding,
        rests_on=claim.rests_on,
        methods=methods_of(standing(claim, answers.seen)),
        seen=answers.seen,
        seconds=answers.seconds,
    )


def _weigh(claim: Claim, answers: Answers) -> tuple[Verdict, str]:
    """Verdict and finding, once each answer that the claim asks for is there, and no other.

    Raises:
        Fault: an answer is missing, of another form or too many; a check failed on the claim; a
            mutant survived; a check changed its mind.
        Undecided: some check did not know, or the evidence leaves a quantifier open.
    """
    entries = iter(answers.seen)
    asked = claim
    outcomes = _take(claim.evidence, CLAIM, entries, answers)
    refuse_failure(claim, outcomes)
    claim = standing(claim, answers.seen)
    kept = {e.name for e in claim.evidence}
    pairs = list(zip(asked.evidence, outcomes, strict=True))
    outcomes = [outcome for evidence, outcome in pairs if evidence.name in kept]
    absent = [f"{e.name}: {o.note}" for e, o in pairs if e.name not in kept]
    before = outcomes
    if claim.synthetic:
        before = _take(claim.evidence, SYNTHETIC, entries, answers)
        refuse_unaccepted(claim, before)
    doubt = ""
    for mutant in claim.mutants:
        if not doubt:  # where one is in doubt there is no verdict, and the others are not tried
            aimed = aimed_at(claim, mutant)
            mutant_outcomes = _take(aimed, f"mutant: {mutant.name}", entries, answers)
            doubt = weigh_mutant(mutant, aimed, mutant_outcomes)
    _refuse_memory(claim, before, _take(claim.evidence, AGAIN, entries, answers))
    _stop(answers)
    if next(entries, None) is not None:
        raise Fault("answers came back that nobody asked for")
    verdict, finding = conclude(claim, outcomes)
    if doubt:
        raise Undecided(doubt)
    return verdict, "; ".join(filter(None, (finding, *absent)))


def _stop(answers: Answers) -> None:
    """Say what stopped the checks, if anything did that is no fault.

    Raises:
        Undecided: something did.
    """
    if answers.reason:
        raise Undecided(answers.reason)


def _take(
    evidence: Iterable[Evidence], label: str, entries: Iterator[Observation], answers: Answers
) -> list[Outcome]:
    """The next answers, which have to be those of the evidence on the subject so labelled.

    Raises:
        Undecided: what stopped the checks before they were all there.
        Fault: an answer is missing, is to another question, or answers nothing.
    """
    outcomes = []
    for one in evidence:
        entry = next(entries, None)
        if entry is None:
            _stop(answers)
            raise Fault(f"{one.name} on {label}: no answer came back")
        if (entry.evidence, entry.method, entry.subject) != (one.name, one.method, label):
            raise Fault(f"{one.name} on {label}: {entry.evidence} on {entry.subject} was answered")
        outcome = Outcome(Status(entry.status), entry.cases, entry.found or None, entry.note)
        examine(one, outcome, f"{one.name} on {label}")
        outcomes.append(outcome)
    return outcomes


def refuse_unaccepted(claim: Claim, outcomes: Sequence[Outcome]) -> None:
    """Refuse a check that does not pass on the synthetic subject.

    Raises:
        Fault: there is one.
    """
    for evidence, outcome in zip(claim.evidence, outcomes, strict=True):
        if outcome.status is not Status.TRUE:
            raise Fault(f"{evidence.name}: the synthetic subject was not accepted")


def _refuse_memory(claim: Claim, before: Sequence[Outcome], after: Sequence[Outcome]) -> None:
    for evidence, first, last in zip(claim.evidence, before, after, strict=True):
        if first.status is not last.status:
            raise Fault(
                f"{evidence.name}: {first.status} before the mutants, {last.status} after them"
                " (a check with a memory, or a mutant that changes the subject in place)"
            )


def examine(evidence: Evidence, outcome: Outcome, here: str) -> None:
    """Refuse an answer that answers nothing.

    Raises:
        Fault: it is no Outcome, is on no case, shows nothing where it must, or holds NaN.
    """
    if type(outcome) is not Outcome or type(outcome.status) is not Status:
        raise Fault(f"{here}: returned {outcome!r}, not an Outcome")
    if type(outcome.cases) is not int or outcome.cases < 0:
        raise Fault(f"{here}: cases = {outcome.cases!r} is not a count")
    if not isinstance(outcome.note, str):
        raise Fault(f"{here}: note = {outcome.note!r} is no text")
    if not all(isinstance(line, str) for line in outcome.working):
        raise Fault(f"{here}: working = {outcome.working!r} is no lines of text")
    if outcome.status is not Status.UNKNOWN:
        if outcome.cases == 0:
            raise Fault(f"{here}: {outcome.status} on no case (hypotheses never met?)")
        shows = outcome.status is Status.FALSE or evidence.method in (
            Method.WITNESS,
            Method.MEASURED,
        )
        if shows and (outcome.found is None or not str(outcome.found).strip()):
            raise Fault(f"{here}: {outcome.status}, and shows nothing that it found")
    refuse(nans(outcome.found, "found"), f"{here}: NaN")
    if evidence.method in EXACT:
        refuse(floats(outcome.found, "found"), f"{here}: float in what exact evidence found")


def refuse(places: Sequence[str], what: str) -> None:
    """Refuse what was found at the places.

    Raises:
        Fault: there are any.
    """
    if places:
        raise Fault(f"{what}: {', '.join(places[:3])}")


def methods_of(claim: Claim) -> tuple[str, ...]:
    """The methods that the claim rests on, each once, in the order of its evidence."""
    methods = (str(getattr(e, "method", "?")) for e in claim.evidence)
    return tuple(m for m in dict.fromkeys(methods) if m != Method.WRITTEN or on_paper(claim))


def standing(claim: Claim, observations: Iterable[Observation]) -> Claim:
    """The claim without the kernel evidence that could not be had here, nor its mutants.

    Whoever has no Coq still has the rest of the evidence, and a verdict if that carries one.
    """
    absent = {
        entry.evidence
        for entry in observations
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


def weigh_mutant(mutant: Mutant, aimed: Sequence[Evidence], outcomes: Sequence[Outcome]) -> str:
    """Hold one mutant to being rejected by all evidence aimed at it; the answer is a doubt, or ''.

    Raises:
        Fault: the mutant survived.
    """
    doubt = ""
    for evidence, outcome in zip(aimed, outcomes, strict=True):
        if outcome.status is Status.TRUE:
            raise Fault(f"mutant {mutant.name!r} survived {evidence.name!r}")
        if outcome.status is Status.UNKNOWN:
            doubt = f"{evidence.name} on mutant {mutant.name!r}: {outcome.note or 'unknown'}"
    return doubt


def aimed_at(claim: Claim, mutant: Mutant) -> list[Evidence]:
    """The evidence that must reject the mutant."""
    named = mutant.rejected_by or [e.name for e in claim.evidence if e.method is not Method.KERNEL]
    return [e for e in claim.evidence if e.name in named]


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
    finding = "; ".join(str(o.found) for o in outcomes if o.found is not None)
    methods = {e.method for e in claim.evidence}
    if methods == {Method.MEASURED}:
        failed = any(o.status is Status.FALSE for o in outcomes)
        return (Verdict.NOT_REPRODUCED if failed else Verdict.SUPPORTED), finding
    if Method.WITNESS in methods:
        return Verdict.REFUTED, finding
    if not methods & DECISIVE:
        return Verdict.SUPPORTED, finding
    undecided = left_open(claim)
    if undecided or not claim.quantifiers:
        raise Undecided(
            "no one decisive check names every quantifier, and no written or inductive part joins"
            f" the checks. Left open: {', '.join(sorted(undecided)) or 'all, as none is declared'}"
        )
    return Verdict.PROVED, finding
