"""The results page: every claim about controlled models and canonical tasks, requirement by
requirement. Written to ``empirical/results/README.md`` by ``rope-claims redraw --table``; a
test holds it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup


def results_page(figures: Iterable[str]) -> str:
    """The page, in Markdown, with the figures of these names."""
    from empirical.criteria.nulls import null_rows, published_rows
    from empirical.criteria.seeds import RELEASED
    from empirical.experiments.beyond import shown as beyond
    from empirical.experiments.law import table as law
    from empirical.experiments.lengths.causes.table import causes_tables as causes
    from empirical.experiments.mechanism.hopping.table import hopping_tables as hopping
    from empirical.released import forecasts, sensitivity
    from empirical.reports import (
        decided,
        null_table,
        released,
        rendering,
        replication,
        shipped,
    )
    from empirical.rerun.table import reruns

    return rendering.MARKDOWN.get_template("results.md").render(
        released=released.released_sections(),
        decided=decided.decided_sections(),
        of_law=decided.law_sections(),
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


def _changes() -> list[tuple[str, ...]]:
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
