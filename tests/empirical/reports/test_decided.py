"""The results page shows each claim with its check's own requirements and the verdict of today."""

import re
from dataclasses import replace

import pytest

from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped.claims import ACCURACY, MODEL_CLAIMS
from empirical.reports import claim_section, decided
from empirical.reports.legend import MEANINGS, legend
from theory.ledger import Undecided

TURNED = {
    "S-dilution-cause": "'nothing' at 0.1: true, at 0.05 not so",
    "A-e-geom": "'aligned' at 0.9: true, at 0.92 not so",
}
"""Undecided claims all of whose requirements are met, and what their check reports."""


@pytest.fixture(scope="module")
def sections():
    return {one.id: one for one in decided.decided_sections() + decided.law_sections()}


def test_every_claim_has_a_section_with_the_verdict_that_the_gate_expects(sections):
    claims = (*MODEL_CLAIMS, *MECHANISM_CLAIMS, *CANONICAL_CLAIMS)
    assert {claim.id for claim in claims} | {*decided.CRITERIA} == {*sections}
    assert len(sections) == 24
    for one in sections.values():
        assert one.verdict == str(one.claim.expected), one.id
        assert one.models


def test_the_requirements_are_met_where_the_claim_is_supported(sections):
    """S-heads has no row; some claims are undecided where a neighbouring bound turns them."""
    assert [one.id for one in sections.values() if not one.rows] == ["S-heads"]
    for one in sections.values():
        states = {row[-1] for row in one.rows}
        if one.verdict == "SUPPORTED":
            assert states <= {"yes"}, one.id
            assert one.missing == "–"
        elif one.verdict == "NOT REPRODUCED":
            assert "**no**" in states, one.id
        elif one.id in TURNED:  # met, but not at neighbouring bounds
            assert states == {"yes"}
            assert TURNED[one.id] in one.note
        else:
            assert states & {"*open*", "**no**"}, one.id


@pytest.mark.parametrize("name", decided.CRITERIA)
def test_the_law_is_shown_by_the_criterion_that_its_check_asks(name, sections):
    section = sections[name]
    subject = section.claim.subject()
    answer = decided.CRITERIA[name](subject)
    outcome = section.claim.evidence[0].check(subject)
    assert outcome.found == "; ".join(
        f"{x.name}: {x.found:.3g} (bound {x.bound:g})" for x in answer
    )
    assert section.rows == claim_section.requirement_rows(answer)


def test_every_claim_of_paper_a_has_an_interval(sections):
    notes = {claim.id: sections[claim.id].note for claim in CANONICAL_CLAIMS}
    without = [
        name for name, text in notes.items() if not re.search(r"\[-?\d\.\d+, -?\d\.\d+\]", text)
    ]
    assert without == ["A-e-mix"]
    assert re.search(r"\d+ certified, \d+ refuted, 0 undecided", notes["A-e-mix"])


def test_the_mechanism_has_the_interval_of_each_share(sections):
    for name in ("S-flow", "S-causal", "S-bands"):
        assert any(re.search(r"\d \[\d\.\d+, \d\.\d+\]", row[1]) for row in sections[name].rows)
    assert sections["S-jump"].models == "number 6, letter 6"


def accuracy():
    return decided._shipped(ACCURACY, decided.manifest_accuracy())


def test_accuracy_is_read_from_the_manifests(sections, monkeypatch):
    assert sections["B-e-acc"] == accuracy()
    poor = decided.shipped_hops()
    right, of = poor["letter"]["4"]
    poor["letter"] = {**poor["letter"], "4": (right // 2, of)}
    monkeypatch.setattr(decided, "shipped_hops", lambda: poor)
    assert (accuracy().id, accuracy().verdict) == ("B-e-acc", "NOT REPRODUCED")
    assert accuracy().missing == "letter is learnt at every hop count"


def test_records_that_are_missing_leave_a_section_without_rows(monkeypatch):
    def absent():
        raise Undecided("no record: run it")

    section = decided._recorded(replace(MECHANISM_CLAIMS[0], subject=absent))
    assert (section.rows, section.models, section.verdict) == ((), "too few", "UNDECIDED")
    assert "no record: run it" in section.note


def test_what_a_check_reports_is_explained(sections):
    """A bound that turns a verdict is named in words; S-heads and B-e-mix need none."""
    without = {one.id for one in sections.values() if one.note and not one.legend}
    assert without == {"B-e-mix", "S-heads"}
    turned = sections["A-e-geom"].legend
    assert "With 0.9 as the resultant length from which angles count as aligned" in turned
    assert "the check's answer is *yes*. With 0.92 it is another one" in turned
    assert {*MEANINGS} <= {*sections}
    assert legend("S-flow", "") == ""
