"""The table of causes: shares by hand, runs of one task joined, unlike ones refused."""

import pytest

from empirical.experiments.lengths.causes import table
from empirical.experiments.lengths.causes.records import CausesRecord
from empirical.experiments.lengths.causes.window import ALL, NONE
from empirical.protocol.reading import Misread


def record(seed, half, lengths=(34, 68)):
    right = {NONE: (40, 80), ALL: (80, 80), "half": (half, 70)}
    return CausesRecord(
        manifest=None, task="number", seed=seed, lengths=lengths, of=100, right=right
    )


def test_rows_join_the_runs_and_give_the_share_back(monkeypatch):
    monkeypatch.setattr(
        table,
        "stored_causes",
        lambda folder: {"number-0": record(0, 60), "number-1": record(1, 40)},
    )
    (joined,) = table.causes_tables()
    assert (joined.task, joined.runs, joined.lengths) == (
        "number",
        ("number-0", "number-1"),
        (34, 68),
    )
    rows = {name: cells for name, *cells in joined.rows}
    assert rows[NONE][0].startswith("0.40 [")
    assert rows[ALL][0].endswith(", +1.00")
    assert rows["half"][0].startswith("0.50 [")
    assert rows["half"][0].endswith(", +0.25")
    assert rows["half"][1] == "0.70 [0.63, 0.76]"


def test_runs_of_other_lengths_are_refused(monkeypatch):
    other = record(1, 40, lengths=(34, 99))
    monkeypatch.setattr(table, "stored_causes", lambda folder: {"a": record(0, 60), "b": other})
    with pytest.raises(Misread, match="make them alike"):
        table.causes_tables()


def test_no_record_is_no_table(tmp_path):
    assert table.causes_tables(tmp_path) == []
