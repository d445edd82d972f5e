"""The claims about the released recipe as the results page shows them: what is recorded of each."""

from collections.abc import Mapping, Sequence
from typing import Any

from empirical.criteria import seeds
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.recipe_claims import CASES, GAPS, KINDS, PURITIES, RecordKind
from empirical.protocol.vocabulary import TASKS
from empirical.reports.by_seed import seed_requirement_rows
from empirical.reports.claim_section import ClaimSection, Row
from theory.ledger import Claim
from theory.ledger.judging import judge


def record_kind(claim: Claim, kind: str) -> RecordKind:
    """The records that a claim reads."""
    return {"B-e-disc-decay": GAPS, "B-e-pure": PURITIES}.get(claim.id, KINDS[kind])


def released_sections() -> list[ClaimSection]:
    """Each claim with its verdict and what the models show."""
    sections = []
    for kind, claims in CLAIMS_BY_KIND.items():
        for claim in claims:
            recorded = record_kind(claim, kind)
            folder = seeds.FRESH_FOLDER if recorded.fresh else seeds.RELEASED
            tasks = seeds.seeds(folder, recorded.reader)
            counts = [f"{t} {len(tasks[t])} ({recorded.least[t]} needed)" for t in TASKS]
            models = {t: [one.found for one in some] for t, some in tasks.items()}
            rows, note = measured_requirements(claim, models)
            verdict = judge(claim).verdict.value
            sections.append(ClaimSection(claim, verdict, ", ".join(counts), rows, note))
    return sections


def measured_requirements(
    claim: Claim, tasks: Mapping[str, Sequence[Any]]
) -> tuple[tuple[Row, ...], str]:
    """Each requirement on the models there are, or why there is none to show; what too few models
    show decides nothing."""
    if not all(tasks.get(task) for task in TASKS):
        return (), "none of a task recorded"
    try:
        return seed_requirement_rows(claim.id, CASES[claim.id][0], tasks), ""
    except ValueError:  # scipy's tests over seeds need two
        if min(map(len, tasks.values())) > 1:
            raise
        return (), "not computed from one model of a task"
