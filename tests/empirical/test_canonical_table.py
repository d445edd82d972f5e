"""Tables of the canonical tasks: causes, ranges, a missing record."""

import json

import pytest

from empirical import canonical_planted
from empirical.canonical_table import CAUSES, cause, ranges, rows


def made(right):
    return {"before": [[[right] * 4] * 2, [[10] * 4] * 2], "of": [[100] * 4] * 2}


def test_causes():
    assert cause(made(100), [False, False], 0.95) == [CAUSES[True, False], CAUSES[False, False]]
    assert cause(made(94), [True, False], 0.95)[0] == CAUSES[False, True]
    assert cause(made(95), [True, False], 0.95)[0] == CAUSES[True, True]


def test_ranges():
    assert ranges([1, 2, 3, 5, 7, 8]) == "1–3, 5, 7–8"
    assert ranges([]) == ""


def test_rows_with_and_without_certificates(tmp_path):
    with pytest.raises(FileNotFoundError, match="no record of index"):
        rows("index", tmp_path)
    record = canonical_planted.record("index", 5, 64)
    record["right"][2][1] = [canonical_planted.OF] * 16
    (tmp_path / "index.json").write_text(json.dumps(record))
    assert len(rows("index", tmp_path)) == 64 + 7
    heads = {"heads": {"right 3 1": {"verdict": "refuted"}, "before 9 0": {"verdict": "certified"}}}
    (tmp_path / "index-heads.json").write_text(json.dumps(heads))
    text = rows("index", tmp_path)
    assert "1 of 320 heads" in text[-2]
    assert "0 certified, 1 refuted, 0 undecided" in text[-2]
    assert text[6].startswith("| 3 |")
    assert text[6].endswith("| 1 | 0 | 1 |")
