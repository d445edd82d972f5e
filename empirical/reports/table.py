"""The pages of ``empirical/results``: the claims about controlled models, requirement by
requirement, what was measured, and the criteria. ``rope-claims redraw --table`` writes them; a test
compares.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.nulls import null_rows, published_rows
from empirical.criteria.questions import every
from empirical.criteria.seeds import RELEASED
from empirical.experiments.beyond import shown as beyond
from empirical.experiments.canonical.records import FOLDER, TASKS, settled_heads, stored_record
from empirical.experiments.canonical.shapes import VERDICTS
from empirical.experiments.canonical.table import counted_heads, sweeps_page
from empirical.experiments.law import table as law
from empirical.protocol.registration import parsed_changes
from empirical.released import forecasts, sensitivity
from empirical.reports import decided, null_table, released, rendering, replication, shipped
from empirical.rerun.table import reruns
from theory.reports.files import replacing


def claims_page() -> str:
    """The claims, each with its verdict and requirements, in Markdown."""
    return rendering.MARKDOWN.get_template("results.md").render(
        released=released.released_sections(),
        decided=decided.decided_sections(),
        of_law=decided.law_sections(),
    )


def measurements_page(figures: Iterable[str]) -> str:
    """The tables behind the claims, and the figures of these names, in Markdown."""
    return rendering.MARKDOWN.get_template("measurements.md").render(
        replication=replication,
        forecasts=forecasts.forecasts(RELEASED),
        predictors=list(forecasts.HOW.values()),
        law=law,
        beyond=beyond,
        sensitivity=sensitivity.tables(),
        titles=sensitivity.titles(),
        theorems=_theorems(),
        figures=list(figures),
    )


def criteria_page() -> str:
    """How the criteria were tested, what was changed in them, and what was run again."""
    return rendering.MARKDOWN.get_template("criteria.md").render(
        changes=_changes(),
        curves=published_rows() + shipped.shipped_published_rows(),
        rejected=null_rows(),
        later=[*(one.id for one in every()), "B-e-disc-sim-drawn"],
        afterwards=_afterwards(),
        nulls=null_table.null_page_rows(),
        rerun=reruns(),
    )


def _changes() -> list[tuple[str, ...]]:
    """The table of changes."""
    names = ("what", "when", "why", "results", "old_rule")
    return [
        (", ".join(row.claims), *(getattr(row, name) for name in names)) for row in parsed_changes()
    ]


def _afterwards() -> list[str]:
    """The claims about the released recipe whose rule was changed once its runs were judged: rows
    that lead from one hash to another, or register again, and that do not say 'Nothing in the
    rule'."""
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
    """Write the four pages, each whole or not at all; returns where they are.

    ``figures`` are the names of those that the page of measurements shows.
    """
    parsed_changes()  # an edited table is refused before anything is judged
    pages = {
        "README.md": claims_page(),
        "measurements.md": measurements_page(figures),
        "criteria.md": criteria_page(),
        "canonical.md": sweeps_page(),
    }
    for name, text in pages.items():
        with replacing(results / name) as draft:
            draft.write_text(text)
    return [results / name for name in pages]
