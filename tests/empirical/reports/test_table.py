"""The written table is what the records say today."""

import re

import pytest

from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.recipe_claims import CASES
from empirical.experiments.canonical import records as canonical_records
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped.claims import MODEL_CLAIMS
from empirical.protocol import records
from empirical.reports import redraw
from empirical.reports import table as results_table
from empirical.reports.released import measured_requirements
from empirical.reports.turned import TURNS


@pytest.fixture(scope="module")
def table():
    return results_table.results_page(redraw.FIGURES)


def rows(table, title="Claims that are decided"):
    """The rows of the first table below a title."""
    below = table.split(f"## {title}\n")[1].split("\n#")[0]
    return [row for row in below.splitlines() if row.startswith("| ")][1:]


def test_the_page_in_the_repository_is_up_to_date(table):
    page = (records.RESULTS / "README.md").read_text()
    assert page == table, "run rope-claims redraw --table"


def test_every_claim_has_a_row_and_a_verdict(table):
    names = [row.split("|")[1].strip() for row in rows(table)]
    assert len(set(names)) == len(names) == 16
    assert {"B-e-acc", "S-flow", "S-jump", "S-causal", "S-bands"} <= set(names)
    assert {claim.id for claim in CANONICAL_CLAIMS} <= set(names)
    cells = {row.split("|")[1].strip(): row.split(" | ") for row in rows(table)}
    assert {len(row) for row in cells.values()} == {7}
    assert {row[5] for row in cells.values()} <= {"SUPPORTED", "NOT REPRODUCED", "UNDECIDED"}
    turned = {name for name, row in cells.items() if row[2] not in {"–", row[5]}}
    assert turned == {"A-e-index", "A-e-mix", "A-e-invu", "B-e-len", "S-jump"}
    assert {name: cells[name][5] for name in ("B-e-mix", "B-e-len", "S-heads")} == {
        one.id: str(one.expected) for one in MODEL_CLAIMS if one.id != "B-e-acc"
    }
    same = {name for name, row in cells.items() if row[6].strip("| ") == "not turned"}
    assert same == {"S-flow", "S-causal", "S-bands"}
    assert cells["A-e-index"][6].startswith("**the criterion**: ")
    for name in same:
        assert re.search(r"\d \[\d\.\d+, \d\.\d+\] \(bound ", cells[name][3]), name


def test_every_claim_about_the_released_recipe_has_its_row_before_and_now(table):
    listed = [row.split(" | ") for row in rows(table, "Claims about the released recipe")]
    every = [claim for some in CLAIMS_BY_KIND.values() for claim in some]
    assert [cells[0].strip("| ") for cells in listed] == [claim.id for claim in every]
    for claim, cells in zip(every, listed, strict=True):
        assert len(cells) == 7
        assert cells[2] in {"SUPPORTED", "NOT REPRODUCED", "–"}
        assert cells[5] == str(claim.expected)
        turned = cells[2] not in {"–", cells[5]}
        assert turned is (claim.id in TURNS), claim.id
        assert turned is ("the rule until now says" in cells[6])
    older = rows(table, "The same criteria on the older runs")
    new = CLAIMS_BY_KIND["held-out"] + CLAIMS_BY_KIND["following"]
    assert len(older) == len(every) - len(new)


def test_every_row_of_paper_a_has_an_interval(table):
    paper_a = [row for row in rows(table) if row.startswith("| A-e-")]
    assert len(paper_a) == 8
    without = [row for row in paper_a if not re.search(r"\[-?\d\.\d+, -?\d\.\d+\]", row)]
    assert [row.split("|")[1].strip() for row in without] == ["A-e-mix"]
    assert re.search(r"\d+ certified, \d+ refuted, 0 undecided", without[0])


def test_every_claim_from_records_has_its_nulls(table):
    below = table.split("## Criteria by which runs")[1].split("\n## ")[0]
    assert "NOT REJECTED" not in below
    named = {row.split("|")[1].strip() for row in below.splitlines() if row.startswith("| ")}
    ids = {claim.id for some in CLAIMS_BY_KIND.values() for claim in some}
    others = (*MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
    assert ids | {claim.id for claim in others} | {"B-e-acc", "B-e-mix", "B-e-len"} <= named


def test_the_page_names_the_criteria_that_were_changed_after_a_result():
    assert set(results_table._afterwards()) == {
        *("B-e-gamma", "B-e-hops", "B-e-len-seeds", "B-e-shape", "B-e-why"),
        *("B-e-disc-gap", "B-e-disc-sim", "B-e-disc-sim-drawn"),
        *("B-e-reflexive", "B-e-shortcut", "B-e-flow", "B-e-start", "B-e-pure", "B-e-mix-seeds"),
    }


def test_the_tables_are_written_whole_next_to_the_records(tmp_path, monkeypatch):
    monkeypatch.setattr(results_table, "results_page", lambda figures: f"all {len(figures)}\n")
    paths = results_table.write_pages(tmp_path, ["B-figure-2", "A-figure-3"])
    assert [path.name for path in paths] == ["README.md", "canonical.md"]
    assert {path.name for path in tmp_path.iterdir()} == {"README.md", "canonical.md"}
    assert (tmp_path / "README.md").read_text() == "all 2\n"


def test_heads_settled_are_counted_from_the_records(monkeypatch, tmp_path):
    *tasks, total = results_table._theorems()[-5:]
    counts = [[int(n) for n in re.findall(r"(\d+) [cru]", line)] for line in (*tasks, total)]
    assert [sum(column) for column in zip(*counts[:-1], strict=True)] == counts[-1]
    assert sum(counts[-1]) > 300
    monkeypatch.setattr(canonical_records, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError, match="of index: run rope-claims run canonical"):
        results_table._theorems()


def test_the_accuracy_row_reads_the_manifests(monkeypatch):
    poor = results_table.shipped_hops()
    right, of = poor["letter"]["4"]
    poor["letter"] = {**poor["letter"], "4": (right // 2, of)}
    monkeypatch.setattr(results_table, "shipped_hops", lambda: poor)
    assert results_table._accuracy()[-1] == "NOT REPRODUCED"


def test_one_model_of_a_task_is_not_too_much_to_ask():
    """A rank test over seeds cannot be made of one: the page says so, and is made all the same."""
    hops = next(claim for claim in CLAIMS_BY_KIND["dynamics"] if claim.id == "B-e-hops")
    _, passing, _ = CASES[hops.id]
    one = {task: list(models)[:1] for task, models in passing.items()}
    assert measured_requirements(hops, one) == "not computed from one model of a task"
    assert "not computed" not in measured_requirements(hops, passing)
