"""The written table is what the records say today."""

from empirical import redraw, results_table


def test_the_page_in_the_repository_is_up_to_date():
    page = (redraw.RESULTS / "README.md").read_text()
    assert page == results_table.table(), "run python -m empirical.redraw --table"


def test_every_claim_has_a_row_and_a_verdict():
    rows = results_table.table().splitlines()[7:]
    names = [row.split("|")[1].strip() for row in rows]
    assert len(set(names)) == len(names) == 14
    assert {"B-e-acc", "B-e-start", "B-e-pure", "B-e-hops", "B-e-disc", "B-e-freq"} <= set(names)
    verdicts = {row.split("|")[-2].strip() for row in rows}
    assert verdicts <= {"SUPPORTED", "NOT REPRODUCED", "UNDECIDED"}


def test_the_accuracy_row_reads_the_manifests(monkeypatch):
    poor = results_table.manifests()
    poor["tasks"]["letter"]["hops"]["4"][0] //= 2
    monkeypatch.setattr(results_table, "manifests", lambda: poor)
    assert results_table._accuracy()[-1] == "NOT REPRODUCED"
