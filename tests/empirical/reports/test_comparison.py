"""Two reports side by side."""

import copy
import json
import re

import pytest

from empirical import validate
from empirical.protocol.form import Document
from empirical.protocol.reading import built
from empirical.reports import comparison, pages
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
    page = (tmp_path / "out" / "comparison.html").read_text()
    plain = re.sub(r' data-label="[^"]*"', "", page)
    assert '<tr class="bad"><td>A-e-anti</td><td>changed</td>' in plain
    assert "NOT REPRODUCED" in (tmp_path / "out" / "comparison.md").read_text()


def test_a_claim_that_one_report_lacks_is_named_and_is_red(tmp_path, capsys):
    """As a report would be from which the claims were taken away."""
    none = document() | {"claims": []}
    more = document(claim("A-e-anti", "NOT REPRODUCED"), claim("B-e-mix"))
    assert compare(tmp_path, SAME, none) == 1
    assert "; only A judged: A-e-anti\n" in capsys.readouterr().out
    assert compare(tmp_path, none, SAME) == 1
    assert "; only B judged: A-e-anti\n" in capsys.readouterr().out
    assert compare(tmp_path, SAME, more) == 1
    both = "verdicts that differ: A-e-anti; only B judged: B-e-mix"
    assert f"; {both}\n" in capsys.readouterr().out
    page = (tmp_path / "out" / "comparison.html").read_text()
    assert both in page
    plain = re.sub(r' data-label="[^"]*"', "", page)
    assert '<tr class="bad"><td>B-e-mix</td><td>changed</td><td>not judged</td>' in plain


def test_heads_that_have_no_like_are_not_drawn():
    smaller = copy.deepcopy(SAME)
    smaller["models"][0]["binding"]["scores"] = SAME["models"][0]["scores"][:5]
    same, less, other = (built(one, Document) for one in (SAME, smaller, OTHER))
    for pair, words in ((less, "no head can be compared"), (other, "The same heads in both")):
        assert words in pages.renderings("t", comparison.comparison_blocks(same, pair))["md"]


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "another"}'])
def test_what_is_no_report_is_refused(tmp_path, capsys, text):
    (tmp_path / "a.json").write_text(text)
    path = str(tmp_path / "a.json")
    assert validate.main(["--compare", path, path, "--out", str(tmp_path / "out")]) == 2
    assert "no report.json of validate can be read there" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
