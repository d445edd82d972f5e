"""The table of every claim of spec E1 and E2: published, measured, seeds, verdict. Written to
``empirical/results/README.md`` by ``python -m empirical.redraw --table``; a test holds it there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HEAD = """# Results of the controlled models

Every claim of both papers' controlled experiments and the suite's own on the same records, judged
from the records beside this file. Written by `python -m empirical.redraw --table`. Paper A's rows
(A-e-…) are reconstructed; [canonical.md](canonical.md) has them frequency by frequency.

| claim | published | measured | seeds a task | verdict |
|---|---|---|---|---|
"""
THEOREMS = """
## Theorems about trained heads

Paper A's heads that miss none of their held-out inputs, settled over **every** input of 16 context
tokens and a query: certified by enclosures of all margins, or refuted with an input. Each head, its
margin, that input and the hash of its weights are in `canonical/*-heads.json`.

"""
CRITERIA = """
## Criteria by which runs of the released recipe will be judged

Written before any of those runs is scored (`empirical/criteria/fair.py`). Each is held against the
paper's own published curves, taken for each of five runs, and against nulls that change one thing
of what passes; beside each requirement what was found and its bound.

"""
CHANGES = """
## What was changed in a criterion, and when

Every change to what is measured or how it is judged, before or after a result, in order of time.
A criterion is hashed (statement, statistic, code, thresholds) and a record carries the hash and its
commit; a record from a tree with uncommitted changes, or under another hash, is judged only if a
row here says so (`empirical/protocol/changes.json`).

| claims | what was changed | when | why | before or after which result | what the old rule says |
|---|---|---|---|---|---|
"""
FIGURES = """
## Figures

Drawn by `python -m empirical.redraw --out empirical/results/figures`.

"""


def manifests() -> dict[str, Any]:
    """B-e-acc's measurement from the shipped models' manifests: right of all held-out sequences.

    Raises:
        OSError, KeyError: a manifest is missing or of another kind.
    """
    from empirical.models.pretrained import SHIPPED
    from empirical.protocol import settings
    from empirical.protocol.vocabulary import MAX_HOPS, TASKS

    tasks = {}
    for task in TASKS:
        about = json.loads((SHIPPED / task / "manifest.json").read_text())
        of = about["test_sequences"] // MAX_HOPS
        hops = enumerate(about["test_accuracy_by_hop"], 1)
        tasks[task] = {"hops": {str(hop): [round(share * of), of] for hop, share in hops}}
    return {"required": list(TASKS), "tasks": tasks, "at_least": settings.ACCURACY}


def _accuracy() -> tuple[str, str, str, str]:
    """B-e-acc's row, with the interval that its text leaves out."""
    from empirical.protocol.statistics import wilson
    from empirical.shipped.claims import ACCURACY, check_accuracy
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


def table(figures: Iterable[str]) -> str:
    """The page, in Markdown, with the figures of these names."""
    from empirical.canonical import claims as canonical_claims
    from empirical.criteria.nulls import tables
    from empirical.dynamics import claims as dynamics_claims
    from empirical.lengths import claims as lengths_claims
    from empirical.mechanism import claims as mechanism_claims
    from empirical.protocol import settings
    from theory.ledger.judging import judge

    rows = {"B-e-acc": _accuracy()}
    rooms = (
        dynamics_claims.CLAIMS,
        lengths_claims.CLAIMS,
        mechanism_claims.MECHANISM_CLAIMS,
        canonical_claims.CANONICAL_CLAIMS,
    )
    for claim in (one for room in rooms for one in room):
        record = judge(claim)
        found = record.found or record.reason or record.fault
        found += _over_seeds() if claim is lengths_claims.LENGTHS else ""
        rows[claim.id] = (claim.published, found, str(settings.SEEDS), record.verdict.value)
    lines = ("| " + " | ".join(map(_cell, (name, *row))) + " |" for name, row in rows.items())
    drawn = (f"![{name}](figures/{name}.png)\n" for name in figures)
    body = HEAD + "\n".join(lines) + "\n" + _changes()
    body += CRITERIA + tables() + _theorems()
    return body + FIGURES + "\n".join(drawn)


def _changes() -> str:
    """The table of changes."""
    from empirical.protocol.registration import rows

    names = ("what", "when", "why", "results", "old_rule")
    cells = ([", ".join(row.claims), *(getattr(row, name) for name in names)] for row in rows())
    return CHANGES + "".join(f"| {' | '.join(map(_cell, row))} |\n" for row in cells)


def _theorems() -> str:
    """What is settled of paper A's heads over all inputs, a line a task, and in all."""
    from empirical.canonical import table as canonical

    lines, total = [], Counter[str]()
    for task in canonical.TASKS:
        record = canonical.read(canonical.RESULTS, task)
        settled = canonical.heads(canonical.RESULTS, task)
        if record is None:
            raise FileNotFoundError(f"no record of {task}: run python -m empirical.canonical")
        lines.append(f"- {canonical.count(task, record, settled)}")
        total.update(one["verdict"] for one in settled.values())
    shown = ", ".join(f"{total[name]} {name}" for name in canonical.VERDICTS)
    return f"{THEOREMS}{chr(10).join(lines)}\n- in all: {shown}.\n"


def _over_seeds() -> str:
    """B-e-len-seeds' two accuracies as means over seeds with Student's 95 % interval."""
    from empirical.lengths.records import by_task
    from empirical.protocol import settings
    from empirical.protocol.records import RESULTS
    from empirical.protocol.statistics import mean_interval

    shown = []
    ends = {"number": settings.COLLAPSED_BY, "letter": settings.KEEPS_UNTIL}
    for task, records in by_task(RESULTS).items():
        at = records[0].lengths.index(ends[task])
        low, mean, high = mean_interval([r.right[at] / r.of[at] for r in records])
        shown.append(f"{task} at {ends[task]} {mean:.2f} [{low:.2f}, {high:.2f}]")
    return "; over seeds " + ", ".join(shown)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def write(results: Path, figures: Iterable[str]) -> list[Path]:
    """Write both pages, each whole or not at all; returns where they are.

    ``figures`` are the names of those that the first page shows.
    """
    from empirical.canonical.table import page
    from theory.reports.files import replacing

    written = []
    for name, text in (("README.md", table(figures)), ("canonical.md", page())):
        with replacing(results / name) as draft:
            draft.write_text(text)
        written.append(results / name)
    return written
