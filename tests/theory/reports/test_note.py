"""The note on one paper: its errata, and what of the paper they leave as it is."""

import re

from tests.theory.reports.test_errata import REFUTED, REGISTRY, faults, shown
from theory.gate.reading import folded
from theory.reports import errata


def test_a_note_on_another_paper_has_its_witness_once():
    (one,) = errata.collect(REGISTRY, errata.errata_sections(), "PI")
    text = errata.to_markdown([one], errata.note(REGISTRY, "PI"))
    assert shown(text).count(folded(one.claim.statement)) == 1
    assert "*Unaffected.*" in text
    assert "PI-ratio, PROVED" in text
    assert "has checked no other statement" not in text
    assert "has checked no other statement of paper RF" in errata.to_markdown(
        errata.collect(REGISTRY, errata.errata_sections(), "RF"), errata.note(REGISTRY, "RF")
    )


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
