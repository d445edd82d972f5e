"""The claims about the released recipe as the results page shows them: how they stood before, what
is recorded of them now, and the same criteria on the older runs, which decide nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from empirical.criteria import seeds
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.recipe_claims import (
    CASES,
    GAPS,
    KINDS,
    RecordKind,
)
from empirical.protocol.records import RESULTS
from empirical.protocol.vocabulary import TASKS
from empirical.reports.by_seed import seed_requirement_text
from empirical.reports.turned import EARLIER, TURNS
from empirical.reports.turned import turned_by as what_turned
from theory.ledger import Claim
from theory.ledger.judging import judge

BEFORE = RESULTS / "before.json"
"""What was measured and found of each claim until the criteria were registered again."""
CHANGED = {
    "B-e-start": "entropy on its layer's own scale; accuracy as a precondition",
    "B-e-pure": "γ = .2 and the first step at the maximum, as drawn; no head pure at the start",
    "B-e-mix-seeds": "accuracy as a precondition; no head pure at the start",
    "B-e-hops": "an interval that straddles its bound decides nothing, as first registered",
    "B-e-gamma": "new",
    "B-e-len-seeds": "number at 50 tokens added, not at 68 in all",
    "B-e-shape": "new",
    "B-e-disc-decay": "taken out of B-e-disc",
    "B-e-freq": "the paper's own weights: softmax of each plane's largest logit",
    "B-e-geom": "accuracy as a precondition",
    "B-e-why": "new",
    "B-e-reflexive": "new",
    "B-e-shortcut": "new",
    "B-e-flow": "'mainly': most looks of most pure heads, and most of those that wait; fresh seeds",
    "B-e-disc-gap": "of the discrepancy alone; on models trained after the predictor was frozen",
    "B-e-disc-sim": "taken out of B-e-disc; held-out models, and a constant as rival",
    "B-e-disc-sim-drawn": "new",
}
"""What is asked otherwise than before; a claim without a row is new."""


def record_kind(claim: Claim, kind: str) -> RecordKind:
    """The records that a claim reads."""
    return GAPS if claim.id == "B-e-disc-decay" else KINDS[kind]


def before() -> defaultdict[str, str]:
    """By claim its verdict until the criterion was registered again; a dash where it is new."""
    stored: Mapping[str, Any] = json.loads(BEFORE.read_text())
    verdicts = {name: one["verdict"] for name, one in stored.items()}
    return defaultdict(lambda: "–", verdicts | {"B-e-disc-gap": verdicts["B-e-disc"]})


def released_rows() -> list[tuple[str, ...]]:
    """A row a claim: published, before, models recorded, what they show, verdict, what changed."""
    old = before()
    rows: list[tuple[str, ...]] = []
    for kind, claims in CLAIMS_BY_KIND.items():
        for claim in claims:
            recorded = record_kind(claim, kind)
            tasks = seeds.seeds(seeds.RELEASED, recorded.reader)
            many = ", ".join(f"{t} {len(tasks[t])} of {recorded.least[t]}" for t in TASKS)
            record = judge(claim)
            shown = measured_requirements(
                claim, {t: [one.found for one in x] for t, x in tasks.items()}
            )
            now = record.verdict.value
            why = changed(claim.id, old[claim.id], now, CHANGED.get(claim.id, "new"))
            rows.append((claim.id, claim.published, old[claim.id], many, shown, now, why))
    return rows


def changed(claim_id: str, old: str, now: str, asked: str) -> str:
    """What turned a verdict, or that nothing did, and what is ``asked`` otherwise; a dash where
    there was no verdict, or nothing is."""
    if old == "–":
        return "new" if asked == "new" else f"new: {asked}"
    if old == now:
        return "not turned" if asked == "–" else f"not turned; asked otherwise: {asked}"
    if claim_id not in TURNS:  # its records are the ones that were judged before
        return f"**the criterion**, on the same records; asked otherwise: {asked}"
    return f"{what_turned(claim_id, now)}; asked otherwise: {asked}"


def measured_requirements(claim: Claim, tasks: Mapping[str, Sequence[Any]]) -> str:
    """Each requirement on the models there are; what too few of them show decides nothing."""
    if not all(tasks.get(task) for task in TASKS):
        return "none of a task recorded"
    try:
        return seed_requirement_text(claim.id, CASES[claim.id][0], tasks)
    except ValueError:  # scipy's tests over seeds need two
        if min(map(len, tasks.values())) > 1:
            raise
        return "not computed from one model of a task"


def older_runs() -> list[tuple[str, str, str]]:
    """The same criteria on the older runs: claim, which runs, what is found. Another recipe and
    half the training, or a single model: this decides nothing."""
    rows = []
    for kind, claims in CLAIMS_BY_KIND.items():
        if kind in ("held-out", "following"):
            continue
        for claim in claims:
            recorded = record_kind(claim, kind)
            folder, what = (RESULTS, "five seeds a task, 3,750 steps, recipe 'earlier'")
            if kind == "ablation":
                folder, what = EARLIER, "two full passes, 6,750 steps, recipe 'earlier'"
            tasks = {
                task: [one.found for one in some]
                for task, some in seeds.seeds(folder, recorded.reader).items()
            }
            rows.append((claim.id, what, measured_requirements(claim, tasks)))
    return rows
