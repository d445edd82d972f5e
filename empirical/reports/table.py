"""The table of every claim about controlled models and canonical tasks: published, measured, seeds,
verdict. Written to ``empirical/results/README.md`` by ``rope-claims redraw --table``; a
test holds it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

from empirical.protocol.findings import CountsBy
from empirical.protocol.paths import CHECKPOINTS
from theory.ledger import Claim

Row = tuple[str, ...]
LONGER = "4,000 steps, for 2,000; 10 seeds, for 5"
CHANGED = {
    "B-e-acc": "seed 0 of the released recipe is shipped",
    "A-e-index": f"{LONGER}; *only* is judged apart from *enough*",
    "A-e-index-enough": "taken out of A-e-index",
    "A-e-retr": f"{LONGER}; *only* is judged apart from *enough*",
    "A-e-retr-enough": "taken out of A-e-retr",
    "A-e-mix": f"{LONGER}; to solve is to be right on every input, by certificate; one head leaves"
    " it open",
    "A-e-u": LONGER,
    "A-e-invu": f"{LONGER}; undecided where a neighbouring bound turns it",
    "S-jump": "a single model that misses 'most' leaves it open",
    "A-e-geom": "4,000 steps, for 2,000; 40 fresh seeds, for 5; intervals decide, for means",
}
"""What is asked of claims, or of which models, otherwise than before."""


def shipped_hops() -> dict[str, CountsBy]:
    """Right of all held-out sequences by hop count, from the shipped models' manifests.

    Raises:
        OSError, Misread: a manifest is missing or of another kind.
    """
    from empirical.models.trained import trained_manifest
    from empirical.protocol.vocabulary import MAX_HOPS, TASKS

    counts: dict[str, CountsBy] = {}
    for task in TASKS:
        about = trained_manifest(CHECKPOINTS / task)
        of = about.test_sequences // MAX_HOPS
        hops = enumerate(about.test_accuracy_by_hop, 1)
        counts[task] = {str(hop): (round(share * of), of) for hop, share in hops}
    return counts


def _accuracy() -> tuple[str, str, str, str]:
    """B-e-acc's row, with the interval that its text leaves out."""
    from empirical.experiments.shipped.bounds import bounds
    from empirical.experiments.shipped.claims import ACCURACY, check_accuracy
    from empirical.protocol.family import MEASURED
    from empirical.protocol.measured import OnModels
    from empirical.protocol.statistics import wilson
    from empirical.protocol.synthetic import synthetic_model

    counts_by_task = shipped_hops()
    models = {task: synthetic_model(task, hops=hops) for task, hops in counts_by_task.items()}
    outcome = check_accuracy(OnModels(tuple(models), models, bounds()))
    low = min(wilson(*counts)[0] for hops in counts_by_task.values() for counts in hops.values())
    text = f"{outcome.found}; least lower end of Wilson's 95 % intervals {low:.4f}"
    return str(ACCURACY.published), text, "1", MEASURED[outcome.status]


def results_page(figures: Iterable[str]) -> str:
    """The page, in Markdown, with the figures of these names."""
    from empirical.criteria.nulls import null_rows, published_rows
    from empirical.criteria.seeds import RELEASED
    from empirical.experiments.beyond import shown as beyond
    from empirical.experiments.law import table as law
    from empirical.experiments.lengths.causes.table import causes_tables as causes
    from empirical.experiments.mechanism.hopping.table import hopping_tables as hopping
    from empirical.released import forecasts, sensitivity
    from empirical.reports import null_table, released, rendering, replication, shipped
    from empirical.rerun.table import reruns

    return rendering.MARKDOWN.get_template("results.md").render(
        claims=_claims(),
        released=released.released_rows(),
        earlier=released.older_runs(),
        replication=replication,
        changes=_changes(),
        curves=published_rows() + shipped.shipped_published_rows(),
        rejected=null_rows(),
        afterwards=_afterwards(),
        nulls=null_table.null_page_rows(),
        causes=causes(),
        hopping=hopping(),
        forecasts=forecasts.forecasts(RELEASED),
        predictors=list(forecasts.HOW.values()),
        law=law,
        beyond=beyond,
        sensitivity=sensitivity.tables(),
        titles=sensitivity.titles(),
        rerun=reruns(),
        theorems=_theorems(),
        figures=list(figures),
    )


def _claims() -> list[Row]:
    """A row a claim of the shipped models, their mechanism and paper A's tasks: published, before,
    measured, seeds a task, verdict, what changed."""
    from empirical.experiments.canonical import claims as canonical_claims
    from empirical.experiments.mechanism import claims as mechanism_claims
    from empirical.protocol import settings
    from empirical.reports import released, shipped
    from theory.ledger.judging import judge

    published, *cells = _accuracy()
    old = released.before()
    why = released.changed("B-e-acc", old["B-e-acc"], cells[-1], CHANGED["B-e-acc"])
    rows: list[Row] = [("B-e-acc", published, old["B-e-acc"], *cells, why), *shipped.shipped_rows()]
    mechanism = [(claim, settings.SEEDS) for claim in mechanism_claims.MECHANISM_CLAIMS]
    fresh = {canonical_claims.GEOMETRY.id: len(settings.CANONICAL_FRESH)}
    sweeps = [
        (claim, fresh.get(claim.id, settings.CANONICAL_SEEDS))
        for claim in canonical_claims.CANONICAL_CLAIMS
    ]
    for claim, seeds in mechanism + sweeps:
        record = judge(claim)
        measured = record.found or record.reason or record.fault
        if claim in mechanism_claims.MECHANISM_CLAIMS:
            measured = f"{_worst(claim)}; by model: {measured}"
        now, asked = record.verdict.value, CHANGED.get(claim.id, "–")
        why = released.changed(claim.id, old[claim.id], now, asked)
        rows.append((claim.id, claim.published, old[claim.id], measured, str(seeds), now, why))
    return rows


def _worst(claim: Claim) -> str:
    """Each requirement of a claim about mechanism, with the worst model's share."""
    from empirical.reports.by_seed import MARKS
    from empirical.reports.requirements import ASKED, requirement_text

    answer = ASKED[claim.id](claim.subject())
    worst = "; ".join(requirement_text(one) + MARKS[one.holds] for one in answer)
    return f"worst of the models: {worst}"


def _changes() -> list[Row]:
    """The table of changes."""
    from empirical.protocol.registration import parsed_changes

    names = ("what", "when", "why", "results", "old_rule")
    return [
        (", ".join(row.claims), *(getattr(row, name) for name in names)) for row in parsed_changes()
    ]


def _afterwards() -> list[str]:
    """The claims about the released recipe whose rule was changed once its runs were judged: rows
    that lead from one hash to another, or register again, and that do not say 'Nothing in the
    rule'."""
    from empirical.criteria.claims import CLAIMS_BY_KIND
    from empirical.protocol.registration import parsed_changes

    table = parsed_changes()
    first = next(i for i, row in enumerate(table) if row.registers)
    changed = {
        name
        for row in table[first + 1 :]
        if (row.hashes or row.registers) and not row.what.startswith("Nothing in the rule")
        for name in row.claims
    }
    return [one.id for some in CLAIMS_BY_KIND.values() for one in some if one.id in changed]


def _theorems() -> list[Markup]:
    """What is settled of paper A's heads over all inputs, a line a task, and in all."""
    from empirical.experiments.canonical.records import FOLDER, TASKS, settled_heads, stored_record
    from empirical.experiments.canonical.shapes import VERDICTS
    from empirical.experiments.canonical.table import counted_heads

    lines, total = [], Counter[str]()
    for task in TASKS:
        record, settled = stored_record(FOLDER, task), settled_heads(FOLDER, task)
        if record is None:
            raise FileNotFoundError(f"no record of {task}: run rope-claims run canonical")
        lines.append(counted_heads(task, record, settled))
        total.update(one.verdict for one in settled.values())
    shown = ", ".join(f"{total[name]} {name}" for name in VERDICTS)
    return [Markup(line) for line in (*lines, f"in all: {shown}.")]  # our own


def write_pages(results: Path, figures: Iterable[str]) -> list[Path]:
    """Write both pages, each whole or not at all; returns where they are.

    ``figures`` are the names of those that the first page shows.
    """
    from empirical.experiments.canonical.table import sweeps_page
    from theory.reports.files import replacing

    written = []
    for name, text in (("README.md", results_page(figures)), ("canonical.md", sweeps_page())):
        with replacing(results / name) as draft:
            draft.write_text(text)
        written.append(results / name)
    return written
