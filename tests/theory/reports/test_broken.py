"""What commands print and answer where a claim is broken, or a witness refused."""

import json
from dataclasses import replace

import pytest

from theory.commands import cli
from theory.gate.packages import Package
from theory.gate.registry import Registry
from theory.reports import errata, exchange, show
from theory.reports.site import pages


def others(claims, *broken):
    """A registry in which another distribution brings these claims, some of them broken."""
    theirs = Package("x", "x:CLAIMS", "theirs 1.0")
    broken = dict.fromkeys(broken, "says what is not pinned")
    return Registry(
        (theirs,), claims={c.id: c for c in claims}, home={c.id: "x" for c in claims}, broken=broken
    )


def test_no_verdict_of_a_broken_claim_is_printed(synthetic):
    """And a claim of another distribution says so, also where no erratum touches it."""
    false, repair = (replace(one, paper="A") for one in synthetic.REFUTED)
    body = {false.id: "two tokens"}

    def told(*broken):
        registry = others((false, repair), *broken)
        entries, note = errata.collect(registry, body, "A"), errata.note(registry, "A")
        reviews = json.loads(exchange.to_json_ld(registry, body, "A"))["hasPart"]
        return errata.errata_markdown(entries, note), reviews

    text, reviews = told()
    assert f"**Repaired statement** ({repair.id}, " in text
    assert f"({repair.id}, from theirs 1.0, PROVED" in text
    assert [one["distribution"] for one in reviews] == ["theirs 1.0"] * 2
    text, (review,) = told(repair.id)
    assert f"({repair.id}, " not in text
    assert review["identifier"] == false.id
    with pytest.raises(errata.Incomplete, match="nothing to write"):
        told(false.id)


def test_a_refused_witness_ends_the_command_with_1(tmp_path, capsys, monkeypatch):
    """The page says so, and so does the command: the browser's button is not pressed for a gate."""

    def page(registry, *_, witness_of=None):
        return {
            "index.html": str([witness_of(registry.claims[one]) for one in ("B-irr", "A-thm1")])
        }

    monkeypatch.setattr(pages, "files", lambda *given: page(given[0], witness_of=given[-1]))
    for wrong, code in (("", 0), ("12 is not 13", 1)):
        made = show.Witness((), (), wrong)
        monkeypatch.setattr(show, "witness_of", lambda claim, check=True, made=made: made)
        assert cli.main(["site", "--out", str(tmp_path / f"site{code}")]) == code
        assert ("B-irr: its witness is refused: 12 is not 13" in capsys.readouterr().err) is bool(
            code
        )
