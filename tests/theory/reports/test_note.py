"""The note on one paper: its errata, and what of the paper they leave as it is."""

import re
from dataclasses import replace

import pytest

from tests.theory.reports.test_errata import REFUTED, REGISTRY, faults, shown
from theory.gate.reading import folded
from theory.reports import errata


def test_a_note_on_another_paper_has_its_witness_once():
    (one,) = errata.collect(REGISTRY, errata.errata_sections(), "PI")
    note = errata.note(REGISTRY, "PI")
    text = errata.errata_markdown([one], note)
    assert shown(text).count(folded(one.claim.statement)) == 1
    assert "*Unaffected.*" in text
    assert "PI-ratio, PROVED" in text
    assert "has checked no other statement" not in text
    alone = errata.errata_markdown([one], replace(note, stands=()))
    assert "has checked no other statement of paper PI" in alone


def test_a_note_has_one_paper_and_what_it_leaves_as_it_is(command_line):
    run = command_line.here("errata", "--paper", "B")
    ours = [one for one in REFUTED if REGISTRY.claims[one].paper == "B"]
    assert run.code == 0
    assert re.findall(r"^## Erratum \d+\. .* \(([^ ]+)\)$", run.out, re.MULTILINE) == ours
    assert "- Paper A:" not in run.out
    rest = run.out.partition(f"## {errata.UNAFFECTED}")[2]
    held = {one.id for one in errata.stands(REGISTRY, "B")}
    assert held
    assert set(re.findall(r"\((B-[\w-]+), (?:PROVED|SUPPORTED)", rest)) == held
    tex = command_line.here("errata", "--paper", "B", "--latex", "-")
    assert (tex.code, faults(tex.out)) == (0, [])
    assert tex.out.count("\\subsection*{Erratum") == len(ours)


@pytest.mark.parametrize("paper", ["BC", "PI"])
def test_the_note_on_another_paper_is_set_in_latex(paper):
    entries = errata.collect(REGISTRY, errata.errata_sections(), paper)
    tex = errata.to_latex(entries, errata.note(REGISTRY, paper))
    assert tex.count("\\subsection*{Erratum") == len(entries)
    without = re.sub(r"\\begin\{tabular\}.*?\\end\{tabular\}", "", tex, flags=re.DOTALL)
    assert faults(without) == []


def test_a_table_of_a_proof_is_a_table():
    (entry,) = (
        e
        for e in errata.collect(REGISTRY, errata.errata_sections(), "BC")
        if e.claim.id == "BC-table"
    )
    rows = [line for line in entry.witness.splitlines() if line.startswith("|")]
    assert set(rows) <= set(errata.errata_markdown([entry]).splitlines())
    table = re.search(
        r"\\begin\{tabular\}\{l+\}\n(.*?)\n\\end", errata.to_latex([entry]), re.DOTALL
    )
    assert len(table[1].splitlines()) == len(rows) - 1 == 8
    assert "16,384 & 3.1e5 & \\ensuremath{-}1.86 & 14,894 &" in table[1]


@pytest.mark.parametrize(
    ("block", "joined"),
    [
        ("a\n- b\n- c", "a - b - c"),
        ("- a\n  b\n- c", "- a b\n- c"),
        ("1. a\n   b\n   - c\n2. d", "1. a b\n   - c\n2. d"),
        ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
        ("a |x|\n|y| b", "a |x| |y| b"),
    ],
)
def test_a_line_is_joined_to_its_paragraph_and_no_item_or_row_is(block, joined):
    assert errata.unindexed(f"{block}\n\nz") == f"{joined}\n\nz"
