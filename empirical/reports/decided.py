"""The claims about the shipped models, the mechanism, paper A's tasks and the law of the break as
the results page shows them: what their checks ask, and what was measured."""

from collections.abc import Callable
from typing import Any

from empirical.criteria.printed import DISCREPANCY, one_reading
from empirical.criteria.recipe_criteria import Answer
from empirical.experiments.beyond import claims as beyond
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS, GEOMETRY
from empirical.experiments.law import claims as law
from empirical.experiments.law import criteria, interventions
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped import claims as shipped_claims
from empirical.experiments.shipped.bounds import Measurement, bounds
from empirical.models.trained import trained_manifest
from empirical.protocol import settings
from empirical.protocol.family import MEASURED
from empirical.protocol.findings import CountsBy
from empirical.protocol.measured import OnModels
from empirical.protocol.paths import CHECKPOINTS
from empirical.protocol.synthetic import synthetic_model
from empirical.protocol.vocabulary import MAX_HOPS, TASKS
from empirical.reports import shipped
from empirical.reports.claim_section import MET, ClaimSection, requirement_rows
from empirical.reports.requirements import ASKED
from theory.ledger import Claim, Status, Undecided
from theory.ledger.judging import judge

CRITERIA: dict[str, Callable[[Any], Answer]] = {
    DISCREPANCY.id: one_reading,
    law.BREAK.id: criteria.law,
    law.DILUTION.id: criteria.dilution,
    law.ALIAS.id: criteria.alias,
    law.UNDILUTED.id: interventions.undiluted,
    law.UNALIASED.id: interventions.unaliased,
    law.SCALED.id: interventions.scaled,
    beyond.PUBLIC.id: beyond.criterion,
}
"""What the claims about the law of the break ask; a test holds them to the checks' answers."""


def law_sections() -> list[ClaimSection]:
    """Each claim about the law of the break, paper B's among them, and about a public model."""
    claims = (DISCREPANCY, *law.LAW_CLAIMS, beyond.PUBLIC)
    return [_recorded(claim) for claim in claims]


def decided_sections() -> list[ClaimSection]:
    """Each claim with its verdict, the worst model's value of each requirement, and what the check
    says of the models."""
    of_shipped = [_shipped(shipped_claims.ACCURACY, manifest_accuracy())]
    report = shipped.shipped_findings()
    others = (shipped_claims.MIX, shipped_claims.LENGTHS, shipped_claims.HEADS)
    of_shipped += [_shipped(claim, report) for claim in others]
    return of_shipped + [_recorded(claim) for claim in (*MECHANISM_CLAIMS, *CANONICAL_CLAIMS)]


def shipped_hops() -> dict[str, CountsBy]:
    """Right of all held-out sequences by hop count, from the shipped models' manifests.

    Raises:
        OSError, Misread: a manifest is missing or of another kind.
    """
    counts: dict[str, CountsBy] = {}
    for task in TASKS:
        about = trained_manifest(CHECKPOINTS / task)
        of = about.test_sequences // MAX_HOPS
        hops = enumerate(about.test_accuracy_by_hop, 1)
        counts[task] = {str(hop): (round(share * of), of) for hop, share in hops}
    return counts


def manifest_accuracy() -> Measurement:
    """What B-e-acc is judged on."""
    models = {task: synthetic_model(task, hops=hops) for task, hops in shipped_hops().items()}
    return OnModels(tuple(models), models, bounds())


def _shipped(claim: Claim, measurement: Measurement) -> ClaimSection:
    outcome = shipped.checked_outcome(claim, measurement)
    rows = requirement_rows(ASKED[claim.id](measurement)) if claim.id in ASKED else ()
    note = f"{outcome.found}{shipped.intervals(claim, measurement)}"
    return ClaimSection(claim, MEASURED[outcome.status], "the two shipped ones", rows, note)


def _recorded(claim: Claim) -> ClaimSection:
    record = judge(claim)
    verdict, note = record.verdict.value, record.found or record.reason or record.fault
    try:
        subject = claim.subject()
    except Undecided:  # records are missing, as the note says
        return ClaimSection(claim, verdict, "too few", (), note)
    if claim.id in CRITERIA:
        rows = requirement_rows(CRITERIA[claim.id](subject))
        told = any(row[-1] == MET[Status.UNKNOWN] for row in rows)
        note = "" if told else record.reason
        return ClaimSection(claim, verdict, _counted(subject), rows, note)
    if claim in CANONICAL_CLAIMS:
        fresh = claim is GEOMETRY
        seeds = len(settings.CANONICAL_FRESH) if fresh else settings.CANONICAL_SEEDS
        models = f"{seeds} seeds at each of {settings.CANONICAL_IDS} angles"
    else:
        models = _counted(subject)
    return ClaimSection(claim, verdict, models, requirement_rows(ASKED[claim.id](subject)), note)


def _counted(measurement: Any) -> str:
    """How many models of each task there are, or texts."""
    return ", ".join(f"{task} {len(some)}" for task, some in measurement.tasks.items())
