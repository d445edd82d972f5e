"""The table of statements: a person adds a row for a claim that says something else or is gone."""

import json
from dataclasses import replace

import pytest

from tests.processes import completed
from theory import paths
from theory.commands import pin
from theory.gate import registry, statements
from theory.gate.reading import Unreadable
from theory.gate.registry import load
from theory.ledger import Verdict

WEAKER = {
    "statement": {"statement": "x = x"},
    "quantifiers": {"quantifiers": {"x": "0 and 1"}},
    "expected": {"expected": Verdict.SUPPORTED},
    "provenance": {"provenance": "reading"},
}


def test_every_claim_agrees_with_its_last_row():
    claims = load(held=False).claims
    assert statements.unrecorded(statements.rows(), claims) == {}
    assert {row["claim"] for row in statements.rows()} >= set(claims)


@pytest.mark.parametrize("part", WEAKER)
def test_statements_weakened_together_with_their_pins_are_broken(part):
    """Of every claim: the pins are the weakened claims' own, the table alone is as it was."""

    def weakened(package):
        return tuple(replace(claim, **WEAKER[part]) for claim in registry.fetch(package))

    own = registry.pins(load(get=weakened, held=False))
    loaded = load(get=weakened, pinned=own)
    now = load(held=False).claims
    told = {one for one, why in loaded.broken.items() if f"has another {part}, and" in why}
    assert told == set(own) - {one for one in own if loaded.claims[one] == now[one]}
    assert len(told) > 50


def row(claim, **changes):
    return {"claim": claim.id, "date": "2026-01-01", **statements.stated(claim), "why": "New."} | (
        changes
    )


@pytest.mark.parametrize("part", WEAKER)
def test_each_part_of_a_statement_is_watched(sound, part):
    table, weaker = [row(sound)], replace(sound, **WEAKER[part])
    assert statements.unrecorded(table, {sound.id: sound}) == {}
    assert f"another {part}," in statements.unrecorded(table, {sound.id: weaker})[sound.id]
    assert statements.unrecorded([*table, row(weaker)], {sound.id: weaker}) == {}


def test_a_claim_comes_and_goes_with_a_row(sound):
    assert "is new" in statements.unrecorded([], {sound.id: sound})[sound.id]
    gone = [row(sound), row(sound, **statements.REMOVED)]
    assert "is gone" in statements.unrecorded(gone[:1], {})[sound.id]
    assert statements.unrecorded(gone, {}) == {}
    assert "is new" in statements.unrecorded(gone, {sound.id: sound})[sound.id]


WRONG = {
    "gives no reason": lambda first: [{**first, "why": " "}],
    "changes nothing": lambda first: [first, {**first, "why": "As it was."}],
    "has no date": lambda first: [{**first, "date": "today"}],
    "is no text": lambda first: [{**first, "why": 1}],
    "has not just the fields": lambda first: [{**first, "more": ""}],
    "row 1 has not": lambda first: [first["claim"]],
    "is no list of rows": lambda first: first,
}


@pytest.mark.parametrize("message", WRONG)
def test_a_row_of_another_form_ends_the_command_in_one_line(
    command_line, sound, monkeypatch, tmp_path, message
):
    monkeypatch.setattr(statements, "STATEMENTS", tmp_path / "statements.json")
    statements.STATEMENTS.write_text(json.dumps(WRONG[message](row(sound))))
    with pytest.raises(Unreadable, match=message):
        statements.rows()
    run = command_line.here("list")
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert message in run.err


def test_nothing_is_pinned_while_a_claim_is_broken(monkeypatch, tmp_path, capsys):
    loaded = load()
    loaded.broken["S-fast"] = "it has three mutants"
    monkeypatch.setattr(pin, "load", lambda **_: loaded)
    monkeypatch.setattr(pin, "PINNED", tmp_path / "pinned.json")
    assert pin.main([]) == 1
    assert capsys.readouterr().out == (
        "broken, so nothing is written: S-fast: it has three mutants\n"
    )
    assert not pin.PINNED.exists()


def test_pinning_names_the_claims_that_it_changed(monkeypatch, tmp_path, capsys):
    old = json.loads(paths.PINNED.read_text())
    old["A-thm1"]["sha256"], old["A-gone"] = "0" * 64, old.pop("S-fast")
    monkeypatch.setattr(pin, "PINNED", tmp_path / "pinned.json")
    for text, told in (
        (json.dumps(old), "3 changed: A-thm1, S-fast, A-gone (no longer a claim)"),
        (None, "0 changed"),
        ("no JSON", f"{len(old)} changed: "),
    ):
        if text is not None:
            pin.PINNED.write_text(text)
        assert pin.main([]) == 0
        assert f"pinned.json: {len(old)} claims, {told}" in capsys.readouterr().out
        assert pin.PINNED.read_bytes() == paths.PINNED.read_bytes()


def test_a_package_of_this_project_is_not_pinned_alone(capsys):
    assert pin.main(["theory"]) == 2
    assert "pinned with the others: rope-claims pin" in capsys.readouterr().err


@pytest.fixture
def one_row_lacks(monkeypatch, tmp_path):
    """The table without the last row of A-thm1, which is returned."""
    lines = statements.STATEMENTS.read_text().splitlines()
    last = max(n for n, line in enumerate(lines) if '"claim": "A-thm1"' in line)
    lacking = json.loads(lines.pop(last).rstrip(","))
    for module, name in ((statements, "STATEMENTS"), (pin, "PINNED")):
        monkeypatch.setattr(module, name, tmp_path / f"{name}.json")
    statements.STATEMENTS.write_text("\n".join(lines) + "\n")
    return lacking


def test_pinning_prints_the_row_that_is_lacking_and_does_not_write_it(one_row_lacks, capsys):
    text = statements.STATEMENTS.read_text()
    assert pin.main([]) == 1
    *_, row, how = capsys.readouterr().out.splitlines()
    assert json.loads(row) | {"date": ""} == one_row_lacks | {"why": "", "date": ""}
    assert how == 'to add: rope-claims pin --why "the reason for each claim named above"'
    assert statements.STATEMENTS.read_text() == text
    assert pin.PINNED.read_bytes() == paths.PINNED.read_bytes()


def test_pinning_with_a_reason_adds_the_row_and_keeps_the_others_as_written(one_row_lacks, capsys):
    before = statements.STATEMENTS.read_text()
    assert pin.main(["--why", "It says “more”."]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("STATEMENTS.json: a row for A-thm1")
    kept, row = statements.STATEMENTS.read_text().rsplit(",\n ", 1)
    assert kept == before.removesuffix("\n]\n")
    added = json.loads(row.removesuffix("\n]\n"))
    assert added | {"date": ""} == one_row_lacks | {"why": "It says “more”.", "date": ""}
    assert statements.rows()[-1] == added
    assert pin.main(["--why", "Again."]) == 0
    assert statements.rows()[-1] == added


@pytest.fixture
def say(monkeypatch):
    """Has A-thm1 state something else, of this digest; None: what it does."""
    stated = statements.stated

    def to(digest):
        other = {"statement": digest} if digest else {}
        drafted = {"A-thm1": other}
        monkeypatch.setattr(statements, "stated", lambda one: stated(one) | drafted.get(one.id, {}))

    return to


def test_a_statement_that_is_still_being_written_keeps_one_row_a_reason(one_row_lacks, say):
    count = len(statements.rows())
    for digest in ("a" * 32, "b" * 32):
        say(digest)
        assert pin.main(["--why", "A draft."]) == 0
    assert [row["statement"] for row in statements.rows()[count:]] == ["b" * 32]


def test_a_draft_that_is_taken_back_leaves_no_row(one_row_lacks, say):
    """A row that changes nothing would make the table none."""
    assert pin.main(["--why", "As it is."]) == 0
    before = statements.STATEMENTS.read_text()
    say("a" * 32)
    assert pin.main(["--why", "A draft."]) == 0
    say(None)
    assert pin.main(["--why", "A draft."]) == 0
    assert statements.STATEMENTS.read_text() == before


@pytest.mark.parametrize("words", [["--why", " "], ["--why", "x", "rope_extra"]])
def test_a_reason_is_words_and_for_claims_of_this_project(words, capsys):
    assert pin.main(words) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert (
        printed.err
        == "rope-claims: error: --why takes the reason for claims of this project, in words\n"
    )


def git(*arguments):
    return completed("git", *arguments, cwd=paths.CHECKOUT).stdout


def test_no_row_that_was_committed_is_edited_or_taken_away():
    """A row that is rewritten in place would say nothing of the change. Needs git's history."""
    name = str(paths.STATEMENTS.relative_to(paths.CHECKOUT))
    commits = git("log", "--format=%h", "--", name).split()
    if not commits:
        pytest.skip("git has no history of the table here")
    kept = [json.dumps(one, sort_keys=True) for one in statements.rows()]
    for commit in commits:
        before = [
            json.dumps(one, sort_keys=True) for one in json.loads(git("show", f"{commit}:{name}"))
        ]
        assert [one for one in kept if one in set(before)] == before, commit
