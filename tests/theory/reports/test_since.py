"""What changed since the first release: each row has a reason, and each reason a row."""

from dataclasses import replace

import pytest

from theory.gate.registry import load
from theory.reports import since


@pytest.fixture(scope="module")
def now():
    return load().claims


def test_every_change_has_its_reason(now):
    then = since.first()
    assert set(since.turned(then, now)) == set(then.changed)
    assert set(then.witnesses) <= set(then.claims) & set(now)
    assert all([*then.changed.values(), *then.witnesses.values(), then.origins])


def test_the_page_says_both_and_why(now):
    then = since.first()
    text = since.page(then, now)
    row = text.split("## B-rem32\n")[1].split("\n## ")[0]
    assert "- Then **REFUTED** (printed): If θ = 0" in row
    assert "- Now **PROVED** (printed): If θ = 0" in row
    assert then.changed["B-rem32"] in row
    assert "| B-rem32-readings | REFUTED | reading |" in text
    assert text.count("\n## ") == len(then.changed) + 3
    assert "no reason" not in text


def test_a_changed_statement_without_a_reason_shows(now):
    then = since.first()
    changed = dict(now) | {"A-thm1": replace(now["A-thm1"], statement="another")}
    assert "A-thm1" in since.turned(then, changed)
    assert "no reason is given" in since.page(then, changed)
    moved = dict(now) | {"A-thm1": replace(now["A-thm1"], provenance="reading")}
    assert "A-thm1" not in since.turned(then, moved)
    assert "A-thm1" in " ".join(x for ids in since.relabelled(then, moved).values() for x in ids)


def test_a_claim_that_is_gone_is_named(now):
    then = since.first()
    text = since.page(then, {one: claim for one, claim in now.items() if one != "A-thm1"})
    assert text.endswith("\n## Gone\n\n- A-thm1")
    assert "## Gone" not in since.page(then, now)


def test_the_command_writes_the_page(tmp_path, now):
    out = tmp_path / "since.md"
    assert since.main(["--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == since.page(since.first(), now) + "\n"
