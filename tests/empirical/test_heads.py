"""One prompt, one page; and the same as a table in Python."""

import sys

import pytest

from empirical import heads
from tests.empirical.talkers import talker
from tests.tools import PANDAS, needs

PROMPT = "Alice likes red. Bob likes blue."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return talker(tmp_path_factory.mktemp("model"), "llama", size=400)


def test_a_prompt_makes_a_page(folder, tmp_path, capsys):
    out = tmp_path / "page.html"
    assert heads.main([str(folder), "--prompt", PROMPT, "--out", str(out)]) == 0
    assert f"8 heads: {out}" in capsys.readouterr().out
    text = out.read_text()
    assert text.count("<figure>") >= 2
    assert "1:3</td>" in text
    assert PROMPT in text
    assert "<script" not in text


def test_bad_input_is_one_line_and_leaves_nothing(folder, tmp_path, capsys):
    for model, prompt, message in (
        (folder, "", "at least 3 tokens"),
        (tmp_path / "none", PROMPT, "is no folder"),
    ):
        out = tmp_path / "page.html"
        assert heads.main([str(model), "--prompt", prompt, "--out", str(out)]) == 2
        errors = capsys.readouterr().err.splitlines()
        assert len([line for line in errors if message in line]) == 1
        assert not out.exists()
        out.write_text("an earlier page")
        assert heads.main([str(model), "--prompt", prompt, "--out", str(out)]) == 2
        capsys.readouterr()
        assert out.read_text() == "an earlier page"
        out.unlink()


def test_a_table_without_pandas_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'rope-claims\[notebook\]'"):
        heads.table("nothing", PROMPT)


@needs(PANDAS)
def test_three_lines_of_python_return_a_table(folder):
    import pandas

    table = heads.table(str(folder), PROMPT)
    assert isinstance(table, pandas.DataFrame)
    assert list(table.columns) == list(heads.COLUMNS)
    assert len(table) == 8
    assert table["s_pos"].between(0, 1).all()
    assert "<table" in table._repr_html_()  # what a notebook shows
