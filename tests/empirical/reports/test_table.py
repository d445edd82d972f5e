"""The written table is what the records say today."""

import re

import pytest

from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.printed import DISCREPANCY
from empirical.criteria.recipe_claims import CASES
from empirical.experiments.beyond.claims import PUBLIC
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.law.claims import LAW_CLAIMS
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped.claims import MODEL_CLAIMS
from empirical.protocol import records
from empirical.reports import rendering
from empirical.reports import table as results_table
from empirical.reports.every_figure import FIGURES
from empirical.reports.released import measured_requirements

SHOWN = (
    *(claim for some in CLAIMS_BY_KIND.values() for claim in some),
    *(DISCREPANCY, *LAW_CLAIMS, PUBLIC, *MODEL_CLAIMS, *MECHANISM_CLAIMS, *CANONICAL_CLAIMS),
)
"""The claims of the page of results, in its order."""


@pytest.fixture(scope="module")
def pages():
    return {
        "README.md": results_table.claims_page(),
        "measurements.md": results_table.measurements_page(FIGURES),
        "criteria.md": results_table.criteria_page(),
    }


@pytest.fixture(scope="module")
def table(pages):
    return pages["README.md"]


def rows(table, title):
    """The rows of the first table below a title."""
    below = table.split(f"## {title}\n")[1].split("\n#")[0]
    return [row for row in below.splitlines() if row.startswith("| ")][1:]


def test_the_pages_in_the_repository_are_up_to_date(pages):
    for name, text in pages.items():
        stored = (records.RESULTS / name).read_text()
        assert stored == text, f"{name}: run rope-claims redraw --table"


def test_every_claim_has_a_row_a_section_and_its_verdict(table):
    cells = [
        [cell.strip() for cell in row.strip("| ").split(" | ")] for row in rows(table, "Verdicts")
    ]
    assert [f"[{claim.id}](#{claim.id.lower()})" for claim in SHOWN] == [row[0] for row in cells]
    for claim, row in zip(SHOWN, cells, strict=True):
        assert len(row) == 4
        shown = f"{claim.expected}{' (reading)' if claim.provenance == 'reading' else ''}"
        shown += ", as reconstructed" if claim.paper == "A" else ""
        assert (row[1], row[3]) == (shown, claim.statement.replace("|", "\\|"))
        below = table.split(f"\n### {claim.id}\n")
        assert len(below) == 2, claim.id
        section = below[1].split("\n#")[0]
        assert claim.statement in section
        assert f"**{shown}**. Models: " in section
        _, told = rendering.list_and_sentences(claim.not_covered)
        assert section.rstrip().endswith(f"\n\n{told}." if told else ".")


def test_every_claim_from_records_has_its_nulls(pages):
    below = pages["criteria.md"].split("## Criteria by which runs")[1].split("\n## ")[0]
    assert "NOT REJECTED" not in below
    named = {row.split("|")[1].strip() for row in below.splitlines() if row.startswith("| ")}
    ids = {claim.id for some in CLAIMS_BY_KIND.values() for claim in some}
    others = (*MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
    assert ids | {claim.id for claim in others} | {"B-e-acc", "B-e-mix", "B-e-len"} <= named


def test_the_page_names_the_criteria_that_were_changed_after_a_result():
    assert set(results_table._afterwards()) == {
        *("B-e-gamma", "B-e-hops", "B-e-len-seeds", "B-e-shape", "B-e-why"),
        *("B-e-first", "B-e-freq", "B-e-geom", "B-e-disc-decay"),
        *("B-e-disc-gap", "B-e-disc-sim", "B-e-disc-sim-drawn"),
        *("B-e-reflexive", "B-e-shortcut", "B-e-flow", "B-e-start", "B-e-pure", "B-e-mix-seeds"),
    }


def test_the_tables_are_written_whole_next_to_the_records(tmp_path, monkeypatch):
    for name in ("claims_page", "criteria_page"):
        monkeypatch.setattr(results_table, name, lambda name=name: f"{name}\n")
    monkeypatch.setattr(results_table, "measurements_page", lambda names: f"all {len(names)}\n")
    paths = results_table.write_pages(tmp_path, ["B-figure-2", "A-figure-3"])
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert {path.name for path in paths} == {*written}
    assert written.pop("canonical.md").startswith("# ")
    assert written == {
        "README.md": "claims_page\n",
        "measurements.md": "all 2\n",
        "criteria.md": "criteria_page\n",
    }


def test_a_list_parts_at_semicolons_outside_brackets():
    assert rendering.phrases("a (b; c); d [e; f], g; h.") == ["a (b; c).", "d [e; f], g.", "h."]


def test_what_is_not_covered_is_a_list_and_then_sentences():
    """The page has a bullet for each phrase of the list, and a paragraph of the sentences."""
    text = "how, in App. E; when (fn. 2; Fig. 7). It is so. 'That' is not."
    assert rendering.list_and_sentences(text) == (
        "how, in App. E; when (fn. 2; Fig. 7)",
        "It is so. 'That' is not.",
    )
    assert rendering.list_and_sentences("how; when") == ("how; when", "")


@pytest.mark.parametrize("claim", SHOWN, ids=lambda claim: claim.id)
def test_no_sentence_of_what_is_not_covered_goes_on_with_the_list(claim):
    _, told = rendering.list_and_sentences(claim.not_covered)
    assert len(rendering.phrases(told or "none")) == 1


def test_heads_settled_are_counted_from_the_records(monkeypatch, tmp_path):
    *tasks, total = results_table._theorems()[-5:]
    counts = [[int(n) for n in re.findall(r"(\d+) [cru]", line)] for line in (*tasks, total)]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    assert sum(counts[-1]) > 300
    monkeypatch.setattr(results_table, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError, match="of index: run rope-claims run canonical"):
        results_table._theorems()


def test_one_model_of_a_task_is_not_too_much_to_ask():
    """A rank test over seeds cannot be made of one: the page says so, and is made all the same."""
    hops = next(claim for claim in CLAIMS_BY_KIND["dynamics"] if claim.id == "B-e-hops")
    _, passing, _ = CASES[hops.id]
    one = {task: list(models)[:1] for task, models in passing.items()}
    assert measured_requirements(hops, one) == ((), "not computed from one model of a task")
    assert measured_requirements(hops, {**one, "letter": []}) == ((), "none of a task recorded")
    shown, note = measured_requirements(hops, passing)
    assert shown
    assert not note
