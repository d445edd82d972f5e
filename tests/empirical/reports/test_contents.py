"""What a report says: which blocks there are, in which order, and what is told where it lacks."""

import pytest
from matplotlib.figure import Figure

from empirical.protocol.form import Document
from empirical.protocol.reading import built
from empirical.reports.blocks import Block, FigureBlock, Heading, TableBlock, Text
from empirical.reports.contents import blocks
from tests.empirical.documents import claim, document

RUN = {"run": "letter-0", "task": "letter", "seed": 4, "control": False, "steps": 9}


@pytest.fixture(autouse=True)
def unsaved(monkeypatch):
    """Pictures are drawn and not written: the test reads what is next to them."""
    monkeypatch.setattr(Figure, "savefig", lambda *_, **__: None)


def told(report, kind):
    return [block for block in blocks(built(report, Document)) if isinstance(block, kind)]


def text(report):
    return "\n".join(block.text for block in told(report, Text))


def test_verdicts_come_first_and_the_method_last():
    titles = [block.text for block in told(document(), Heading)]
    assert titles[0] == "Verdicts"
    assert titles[-1] == "Method, versions, seeds, caveats"


@pytest.mark.parametrize("code", [0, 1, 7])
def test_the_conclusion_says_whether_the_gate_passes(code):
    report = document(claim("A-e-anti"), claim("B-e-llm", gate="undecided"))
    report["exit_code"] = code
    first = told(report, Text)[0].text
    assert first.startswith("As expected: 1 of 2 verdicts.")
    assert f"The gate {({0: 'passes', 1: 'fails', 7: 'does not pass'})[code]}" in first


def test_the_corner_1_1_is_called_uniform_attention():
    told_of = [
        figure.see for figure in told(document(), FigureBlock) if "every head" in figure.title
    ]
    assert told_of
    assert all("(1, 1) has uniform attention" in see for see in told_of)


def test_the_method_tells_seeds_versions_and_commit():
    method = text(document())
    for words in ("binding task 30000", "python 3.12", "commit abc1234", "1-hop runs 1 to 5"):
        assert words in method
    assert "commit" not in text(document() | {"commit": ""})


def test_a_part_that_could_not_be_had_gives_its_reason():
    report = document()
    report["models"][0] |= {"binding": {"reason": "no names"}, "one_hop": {"reason": "too long"}}
    assert "No binding task: no names." in text(report)
    assert "No 1-hop tasks: too long." in text(report)


def test_layers_left_out_are_named():
    report = document()
    assert "Left out of 7 layers" in text(report)
    assert "6 (it sees 1)" in text(report)
    report["models"][0]["binding"]["left_out"] = []
    assert "Left out" not in text(report)


def test_breaking_lengths_are_shown_with_their_seeds_where_there_are_any():
    report, without = document(), len(told(document(), FigureBlock))
    ends = {"measured": 600.0, "predicted": None}
    report["breaking"] = [RUN | ends, RUN | {"measured": 50.4, "predicted": 49.6}]
    shown = told(report, Block)
    assert sum(isinstance(block, FigureBlock) for block in shown) == without + 1
    tables = [block for block in shown if isinstance(block, TableBlock)]
    table = next(t for t in tables if t.titles[0] == "run")
    assert table.rows[0] == ("letter-0", "4", "600", "beyond the lengths tried")
    assert table.rows[1][2:] == ("50", "50")
    assert any("trained for 9 steps" in block.text for block in shown if isinstance(block, Text))
    report["breaking"].append(RUN | ends | {"steps": 11})
    shown = told(report, Text)
    assert any("trained for 9 to 11 steps" in block.text for block in shown)


def test_a_manifest_tells_seed_and_steps():
    report = document()
    report["models"][0]["manifest"] = {"recipe": {"seed": 1, "steps": 6750}}
    assert "trained with seed 1 for 6750 steps" in text(report)


def test_published_one_hop_figures_are_next_to_ours():
    table = next(t for t in told(document(), TableBlock) if t.titles[0] == "window")
    row = next(row for row in table.rows if row[0] == "12")
    assert "0.98 / 0.96" in row
    assert row[1].startswith("0.60 [")
