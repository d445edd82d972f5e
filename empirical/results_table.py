"""The table of every claim of spec E1: published, measured, seeds, verdict. Written to
``empirical/results/README.md`` by ``python -m empirical.redraw --table``; a test holds it there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HEAD = """# Results of the controlled models

Every claim of paper B's controlled experiments and the suite's own on the same records, judged from
the records beside this file. Written by `python -m empirical.redraw --table`.

| claim | published | measured | seeds a task | verdict |
|---|---|---|---|---|
"""


def manifests() -> dict[str, Any]:
    """B-e-acc's measurement from the shipped models' manifests: right of all held-out sequences.

    Raises:
        OSError, KeyError: a manifest is missing or of another kind.
    """
    from empirical import settings
    from empirical.pretrained import SHIPPED
    from empirical.vocabulary import MAX_HOPS, TASKS

    tasks = {}
    for task in TASKS:
        about = json.loads((SHIPPED / task / "manifest.json").read_text())
        of = about["test_sequences"] // MAX_HOPS
        hops = enumerate(about["test_accuracy_by_hop"], 1)
        tasks[task] = {"hops": {str(hop): [round(share * of), of] for hop, share in hops}}
    return {"required": list(TASKS), "tasks": tasks, "at_least": settings.ACCURACY}


def _accuracy() -> tuple[str, str, str, str]:
    """B-e-acc's row, with the interval that its text leaves out."""
    from empirical.claims import ACCURACY, check_accuracy
    from empirical.statistics import wilson
    from theory.ledger import Status, Verdict

    measured = manifests()
    outcome = check_accuracy(measured)
    low = min(
        wilson(*counts)[0] for one in measured["tasks"].values() for counts in one["hops"].values()
    )
    verdict = {Status.TRUE: Verdict.SUPPORTED, Status.FALSE: Verdict.NOT_REPRODUCED}
    found = f"{outcome.found}; least lower end of Wilson's 95 % intervals {low:.4f}"
    shown = verdict.get(outcome.status, Verdict.UNDECIDED).value
    return str(ACCURACY.published), found, "1", shown


def table() -> str:
    """The page, in Markdown."""
    from empirical import dynamics_claims, lengths_claims, mechanism_claims, settings
    from theory.judge import judge

    rows = {"B-e-acc": _accuracy()}
    rooms = (dynamics_claims.CLAIMS, lengths_claims.CLAIMS, mechanism_claims.MECHANISM_CLAIMS)
    for claim in (one for room in rooms for one in room):
        record = judge(claim)
        found = record.found or record.reason or record.fault
        found += _over_seeds() if claim is lengths_claims.LENGTHS else ""
        rows[claim.id] = (claim.published, found, str(settings.SEEDS), record.verdict.value)
    lines = ("| " + " | ".join(map(_cell, (name, *row))) + " |" for name, row in rows.items())
    return HEAD + "\n".join(lines) + "\n"


def _over_seeds() -> str:
    """B-e-len-seeds' two accuracies as means over seeds with Student's 95 % interval."""
    from empirical import settings
    from empirical.redraw import RESULTS, seeds
    from empirical.statistics import mean_interval

    shown = []
    ends = {"number": settings.COLLAPSED_BY, "letter": settings.KEEPS_UNTIL}
    for task, records in seeds(RESULTS, "lengths").items():
        at = records[0]["lengths"].index(ends[task])
        low, mean, high = mean_interval([r["right"][at] / r["of"][at] for r in records])
        shown.append(f"{task} at {ends[task]} {mean:.2f} [{low:.2f}, {high:.2f}]")
    return "; over seeds " + ", ".join(shown)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def write(path: Path) -> Path:
    """Write the page whole or not at all; returns where it is."""
    from empirical.checkpoint import replacing

    page = table()
    with replacing(path) as draft:
        draft.write_text(page)
    return path
