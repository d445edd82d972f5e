"""Two reports side by side."""

import copy
import json

import pytest

from empirical import validate
from empirical.protocol.form import Document
from empirical.protocol.reading import built
from empirical.reports import comparison
from tests.empirical.documents import claim, document

SAME, OTHER = document(claim("A-e-anti")), document(claim("A-e-anti", "NOT REPRODUCED", "differs"))


def compare(tmp_path, *documents):
    paths = [tmp_path / f"{n}.json" for n in range(2)]
    for path, one in zip(paths, documents, strict=True):
        path.write_text(json.dumps(one))
    return validate.main(["--compare", *map(str, paths), "--out", str(tmp_path / "out")])


def test_a_verdict_that_changed_is_named_and_is_red(tmp_path, capsys):
    assert compare(tmp_path, SAME, SAME) == 0
    assert compare(tmp_path, SAME, OTHER) == 1
    assert "verdicts that differ: A-e-anti" in capsys.readouterr().out
    assert (
        '<tr class="bad"><td>A-e-anti</td><td>changed</td>'
        in (tmp_path / "out" / "comparison.html").read_text()
    )
    assert "NOT REPRODUCED" in (tmp_path / "out" / "comparison.md").read_text()


def test_heads_that_have_no_like_are_not_drawn():
    smaller = copy.deepcopy(SAME)
    smaller["models"][0]["binding"]["scores"] = SAME["models"][0]["scores"][:5]
    same, less, other = (built(one, Document) for one in (SAME, smaller, OTHER))
    assert "no head can be set beside its like" in comparison.to_markdown(same, less)
    assert "The same heads in both" in comparison.to_markdown(same, other)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "another"}'])
def test_what_is_no_report_is_refused(tmp_path, capsys, text):
    (tmp_path / "a.json").write_text(text)
    path = str(tmp_path / "a.json")
    assert validate.main(["--compare", path, path, "--out", str(tmp_path / "out")]) == 2
    assert "no report.json of validate can be read there" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
