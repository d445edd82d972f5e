"""The record of verdicts: it ends with those of today, and is read off git as it was."""

import subprocess

import pytest

from tests.claims import every
from theory.reports.site import history
from theory.reports.site.content import with_today

NOW = {one: str(claim.expected) for one, claim in every().claims.items()}


def test_the_record_ends_with_the_verdicts_of_today():
    """Else: rope-claims generate writes it again; a new claim may wait for that."""
    recorded = history.recorded_verdicts()
    known = NOW.keys() & recorded.keys()
    assert {one for one in known if recorded[one][-1].verdict != NOW[one]} == set()
    assert len(known) > 150


def test_no_verdict_is_recorded_twice_in_a_row_and_every_first_one_has_a_commit():
    for one, rows in history.recorded_verdicts().items():
        assert all(a.verdict != b.verdict for a, b in zip(rows, rows[1:], strict=False)), one
        assert all(row.commit for row in rows[:-1]), one
        assert rows[0].verdict in {"PROVED", "REFUTED", "SUPPORTED", "NOT REPRODUCED", "UNDECIDED"}


def test_a_verdict_that_was_changed_stands_with_both_commits():
    first, last = history.recorded_verdicts()["B-rem32"]
    assert (first.verdict, last.verdict) == ("REFUTED", "PROVED")
    assert first.date <= last.date
    assert len({first.commit, last.commit}) == 2


def test_a_verdict_that_the_record_lacks_is_shown_as_not_recorded():
    claim = every().claims["B-irr"]
    old = (history.Entry("PROVED", "abc", "2026-01-01", "x"),)
    assert with_today(claim, old) == (*old, history.Entry("REFUTED", "", "", ""))
    assert with_today(claim, ()) == (history.Entry("REFUTED", "", "", ""),)


def commit(folder, verdict, pinned, subject):
    (folder / "theory/gate").mkdir(parents=True, exist_ok=True)
    (folder / "proofs.md").write_text(f"| A-x † | Thm. 1 | {verdict} | why |\n", encoding="utf-8")
    (folder / "theory/gate/pinned.json").write_text(pinned, encoding="utf-8")
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["add", "-A"], [*identity, "commit", "-qm", subject]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)


def test_changes_are_read_off_commits(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    commit(tmp_path, "PROVED", "{}", "first")
    commit(tmp_path, "PROVED", '{"B-e-y": {"expected": "SUPPORTED"}}', "measured")
    commit(tmp_path, "REFUTED", '{"B-e-y": {"expected": "SUPPORTED"}}', "a witness")
    changes = history.traced(tmp_path)
    assert [(c.verdict, c.subject) for c in changes["A-x"]] == [
        ("PROVED", "first"),
        ("REFUTED", "a witness"),
    ]
    assert [c.subject for c in changes["B-e-y"]] == ["measured"]
    (tmp_path / "proofs.md").write_text("| A-x | Thm. 1 | NOT REPRODUCED | why |\n")
    assert history.traced(tmp_path)["A-x"][-1] == history.Entry("NOT REPRODUCED", "", "", "")


def test_outside_a_checkout_it_cannot_be_read(tmp_path):
    with pytest.raises(subprocess.CalledProcessError):
        history.traced(tmp_path)
